//! Generates the searches for matches that are found whole: a function for each pattern from which one begins, of loops
//! over the facts that go with it.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;
use syn::Lifetime;

use crate::hir::{ElementId, Quantifier, TestId};
use crate::network::{Context, Input, Match, Network, NodeKind, Place, Seed, Whole};
use crate::plan::{Scan, StepId};

use super::arms::Arms;
use super::conditions::ConditionWriter;
use super::literals::{FieldSets, int};
use super::loops::{Facts, LoopWriter, Style};
use super::names::{self, Names};
use super::queries::emit_hash;
use super::scope::Scope;
use super::view::View;

/// The searches of a network, each with the entry of the match and what it finds, in the order of their numbers.
fn searches(network: &Network) -> impl Iterator<Item = (usize, &Match, &Whole, &Seed)> {
    let matches = network.matches.iter().enumerate();
    matches.flat_map(|(index, entry)| {
        let whole = entry.whole.iter();
        whole.flat_map(move |whole| {
            whole
                .seeds
                .iter()
                .map(move |seed| (index, entry, whole, seed))
        })
    })
}

/// The expressions of type `Seed` of a plan.
pub(super) fn emit_seeds(network: &Network) -> impl Iterator<Item = TokenStream> {
    searches(network).map(|(index, _, _, seed)| {
        let node = int(match_node(network, index));
        let place = int(seed.plan.place);
        let asks = seed.indexes.values().map(|&index| int(index));
        quote! { __rt::Seed { node: #node, place: #place, asks: &[#(#asks),*] } }
    })
}

/// The expressions of type `Feed` by which an alpha memory begins searches.
pub(super) fn emit_feeds(
    sets: FieldSets,
    network: &Network,
    alpha: usize,
) -> impl Iterator<Item = TokenStream> {
    let numbered = searches(network).enumerate();
    let of_alpha = numbered.filter(move |(_, (_, _, _, seed))| seed.alpha == alpha);
    of_alpha.map(move |(number, (index, _, whole, seed))| {
        let (node, number) = (int(match_node(network, index)), int(number));
        let reads = sets.set(&whole.facts[seed.plan.place].reads);
        quote! { __rt::Feed { node: #node, side: __rt::Side::Seed(#number), reads: #reads } }
    })
}

/// The node of an entry of the matches.
fn match_node(network: &Network, entry: usize) -> usize {
    let is_of = |kind: &NodeKind| matches!(kind, NodeKind::Match { index } if *index == entry);
    let node = network.nodes.iter().position(|node| is_of(&node.kind));
    node.expect("each match has a node")
}

impl ConditionWriter<'_> {
    /// `Program::search`: the functions, one for each search.
    pub(super) fn emit_searches(&self, arms: &mut Arms) -> TokenStream {
        let mut functions = TokenStream::new();
        let Names {
            memory, network_ty, ..
        } = self.names;
        for (number, (index, entry, _, seed)) in searches(self.network).enumerate() {
            let rule = self.ruleset.rule(entry.context.rule);
            let name = names::function("search", &names::rule(rule), number);
            let patterns = patterns(entry);
            let from = patterns[seed.plan.place];
            let body = self.emit_search(index, entry, seed, &patterns);
            let doc = self.doc(&[entry.context.rule], &rule.elements[from.0].text);
            let doc = format!("{doc}: the matches of a fact");
            let slot = names::local(from);
            functions.extend(quote! {
                #[doc = #doc]
                #[inline(never)]
                fn #name(
                    #slot: u32,
                    __memory: &#memory,
                    __network: &#network_ty,
                    __found: &mut __rt::Matches,
                ) {
                    #body
                }
            });
            let number = int(number);
            arms.search
                .extend(quote! { #number => Self::#name(__slot, __memory, __network, __found), });
        }
        functions
    }

    fn emit_search(
        &self,
        index: usize,
        entry: &Match,
        seed: &Seed,
        patterns: &[ElementId],
    ) -> TokenStream {
        let branches = entry.context.branches.clone();
        let context = Context::of_slots(self.ruleset, entry.context.rule, branches);
        let view = View::of_locals();
        let scope = Scope::new(self.ruleset, self.definitions, &context, view);
        let style = FromFact {
            index,
            seed,
            joins: joins(self.network, index),
        };
        let begins = int(style.join(seed.plan.place));
        let slots = patterns.iter().map(|&element| names::local(element));
        let found = quote! { __found.add(&[#(#slots),*]); };
        let nests = std::slice::from_ref(&seed.plan.nest);
        let search = LoopWriter::new(&style).search(nests, &[], &scope, &|_, _| found.clone());
        quote! {
            __found.takes(#begins);
            #search
        }
    }
}

/// The elements of the patterns of a match that is found whole, left to right.
fn patterns(entry: &Match) -> Vec<ElementId> {
    let places = entry.context.places.iter();
    let mut patterns: BTreeMap<u32, ElementId> = BTreeMap::new();
    for (&element, place) in places {
        if let Place::Whole(place) = place {
            patterns.insert(*place, element);
        }
    }
    patterns.into_values().collect()
}

/// The joins that a match is drawn with, left to right.
fn joins(network: &Network, entry: usize) -> Vec<usize> {
    let mut joins = Vec::new();
    let mut at = match_node(network, entry);
    while let Input::Node(producer) = network.nodes[at].input {
        joins.push(producer);
        at = producer;
    }
    joins.reverse();
    joins
}

/// Loops from the fact of a pattern.
struct FromFact<'n> {
    /// The entry of the match.
    index: usize,
    seed: &'n Seed,
    /// The joins that it is drawn with.
    joins: Vec<usize>,
}

impl FromFact<'_> {
    /// The join that a pattern is drawn with; that of the first pattern is that of the one from which the search begins.
    fn join(&self, place: usize) -> usize {
        let place = if place == 0 {
            self.seed.plan.place
        } else {
            place
        };
        self.joins[place.max(1) - 1]
    }
}

impl Style for FromFact<'_> {
    fn facts(&self, step: StepId, scan: &Scan, scope: &Scope<'_>) -> Facts {
        let (slot, of) = (names::local(scan.element), names::hash(scan.element));
        let index = int(self.seed.indexes[&step.0]);
        let hash = emit_hash(scope, scan.element, &scan.keys.left);
        let join = int(self.join(step.0));
        let mut inside = quote! { __found.tests(#join); };
        if step.0 < self.seed.plan.place {
            // Such matches are found from that fact.
            let (entry, place) = (int(self.index), int(step.0));
            inside = quote! {
                if __network.is_touched(#entry, #place, #slot) { continue; }
                #inside
            };
        }
        Facts {
            before: quote! { let #of = #hash; },
            item: quote! { #slot },
            all: quote! { __network.facts(#index, #of) },
            inside,
        }
    }

    fn passed(&self, step: StepId) -> TokenStream {
        let join = int(self.join(step.0));
        quote! { __found.passes(#join); }
    }

    fn tests(&self, _: StepId, level: &mut Scope<'_>, tests: &[TestId]) {
        level.tests(tests);
    }

    fn found(
        &self,
        _: Quantifier,
        _: &dyn Fn() -> Lifetime,
        _: &dyn Fn(TokenStream) -> TokenStream,
    ) -> TokenStream {
        unreachable!("matches that are found whole are of facts alone")
    }
}
