//! Accumulates: `t = sum(v * w for { … }) by (card) if t > 3`.

use std::ops::Range;

use super::Parser;
use super::grammar::{Node, Rule, match_rule};
use super::table::names_after;
use crate::ast::{Accumulate, Condition, ConditionKind, Function};
use crate::vocabulary as say;

/// The functions' names.
pub(crate) const ACCUMULATES: [&str; 9] = [
    "count",
    "collect",
    "sum",
    "min",
    "max",
    "avg",
    "min_by",
    "max_by",
    "accumulate",
];

/// The function of a name; `None` for `accumulate` too, whose function is the user's type.
fn function(name: &str) -> Option<Function> {
    Some(match name {
        "count" => Function::Count,
        "collect" => Function::Collect,
        "sum" => Function::Sum,
        "min" => Function::Min,
        "max" => Function::Max,
        "avg" => Function::Avg,
        "min_by" => Function::MinBy,
        "max_by" => Function::MaxBy,
        _ => return None,
    })
}

/// The rule for what stands between the parentheses of a function.
pub(crate) fn accumulated(function: &str) -> Rule {
    match function {
        "count" | "collect" => Rule::counted,
        "accumulate" => Rule::custom,
        _ => Rule::valued,
    }
}

/// What stands between the parentheses.
struct Arguments {
    custom: Option<syn::Type>,
    value: Option<syn::Expr>,
    source: Vec<Condition>,
}

impl Parser<'_> {
    /// An accumulate.
    pub(super) fn parse_accumulate(&mut self, node: &Node) -> Option<Accumulate> {
        let binding = self.parse_name(node.part(Rule::name));
        let name = node.part(Rule::function);
        let arguments = node.part(Rule::parentheses).range.clone();
        let written = &self.source.text()[name.range.clone()];
        let entry = accumulated(written);
        let arguments = if ACCUMULATES.contains(&written) {
            self.parse_arguments(entry, arguments)
        } else {
            self.report_function(name);
            None
        };
        let by = match node.child(Rule::by) {
            Some(by) => by
                .all(Rule::name)
                .map(|key| self.parse_name(key))
                .collect::<Option<_>>()?,
            None => Vec::new(),
        };
        let guard = self.parse_guard(node)?;
        let Arguments {
            custom,
            value,
            mut source,
        } = arguments?;
        let last = source
            .iter_mut()
            .find_map(|condition| match &mut condition.kind {
                ConditionKind::Pattern(pattern) => pattern.last.take(),
                _ => None,
            });
        let custom = custom.map(|ty| Function::User(Box::new(ty)));
        Some(Accumulate {
            binding: binding?,
            function: function(written).or(custom)?,
            function_span: self.source.span_at(name.range.start),
            value,
            source,
            last,
            by,
            guard,
        })
    }

    fn parse_arguments(&mut self, entry: Rule, range: Range<usize>) -> Option<Arguments> {
        let node = match match_rule(self.source, entry, &range) {
            Ok(node) => node,
            Err(mismatch) => {
                self.report_mismatch(&mismatch, range.start);
                return None;
            }
        };
        let custom = match node.child(Rule::rust_type) {
            Some(ty) => Some(self.parse_type(ty, "`,`")?),
            None => None,
        };
        let value = match node.child(Rule::value) {
            Some(value) => Some(self.parse_expr(value, "`for`")?),
            None => None,
        };
        Some(Arguments {
            custom,
            value,
            source: self.parse_operand(node.part(Rule::source))?,
        })
    }

    /// Whether what looks like an accumulate is none that asks a table.
    pub(super) fn is_accumulate(&self, node: &Node) -> bool {
        let written = &self.source.text()[node.part(Rule::function).range.clone()];
        ACCUMULATES.contains(&written) || !self.tables.contains(plain_name(written))
    }

    pub(super) fn report_function(&mut self, name: &Node) {
        let written = &self.source.text()[name.range.clone()];
        let tables = self.tables.iter().map(String::as_str);
        let known: Vec<&str> = ACCUMULATES.into_iter().chain(tables).collect();
        let queries = names_after("query", self.source);
        let help = if queries.contains(plain_name(written)) {
            Some(say::query_with_equals(written))
        } else {
            say::did_you_mean(written, &known)
        };
        let wording = say::unknown_function(say::words(&ACCUMULATES), written).or_help(help);
        let span = self.source.span_at(name.range.start);
        self.diagnostics.push(wording.at(span));
    }
}

/// A word of the source without `r#`.
pub(super) fn plain_name(word: &str) -> &str {
    word.strip_prefix("r#").unwrap_or(word)
}
