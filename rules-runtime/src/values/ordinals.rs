//! Places of values in the order of their type, by which facts are ordered in indexes.
//!
//! A place is a number of 64 bits: of two values, the greater has no lesser place. Two values may have one place, for
//! comparisons are made again of what is found. Questions are put as in [`bind`](crate::values::bind).

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use core::time::Duration;

use crate::values::bind::{Hashed, Scanned};
use crate::values::sides::copied;

/// Types of which the places of values are known.
pub trait Ordinal {
    /// The place.
    fn ordinal(&self) -> u64;
}

macro_rules! ordinals {
    ($($ty:ty: $value:ident => $ordinal:expr;)*) => {$(
        impl Ordinal for $ty {
            #[inline]
            fn ordinal(&self) -> u64 {
                let $value = *self;
                $ordinal
            }
        }
    )*};
}

/// The sign of a number of 64 bits.
const SIGN: u64 = 1 << 63;

ordinals! {
    bool: value => u64::from(value);
    char: value => u64::from(value);
    u8: value => u64::from(value);
    u16: value => u64::from(value);
    u32: value => u64::from(value);
    u64: value => value;
    usize: value => value as u64;
    // Those that fit in 64 bits keep their order, too.
    u128: value => if value >> 64 == 0 { value as u64 >> 1 } else { SIGN | (value >> 65) as u64 };
    i8: value => i64::from(value).ordinal();
    i16: value => i64::from(value).ordinal();
    i32: value => i64::from(value).ordinal();
    i64: value => value.cast_unsigned() ^ SIGN;
    isize: value => (value as i64).ordinal();
    i128: value => {
        let magnitude = value.unsigned_abs().ordinal() >> 1;
        if value < 0 { SIGN - magnitude } else { SIGN + magnitude }
    };
    f32: value => f64::from(value).ordinal();
    f64: value => {
        // The two zeros are equal.
        let bits = (value + 0.0).to_bits();
        if bits & SIGN == 0 { bits | SIGN } else { !bits }
    };
    Duration: value => value.as_nanos().min(u128::from(u64::MAX)) as u64;
}

impl Ordinal for str {
    #[inline]
    fn ordinal(&self) -> u64 {
        let mut first = [0; 8];
        let len = self.len().min(8);
        first[..len].copy_from_slice(&self.as_bytes()[..len]);
        u64::from_be_bytes(first)
    }
}

macro_rules! referring {
    ($([$($param:tt)*] $ty:ty;)*) => {$(
        impl<$($param)*> Ordinal for $ty {
            #[inline]
            fn ordinal(&self) -> u64 {
                (**self).ordinal()
            }
        }
    )*};
}

referring! {
    [T: Ordinal + ?Sized] &T;
    [T: Ordinal + ?Sized] Box<T>;
    [T: Ordinal + ?Sized] Rc<T>;
    [] String;
    [] Cow<'_, str>;
}

#[cfg(target_has_atomic = "ptr")]
referring! { [T: Ordinal + ?Sized] alloc::sync::Arc<T>; }

/// What there may be none of comes after nothing.
impl<T: Ordinal> Ordinal for Option<T> {
    #[inline]
    fn ordinal(&self) -> u64 {
        self.as_ref().map_or(0, |value| (value.ordinal() >> 1) + 1)
    }
}

/// A value of which the place is asked.
pub struct Placed<'a, T: ?Sized>(pub &'a T);

/// [`Placed`] of a type of which the places are known.
pub trait PlacedOrdinal {
    /// The place.
    fn __place(self, otherwise: u64) -> u64;
}

/// [`Placed`] of any type.
pub trait PlacedOther {
    /// What is said instead.
    fn __place(self, otherwise: u64) -> u64;
}

impl<T: Ordinal + ?Sized> PlacedOrdinal for &Placed<'_, T> {
    #[inline]
    fn __place(self, _: u64) -> u64 {
        self.0.ordinal()
    }
}

impl<T: ?Sized> PlacedOther for Placed<'_, T> {
    #[inline]
    fn __place(self, otherwise: u64) -> u64 {
        otherwise
    }
}

/// Types to whose values something is added so that the sum does not overflow.
pub trait Saturating<S = Self>: Ordinal + Sized {
    /// The sum, or the value nearest to it.
    #[must_use]
    fn sum(self, other: S) -> Self;
    /// The difference, or the value nearest to it.
    #[must_use]
    fn difference(self, other: S) -> Self;
}

macro_rules! saturating {
    ($($ty:ty)*) => {$(
        impl Saturating for $ty {
            #[inline]
            fn sum(self, other: Self) -> Self {
                self.saturating_add(other)
            }

            #[inline]
            fn difference(self, other: Self) -> Self {
                self.saturating_sub(other)
            }
        }
    )*};
}

saturating! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize Duration }

macro_rules! floats {
    ($($ty:ty)*) => {$(
        impl Saturating for $ty {
            #[inline]
            fn sum(self, other: Self) -> Self {
                self + other
            }

            #[inline]
            fn difference(self, other: Self) -> Self {
                self - other
            }
        }
    )*};
}

floats! { f32 f64 }

/// A sum or difference of which the place is asked.
pub struct Offset<'a, A: ?Sized, B: ?Sized>(pub &'a A, pub &'a B);

/// [`Offset`] of a type whose values can be added.
pub trait OffsetOrdinal {
    /// The place.
    fn __place(self, is_sum: bool, otherwise: u64) -> u64;
}

/// [`Offset`] of any types.
pub trait OffsetOther {
    /// What is said instead.
    fn __place(self, is_sum: bool, otherwise: u64) -> u64;
}

impl<T: Saturating<S> + Copy, S: Copy> OffsetOrdinal for &Offset<'_, T, S> {
    #[inline]
    fn __place(self, is_sum: bool, _: u64) -> u64 {
        let (one, other) = (*self.0, *self.1);
        let offset = if is_sum {
            one.sum(other)
        } else {
            one.difference(other)
        };
        offset.ordinal()
    }
}

impl<A, B> OffsetOther for Offset<'_, A, B> {
    #[inline]
    fn __place(self, _: bool, otherwise: u64) -> u64 {
        otherwise
    }
}

/// Two sides of a comparison by `<` or its kin: what one has to do with the other shows in their places, or not.
pub struct Ends<'a, A: ?Sized, B: ?Sized>(pub &'a A, pub &'a B);

/// [`Ends`] of types of which the places are known.
pub trait EndsOrdinal {
    /// The answer.
    fn __lookup(self) -> Hashed;
}

/// [`Ends`] of any types.
pub trait EndsOther {
    /// The answer.
    fn __lookup(self) -> Scanned;
}

impl<A: Ordinal + ?Sized, B: Ordinal + ?Sized> EndsOrdinal for &Ends<'_, A, B> {
    fn __lookup(self) -> Hashed {
        Hashed
    }
}

impl<A: ?Sized, B: ?Sized> EndsOther for Ends<'_, A, B> {
    fn __lookup(self) -> Scanned {
        Scanned
    }
}

copied! {
    Placed: T;
    Offset: A B;
    Ends: A B;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_order<T: Ordinal + PartialOrd>(values: &[T]) {
        for pair in values.windows(2) {
            assert!(pair[0] <= pair[1], "the values are in order");
            assert!(pair[0].ordinal() <= pair[1].ordinal());
        }
        let ends = [&values[0], &values[values.len() - 1]];
        assert!(ends[0].ordinal() < ends[1].ordinal());
    }

    #[test]
    fn places_are_in_the_order_of_values() {
        in_order(&[i8::MIN, -1, 0, 1, i8::MAX]);
        in_order(&[i64::MIN, -1, 0, 1, i64::MAX]);
        in_order(&[i128::MIN, -1, 0, 1, i128::MAX]);
        in_order(&[0, 1, u128::from(u64::MAX), 1 << 64, u128::MAX]);
        in_order(&[
            f64::NEG_INFINITY,
            -1.5,
            -f64::MIN_POSITIVE,
            -0.0,
            0.0,
            1e-300,
            2.0,
            f64::INFINITY,
        ]);
        in_order(&[f32::MIN, -0.0, 0.0, 0.5, f32::MAX]);
        in_order(&["", "a", "a\0", "ab", "abcdefgh", "abcdefghi", "b", "ä"]);
        in_order(&[None, Some(u64::MIN), Some(1), Some(u64::MAX)]);
        in_order(&[Duration::ZERO, Duration::from_nanos(1), Duration::MAX]);
        assert_eq!((-0.0_f64).ordinal(), 0.0_f64.ordinal());
    }
}
