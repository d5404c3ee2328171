//! What is counted of the look-ups of searches, where these could be made in another order: a later build goes by it.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;

use crate::names::plain;
use crate::network::Seed;

use super::super::literals::int;
use super::SearchWriter;

/// For each step of a search that is counted, the number under which it is.
pub(super) type LookUpNumbers = BTreeMap<usize, usize>;

/// The look-ups of a ruleset that are counted.
#[derive(Default)]
pub(super) struct LookUps {
    /// For each an expression of type `LookUp`.
    rows: Vec<TokenStream>,
}

impl LookUps {
    /// Adds those of a search, if they are to be counted.
    pub(super) fn add(&mut self, writer: &SearchWriter<'_>, seed: &Seed) -> LookUpNumbers {
        let mut counted = LookUpNumbers::new();
        if !seed.plan.counts {
            return counted;
        }
        let rule = writer.conditions.ruleset.rule(writer.context.rule);
        let name = plain(&rule.name);
        let from = &rule.elements[writer.patterns[seed.plan.place].0].text;
        for (step, scan) in seed.plan.nest.scans() {
            let look_up = scan.look_up(rule);
            let (condition, by) = (look_up.condition, look_up.by);
            counted.insert(step, self.rows.len());
            self.rows.push(quote! {
                __rt::LookUp { rule: #name, from: #from, condition: #condition, by: #by }
            });
        }
        counted
    }

    /// `Program::LOOK_UPS`, if there are any.
    pub(super) fn emit(self) -> TokenStream {
        let rows = self.rows;
        if rows.is_empty() {
            return TokenStream::new();
        }
        quote! { const LOOK_UPS: &'static [__rt::LookUp] = &[#(#rows),*]; }
    }
}

/// Counts that a look-up is made.
pub(super) fn emit_asked(number: usize) -> TokenStream {
    let number = int(number);
    quote! { __matches.looks_up(#number); }
}

/// Counts that a look-up leads to a fact.
pub(super) fn emit_visited(number: usize) -> TokenStream {
    let number = int(number);
    quote! { __matches.goes_over(#number); }
}

/// Counts that such a fact fits.
pub(super) fn emit_passed(number: usize) -> TokenStream {
    let number = int(number);
    quote! { __matches.fits(#number); }
}
