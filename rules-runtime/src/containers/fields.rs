//! Sets of the fields of a fact type that rules read: which a change touches, which a node asks for.
//!
//! A set is one word where that is enough for each fact type of a ruleset, else as many as the widest type needs.
//! The first word has the two bits that mean more than a field.

use alloc::vec::Vec;
use core::fmt::Debug;

/// A set of fields.
pub trait Fields: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// None.
    const NONE: Self;
    /// Every field, and the fact's being there.
    const ALL: Self;

    /// Whether two sets have a field in common.
    #[must_use]
    fn meets(self, other: Self) -> bool;
    /// The fields of either of two sets.
    #[must_use]
    fn or(self, other: Self) -> Self;
    /// The set that a block writes, by what generated code says of it: itself, or its place among sets.
    #[must_use]
    fn said(said: u64, sets: &'static [Self]) -> Self;
    /// What stands for the set where one word is kept; the rest goes to a list.
    fn keep(self, rest: &mut Vec<u64>) -> u64;
    /// Adds to a set that is kept so.
    fn add(self, kept: &mut u64, rest: &mut [u64]);
    /// The set that is kept so.
    #[must_use]
    fn kept(kept: u64, rest: &[u64]) -> Self;
}

impl Fields for u64 {
    const NONE: Self = 0;
    const ALL: Self = u64::MAX;

    #[inline]
    fn meets(self, other: Self) -> bool {
        self & other != 0
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        self | other
    }

    #[inline]
    fn said(said: u64, _: &'static [Self]) -> Self {
        said
    }

    #[inline]
    fn keep(self, _: &mut Vec<u64>) -> u64 {
        self
    }

    #[inline]
    fn add(self, kept: &mut u64, _: &mut [u64]) {
        *kept |= self;
    }

    #[inline]
    fn kept(kept: u64, _: &[u64]) -> Self {
        kept
    }
}

impl<const WORDS: usize> Fields for [u64; WORDS] {
    const NONE: Self = [0; WORDS];
    const ALL: Self = [u64::MAX; WORDS];

    #[inline]
    fn meets(self, other: Self) -> bool {
        self.iter().zip(other).any(|(a, b)| a & b != 0)
    }

    fn or(self, other: Self) -> Self {
        core::array::from_fn(|word| self[word] | other[word])
    }

    fn said(said: u64, sets: &'static [Self]) -> Self {
        let set = usize::try_from(said).ok().and_then(|place| sets.get(place));
        set.copied().unwrap_or(Self::ALL)
    }

    fn keep(self, rest: &mut Vec<u64>) -> u64 {
        let place = rest.len() as u64;
        rest.extend(self);
        place
    }

    fn add(self, kept: &mut u64, rest: &mut [u64]) {
        for (word, more) in rest[*kept as usize..].iter_mut().zip(self) {
            *word |= more;
        }
    }

    fn kept(kept: u64, rest: &[u64]) -> Self {
        let words = &rest[kept as usize..];
        core::array::from_fn(|word| words[word])
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    #[test]
    fn a_set_of_several_words_is_kept_and_added_to() {
        let mut rest = vec![7];
        let mut kept = [1_u64, 0, 4].keep(&mut rest);
        [0_u64, 2, 4].add(&mut kept, &mut rest);
        assert_eq!(<[u64; 3]>::kept(kept, &rest), [1, 2, 4]);
        assert_eq!(rest, [7, 1, 2, 4]);
    }

    #[test]
    fn sets_meet_in_any_word() {
        assert!([0_u64, 1].meets([3, 1]));
        assert!(![2_u64, 1].meets([1, 2]));
        assert!(!<[u64; 2]>::NONE.meets(<[u64; 2]>::ALL));
    }

    #[test]
    fn sets_are_put_together_word_by_word() {
        assert_eq!([1_u64, 2].or([4, 2]), [5, 2]);
    }

    #[test]
    fn what_a_block_writes_is_found_by_its_place() {
        const SETS: &[[u64; 2]] = &[[1, 0], [0, 1]];
        assert_eq!(<[u64; 2]>::said(1, SETS), [0, 1]);
        assert_eq!(<[u64; 2]>::said(u64::MAX, SETS), [u64::MAX; 2]);
    }
}
