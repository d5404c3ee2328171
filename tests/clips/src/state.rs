//! What is compared: working memory and the agenda as CLIPS writes them, in no order.

use oracle::clips;
use oracle::compare::{Engine, Id};
use oracle::model::Ruleset;
use oracle::naive::{Activation, Session};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt;

/// An activation: the rule, and the facts of its patterns.
pub(crate) type Activated = (String, Vec<String>);

/// The facts and the agenda at one moment, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct State {
    /// The facts.
    pub(crate) facts: Vec<String>,
    /// The pending activations.
    pub(crate) agenda: Vec<Activated>,
}

/// What CLIPS is to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Operation {
    /// A fact comes.
    Assert(String),
    /// A fact goes; of facts that are written alike the one at that place, the oldest first.
    Retract(String, usize),
    /// A fact, found like that, is given other values: those of the second.
    Modify(String, usize, String),
    /// Rules fire, so many at most.
    Run(u64),
}

impl State {
    /// The state of a session of the naive matcher.
    pub(crate) fn of(ruleset: &Ruleset, session: &Session<'_>) -> Self {
        let facts = ruleset.facts.iter().flat_map(|declared| {
            let facts = session.facts(&declared.name).into_iter();
            facts.map(|fact| clips::fact(declared, &fact.values))
        });
        let mut state = Self {
            facts: facts.collect(),
            agenda: activated(ruleset, session, session.agenda()),
        };
        state.sort();
        state
    }

    /// The state of a compiled ruleset.
    pub(crate) fn of_engine<I: Id>(ruleset: &Ruleset, engine: &dyn Engine<Id = I>) -> Self {
        let mut named = HashMap::new();
        for (kind, declared) in ruleset.facts.iter().enumerate() {
            let facts = engine.facts(kind).into_iter();
            named.extend(facts.map(|(id, values)| (id, clips::fact(declared, &values))));
        }
        let agenda = engine.agenda().into_iter().map(|pending| {
            let facts = pending.facts.iter().map(|id| named[id].clone());
            (ruleset.rules[pending.rule].name.clone(), facts.collect())
        });
        let mut state = Self {
            agenda: agenda.collect(),
            facts: named.into_values().collect(),
        };
        state.sort();
        state
    }

    /// Puts facts and activations in order.
    pub(crate) fn sort(&mut self) {
        self.facts.sort_unstable();
        self.agenda.sort_unstable();
    }
}

/// Activations or matches of the naive matcher.
pub(crate) fn activated(
    ruleset: &Ruleset,
    session: &Session<'_>,
    activations: Vec<Activation>,
) -> Vec<Activated> {
    let mut activated: Vec<Activated> = activations
        .into_iter()
        .map(|activation| {
            let facts = activation.facts.iter().map(|id| {
                let fact = session.get(*id).expect("a match's facts are there");
                clips::fact(fact.kind, &fact.values)
            });
            let rule = &ruleset.rules[activation.rule];
            (rule.name.clone(), facts.collect())
        })
        .collect();
    activated.sort_unstable();
    activated
}

/// What one sorted list has more often than another.
pub(crate) fn more<T: Ord + Clone>(these: &[T], others: &[T]) -> Vec<T> {
    let mut others = others.iter().peekable();
    let mut more = Vec::new();
    for one in these {
        while others.next_if(|other| *other < one).is_some() {}
        if others.next_if_eq(&one).is_none() {
            more.push(one.clone());
        }
    }
    more
}

/// As an operation is typed into CLIPS, facts by what they are.
impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Assert(fact) => write!(f, "(assert {fact})"),
            Self::Retract(fact, _) => write!(f, "(retract {fact})"),
            Self::Modify(fact, _, new) => write!(f, "(retract {fact}) (assert {new})"),
            Self::Run(_) => write!(f, "(run)"),
        }
    }
}
