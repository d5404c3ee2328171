//! Sums of constant spans, as far as the text of a ruleset tells them: those of literals are known, those of named
//! constants are not, and two sums need not be comparable.

use quote::ToTokens as _;
use syn::Expr;

use crate::hir::{ClockType, KnownClock};
use crate::printer;
use crate::span_literal::SpanLiteral;

/// A sum of spans.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sum {
    /// Those that are literals, in milliseconds, or in the units of an integer clock.
    known: u128,
    /// The names of the others, in order.
    named: Vec<String>,
    /// All of them, as written.
    pub(crate) spans: Vec<Expr>,
}

impl Sum {
    /// One span.
    pub(crate) fn of(span: &Expr, clock: &ClockType) -> Self {
        let mut sum = Sum {
            spans: vec![span.clone()],
            ..Sum::default()
        };
        let text = printer::text(&span.to_token_stream());
        match known(span, &text, clock) {
            Some(known) => sum.known = known,
            None => sum.named.push(text),
        }
        sum
    }

    /// This and another.
    pub(crate) fn plus(&self, other: &Self) -> Self {
        let mut named = [&self.named[..], &other.named].concat();
        named.sort();
        Sum {
            known: self.known.saturating_add(other.known),
            named,
            spans: [&self.spans[..], &other.spans].concat(),
        }
    }

    /// Whether it is surely no longer than another.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        let mut rest = other.named.clone();
        let names = self.named.iter().all(|name| {
            let place = rest.iter().position(|other| other == name);
            place.map(|place| rest.remove(place)).is_some()
        });
        names && self.known <= other.known
    }

    /// As it is told to people.
    #[cfg(feature = "cli")]
    pub(crate) fn text(&self, clock: &ClockType) -> String {
        let mut text = self.named.join(" + ");
        if self.known > 0 || text.is_empty() {
            if !text.is_empty() {
                text.push_str(" + ");
            }
            let is_real = self
                .spans
                .iter()
                .any(|span| SpanLiteral::parse(&printer::text(&span.to_token_stream())).is_some());
            let is_real =
                is_real || matches!(clock.known, KnownClock::Duration | KnownClock::Timestamp);
            let units: &[(&str, u128)] = if is_real {
                &[
                    ("d", 86_400_000),
                    ("h", 3_600_000),
                    ("min", 60_000),
                    ("s", 1_000),
                    ("ms", 1),
                ]
            } else {
                &[("", 1)]
            };
            let fits = |unit: &&(&str, u128)| self.known.is_multiple_of(unit.1) && self.known > 0;
            let (unit, length) = units.iter().find(fits).unwrap_or(&units[units.len() - 1]);
            text.push_str(&(self.known / length).to_string());
            text.push_str(unit);
        }
        text
    }
}

/// How long a literal is.
fn known(span: &Expr, text: &str, clock: &ClockType) -> Option<u128> {
    match SpanLiteral::parse(text) {
        Some(SpanLiteral::Milliseconds(span)) => Some(span.into()),
        Some(SpanLiteral::TooLong) => None,
        None => match span {
            Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Int(number),
                ..
            }) if clock.known == KnownClock::Integer => number.base10_parse().ok(),
            _ => None,
        },
    }
}

/// The longest of several sums: those of which no other is surely as long.
#[derive(Debug, Clone, Default)]
pub(crate) struct Longest(pub(crate) Vec<Sum>);

impl Longest {
    /// Adds one. Returns whether it was not within another.
    pub(crate) fn add(&mut self, sum: Sum) -> bool {
        if self.0.iter().any(|other| sum.is_within(other)) {
            return false;
        }
        self.0.retain(|other| !other.is_within(&sum));
        self.0.push(sum);
        true
    }

    /// Each of them and another sum.
    pub(crate) fn plus(&self, other: &Sum) -> Self {
        Longest(self.0.iter().map(|sum| sum.plus(other)).collect())
    }

    /// Whether it is surely no longer than another.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        let within = |sum: &Sum| other.0.iter().any(|other| sum.is_within(other));
        self.0.iter().all(within)
    }
}
