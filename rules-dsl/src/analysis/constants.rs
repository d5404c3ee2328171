//! What constants and Rust patterns say of a value: the sets of `values` that stand in a rule's text.
//!
//! Two constants are different values only where their names show it: `MAX` and `LIMIT` may be one
//! number, `Mark::X` and `Mark::O` are two variants.

use std::ops::Bound::{Excluded, Included, Unbounded};

use proc_macro2::Ident;
use syn::{Expr, Lit, Pat, RangeLimits, UnOp};

use crate::names::{is_variable, plain};
use crate::span_literal::is_span;

use super::values::{Comparison, Kind, Range, Scalar, Values};

/// A constant.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Constant {
    /// A literal.
    Scalar(Kind, Scalar),
    /// A variant: what stands before its name, and its name.
    Made(String, String),
}

/// The values that a pattern matches, or more; whether it is just these.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Matched {
    pub(crate) values: Values,
    pub(crate) exact: bool,
}

impl Matched {
    fn exactly(values: Values) -> Self {
        let exact = true;
        Self { values, exact }
    }

    fn less_than(values: Values) -> Self {
        let exact = false;
        Self { values, exact }
    }
}

impl Constant {
    /// The constant that an expression is.
    pub(crate) fn of(expr: &Expr) -> Option<Self> {
        match expr {
            Expr::Paren(paren) => Self::of(&paren.expr),
            Expr::Lit(literal) => Self::of_literal(&literal.lit),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
                match Self::of(&unary.expr)? {
                    Self::Scalar(kind, Scalar::Whole(number)) => {
                        Some(Self::Scalar(kind, Scalar::Whole(number.checked_neg()?)))
                    }
                    Self::Scalar(kind, Scalar::Float(number)) => {
                        Some(Self::Scalar(kind, Scalar::Float(-number)))
                    }
                    Self::Scalar(..) | Self::Made(..) => None,
                }
            }
            Expr::Path(path) if path.qself.is_none() => Self::of_path(&path.path),
            _ => None,
        }
    }

    /// The scalar that a literal is.
    pub(crate) fn of_literal(literal: &Lit) -> Option<Self> {
        // The number of a span says nothing without its unit.
        if is_span(literal) {
            return None;
        }
        let (kind, scalar) = match literal {
            Lit::Int(number) if number.suffix().starts_with('f') => (
                Kind::Float,
                Scalar::Float(number.base10_digits().parse().ok()?),
            ),
            Lit::Int(number) => (Kind::Integer, Scalar::Whole(number.base10_parse().ok()?)),
            Lit::Float(number) => (Kind::Float, Scalar::Float(number.base10_parse().ok()?)),
            Lit::Byte(byte) => (Kind::Integer, Scalar::Whole(byte.value().into())),
            Lit::Char(char) => (
                Kind::Character,
                Scalar::Whole(i128::from(u32::from(char.value()))),
            ),
            Lit::Bool(truth) => (Kind::Truth, Scalar::Whole(truth.value.into())),
            Lit::Str(text) => (Kind::Text, Scalar::Bytes(text.value().into_bytes())),
            Lit::ByteStr(bytes) => (Kind::Bytes, Scalar::Bytes(bytes.value())),
            _ => return None,
        };
        Some(Self::Scalar(kind, scalar))
    }

    fn of_path(path: &syn::Path) -> Option<Self> {
        if path.segments.iter().any(|s| !s.arguments.is_none()) {
            return None;
        }
        let mut segments = path.segments.iter().rev();
        let name = &segments.next()?.ident;
        let by = segments.next().map(|segment| &segment.ident);
        is_variant(by, name).then(|| {
            let by = by.map(plain).unwrap_or_default();
            Self::Made(by, plain(name))
        })
    }

    /// Whether it is known which values compare so with it.
    pub(crate) fn is_told_by(&self, comparison: Comparison) -> bool {
        matches!(self, Self::Scalar(..))
            || matches!(comparison, Comparison::Equal | Comparison::Unequal)
    }

    /// The values that compare so with it.
    pub(crate) fn compared(self, comparison: Comparison) -> Values {
        match (self, comparison) {
            (Self::Scalar(kind, scalar), _) => Values::compared(kind, comparison, scalar),
            (Self::Made(by, name), Comparison::Equal) => Values::made(by, name, false),
            (Self::Made(by, name), Comparison::Unequal) => Values::made(by, name, true),
            (Self::Made(..), _) => Values::Any,
        }
    }
}

/// Whether a name is a variant's by the look of it: constants have no lower-case letters.
fn is_variant(by: Option<&Ident>, name: &Ident) -> bool {
    let name = plain(name);
    let starts_upper = |name: &str| name.starts_with(char::is_uppercase);
    let has_lower = name.contains(char::is_lowercase);
    match by.map(plain) {
        Some(by) => {
            starts_upper(&by) && starts_upper(&name) && (has_lower || name.chars().count() == 1)
        }
        None => starts_upper(&name) && has_lower,
    }
}

/// The values that a pattern matches.
pub(crate) fn matched(pattern: &Pat) -> Matched {
    match pattern {
        Pat::Wild(_) | Pat::Rest(_) => Matched::exactly(Values::Any),
        Pat::Paren(paren) => matched(&paren.pat),
        Pat::Reference(reference) => matched(&reference.pat),
        Pat::Lit(literal) => equal(Constant::of_literal(&literal.lit)),
        Pat::Range(range) => matched_range(range),
        Pat::Ident(name) => match &name.subpat {
            Some((_, pattern)) => matched(pattern),
            None if is_bound(&name.ident) => Matched::exactly(Values::Any),
            None => equal(Constant::of_path(&name.ident.clone().into())),
        },
        Pat::Path(path) if path.qself.is_none() => equal(Constant::of_path(&path.path)),
        Pat::TupleStruct(parts) => made_of(&parts.path, parts.elems.iter()),
        Pat::Struct(parts) => made_of(&parts.path, parts.fields.iter().map(|field| &*field.pat)),
        Pat::Or(or) => or
            .cases
            .iter()
            .map(matched)
            .reduce(|one, other| {
                let is_any = one.values == Values::Any || other.values == Values::Any;
                let values = one.values.unite(other.values);
                // Alternatives of two kinds are more than can be said.
                let exact = one.exact && other.exact && (is_any || values != Values::Any);
                Matched { values, exact }
            })
            .unwrap_or_else(|| Matched::less_than(Values::Any)),
        _ => Matched::less_than(Values::Any),
    }
}

fn equal(constant: Option<Constant>) -> Matched {
    match constant {
        Some(constant) => Matched::exactly(constant.compared(Comparison::Equal)),
        None => Matched::less_than(Values::Any),
    }
}

/// Whether a name in a pattern binds, and is no name that stands for a comparison to come.
fn is_bound(name: &Ident) -> bool {
    is_variable(name) && !plain(name).starts_with("__join")
}

fn matched_range(range: &syn::PatRange) -> Matched {
    let end = |end: &Option<Box<Expr>>| match end {
        Some(end) => Constant::of(end).map(Some),
        None => Some(None),
    };
    let (Some(start), Some(end)) = (end(&range.start), end(&range.end)) else {
        return Matched::less_than(Values::Any);
    };
    let (kind, low, high) = match (start, end) {
        (Some(Constant::Scalar(kind, low)), Some(Constant::Scalar(same, high))) if kind == same => {
            (kind, Some(low), Some(high))
        }
        (Some(Constant::Scalar(kind, low)), None) => (kind, Some(low), None),
        (None, Some(Constant::Scalar(kind, high))) => (kind, None, Some(high)),
        _ => return Matched::less_than(Values::Any),
    };
    let range = Range {
        low: low.map_or(Unbounded, Included),
        high: match (high, &range.limits) {
            (None, _) => Unbounded,
            (Some(high), RangeLimits::HalfOpen(_)) => Excluded(high),
            (Some(high), RangeLimits::Closed(_)) => Included(high),
        },
    };
    Matched::exactly(Values::scalars(kind, vec![range]))
}

/// What a constructor makes of parts.
fn made_of<'p>(path: &syn::Path, mut parts: impl Iterator<Item = &'p Pat>) -> Matched {
    let of_any = parts.all(|part| matched(part) == Matched::exactly(Values::Any));
    let mut made = equal(Constant::of_path(path));
    made.exact &= of_any;
    made
}

/// The values of a type, where it is one of Rust's own with an end to it.
pub(crate) fn range_of_type(ty: &syn::Type) -> Option<Values> {
    let syn::Type::Path(path) = ty else {
        return None;
    };
    let (kind, low, high) = match path.path.get_ident()?.to_string().as_str() {
        "u8" => (Kind::Integer, 0, u8::MAX.into()),
        "u16" => (Kind::Integer, 0, u16::MAX.into()),
        "u32" => (Kind::Integer, 0, u32::MAX.into()),
        "u64" | "usize" => (Kind::Integer, 0, u64::MAX.into()),
        "i8" => (Kind::Integer, i8::MIN.into(), i8::MAX.into()),
        "i16" => (Kind::Integer, i16::MIN.into(), i16::MAX.into()),
        "i32" => (Kind::Integer, i32::MIN.into(), i32::MAX.into()),
        "i64" | "isize" => (Kind::Integer, i64::MIN.into(), i64::MAX.into()),
        "bool" => (Kind::Truth, 0, 1),
        "char" => (Kind::Character, 0, u32::from(char::MAX).into()),
        _ => return None,
    };
    Some(Values::scalars(kind, vec![Range::between(low, high)]))
}
