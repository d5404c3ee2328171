//! Values of fields and variables, and their types.
//!
//! Few types are enough: what matters to a matcher is which values are equal and which is greater.

use std::cmp::Ordering;
use std::fmt;

/// The names of the variants of `Color`, the enum that every generated ruleset declares.
pub const COLORS: [&str; 3] = ["Red", "Green", "Blue"];

/// The texts that a field takes, in their order.
pub const TEXTS: [&str; 4] = ["", "a", "ab", "ä"];

/// The floats that a field takes: two are equal and differ in their bits, and one is not equal to itself.
pub const FLOATS: [f64; 5] = [-0.0, 0.0, 0.5, 2.0, f64::NAN];

/// How many integers a field takes: values are `0..DOMAIN`, so that matches are dense.
pub const DOMAIN: i32 = 4;

/// The type of a field or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `i32`
    Int,
    /// `bool`
    Bool,
    /// The ruleset's own enum `Color`.
    Color,
    /// `usize`, what `count` gives.
    Count,
    /// `f64`, what `avg` gives.
    Float,
    /// `String`
    Text,
}

impl Kind {
    /// The type as written in Rust.
    #[must_use]
    pub fn rust(self) -> &'static str {
        match self {
            Self::Int => "i32",
            Self::Bool => "bool",
            Self::Color => "Color",
            Self::Count => "usize",
            Self::Float => "f64",
            Self::Text => "String",
        }
    }
}

/// A value of one of the kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// An `i32`.
    Int(i32),
    /// A `bool`.
    Bool(bool),
    /// A variant of `Color`, by its place.
    Color(u8),
    /// A `usize`.
    Count(usize),
    /// An `f64`.
    Float(Float),
    /// A `String`, by its place among [`TEXTS`].
    Text(u8),
}

/// A float as it is, told from others by its bits, so that values have a total order and a hash. What Rust's `==` says of it,
/// [`Value::equals`] does.
#[derive(Clone, Copy, Debug)]
pub struct Float(pub f64);

impl PartialEq for Float {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Float {}

impl std::hash::Hash for Float {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

impl PartialOrd for Float {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Float {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Value {
    /// The value's type.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Self::Int(_) => Kind::Int,
            Self::Bool(_) => Kind::Bool,
            Self::Color(_) => Kind::Color,
            Self::Count(_) => Kind::Count,
            Self::Float(_) => Kind::Float,
            Self::Text(_) => Kind::Text,
        }
    }

    /// The integer in it.
    ///
    /// # Panics
    ///
    /// If it is of another kind: the model is not well typed.
    #[must_use]
    pub fn int(self) -> i32 {
        match self {
            Self::Int(int) => int,
            other => panic!("expected an integer, found `{other}`"),
        }
    }

    /// The truth value in it.
    ///
    /// # Panics
    ///
    /// If it is of another kind: the model is not well typed.
    #[must_use]
    pub fn truth(self) -> bool {
        match self {
            Self::Bool(truth) => truth,
            other => panic!("expected a truth value, found `{other}`"),
        }
    }
}

impl Value {
    /// The float in it.
    ///
    /// # Panics
    ///
    /// If it is of another kind: the model is not well typed.
    #[must_use]
    pub fn float(self) -> f64 {
        match self {
            Self::Float(Float(float)) => float,
            other => panic!("expected a float, found `{other}`"),
        }
    }

    /// The text in it.
    ///
    /// # Panics
    ///
    /// If it is of another kind: the model is not well typed.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Text(text) => TEXTS[usize::from(text)],
            other => panic!("expected a text, found `{other}`"),
        }
    }

    /// The value of a text.
    ///
    /// # Panics
    ///
    /// If it is none of [`TEXTS`].
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        let place = TEXTS.iter().position(|other| *other == text);
        let place = place.unwrap_or_else(|| panic!("no field has the text `{text}`"));
        Self::Text(place as u8)
    }

    /// Whether `==` holds of both in Rust.
    #[must_use]
    pub fn equals(self, other: Self) -> bool {
        self.compare(other) == Some(Ordering::Equal)
    }

    /// How both compare in Rust: of NaN, not at all.
    #[must_use]
    pub fn compare(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Float(left), Self::Float(right)) => left.0.partial_cmp(&right.0),
            _ => Some(self.cmp(&other)),
        }
    }

    /// As Rust that gives the value to a field.
    #[must_use]
    pub fn rust(self) -> String {
        match self {
            Self::Text(_) => format!("{self}.to_string()"),
            Self::Float(Float(float)) if float.is_nan() => "f64::NAN".into(),
            _ => self.to_string(),
        }
    }
}

impl From<i32> for Value {
    fn from(int: i32) -> Self {
        Self::Int(int)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

/// As `Debug` writes it in Rust, a color with its type: but for NaN, a constant.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(int) => write!(f, "{int}"),
            Self::Bool(truth) => write!(f, "{truth}"),
            Self::Color(color) => write!(f, "Color::{}", COLORS[usize::from(*color)]),
            Self::Count(count) => write!(f, "{count}"),
            Self::Float(Float(float)) => write!(f, "{float:?}"),
            Self::Text(_) => write!(f, "{:?}", self.text()),
        }
    }
}
