//! How facts of a type are told apart: each by itself, by equality, or by a key.

use core::cmp::Ordering;
use core::hash::Hash;

use crate::containers::hash::hash_one;

/// What an insert does where a fact of the same identity is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnInsert {
    /// Nothing: the fact that is there is the fact.
    Keep,
    /// The fact that is there gets the new value.
    Replace,
}

/// How facts of a type are told apart.
pub trait Identity<T> {
    /// Whether facts are told apart by more than being facts.
    const TELLS_APART: bool = true;
    /// What an insert does where a fact of the same identity is there.
    const ON_INSERT: OnInsert;
    /// The hash of a fact's identity; `None` where every fact is itself alone.
    fn hash(fact: &T) -> Option<u64>;
    /// Whether two facts have one identity.
    fn same(a: &T, b: &T) -> bool;

    /// `#[best(…)]`: whether of the facts of a group the best stands, and the others are candidates that wait.
    const RANKS: bool = false;
    /// The hash of what makes a fact's group.
    fn group(fact: &T) -> u64 {
        _ = fact;
        0
    }
    /// Whether two facts are of one group.
    fn same_group(a: &T, b: &T) -> bool {
        _ = (a, b);
        false
    }
    /// How two facts of a group compare: the lesser is the better.
    fn rank(a: &T, b: &T) -> Ordering {
        _ = (a, b);
        Ordering::Equal
    }
    /// A copy of a fact that stands no more and is to wait.
    fn copy(fact: &T) -> T {
        _ = fact;
        unreachable!("facts of the type are not ranked")
    }
}

/// Each insert makes a new fact.
#[derive(Debug, Clone, Copy)]
pub struct Plain;

impl<T> Identity<T> for Plain {
    const TELLS_APART: bool = false;
    const ON_INSERT: OnInsert = OnInsert::Keep;

    #[inline]
    fn hash(_: &T) -> Option<u64> {
        None
    }

    fn same(_: &T, _: &T) -> bool {
        false
    }
}

/// `#[unique]`: equal facts are one fact.
#[derive(Debug, Clone, Copy)]
pub struct Unique;

impl<T: Hash + Eq> Identity<T> for Unique {
    const ON_INSERT: OnInsert = OnInsert::Keep;

    fn hash(fact: &T) -> Option<u64> {
        Some(hash_one(fact))
    }

    fn same(a: &T, b: &T) -> bool {
        a == b
    }
}

/// Whether an insert leaves a fact of the same identity as it is.
#[must_use]
pub const fn keeps<T, I: Identity<T>>() -> bool {
    matches!(I::ON_INSERT, OnInsert::Keep)
}

/// Refuses, at compile time, logical facts with a key: an insert of a key that is there is an update, of which there
/// is no support.
///
/// # Panics
///
/// Panics where facts have a key.
#[track_caller]
pub const fn may_be_logical<T, I: Identity<T>>() {
    assert!(
        keeps::<T, I>(),
        "a fact with a key cannot be inserted logically: make it `#[unique]`, or insert it plainly"
    );
}
