//! Effects: the statements that stand in `then` and `undo`.

use super::Expression;

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// `insert T { … };` with a value for each field, in the order declared.
    Insert(String, Vec<Expression>),
    /// `insert logical T { … };`
    InsertLogical(String, Vec<Expression>),
    /// `modify c { … }`
    Modify(String, Vec<Write>),
    /// `retract c;`
    Retract(String),
    /// `if expr { … }`
    If(Expression, Vec<Effect>),
    /// `for item in list { … }` over facts collected.
    Each(String, String, Vec<Effect>),
    /// `if let Some(item) = list.first() { … }`
    First(String, String, Vec<Effect>),
    /// `{ let item = fact; … }`: a variable of the block that holds a fact of the match.
    Local(String, String, Vec<Effect>),
    /// `return;`
    Return,
    /// `return Err(Failed);`
    Err,
    /// `halt;`
    Halt,
    /// `focus group;`
    Focus(String),
    /// `choose x in low..high;`, at the head of a `then` block.
    Choose(String, Expression, Expression),
    /// `fail;`
    Fail,
}

impl Effect {
    /// The effects inside it.
    #[must_use]
    pub fn inner(&self) -> &[Effect] {
        match self {
            Effect::If(_, inner)
            | Effect::Each(_, _, inner)
            | Effect::First(_, _, inner)
            | Effect::Local(_, _, inner) => inner,
            Effect::Insert(..)
            | Effect::InsertLogical(..)
            | Effect::Modify(..)
            | Effect::Retract(_)
            | Effect::Return
            | Effect::Err
            | Effect::Halt
            | Effect::Focus(_)
            | Effect::Choose(..)
            | Effect::Fail => &[],
        }
    }
}

/// An assignment to a field in a `modify` block; in the expression the fact's own name reads the draft.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    /// The field.
    pub field: String,
    /// The value.
    pub value: Expression,
}

/// Whether one of the effects, or of those in them, returns an error.
#[must_use]
pub fn can_fail(effects: &[Effect]) -> bool {
    let mut effects = effects.iter();
    effects.any(|effect| *effect == Effect::Err || can_fail(effect.inner()))
}

/// Whether one of the effects, or of those in them, is part of a search.
#[must_use]
pub fn search(effects: &[Effect]) -> bool {
    effects
        .iter()
        .any(|effect| matches!(effect, Effect::Choose(..) | Effect::Fail) || search(effect.inner()))
}

/// `insert T { … };`
#[must_use]
pub fn insert(fact: &str, values: &[Expression]) -> Effect {
    Effect::Insert(fact.into(), values.to_vec())
}

/// `insert logical T { … };`
#[must_use]
pub fn insert_logical(fact: &str, values: &[Expression]) -> Effect {
    Effect::InsertLogical(fact.into(), values.to_vec())
}

/// `modify c { c.field = value; }`
#[must_use]
pub fn modify(name: &str, field: &str, value: impl Into<Expression>) -> Effect {
    let write = Write {
        field: field.into(),
        value: value.into(),
    };
    Effect::Modify(name.into(), vec![write])
}

/// `retract c;`
#[must_use]
pub fn retract(name: &str) -> Effect {
    Effect::Retract(name.into())
}

/// Calls `visit` with the fact types that effects insert, and whether logically.
pub fn types<'r>(effects: &'r [Effect], visit: &mut dyn FnMut(&'r str, bool)) {
    for effect in effects {
        match effect {
            Effect::Insert(name, _) => visit(name, false),
            Effect::InsertLogical(name, _) => visit(name, true),
            _ => types(effect.inner(), visit),
        }
    }
}
