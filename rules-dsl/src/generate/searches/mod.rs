//! Generates the searches for matches that are found whole: a function for each pattern from which one begins, of loops
//! over the facts that go with it; for each counted pattern how many facts go with outer facts, and the way back.

mod counted;
mod in_common;
mod look_ups;
mod style;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::hir::{ElementId, RuleId, TestId};
use crate::network::{
    Beginning, Context, Input, Match, Network, NodeKind, Reads, Search, Seed, Whole,
};
use crate::plan::{KeyPart, Nest};

use super::arms::Arms;
use super::conditions::ConditionWriter;
use super::literals::{FieldSets, hexadecimal, int, kind};
use super::loops::{Facts, LoopWriter, emit_is_hashed};
use super::names::{self, Names};
use super::scope::Scope;
use super::view::View;

use look_ups::{LookUpNumbers, LookUps};
use style::{Given, InMatch};

pub(super) use counted::emit_counted;

/// The matches of a network that are found whole.
fn wholes(network: &Network) -> impl Iterator<Item = (&Match, &Whole)> {
    let matches = network.matches.iter();
    matches.filter_map(|entry| Some((entry, entry.whole()?)))
}

/// The joins of matches of which all facts are looked up, by a key or within a range.
pub(super) fn looked_up(network: &Network) -> BTreeSet<usize> {
    let is_looked_up = |whole: &Whole| {
        let mut scans = whole.seeds.iter().flat_map(|seed| seed.plan.nest.scans());
        scans.all(|(_, scan)| !(scan.keys.left.is_empty() && scan.keys.ranges.is_empty()))
    };
    let wholes = wholes(network).filter(|(_, whole)| is_looked_up(whole));
    wholes
        .flat_map(|(entry, whole)| joins(network, entry, whole.facts.len()))
        .collect()
}

/// The expressions of type `WholeSearch` of a plan.
pub(super) fn emit_plans(network: &Network) -> impl Iterator<Item = TokenStream> {
    network.searches.iter().map(|search| {
        let beginnings = search.beginnings.iter();
        let seeds = beginnings.map(|beginning| emit_plan_of(network, search, beginning));
        quote! { __rt::WholeSearch { seeds: &[#(#seeds),*] } }
    })
}

/// What a search finds from one of its beginnings, and the indexes that it asks in any case.
fn emit_plan_of(network: &Network, search: &Search, beginning: &Beginning) -> TokenStream {
    let (mut nodes, mut asks) = (Vec::new(), BTreeSet::new());
    for &(entry, number) in &beginning.seeds {
        nodes.push(int(network.matches[entry].node));
        asks.extend(network.seed(entry, number).asks(search));
    }
    let asks = asks.into_iter().map(int);
    quote! { __rt::Seed { nodes: &[#(#nodes),*], asks: &[#(#asks),*] } }
}

/// A search that begins from the facts of an alpha memory.
pub(super) struct Seeding<'n> {
    /// Which.
    pub(super) search: usize,
    /// Which of its seeds they are.
    pub(super) seed: usize,
    /// The fields of them that its rules read.
    pub(super) reads: &'n Reads,
}

/// The searches that begin from the facts of an alpha memory.
pub(super) fn seedings(network: &Network, alpha: usize) -> impl Iterator<Item = Seeding<'_>> {
    let searches = network.searches.iter().enumerate();
    searches.flat_map(move |(search, of)| {
        let beginnings = of.beginnings.iter().enumerate();
        let of_alpha = beginnings.filter(move |(_, of)| of.alpha == alpha);
        of_alpha.map(move |(seed, of)| Seeding {
            search,
            seed,
            reads: &of.reads,
        })
    })
}

/// The expressions of type `Seeding` of an alpha memory.
pub(super) fn emit_seedings(sets: FieldSets, network: &Network, alpha: usize) -> Vec<TokenStream> {
    let seedings = seedings(network, alpha).map(|seeding| {
        let [search, seed] = [seeding.search, seeding.seed].map(int);
        let reads = sets.set(seeding.reads);
        quote! { __rt::Seeding { search: #search, seed: #seed, reads: #reads } }
    });
    seedings.collect()
}

/// Whether patterns count the facts of an alpha memory.
pub(super) fn counts_facts_of(network: &Network, alpha: usize) -> bool {
    counted::of_alpha(network, alpha).next().is_some()
}

/// The expressions of type `Feed` by which patterns count the facts of an alpha memory.
pub(super) fn emit_counted_feeds(
    sets: FieldSets,
    network: &Network,
    alpha: usize,
) -> Vec<TokenStream> {
    let feeds = counted::of_alpha(network, alpha).map(|(number, entry, counted)| {
        let [number, node] = [number, entry.node].map(int);
        let reads = sets.set(&counted.fact.reads);
        quote! { __rt::Feed { node: #node, side: __rt::Side::Counted(#number), reads: #reads } }
    });
    feeds.collect()
}

impl ConditionWriter<'_> {
    /// `Conditions::search`, `count`, `outer` and `complete`: the functions, one for each search; and `Program::LOOK_UPS`.
    pub(super) fn emit_searches(&self, arms: &mut Arms) -> TokenStream {
        let mut look_ups = LookUps::default();
        let mut numbers = Numbers::default();
        let matches = self.network.matches.iter();
        let writers = matches.map(|entry| {
            let whole = entry.whole()?;
            let writer = SearchWriter::new(self, entry, whole, numbers);
            numbers.counted += whole.counted.len();
            numbers.tests += self.ruleset.rule(entry.context.rule).tests.len();
            Some(writer)
        });
        let writers: Vec<_> = writers.collect();
        let searches = self.network.searches.iter().enumerate();
        let mut functions: TokenStream = searches
            .map(|(number, search)| {
                let begun = search.seeds().map(|(beginning, entry, seed)| {
                    let writer = writers[entry].as_ref();
                    let writer = writer.expect("searches are of what is found whole");
                    let seed = &writer.whole.seeds[seed];
                    Begun {
                        beginning,
                        writer,
                        seed,
                        look_ups: look_ups.add(writer, seed),
                    }
                });
                let begun: Vec<_> = begun.collect();
                self.emit_search(number, search, &begun, arms)
            })
            .collect();
        let rest = writers.iter().flatten();
        functions.extend(rest.map(|writer| writer.emit(arms)));
        arms.look_ups = look_ups.emit();
        functions
    }

    /// The searches that begin alike: each finds its matches in turn among the facts that they look up together. Where they
    /// begin from the facts of several memories, the function is told from which one it should.
    fn emit_search(
        &self,
        number: usize,
        search: &Search,
        begun: &[Begun<'_>],
        arms: &mut Arms,
    ) -> TokenStream {
        let Begun {
            writer,
            seed,
            ref look_ups,
            ..
        } = begun[0];
        let name = writer.function("search", number);
        let number = int(number);
        let chooses = search.beginnings.len() > 1;
        let seeds = chooses.then(|| quote! { __seeds, });
        arms.search.extend(
            quote! { #number => Self::#name(#seeds __slot, __memory, __network, __matches), },
        );
        let are_many = begun.len() > 1;
        let takes = begun.iter().map(|begun| {
            let node = int(begun.writer.joins[begun.seed.plan.place]);
            // The facts of the first loop are looked up together.
            let first = are_many.then(|| begun.first_look_up()).flatten();
            let looks_up = first.map(look_ups::emit_asked);
            let takes = quote! { __matches.takes(#node); #looks_up };
            begun.where_meant(chooses, &takes)
        });
        let from = writer.patterns[seed.plan.place];
        let body = if are_many {
            let untouched = untouched_alike(begun);
            let given = Given {
                facts: quote! { [__with] },
                are_untouched: untouched.is_some(),
            };
            let bodies = begun.iter().map(|begun| {
                let Begun {
                    writer,
                    seed,
                    look_ups,
                    ..
                } = begun;
                let from = names::local(writer.patterns[seed.plan.place]);
                let body = writer.emit_seed(seed, look_ups, Some(given.clone()));
                begun.where_meant(chooses, &quote! { { let #from = __slot; #body } })
            });
            let bodies: Vec<_> = bodies.collect();
            let together = match &search.common {
                Some(common) => {
                    writer.emit_in_common(common, (chooses, begun), untouched.as_ref(), &bodies)
                }
                None => writer.emit_first(seed, &quote! { #untouched #(#bodies)* }),
            };
            let from = names::local(from);
            quote! { let __slot = #from; #together }
        } else {
            writer.emit_seed(seed, look_ups, None)
        };
        let rules: Vec<RuleId> = begun
            .iter()
            .map(|begun| begun.writer.context.rule)
            .collect();
        let text = &self.ruleset.rule(rules[0]).elements[from.0].text;
        let doc = format!("{}: the matches of a fact", self.doc(&rules, text));
        let body = quote! { #(#takes)* #body };
        let seeds = chooses.then(|| quote! { __seeds: u64, });
        writer.emit_function(&name, &doc, (seeds, &[from]), &body)
    }
}

/// Passes over the facts of the first loop that the change touches, where each of these searches would.
fn untouched_alike(begun: &[Begun<'_>]) -> Option<TokenStream> {
    let mut each = begun.iter().map(|Begun { writer, seed, .. }| {
        let (step, _) = seed.plan.first_scan()?;
        (step < seed.plan.place).then(|| writer.emit_untouched(step, &format_ident!("__with")))
    });
    let first = each.next()??;
    let is_alike = |other: Option<TokenStream>| {
        other.is_some_and(|other| other.to_string() == first.to_string())
    };
    each.all(is_alike).then_some(first)
}

/// A search of a match that begins like others.
struct Begun<'w> {
    /// The place of its beginning among those of them all.
    beginning: usize,
    writer: &'w SearchWriter<'w>,
    seed: &'w Seed,
    look_ups: LookUpNumbers,
}

impl Begun<'_> {
    /// The number under which the look-up of the first loop is counted, if it is.
    fn first_look_up(&self) -> Option<usize> {
        let (step, _) = self.seed.plan.first_scan()?;
        self.look_ups.get(&step).copied()
    }

    /// What is done if the search should begin so, where it might begin otherwise.
    fn where_meant(&self, chooses: bool, done: &TokenStream) -> TokenStream {
        if !chooses {
            return done.clone();
        }
        let bit = hexadecimal(1 << self.beginning);
        quote! { if __seeds & #bit != 0 { #done } }
    }
}

/// How many of the functions of a ruleset come before those of a match.
#[derive(Clone, Copy, Default)]
struct Numbers {
    counted: usize,
    tests: usize,
}

/// Writes the searches of a match.
struct SearchWriter<'w> {
    conditions: &'w ConditionWriter<'w>,
    /// The node of the match.
    node: usize,
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
    /// The tests of which it is asked whether facts are looked up by them, each with the [comparison](SearchWriter::asked_of) that is asked.
    keys: RefCell<BTreeSet<(TestId, usize)>>,
}

impl<'w> SearchWriter<'w> {
    fn new(
        conditions: &'w ConditionWriter<'w>,
        entry: &'w Match,
        whole: &'w Whole,
        numbers: Numbers,
    ) -> Self {
        let ruleset = conditions.ruleset;
        let Context { rule, branches, .. } = &entry.context;
        let name = names::rule(ruleset.rule(*rule));
        let patterns = entry.patterns();
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
            node: entry.node,
            whole,
            numbers,
        }
    }

    /// The functions of its counted patterns, and those that say by what facts are looked up.
    fn emit(&self, arms: &mut Arms) -> TokenStream {
        let mut functions = TokenStream::new();
        for (number, counted) in self.whole.counted.iter().enumerate() {
            functions.extend(self.emit_counted(number, counted, arms));
        }
        let keys = self.keys.borrow().clone();
        functions.extend(keys.into_iter().map(|key| self.emit_looks_up(key)));
        functions
    }

    /// Whether the sides of a comparison hash alike, or have places, so that facts are looked up by it.
    fn emit_looks_up(&self, (test, comparison): (TestId, usize)) -> TokenStream {
        let scope = self.scope();
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
            comparison,
            left_operand: true,
        };
        let is_hashed = emit_is_hashed(&scope, part, quote! { #(let #slots = __rt::Slot(0);)* });
        let name = self.looks_up((test, comparison));
        let equality = &scope.rule().tests[test.0].text;
        let doc = self.doc(equality, "whether facts are looked up by it");
        let memory = &self.conditions.names.memory;
        quote! {
            #[doc = #doc]
            fn #name(__memory: &#memory) -> bool { #is_hashed }
        }
    }

    /// The function that says whether facts are looked up by a comparison of a test.
    fn looks_up(&self, (test, comparison): (TestId, usize)) -> Ident {
        let asked = if comparison == 0 {
            "looks_up"
        } else {
            "looks_within"
        };
        self.function(asked, self.numbers.tests + test.0)
    }

    /// The test of a side of a key, and the comparison that is asked for it: what a test implies is all of one type.
    fn asked_of(&self, part: KeyPart) -> (TestId, usize) {
        let part = part.of_its_type(self.scope().rule());
        (part.test, part.comparison)
    }

    /// The search from the fact of a pattern; `first` are the facts of the first loop, where others loop over them too.
    fn emit_seed(
        &self,
        seed: &Seed,
        look_ups: &LookUpNumbers,
        first: Option<Given>,
    ) -> TokenStream {
        let Seed {
            plan,
            indexes,
            other_indexes,
            ..
        } = seed;
        let Some(other) = &plan.other else {
            let style = InMatch {
                wider: Some(&seed.wider),
                reduced: Some(&seed.reduced),
                look_ups: Some(look_ups),
                ..self.style(indexes, plan.place)
            };
            return self.emit_way(&plan.nest, &style.beginning_with(&plan.nest, first));
        };
        debug_assert!(first.is_none(), "what goes two ways begins like no other");
        let ways = [
            (&plan.nest, indexes, quote! { __one }),
            (other, other_indexes, quote! { __other }),
        ];
        let [one, other] = ways.map(|(nest, indexes, facts)| {
            let (step, scan) = nest.first_scan().expect("both ways begin with a look-up");
            let style = self.style(indexes, plan.place);
            let Facts { before, all, .. } = style.look_up(step, scan, &self.scope());
            let given = Given {
                facts: facts.clone(),
                are_untouched: false,
            };
            let style = style.beginning_with(nest, Some(given));
            let loops = self.emit_way(nest, &style);
            (quote! { #before let #facts = #all; }, loops)
        });
        let [(one, one_loops), (other, other_loops)] = [one, other];
        quote! {
            #one
            #other
            if __one.are_fewer(&__other) { #one_loops } else { #other_loops }
        }
    }

    /// The loops of a search that go one way.
    fn emit_way(&self, nest: &Nest, style: &InMatch<'_>) -> TokenStream {
        self.emit_loops(style, nest, &self.emit_found())
    }

    /// The first loop of such a search.
    fn emit_first(&self, seed: &Seed, body: &TokenStream) -> TokenStream {
        let (step, scan) = seed.plan.first_scan().expect("it looks facts up first");
        let scope = self.scope();
        let style = InMatch {
            wider: Some(&seed.wider),
            ..self.style(&seed.indexes, 0)
        };
        let Facts { before, all, .. } = style.look_up(step, scan, &scope);
        quote! {
            #before
            for __with in #all { #body }
        }
    }

    /// Passes over a fact of a place that the change touches: its matches are found from it.
    fn emit_untouched(&self, place: usize, slot: &Ident) -> TokenStream {
        let sets = FieldSets::of(self.conditions.ruleset);
        let part = &self.whole.facts[place];
        let (kind, reads) = (kind(part.fact_type), sets.set(&part.reads));
        quote! { if __network.is_touched(#kind, #reads, #slot) { continue; } }
    }

    /// What is done with a match.
    fn emit_found(&self) -> TokenStream {
        let node = int(self.node);
        let slots = self.patterns.iter().map(|&element| names::local(element));
        quote! { __matches.add(#node, &[#(#slots),*]); }
    }

    /// How loops find facts. Those at places before `untouched` are passed over where the change touches them.
    fn style<'s>(&'s self, indexes: &'s BTreeMap<usize, usize>, untouched: usize) -> InMatch<'s> {
        InMatch {
            writer: self,
            indexes,
            wider: None,
            reduced: None,
            look_ups: None,
            first: None,
            untouched,
        }
    }

    fn scope(&self) -> Scope<'_> {
        let ConditionWriter {
            ruleset,
            definitions,
            ..
        } = self.conditions;
        Scope::new(ruleset, definitions, &self.context, View::of_locals())
    }

    /// The loops of a nest.
    fn emit_loops(&self, style: &InMatch<'_>, nest: &Nest, innermost: &TokenStream) -> TokenStream {
        let nests = std::slice::from_ref(nest);
        let scope = self.scope();
        LoopWriter::new(style).search(nests, &[], &scope, &|_, _| innermost.clone())
    }

    /// A function that adds to matches, given the slots of some elements.
    fn emit_function(
        &self,
        name: &Ident,
        doc: &str,
        (seeds, given): (Option<TokenStream>, &[ElementId]),
        body: &TokenStream,
    ) -> TokenStream {
        let Names {
            memory, network_ty, ..
        } = self.conditions.names;
        let slots = given.iter().map(|&element| names::local(element));
        quote! {
            #[doc = #doc]
            #[inline(never)]
            fn #name(
                #seeds
                #(#slots: __rt::Slot,)*
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
