//! The conditions of a rule as a tree: facts, tests, quantifiers, alternatives, accumulates, `for`s.

use proc_macro2::Ident;

use super::{
    AccumulateId, EachId, EitherId, ElementId, Expression, Quantifier, Rule, TestId, VariableId,
};

/// A condition.
#[derive(Debug, Clone)]
pub enum Condition {
    /// A fact, and what it must meet: the tests in the order written.
    Fact {
        /// The fact.
        element: ElementId,
        /// What it must meet.
        tests: Vec<TestId>,
    },
    /// `if …`, `if let …` or `let …`.
    Test(TestId),
    /// So many matches of inner conditions together: `not`, `exists`, a `forall`.
    Quantified {
        /// How many.
        quantifier: Quantifier,
        /// The inner conditions.
        conditions: Vec<Condition>,
        /// The condition as the printer writes it.
        text: String,
    },
    /// One match for each branch that holds.
    Either {
        /// Its number in the rule.
        either: EitherId,
        /// Its branches.
        branches: Vec<Vec<Condition>>,
    },
    /// An accumulate.
    Accumulate(AccumulateId),
    /// `for pattern in expr`
    Each(EachId),
}

impl Condition {
    /// The lists of conditions that stand in it: the inner conditions of a quantifier, each branch of an
    /// `either`, what an accumulate ranges over. Whoever asks for no more than that need not know which it is.
    #[must_use]
    pub fn children<'r>(&'r self, rule: &'r Rule) -> Vec<&'r [Condition]> {
        match self {
            Condition::Fact { .. } | Condition::Test(_) | Condition::Each(_) => Vec::new(),
            Condition::Quantified { conditions, .. } => vec![conditions],
            Condition::Either { branches, .. } => branches.iter().map(Vec::as_slice).collect(),
            Condition::Accumulate(id) => vec![&rule.accumulates[id.0].source],
        }
    }
}

/// An accumulate.
#[derive(Debug, Clone)]
pub struct Accumulate {
    /// Its result.
    pub element: ElementId,
    /// Its function.
    pub function: Function,
    /// What it ranges over.
    pub source: Vec<Condition>,
    /// How many of these, the latest of each group.
    pub last: Option<Last>,
    /// The inner variables by which it is grouped; without any there is one group, always.
    pub by: Vec<VariableId>,
    /// What its result must meet.
    pub tests: Vec<TestId>,
}

/// The latest of the events over which an accumulate ranges: `last 100`.
#[derive(Debug, Clone)]
pub struct Last {
    /// The constant that is their number.
    pub number: Ident,
    /// When each was.
    pub time: Expression,
    /// As written.
    pub text: String,
}

/// A `for pattern in expr`.
#[derive(Debug, Clone)]
pub struct Each {
    /// What stands for its elements.
    pub element: ElementId,
    /// Its pattern.
    pub pattern: Box<syn::Pat>,
    /// Its type, where its elements are to be kept.
    pub ty: Option<syn::Type>,
    /// What is iterated.
    pub expr: Expression,
    /// Whether that are the answers so far to a question of the same circle of queries.
    pub asked: bool,
    /// The variables that the pattern binds, each a [`Source::Each`](super::Source::Each).
    pub binds: Vec<VariableId>,
}

/// An accumulate's function.
#[derive(Debug, Clone)]
pub enum Function {
    /// How many.
    Count,
    /// The facts of one of its inner elements, a pattern's or a [`ElementKind::Best`](super::ElementKind::Best).
    Collect(ElementId),
    /// The sum of an expression.
    Sum(Expression),
    /// Its mean.
    Avg(Expression),
    /// Its least value.
    Min(Expression),
    /// Its greatest value.
    Max(Expression),
    /// The fact of an inner element for which it is least; the accumulate's element is then a
    /// [`ElementKind::Best`](super::ElementKind::Best).
    MinBy(Expression, ElementId),
    /// The fact for which it is greatest.
    MaxBy(Expression, ElementId),
    /// A user's `Accumulator` over it.
    User(Box<syn::Type>, Expression),
}

impl Function {
    /// What it computes of each member.
    #[must_use]
    pub fn expression(&self) -> Option<&Expression> {
        match self {
            Function::Count | Function::Collect(_) => None,
            Function::Sum(expr)
            | Function::Avg(expr)
            | Function::Min(expr)
            | Function::Max(expr)
            | Function::MinBy(expr, _)
            | Function::MaxBy(expr, _)
            | Function::User(_, expr) => Some(expr),
        }
    }

    /// The inner element among whose facts it finds one.
    #[must_use]
    pub fn best(&self) -> Option<ElementId> {
        match self {
            Function::MinBy(_, member) | Function::MaxBy(_, member) => Some(*member),
            _ => None,
        }
    }
}
