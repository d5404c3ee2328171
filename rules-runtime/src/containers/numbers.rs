//! Sets of numbers that lie close to one another.

use alloc::vec::Vec;

use crate::containers::hash::hash_one;

/// A set of numbers: a hash table of words, in each of which 64 neighbours are a bit. Where they lie close it is a fraction
/// of a table of numbers, and stays in a cache.
#[derive(Debug, Clone, Default)]
pub(crate) struct Numbers {
    /// As many as a power of two, of which half are free or more; or none.
    words: Vec<Word>,
    /// How many words are not free.
    used: usize,
    len: usize,
}

/// Sixty-four numbers.
#[derive(Debug, Clone, Copy, Default)]
struct Word {
    /// What all of them begin with.
    number: u64,
    /// Which of them are in the set; none where the word is free.
    bits: u64,
}

/// The least number of words.
const FEW: usize = 16;

/// With fewer words than this it is not asked whether numbers lie close.
const MANY: usize = 4096;

/// Where a word has fewer numbers than this in it, they do not.
const CLOSE: usize = 2;

impl Numbers {
    /// Adds a number. Returns whether it is new.
    #[inline]
    pub(crate) fn insert(&mut self, number: u64) -> bool {
        let (of_word, bit) = (number / 64, 1 << (number % 64));
        let place = self.place(of_word);
        match self.words.get_mut(place) {
            Some(word) if word.bits & bit != 0 => return false,
            Some(word) if word.bits != 0 => {
                word.bits |= bit;
                self.len += 1;
            }
            _ => self.add_word(of_word, bit),
        }
        true
    }

    /// Adds a number of which no neighbour is in the set.
    #[inline(never)]
    fn add_word(&mut self, number: u64, bits: u64) {
        if 2 * self.used >= self.words.len() {
            self.grow();
        }
        let place = self.place(number);
        self.words[place] = Word { number, bits };
        self.used += 1;
        self.len += 1;
    }

    /// Whether the numbers lie so far from one another that a set of words is none for them.
    #[inline]
    pub(crate) fn is_sparse(&self) -> bool {
        self.used >= MANY && self.len < CLOSE * self.used
    }

    /// Where the word is, or comes, of numbers that begin so.
    #[inline]
    fn place(&self, number: u64) -> usize {
        let last = self.words.len().wrapping_sub(1);
        let mut place = hash_one(&number) as usize & last;
        while let Some(word) = self.words.get(place)
            && word.bits != 0
            && word.number != number
        {
            place = (place + 1) & last;
        }
        place
    }

    #[cold]
    fn grow(&mut self) {
        let size = (2 * self.words.len()).max(FEW);
        let words = core::mem::replace(&mut self.words, alloc::vec![Word::default(); size]);
        for word in words {
            if word.bits != 0 {
                let place = self.place(word.number);
                self.words[place] = word;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_number_is_new_once() {
        let mut numbers = Numbers::default();
        let mut known = BTreeSet::new();
        let mut number = 1_u64;
        for _ in 0..20_000 {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            // Some close to one another, some far.
            let of = if number & 1 == 0 {
                number >> 50
            } else {
                number
            };
            assert_eq!(numbers.insert(of), known.insert(of), "{of}");
        }
        assert!(
            [0, 63, 64, u64::MAX]
                .into_iter()
                .all(|of| numbers.insert(of) == known.insert(of))
        );
        assert_eq!(numbers.len, known.len());
    }

    #[test]
    fn numbers_that_lie_close_are_not_sparse() {
        let (mut close, mut far) = (Numbers::default(), Numbers::default());
        for number in 0..100_000 {
            close.insert(number);
            far.insert(number << 6);
        }
        assert!(!close.is_sparse());
        assert!(far.is_sparse());
    }
}
