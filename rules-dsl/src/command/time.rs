//! For how long the events of a ruleset are kept, and because of which condition: a table for `rules graph --time` and
//! `rules check --time`.

use crate::analysis::needed::{NeededBy, needed};
use crate::analysis::spans::{Longest, Sum};
use crate::hir::{ClockType, Ruleset};
use crate::names::plain;

use super::rows::written;

/// The table of a ruleset.
pub(super) fn time_table(ruleset: &Ruleset) -> String {
    let Some(clock) = &ruleset.clock else {
        return format!("{} has no clock\n", plain(&ruleset.name));
    };
    let mut rows = vec![["event", "kept for", "because of"].map(str::to_owned)];
    for needed in needed(ruleset) {
        let of = &ruleset.fact_types[needed.fact_type.0];
        let name = || plain(&of.name);
        let expires = of.event.as_ref().and_then(|event| event.expires.as_ref());
        if let Some(expires) = expires {
            let span = Sum::of(expires, clock).text(clock);
            rows.push([name(), span, "its `expires`".to_owned()]);
            continue;
        }
        let Some(longest) = needed.span() else {
            let for_ever = needed.by.iter().filter(|by| by.span.is_none());
            rows.extend(for_ever.map(|by| [name(), "ever".to_owned(), reason(ruleset, by)]));
            continue;
        };
        let mut is_needed = false;
        for by in &needed.by {
            let Some(span) = &by.span else { continue };
            let decides = span.0.iter().filter(|sum| {
                let mut of_all = longest.0.iter();
                of_all.any(|of_all| of_all.is_within(sum))
            });
            // Named constants may be longer than what is known.
            let told: Vec<String> = decides.map(|sum| told(sum, clock)).collect();
            if !told.is_empty() {
                is_needed = true;
                rows.push([name(), told.join(" or "), reason(ruleset, by)]);
            }
        }
        if !is_needed {
            let Longest(sums) = &longest;
            let span = sums
                .first()
                .map_or_else(String::new, |sum| told(sum, clock));
            rows.push([name(), span, "no condition".to_owned()]);
        }
    }
    if rows.len() == 1 {
        return format!("{} has no events\n", plain(&ruleset.name));
    }
    written(&rows)
}

/// How long, where no time at all is that of one instant.
fn told(sum: &Sum, clock: &ClockType) -> String {
    if sum.spans.is_empty() {
        "its instant".to_owned()
    } else {
        sum.text(clock)
    }
}

/// The rule or the query, and the condition.
fn reason(ruleset: &Ruleset, by: &NeededBy) -> String {
    let rules = ruleset.rules.len();
    let (word, rule) = match ruleset.rules.get(by.subject) {
        Some(rule) => ("rule", rule),
        None => ("query", &ruleset.queries[by.subject - rules].rule),
    };
    let condition = &rule.elements[by.element.0].text;
    format!("{word} {}: {condition}", plain(&rule.name))
}
