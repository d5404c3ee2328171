//! Fact patterns: `c @ Cell { row, mark: Mark::X } if guard`.

use syn::parse::Parse;
use syn::visit::{self, Visit};

use super::Parser;
use super::accumulate::plain_name;
use super::grammar::{Node, Rule};
use crate::ast::{FieldPattern, FieldTest, Fields, Last, Pattern, Relation, Side, Window};
use crate::vocabulary as say;

impl Parser<'_> {
    /// A fact pattern.
    pub(super) fn parse_pattern(&mut self, node: &Node) -> Option<Pattern> {
        let binding = match node.child(Rule::binding) {
            Some(binding) => Some(self.parse_name(binding.part(Rule::name))?),
            None => None,
        };
        let path = self.parse_path(node.part(Rule::path));
        let fields = self.parse_fields(node);
        let (lasts, related): (Vec<&Node>, Vec<&Node>) = node
            .all(Rule::relation)
            .partition(|relation| relation.child(Rule::LAST).is_some());
        let (relations, windows): (Vec<&Node>, Vec<&Node>) = related
            .into_iter()
            .partition(|relation| relation.child(Rule::name).is_some());
        let relations = relations.into_iter();
        let relations: Vec<_> = relations
            .map(|relation| self.parse_relation(relation))
            .collect();
        let windows = windows.into_iter();
        let windows: Vec<_> = windows.map(|window| self.parse_window(window)).collect();
        let last = match &lasts[..] {
            [] => None,
            [last] => Some(self.parse_last(last)?),
            [_, second, ..] => {
                let word = self.source.span_at(second.range.start);
                self.diagnostics.push(say::second_last().at(word));
                return None;
            }
        };
        let guard = self.parse_guard(node)?;
        Some(Pattern {
            binding,
            path: path?,
            fields: fields?,
            relations: relations.into_iter().collect::<Option<_>>()?,
            windows: windows.into_iter().collect::<Option<_>>()?,
            last,
            guard,
        })
    }

    /// Reports a relation of what is no pattern.
    pub(super) fn check_no_relation(&mut self, node: &Node) -> Option<()> {
        let Some(relation) = node.child(Rule::relation) else {
            return Some(());
        };
        let called = node.child(Rule::path)?;
        let name = self.source.text()[called.range.clone()].to_owned();
        if relation.child(Rule::name).is_none() {
            let word = self.source.span_at(relation.range.start);
            self.diagnostics.push(say::call_in_window(name).at(word));
            return None;
        }
        let Relation { side, word, .. } = self.parse_relation(relation)?;
        let wording = say::related_call(name, side.word());
        self.diagnostics.push(wording.at(word));
        None
    }

    /// How long ago an event is at the most.
    fn parse_window(&mut self, node: &Node) -> Option<Window> {
        Some(Window {
            span: self.parse_expr(node.part(Rule::span), "`;`")?,
            word: self.source.span_at(node.range.start),
            tokens: self.marked(node.range.clone()),
        })
    }

    /// How many of a pattern's events, the latest.
    fn parse_last(&mut self, node: &Node) -> Option<Last> {
        Some(Last {
            number: self.parse_expr(node.part(Rule::span), "`)`")?,
            word: self.source.span_at(node.range.start),
            tokens: self.marked(node.range.clone()),
        })
    }

    /// How a pattern's event stands to another.
    fn parse_relation(&mut self, node: &Node) -> Option<Relation> {
        let words = [
            (Rule::AFTER, Side::After),
            (Rule::BEFORE, Side::Before),
            (Rule::OF, Side::Either),
        ];
        let mut words = words.into_iter();
        let (word, side) = words.find_map(|(rule, side)| Some((node.child(rule)?, side)))?;
        let span = match node.child(Rule::span) {
            Some(span) => Some(self.parse_expr(span, "`after`, `before` or `of`")?),
            None => None,
        };
        Some(Relation {
            span,
            side,
            word: self.source.span_at(word.range.start),
            event: self.parse_name(node.part(Rule::name))?,
            tokens: self.marked(node.range.clone()),
        })
    }

    /// The guard of a pattern or an accumulate: `Some(None)` where there is none.
    #[allow(clippy::option_option)]
    pub(super) fn parse_guard(&mut self, node: &Node) -> Option<Option<syn::Expr>> {
        match node.child(Rule::guard) {
            Some(guard) => self.parse_test(guard.part(Rule::expression)).map(Some),
            None => Some(None),
        }
    }

    pub(super) fn parse_path(&mut self, node: &Node) -> Option<syn::Path> {
        let path: syn::Path = self.parse_rust(node, "`{`", Parse::parse)?;
        if path
            .segments
            .iter()
            .any(|segment| !segment.arguments.is_none())
        {
            let span = self.source.span(node.range.clone());
            self.diagnostics.push(say::generic_pattern().at(span));
            return None;
        }
        Some(path)
    }

    fn parse_fields(&mut self, node: &Node) -> Option<Fields> {
        if let Some(fields) = node.child(Rule::named_fields) {
            let fields: Vec<Option<_>> = fields
                .all(Rule::field)
                .map(|field| self.parse_field(field))
                .collect();
            return Some(Fields::Named(fields.into_iter().collect::<Option<_>>()?));
        }
        match node.child(Rule::tuple_fields) {
            Some(fields) => self.parse_positions(fields),
            None => Some(Fields::Unit),
        }
    }

    fn parse_field(&mut self, node: &Node) -> Option<FieldPattern> {
        let name = node.part(Rule::field_name);
        let member: syn::Member = self.parse_rust(name, "`:` or `,`", Parse::parse)?;
        let test = match (node.child(Rule::field_test), &member) {
            (Some(test), _) => self.parse_field_test(test, "`,` or `}`")?,
            (None, syn::Member::Named(_)) => FieldTest::Shorthand,
            (None, syn::Member::Unnamed(_)) => {
                let found = self.found(node.range.end);
                let end = node.range.end;
                self.error(end..end + 1, say::expected("`:`", found));
                return None;
            }
        };
        Some(FieldPattern { member, test })
    }

    fn parse_positions(&mut self, node: &Node) -> Option<Fields> {
        let mut patterns = Vec::new();
        let mut rest = None;
        for (index, position) in node.all(Rule::position).enumerate() {
            if let Some(test) = position.child(Rule::field_test) {
                let span = self.source.span_at(position.range.start);
                let index = u32::try_from(patterns.len()).unwrap_or(u32::MAX);
                let member = syn::Member::Unnamed(syn::Index { index, span });
                let test = self.parse_field_test(test, "`,` or `)`");
                patterns.push(test.map(|test| FieldPattern { member, test }));
            } else if rest.replace(index).is_some() {
                self.error(position.range.clone(), say::second_rest());
            }
        }
        Some(Fields::Tuple {
            patterns: patterns.into_iter().collect::<Option<_>>()?,
            rest,
        })
    }

    /// Nothing is written through the variables of a field: one that is `mut` is reported.
    fn check_no_mut(&mut self, pat: &syn::Pat) -> Option<()> {
        let mut written = Written::default();
        written.visit_pat(pat);
        let Some((variable, span)) = written.first else {
            return Some(());
        };
        let wording = say::mutable_binding(plain_name(&variable));
        self.diagnostics.push(wording.at(span));
        None
    }

    fn parse_field_test(&mut self, node: &Node, until: &str) -> Option<FieldTest> {
        let Some(comparison) = node.child(Rule::comparison) else {
            let pat = self.parse_pat(node.part(Rule::field_pattern), until)?;
            self.check_no_mut(&pat)?;
            return Some(FieldTest::Pattern(pat));
        };
        let op = comparison.part(Rule::comparator);
        let op = self.parse_rust(op, "an expression", Parse::parse);
        let expr = self.parse_expr(comparison.part(Rule::compared), until);
        Some(FieldTest::Compare(op?, expr?))
    }
}

/// The first variable of a Rust pattern that is `mut`, and where it says so.
#[derive(Default)]
struct Written {
    first: Option<(String, proc_macro2::Span)>,
}

impl<'p> Visit<'p> for Written {
    fn visit_pat_ident(&mut self, variable: &'p syn::PatIdent) {
        if let Some(keyword) = &variable.mutability {
            let first = (variable.ident.to_string(), keyword.span);
            self.first.get_or_insert(first);
        }
        visit::visit_pat_ident(self, variable);
    }
}
