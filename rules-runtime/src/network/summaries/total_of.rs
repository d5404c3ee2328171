//! The sum of a group, of a type that rustc infers.

use crate::aggregates::number::Numeric;
use crate::containers::trail::Mode;
use crate::network::Network;

/// The sum of a group, of the type that a block would give. The block is never run.
pub struct TotalOf<'n, M: Mode, F>(pub &'n Network<M>, pub u32, pub F);

/// [`TotalOf`] of numbers.
pub trait TotalNumber<T> {
    /// The sum.
    fn __total(self) -> T;
}

/// [`TotalOf`] of all other types: never asked, for no member of such a group is taken in. It is there so that
/// what is wrong is said once, where that is done.
pub trait TotalOther<T> {
    /// None.
    fn __total(&self) -> T;
}

impl<T: Numeric, M: Mode, F: FnOnce() -> T> TotalNumber<T> for &&TotalOf<'_, M, F> {
    #[inline]
    fn __total(self) -> T {
        self.0.sum(self.1)
    }
}

impl<T, M: Mode, F: FnOnce() -> T> TotalOther<T> for TotalOf<'_, M, F> {
    fn __total(&self) -> T {
        unreachable!("sums are of numbers")
    }
}
