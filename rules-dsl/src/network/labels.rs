//! What the parts of the network stand for, as it was written.

use std::collections::BTreeSet;

use crate::hir::{RuleId, Ruleset};

use super::{Network, Query};

impl Network {
    /// The tests of an alpha memory.
    #[must_use]
    pub(crate) fn alpha_text(&self, ruleset: &Ruleset, number: usize) -> String {
        let tests = &self.alphas[number].tests;
        let rule = ruleset.rule(tests.context.rule);
        let written = tests.tests.iter();
        let written: Vec<&str> = written
            .map(|test| rule.tests[test.0].text.as_str())
            .collect();
        if written.is_empty() {
            return "all".to_owned();
        }
        written.join("; ")
    }

    /// The rules and queries that an alpha memory serves.
    #[must_use]
    pub(crate) fn alpha_rules(&self, ruleset: &Ruleset, number: usize) -> Vec<RuleId> {
        let mut rules = Vec::new();
        for feed in &self.alphas[number].feeds {
            for rule in &self.nodes[feed.node].rules {
                if !rules.contains(rule) {
                    rules.push(*rule);
                }
            }
        }
        let queries = self.queries.iter().enumerate();
        let readers = queries.filter(|(_, query)| self.looked_up(query).contains(&number));
        let readers = readers.filter(|&(query, _)| ruleset.queries[query].asks.is_none());
        rules.extend(readers.map(|(query, _)| RuleId(ruleset.rules.len() + query)));
        rules
    }

    /// The alpha memories in which a query looks facts up.
    #[must_use]
    pub(crate) fn looked_up(&self, query: &Query) -> BTreeSet<usize> {
        let indexes = query.indexes.values();
        indexes.map(|&index| self.indexes[index].alpha).collect()
    }
}
