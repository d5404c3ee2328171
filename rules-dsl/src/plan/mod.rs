//! The search for matches as a plan: loops within loops, as data.
//!
//! A stage between `check` and `network`. It is the one place where conditions become steps, and where each
//! test gets the step at which it is made. The network shares what the plans of rules have in common, and indexes the
//! facts that plans look up; `generate` writes the plans of queries and of explanations as loops.
//!
//! There are two orders. *Joined* ([`joined`]): one nest of loops for each choice of branches, each test made as soon as
//! what it needs is bound, and the equalities known by which facts are looked up. *Written* ([`written`]): one nest, in
//! which branches are steps, and each test stands with the condition at which it is written. What holds in both: a step
//! needs nothing that the steps before it, or around its nest, do not bind. Of a joined nest of facts alone a search can
//! be [`seeded`]: it begins at the fact of any one pattern.

mod choices;
mod joined;
mod keys;
mod placement;
mod seeded;
#[cfg(test)]
mod tests;
mod written;

use std::collections::{BTreeMap, BTreeSet};

use crate::hir::{AccumulateId, EitherId, ElementId, Quantifier, Rule, RuleId, Ruleset, TestId};

pub(crate) use keys::{Bound, KeyPart, Keys, Range, field_of, offset};
pub(crate) use placement::is_plain;
pub(crate) use seeded::{Counted, Patterns, Searches, Seeded, plan as plan_searches};

/// The plans of a ruleset.
#[derive(Debug, Default)]
pub(crate) struct Plans {
    /// How the matches of each rule are found, then those of each query: a nest for each choice of branches.
    joined: Vec<Vec<Nest>>,
    /// How the matches of each rule are found by its conditions as written.
    written: Vec<Nest>,
}

impl Plans {
    /// How the matches of a rule or a query are found; no nest where nothing is planned.
    #[must_use]
    pub(crate) fn joined(&self, rule: RuleId) -> &[Nest] {
        self.joined.get(rule.0).map_or(&[], Vec::as_slice)
    }

    /// How the matches of a rule are found by its conditions as written, where that is planned.
    #[must_use]
    pub(crate) fn written(&self, rule: RuleId) -> Option<&Nest> {
        self.written.get(rule.0)
    }
}

/// Plans the search for the matches of each rule and each query.
#[must_use]
pub(crate) fn plan(ruleset: &Ruleset) -> Plans {
    let rules = ruleset.rules.iter();
    let queries = ruleset.queries.iter().map(|query| &query.rule);
    let parameters = BTreeSet::from([ElementId::PARAMETERS]);
    let of_rules = rules
        .clone()
        .map(|rule| joined::plan(rule, &BTreeSet::new()));
    let of_queries = queries.map(|rule| joined::plan(rule, &parameters));
    Plans {
        joined: of_rules.chain(of_queries).collect(),
        written: rules.map(written::plan).collect(),
    }
}

/// Loops within loops: each step within those before it. What comes through the last is a match.
#[derive(Debug, Clone, Default)]
pub(crate) struct Nest {
    /// The branches chosen of the `either`s around it and in it; of one that is a step there is none yet.
    pub branches: BTreeMap<EitherId, usize>,
    /// The steps.
    pub steps: Vec<Step>,
}

/// A step of a nest.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    /// Its number in the whole plan: later stages know by it what they know of the step.
    pub id: StepId,
    /// What is done.
    pub kind: StepKind,
}

/// The number of a step in the plan of a rule or a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct StepId(pub usize);

/// What a step does.
#[derive(Debug, Clone)]
pub(crate) enum StepKind {
    /// A loop over the facts of a type.
    Scan(Scan),
    /// Tests of what is bound. (A `let` is one that always holds; joined, it is made where its variables are used.)
    Tests(Vec<TestId>),
    /// A loop over the elements of a `for`.
    Each {
        /// The element.
        element: ElementId,
        /// The tests that it is to meet.
        tests: Vec<TestId>,
    },
    /// Whether inner nests find so many matches.
    Quantified(Quantified),
    /// What is said of all that inner nests find; with `by` a loop over groups.
    Accumulate {
        /// The accumulate.
        accumulate: AccumulateId,
        /// Its result.
        element: ElementId,
        /// What finds its members.
        inner: Vec<Nest>,
        /// The tests that the result is to meet.
        tests: Vec<TestId>,
    },
    /// A branch of an `either` begins.
    Branch {
        /// The `either`.
        either: EitherId,
        /// The branch.
        branch: usize,
    },
    /// One branch after the other, each with the steps after this one within it. Written only: joined, each choice
    /// has a nest of its own.
    Either(Vec<Vec<Step>>),
}

/// A loop over the facts of a type.
#[derive(Debug, Clone)]
pub(crate) struct Scan {
    /// The fact.
    pub element: ElementId,
    /// The tests that it is to meet, in order.
    pub tests: Vec<TestId>,
    /// Those of them that ask about the fact alone.
    pub own: BTreeSet<TestId>,
    /// Those of the others by which facts are looked up.
    pub keys: Keys,
}

/// Whether inner nests find so many matches.
#[derive(Debug, Clone)]
pub(crate) struct Quantified {
    /// How many.
    pub quantifier: Quantifier,
    /// What finds them.
    pub inner: Vec<Nest>,
    /// Where they are the facts of one pattern: that pattern, with all its tests as written. It is what a network
    /// counts.
    pub fact: Option<Scan>,
    /// The condition as the printer writes it.
    pub text: String,
}

/// What orders a match among the others of its rule, from left to right.
#[derive(Debug, Clone, Copy)]
pub(crate) enum MatchElement {
    /// A fact.
    Fact(ElementId),
    /// The branch of an `either`.
    Branch(usize),
    /// An element of `for`.
    Each(ElementId),
    /// A group of an accumulate.
    Group(ElementId),
}

impl Scan {
    /// The tests on the fact alone, in order.
    #[must_use]
    pub(crate) fn own_tests(&self) -> Vec<TestId> {
        self.filtered(|test| self.own.contains(test))
    }

    /// The tests that ask about something else too, in order.
    #[must_use]
    pub(crate) fn joins(&self) -> Vec<TestId> {
        self.filtered(|test| !self.own.contains(test))
    }

    fn filtered(&self, is_meant: impl Fn(&TestId) -> bool) -> Vec<TestId> {
        let tests = self.tests.iter().copied();
        tests.filter(is_meant).collect()
    }
}

impl Step {
    /// What it adds to the order of matches.
    #[must_use]
    pub(crate) fn element(&self, rule: &Rule) -> Option<MatchElement> {
        match &self.kind {
            StepKind::Scan(scan) => Some(MatchElement::Fact(scan.element)),
            StepKind::Branch { branch, .. } => Some(MatchElement::Branch(*branch)),
            StepKind::Each { element, .. } => Some(MatchElement::Each(*element)),
            StepKind::Accumulate {
                accumulate,
                element,
                ..
            } => {
                let is_grouped = !rule.accumulates[accumulate.0].by.is_empty();
                is_grouped.then_some(MatchElement::Group(*element))
            }
            StepKind::Tests(_) | StepKind::Quantified(_) | StepKind::Either(_) => None,
        }
    }
}

impl Nest {
    /// What orders the matches of a nest in which no branch is left to be chosen.
    #[must_use]
    pub(crate) fn elements(&self, rule: &Rule) -> Vec<MatchElement> {
        let steps = self.steps.iter();
        steps.filter_map(|step| step.element(rule)).collect()
    }
}

/// How many elements order the matches of nests at the most.
#[must_use]
pub(crate) fn longest(rule: &Rule, nests: &[Nest]) -> usize {
    let lengths = nests.iter().map(|nest| length(rule, &nest.steps));
    lengths.max().unwrap_or_default()
}

fn length(rule: &Rule, steps: &[Step]) -> usize {
    let of = |step: &Step| match &step.kind {
        StepKind::Either(branches) => {
            let lengths = branches.iter().map(|branch| length(rule, branch));
            lengths.max().unwrap_or_default()
        }
        _ => usize::from(step.element(rule).is_some()),
    };
    steps.iter().map(of).sum()
}

/// Numbers the steps of a plan.
#[derive(Default)]
struct Numbers {
    next: usize,
}

impl Numbers {
    fn next(&mut self) -> StepId {
        self.next += 1;
        StepId(self.next - 1)
    }
}
