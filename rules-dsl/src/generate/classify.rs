//! Generates which alpha memories a fact belongs to, and to which of some it may belong, for look-ups in common.
//!
//! Where many memories of a type test one of its integer fields against constants, the field's value is looked
//! up once: by a `match` where all ask for single values, else by a tree of comparisons, in which each memory
//! stands at the few subtrees that together are just its values (a segment tree, after Bentley, *Algorithms for
//! Klee's Rectangle Problems*, 1977). What is left is tested one memory after the other.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;

use crate::analysis::integers::{Integers, integers};
use crate::hir::FactTypeId;

use super::conditions::ConditionWriter;
use super::literals::{FieldSets, hexadecimal};
use super::names;

/// From how many memories on a field's value is looked up.
const MANY: usize = 6;

/// Writes what is done for a memory.
type Done<'a> = dyn Fn(usize) -> TokenStream + 'a;

/// Writes what is done where a memory is found; whether the value met all of its tests.
type Hit<'a> = dyn Fn(usize, bool) -> TokenStream + 'a;

/// How the alpha memories of one fact type are found.
pub(super) struct Classification {
    lookups: Vec<Lookup>,
    /// The memories that no lookup finds.
    others: Vec<usize>,
}

/// The memories found by the value of one field.
struct Lookup {
    member: String,
    found: Vec<Found>,
}

/// A memory that is found by an integer.
struct Found {
    alpha: usize,
    integers: Integers,
    /// Whether its tests say nothing else.
    is_all: bool,
}

impl Classification {
    /// How many memories there are, each counted for every range of values by which it is found.
    pub(super) fn ranges(&self) -> usize {
        let found = self.lookups.iter().flat_map(|lookup| &lookup.found);
        let found = found.map(|found| found.integers.ranges.len());
        found.sum::<usize>() + self.others.len()
    }

    /// Whether a memory's facts are found by their value alone, so that its tests are never evaluated.
    pub(super) fn is_found(&self, alpha: usize) -> bool {
        let mut found = self.lookups.iter().flat_map(|lookup| &lookup.found);
        found.any(|found| found.alpha == alpha && found.is_all)
    }
}

impl ConditionWriter<'_> {
    /// How the memories of each type are found.
    pub(super) fn classifications(&self) -> Vec<Classification> {
        let types = (0..self.ruleset.fact_types.len()).map(FactTypeId);
        types
            .map(|id| self.classification(self.network.alphas_of(id).collect(), MANY))
            .collect()
    }

    /// Plans how memories of one type are found: by the field that tells most of them apart, then by the one
    /// that tells most of the others apart, and so on, as long as it tells so many apart.
    fn classification(&self, mut others: Vec<usize>, many: usize) -> Classification {
        let mut lookups = Vec::new();
        loop {
            let mut by_member: BTreeMap<String, Vec<Found>> = BTreeMap::new();
            for &alpha in &others {
                for found in self.found(alpha) {
                    let member = found.integers.member.clone();
                    by_member.entry(member).or_default().push(found);
                }
            }
            let best = by_member.into_iter().max_by_key(|(_, found)| found.len());
            let Some((member, found)) = best.filter(|(_, found)| found.len() >= many) else {
                return Classification { lookups, others };
            };
            others.retain(|alpha| found.iter().all(|found| found.alpha != *alpha));
            lookups.push(Lookup { member, found });
        }
    }

    /// By which fields a memory's facts can be found.
    fn found(&self, alpha: usize) -> Vec<Found> {
        let tests = &self.network.alphas[alpha].tests;
        let mut by_member: BTreeMap<String, (Integers, usize)> = BTreeMap::new();
        for &test in &tests.tests {
            let Some(said) = integers(self.ruleset, tests.context.rule, test) else {
                continue;
            };
            match by_member.get_mut(&said.member) {
                None => {
                    by_member.insert(said.member.clone(), (said, 1));
                }
                Some((known, count)) => {
                    if let Some(both) = known.intersect(&said) {
                        *known = both;
                        *count += 1;
                    }
                }
            }
        }
        let found = by_member.into_values().map(|(integers, count)| Found {
            alpha,
            integers,
            is_all: count == tests.tests.len(),
        });
        found.collect()
    }

    /// The statements that do something for each of the memories to which the fact in `__slot` belongs, if its readers read
    /// one of `__fields`.
    pub(super) fn emit_classification(
        &self,
        id: FactTypeId,
        classification: &Classification,
        done: &Done<'_>,
    ) -> TokenStream {
        let hit = |alpha, is_met| self.emit_hit(alpha, is_met, done);
        let lookups = self.emit_lookups_of(id, classification, &hit);
        let others = classification.others.iter();
        let others = others.map(|&alpha| hit(alpha, false));
        quote! { #lookups #(#others)* }
    }

    /// The bits of memories of one type, in their order, to which the fact in `__slot` may belong by the values of fields:
    /// what a block holds whose value they are. None where no field tells so many of them apart.
    pub(super) fn emit_may_belong(
        &self,
        id: FactTypeId,
        alphas: &[usize],
        many: usize,
    ) -> Option<TokenStream> {
        let each: BTreeSet<usize> = alphas.iter().copied().collect();
        let classification = self.classification(each.into_iter().collect(), many);
        if classification.lookups.is_empty() {
            return None;
        }
        let bits = |alpha| {
            let places = (0..alphas.len()).filter(|&place| alphas[place] == alpha);
            places.fold(0, |bits, place| bits | 1 << place)
        };
        let others = classification.others.iter();
        let others = hexadecimal(others.fold(0, |others, &alpha| others | bits(alpha)));
        let lookups = self.emit_lookups_of(id, &classification, &|alpha, _| {
            let bits = hexadecimal(bits(alpha));
            quote! { __may |= #bits; }
        });
        Some(quote! { let mut __may = #others; #lookups __may })
    }

    /// The look-ups, by the values of the fact in `__slot`.
    fn emit_lookups_of(
        &self,
        id: FactTypeId,
        classification: &Classification,
        hit: &Hit<'_>,
    ) -> TokenStream {
        let slab = &self.ruleset.fact_types[id.0].slab;
        let lookups = classification.lookups.iter().map(|lookup| {
            let member = names::member(&lookup.member, Span::call_site());
            let found = emit_lookup(lookup, hit);
            quote! {
                let __integer = __memory.#slab.value(__slot).#member;
                #found
            }
        });
        lookups.collect()
    }

    /// What is done for a memory, if its readers read one of the fields and the fact meets its tests.
    fn emit_hit(&self, number: usize, is_met: bool, done: &Done<'_>) -> TokenStream {
        let alpha = &self.network.alphas[number];
        let reads = self.network.alpha_reads(number);
        let is_read = FieldSets::of(self.ruleset).meets(&quote! { __fields }, &reads);
        let test = (!is_met && !alpha.tests.tests.is_empty()).then(|| {
            let name = self.alpha_name(number, alpha);
            quote! { && Self::#name(__memory, __slot) }
        });
        let done = done(number);
        quote! { if #is_read #test { #done } }
    }
}

fn emit_lookup(lookup: &Lookup, hit: &Hit<'_>) -> TokenStream {
    let found: Vec<&Found> = lookup.found.iter().collect();
    let is_single = |range: &RangeInclusive<i128>| range.start() == range.end();
    let mut ranges = found.iter().flat_map(|found| &found.integers.ranges);
    if ranges.all(is_single) {
        return emit_match(&found, hit);
    }
    let bounds = found.iter().flat_map(|found| found.integers.bounds());
    let bounds: Vec<i128> = bounds.collect::<BTreeSet<i128>>().into_iter().collect();
    let of_type = found[0].integers.of_type.clone();
    emit_tree(&found, &bounds, of_type, hit)
}

/// An arm for each value.
fn emit_match(found: &[&Found], hit: &Hit<'_>) -> TokenStream {
    let mut by_value: BTreeMap<i128, Vec<TokenStream>> = BTreeMap::new();
    for found in found {
        for range in &found.integers.ranges {
            let hits = by_value.entry(*range.start()).or_default();
            hits.push(hit(found.alpha, found.is_all));
        }
    }
    let arms = by_value.into_iter().map(|(value, hits)| {
        let value = Literal::i128_unsuffixed(value);
        quote! { #value => { #(#hits)* } }
    });
    quote! { match __integer { #(#arms)* _ => {} } }
}

/// What is found by a value within some bounds: the memories all of whose values these are at once, the
/// others on the side of the middle where they are.
fn emit_tree(
    found: &[&Found],
    bounds: &[i128],
    within: RangeInclusive<i128>,
    hit: &Hit<'_>,
) -> TokenStream {
    let has_all = |found: &Found| {
        let mut ranges = found.integers.ranges.iter();
        ranges.any(|range| range.start() <= within.start() && within.end() <= range.end())
    };
    let has_some = |found: &Found| {
        let mut ranges = found.integers.ranges.iter();
        ranges.any(|range| range.start() <= within.end() && within.start() <= range.end())
    };
    let some = found.iter().copied().filter(|found| has_some(found));
    let (here, below): (Vec<&Found>, Vec<&Found>) = some.partition(|found| has_all(found));
    let here = here.iter().map(|found| hit(found.alpha, found.is_all));
    let here = quote! { #(#here)* };
    if below.is_empty() {
        return here;
    }
    let (less, rest) = bounds.split_at(bounds.len() / 2);
    let (&middle, more) = rest
        .split_first()
        .expect("a range that ends within these bounds ends at one of them");
    let lesser = emit_tree(&below, less, *within.start()..=middle - 1, hit);
    let greater = emit_tree(&below, more, middle..=*within.end(), hit);
    let middle = Literal::i128_unsuffixed(middle);
    quote! { #here if __integer < #middle { #lesser } else { #greater } }
}
