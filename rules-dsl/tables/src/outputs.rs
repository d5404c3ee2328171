//! The outputs of a row as values of Rust's types. What has been read by an output's kind is of that kind.

use alloc::format;
use alloc::string::String;

use crate::Value;

/// The values of a row's outputs, as [`Reload::output`](crate::Reload::output) is given them.
pub type Values<'a> = &'a [Option<Value>];

/// Why an output's type does not have a value: the number of the output, and the reason.
pub type Refusal = (usize, String);

/// An integer.
///
/// # Errors
///
/// A number that the type has not on this machine.
///
/// # Panics
///
/// If there is no integer.
pub fn integer<T: TryFrom<i128>>(values: Values<'_>, at: usize) -> Result<T, Refusal> {
    let Some(Value::Integer(value)) = values[at] else {
        unreachable!("output {at} is no integer: {values:?}");
    };
    let refused = |_| (at, format!("`{value}` is no value of this type here"));
    T::try_from(value).map_err(refused)
}

/// A truth value.
///
/// # Panics
///
/// If there is none.
#[must_use]
pub fn truth(values: Values<'_>, at: usize) -> bool {
    match values[at] {
        Some(Value::Bool(value)) => value,
        _ => unreachable!("output {at} is no truth value: {values:?}"),
    }
}

/// A floating-point number.
///
/// # Panics
///
/// If there is none.
#[must_use]
pub fn float(values: Values<'_>, at: usize) -> f64 {
    match values[at] {
        Some(Value::Float(value)) => value,
        _ => unreachable!("output {at} is no floating-point number: {values:?}"),
    }
}

/// A character.
///
/// # Panics
///
/// If there is none.
#[must_use]
pub fn character(values: Values<'_>, at: usize) -> char {
    match values[at] {
        Some(Value::Char(value)) => value,
        _ => unreachable!("output {at} is no character: {values:?}"),
    }
}

/// A text, as a type that is made of one.
///
/// # Panics
///
/// If there is none.
#[must_use]
pub fn text<T: From<String>>(values: Values<'_>, at: usize) -> T {
    match &values[at] {
        Some(Value::Text(value)) => T::from(value.clone()),
        _ => unreachable!("output {at} is no text: {values:?}"),
    }
}

/// The name of a variant.
///
/// # Panics
///
/// If there is none.
#[must_use]
pub fn variant(values: Values<'_>, at: usize) -> &str {
    match &values[at] {
        Some(Value::Named(name)) => name,
        _ => unreachable!("output {at} is no variant: {values:?}"),
    }
}
