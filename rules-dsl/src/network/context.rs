//! Where the elements of a rule are found by code that looks at a token, a pair or a fact.
//!
//! A place is counted from the token that is looked at, so that a context moves with each step of the network.

use std::collections::BTreeMap;

use crate::hir::{EitherId, ElementId, RuleId, Ruleset};
use crate::plan::MatchElement;

/// A rule, one choice of branches of its `either`s, and where its elements are found.
#[derive(Debug, Clone)]
pub(crate) struct Context {
    /// The rule whose tests and variables are meant.
    pub rule: RuleId,
    /// The branch of each `either`.
    pub branches: BTreeMap<EitherId, usize>,
    /// Where each element is found.
    pub places: BTreeMap<ElementId, Place>,
    /// What gives each accumulate's result, by [`SummaryUse::number`](super::SummaryUse::number): another where other
    /// branches stand before.
    pub summaries: BTreeMap<ElementId, usize>,
}

/// Where an element is found by code that looks at a token, a pair or a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// It is the right side of the pair, or the fact itself.
    Right,
    /// It is the left side of the pair, a fact.
    Left,
    /// The token so many steps to the left ends in it.
    Token(u32),
    /// The token so many steps to the left begins with it, as a fact.
    LeftOf(u32),
    /// It is the fact that has opened a gate.
    Gate(usize),
    /// A local of its own holds it.
    Local,
    /// A local of its own holds its slot.
    Slot,
    /// It is the fact at this place of a match that was found whole.
    Whole(u32),
}

impl Context {
    /// A rule's context in loops: each element stands in a local.
    #[must_use]
    pub(crate) fn of_locals(
        ruleset: &Ruleset,
        id: RuleId,
        branches: BTreeMap<EitherId, usize>,
    ) -> Context {
        Context::of_loops(ruleset, id, branches, Place::Local)
    }

    /// A rule's context in loops over slots.
    #[must_use]
    pub(crate) fn of_slots(
        ruleset: &Ruleset,
        id: RuleId,
        branches: BTreeMap<EitherId, usize>,
    ) -> Context {
        Context::of_loops(ruleset, id, branches, Place::Slot)
    }

    fn of_loops(
        ruleset: &Ruleset,
        id: RuleId,
        branches: BTreeMap<EitherId, usize>,
        place: Place,
    ) -> Context {
        let elements = 0..ruleset.rule(id).elements.len();
        Context {
            rule: id,
            branches,
            places: elements
                .map(|element| (ElementId(element), place))
                .collect(),
            summaries: BTreeMap::new(),
        }
    }

    /// The same context for code that looks at the fact of an element alone.
    #[must_use]
    pub(super) fn of_fact(&self, element: ElementId) -> Context {
        Context {
            places: BTreeMap::from([(element, Place::Right)]),
            ..self.clone()
        }
    }

    /// Finds the facts of a match, but for those of gates, in one that was found whole.
    pub(super) fn make_whole(&mut self, elements: &[MatchElement]) {
        let mut place = 0;
        for element in elements {
            if let MatchElement::Fact(element) = element
                && !matches!(self.places[element], Place::Gate(_))
            {
                self.places.insert(*element, Place::Whole(place));
                place += 1;
            }
        }
    }

    /// The same context for tokens one step further to the right.
    #[must_use]
    pub(super) fn step(&self) -> Context {
        self.moved(|place| match place {
            Place::Token(steps) => Place::Token(steps + 1),
            Place::LeftOf(steps) => Place::LeftOf(steps + 1),
            place => place,
        })
    }

    /// The same context, with elements in other places.
    fn moved(&self, to: impl Fn(Place) -> Place) -> Context {
        let places = self
            .places
            .iter()
            .map(|(&element, &place)| (element, to(place)))
            .collect();
        Context {
            rule: self.rule,
            branches: self.branches.clone(),
            places,
            summaries: self.summaries.clone(),
        }
    }
}
