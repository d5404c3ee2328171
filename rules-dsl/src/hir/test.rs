//! What a rule's tests ask.

use proc_macro2::{Ident, Span};

use crate::diagnostic::SpanRange;

use super::{ElementId, Needs, VariableId};

/// A test.
#[derive(Debug, Clone)]
pub struct Test {
    /// What it asks.
    pub kind: TestKind,
    /// Comparisons by `<=` and `>=` that hold where it does, by which facts may be looked up: between a field, as it stands
    /// or by its variable, and what is computed by code of ours.
    pub implied: Vec<Comparison>,
    /// What its evaluation needs.
    pub needs: Needs,
    /// Its source, as the printer writes it.
    pub text: String,
    /// Where it is written; of a query that is called, where the call is.
    pub span: SpanRange,
    /// Where its code is said to stand: at its own tokens, wherever they are.
    pub located: Span,
}

impl Test {
    /// The comparisons by which facts may be looked up: the test itself, or what it implies.
    pub(crate) fn comparisons(&self) -> Vec<(&Operand, &syn::BinOp, &Operand)> {
        let mut comparisons = Vec::new();
        if let TestKind::Compare { left, op, right } = &self.kind {
            comparisons.push((left, op, right));
        }
        let implied = self.implied.iter();
        comparisons.extend(implied.map(|Comparison { left, op, right }| (left, op, right)));
        comparisons
    }

    /// Whether it is a `let`: it binds, and holds always.
    #[must_use]
    pub fn is_let(&self) -> bool {
        matches!(
            self.kind,
            TestKind::Let {
                irrefutable: true,
                ..
            }
        )
    }
}

/// What a test asks.
#[derive(Debug, Clone)]
pub enum TestKind {
    /// The fact, an enum, is of the element's variant.
    Variant(ElementId),
    /// A field matches a Rust pattern. Variables that the pattern binds are `binds`, under the names that
    /// the pattern gives them; a variable bound before, and a string literal, have been replaced in it
    /// by a fresh name `__joinN`, compared in `joins`.
    Match {
        /// The fact.
        element: ElementId,
        /// The field.
        member: syn::Member,
        /// The pattern.
        pattern: Box<syn::Pat>,
        /// The variables that it binds.
        binds: Vec<VariableId>,
        /// Fresh names in the pattern, and what each must equal.
        joins: Vec<(Ident, Operand)>,
    },
    /// Two operands compare so.
    Compare {
        /// The left operand.
        left: Operand,
        /// `== != < <= > >=`
        op: syn::BinOp,
        /// The right operand.
        right: Operand,
    },
    /// A Rust expression of type `bool`.
    Expr(Box<syn::Expr>),
    /// An event stands so to another.
    Relation {
        /// The variable of the other.
        event: VariableId,
        /// What decides it, as an expression of type `bool` over hidden variables.
        holds: Box<syn::Expr>,
        /// The times that it compares.
        times: Vec<Operand>,
    },
    /// `if let PAT = expr`, or `let PAT = expr` where `irrefutable` (then it is no test: it always holds).
    Let {
        /// The pattern.
        pattern: Box<syn::Pat>,
        /// The expression.
        expr: Box<syn::Expr>,
        /// The variables that the pattern binds.
        binds: Vec<VariableId>,
        /// Whether it is a `let`.
        irrefutable: bool,
    },
}

/// Two operands that compare so.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The left operand.
    pub left: Operand,
    /// `== != < <= > >=`
    pub op: syn::BinOp,
    /// The right operand.
    pub right: Operand,
}

/// One side of a comparison.
#[derive(Debug, Clone)]
pub struct Operand {
    /// What it is.
    pub kind: OperandKind,
    /// What its evaluation needs.
    pub needs: Needs,
    /// Its source, as the printer writes it.
    pub text: String,
}

/// What an operand is.
#[derive(Debug, Clone)]
pub enum OperandKind {
    /// A field of a fact, as a place.
    Place {
        /// The fact.
        element: ElementId,
        /// The field.
        member: syn::Member,
    },
    /// A variable: a place where it is a field's, else its value.
    Variable(VariableId),
    /// A Rust expression.
    Expr(Box<syn::Expr>),
}
