//! What the generated modules share.

use oracle::naive;
use rules_runtime::{DecidingRow, Derivation, Explanation, FactId, Support};

/// A driver as it is.
pub(crate) fn driven<D>(driver: D) -> D {
    driver
}

/// What an explanation counts. An explanation uses no network: so the matches that it finds pending are compared
/// with the agenda, and what gets past the last condition with the matches.
pub(crate) fn explained(
    explanation: &Explanation,
    pending: Option<Vec<Vec<FactId>>>,
) -> Vec<naive::Row> {
    if let Some(mut agenda) = pending {
        let mut pending: Vec<_> = explanation
            .pending()
            .map(|found| found.facts.clone())
            .collect();
        pending.sort_unstable();
        agenda.sort_unstable();
        assert_eq!(pending, agenda, "{explanation}");
    }
    let mut conditions = explanation.conditions.iter().rev();
    if let Some(last) = conditions.find(|condition| condition.depth == 0) {
        let matches = explanation.matches.len() as u64;
        assert_eq!(last.passed, matches, "{explanation}");
    }
    let rows = explanation.conditions.iter().map(|condition| naive::Row {
        reached: condition.reached,
        passed: condition.passed,
        facts: condition.facts.map(|facts| (facts.all, facts.suitable)),
        tests: condition
            .tests
            .iter()
            .map(|test| (test.passed, test.failed))
            .collect(),
    });
    rows.collect()
}

/// What a derivation names, answers of queries left out, and what they alone rest on.
pub(crate) fn derived(derivation: Derivation) -> Vec<naive::Derived<FactId>> {
    let is_answer = |place: usize| derivation.facts[place].fact_type.starts_with("query ");
    let mut is_named = vec![false; derivation.facts.len()];
    let mut named = vec![0];
    while let Some(place) = named.pop() {
        let fact = &derivation.facts[place];
        if is_answer(place) {
            assert_eq!(fact.supports.len(), 1, "{} rests on nothing", fact.value);
        } else if !std::mem::replace(&mut is_named[place], true) {
            let supports = fact.supports.iter().chain(&fact.inserted_by);
            named.extend(supports.flat_map(|support| &support.facts));
        }
    }
    // The places of the facts that are left.
    let mut count = 0;
    let places = is_named.iter().map(|is_named| {
        let place = count;
        count += usize::from(*is_named);
        place
    });
    let places: Vec<usize> = places.collect();
    let row = |row: &DecidingRow| {
        let number = row.row.map_or("none".to_owned(), |row| row.to_string());
        format!("{}: row {number}", row.table)
    };
    let reason = |support: Support| naive::Reason {
        rule: support.rule.to_owned(),
        facts: support
            .facts
            .into_iter()
            .filter(|place| is_named[*place])
            .map(|place| places[place])
            .collect(),
        rows: support.rows.iter().map(row).collect(),
    };
    let facts = derivation.facts.into_iter().zip(&is_named);
    facts
        .filter(|(_, is_named)| **is_named)
        .map(|(fact, _)| naive::Derived {
            fact: fact.fact,
            value: fact.value,
            asserted: fact.asserted,
            past: fact.past,
            supports: fact.supports.into_iter().map(reason).collect(),
            inserted_by: fact.inserted_by.map(reason),
        })
        .collect()
}
