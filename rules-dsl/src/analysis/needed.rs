//! For how long the events of each type are needed, counted from their end.
//!
//! An event is needed while events still to come, or instants, may make a match with it that has not been there, or while
//! a match that does something as it stands may rest on it. Relations bound by how much one event comes after another;
//! of the bounds the shortest way between two is taken, as in a network of simple temporal constraints (Dechter, Meiri and
//! Pearl, 1991, *Temporal constraint networks*). What comes late, or is changed from outside, meets what is still there.

mod asked;
mod bounds;
mod until;

use std::collections::BTreeSet;

use crate::hir::{ElementId, FactTypeId, GroupId, Ruleset};

use super::changes::Changes;
use super::spans::{Longest, Sum};
use asked::Asked;

/// For how long the events of a type are needed.
#[derive(Debug, Clone)]
pub(crate) struct Needed {
    /// The type.
    pub(crate) fact_type: FactTypeId,
    /// By each of the conditions that range over it.
    pub(crate) by: Vec<NeededBy>,
    /// The groups of the rules whose activations may rest on what there is of them in a condition's inside: while one is
    /// pending they stay. `None` is the rules of no group.
    pub(crate) rested_on: BTreeSet<Option<GroupId>>,
}

/// For how long a condition needs events.
#[derive(Debug, Clone)]
pub(crate) struct NeededBy {
    /// The rule, or after all rules the query, in which it stands.
    pub(crate) subject: usize,
    /// The condition.
    pub(crate) element: ElementId,
    /// How long; `None` is for ever.
    pub(crate) span: Option<Longest>,
}

impl Needed {
    /// How long in all; `None` is for ever.
    pub(crate) fn span(&self) -> Option<Longest> {
        let mut longest = Longest::default();
        longest.add(Sum::default());
        for by in &self.by {
            for sum in &by.span.as_ref()?.0 {
                longest.add(sum.clone());
            }
        }
        Some(longest)
    }
}

/// The answer for each type of events, in the order of the types.
pub(crate) fn needed(ruleset: &Ruleset) -> Vec<Needed> {
    let Some(clock) = &ruleset.clock else {
        return Vec::new();
    };
    let changes = Changes::of(ruleset);
    let types = ruleset.fact_types.iter().enumerate();
    let types = types.filter(|(_, fact_type)| fact_type.event.is_some());
    let mut all: Vec<Needed> = types
        .map(|(number, _)| Needed {
            fact_type: FactTypeId(number),
            by: Vec::new(),
            rested_on: BTreeSet::new(),
        })
        .collect();
    let queries = ruleset.queries.iter().map(|query| (&query.rule, true));
    let subjects = ruleset
        .rules
        .iter()
        .map(|rule| (rule, false))
        .chain(queries);
    for (subject, (rule, is_query)) in subjects.enumerate() {
        let asked = Asked::new(ruleset, clock, &changes, rule, is_query);
        for place in asked.events() {
            let needed = all.iter_mut().find(|of| of.fact_type == place.fact_type);
            let needed = needed.unwrap_or_else(|| unreachable!("it is an event"));
            needed.by.push(NeededBy {
                subject,
                element: place.element,
                span: asked.needed(place),
            });
            if asked.is_inner(place) && !is_query {
                needed.rested_on.insert(rule.group);
            }
        }
    }
    all
}
