//! Generates how a fact enters the alpha memories of its type, where they are few: each in the place where the fact is found
//! to belong to it, with the indexes and searches that it leads to. Otherwise the plan is asked what these are.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::hir::FactTypeId;
use crate::network::Reads;

use super::classify::Classification;
use super::conditions::ConditionWriter;
use super::literals::{FieldSets, hexadecimal, int, kind};
use super::searches;

/// The memories of a type are this many at the most, each counted for every range of values by which it is found. Code for more
/// would take longer to compile than it saves.
const FEW: usize = 16;

impl ConditionWriter<'_> {
    /// The function of a type by which its facts enter their memories, if it has one of its own.
    pub(super) fn emit_entering(
        &self,
        id: FactTypeId,
        classification: &Classification,
    ) -> Option<TokenStream> {
        let alphas: Vec<usize> = self.network.alphas_of(id).collect();
        if alphas.is_empty() || classification.ranges() > FEW {
            return None;
        }
        let mut indexes = alphas
            .iter()
            .flat_map(|&alpha| self.network.indexes_of(alpha));
        let asks = indexes.next().map(|_| {
            let kind = kind(id);
            quote! { let __indexed = __network.indexes_read(#kind, __fields); }
        });
        let seedings = alphas.iter();
        let seedings = seedings.flat_map(|&alpha| searches::seedings(self.network, alpha));
        let searches: BTreeSet<usize> = seedings.map(|seeding| seeding.search).collect();
        let begun = searches.iter().map(|&search| {
            let (seeds, search) = (seeds_of(search), int(search));
            quote! { __network.begin(#search, __slot, #seeds); }
        });
        let seeds = searches.iter().copied().map(seeds_of);
        let entered = self.emit_classification(id, classification, &|alpha| self.emit_entry(alpha));
        let (memory, network_ty) = (&self.names.memory, &self.names.network_ty);
        let fields = FieldSets::of(self.ruleset).ty();
        Some(quote! {
            #[inline(never)]
            fn enter(
                __memory: &#memory,
                __network: &mut #network_ty,
                __slot: __rt::Slot,
                __fields: #fields,
            ) {
                #asks
                #(let mut #seeds = 0;)*
                #entered
                #(#begun)*
            }
        })
    }

    /// What is done for a memory that a fact enters.
    fn emit_entry(&self, alpha: usize) -> TokenStream {
        let sets = FieldSets::of(self.ruleset);
        let all = self.network.alpha_reads(alpha);
        let where_read = |reads: &Reads, done: TokenStream| {
            if *reads == all {
                return done;
            }
            let is_read = sets.meets(&quote! { __fields }, reads);
            quote! { if #is_read { #done } }
        };
        let indexes = self.network.indexes_of(alpha);
        let indexes: Vec<_> = indexes
            .map(|(number, index)| {
                let number = int(number);
                where_read(
                    &index.reads,
                    quote! { __network.index::<Self>(#number, __memory, __slot); },
                )
            })
            .collect();
        let links = (!indexes.is_empty()).then(|| quote! { if __indexed { #(#indexes)* } });
        let seedings = searches::seedings(self.network, alpha).map(|seeding| {
            let (seeds, bit) = (seeds_of(seeding.search), hexadecimal(1 << seeding.seed));
            where_read(seeding.reads, quote! { #seeds |= #bit; })
        });
        let number = int(alpha);
        let feeds = self
            .is_fed(alpha)
            .then(|| quote! { __network.feed_from(#number, __slot, __fields); });
        quote! {
            __network.enters(#number);
            #links
            #(#seedings)*
            #feeds
        }
    }

    /// Whether nodes take the facts of a memory.
    fn is_fed(&self, alpha: usize) -> bool {
        let mut feeds = self.network.alphas[alpha].feeds.iter();
        feeds.any(|feed| self.network.is_fed(feed))
            || searches::counts_facts_of(self.network, alpha)
    }
}

/// The variable that holds the seeds of a search.
fn seeds_of(search: usize) -> Ident {
    format_ident!("__seeds{search}")
}
