//! Queries: the matches of conditions under given arguments, in the order that the language gives them.

use super::Session;
use super::found::{Binding, Groups};
use super::matching::{Matcher, Partial};
use super::order;
use crate::model::Strategy;
use crate::value::Value;

impl<'r> Session<'r> {
    /// What the query at that place of the [questions](crate::model::Ruleset::questions) gives for these arguments: the
    /// values of each result in order. One that asks whether something holds gives none, once if the answer is yes.
    #[must_use]
    pub fn ask(&self, query: usize, arguments: &[Value]) -> Vec<Vec<Value>> {
        if let Some(recursive) = query.checked_sub(self.ruleset.queries.len()) {
            return self.ask_recursive(recursive, arguments);
        }
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

    /// The same of a recursive query, by its place among these.
    fn ask_recursive(&self, recursive: usize, arguments: &[Value]) -> Vec<Vec<Value>> {
        let mut before = recursive;
        let mut circles = self.ruleset.circles().into_iter();
        let circle = circles.find(|circle| {
            let is_here = before < circle.queries.len();
            before -= if is_here { 0 } else { circle.queries.len() };
            is_here
        });
        let circle = circle.expect("there is such a query");
        let matcher = Matcher::new(self.ruleset, &self.memory, self.date);
        let answers = matcher.answers_of(circle, &(before, arguments.to_vec()));
        let is_asked_whether = circle.queries[before].select.is_none();
        let values = |answer| {
            if is_asked_whether {
                Vec::new()
            } else {
                vec![answer]
            }
        };
        answers.into_iter().map(values).collect()
    }
}
