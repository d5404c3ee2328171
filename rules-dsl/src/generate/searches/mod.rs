//! Generates the searches for matches that are found whole: a function for each pattern from which one begins, of loops
//! over the facts that go with it; for each counted pattern how many facts go with outer facts, and the way back.

mod counted;
mod style;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::hir::{ElementId, TestId};
use crate::network::{Context, Input, Match, Network, NodeKind, Place, Seed, Whole};
use crate::plan::{KeyPart, Nest};

use super::arms::Arms;
use super::conditions::ConditionWriter;
use super::literals::{FieldSets, int};
use super::loops::{LoopWriter, emit_is_hashed};
use super::names::{self, Names};
use super::scope::Scope;
use super::view::View;

use style::InMatch;

pub(super) use counted::emit_counted;

/// The matches of a network that are found whole.
fn wholes(network: &Network) -> impl Iterator<Item = (&Match, &Whole)> {
    let matches = network.matches.iter();
    matches.filter_map(|entry| Some((entry, entry.whole.as_ref()?)))
}

/// The searches from facts of matches, in the order of their numbers.
fn seeds(network: &Network) -> impl Iterator<Item = (&Match, &Whole, &Seed)> {
    wholes(network).flat_map(|(entry, whole)| {
        let seeds = whole.seeds.iter();
        seeds.map(move |seed| (entry, whole, seed))
    })
}

/// The expressions of type `Seed` of a plan.
pub(super) fn emit_seeds(network: &Network) -> impl Iterator<Item = TokenStream> {
    seeds(network).map(|(entry, whole, seed)| {
        let (node, place) = (int(entry.node), int(seed.plan.place));
        let asked = whole.counted.iter().flat_map(counted::looked_up);
        let asks = seed.indexes.values().copied().chain(asked).map(int);
        quote! { __rt::Seed { node: #node, place: #place, asks: &[#(#asks),*] } }
    })
}

/// The expressions of type `Feed` by which an alpha memory begins searches.
pub(super) fn emit_feeds(sets: FieldSets, network: &Network, alpha: usize) -> Vec<TokenStream> {
    let feed = |entry: &Match, side: TokenStream, reads| {
        let (node, reads) = (int(entry.node), sets.set(reads));
        quote! { __rt::Feed { node: #node, side: __rt::Side::#side, reads: #reads } }
    };
    let of_seeds = seeds(network).enumerate();
    let of_seeds = of_seeds.filter(|(_, (_, _, seed))| seed.alpha == alpha);
    let of_seeds = of_seeds.map(|(number, (entry, whole, seed))| {
        let number = int(number);
        let reads = &whole.facts[seed.plan.place].reads;
        feed(entry, quote! { Seed(#number) }, reads)
    });
    let of_counted = counted::all(network).enumerate();
    let of_counted = of_counted.filter(|(_, (_, _, counted))| counted.alpha == alpha);
    let of_counted = of_counted.map(|(number, (entry, _, counted))| {
        let number = int(number);
        feed(entry, quote! { Counted(#number) }, &counted.fact.reads)
    });
    of_seeds.chain(of_counted).collect()
}

impl ConditionWriter<'_> {
    /// `Program::search`, `count`, `outer` and `complete`: the functions, one for each search.
    pub(super) fn emit_searches(&self, arms: &mut Arms) -> TokenStream {
        let mut functions = TokenStream::new();
        let mut numbers = Numbers::default();
        for (index, entry) in self.network.matches.iter().enumerate() {
            if let Some(whole) = &entry.whole {
                let writer = SearchWriter::new(self, index, entry, whole, numbers);
                functions.extend(writer.emit(arms));
                numbers.seeds += whole.seeds.len();
                numbers.counted += whole.counted.len();
                numbers.tests += self.ruleset.rule(entry.context.rule).tests.len();
            }
        }
        functions
    }
}

/// How many of the functions of a ruleset come before those of a match.
#[derive(Clone, Copy, Default)]
struct Numbers {
    seeds: usize,
    counted: usize,
    tests: usize,
}

/// Writes the searches of a match.
struct SearchWriter<'w> {
    conditions: &'w ConditionWriter<'w>,
    /// The match.
    index: usize,
    whole: &'w Whole,
    /// Where its elements are found in the loops.
    context: Context,
    /// The elements of its patterns, left to right.
    patterns: Vec<ElementId>,
    /// For each place, the join that the pattern is drawn with; for the first, that of the second.
    joins: Vec<usize>,
    numbers: Numbers,
    /// The functions that count.
    counts: Vec<(Ident, Vec<ElementId>)>,
    /// The equalities of which it is asked whether facts are looked up by them.
    keys: RefCell<BTreeSet<TestId>>,
}

impl<'w> SearchWriter<'w> {
    fn new(
        conditions: &'w ConditionWriter<'w>,
        index: usize,
        entry: &'w Match,
        whole: &'w Whole,
        numbers: Numbers,
    ) -> Self {
        let ruleset = conditions.ruleset;
        let Context { rule, branches, .. } = &entry.context;
        let name = names::rule(ruleset.rule(*rule));
        let patterns = patterns(entry);
        let counted = whole.counted.iter().enumerate();
        let counts = counted.map(|(number, counted)| {
            let outer = counted.plan.outer.iter().map(|&place| patterns[place]);
            let number = numbers.counted + number;
            (names::function("count", &name, number), outer.collect())
        });
        SearchWriter {
            counts: counts.collect(),
            keys: RefCell::default(),
            context: Context::of_slots(ruleset, *rule, branches.clone()),
            joins: joins(conditions.network, entry, patterns.len()),
            patterns,
            conditions,
            index,
            whole,
            numbers,
        }
    }

    fn emit(self, arms: &mut Arms) -> TokenStream {
        let seeds = self.whole.seeds.iter().enumerate();
        let seeds = seeds.map(|(number, seed)| self.emit_seed(number, seed, arms));
        let mut functions: TokenStream = seeds.collect();
        for (number, counted) in self.whole.counted.iter().enumerate() {
            functions.extend(self.emit_counted(number, counted, arms));
        }
        let keys = self.keys.borrow().clone();
        functions.extend(keys.into_iter().map(|test| self.emit_looks_up(test)));
        functions
    }

    /// Whether the sides of an equality hash alike, so that facts are looked up by it.
    fn emit_looks_up(&self, test: TestId) -> TokenStream {
        let ConditionWriter {
            ruleset,
            definitions,
            names,
            ..
        } = self.conditions;
        let scope = Scope::new(ruleset, definitions, &self.context, View::of_locals());
        let counted = self.whole.counted.iter();
        let counted = counted.map(|counted| counted.plan.fact().element);
        let slots = self
            .patterns
            .iter()
            .copied()
            .chain(counted)
            .map(names::local);
        let part = KeyPart {
            test,
            left_operand: true,
        };
        let is_hashed = emit_is_hashed(&scope, part, quote! { #(let #slots = 0;)* });
        let name = self.looks_up(test);
        let equality = &scope.rule().tests[test.0].text;
        let doc = self.doc(equality, "whether facts are looked up by it");
        let memory = &names.memory;
        quote! {
            #[doc = #doc]
            fn #name(__memory: &#memory) -> bool { #is_hashed }
        }
    }

    fn looks_up(&self, test: TestId) -> Ident {
        self.function("looks_up", self.numbers.tests + test.0)
    }

    /// The search from the fact of a pattern.
    fn emit_seed(&self, number: usize, seed: &Seed, arms: &mut Arms) -> TokenStream {
        let place = seed.plan.place;
        let number = self.numbers.seeds + number;
        let name = self.function("search", number);
        let from = self.patterns[place];
        let begins = int(self.joins[place]);
        let found = self.emit_found();
        let loops = self.emit_loops(&seed.plan.nest, &seed.indexes, place, &found);
        let body = quote! { __matches.takes(#begins); #loops };
        let number = int(number);
        arms.search
            .extend(quote! { #number => Self::#name(__slot, __memory, __network, __matches), });
        let text = &self.conditions.ruleset.rule(self.context.rule).elements[from.0].text;
        self.emit_function(&name, text, "the matches of a fact", &[from], &body)
    }

    /// What is done with a match.
    fn emit_found(&self) -> TokenStream {
        let slots = self.patterns.iter().map(|&element| names::local(element));
        quote! { __matches.add(&[#(#slots),*]); }
    }

    /// The loops of a nest. Facts at places before `untouched` are passed over where the change touches them.
    fn emit_loops(
        &self,
        nest: &Nest,
        indexes: &BTreeMap<usize, usize>,
        untouched: usize,
        innermost: &TokenStream,
    ) -> TokenStream {
        let ConditionWriter {
            ruleset,
            definitions,
            ..
        } = self.conditions;
        let scope = Scope::new(ruleset, definitions, &self.context, View::of_locals());
        let style = InMatch {
            entry: self.index,
            patterns: &self.patterns,
            joins: &self.joins,
            indexes,
            first_counted: self.numbers.counted,
            counts: &self.counts,
            untouched,
            looks_up: &|test| self.looks_up(test),
            keys: &self.keys,
        };
        let nests = std::slice::from_ref(nest);
        LoopWriter::new(&style).search(nests, &[], &scope, &|_, _| innermost.clone())
    }

    /// A function that adds to matches, given the slots of some elements.
    fn emit_function(
        &self,
        name: &Ident,
        text: &str,
        what: &str,
        given: &[ElementId],
        body: &TokenStream,
    ) -> TokenStream {
        let Names {
            memory, network_ty, ..
        } = self.conditions.names;
        let doc = self.doc(text, what);
        let slots = given.iter().map(|&element| names::local(element));
        quote! {
            #[doc = #doc]
            #[inline(never)]
            fn #name(
                #(#slots: u32,)*
                __memory: &#memory,
                __network: &#network_ty,
                __matches: &mut __rt::Matches,
            ) {
                #body
            }
        }
    }

    fn doc(&self, text: &str, what: &str) -> String {
        let doc = self.conditions.doc(&[self.context.rule], text);
        format!("{doc}: {what}")
    }

    fn function(&self, what: &str, number: usize) -> Ident {
        let rule = self.conditions.ruleset.rule(self.context.rule);
        names::function(what, &names::rule(rule), number)
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

/// For each of so many places, the join that a match is drawn with there; for the first that of the second, and where
/// there is none the first node.
fn joins(network: &Network, entry: &Match, places: usize) -> Vec<usize> {
    let mut nodes = Vec::new();
    let mut at = entry.node;
    while let Input::Node(producer) = network.nodes[at].input {
        nodes.push(producer);
        at = producer;
    }
    nodes.reverse();
    let is_join = |&&node: &&usize| {
        let kind = &network.nodes[node].kind;
        matches!(kind, NodeKind::Join { .. } | NodeKind::JoinFacts { .. })
    };
    let joins = nodes.iter().filter(is_join).copied();
    let mut joins: Vec<usize> = joins.collect();
    joins.insert(0, joins.first().copied().unwrap_or(nodes[0]));
    debug_assert_eq!(joins.len(), places, "a join for each pattern but the first");
    joins
}
