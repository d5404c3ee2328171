//! What generated code asks of types that the compiler cannot name.
//!
//! Whether a field's type is `Copy`, has `==`, `Hash` or `Debug` is not known where the code is
//! generated, so it is left to method resolution: each question is a wrapper with one method, given by
//! one trait for the wrapper itself where the type can, and by another for a reference to it
//! where it cannot. The first is tried first. (Known as autoref specialization; D. Tolnay, 2019.)

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::error::Error;
use core::fmt;
use core::hash::Hash;
use core::ops::Deref;

use crate::containers::hash::{hash_near, mix};

/// Binds a variable to a field: by value where its type is `Copy`, else by reference.
pub struct Bind<'a, T: ?Sized>(pub &'a T);

/// [`Bind`] of a `Copy` type.
pub trait BindValue {
    /// What the variable is.
    type Bound;
    /// What refers to the variable's value.
    type Place;
    /// The value.
    fn __bind(self) -> Self::Bound;
    /// The place of the value: the field.
    fn __place(self) -> Self::Place;
}

/// [`Bind`] of any type.
pub trait BindReference {
    /// What the variable is.
    type Bound;
    /// What refers to the variable's value.
    type Place;
    /// The reference.
    fn __bind(self) -> Self::Bound;
    /// The place of the reference.
    fn __place(self) -> Self::Place;
}

impl<'a, T: Copy> BindValue for Bind<'a, T> {
    type Bound = T;
    type Place = &'a T;

    #[inline]
    fn __bind(self) -> T {
        *self.0
    }

    #[inline]
    fn __place(self) -> &'a T {
        self.0
    }
}

impl<'b, 'a, T: ?Sized> BindReference for &'b Bind<'a, T> {
    type Bound = &'a T;
    type Place = &'b &'a T;

    #[inline]
    fn __bind(self) -> &'a T {
        self.0
    }

    #[inline]
    fn __place(self) -> &'b &'a T {
        &self.0
    }
}

/// Has a value that is to be tried again taken apart: a clone of it where its type has one, else a reference.
pub struct Apart<'a, T>(pub &'a T);

/// [`Apart`] of a type with `Clone`.
pub trait ApartCloned {
    /// What is taken apart.
    type Taken;
    /// The clone.
    fn __apart(self) -> Self::Taken;
}

/// [`Apart`] of any type.
pub trait ApartReferred {
    /// What is taken apart.
    type Taken;
    /// The reference.
    fn __apart(self) -> Self::Taken;
}

impl<T: Clone> ApartCloned for Apart<'_, T> {
    type Taken = T;

    #[inline]
    fn __apart(self) -> T {
        self.0.clone()
    }
}

impl<'a, T> ApartReferred for &Apart<'a, T> {
    type Taken = &'a T;

    #[inline]
    fn __apart(self) -> &'a T {
        self.0
    }
}

/// Hashes a join key: 0 where its type has no `Hash`.
pub struct Key<'a, T: ?Sized>(pub &'a T);

/// [`Key`] of a type with `Hash`.
pub trait KeyHash {
    /// The key's hash, mixed with those of the parts of the key before it.
    fn __mix(self, before: u64) -> u64;
}

/// [`Key`] of any type.
pub trait KeyUnhashed {
    /// What stood before: keys of such types all fall into one bucket.
    fn __mix(self, before: u64) -> u64;
}

impl<T: Hash + ?Sized> KeyHash for Key<'_, T> {
    #[inline]
    fn __mix(self, before: u64) -> u64 {
        mix(hash_near(self.0), before)
    }
}

impl<T: ?Sized> KeyUnhashed for &Key<'_, T> {
    #[inline]
    fn __mix(self, before: u64) -> u64 {
        before
    }
}

/// The answer that two values hash alike.
pub struct Hashed;
/// The answer that they do not: a join has to look at all.
pub struct Scanned;

/// An answer as a value.
pub trait Lookup {
    /// Whether it is [`Hashed`].
    const HASHED: bool;
}

impl Lookup for Hashed {
    const HASHED: bool = true;
}

impl Lookup for Scanned {
    const HASHED: bool = false;
}

/// What a block would answer; the block is never run.
#[inline]
pub fn is_hashed<L: Lookup>(_never_run: impl FnOnce() -> L) -> bool {
    L::HASHED
}

/// Compares a field before and after a write.
pub struct Compare<'a, T: ?Sized>(pub &'a T, pub &'a T);

/// [`Compare`] of a type with `==`.
pub trait CompareEqual {
    /// Whether the two differ.
    fn __differ(self) -> bool;
}

/// [`Compare`] of any type.
pub trait CompareWritten {
    /// Yes: a write counts as a change.
    fn __differ(self) -> bool;
}

impl<T: PartialEq + ?Sized> CompareEqual for Compare<'_, T> {
    #[inline]
    fn __differ(self) -> bool {
        self.0 != self.1
    }
}

impl<T: ?Sized> CompareWritten for &Compare<'_, T> {
    #[inline]
    fn __differ(self) -> bool {
        true
    }
}

/// Orders two values of an accumulate.
pub struct Rank<'a, T: ?Sized>(pub &'a T, pub &'a T);

/// [`Rank`] of a type with a total order.
pub trait RankTotal {
    /// How the two compare.
    fn rank(self) -> Ordering;
}

/// [`Rank`] of floats.
pub trait RankFloat {
    /// How the two compare, by `total_cmp`.
    fn rank(self) -> Ordering;
}

/// [`Rank`] of all other types, of which there is none: it is there to say what is wrong.
pub trait RankOther<T: ?Sized> {
    /// How the two compare.
    fn rank(self) -> Ordering
    where
        T: Ordered;
}

/// A type with an order.
#[diagnostic::on_unimplemented(
    message = "`min`, `max` and their kin take values with an order, not `{Self}`",
    label = "this has no order",
    note = "derive `Ord`, or take something of it that has one"
)]
pub trait Ordered {}

impl<T: ?Sized> RankOther<T> for Rank<'_, T> {
    fn rank(self) -> Ordering
    where
        T: Ordered,
    {
        unreachable!("no type is `Ordered` but through `Ord`")
    }
}

impl<T: Ord + ?Sized> RankTotal for &&Rank<'_, T> {
    fn rank(self) -> Ordering {
        self.0.cmp(self.1)
    }
}

impl RankFloat for &Rank<'_, f64> {
    fn rank(self) -> Ordering {
        self.0.total_cmp(self.1)
    }
}

impl RankFloat for &Rank<'_, f32> {
    fn rank(self) -> Ordering {
        self.0.total_cmp(self.1)
    }
}

/// Shows a fact: by its `Debug`, or as `…` where it has none.
pub struct Show<'a, T: ?Sized>(pub &'a T);

/// [`Show`] of a type with `Debug`.
pub trait ShowDebug {
    /// Writes it.
    ///
    /// # Errors
    ///
    /// Those of the formatter.
    fn __show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// Adds it, as text, to what is shown.
    fn __show_as(self, name: &'static str, shown: &mut Vec<(&'static str, String)>);
}

/// [`Show`] of any type.
pub trait ShowOpaque {
    /// Writes `…`.
    ///
    /// # Errors
    ///
    /// Those of the formatter.
    fn __show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// Adds it, as text, to what is shown.
    fn __show_as(self, name: &'static str, shown: &mut Vec<(&'static str, String)>);
}

impl<T: fmt::Debug + ?Sized> ShowDebug for Show<'_, T> {
    fn __show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }

    fn __show_as(self, name: &'static str, shown: &mut Vec<(&'static str, String)>) {
        shown.push((name, alloc::format!("{:?}", self.0)));
    }
}

impl<T: ?Sized> ShowOpaque for &Show<'_, T> {
    fn __show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }

    fn __show_as(self, name: &'static str, shown: &mut Vec<(&'static str, String)>) {
        shown.push((name, String::from("…")));
    }
}

/// What an error of a block is as an [`Error`]: itself, what it holds, or nothing.
pub struct Source<'a, E>(pub &'a E);

/// [`Source`] of an [`Error`].
pub trait SourceItself<'a> {
    /// The error.
    fn __source(&self) -> Option<&'a (dyn Error + 'static)>;
}

/// [`Source`] of what leads to an [`Error`], as `anyhow::Error` and `Box<dyn Error>` do.
pub trait SourceWithin<'a> {
    /// The error to which it leads.
    fn __source(&self) -> Option<&'a (dyn Error + 'static)>;
}

/// [`Source`] of any type.
pub trait SourceNone<'a> {
    /// Nothing.
    fn __source(&self) -> Option<&'a (dyn Error + 'static)>;
}

impl<'a, E: Error + 'static> SourceItself<'a> for &&Source<'a, E> {
    fn __source(&self) -> Option<&'a (dyn Error + 'static)> {
        Some(self.0)
    }
}

impl<'a, E: Deref<Target: ErrorObject>> SourceWithin<'a> for &Source<'a, E> {
    fn __source(&self) -> Option<&'a (dyn Error + 'static)> {
        Some(self.0.deref().as_error())
    }
}

impl<'a, E> SourceNone<'a> for Source<'a, E> {
    fn __source(&self) -> Option<&'a (dyn Error + 'static)> {
        None
    }
}

/// Any kind of `dyn Error`.
pub trait ErrorObject {
    /// It, whatever else it is.
    fn as_error(&self) -> &(dyn Error + 'static);
}

macro_rules! error_objects {
    ($($object:ty),*) => { $(
        impl ErrorObject for $object {
            fn as_error(&self) -> &(dyn Error + 'static) {
                self
            }
        }
    )* };
}

error_objects!(
    dyn Error,
    dyn Error + Send,
    dyn Error + Sync,
    dyn Error + Send + Sync
);
