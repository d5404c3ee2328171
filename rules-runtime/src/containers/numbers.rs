//! Sets of numbers that lie close to one another.

use alloc::vec::Vec;
use core::mem;

use crate::containers::hash::hash_one;

/// A set of numbers: a hash table of blocks, in each of which 512 neighbours are a bit. Where they lie close it is a fraction
/// of a table of numbers, and what finds a block stays in the nearest cache.
#[derive(Debug, Clone, Default)]
pub(crate) struct Numbers {
    /// For each block what its numbers begin with, and one more; 0 where it is free. As many as a power of two, of which half
    /// are free or more; or none.
    names: Vec<u64>,
    blocks: Vec<Block>,
    /// How many blocks are not free.
    used: usize,
    len: usize,
}

/// Which of neighbouring numbers are in the set: as many as a line of a cache has bits.
type Block = [u64; 8];

/// How many numbers a block has room for.
const ROOM: u64 = 512;

/// The least number of blocks.
const FEW: usize = 16;

/// From so many blocks on, numbers do not lie close where a block has fewer than so many of them. (With eight, a set takes up to
/// twice the memory of a table of the numbers.)
const CLOSE: [(usize, usize); 2] = [(1 << 14, 8), (1 << 10, 4)];

impl Numbers {
    /// Adds a number. Returns whether it is new.
    #[inline]
    pub(crate) fn insert(&mut self, number: u64) -> bool {
        let name = name(number);
        let place = self.place(name);
        if self.names.get(place) != Some(&name) {
            self.add_block(number);
            return true;
        }
        let (word, bit) = place_in_block(number);
        let word = &mut self.blocks[place][word];
        if *word & bit != 0 {
            return false;
        }
        *word |= bit;
        self.len += 1;
        true
    }

    /// Adds a number of which no neighbour is in the set.
    #[inline(never)]
    fn add_block(&mut self, number: u64) {
        if 2 * self.used >= self.names.len() {
            self.grow();
        }
        let name = name(number);
        let place = self.place(name);
        let (word, bit) = place_in_block(number);
        self.names[place] = name;
        self.blocks[place][word] = bit;
        self.used += 1;
        self.len += 1;
    }

    /// Whether the numbers lie so far from one another that a set of blocks is none for them.
    #[inline]
    pub(crate) fn is_sparse(&self) -> bool {
        let mut bounds = CLOSE.iter();
        let bound = bounds.find(|&&(blocks, _)| self.used >= blocks);
        bound.is_some_and(|&(_, numbers)| self.len < numbers * self.used)
    }

    /// Where the block of a name is, or comes.
    #[inline]
    fn place(&self, name: u64) -> usize {
        let last = self.names.len().wrapping_sub(1);
        let mut place = hash_one(&name) as usize & last;
        while let Some(&other) = self.names.get(place)
            && other != name
            && other != 0
        {
            place = (place + 1) & last;
        }
        place
    }

    #[cold]
    fn grow(&mut self) {
        let size = (2 * self.names.len()).max(FEW);
        let names = mem::replace(&mut self.names, alloc::vec![0; size]);
        let blocks = mem::replace(&mut self.blocks, alloc::vec![[0; 8]; size]);
        for (name, block) in names.into_iter().zip(blocks) {
            if name != 0 {
                let place = self.place(name);
                self.names[place] = name;
                self.blocks[place] = block;
            }
        }
    }

    /// How many numbers there are.
    #[cfg(any(debug_assertions, test))]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Whether a number is in the set.
    #[cfg(any(debug_assertions, test))]
    pub(crate) fn has(&self, number: u64) -> bool {
        let place = self.place(name(number));
        let (word, bit) = place_in_block(number);
        self.names.get(place) == Some(&name(number)) && self.blocks[place][word] & bit != 0
    }
}

/// The name of the block of a number.
#[inline]
fn name(number: u64) -> u64 {
    number / ROOM + 1
}

/// The word of a number in its block, and its bit there.
#[inline]
fn place_in_block(number: u64) -> (usize, u64) {
    ((number / 64 % 8) as usize, 1 << (number % 64))
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
        assert_eq!(numbers.len(), known.len());
        assert!(known.iter().all(|&of| numbers.has(of)) && !numbers.has(u64::MAX - 1));
    }

    #[test]
    fn numbers_that_lie_close_are_not_sparse() {
        // So many numbers, of which one in so many is in the set.
        let sparse = |count: u64, distance: u64| {
            let mut numbers = Numbers::default();
            for number in 0..count {
                numbers.insert(number * distance);
            }
            numbers.is_sparse()
        };
        assert!(!sparse(500, 512) && sparse(2_000, 512));
        assert!(!sparse(10_000, 100) && sparse(100_000, 100));
        assert!(!sparse(100_000, 60));
    }
}
