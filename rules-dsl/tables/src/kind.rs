//! Kinds of columns: which values there are, as far as the compiler knows.

use alloc::string::String;
use alloc::vec::Vec;

/// Which values a column has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `false` and `true`.
    Bool,
    /// The integers from `least` to `greatest`, both among them.
    Integer {
        /// The least value of the type.
        least: i128,
        /// The greatest value of the type.
        greatest: i128,
    },
    /// Floating-point numbers, in their order. No range holds `NaN`, only `-` and `not` do.
    Float,
    /// The same of `f32`: a constant is the number of that type nearest to it.
    Single,
    /// Characters, in their order.
    Char,
    /// Texts: equal or not.
    Text,
    /// These variants and no others, in the order of their declaration, each without the path before its name.
    Variants(Vec<String>),
    /// Constants of a type that the compiler does not know, told apart by their text. There are other values.
    Other,
}

/// Where a cell was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// In the language: a text is quoted, a constant may be a path.
    Rust,
    /// In a sheet: in a column of text, a plain text is itself.
    Sheet,
}
