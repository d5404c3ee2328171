//! Searches that look up in common: one loop over the facts of a key, in which each makes the tests of its own. Where the value
//! of a field tells the patterns apart, only those make them with whose value the fact goes.

use proc_macro2::TokenStream;
use quote::quote;

use crate::network::{Common, FEWEST_INDEXES};

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

    /// The place of that among those of all that look up in common.
    fn own_place(&self, common: &Common) -> usize {
        let mut own = common.own.iter();
        let place = own.position(|&own| own == self.own_index());
        place.expect("its index is among those")
    }
}

impl SearchWriter<'_> {
    /// The first loop of searches that look up in common. `untouched` comes first in it, then the `bodies` of those searches
    /// for which the fact is meant: where the value of a field tells them apart, these alone are gone to.
    pub(super) fn emit_in_common(
        &self,
        common: &Common,
        (chooses, begun): (bool, &[Begun<'_>]),
        untouched: Option<&TokenStream>,
        bodies: &[TokenStream],
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
        let bodies = self.emit_own(common, begun, bodies);
        quote! {
            #before
            let mut __so_far = __rt::InCommon::default();
            while let ::core::option::Option::Some((__own, __facts)) = __network.facts_in_common(
                #index,
                &[#(#own),*],
                #hash,
                #seeds,
                &mut __so_far,
                &mut *__matches,
            ) {
                for __with in __facts {
                    #untouched
                    #bodies
                }
            }
        }
    }

    /// The bodies of those for which a fact is meant.
    fn emit_own(
        &self,
        common: &Common,
        begun: &[Begun<'_>],
        bodies: &[TokenStream],
    ) -> TokenStream {
        let network = self.conditions.network;
        let fact_type = network.alphas[network.indexes[common.index].alpha].fact_type;
        let own = common.own.iter();
        let alphas: Vec<usize> = own.map(|&index| network.indexes[index].alpha).collect();
        let mut by_place = vec![TokenStream::new(); common.own.len()];
        for (begun, body) in begun.iter().zip(bodies) {
            by_place[begun.own_place(common)].extend(body.clone());
        }
        let by_place = by_place.into_iter().enumerate();
        let Some(may_belong) = self
            .conditions
            .emit_may_belong(fact_type, &alphas, FEWEST_INDEXES)
        else {
            let each = by_place.map(|(place, bodies)| {
                let bit = hexadecimal(1 << place);
                quote! { if __own & #bit != 0 { #bodies } }
            });
            return each.collect();
        };
        let arms = by_place.map(|(place, bodies)| {
            let place = int(place);
            quote! { #place => { #bodies } }
        });
        quote! {
            let mut __own = __own & { let __slot = __with; #may_belong };
            while __own != 0 {
                let __place = __own.trailing_zeros();
                __own &= __own - 1;
                match __place {
                    #(#arms)*
                    _ => {}
                }
            }
        }
    }
}
