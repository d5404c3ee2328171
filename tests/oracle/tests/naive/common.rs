//! What the tests of the naive matcher share: a fact type or two, and agendas as text.

use oracle::model::condition::fact;
use oracle::model::{Condition, Effect, FactType, Pattern, Rule, Ruleset};
use oracle::naive::{FactId, Session};
use oracle::value::{Kind, Value};

/// A fact type with the integer fields `x` and `y`.
pub(crate) fn pair(name: &str) -> FactType {
    FactType::new(name, &[("x", Kind::Int), ("y", Kind::Int)])
}

/// The fact types `A`, `B` and `C`, alike.
pub(crate) fn types() -> Vec<FactType> {
    vec![pair("A"), pair("B"), pair("C")]
}

/// A ruleset over `A`, `B` and `C`.
pub(crate) fn ruleset(rules: Vec<Rule>) -> Ruleset {
    Ruleset::new(types(), rules)
}

/// A ruleset of one rule, `only`, that does nothing.
pub(crate) fn only(when: Vec<Condition>) -> Ruleset {
    doing(when, Vec::new())
}

/// A ruleset of one rule, `only`.
pub(crate) fn doing(when: Vec<Condition>, then: Vec<Effect>) -> Ruleset {
    ruleset(vec![Rule::new("only", when, then)])
}

/// A fact variable over any fact of the type.
pub(crate) fn any(name: &str, kind: &str) -> Pattern {
    fact(kind).named(name)
}

/// Inserts a fact of two integers.
pub(crate) fn put(session: &mut Session<'_>, kind: &str, x: i32, y: i32) -> FactId {
    session.insert(kind, &values(x, y))
}

/// The values of a fact of two integers.
pub(crate) fn values(x: i32, y: i32) -> Vec<Value> {
    vec![x.into(), y.into()]
}

/// The agenda in firing order, as `rule 0 1`: facts by insertion number.
pub(crate) fn agenda(session: &Session<'_>, ruleset: &Ruleset) -> Vec<String> {
    let shown = session.agenda().into_iter().map(|activation| {
        let rule = ruleset.rules[activation.rule].name.clone();
        let facts = activation
            .facts
            .iter()
            .map(|FactId(number)| number.to_string());
        let words: Vec<String> = std::iter::once(rule).chain(facts).collect();
        words.join(" ")
    });
    shown.collect()
}

/// Fires one activation after the other, at most twenty; what fired.
pub(crate) fn run(session: &mut Session<'_>, ruleset: &Ruleset) -> Vec<String> {
    let mut fired = Vec::new();
    while fired.len() < 20 {
        // `step` may have to pop a group before it comes to the activation that is shown first.
        let first = agenda(session, ruleset).into_iter().next();
        if session.step().count == 0 {
            break;
        }
        fired.extend(first);
    }
    fired
}

/// The facts of a type as `x,y`.
pub(crate) fn facts(session: &Session<'_>, kind: &str) -> Vec<String> {
    let facts = session.facts(kind).into_iter();
    let shown = facts.map(|fact| {
        let values: Vec<String> = fact.values.iter().map(ToString::to_string).collect();
        values.join(",")
    });
    shown.collect()
}
