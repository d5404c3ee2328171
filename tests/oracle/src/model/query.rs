//! Queries: conditions with parameters, and the values of a result.

use super::circle::Recursive;
use super::{Condition, Expression, Ruleset};
use crate::value::Kind;

/// A query.
#[derive(Clone, Debug)]
pub struct Query {
    /// Its name.
    pub name: String,
    /// Its parameters, with the kinds that fields have.
    pub params: Vec<(String, Kind)>,
    /// Its conditions.
    pub when: Vec<Condition>,
    /// The values of a result; without, it is a question whose answer is a `bool`.
    pub select: Option<Vec<(Expression, Kind)>>,
}

/// What a session can be asked.
#[derive(Clone, Debug)]
pub struct Question<'r> {
    /// The query's name.
    pub name: &'r str,
    /// The kinds of its parameters.
    pub params: Vec<Kind>,
    /// What it gives.
    pub answer: Answer,
}

/// What a query gives.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Whether it holds.
    Holds,
    /// An integer for each answer, each once, in order.
    Set,
    /// Values of these kinds for each match.
    Rows(Vec<Kind>),
}

impl Ruleset {
    /// What its sessions can be asked: its queries, then those of the circles that its rules ask.
    #[must_use]
    pub fn questions(&self) -> Vec<Question<'_>> {
        let queries = self.queries.iter().map(|query| Question {
            name: &query.name,
            params: query.params.iter().map(|(_, kind)| *kind).collect(),
            answer: query.select.as_ref().map_or(Answer::Holds, |select| {
                Answer::Rows(select.iter().map(|(_, kind)| *kind).collect())
            }),
        });
        let circles = self.circles().into_iter();
        let recursive = circles.flat_map(|circle| &circle.queries);
        let recursive = recursive.map(|query: &Recursive| Question {
            name: &query.name,
            params: vec![Kind::Int; query.params.len()],
            answer: match query.select {
                Some(_) => Answer::Set,
                None => Answer::Holds,
            },
        });
        queries.chain(recursive).collect()
    }
}

impl Query {
    /// A query without parameters that gives integers.
    #[must_use]
    pub fn new(name: &str, when: Vec<Condition>, select: Vec<Expression>) -> Self {
        let select = select.into_iter().map(|value| (value, Kind::Int));
        Self {
            name: name.into(),
            params: Vec::new(),
            when,
            select: Some(select.collect()),
        }
    }

    /// The same with a parameter more, an integer.
    #[must_use]
    pub fn param(mut self, name: &str) -> Self {
        self.params.push((name.into(), Kind::Int));
        self
    }

    /// The same as a question.
    #[must_use]
    pub fn question(mut self) -> Self {
        self.select = None;
        self
    }
}
