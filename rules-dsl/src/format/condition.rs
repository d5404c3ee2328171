//! Writes conditions: on one line where they fit, else in the way of their kind.

use super::Formatter;
use super::writer::Blank;
use crate::parse::{Node, Rule, accumulated, match_rule};

impl Formatter<'_> {
    /// The braces of a body and the conditions in it. What its author wrote on one line stays on one.
    pub(super) fn write_conditions(&mut self, body: &Node) {
        if !self.write_on_one_line(body, 0) {
            self.write_broken_body(body);
        }
    }

    /// Writes a body on one line, where its author did and it fits.
    pub(super) fn write_on_one_line(&mut self, body: &Node, after: usize) -> bool {
        let range = self.range(body);
        if self.written(range.clone()).contains('\n') {
            return false;
        }
        match self.flat(&body.range) {
            Some(flat) if flat.chars().count() + after <= self.writer.room() => {
                self.writer.write(&flat, &range);
                true
            }
            _ => false,
        }
    }

    fn write_broken_body(&mut self, body: &Node) {
        let range = self.range(body);
        let conditions = self.nodes(Rule::condition, body.inside());
        if conditions.is_empty() && !self.writer.has_comment(&range) {
            self.writer.write("{}", &range);
            return;
        }
        self.writer.put("{");
        self.writer.open();
        for condition in &conditions {
            let start = self.range(condition).start;
            self.writer.begin(start, Blank::Kept);
            let mark = self.writer.mark();
            self.write_condition(condition);
            if !self.writer.keep(&mark) {
                self.verbatim(condition);
            }
        }
        self.writer.close(range.end - 1);
        self.writer.put("}");
    }

    fn write_condition(&mut self, condition: &Node) {
        let range = self.range(condition);
        let node = condition.only();
        if let Some(flat) = self.flat(&condition.range)
            && flat.chars().count() <= self.writer.room()
            && !(has_body(node) && self.written(range.clone()).contains('\n'))
        {
            self.writer.write(&flat, &range);
            return;
        }
        match node.rule {
            Rule::pattern | Rule::answer => self.write_single(node, ";"),
            Rule::not => self.write_operand("not ", node),
            Rule::exists => self.write_operand("exists ", node),
            Rule::unique => self.write_operand("unique ", node),
            Rule::forall => {
                self.writer.put("forall ");
                self.write_source(node.part(Rule::source), " => ");
                self.write_operand("", node.part(Rule::holds));
            }
            Rule::either => {
                for (number, body) in node.all(Rule::body).enumerate() {
                    self.writer
                        .put(if number == 0 { "either " } else { " or " });
                    self.write_broken_body(body);
                }
                self.write_spare_semicolon(node);
            }
            Rule::accumulate => self.write_accumulate(node),
            Rule::binding_let => self.write_statement(condition),
            _ => {
                let expression = node.part(Rule::expression);
                let head = node.range.start..expression.range.start;
                let flat = self.flat(&head).map(|head| format!("{head} "));
                match flat {
                    Some(head) => self.write_expression(&head, expression, ";"),
                    None => self.verbatim(condition),
                }
            }
        }
    }

    /// What `not` and its kin are said of, with the `;` that a pattern needs.
    fn write_operand(&mut self, word: &str, operand: &Node) {
        self.writer.put(word);
        match operand.child(Rule::body) {
            Some(body) => {
                self.write_conditions(body);
                self.write_spare_semicolon(operand);
            }
            None => self.write_single(single(operand), ";"),
        }
    }

    /// A pattern, or a call in its place, and what follows it.
    fn write_single(&mut self, node: &Node, after: &str) {
        if node.rule == Rule::pattern {
            self.write_pattern(node, after);
            return;
        }
        let range = self.range(node);
        if let Some(flat) = self.flat(&node.range)
            && flat.chars().count() + after.len() <= self.writer.room()
        {
            self.writer.write(&flat, &range);
            self.writer.put(after);
            return;
        }
        let parentheses = node.part(Rule::parentheses);
        self.write_flat_range(node.range.start..parentheses.range.end);
        match node.child(Rule::guard) {
            Some(guard) => self.write_guard(guard, true, after),
            None => self.writer.put(after),
        }
    }

    /// The `;` after a block, which may be there or not.
    fn write_spare_semicolon(&mut self, node: &Node) {
        let written = self.written(self.range(node));
        self.writer
            .put(if written.ends_with(';') { ";" } else { "" });
    }

    fn write_source(&mut self, source: &Node, after: &str) {
        match source.child(Rule::body) {
            Some(body) => {
                self.write_conditions(body);
                self.writer.put(after);
            }
            None => self.write_single(single(source), after),
        }
    }

    /// `t = sum(expr for P) by (k) if guard;`
    fn write_accumulate(&mut self, node: &Node) {
        let parentheses = node.part(Rule::parentheses);
        self.write_flat_range(node.range.start..parentheses.range.start);
        let is_broken = self.write_arguments(node.part(Rule::function), parentheses);
        if let Some(by) = node.child(Rule::by) {
            self.writer.put(" by ");
            let keys = by.part(Rule::PAREN).range.start..by.range.end;
            self.write_flat_range(keys);
        }
        match node.child(Rule::guard) {
            Some(guard) => self.write_guard(guard, !is_broken, ";"),
            None => self.writer.put(";"),
        }
    }

    /// The parentheses of an accumulate: a block in them hugs them, a pattern that does not fit stands on lines
    /// of its own. Answers whether they are broken.
    fn write_arguments(&mut self, function: &Node, parentheses: &Node) -> bool {
        let range = self.range(parentheses);
        let entry = accumulated(&self.source.text()[function.range.clone()]);
        let Ok(arguments) = match_rule(self.source, entry, &parentheses.range) else {
            // The look-up of a table, which to the grammar is an accumulate.
            self.write_flat_range(parentheses.range.clone());
            return false;
        };
        let source = arguments.part(Rule::source);
        let head = parentheses.range.start + 1..source.range.start;
        let has_head = !self.source.tokens(head.clone()).is_empty();
        self.writer.put("(");
        if let Some(body) = source.child(Rule::body) {
            if has_head {
                self.write_flat_range(head);
                self.writer.put(" ");
            }
            let is_broken = !self.write_on_one_line(body, ")".len());
            if is_broken {
                self.write_broken_body(body);
            }
            self.writer.put(")");
            return is_broken;
        }
        if let Some(flat) = self.flat(&parentheses.range)
            && flat.chars().count() <= self.writer.room()
        {
            self.writer.write(&flat["(".len()..], &range);
            return false;
        }
        self.writer.open();
        self.writer.begin(range.start + 1, Blank::Never);
        if has_head {
            self.write_flat_range(head);
            self.writer.put(" ");
        }
        self.write_single(single(source), "");
        self.writer.close(range.end - 1);
        self.writer.put(")");
        true
    }
}

/// The pattern, or the call in its place, that stands for a block.
fn single(operand: &Node) -> &Node {
    let answer = operand.child(Rule::answer);
    answer.unwrap_or_else(|| operand.part(Rule::pattern))
}

/// Whether a condition holds bodies, which stay broken where their author broke them.
fn has_body(node: &Node) -> bool {
    !matches!(node.rule, Rule::pattern | Rule::answer)
}
