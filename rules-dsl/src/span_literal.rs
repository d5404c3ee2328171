//! Spans of time as they are written: a whole number and a unit, `500ms`, `10s`, `5min`, `2h`, `7d`. In the arguments of
//! macros they are none.

use proc_macro2::{Ident, TokenTree};
use quote::ToTokens as _;
use syn::Lit;

/// The units, with their milliseconds.
const UNITS: &[(&str, u64)] = &[
    ("ms", 1),
    ("s", 1_000),
    ("min", 60_000),
    ("h", 3_600_000),
    ("d", 86_400_000),
];

/// What a literal says, where it has a unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SpanLiteral {
    /// So many milliseconds.
    Milliseconds(u64),
    /// More than can be said.
    TooLong,
}

impl SpanLiteral {
    /// The span that a literal's text is; `None` where it is none.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let digits = text
            .find(|c: char| !(c.is_ascii_digit() || c == '_'))
            .unwrap_or(text.len());
        let (number, unit) = text.split_at(digits);
        let (_, milliseconds) = UNITS.iter().find(|(name, _)| *name == unit)?;
        if !number.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let number: String = number.chars().filter(char::is_ascii_digit).collect();
        let number = number.parse::<u64>().ok();
        let span = number.and_then(|number| number.checked_mul(*milliseconds));
        Some(span.map_or(SpanLiteral::TooLong, SpanLiteral::Milliseconds))
    }
}

/// Whether a literal is a span.
pub(crate) fn is_span(literal: &Lit) -> bool {
    SpanLiteral::parse(&literal.to_token_stream().to_string()).is_some()
}

/// Finds the arguments of macros in a walk over tokens: a group after a name and `!`.
#[derive(Debug, Default)]
pub(crate) struct MacroCall {
    /// How much of `name!` stands before the next token.
    seen: u8,
}

impl MacroCall {
    /// Takes the next token; whether it is the arguments of a macro.
    pub(crate) fn is_arguments(&mut self, token: &TokenTree) -> bool {
        let before = std::mem::take(&mut self.seen);
        match token {
            // `if !(…)` calls no macro.
            TokenTree::Ident(name) => self.seen = u8::from(!is_keyword(name)),
            TokenTree::Punct(mark) if mark.as_char() == '!' && before == 1 => self.seen = 2,
            TokenTree::Group(_) => return before == 2,
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        false
    }
}

fn is_keyword(name: &Ident) -> bool {
    syn::parse2::<Ident>(TokenTree::from(name.clone()).into()).is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_a_whole_number_and_a_unit() {
        let spans = ["500ms", "10s", "5min", "2h", "7d", "1_000ms"].map(SpanLiteral::parse);
        let expected = [500, 10_000, 300_000, 7_200_000, 604_800_000, 1_000];
        assert_eq!(
            spans,
            expected.map(|span| Some(SpanLiteral::Milliseconds(span)))
        );
        for none in ["10", "10u8", "1.5s", "0x1d", "s", "\"10s\"", "10sec"] {
            assert_eq!(SpanLiteral::parse(none), None, "{none}");
        }
        let too_long = SpanLiteral::parse("99999999999999999999d");
        assert_eq!(too_long, Some(SpanLiteral::TooLong));
    }
}
