//! Queries: conditions with parameters, and the values of a result.

use super::{Condition, Expression};
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
