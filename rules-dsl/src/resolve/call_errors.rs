//! Errors in the conditions of a query that stand in the place of a call.
//!
//! What is wrong with a query is reported where the query stands, and not once more for each call. What is wrong only
//! there, for what calls it or for what it is called with, is reported at the call: a window in a recursive query, a fact
//! compared as a value. Which of the two an error is can be told when all queries have been resolved.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, Diagnostics};

use super::rules::RuleResolver;

/// The errors of a ruleset that were found in calls.
#[derive(Default)]
pub(super) struct CallErrors {
    found: Vec<CallError>,
    /// The queries that have errors without being called.
    wrong: BTreeSet<String>,
}

/// An error that was found in the conditions of queries in the place of a call.
struct CallError {
    /// The query that has the call among its conditions; none where a rule has.
    caller: Option<String>,
    /// The queries called, outermost first.
    called: Vec<String>,
    /// What is said of it at the call.
    error: Diagnostic,
}

impl CallErrors {
    /// Notes that a query has errors of its own.
    pub(super) fn note_wrong(&mut self, query: String) {
        self.wrong.insert(query);
    }

    /// Reports what is wrong for the call alone.
    pub(super) fn report(mut self, diagnostics: &mut Diagnostics) {
        // What is wrong with a query for a call of its own comes before what is found where it is called itself.
        self.found.sort_by_key(|found| found.called.len());
        for found in self.found {
            if found.called.iter().any(|query| self.wrong.contains(query)) {
                continue;
            }
            diagnostics.push(found.error);
            self.wrong.extend(found.caller);
        }
    }
}

impl RuleResolver<'_, '_> {
    /// Takes away the errors from the one of a number on, found in the conditions of the innermost call.
    pub(super) fn set_call_errors_aside(&mut self, from: usize) {
        let found = self.context.diagnostics.split_off(from);
        let called: Vec<String> = self.calls.iter().map(|call| call.query.clone()).collect();
        for error in found {
            let error = CallError {
                caller: self.recursion.query.clone(),
                called: called.clone(),
                error: self.said_at_call(error),
            };
            self.context.call_errors.found.push(error);
        }
    }

    /// The error at the outermost call, with the names that the user wrote.
    fn said_at_call(&self, mut error: Diagnostic) -> Diagnostic {
        let place = error.span;
        (error.message, error.span) = self.in_call(error.message, place);
        error.help = error.help.map(|help| self.in_call(help, place).0);
        // What would mend the query would change it for its other callers, too.
        error.mends.clear();
        error.label(place, "here in the query")
    }
}
