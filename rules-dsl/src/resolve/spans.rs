//! Spans of time in conditions, blocks and attributes: each is one of the ruleset's clock.

use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::ToTokens as _;

use crate::diagnostic::Diagnostics;
use crate::hir::{ClockType, KnownClock};
use crate::span_literal::{MacroCall, SpanLiteral, is_span};
use crate::vocabulary as say;

use super::names::{peeled, span_range, text};

/// All of `jiff::Timestamp`'s time, in milliseconds.
const TIMESTAMPS: u64 = 631_107_417_600_000;

/// Reports the spans with a unit among some tokens that the clock does not have; those in the arguments of macros are
/// none.
pub(super) fn check_spans(tokens: TokenStream, clock: Option<&ClockType>, found: &mut Diagnostics) {
    let mut call = MacroCall::default();
    for token in tokens {
        let is_arguments = call.is_arguments(&token);
        match &token {
            TokenTree::Literal(literal) => check_span(literal, clock, found),
            TokenTree::Group(group) if !is_arguments => {
                check_spans(group.stream(), clock, found);
            }
            TokenTree::Group(_) | TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}

fn check_span(literal: &Literal, clock: Option<&ClockType>, found: &mut Diagnostics) {
    let Some(span) = SpanLiteral::parse(&literal.to_string()) else {
        return;
    };
    let Some(clock) = clock else {
        found.push(say::span_without_clock(literal).at(literal.span()));
        return;
    };
    let is_too_long = match span {
        SpanLiteral::TooLong => true,
        SpanLiteral::Milliseconds(span) => {
            clock.known == KnownClock::Timestamp && span > TIMESTAMPS
        }
    };
    let ty = text(&clock.ty);
    if clock.known == KnownClock::Integer {
        found.push(say::span_of_integers(literal, ty).at(literal.span()));
    } else if is_too_long {
        found.push(say::span_too_long(literal, ty).at(literal.span()));
    }
}

/// Reports a span that is no constant of the clock's: a literal, or a path. Returns whether it is one.
pub(super) fn check_constant(expr: &syn::Expr, clock: &ClockType, found: &mut Diagnostics) -> bool {
    let before = found.len();
    let is_bare = match peeled(expr) {
        syn::Expr::Lit(literal) => !is_span(&literal.lit),
        syn::Expr::Path(_) => false,
        syn::Expr::Unary(syn::ExprUnary {
            op: syn::UnOp::Neg(_),
            ..
        }) => {
            found.push(say::span_below_nothing(text(expr)).at(span_range(expr)));
            return false;
        }
        _ => {
            found.push(say::span_no_constant().at(span_range(expr)));
            return false;
        }
    };
    let is_real = matches!(clock.known, KnownClock::Duration | KnownClock::Timestamp);
    if is_bare && is_real {
        let span = text(expr);
        let wording = if span
            .chars()
            .all(|letter| letter.is_ascii_digit() || letter == '_')
        {
            say::span_without_unit(span, text(&clock.ty))
        } else {
            say::span_of_unknown_unit(span)
        };
        found.push(wording.at(span_range(expr)));
    }
    if let (Some(number), Some(greatest)) = (whole_number(expr), clock.greatest())
        && number > greatest
    {
        let wording = say::span_too_long(text(expr), text(&clock.ty));
        found.push(wording.at(span_range(expr)));
    }
    check_spans(expr.to_token_stream(), Some(clock), found);
    found.len() == before
}

/// Whether a span, a constant of the clock's, is a literal of no length.
pub(super) fn is_nothing(span: &syn::Expr) -> bool {
    let literal = SpanLiteral::parse(&peeled(span).to_token_stream().to_string());
    matches!(literal, Some(SpanLiteral::Milliseconds(0))) || whole_number(span) == Some(0)
}

/// A span that is a literal without a unit.
fn whole_number(span: &syn::Expr) -> Option<u128> {
    match peeled(span) {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(number),
            ..
        }) => number.base10_digits().parse().ok(),
        _ => None,
    }
}
