//! Expressions over bound variables: guards, tests, `let`, attributes and the values that effects write.
//!
//! Every arm is total: no overflow in the small domain, no division, so that it does not matter how often
//! or in what order an engine evaluates them.

use crate::value::Value;
use std::cmp::Ordering;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A literal or an enum's variant.
    Constant(Value),
    /// A variable that holds a value.
    Variable(String),
    /// A variable that holds an integer, read back from a format string that names it.
    Shown(String),
    /// A field of a fact variable, `a.x`.
    Field(String, String),
    /// The sum of the integer fields of a fact, `a.total()`: a method, so the fact is used whole.
    Total(String),
    /// The number of facts collected, `xs.len()`.
    Length(String),
    /// Whether nothing was collected, `xs.is_empty()`.
    Vacant(String),
    /// The sum of an integer field over the facts collected: a use of the members.
    Sum(String, String),
    /// Whether two fact variables are different facts, `a.handle() != b.handle()`.
    Distinct(String, String),
    /// A `usize` as an `i32`.
    AsInt(Box<Expression>),
    /// A text that is written to a field, `(e).to_string()`.
    Owned(Box<Expression>),
    /// `!e`
    Not(Box<Expression>),
    /// An integer brought back into the domain, `(e).rem_euclid(4)`.
    Wrap(Box<Expression>),
    /// Two operands.
    Binary(Operator, Box<Expression>, Box<Expression>),
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `.abs_diff()`, to be compared with a constant.
    Apart,
}

impl Operator {
    /// The operator, or the name of the method, as written.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
            Self::And => "&&",
            Self::Or => "||",
            Self::Apart => "abs_diff",
        }
    }

    /// The result for two values of one kind.
    ///
    /// # Panics
    ///
    /// If the operator does not take values of that kind.
    #[must_use]
    pub fn apply(self, left: Value, right: Value) -> Value {
        let compared =
            |is_so: fn(Ordering) -> bool| Value::Bool(left.compare(right).is_some_and(is_so));
        match self {
            Self::Add => Value::Int(left.int() + right.int()),
            Self::Subtract => Value::Int(left.int() - right.int()),
            Self::Multiply => Value::Int(left.int() * right.int()),
            Self::Equal => Value::Bool(left.equals(right)),
            Self::Unequal => Value::Bool(!left.equals(right)),
            Self::Less => compared(Ordering::is_lt),
            Self::AtMost => compared(Ordering::is_le),
            Self::Greater => compared(Ordering::is_gt),
            Self::AtLeast => compared(Ordering::is_ge),
            Self::And => Value::Bool(left.truth() && right.truth()),
            Self::Or => Value::Bool(left.truth() || right.truth()),
            Self::Apart => Value::Int((left.int() - right.int()).abs()),
        }
    }
}

impl Expression {
    /// This expression and another under an operator.
    #[must_use]
    pub fn with(self, operator: Operator, right: impl Into<Self>) -> Self {
        Self::Binary(operator, Box::new(self), Box::new(right.into()))
    }

    /// `self + right`
    #[must_use]
    pub fn plus(self, right: impl Into<Self>) -> Self {
        self.with(Operator::Add, right)
    }

    /// `self == right`
    #[must_use]
    pub fn is(self, right: impl Into<Self>) -> Self {
        self.with(Operator::Equal, right)
    }

    /// `self < right`
    #[must_use]
    pub fn below(self, right: impl Into<Self>) -> Self {
        self.with(Operator::Less, right)
    }

    /// `self > right`
    #[must_use]
    pub fn above(self, right: impl Into<Self>) -> Self {
        self.with(Operator::Greater, right)
    }

    /// Calls `visit` on this expression and every one in it.
    pub fn walk<'e>(&'e self, visit: &mut dyn FnMut(&'e Self)) {
        visit(self);
        match self {
            Self::AsInt(inner) | Self::Owned(inner) | Self::Not(inner) | Self::Wrap(inner) => {
                inner.walk(visit);
            }
            Self::Binary(_, left, right) => {
                left.walk(visit);
                right.walk(visit);
            }
            Self::Constant(_)
            | Self::Variable(_)
            | Self::Shown(_)
            | Self::Field(..)
            | Self::Total(_)
            | Self::Length(_)
            | Self::Vacant(_)
            | Self::Sum(..)
            | Self::Distinct(..) => {}
        }
    }
}

impl<V: Into<Value>> From<V> for Expression {
    fn from(value: V) -> Self {
        Self::Constant(value.into())
    }
}

/// A variable's value.
#[must_use]
pub fn var(name: &str) -> Expression {
    Expression::Variable(name.into())
}

/// A fact variable's field.
#[must_use]
pub fn field(name: &str, field: &str) -> Expression {
    Expression::Field(name.into(), field.into())
}
