//! What the walk of Rust code finds: uses of names, and what may be wrong.

use proc_macro2::{Ident, Span};
use syn::{BinOp, Expr};

use crate::diagnostic::SpanRange;

use super::names::peeled;

/// A use of a name that is not bound in the code itself.
#[derive(Debug)]
pub(super) struct Use {
    /// The name.
    pub(super) name: Ident,
    /// How it is used.
    pub(super) access: Access,
    /// Where it stands.
    pub(super) position: Position,
    /// Whether it is a field of a literal and its value at once: `total` in `Bill { total }`.
    pub(super) is_shorthand: bool,
}

/// A use of a field of what a `for` takes from a collection that is not bound in the code itself.
#[derive(Debug)]
#[cfg_attr(
    not(feature = "lsp"),
    expect(dead_code, reason = "the language server alone asks for it")
)]
pub(super) struct MemberUse {
    pub(super) collection: Ident,
    pub(super) field: syn::Member,
}

/// How a name is used.
#[derive(Debug, Clone)]
pub(super) enum Access {
    /// As it is: passed on, compared, borrowed.
    Whole,
    /// One of its fields.
    Field(syn::Member),
    /// A method is called on it.
    Method(Ident),
}

/// Where a name stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    /// In an expression: nothing but a value can be meant.
    Value,
    /// Called: it may be a function's name.
    Callee,
    /// Among the tokens of a macro call: it may be anything.
    Macro,
}

/// What may be wrong.
#[derive(Debug)]
pub(super) enum Misuse {
    /// `a.x = 3`, where `a` is not bound in the code itself.
    Assigned {
        /// The name that the place begins with.
        name: Ident,
        /// The collection that it is a member of, where it is one.
        member_of: Option<Ident>,
        /// Whether the place is the name alone.
        is_bare: bool,
        /// The place.
        place: SpanRange,
        /// The place, as it is written.
        text: String,
        /// The number of the `modify` around.
        within: Option<usize>,
    },
    /// `a == b`, of names that are not bound in the code itself.
    Compared {
        left: Ident,
        right: Ident,
        op: BinOp,
    },
    /// The `=` of `if a = b { … }`.
    Tested(Span),
    /// `?`, or a `return` with a `Result`.
    Failed { what: &'static str, at: Span },
}

/// An expression without the parentheses and stars around it.
pub(super) fn dereferenced(expr: &Expr) -> &Expr {
    match peeled(expr) {
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => dereferenced(&unary.expr),
        expr => expr,
    }
}

/// Whether an operator writes its left operand.
pub(super) fn is_assignment(op: &BinOp) -> bool {
    use BinOp::{
        AddAssign, BitAndAssign, BitOrAssign, BitXorAssign, DivAssign, MulAssign, RemAssign,
        ShlAssign, ShrAssign, SubAssign,
    };
    matches!(
        op,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}
