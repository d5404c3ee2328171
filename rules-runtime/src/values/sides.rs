//! What generated code asks of the two sides of a comparison: how they are compared, and whether one can be looked up
//! by the hash of the other.
//!
//! A variable may be a reference to what a field holds. The references in front of either side are taken off
//! where the types compare only so, and do not count for the hash. Questions are put as in [`bind`](crate::values::bind).

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use core::hash::Hash;
use core::ops::Deref;

use crate::values::bind::{Hashed, Scanned};

/// A string, whatever holds it. All hash alike.
pub trait Text {
    /// The string.
    fn text(&self) -> &str;
}

macro_rules! texts {
    ($($ty:ty),*) => {$(
        impl Text for $ty {
            #[inline]
            fn text(&self) -> &str {
                self
            }
        }
    )*};
}

texts! { str, String, Box<str>, Rc<str>, Cow<'_, str> }

#[cfg(target_has_atomic = "ptr")]
texts! { alloc::sync::Arc<str> }

impl<T: Text + ?Sized> Text for &T {
    #[inline]
    fn text(&self) -> &str {
        (**self).text()
    }
}

/// Two sides of an equality: they may be looked up by hash where they are of one type with `Hash`, or refer to such.
pub struct Sides<'a, A: ?Sized, B: ?Sized>(pub &'a A, pub &'a B);

/// [`Sides`] of one type with `Hash`.
pub trait SidesSame {
    /// The answer.
    fn __lookup(self) -> Hashed;
}

/// [`Sides`] of which one refers to what the other is.
pub trait SidesReferred {
    /// The answer.
    fn __lookup(self) -> Hashed;
}

/// [`Sides`] that are strings.
pub trait SidesTexts {
    /// The answer.
    fn __lookup(self) -> Hashed;
}

/// [`Sides`] of any types.
pub trait SidesScanned {
    /// The answer.
    fn __lookup(self) -> Scanned;
}

impl<T: Hash + ?Sized> SidesSame for &&&Sides<'_, T, T> {
    fn __lookup(self) -> Hashed {
        Hashed
    }
}

macro_rules! referred {
    ($($a:ty, $b:ty;)*) => {$(
        impl<T: Hash> SidesReferred for &&Sides<'_, $a, $b> {
            fn __lookup(self) -> Hashed {
                Hashed
            }
        }
    )*};
}

referred! {
    T, &T;
    T, &&T;
    &T, T;
    &&T, T;
}

impl<A: Text + ?Sized, B: Text + ?Sized> SidesTexts for &Sides<'_, A, B> {
    fn __lookup(self) -> Hashed {
        Hashed
    }
}

impl<A: ?Sized, B: ?Sized> SidesScanned for Sides<'_, A, B> {
    fn __lookup(self) -> Scanned {
        Scanned
    }
}

/// Two sides of a comparison, to be brought to types that compare.
///
/// Where there are none they are left as they are, and the comparison that comes then does not compile.
pub struct Level<'a, A: ?Sized, B: ?Sized>(pub &'a A, pub &'a B);

macro_rules! levels {
    ($($(#[$doc:meta])* $equal:ident, $ordered:ident: ($($reference:tt)*) $left:ty, $right:ty;)*) => {$(
        levels! { #[doc = "Of types with `==`."] $(#[$doc])* $equal, __level, PartialEq: ($($reference)*) $left, $right }
        levels! { #[doc = "Of types with `<`."] $(#[$doc])* $ordered, __order, PartialOrd: ($($reference)*) $left, $right }
    )*};
    ($(#[$doc:meta])* $name:ident, $method:ident, $compares:ident: ($($reference:tt)*) $left:ty, $right:ty) => {
        $(#[$doc])*
        pub trait $name<'a, A: ?Sized, B: ?Sized> {
            /// Both sides.
            fn $method(self) -> (&'a A, &'a B);
        }

        impl<'a, A, B> $name<'a, A, B> for $($reference)* Level<'a, $left, $right>
        where
            A: $compares<B> + ?Sized,
            B: ?Sized,
        {
            #[inline]
            fn $method(self) -> (&'a A, &'a B) {
                (self.0, self.1)
            }
        }
    };
}

// In the order in which they are tried.
levels! {
    /// [`Level`] of types that compare.
    LevelSame, OrderSame: (&&&&&&) A, B;
    /// [`Level`] with a reference on the right.
    LevelRight, OrderRight: (&&&&&) A, &B;
    /// [`Level`] with a reference on the left.
    LevelLeft, OrderLeft: (&&&&) &A, B;
    /// [`Level`] with a reference to a reference on the right.
    LevelRightTwice, OrderRightTwice: (&&&) A, &&B;
    /// [`Level`] with a reference to a reference on the left.
    LevelLeftTwice, OrderLeftTwice: (&&) &&A, B;
}

/// [`Level`] of strings.
pub trait LevelTexts<'a> {
    /// Both sides, to be compared by `==`.
    fn __level(self) -> (&'a str, &'a str);
    /// Both sides, to be ordered.
    fn __order(self) -> (&'a str, &'a str);
}

/// [`Level`] of types that do not compare.
pub trait LevelUnlike<'a, A: ?Sized, B: ?Sized> {
    /// Both sides, to be compared by `==`.
    fn __level(self) -> (&'a A, &'a B);
    /// Both sides, to be ordered.
    fn __order(self) -> (&'a A, &'a B);
}

impl<'a, A: Text + ?Sized, B: Text + ?Sized> LevelTexts<'a> for &Level<'a, A, B> {
    #[inline]
    fn __level(self) -> (&'a str, &'a str) {
        (self.0.text(), self.1.text())
    }

    #[inline]
    fn __order(self) -> (&'a str, &'a str) {
        (self.0.text(), self.1.text())
    }
}

impl<'a, A: ?Sized, B: ?Sized> LevelUnlike<'a, A, B> for Level<'a, A, B> {
    fn __level(self) -> (&'a A, &'a B) {
        (self.0, self.1)
    }

    fn __order(self) -> (&'a A, &'a B) {
        (self.0, self.1)
    }
}

/// A value to be matched with a constant: a string as a `&str`, whatever holds it.
pub struct Matched<'a, T: ?Sized>(pub &'a T);

/// `Clone` and `Copy` of what holds references alone.
macro_rules! copied {
    ($($name:ident: $($param:ident)*;)*) => {$(
        impl<$($param: ?Sized),*> Clone for $name<'_, $($param),*> {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($param: ?Sized),*> Copy for $name<'_, $($param),*> {}
    )*};
}

pub(super) use copied;

copied! {
    Sides: A B;
    Level: A B;
    Matched: T;
}

/// A string to be matched.
pub struct MatchedText<'a>(&'a str);

impl<'a> Deref for MatchedText<'a> {
    type Target = &'a str;

    #[inline]
    fn deref(&self) -> &&'a str {
        &self.0
    }
}

/// [`Matched`] that is a string.
pub trait MatchedString<'a> {
    /// What refers to what is matched.
    fn __matched(self) -> MatchedText<'a>;
}

/// [`Matched`] of any type.
pub trait MatchedItself<'a, T: ?Sized> {
    /// What refers to what is matched.
    fn __matched(self) -> &'a T;
}

impl<'a, T: Text + ?Sized> MatchedString<'a> for &Matched<'a, T> {
    #[inline]
    fn __matched(self) -> MatchedText<'a> {
        MatchedText(self.0.text())
    }
}

impl<'a, T: ?Sized> MatchedItself<'a, T> for Matched<'a, T> {
    #[inline]
    fn __matched(self) -> &'a T {
        self.0
    }
}
