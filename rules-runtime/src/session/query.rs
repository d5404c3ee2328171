//! Queries: what a call gives, and what generated code asks of the session to evaluate it.
//!
//! A query is loops within loops over indexed facts, in generated code. Here is what those loops share.

use alloc::vec::{self, Vec};
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Deref;

use crate::aggregates::facts::Facts;
use crate::ids::Slot;
use crate::memory::handle::Handle;
use crate::memory::store::Store;

/// What a query found, in order: by the facts of its first pattern as they were inserted, then by those of
/// the second, and so on.
#[derive(Debug, Clone)]
#[must_use = "a query changes nothing: its results are all that it gives"]
pub struct Rows<R> {
    rows: vec::IntoIter<R>,
}

impl<R> Rows<R> {
    /// Results, each with what orders it.
    #[doc(hidden)]
    pub fn __in_order<K: Ord + Copy>(rows: Vec<(K, R)>) -> Self {
        // The keys alone are sorted: a sort is much code, which is there once for rows of all types.
        let keys = rows.iter().enumerate();
        let mut places: Vec<(K, usize)> = keys.map(|(place, (key, _))| (*key, place)).collect();
        places.sort_unstable();
        let mut rows: Vec<Option<R>> = rows.into_iter().map(|(_, row)| Some(row)).collect();
        let in_order = places.iter().filter_map(|&(_, place)| rows[place].take());
        Rows::__of(in_order.collect())
    }
}

impl<R> Rows<R> {
    /// Results that are in order.
    #[doc(hidden)]
    pub fn __of(rows: Vec<R>) -> Self {
        Rows {
            rows: rows.into_iter(),
        }
    }
}

impl<R> Iterator for Rows<R> {
    type Item = R;

    fn next(&mut self) -> Option<R> {
        self.rows.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rows.size_hint()
    }
}

impl<R> DoubleEndedIterator for Rows<R> {
    fn next_back(&mut self) -> Option<R> {
        self.rows.next_back()
    }
}

impl<R> ExactSizeIterator for Rows<R> {}

impl<R> FusedIterator for Rows<R> {}

/// A fact that a query's variable names: it reads as a `T` for as long as the session is borrowed, and knows
/// its handle.
///
/// It is a [`Fact`](crate::Fact) that lends what it holds to a result: what is borrowed of it is borrowed from the session. A
/// query's variable is a `Found` only where something may be lent; the guide's page on
/// [variables](crate::guide::variables) says where.
pub struct Found<'a, T> {
    value: &'a T,
    slot: Slot,
    home: &'a Store<T>,
}

impl<'a, T> Found<'a, T> {
    /// The fact in a slot.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn __at(home: &'a Store<T>, slot: Slot) -> Self {
        Found {
            value: home.value(slot),
            slot,
            home,
        }
    }

    /// The facts in slots, in the order of their insertion.
    #[doc(hidden)]
    #[must_use]
    pub fn __all(home: &'a Store<T>, mut slots: Vec<Slot>) -> Vec<Self> {
        home.table.put_in_order(&mut slots);
        let slots = slots.into_iter();
        slots.map(|slot| Found::__at(home, slot)).collect()
    }

    /// The fact's handle.
    #[must_use]
    pub fn handle(&self) -> Handle<T> {
        Handle::new(self.home.id(self.slot))
    }

    /// A copy of the fact's value.
    ///
    /// A method of its own because a variable is a reference, of which [`Clone::clone`] would copy the reference.
    #[must_use]
    #[expect(
        clippy::should_implement_trait,
        reason = "what is cloned is the value, and not this"
    )]
    pub fn clone(&self) -> T
    where
        T: Clone,
    {
        self.value.clone()
    }
}

// Through a reference to the reference, what is borrowed of the fact outlives the variable.
impl<'a, T> Deref for Found<'a, T> {
    type Target = &'a T;

    #[inline]
    fn deref(&self) -> &&'a T {
        &self.value
    }
}

impl<T: fmt::Debug> fmt::Debug for Found<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: fmt::Display> fmt::Display for Found<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

/// The facts of a `collect` in a query.
pub trait Listed {
    /// What the variable refers to.
    type List: ?Sized;

    /// What is listed.
    fn __list(&self) -> &Self::List;
}

impl<'a, T> Listed for Vec<Found<'a, T>> {
    type List = [Found<'a, T>];

    fn __list(&self) -> &[Found<'a, T>] {
        self
    }
}

impl<T> Listed for Facts<'_, T> {
    type List = Self;

    fn __list(&self) -> &Self {
        self
    }
}

impl<T> Store<T> {
    /// A number that grows with the insertions of facts: that of the fact in a slot.
    #[must_use]
    pub fn place(&self, slot: Slot) -> u64 {
        self.id(slot).tag
    }
}

/// An element of a `for`, to be had again: copied where its type is `Copy`, else iterated anew.
///
/// What iterates anew gives the element to a taker instead of returning it: so an element that is copied may
/// borrow from what the iteration computes.
pub struct Again<'a, T>(pub &'a T);

/// [`Again`] of a `Copy` type.
pub trait AgainCopied<T> {
    /// The element.
    fn __again(self, iterate: impl FnOnce(NotTaken)) -> T;
}

/// [`Again`] of any type.
pub trait AgainIterated<T> {
    /// The element.
    fn __again(self, iterate: impl FnOnce(Taken<'_, T>)) -> T;
}

/// What never takes an element.
pub struct NotTaken;

/// What takes the element.
pub struct Taken<'t, T>(&'t mut Option<T>);

impl NotTaken {
    /// Takes nothing.
    #[expect(clippy::unused_self, reason = "called as `Taken::take` is")]
    pub fn take<T>(self, _element: Option<T>) {}
}

impl<T> Taken<'_, T> {
    /// Takes the element.
    pub fn take(self, element: Option<T>) {
        *self.0 = element;
    }
}

impl<T: Copy> AgainCopied<T> for Again<'_, T> {
    #[inline]
    fn __again(self, _iterate: impl FnOnce(NotTaken)) -> T {
        *self.0
    }
}

impl<T> AgainIterated<T> for &Again<'_, T> {
    #[inline]
    fn __again(self, iterate: impl FnOnce(Taken<'_, T>)) -> T {
        let mut element = None;
        iterate(Taken(&mut element));
        element.expect("a `for` gives the same elements again")
    }
}
