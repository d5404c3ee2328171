//! Recursive queries, which call themselves or each other, and the calls by which rules ask them.

use super::{Condition, Expression, Rule, Ruleset};
use std::rc::Rc;

/// Queries that call each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Circle {
    /// Its queries.
    pub queries: Vec<Recursive>,
}

/// A recursive query over integers.
#[derive(Clone, Debug, PartialEq)]
pub struct Recursive {
    /// Its name.
    pub name: String,
    /// The names of its parameters.
    pub params: Vec<String>,
    /// Its conditions: a branch without recursion, and one or more with it.
    pub when: Vec<Condition>,
    /// The variable whose values it gives; without, it is a question whose answer is a `bool`.
    pub select: Option<String>,
}

/// `name in query(arguments)`, or `query(arguments)`, in a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The variable bound to each answer.
    pub name: Option<String>,
    /// The query's circle.
    pub circle: Rc<Circle>,
    /// The place of the query in it.
    pub query: usize,
    /// The arguments.
    pub arguments: Vec<Expression>,
}

/// The same in a query of the circle.
#[derive(Clone, Debug, PartialEq)]
pub struct Again {
    /// The variable bound to each answer.
    pub name: Option<String>,
    /// The query's name.
    pub called: String,
    /// The arguments.
    pub arguments: Vec<Expression>,
}

impl Asked {
    /// The query.
    #[must_use]
    pub fn called(&self) -> &Recursive {
        &self.circle.queries[self.query]
    }
}

impl Ruleset {
    /// The circles that rules ask, each once.
    #[must_use]
    pub fn circles(&self) -> Vec<&Circle> {
        let mut circles: Vec<&Circle> = Vec::new();
        for Rule { when, .. } in &self.rules {
            each(when, &mut |asked| {
                let first = &asked.circle.queries[0].name;
                if circles
                    .iter()
                    .all(|circle| circle.queries[0].name != *first)
                {
                    circles.push(&asked.circle);
                }
            });
        }
        circles
    }
}

/// Calls `visit` with each call in conditions and in what they hold.
fn each<'r>(conditions: &'r [Condition], visit: &mut dyn FnMut(&'r Asked)) {
    for condition in conditions {
        if let Condition::Asked(asked) = condition {
            visit(asked);
        }
        for block in condition.blocks() {
            each(block, visit);
        }
    }
}
