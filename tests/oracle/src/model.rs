//! A ruleset as data: what the generator makes, the printer writes and the interpreter runs.
//!
//! Names are strings, looked up where they are used: slow and plain. A model is taken to be well formed
//! (every name known, every expression well typed); the interpreter panics on one that is not.

pub mod circle;
pub mod condition;
pub mod effect;
pub mod expression;
pub mod query;
pub mod table;

use crate::value::Kind;
pub use condition::{Accumulate, Condition, Function, Pattern, Relation, Side, Test};
pub use effect::{Effect, Write};
pub use expression::{Expression, Operator};
pub use query::Query;
use std::collections::BTreeSet;
pub use table::{LookUp, Table};

/// A whole ruleset.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// The session type's name.
    pub name: String,
    /// How activations of one salience are ordered.
    pub strategy: Strategy,
    /// Its stages, first to last, with `_` where rules in none stand: `#[stages(…)]`, if there are any.
    pub stages: Vec<String>,
    /// Whether its blocks may return an error: `#[error(Failed)]`.
    pub fails: bool,
    /// Whether its sessions go back: `#[backtrack]`.
    pub backtrack: bool,
    /// Whether its sessions have a clock: `#[clock(i32)]`. It begins at 0.
    pub clock: bool,
    /// The fact types, in the order declared.
    pub facts: Vec<FactType>,
    /// The names of the agenda groups, in the order declared.
    pub groups: Vec<String>,
    /// The rules, in the order written.
    pub rules: Vec<Rule>,
    /// The queries.
    pub queries: Vec<Query>,
}

impl Ruleset {
    /// A ruleset of the default strategy.
    #[must_use]
    pub fn new(facts: Vec<FactType>, rules: Vec<Rule>) -> Self {
        Self {
            name: "Tried".into(),
            strategy: Strategy::Depth,
            stages: Vec::new(),
            fails: false,
            backtrack: false,
            clock: false,
            facts,
            groups: Vec::new(),
            rules,
            queries: Vec::new(),
        }
    }

    /// The same under another strategy.
    #[must_use]
    pub fn strategy(mut self, strategy: Strategy) -> Self {
        self.strategy = strategy;
        self
    }

    /// The same with agenda groups.
    #[must_use]
    pub fn groups(mut self, groups: &[&str]) -> Self {
        self.groups = groups.iter().map(ToString::to_string).collect();
        self
    }

    /// The same with queries.
    #[must_use]
    pub fn queries(mut self, queries: Vec<Query>) -> Self {
        self.queries = queries;
        self
    }

    /// The salience of a stage: a thousand for each step before the rules that are in none, or after them.
    #[must_use]
    pub fn salience_of(&self, stage: &str) -> i32 {
        let place = |name: &str| {
            let found = self.stages.iter().position(|listed| listed == name);
            i32::try_from(found.unwrap_or(self.stages.len())).unwrap_or(i32::MAX)
        };
        1_000 * (place("_") - place(stage))
    }

    /// Leaves out the fact types that neither rule nor query names: they would be none of the session's.
    pub fn keep_mentioned(&mut self) {
        let mut named = BTreeSet::new();
        for rule in &self.rules {
            condition::types(&rule.when, false, &mut |name, _| {
                named.insert(name.to_string());
            });
            let undo = rule.undo.as_deref().unwrap_or_default();
            for effects in [&rule.then, undo] {
                effect::types(effects, &mut |name, _| {
                    named.insert(name.to_string());
                });
            }
        }
        for query in &self.queries {
            condition::types(&query.when, false, &mut |name, _| {
                named.insert(name.to_string());
            });
        }
        self.facts.retain(|declared| named.contains(&declared.name));
    }

    /// The fact type of that name.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[must_use]
    pub fn fact_type(&self, name: &str) -> &FactType {
        self.facts
            .iter()
            .find(|declared| declared.name == name)
            .unwrap_or_else(|| panic!("unknown fact type `{name}`"))
    }

    /// The rule of that name and its place.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[must_use]
    pub fn rule(&self, name: &str) -> usize {
        self.rules
            .iter()
            .position(|rule| rule.name == name)
            .unwrap_or_else(|| panic!("unknown rule `{name}`"))
    }
}

/// How activations of one salience are ordered; `random` is left out, its hash being the engine's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Latest first.
    Depth,
    /// Earliest first.
    Breadth,
    /// The dates of the match's facts, newest first.
    Lex,
    /// The first pattern's date, then as `Lex`.
    Mea,
    /// The rule with more tests first.
    Complexity,
    /// The rule with fewer tests first.
    Simplicity,
    /// Rules as written.
    Order,
}

impl Strategy {
    /// The strategy as written in the attribute.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Depth => "depth",
            Self::Breadth => "breadth",
            Self::Lex => "lex",
            Self::Mea => "mea",
            Self::Complexity => "complexity",
            Self::Simplicity => "simplicity",
            Self::Order => "order",
        }
    }
}

/// A fact type declared in the ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactType {
    /// Its name.
    pub name: String,
    /// The names and types of its fields; those of a tuple fact are `0`, `1`, and so on.
    pub fields: Vec<(String, Kind)>,
    /// Whether it is written `E(i32, i32)`.
    pub tuple: bool,
    /// Whether equal facts are one fact.
    pub unique: bool,
    /// The fields of its key, where it has one.
    pub key: Option<Vec<String>>,
    /// Which of the facts that rules derive stands, where that is one of each key.
    pub best: Option<Best>,
    /// What makes its facts events.
    pub event: Option<Event>,
}

/// `#[event(at = x, until = y, expires = 2)]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The field of its beginning.
    pub at: String,
    /// The field of its end.
    pub until: Option<String>,
    /// How long after its end it expires.
    pub expires: Option<i32>,
}

impl Event {
    /// Whether a field is its time, or part of it.
    #[must_use]
    pub fn has(&self, field: &str) -> bool {
        self.at == field || self.until.as_deref() == Some(field)
    }
}

/// `#[best(min: cost, by(from, to))]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// Whether the least value is the best.
    pub least: bool,
    /// The field that has the value.
    pub value: String,
    /// The fields of the key.
    pub by: Vec<String>,
}

impl FactType {
    /// A fact type with named fields.
    #[must_use]
    pub fn new(name: &str, fields: &[(&str, Kind)]) -> Self {
        Self {
            name: name.into(),
            fields: fields
                .iter()
                .map(|(field, kind)| ((*field).into(), *kind))
                .collect(),
            tuple: false,
            unique: false,
            key: None,
            best: None,
            event: None,
        }
    }

    /// A tuple fact.
    #[must_use]
    pub fn tuple(name: &str, kinds: &[Kind]) -> Self {
        let names: Vec<String> = (0..kinds.len()).map(|place| place.to_string()).collect();
        let fields = names
            .into_iter()
            .zip(kinds.iter().copied())
            .collect::<Vec<_>>();
        Self {
            fields,
            tuple: true,
            ..Self::new(name, &[])
        }
    }

    /// The same with set semantics.
    #[must_use]
    pub fn unique(mut self) -> Self {
        self.unique = true;
        self
    }

    /// The same with a key.
    #[must_use]
    pub fn key(mut self, fields: &[&str]) -> Self {
        self.key = Some(fields.iter().map(ToString::to_string).collect());
        self
    }

    /// The same where of the facts that rules derive the best of each key stands.
    #[must_use]
    pub fn best(mut self, least: bool, value: &str, by: &[&str]) -> Self {
        self.best = Some(Best {
            least,
            value: value.into(),
            by: by.iter().map(ToString::to_string).collect(),
        });
        self
    }

    /// The place of a field.
    ///
    /// # Panics
    ///
    /// If there is no such field.
    #[must_use]
    pub fn place(&self, field: &str) -> usize {
        self.fields
            .iter()
            .position(|(name, _)| name == field)
            .unwrap_or_else(|| panic!("unknown field `{field}` of `{}`", self.name))
    }
}

/// A rule.
#[expect(clippy::struct_excessive_bools, reason = "one for each attribute")]
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// `#[stage(name)]`
    pub stage: Option<String>,
    /// `#[salience(expr)]`
    pub salience: Option<Expression>,
    /// `#[no_loop]`
    pub no_loop: bool,
    /// `#[once]`
    pub once: bool,
    /// `#[on_change(expr, …)]`
    pub on_change: Option<Vec<Expression>>,
    /// The agenda group it stands in.
    pub group: Option<String>,
    /// `#[auto_focus]`
    pub auto_focus: bool,
    /// `#[lock_on_active]`
    pub lock_on_active: bool,
    /// Its conditions.
    pub when: Vec<Condition>,
    /// Its effects.
    pub then: Vec<Effect>,
    /// Its `undo` block.
    pub undo: Option<Vec<Effect>>,
}

impl Rule {
    /// A rule without attributes.
    #[must_use]
    pub fn new(name: &str, when: Vec<Condition>, then: Vec<Effect>) -> Self {
        Self {
            name: name.into(),
            stage: None,
            salience: None,
            no_loop: false,
            once: false,
            on_change: None,
            group: None,
            auto_focus: false,
            lock_on_active: false,
            when,
            then,
            undo: None,
        }
    }

    /// Its `then` block, and its `undo` block where it has one.
    pub fn blocks(&self) -> impl Iterator<Item = &[Effect]> {
        let undo = self.undo.as_deref();
        std::iter::once(self.then.as_slice()).chain(undo)
    }

    /// The expressions in its attributes.
    pub fn attributes(&self) -> impl Iterator<Item = &Expression> {
        self.salience.iter().chain(self.on_change.iter().flatten())
    }
}
