//! What the generated modules share.

use oracle::naive;
use rules_runtime::{Explanation, FactId, Stop};

/// A driver as it is.
pub(crate) fn driven<D>(driver: D) -> D {
    driver
}

/// The engine's account of a run as the oracle's.
pub(crate) fn fired(count: u64, stop: Stop) -> naive::Fired {
    let stop = match stop {
        Stop::Rest => naive::Stop::Rest,
        Stop::Limit => naive::Stop::Limit,
        Stop::Halted => naive::Stop::Halted,
        other => panic!("expected no other stop, found {other:?}"),
    };
    naive::Fired { count, stop }
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
