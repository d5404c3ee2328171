//! Which events the engine has let go since no condition needs them: the naive matcher hides them.

use super::{Engine, Id};
use crate::model::Ruleset;
use crate::naive::{FactId, Session};
use std::collections::{HashMap, HashSet};

/// Hides the events that the engine has no more; `ids` are the engine's names of those that have been met.
pub(super) fn hide<I: Id>(
    ruleset: &Ruleset,
    session: &mut Session<'_>,
    engine: &dyn Engine<Id = I>,
    ids: &HashMap<FactId, I>,
) {
    for (kind, declared) in ruleset.facts.iter().enumerate() {
        if declared
            .event
            .as_ref()
            .is_none_or(|event| event.expires.is_some())
        {
            continue;
        }
        let there = engine.facts(kind);
        let names: HashSet<I> = there.iter().map(|(id, _)| *id).collect();
        // Of those that have not been met, which came and went in one tick, the last of equals is there.
        let met: HashSet<I> = ids.values().copied().collect();
        let mut new: Vec<_> = there.iter().filter(|(id, _)| !met.contains(id)).collect();
        let facts = session.facts(&declared.name);
        let gone = facts.iter().rev().filter(|fact| match ids.get(&fact.id) {
            Some(id) => !names.contains(id),
            None => new.pop_if(|(_, values)| *values == fact.values).is_none(),
        });
        let gone: Vec<FactId> = gone.map(|fact| fact.id).collect();
        for id in gone {
            session.hide(id);
        }
    }
    if session.has_odd() {
        session.forget();
    }
}
