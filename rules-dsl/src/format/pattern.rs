//! Writes fact patterns: on one line; else with the guard on the next; else with each field on its own.

use super::Formatter;
use crate::parse::{Node, Rule};

impl Formatter<'_> {
    /// A pattern and what follows it, a `;` for example.
    pub(super) fn write_pattern(&mut self, pattern: &Node, after: &str) {
        let range = self.range(pattern);
        if let Some(flat) = self.flat(&pattern.range)
            && flat.chars().count() + after.len() <= self.writer.room()
        {
            self.writer.write(&flat, &range);
            self.writer.put(after);
            return;
        }
        if let Some(binding) = pattern.child(Rule::binding) {
            self.write_flat(binding);
            self.writer.put(" ");
        }
        self.write_flat(pattern.part(Rule::path));
        let guard = pattern.child(Rule::guard);
        let fields = pattern
            .child(Rule::named_fields)
            .or_else(|| pattern.child(Rule::tuple_fields));
        let mut is_broken = false;
        let relations: Vec<&Node> = pattern.all(Rule::relation).collect();
        if let Some(fields) = fields {
            let is_last = guard.is_none() && relations.is_empty();
            is_broken = self.write_fields(fields, if is_last { after.len() } else { 0 });
        }
        let behind = if guard.is_none() { after.len() } else { 0 };
        is_broken &= self.write_relations(&relations, behind);
        match guard {
            Some(guard) => self.write_guard(guard, !is_broken, after),
            None => self.writer.put(after),
        }
    }

    /// How an event stands to others: on the line of what has just been written where that fits, of which it answers
    /// whether it does, else on lines of their own.
    fn write_relations(&mut self, relations: &[&Node], after: usize) -> bool {
        let texts: Option<Vec<String>> = relations
            .iter()
            .map(|relation| self.flat(&relation.range))
            .collect();
        let length = texts.map(|texts| texts.iter().map(|text| text.chars().count() + 1).sum());
        let fits = length.is_some_and(|length: usize| length + after <= self.writer.room());
        for relation in relations {
            if fits {
                self.writer.put(" ");
                self.write_flat(relation);
            } else {
                self.writer.open();
                self.begin(relation);
                self.write_flat(relation);
                self.writer.leave();
            }
        }
        fits
    }

    /// The guard of what has just been written, on a line of its own or on that of the last bracket.
    pub(super) fn write_guard(&mut self, guard: &Node, own_line: bool, after: &str) {
        let expression = guard.part(Rule::expression);
        if own_line {
            self.writer.open();
            self.begin(guard);
            self.write_expression("if ", expression, after);
            self.writer.leave();
        } else {
            self.writer.put(" ");
            self.write_expression("if ", expression, after);
        }
    }

    /// Fields, named or by position. Answers whether they stand on lines of their own.
    fn write_fields(&mut self, fields: &Node, after: usize) -> bool {
        let range = self.range(fields);
        let is_named = fields.rule == Rule::named_fields;
        if is_named {
            self.writer.put(" ");
        }
        if let Some(flat) = self.flat(&fields.range)
            && flat.chars().count() + after <= self.writer.room()
        {
            self.writer.write(&flat, &range);
            return false;
        }
        self.writer.put(if is_named { "{" } else { "(" });
        self.writer.open();
        let parts = fields
            .children
            .iter()
            .filter(|part| matches!(part.rule, Rule::field | Rule::position | Rule::rest));
        for part in parts {
            self.begin(part);
            self.write_flat(part);
            let is_rest = self.tokens(part).to_string() == "..";
            self.writer.put(if is_rest { "" } else { "," });
        }
        self.writer.close(range.end - 1);
        self.writer.put(if is_named { "}" } else { ")" });
        true
    }
}
