//! Compares the derivations of all facts: each names what the naive matcher noted as it happened, and gives the
//! fact again where it is replayed from what was inserted from outside.

use super::{Engine, Id, Known};
use crate::model::Ruleset;
use crate::naive::{Derived, FactId, Reason, Session};

/// Compares them, where the engine is asked for its derivations.
pub(super) fn compare<I: Id>(
    ruleset: &Ruleset,
    session: &Session<'_>,
    engine: &dyn Engine<Id = I>,
    known: &Known<I>,
) -> Result<(), String> {
    for (kind, declared) in ruleset.facts.iter().enumerate() {
        for (place, fact) in session.facts(&declared.name).into_iter().enumerate() {
            let Some(found) = engine.why(kind, place) else {
                return Ok(());
            };
            // What came and went within a call is known to neither side.
            let met = |id: FactId| known.ids.contains_key(&id).then_some(id);
            let expected = lines(&session.why(fact.id), met);
            let found = lines(&found, |id| known.facts.get(&id).copied());
            if expected != found {
                let (expected, found) = (expected.join("\n    "), found.join("\n    "));
                return Err(format!(
                    "why\n  expected\n    {expected}\n  found\n    {found}"
                ));
            }
            let left = session.replay(fact.id);
            if !left.is_empty() {
                let derivation = expected.join("\n    ");
                return Err(format!("{left:?} not derived again:\n    {derivation}"));
            }
        }
    }
    Ok(())
}

/// A derivation as text, a line for each fact, the fact asked for first and the others sorted.
fn lines<I: Id>(derivation: &[Derived<I>], name: impl Fn(I) -> Option<FactId>) -> Vec<String> {
    let fact = |derived: &Derived<I>| {
        let id = name(derived.fact).map_or("?".to_owned(), |id| id.0.to_string());
        let then = if derived.past { " then" } else { "" };
        format!("#{id} {}{then}", derived.value)
    };
    let reason = |reason: &Reason| {
        let facts = reason.facts.iter().map(|place| fact(&derivation[*place]));
        let (facts, rows) = (facts.collect::<Vec<_>>().join(", "), reason.rows.join(", "));
        format!("{}({facts})[{rows}]", reason.rule)
    };
    let mut lines: Vec<String> = derivation
        .iter()
        .map(|derived| {
            let mut supports: Vec<String> = derived.supports.iter().map(reason).collect();
            supports.sort_unstable();
            let mut line = fact(derived);
            if derived.asserted {
                line.push_str(", asserted");
            }
            for support in supports {
                line.push_str(", by ");
                line.push_str(&support);
            }
            for firing in derived.inserted_by.iter().map(reason) {
                line.push_str(", inserted by ");
                line.push_str(&firing);
            }
            line
        })
        .collect();
    if let Some((_, others)) = lines.split_first_mut() {
        others.sort_unstable();
    }
    lines
}
