//! Whether a fact's type lends out the fields of something in the fact.

use core::marker::PhantomData;
use core::ops::DerefMut;

/// Whether what reads as a field of a fact may be one of something in it: `Lends::<T>::FIELDS`, with [`LendsNothing`] in scope.
///
/// What a `modify` writes through `DerefMut` may be in any field of the fact.
pub struct Lends<T>(PhantomData<T>);

impl<T: DerefMut> Lends<T> {
    /// They may.
    pub const FIELDS: bool = true;
}

/// [`Lends`] of any type.
pub trait LendsNothing {
    /// They are fields of the fact.
    const FIELDS: bool = false;
}

impl<T> LendsNothing for Lends<T> {}
