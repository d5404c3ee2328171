//! Counted patterns of matches that are found whole: how many facts go with outer facts, which outer facts go with one
//! that is counted, and which matches these are in.

use proc_macro2::TokenStream;
use quote::quote;

use crate::hir::Quantifier;
use crate::network::{Counted, Match, Network, Whole};

use super::super::arms::Arms;
use super::super::literals::{FieldSets, emit_part, emit_quantifier, int};
use super::super::names::{self, Names};
use super::{SearchWriter, wholes};

/// The counted patterns of a network, in the order of their numbers.
pub(super) fn all(network: &Network) -> impl Iterator<Item = (&Match, &Whole, &Counted)> {
    wholes(network).flat_map(|(entry, whole)| {
        let counted = whole.counted.iter();
        counted.map(move |counted| (entry, whole, counted))
    })
}

/// The counted patterns that count the facts of an alpha memory, with their numbers and matches.
pub(super) fn of_alpha(
    network: &Network,
    alpha: usize,
) -> impl Iterator<Item = (usize, &Match, &Counted)> {
    let of_alpha = all(network).enumerate();
    let of_alpha = of_alpha.filter(move |(_, (_, _, counted))| counted.alpha == alpha);
    of_alpha.map(|(number, (entry, _, counted))| (number, entry, counted))
}

/// The expressions of type `Counted` of a plan.
pub(in crate::generate) fn emit_counted(
    sets: FieldSets,
    network: &Network,
) -> impl Iterator<Item = TokenStream> {
    all(network).map(move |(entry, _, counted)| {
        let quantifier = emit_quantifier(counted.plan.quantified.quantifier);
        let (node, fact) = (int(entry.node), emit_part(sets, &counted.fact));
        let outer = counted.plan.outer.iter().map(|&place| int(place));
        quote! {
            __rt::Counted {
                node: #node,
                quantifier: #quantifier,
                fact: #fact,
                outer: &[#(#outer),*],
            }
        }
    })
}

impl SearchWriter<'_> {
    /// The functions of a counted pattern.
    pub(super) fn emit_counted(
        &self,
        number: usize,
        counted: &Counted,
        arms: &mut Arms,
    ) -> TokenStream {
        let count = self.emit_count(number, counted, arms);
        let number = self.numbers.counted + number;
        let [outer, complete] = ["outer", "complete"].map(|what| self.function(what, number));
        let plan = &counted.plan;
        let elements = plan.outer.iter().map(|&place| self.patterns[place]);
        let elements: Vec<_> = elements.collect();
        let text = &plan.quantified.text;

        let slots = elements.iter().map(|&element| names::local(element));
        let add = quote! { __matches.add_outer(&[#(#slots),*]); };
        let style = self.style(&counted.indexes, self.patterns.len());
        let back = self.emit_loops(&style, &plan.back, &add);
        let rest = self.emit_loops(&style, &plan.rest, &self.emit_found());
        let from = [plan.fact().element];
        let doc = self.doc(text, "the facts that go with one that it counts");
        let back = self.emit_function(&outer, &doc, (None, &from), &back);
        let doc = self.doc(text, "the matches of such facts");
        let rest = self.emit_function(&complete, &doc, (None, &elements), &rest);

        let number = int(number);
        let places = (0..elements.len()).map(int);
        arms.outer
            .extend(quote! { #number => Self::#outer(__slot, __memory, __network, __matches), });
        arms.complete.extend(quote! {
            #number => Self::#complete(#(__facts[#places],)* __memory, __network, __matches),
        });
        quote! { #count #back #rest }
    }

    /// How many facts go with outer facts, counted no further than it takes to know whether they are as many as asked
    /// for.
    fn emit_count(&self, number: usize, counted: &Counted, arms: &mut Arms) -> TokenStream {
        let (name, outer) = &self.counts[number];
        let plan = &counted.plan;
        let found = match plan.quantified.quantifier {
            Quantifier::None | Quantifier::Some => quote! { return 1; },
            Quantifier::One => quote! {
                __count += 1;
                if __count > 1 { return __count; }
            },
        };
        let style = self.style(&counted.indexes, 0);
        let loops = self.emit_loops(&style, &plan.facts, &found);
        let body = match plan.quantified.quantifier {
            Quantifier::None | Quantifier::Some => quote! { #loops 0 },
            Quantifier::One => quote! { let mut __count = 0; #loops __count },
        };
        let Names {
            memory, network_ty, ..
        } = self.conditions.names;
        let doc = self.doc(&plan.quantified.text, "how many there are");
        let slots = outer.iter().map(|&element| names::local(element));
        let number = int(self.numbers.counted + number);
        let places = (0..outer.len()).map(int);
        arms.count.extend(quote! {
            #number => Self::#name(#(__facts[#places],)* __unchanged, __memory, __network),
        });
        quote! {
            #[doc = #doc]
            fn #name(
                #(#slots: __rt::Slot,)*
                __unchanged: bool,
                __memory: &#memory,
                __network: &#network_ty,
            ) -> u32 {
                #body
            }
        }
    }
}
