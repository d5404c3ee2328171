//! Where the conditions of rules stand, for coverage: a call of the runtime's macro, which is nothing unless the runtime
//! has its feature `coverage`.
//!
//! The places are those of the rows that an explanation shows, in its order, each with the places of its tests.

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;

use crate::hir::{Rule, RuleId, Ruleset};
use crate::plan::{Nest, Plans};

use super::is_shown;
use super::rows::{Row, Rows};

/// The call, which stands in the impl of `Program`.
pub(super) fn emit_places(ruleset: &Ruleset, plans: &Plans) -> TokenStream {
    let runtime = &ruleset.runtime;
    let rules = ruleset.rules.iter().enumerate().map(|(number, rule)| {
        let nothing = Nest::default();
        let plan = plans.written(RuleId(number)).unwrap_or(&nothing);
        let rows = Rows::of(rule, plan);
        let shown = rows.iter().filter(|row| is_shown(ruleset, rule, row));
        let shown = shown.map(|row| {
            let place = emit_place(row.span.unwrap_or_else(|| rule.name.span()));
            let may_fail = row.may_fail && !is_of_rows(ruleset, rule, row);
            let tests = row.tests.iter();
            let tests = tests.map(|test| emit_place(rule.tests[test.test.0].span.start));
            quote! { (#place #may_fail #(#tests)*) }
        });
        quote! { [#(#shown)*] }
    });
    // The macro makes code of it, so that without the feature it is a few tokens.
    quote! {
        #runtime::coverage_places! { #(#rules)* }
    }
}

/// Whether a row is of the rows of a table, which are always there.
fn is_of_rows(ruleset: &Ruleset, rule: &Rule, row: &Row) -> bool {
    let of = row.fact.and_then(|element| rule.pattern_type(element));
    let mut reloads = ruleset
        .tables
        .iter()
        .filter_map(|table| table.reload.as_ref());
    of.is_some_and(|of| reloads.any(|reload| reload.fact_type == of))
}

/// A line and a column, from 1.
fn emit_place(span: Span) -> TokenStream {
    let start = span.start();
    let [line, column] = [start.line, start.column + 1].map(Literal::usize_unsuffixed);
    quote! { [#line #column] }
}
