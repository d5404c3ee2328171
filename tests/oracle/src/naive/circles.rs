//! Answers recursive queries: the least fixpoint, by asking again and again until no answer is new.

use super::found::{Binding, Part};
use super::matching::{Matcher, Partial};
use crate::model::circle::{Again, Asked, Circle};
use crate::value::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What has been asked of the queries of a circle, by their places, and the answers so far. A query without results
/// answers with one value, if it holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tables<'r> {
    circle: Option<&'r Circle>,
    answers: BTreeMap<(usize, Vec<Value>), BTreeSet<Value>>,
}

impl<'r> Matcher<'_, 'r> {
    /// What a call in a rule asks.
    pub(super) fn question(&self, partial: &Partial<'r>, asked: &Asked) -> Vec<Value> {
        let arguments = asked.arguments.iter();
        arguments.map(|of| self.value(partial, of)).collect()
    }

    /// The answers to what a call in a rule asks.
    pub(super) fn answered(&self, partial: &Partial<'r>, asked: &'r Asked) -> BTreeSet<Value> {
        self.answers_of(&asked.circle, &(asked.query, self.question(partial, asked)))
    }

    /// The answers to a question: a query of a circle, and the arguments.
    pub(super) fn answers_of(
        &self,
        circle: &'r Circle,
        question: &(usize, Vec<Value>),
    ) -> BTreeSet<Value> {
        let mut tables = Tables {
            circle: Some(circle),
            answers: BTreeMap::from([(question.clone(), BTreeSet::new())]),
        };
        loop {
            let before = tables.clone();
            let outer = self.tables_of_circle.replace(before.clone());
            for ((place, arguments), known) in &before.answers {
                let query = &circle.queries[*place];
                let params = query.params.iter().zip(arguments);
                let bound = params.map(|(name, value)| (name.as_str(), Binding::Value(*value)));
                let start = Partial {
                    bindings: bound.collect(),
                    parts: Vec::new(),
                };
                let mut known = known.clone();
                for found in self.all(start, &query.when) {
                    known.insert(match &query.select {
                        Some(name) => match found.bound(name) {
                            Some(Binding::Value(value)) => *value,
                            other => panic!("expected a value, found {other:?}"),
                        },
                        None => Value::Bool(true),
                    });
                }
                tables.answers.insert((*place, arguments.clone()), known);
            }
            for question in self.tables_of_circle.replace(outer).answers.into_keys() {
                tables.answers.entry(question).or_default();
            }
            if tables == before {
                return tables.answers.remove(question).unwrap_or_default();
            }
        }
    }

    /// A match goes on by each answer.
    pub(super) fn ask(&self, start: &Partial<'r>, asked: &'r Asked) -> Vec<Partial<'r>> {
        let answers = self.answered(start, asked);
        let Some(name) = &asked.name else {
            let holds = !answers.is_empty();
            return holds.then(|| start.clone()).into_iter().collect();
        };
        let known = start.bound(name);
        let bound = answers.into_iter().filter(|answer| {
            let answer = Binding::Value(*answer);
            known.is_none_or(|known| *known == answer)
        });
        let bound = bound.map(|answer| {
            let mut partial = start.clone();
            partial.parts.push(Part::Answer(answer));
            partial.bind(name, Binding::Value(answer));
            partial
        });
        bound.collect()
    }

    /// The same in a query of the circle, by the answers so far.
    pub(super) fn ask_again(&self, start: &Partial<'r>, again: &'r Again) -> Vec<Partial<'r>> {
        let arguments = again.arguments.iter();
        let arguments: Vec<Value> = arguments.map(|of| self.value(start, of)).collect();
        let mut tables = self.tables_of_circle.borrow_mut();
        let circle = tables.circle.expect("a circle is asked");
        let mut queries = circle.queries.iter();
        let place = queries.position(|query| query.name == again.called);
        let place = place.expect("a query of the circle");
        let answers = tables
            .answers
            .entry((place, arguments))
            .or_default()
            .clone();
        drop(tables);
        let Some(name) = &again.name else {
            let holds = !answers.is_empty();
            return holds.then(|| start.clone()).into_iter().collect();
        };
        let mut next = Vec::new();
        for answer in answers {
            let known = start.bound(name);
            if known.is_none_or(|known| *known == Binding::Value(answer)) {
                let mut partial = start.clone();
                partial.bind(name, Binding::Value(answer));
                next.push(partial);
            }
        }
        next
    }
}
