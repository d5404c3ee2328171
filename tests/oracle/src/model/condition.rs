//! Conditions: the forms that stand in `when`.

use super::circle::{Again, Asked};
use super::{Expression, LookUp, Operator};
use crate::value::Value;

/// A condition of a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// A fact.
    Pattern(Pattern),
    /// `not { … }`
    Not(Vec<Condition>),
    /// `exists { … }`
    Exists(Vec<Condition>),
    /// `unique { … }`
    Unique(Vec<Condition>),
    /// `forall { … } => { … }`
    Forall(Vec<Condition>, Vec<Condition>),
    /// `either { … } or { … }`
    Either(Vec<Vec<Condition>>),
    /// `if expr`
    If(Expression),
    /// `if let (constant, name) = (left, right)`: a test that binds.
    IfLet {
        /// What the first place must be.
        constant: Value,
        /// The variable bound to the second.
        name: String,
        /// The expression in the first place.
        left: Expression,
        /// The expression in the second.
        right: Expression,
    },
    /// `let name = expr`
    Let(String, Expression),
    /// `for name in low..high`, both integers.
    For(String, Expression, Expression),
    /// `for name: i32 in low..high`: the elements are kept.
    Kept(String, Expression, Expression),
    /// An accumulate.
    Accumulate(Accumulate),
    /// `name = table(…)`, `if let Some(name) = table(…)`, or `name in table(…)`, as the table's result wants it.
    LookUp(LookUp),
    /// `name in query(…)` or `query(…)`, of a recursive query, in a rule.
    Asked(Asked),
    /// The same in a query of its circle.
    Again(Again),
    /// `due expr`
    Due(Expression),
}

/// A fact pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// The fact variable, `a @`.
    pub name: Option<String>,
    /// The fact type.
    pub fact: String,
    /// The fields named, in the order written, each with its test. A tuple fact's stand for themselves:
    /// all of them in order, or none.
    pub fields: Vec<(String, Test)>,
    /// How its event stands to others.
    pub relations: Vec<Relation>,
    /// `within 2`: how long ago its event is at the most.
    pub window: Option<i32>,
    /// `last 2`: in an accumulate, over how many of its events it ranges, the latest. See [`Accumulate::latest`].
    pub last: Option<usize>,
    /// `if expr`
    pub guard: Option<Expression>,
}

/// How an event stands to another: `within 2 after a`, `before a`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// Less than that lies between them.
    pub span: Option<i32>,
    /// On which side of the other it stands.
    pub side: Side,
    /// The variable of the other.
    pub event: String,
}

/// On which side of an event another stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// `after`
    After,
    /// `before`
    Before,
    /// `of`
    Either,
}

/// What stands after a field's name.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// `_`: the position of a tuple fact that is not tested, and not read.
    Any,
    /// A variable: bound by its first use, an equality join after that.
    Variable(String),
    /// A constant.
    Constant(Value),
    /// One of several constants, `1 | 3`.
    OneOf(Vec<Value>),
    /// A range with both ends in it, `1..=3`.
    Range(i32, i32),
    /// A comparison, `< expr`.
    Compare(Operator, Expression),
}

/// An accumulate, `name = function(expr for block) by (keys) if guard`.
#[derive(Clone, Debug, PartialEq)]
pub struct Accumulate {
    /// The variable bound to the result.
    pub name: String,
    /// What is computed.
    pub function: Function,
    /// What it is computed over.
    pub block: Vec<Condition>,
    /// The variables that group.
    pub by: Vec<String>,
    /// A test of the result.
    pub guard: Option<Expression>,
}

/// What an accumulate computes.
#[derive(Clone, Debug, PartialEq)]
pub enum Function {
    /// The number of matches.
    Count,
    /// The facts that the variable of that name takes.
    Collect(String),
    /// The sum of an integer expression.
    Sum(Expression),
    /// The least value.
    Min(Expression),
    /// The greatest value.
    Max(Expression),
    /// The mean of an integer expression.
    Avg(Expression),
    /// The fact, of the variable named, with the least value.
    MinBy(Expression, String),
    /// The fact with the greatest value.
    MaxBy(Expression, String),
    /// What a user's accumulator makes of an integer expression.
    User(Accumulator, Expression),
}

/// The users' accumulators that a generated ruleset defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Accumulator {
    /// How many different values there are; it takes any value out again.
    Distinct,
    /// The lower median, of nothing none; it takes no value out.
    Median,
    /// The greatest value less the least, of nothing none; it takes out what lies between them.
    Spread,
}

impl Accumulator {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Distinct => "Distinct",
            Self::Median => "Median",
            Self::Spread => "Spread",
        }
    }
}

impl Function {
    /// The expression evaluated for each member, where there is one.
    #[must_use]
    pub fn expression(&self) -> Option<&Expression> {
        match self {
            Self::Count | Self::Collect(_) => None,
            Self::Sum(of)
            | Self::Min(of)
            | Self::Max(of)
            | Self::Avg(of)
            | Self::MinBy(of, _)
            | Self::MaxBy(of, _)
            | Self::User(_, of) => Some(of),
        }
    }

    /// The fact variable whose facts are the members or the result.
    #[must_use]
    pub fn member(&self) -> Option<&str> {
        match self {
            Self::Collect(name) | Self::MinBy(_, name) | Self::MaxBy(_, name) => Some(name),
            Self::Count
            | Self::Sum(_)
            | Self::Min(_)
            | Self::Max(_)
            | Self::Avg(_)
            | Self::User(..) => None,
        }
    }
}

impl Accumulate {
    /// The one pattern of its block, where nothing in it makes several matches of one fact: it may range over the latest.
    pub fn only_pattern(&mut self) -> Option<&mut Pattern> {
        let mut only = None;
        for condition in &mut self.block {
            match condition {
                Condition::Pattern(pattern) if only.is_none() => only = Some(pattern),
                Condition::Not(_)
                | Condition::Exists(_)
                | Condition::Unique(_)
                | Condition::Forall(..)
                | Condition::If(_)
                | Condition::IfLet { .. }
                | Condition::Let(..)
                | Condition::Due(_) => {}
                _ => return None,
            }
        }
        only
    }

    /// The pattern of which it ranges over the latest events alone, and how many.
    #[must_use]
    pub fn latest(&self) -> Option<(&Pattern, usize)> {
        let mut patterns = self.block.iter().filter_map(|condition| match condition {
            Condition::Pattern(pattern) => Some(pattern),
            _ => None,
        });
        let pattern = patterns.next()?;
        Some((pattern, pattern.last?))
    }
}

impl Condition {
    /// The variables that it binds for the conditions after it.
    #[must_use]
    pub fn bound(&self) -> Vec<&str> {
        match self {
            Self::Pattern(pattern) => pattern.bound(),
            Self::Not(_)
            | Self::Exists(_)
            | Self::Unique(_)
            | Self::Forall(..)
            | Self::If(_)
            | Self::Due(_) => Vec::new(),
            Self::Either(branches) => {
                let mut common = bound(&branches[0]);
                for branch in &branches[1..] {
                    let here = bound(branch);
                    common.retain(|name| here.contains(name));
                }
                common
            }
            Self::IfLet { name, .. }
            | Self::Let(name, _)
            | Self::For(name, ..)
            | Self::Kept(name, ..)
            | Self::LookUp(LookUp { name, .. }) => vec![name],
            Self::Asked(Asked { name, .. }) | Self::Again(Again { name, .. }) => {
                name.iter().map(String::as_str).collect()
            }
            Self::Accumulate(accumulate) => {
                let mut names: Vec<&str> = accumulate.by.iter().map(String::as_str).collect();
                names.push(&accumulate.name);
                names
            }
        }
    }

    /// The conditions in it that stand together: its block, both of a `forall`, each branch.
    #[must_use]
    pub fn blocks(&self) -> Vec<&[Condition]> {
        match self {
            Self::Not(block) | Self::Exists(block) | Self::Unique(block) => vec![block],
            Self::Forall(left, right) => vec![left, right],
            Self::Either(branches) => branches.iter().map(Vec::as_slice).collect(),
            Self::Accumulate(accumulate) => vec![&accumulate.block],
            Self::Pattern(_)
            | Self::If(_)
            | Self::IfLet { .. }
            | Self::Let(..)
            | Self::For(..)
            | Self::Kept(..)
            | Self::LookUp(_)
            | Self::Asked(_)
            | Self::Due(_)
            | Self::Again(_) => Vec::new(),
        }
    }

    /// The same, to be changed.
    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Condition>> {
        match self {
            Self::Not(block) | Self::Exists(block) | Self::Unique(block) => vec![block],
            Self::Forall(left, right) => vec![left, right],
            Self::Either(branches) => branches.iter_mut().collect(),
            Self::Accumulate(accumulate) => vec![&mut accumulate.block],
            Self::Pattern(_)
            | Self::If(_)
            | Self::IfLet { .. }
            | Self::Let(..)
            | Self::For(..)
            | Self::Kept(..)
            | Self::LookUp(_)
            | Self::Asked(_)
            | Self::Due(_)
            | Self::Again(_) => Vec::new(),
        }
    }
}

/// The variables bound by conditions that stand together.
#[must_use]
pub fn bound(conditions: &[Condition]) -> Vec<&str> {
    conditions.iter().flat_map(Condition::bound).collect()
}

impl Pattern {
    fn bound(&self) -> Vec<&str> {
        let fields = self.fields.iter().filter_map(|(_, test)| match test {
            Test::Variable(name) => Some(name.as_str()),
            _ => None,
        });
        self.name.as_deref().into_iter().chain(fields).collect()
    }

    /// The same with a fact variable.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        self.name = Some(name.into());
        self
    }

    /// The same with one more test.
    #[must_use]
    pub fn test(mut self, field: &str, test: Test) -> Self {
        self.fields.push((field.into(), test));
        self
    }

    /// The same with a field bound to a variable, or joined to it.
    #[must_use]
    pub fn bind(self, field: &str, name: &str) -> Self {
        self.test(field, Test::Variable(name.into()))
    }

    /// The same with a field tested for a constant.
    #[must_use]
    pub fn constant(self, field: &str, value: impl Into<Value>) -> Self {
        self.test(field, Test::Constant(value.into()))
    }

    /// The same with a guard.
    #[must_use]
    pub fn guard(mut self, guard: Expression) -> Self {
        self.guard = Some(guard);
        self
    }
}

/// A pattern of that fact type that tests nothing.
#[must_use]
pub fn fact(name: &str) -> Pattern {
    Pattern {
        name: None,
        fact: name.into(),
        fields: Vec::new(),
        relations: Vec::new(),
        window: None,
        last: None,
        guard: None,
    }
}

impl From<Pattern> for Condition {
    fn from(pattern: Pattern) -> Self {
        Self::Pattern(pattern)
    }
}

/// An ungrouped accumulate over a block.
#[must_use]
pub fn accumulate(name: &str, function: Function, block: Vec<Condition>) -> Accumulate {
    Accumulate {
        name: name.into(),
        function,
        block,
        by: Vec::new(),
        guard: None,
    }
}

/// Whether conditions have windows, or instants that they wait for.
#[must_use]
pub fn ask_clock(conditions: &[Condition]) -> bool {
    conditions.iter().any(|condition| match condition {
        Condition::Due(_) => true,
        Condition::Pattern(pattern) => pattern.window.is_some(),
        other => other.blocks().into_iter().any(ask_clock),
    })
}

/// Calls `visit` with the fact types that conditions name, and whether more of them may end a match.
pub fn types<'r>(conditions: &'r [Condition], negated: bool, visit: &mut dyn FnMut(&'r str, bool)) {
    for condition in conditions {
        match condition {
            Condition::Pattern(pattern) => visit(&pattern.fact, negated),
            Condition::Not(block) | Condition::Unique(block) => types(block, true, visit),
            Condition::Exists(block) => types(block, negated, visit),
            Condition::Forall(left, right) => {
                types(left, true, visit);
                types(right, true, visit);
            }
            Condition::Either(branches) => {
                for branch in branches {
                    types(branch, negated, visit);
                }
            }
            Condition::Accumulate(accumulate) => types(&accumulate.block, true, visit),
            Condition::If(_)
            | Condition::IfLet { .. }
            | Condition::Let(..)
            | Condition::For(..)
            | Condition::Kept(..)
            | Condition::LookUp(_)
            | Condition::Due(_)
            | Condition::Again(_) => {}
            // Its answers are known when all is that they rest on.
            Condition::Asked(asked) => {
                for query in &asked.circle.queries {
                    types(&query.when, true, visit);
                }
            }
        }
    }
}

/// Calls `visit` with every accumulate in conditions and in what they hold.
pub fn each_accumulate<'r>(conditions: &'r [Condition], visit: &mut dyn FnMut(&'r Accumulate)) {
    for condition in conditions {
        match condition {
            Condition::Not(block) | Condition::Exists(block) | Condition::Unique(block) => {
                each_accumulate(block, visit);
            }
            Condition::Forall(left, right) => {
                each_accumulate(left, visit);
                each_accumulate(right, visit);
            }
            Condition::Either(branches) => {
                for branch in branches {
                    each_accumulate(branch, visit);
                }
            }
            Condition::Accumulate(accumulate) => {
                visit(accumulate);
                each_accumulate(&accumulate.block, visit);
            }
            Condition::Pattern(_)
            | Condition::If(_)
            | Condition::IfLet { .. }
            | Condition::Let(..)
            | Condition::For(..)
            | Condition::Kept(..)
            | Condition::LookUp(_)
            | Condition::Asked(_)
            | Condition::Due(_)
            | Condition::Again(_) => {}
        }
    }
}
