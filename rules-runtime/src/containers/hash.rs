//! How everything is hashed: fast, and the same in each run.

use core::hash::{BuildHasher as _, Hash};

/// The hasher of every index: fast, and the same in each run, so that a program behaves the same.
pub(crate) type BuildHasher = foldhash::fast::FixedState;

/// The same as by [`Default`], as a constant.
pub(crate) const HASHER: BuildHasher = BuildHasher::with_seed(0);

/// The hash of a value.
pub(crate) fn hash_one<T: Hash + ?Sized>(value: &T) -> u64 {
    BuildHasher::with_seed(0x5275_6c65).hash_one(value)
}
