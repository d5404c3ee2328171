//! Patterns that need events for ever: working memory then grows as long as they come.

use crate::analysis::needed::needed;
use crate::hir::Ruleset;
use crate::vocabulary as say;

use super::{Found, rules_and_queries};

/// Finds the patterns of events that nothing bounds, of types whose events do not expire.
pub(super) fn check_unbounded_events(ruleset: &Ruleset, found: &mut Found<'_>) {
    let subjects: Vec<_> = rules_and_queries(ruleset).collect();
    for needed in needed(ruleset) {
        let fact_type = &ruleset.fact_types[needed.fact_type.0];
        let expires = fact_type
            .event
            .as_ref()
            .is_some_and(|event| event.expires.is_some());
        if expires {
            continue;
        }
        for by in needed.by.iter().filter(|by| by.span.is_none()) {
            let subject = subjects[by.subject];
            let wording = say::unbounded_event(subject, &fact_type.name);
            found.push(
                subject.rule,
                wording.at(subject.rule.elements[by.element.0].span),
            );
        }
    }
}
