//! Makes rulesets and changes from a seed, weighted to what breaks engines.
//!
//! Negation over joins, several patterns of one type, rules with a common beginning, writes to join keys,
//! conditions that bind nothing in the first place; all over small domains, so that matches are dense.

mod accumulates;
mod best;
mod cases;
mod changes;
mod circles;
mod conditions;
mod confluent;
mod cursors;
mod effects;
mod expressions;
mod locals;
mod near;
mod patterns;
mod queries;
mod random;
mod rings;
mod rules;
mod scope;
mod search;
mod states;
mod streams;
mod tables;
mod texts;
mod time;

use crate::elements::{Element, Elements};
use crate::model::{FactType, Relation, Rule, Ruleset, Side, Strategy};
use crate::naive::stratify;
use crate::text;
use crate::value::Kind;
pub use changes::change;
pub use confluent::edit;
pub use random::Random;
use rules_dsl::unstable::{Code, Diagnostics, Source};
use std::path::Path;

/// The names of rules, by their place.
const RULES: [&str; 8] = [
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta",
];

/// Makes another seed of a seed.
const TABLES: u64 = 0x7ab1_e500;
/// The same.
const BEST: u64 = 0xbe57_0000;
/// The same.
const CIRCLES: u64 = 0xc1c1_e500;
/// The same.
const CURSORS: u64 = 0xc0_7504;
/// The same.
const CASES: u64 = 0xca5e_5000;
/// The same.
const RINGS: u64 = 0x0121_4650;
/// The same.
const SEARCH: u64 = 0x5ea_4c40;
/// The same.
const STAGES: u64 = 0x57a9_e500;
/// The same.
const STATES: u64 = 0x57a7_e500;
/// The same.
const LOCALS: u64 = 0x10_ca15;
/// The same.
const NEAR: u64 = 0x000e_a200;
/// The same.
const TEXTS: u64 = 0x7e_0715;
/// The same.
const TIME: u64 = 0x71_3e00;

/// The generator of one ruleset.
struct Generator {
    random: Random,
    /// For tables alone: where there are none, a ruleset is what it would be without them.
    of_tables: Random,
    /// For `#[best]` facts alone.
    of_best: Random,
    /// For recursive queries that rules ask alone.
    of_circles: Random,
    /// For rules that move a bound on alone.
    of_cursors: Random,
    /// For rules that differ in a constant alone.
    of_cases: Random,
    /// For rules whose patterns join in a ring alone.
    of_rings: Random,
    /// For rules that find what is near alone.
    of_near: Random,
    /// For rules that join by texts and floats alone.
    of_texts: Random,
    /// For searches alone.
    of_search: Random,
    /// For facts that go through states alone.
    of_states: Random,
    /// For events alone.
    of_time: Random,
    /// For stages alone.
    of_stages: Random,
    /// For variables of blocks that hold facts alone.
    of_locals: Random,
    elements: Elements,
    facts: Vec<FactType>,
    /// The fact types that patterns are made of.
    matched: Vec<FactType>,
    groups: Vec<String>,
    /// Whether blocks may return an error.
    fails: bool,
    /// How many names have been made up.
    named: u32,
}

/// The numbers for one sequence of changes.
#[must_use]
pub fn random(sequence: u64) -> Random {
    Random::new(sequence)
}

/// The ruleset of a seed, its session type named after it: `R7`.
#[must_use]
pub fn ruleset(seed: u64, elements: Elements) -> Ruleset {
    first(seed, elements, Generator::ruleset, |ruleset| {
        !holds_never(ruleset)
    })
}

/// The ruleset of a seed that comes to the same working memory in whatever order its rules fire, of the elements
/// that CLIPS has too.
#[must_use]
pub fn confluent(seed: u64) -> Ruleset {
    first(seed, Elements::CLIPS, Generator::confluent, |ruleset| {
        !holds_never(ruleset)
    })
}

/// The ruleset of a seed that the compiler refuses, because a pattern in it can never hold.
#[must_use]
pub fn refused(seed: u64, elements: Elements) -> Ruleset {
    first(seed, elements, Generator::ruleset, holds_never)
}

/// Whether a ruleset is one over streams.
#[must_use]
pub fn is_over_streams(ruleset: &Ruleset) -> bool {
    streams::is_one(ruleset)
}

/// Whether a ruleset to which something was added is stratified, and has no pattern that can never hold.
fn will_do(with: &Ruleset) -> bool {
    stratify(with).is_some() && !holds_never(with)
}

/// Adds a relation, unless the event would have to stand before and after the same one. Where an extent ends no earlier than
/// it begins, as the compiler takes it, there is no such place.
fn add_relation(relations: &mut Vec<Relation>, relation: Relation) {
    let side = |of: &Relation| match of.side {
        Side::After => 1,
        Side::Before => -1,
        Side::Either => 0,
    };
    let is_across =
        |other: &Relation| other.event == relation.event && side(other) * side(&relation) < 0;
    if !relations.iter().any(is_across) {
        relations.push(relation);
    }
}

/// Whether the compiler finds a pattern that can never hold.
fn holds_never(ruleset: &Ruleset) -> bool {
    let found = findings(&text::ruleset(ruleset));
    found.iter().any(|found| found.code == Code::Never)
}

/// The rules of a ruleset of which the compiler says that one may begin, or end, matches of another.
#[must_use]
pub fn influences(text: &str) -> Vec<(usize, bool, usize)> {
    rules_dsl::unstable::influences(&source_of(text))
}

fn source_of(text: &str) -> Source {
    Source::from_text(Path::new("tried.rules"), text.to_owned())
}

/// What the compiler says of a ruleset.
#[must_use]
pub fn findings(text: &str) -> Diagnostics {
    let source = source_of(text);
    let (tree, mut found) = rules_dsl::unstable::parse(&source);
    let model = rules_dsl::unstable::resolve(&tree, &mut found);
    rules_dsl::unstable::check(&model, &mut found);
    found
}

/// The first ruleset of a seed that will do.
fn first(
    seed: u64,
    elements: Elements,
    make: fn(&mut Generator) -> Ruleset,
    will_do: impl Fn(&Ruleset) -> bool,
) -> Ruleset {
    let mut generator = Generator {
        random: Random::new(seed),
        of_tables: Random::new(seed ^ TABLES),
        of_best: Random::new(seed ^ BEST),
        of_circles: Random::new(seed ^ CIRCLES),
        of_cursors: Random::new(seed ^ CURSORS),
        of_cases: Random::new(seed ^ CASES),
        of_rings: Random::new(seed ^ RINGS),
        of_near: Random::new(seed ^ NEAR),
        of_texts: Random::new(seed ^ TEXTS),
        of_search: Random::new(seed ^ SEARCH),
        of_states: Random::new(seed ^ STATES),
        of_time: Random::new(seed ^ TIME),
        of_stages: Random::new(seed ^ STAGES),
        of_locals: Random::new(seed ^ LOCALS),
        elements,
        facts: Vec::new(),
        matched: Vec::new(),
        groups: Vec::new(),
        fails: false,
        named: 0,
    };
    for attempt in 0_u64.. {
        // How much of it a ruleset uses is not to tell in the next.
        generator.of_time = Random::new((seed ^ TIME).wrapping_add(attempt << 32));
        let mut ruleset = make(&mut generator);
        if stratify(&ruleset).is_some() && will_do(&ruleset) {
            ruleset.name = format!("R{seed}");
            return ruleset;
        }
    }
    unreachable!("some ruleset will do")
}

impl Generator {
    fn uses(&self, element: Element) -> bool {
        self.elements.has(element)
    }

    fn fresh(&mut self, letter: &str) -> String {
        self.named += 1;
        format!("{letter}{}", self.named)
    }

    fn ruleset(&mut self) -> Ruleset {
        self.facts = self.fact_types();
        self.matched = self.facts.clone();
        self.groups = Vec::new();
        self.fails = self.uses(Element::Errors) && self.random.chance(15);
        if self.uses(Element::Groups) && self.random.chance(25) {
            self.groups = vec!["first_group".into(), "second_group".into()];
        }
        let mut rules: Vec<Rule> = Vec::new();
        for name in &RULES[..self.random.within(3, 6)] {
            let rule = self.rule(name, &rules);
            rules.push(rule);
        }
        // A group is there by having rules, and they stand together.
        for (place, group) in self.groups.iter().enumerate() {
            if rules.iter().all(|rule| rule.group.as_ref() != Some(group)) {
                rules[place].group = Some(group.clone());
            }
        }
        rules.sort_by_key(|rule| rule.group.clone());
        let mut ruleset = Ruleset::new(self.facts.clone(), rules);
        ruleset.groups.clone_from(&self.groups);
        let mut ruleset = ruleset.strategy(self.strategy());
        ruleset.fails = self.fails;
        ruleset.queries = self.queries(&ruleset.rules);
        let mut ruleset = self.add_look_ups(ruleset);
        ruleset.keep_mentioned();
        let ruleset = self.add_best(ruleset);
        let ruleset = self.add_circles(ruleset);
        let ruleset = self.add_cursor(ruleset);
        let ruleset = self.add_cases(ruleset);
        let ruleset = self.add_ring(ruleset);
        let ruleset = self.add_near(ruleset);
        let ruleset = self.add_states(ruleset);
        let ruleset = self.add_time(ruleset);
        let ruleset = self.add_stages(ruleset);
        let ruleset = self.add_locals(ruleset);
        let ruleset = self.add_texts(ruleset);
        self.add_search(ruleset)
    }

    /// Now and then some of the rules without a salience stand in stages.
    fn add_stages(&mut self, mut ruleset: Ruleset) -> Ruleset {
        if !self.uses(Element::Stages) || !self.of_stages.chance(25) {
            return ruleset;
        }
        let mut stages = vec!["early", "middle", "late"];
        let others = self.of_stages.within(0, stages.len() + 1);
        if others <= stages.len() {
            stages.insert(others, "_");
        }
        ruleset.stages = stages.iter().map(ToString::to_string).collect();
        stages.retain(|stage| *stage != "_");
        for rule in &mut ruleset.rules {
            if rule.salience.is_none() && self.of_stages.chance(60) {
                rule.stage = Some((*self.of_stages.pick(&stages)).to_owned());
            }
        }
        ruleset
    }

    fn strategy(&mut self) -> Strategy {
        if self.uses(Element::Strategies) && self.random.chance(30) {
            let others = [
                Strategy::Lex,
                Strategy::Mea,
                Strategy::Complexity,
                Strategy::Simplicity,
                Strategy::Order,
            ];
            return *self.random.pick(&others);
        }
        if self.random.chance(40) {
            Strategy::Breadth
        } else {
            Strategy::Depth
        }
    }

    fn fact_types(&mut self) -> Vec<FactType> {
        let names = ["A", "B", "C", "D"];
        let names = &names[..self.random.within(2, 4)];
        names.iter().map(|name| self.fact_type(name)).collect()
    }

    fn fact_type(&mut self, name: &str) -> FactType {
        let mut kinds = vec![Kind::Int];
        for _ in 0..self.random.within(0, 2) {
            let kinds_there = [(6, Kind::Int), (1, Kind::Bool), (2, Kind::Color)];
            kinds.push(*self.random.weighted(&kinds_there));
        }
        let mut fact = if self.random.chance(25) {
            FactType::tuple(name, &kinds)
        } else {
            let fields: Vec<(&str, Kind)> = ["x", "y", "z"].into_iter().zip(kinds).collect();
            FactType::new(name, &fields)
        };
        if self.random.chance(25) {
            fact = fact.unique();
        } else if self.uses(Element::Key) && !fact.tuple && self.random.chance(25) {
            let key: &[&str] = if self.random.chance(45) { &[] } else { &["x"] };
            fact = fact.key(key);
        }
        fact
    }
}
