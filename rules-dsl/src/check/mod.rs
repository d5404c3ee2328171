//! Checks that look at the resolved model: they change nothing and find what is wrong with it.
//!
//! A stage between `analysis`, on which they stand, and `plan`; one file a check. What can never be
//! meant is an error. What may be is a warning, found only in a ruleset without errors, so that none follows from
//! one; `#[allow(rules::NAME)]` silences it. A check says only what surely holds.

mod asked_queries;
mod best_facts;
mod contradictions;
mod cross_products;
mod decision_tables;
mod duplicate_rules;
mod earlier_names;
mod nested_accumulates;
mod query_in_rust;
mod rule_cycles;
mod self_reactivation;
mod stratification;
mod subsumption;
mod tested;
mod unbounded_events;
mod underivable;
mod unordered_elements;
mod unseen_logical;
mod unused_variables;
mod wrong_literals;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt;

#[cfg(feature = "cli")]
pub(crate) use decision_tables::case;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::hir::{Rule, Ruleset};

/// Checks a ruleset.
pub fn check(ruleset: &Ruleset, diagnostics: &mut Diagnostics) {
    let mut found = Found {
        allows: &ruleset.allows,
        diagnostics: Diagnostics::new(),
    };
    wrong_literals::check_wrong_literals(ruleset, &mut found);
    earlier_names::check_earlier_names(ruleset, &mut found);
    best_facts::check_best_facts(ruleset, &mut found);
    nested_accumulates::check_nested_accumulates(ruleset, &mut found);
    asked_queries::check_asked_queries(ruleset, &mut found);
    contradictions::check_contradictions(ruleset, &mut found);
    stratification::check_stratification(ruleset, &mut found);
    subsumption::check_subsumption(ruleset, &mut found);
    unused_variables::check_unused_variables(ruleset, &mut found);
    cross_products::check_cross_products(ruleset, &mut found);
    self_reactivation::check_self_reactivation(ruleset, &mut found);
    rule_cycles::check_rule_cycles(ruleset, &mut found);
    unseen_logical::check_unseen_logical(ruleset, &mut found);
    duplicate_rules::check_duplicate_rules(ruleset, &mut found);
    unbounded_events::check_unbounded_events(ruleset, &mut found);
    unordered_elements::check_unordered_elements(ruleset, &mut found);
    query_in_rust::check_query_in_rust(ruleset, &mut found);
    underivable::check_underivable(ruleset, &mut found);
    decision_tables::check_tables(ruleset, &mut found);

    diagnostics.extend(found.diagnostics);
    if diagnostics.has_errors() {
        diagnostics.retain(Diagnostic::is_error);
    }
}

/// What the checks have found.
struct Found<'r> {
    allows: &'r BTreeSet<String>,
    diagnostics: Diagnostics,
}

impl Found<'_> {
    /// Adds what is wrong with a rule, unless it or the ruleset allows it.
    fn push(&mut self, rule: &Rule, diagnostic: Diagnostic) {
        self.push_unless(&rule.allows, diagnostic);
    }

    /// Adds what is wrong with what allows these.
    fn push_unless(&mut self, allows: &BTreeSet<String>, diagnostic: Diagnostic) {
        let name = diagnostic.code.name();
        if !self.allows.contains(name) && !allows.contains(name) {
            self.diagnostics.push(diagnostic);
        }
    }
}

/// A rule, or a query, to be named in messages.
#[derive(Clone, Copy)]
struct Subject<'r> {
    rule: &'r Rule,
    word: &'static str,
}

impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} `{}`", self.word, self.rule.name)
    }
}

/// The rules of a ruleset.
fn rules(ruleset: &Ruleset) -> impl Iterator<Item = Subject<'_>> {
    let word = "rule";
    ruleset.rules.iter().map(move |rule| Subject { rule, word })
}

/// The rules of a ruleset, and its queries, whose conditions are a rule's.
fn rules_and_queries(ruleset: &Ruleset) -> impl Iterator<Item = Subject<'_>> {
    let queries = ruleset.queries.iter().map(|query| Subject {
        rule: &query.rule,
        word: "query",
    });
    rules(ruleset).chain(queries)
}
