//! Queries: the matches of conditions under given arguments, in the order that the language gives them.

use super::Session;
use super::found::{Binding, Groups};
use super::matching::{Matcher, Partial};
use super::order;
use crate::model::Strategy;
use crate::value::Value;

impl<'r> Session<'r> {
    /// What the query at that place of the ruleset gives for these arguments: the values of each result in
    /// order. A question gives no values, once if the answer is yes.
    #[must_use]
    pub fn ask(&self, query: usize, arguments: &[Value]) -> Vec<Vec<Value>> {
        let number = query;
        let query = &self.ruleset.queries[number];
        let params = query.params.iter().zip(arguments);
        let bindings = params.map(|((name, _), value)| (name.as_str(), Binding::Value(*value)));
        let start = Partial {
            bindings: bindings.collect(),
            parts: Vec::new(),
        };
        // A query knows of no state before: groups are as old as their first members now.
        let mut matcher = Matcher::new(self.ruleset, &self.memory, self.date);
        matcher.before = Groups::default();
        matcher.rule = self.ruleset.rules.len() + number;
        let mut found = matcher.all(start, &query.when);
        found.sort_by(|left, right| order::parts(Strategy::Breadth, &left.parts, &right.parts));
        let Some(select) = &query.select else {
            return found.first().map(|_| Vec::new()).into_iter().collect();
        };
        let values = |partial: &Partial<'r>| {
            let values = select
                .iter()
                .map(|(value, _)| matcher.value(partial, value));
            values.collect()
        };
        found.iter().map(values).collect()
    }
}
