//! Writes items: their attributes and heads, the rules of groups, the parts of rules and queries.

use std::ops::Range;

use super::writer::Blank;
use super::{Ends, Formatter};
use crate::parse::{Node, Rule, match_rule};

impl Formatter<'_> {
    /// Writes the items of the file. Returns where they begin, and of what kind the first and the last are.
    pub(super) fn write_file(&mut self) -> (Vec<usize>, Option<Ends>) {
        let (mut all, mut ends) = (Vec::new(), None);
        for part in self.source.parts() {
            let mut rest = part.clone();
            if let Ok(node) = match_rule(self.source, Rule::inner_attributes, &rest) {
                rest.start = node.range.end.max(rest.start);
                self.write_attributes(node.all(Rule::inner_attribute), Blank::Kept);
            }
            let items = self.nodes(Rule::item, rest);
            all.extend(items.iter().map(|item| self.range(item).start));
            self.write_list(&items, |formatter, item| {
                formatter.write_item(item.all(Rule::attribute), item, declared(item));
            });
            if let [first, ..] = &*items
                && let [.., last] = &*items
            {
                ends = Some(Ends {
                    first_stands_apart: stands_apart(declared(first).rule),
                    last_stands_apart: stands_apart(declared(last).rule),
                });
            }
        }
        (all, ends)
    }

    /// Items, one after the other; a rule and its kin stand apart.
    fn write_list(&mut self, items: &[Node], write: impl Fn(&mut Self, &Node)) {
        let mut stood_apart = false;
        for item in items {
            let stands_apart = stands_apart(declared(item).rule);
            let blank = if stands_apart || stood_apart {
                Blank::Always
            } else {
                Blank::Kept
            };
            stood_apart = stands_apart;
            let range = self.range(item);
            self.writer.begin(range.start, blank);
            if self.left.contains(&range.start) {
                self.verbatim(item);
                continue;
            }
            let mark = self.writer.mark();
            write(self, item);
            if !self.writer.keep(&mark) {
                self.verbatim(item);
            }
        }
    }

    /// Attributes, each on a line of its own.
    fn write_attributes<'n>(&mut self, attributes: impl Iterator<Item = &'n Node>, blank: Blank) {
        for attribute in attributes {
            let range = self.range(attribute);
            self.writer.begin(range.start, blank);
            self.write_attribute(attribute);
            self.writer.line();
        }
    }

    /// An attribute; documentation stays as it is.
    pub(super) fn write_attribute(&mut self, attribute: &Node) {
        let range = self.range(attribute);
        let written = self.written(range.clone());
        let is_documentation = !written.starts_with('#');
        match self.flat(&attribute.range) {
            Some(flat) if !is_documentation && flat.len() <= self.writer.room() => {
                self.writer.write(&flat, &range);
            }
            _ => self.verbatim(attribute),
        }
    }

    /// An item after its attributes: on one line, where it is not of a kind that has a body.
    fn write_item<'n>(
        &mut self,
        attributes: impl Iterator<Item = &'n Node>,
        item: &Node,
        declared: &Node,
    ) {
        self.write_attributes(attributes, Blank::Never);
        let start = item.child(Rule::visibility).unwrap_or(declared);
        let range = self.range(start);
        self.writer.begin(range.start, Blank::Never);
        let whole = start.range.start..item.range.end;
        match declared.rule {
            Rule::rust_item | Rule::use_item => self.write_rust_item(whole),
            rule => {
                if let Some(visibility) = item.child(Rule::visibility) {
                    self.write_flat(visibility);
                    self.writer.put(" ");
                }
                match rule {
                    Rule::fact_item => self.write_fact(declared),
                    Rule::rule_item => self.write_rule(declared),
                    Rule::query_item => self.write_query(declared),
                    Rule::group_item => self.write_group(declared),
                    Rule::table_item => self.write_table(declared),
                    _ => self.write_flat(declared),
                }
            }
        }
    }

    fn write_rule(&mut self, rule: &Node) {
        self.writer.put("rule ");
        self.write_flat(rule.part(Rule::name));
        self.writer.put(" {");
        self.writer.open();
        let when = rule.part(Rule::when);
        self.begin(when);
        self.writer.put("when ");
        self.write_conditions(when.part(Rule::body));
        for (word, part) in [("then ", Rule::then), ("undo ", Rule::undo)] {
            if let Some(part) = rule.child(part) {
                self.begin(part);
                self.writer.put(word);
                self.write_block(part.part(Rule::body));
            }
        }
        self.close(rule);
    }

    fn write_query(&mut self, query: &Node) {
        self.writer.put("query ");
        self.write_flat(query.part(Rule::name));
        self.write_parameters(query);
        if let Some(ty) = query.child(Rule::rust_type) {
            self.writer.put(" -> ");
            self.write_flat(ty);
        }
        self.writer.put(" {");
        self.writer.open();
        let when = query.part(Rule::when);
        self.begin(when);
        self.writer.put("when ");
        self.write_conditions(when.part(Rule::body));
        if let Some(selected) = query.child(Rule::expression) {
            let select = self.range(query.part(Rule::SELECT));
            self.writer.begin(select.start, Blank::Never);
            self.write_expression("select ", selected, "");
        }
        self.close(query);
    }

    /// A query's parameters: all on the line of its name, or each on its own.
    pub(super) fn write_parameters(&mut self, query: &Node) {
        let parameters: Vec<&Node> = query.all(Rule::parameter).collect();
        let flat: Option<Vec<String>> = parameters.iter().map(|p| self.flat(&p.range)).collect();
        let flat = flat.map(|flat| format!("({})", flat.join(", ")));
        let (open, close) = (query.part(Rule::PAREN), query.part(Rule::PAREN_END));
        let whole = self.file_range(open.range.start..close.range.end);
        // Room for `-> R {` too, of a result of usual length.
        match flat {
            Some(flat) if flat.len() + 20 <= self.writer.room() => {
                self.writer.write(&flat, &whole);
            }
            _ => {
                self.writer.put("(");
                self.writer.open();
                for parameter in parameters {
                    self.begin(parameter);
                    self.write_flat(parameter);
                    self.writer.put(",");
                }
                self.writer.close(whole.end - 1);
                self.writer.put(")");
            }
        }
    }

    fn write_group(&mut self, group: &Node) {
        self.writer.put("group ");
        self.write_flat(group.part(Rule::name));
        let rules = self.nodes(Rule::member_rule, group.part(Rule::body).inside());
        if rules.is_empty() && !self.writer.has_comment(&self.range(group)) {
            self.writer.put(" {}");
            return;
        }
        self.writer.put(" {");
        self.writer.open();
        self.write_list(&rules, |formatter, rule| {
            formatter.write_item(rule.all(Rule::attribute), rule, rule.part(Rule::rule_item));
        });
        self.close(group);
    }

    /// Begins the line of a node.
    pub(super) fn begin(&mut self, node: &Node) {
        let range = self.range(node);
        self.writer.begin(range.start, Blank::Never);
    }

    /// Ends the body with which a node ends.
    pub(super) fn close(&mut self, node: &Node) {
        let end = self.range(node).end;
        self.writer.close(end - 1);
        self.writer.put("}");
    }

    /// A node on one line, however long, or as it is.
    pub(super) fn write_flat(&mut self, node: &Node) {
        self.write_flat_range(node.range.clone());
    }

    pub(super) fn write_flat_range(&mut self, range: Range<usize>) {
        let in_file = self.file_range(range.clone());
        match self.flat(&range) {
            Some(flat) => self.writer.write(&flat, &in_file),
            None => self.verbatim_range(&in_file),
        }
    }

    /// A node as it is.
    pub(super) fn verbatim(&mut self, node: &Node) {
        self.verbatim_range(&self.range(node));
    }

    pub(super) fn verbatim_range(&mut self, range: &Range<usize>) {
        self.writer.verbatim(range, self.tokens);
    }
}

/// What an item is.
fn declared(item: &Node) -> &Node {
    match item.child(Rule::declaration) {
        Some(declaration) => declaration.only(),
        None => item.part(Rule::rule_item),
    }
}

/// Whether an item has empty lines around it.
fn stands_apart(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::rule_item | Rule::query_item | Rule::group_item | Rule::table_item
    )
}
