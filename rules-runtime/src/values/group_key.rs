//! The keys of groups: how they are hashed, and whether their hashes tell them.
//!
//! No value of a key is kept. Where one cannot be computed any more, because the result that it was is another now, its
//! hash is all that is known of it.

use alloc::string::String;

use crate::values::bind::{Hashed, Scanned};

/// A key of a group, to be hashed: a float too.
pub struct GroupKey<'a, T: ?Sized>(pub &'a T);

/// [`GroupKey`] of any type but a float.
pub trait GroupKeyItself<'a, T: ?Sized> {
    /// What is hashed.
    fn __hashed(self) -> &'a T;
}

impl<'a, T: ?Sized> GroupKeyItself<'a, T> for GroupKey<'a, T> {
    #[inline]
    fn __hashed(self) -> &'a T {
        self.0
    }
}

/// A float.
pub trait Float {
    /// An integer for each value.
    type Bits;

    /// That of a value: the same for both zeros, which are equal.
    fn bits(&self) -> Self::Bits;
}

impl<T: Float + ?Sized> Float for &T {
    type Bits = T::Bits;

    #[inline]
    fn bits(&self) -> T::Bits {
        (**self).bits()
    }
}

// One impl for all of them: of a type that is wrong, of which rustc has said so, it finds one method.
impl<T: Float> GroupKey<'_, T> {
    /// What is hashed.
    #[must_use]
    #[inline]
    pub fn __hashed(self) -> T::Bits {
        self.0.bits()
    }
}

macro_rules! floats {
    ($($float:ty, $bits:ty;)*) => {$(
        impl Float for $float {
            type Bits = $bits;

            #[inline]
            fn bits(&self) -> $bits {
                (self + 0.0).to_bits()
            }
        }

        impl HashesAll for $float {}
    )*};
}

floats! {
    f32, u32;
    f64, u64;
}

/// A key of a group, to be asked whether keys of its type are equal where their hashes are.
pub struct Exact<'a, T: ?Sized>(pub &'a T);

/// [`Exact`] of a type that hashes all that its `==` compares.
pub trait ExactHash {
    /// The answer.
    fn __tells(self) -> Hashed;
}

/// [`Exact`] of any type.
pub trait InexactHash {
    /// The answer.
    fn __tells(self) -> Scanned;
}

/// A type that hashes all that its `==` compares.
pub trait HashesAll {}

impl<T: HashesAll + ?Sized> HashesAll for &T {}

macro_rules! hashes_all {
    ($($ty:ty)*) => {$(impl HashesAll for $ty {})*};
}

hashes_all! { bool char i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize str String }

impl<T: HashesAll + ?Sized> ExactHash for Exact<'_, T> {
    fn __tells(self) -> Hashed {
        Hashed
    }
}

impl<T: ?Sized> InexactHash for &Exact<'_, T> {
    fn __tells(self) -> Scanned {
        Scanned
    }
}
