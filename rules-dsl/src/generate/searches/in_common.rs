//! Searches that look up in common: one loop over the facts of a key, in which each makes the tests of its own.

use proc_macro2::TokenStream;
use quote::quote;

use crate::network::Common;

use super::super::literals::{hexadecimal, int};
use super::super::loops::Facts;
use super::super::names;
use super::{Begun, SearchWriter};

impl Begun<'_> {
    /// The index of its own, which it would ask.
    fn own_index(&self) -> usize {
        let first = self.seed.plan.first_scan();
        let (step, _) = first.expect("it looks facts up first");
        self.seed.indexes[&step]
    }

    /// What is done with a fact that is looked up in common, unless it is another's.
    pub(super) fn where_own(&self, common: &Common, done: &TokenStream) -> TokenStream {
        let mut own = common.own.iter();
        let place = own.position(|&own| own == self.own_index());
        let bit = hexadecimal(1 << place.expect("its index is among those"));
        quote! { if __own & #bit != 0 { #done } }
    }
}

impl SearchWriter<'_> {
    /// The first loop of searches that look up in common.
    pub(super) fn emit_in_common(
        &self,
        common: &Common,
        (chooses, begun): (bool, &[Begun<'_>]),
        body: &TokenStream,
    ) -> TokenStream {
        let seed = begun[0].seed;
        let (step, scan) = seed.plan.first_scan().expect("it looks facts up first");
        let scope = self.scope();
        let Facts { before, .. } = self.style(&seed.indexes, 0).look_up(step, scan, &scope);
        let own = common.own.iter().map(|&index| {
            let of_index = begun.iter().filter(|begun| begun.own_index() == index);
            let seeds = of_index.fold(0, |seeds, begun| seeds | 1 << begun.beginning);
            let (index, seeds) = (int(index), hexadecimal(seeds));
            quote! { __rt::OwnIndex { index: #index, seeds: #seeds } }
        });
        let (index, hash) = (int(common.index), names::hash(scan.element));
        let seeds = if chooses {
            quote! { __seeds }
        } else {
            quote! { 1 }
        };
        quote! {
            #before
            for (__own, __with) in __network.facts_in_common(
                #index,
                &[#(#own),*],
                #hash,
                #seeds,
                &mut *__matches,
            ) {
                #body
            }
        }
    }
}
