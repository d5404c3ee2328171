//! What the loops of an explanation ask of types of which the network's code has asked it already.
//!
//! What is wrong with such a type rustc has said there, at the user's own token. So that it does not say it
//! again, each question has an answer for the types that are wrong too, as in [`bind`](crate::values::bind).

use core::iter::{Empty, Enumerate};

use crate::aggregates::gather::{Mean, Sum};
use crate::aggregates::number::Numeric;

/// A value to be added to a sum or a mean.
pub struct Addend<T>(pub T);

/// [`Addend`] that is a number.
pub trait AddendNumber<T> {
    /// Adds it to a sum.
    fn __add_to_sum(self, sum: &mut Sum<T>);
    /// Adds it to a mean.
    fn __add_to_mean(self, mean: &mut Mean<T>);
}

/// [`Addend`] of any type.
pub trait AddendOther<T> {
    /// Does nothing.
    fn __add_to_sum(&self, sum: &mut Sum<T>);
    /// Does nothing.
    fn __add_to_mean(&self, mean: &mut Mean<T>);
}

impl<T: Numeric> AddendNumber<T> for Addend<T> {
    fn __add_to_sum(self, sum: &mut Sum<T>) {
        sum.add(self.0);
    }

    fn __add_to_mean(self, mean: &mut Mean<T>) {
        mean.add(self.0);
    }
}

impl<T> AddendOther<T> for Addend<T> {
    fn __add_to_sum(&self, _: &mut Sum<T>) {}

    fn __add_to_mean(&self, _: &mut Mean<T>) {}
}

/// A sum to be read.
pub struct Summed<'a, T>(pub &'a Sum<T>);

/// [`Summed`] of numbers.
pub trait SummedNumber<T> {
    /// The sum.
    fn __total(self) -> T;
}

/// [`Summed`] of any type.
pub trait SummedOther<T> {
    /// None.
    fn __total(&self) -> T;
}

impl<T: Numeric> SummedNumber<T> for Summed<'_, T> {
    fn __total(self) -> T {
        self.0.total()
    }
}

impl<T> SummedOther<T> for Summed<'_, T> {
    fn __total(&self) -> T {
        unreachable!("sums are of numbers")
    }
}

/// The elements of a `for`, to be numbered.
pub struct Elements<I>(pub I);

/// [`Elements`] of an iterator.
pub trait ElementsIterated<I> {
    /// The elements with their numbers.
    fn __numbered(self) -> Enumerate<I>;
}

/// [`Elements`] of any type.
pub trait ElementsOther<T> {
    /// None.
    fn __numbered(&self) -> Empty<(usize, T)>;
}

impl<I: Iterator> ElementsIterated<I> for Elements<I> {
    fn __numbered(self) -> Enumerate<I> {
        self.0.enumerate()
    }
}

impl<I, T> ElementsOther<T> for Elements<I> {
    fn __numbered(&self) -> Empty<(usize, T)> {
        core::iter::empty()
    }
}
