//! The ends of the values that are no farther from one than a distance: where facts are looked up whose field is near another.
//!
//! An end is asked for its [place](Ordinal), and computed so that it does not overflow. It may lie a little farther off than it
//! should, but never nearer: the guard is evaluated of what is found.

use core::time::Duration;

use crate::values::ordinals::Ordinal;

/// How a distance is measured.
pub trait Measure<T: ?Sized, D: ?Sized> {
    /// The place of the least value that is no farther from this, or of one before it.
    fn lower(self, value: &T, most: &D) -> u64;
    /// The place of the greatest one, or of one after it.
    fn upper(self, value: &T, most: &D) -> u64;
}

/// By `abs_diff`, as integers have it, and durations.
#[derive(Debug, Clone, Copy)]
pub struct AbsDiff;

/// By `abs` of a difference, as floats have it.
#[derive(Debug, Clone, Copy)]
pub struct Abs;

macro_rules! by_abs_diff {
    ($($ty:ty, $most:ty: $add:ident $sub:ident;)*) => {$(
        impl Measure<$ty, $most> for AbsDiff {
            #[inline]
            fn lower(self, value: &$ty, most: &$most) -> u64 {
                value.$sub(*most).ordinal()
            }

            #[inline]
            fn upper(self, value: &$ty, most: &$most) -> u64 {
                value.$add(*most).ordinal()
            }
        }
    )*};
}

by_abs_diff! {
    u8, u8: saturating_add saturating_sub;
    u16, u16: saturating_add saturating_sub;
    u32, u32: saturating_add saturating_sub;
    u64, u64: saturating_add saturating_sub;
    u128, u128: saturating_add saturating_sub;
    usize, usize: saturating_add saturating_sub;
    i8, u8: saturating_add_unsigned saturating_sub_unsigned;
    i16, u16: saturating_add_unsigned saturating_sub_unsigned;
    i32, u32: saturating_add_unsigned saturating_sub_unsigned;
    i64, u64: saturating_add_unsigned saturating_sub_unsigned;
    i128, u128: saturating_add_unsigned saturating_sub_unsigned;
    isize, usize: saturating_add_unsigned saturating_sub_unsigned;
    Duration, Duration: saturating_add saturating_sub;
}

macro_rules! by_abs {
    ($($ty:ty)*) => {$(
        // Where the difference, rounded, is no more than `most`, the exact one is less than what comes next after it; and what is no
        // more than an exact sum is no more than the rounded one.
        impl Measure<$ty, $ty> for Abs {
            #[inline]
            fn lower(self, value: &$ty, most: &$ty) -> u64 {
                let end = value - most.next_up();
                if end.is_nan() { 0 } else { end.ordinal() }
            }

            #[inline]
            fn upper(self, value: &$ty, most: &$ty) -> u64 {
                let end = value + most.next_up();
                if end.is_nan() { u64::MAX } else { end.ordinal() }
            }
        }
    )*};
}

by_abs! { f32 f64 }

/// The least value that is no farther from a value than a distance.
pub struct Lower<'a, T: ?Sized, D: ?Sized, M>(pub &'a T, pub &'a D, pub M);

/// The greatest one.
pub struct Upper<'a, T: ?Sized, D: ?Sized, M>(pub &'a T, pub &'a D, pub M);

impl<T: ?Sized, D: ?Sized, M: Measure<T, D> + Copy> Ordinal for Lower<'_, T, D, M> {
    #[inline]
    fn ordinal(&self) -> u64 {
        self.2.lower(self.0, self.1)
    }
}

impl<T: ?Sized, D: ?Sized, M: Measure<T, D> + Copy> Ordinal for Upper<'_, T, D, M> {
    #[inline]
    fn ordinal(&self) -> u64 {
        self.2.upper(self.0, self.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_lies_between_the_ends() {
        let all = [i8::MIN, -127, -100, -1, 0, 1, 27, 100, 126, i8::MAX];
        for (a, b) in all.iter().flat_map(|a| all.map(|b| (*a, b))) {
            for most in [0, 1, 100, 227, 254, u8::MAX] {
                let (lower, upper) = (Lower(&a, &most, AbsDiff), Upper(&a, &most, AbsDiff));
                let lies = lower.ordinal() <= b.ordinal() && b.ordinal() <= upper.ordinal();
                assert_eq!(lies, a.abs_diff(b) <= most, "{b} within {most} of {a}");
            }
        }
    }

    #[test]
    fn what_is_near_by_rounded_differences_lies_between_the_ends() {
        let all = [
            0.0,
            -0.0,
            0.1,
            0.2,
            0.3,
            1.0,
            1.1,
            1e16,
            -1e16,
            3e-17,
            f64::EPSILON,
            f64::MAX,
            f64::MIN,
            f64::MIN_POSITIVE,
            f64::INFINITY,
            f64::NEG_INFINITY,
        ];
        let near = all
            .iter()
            .flat_map(|&value| [value.next_down(), value, value.next_up()]);
        let all: [f64; 48] = near.collect::<alloc::vec::Vec<_>>().try_into().unwrap();
        let mut within = 0;
        for (a, b) in all.iter().flat_map(|a| all.map(|b| (*a, b))) {
            for most in all {
                if (a - b).abs() <= most {
                    let (lower, upper) = (Lower(&a, &most, Abs), Upper(&a, &most, Abs));
                    assert!(lower.ordinal() <= b.ordinal(), "{b} within {most} of {a}");
                    assert!(b.ordinal() <= upper.ordinal(), "{b} within {most} of {a}");
                    within += 1;
                }
            }
        }
        assert!(within > 10_000, "{within}");
    }
}
