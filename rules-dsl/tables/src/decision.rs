//! The compiled form of a table: what a look-up walks through.
//!
//! It is one array of bytes, so that it stands in a program as one literal, and is read four at a time, the least
//! first. A look-up descends a tree that cuts the axes as the rows do, and ends at a row or at a few of them that are
//! tried one after the other. A table whose tree would grow too large has sets of rows at its leaves, one for each part
//! of a column, of which it takes what they have in common (Lakshman and Stiliadis, 1998, *High-Speed Policy-based
//! Packet Forwarding Using Efficient Multi-dimensional Range Matching*). [`build`](crate::build) writes what is read
//! here.

mod rows;

use self::rows::Rows;

/// A built table. It is asked by the numbers of the atoms that the columns' values stand in.
#[derive(Clone, Copy, Debug)]
pub struct Decision<'a> {
    bytes: &'a [u8],
}

impl<'a> Decision<'a> {
    /// A table that [`build`](crate::build) built.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// The first row that holds, by its number from 0; an `else` row if no other does. One atom for each column.
    #[inline]
    #[must_use]
    pub fn first(self, atoms: &[u32]) -> Option<u32> {
        let leaf = self.leaf(atoms);
        if leaf & layout::ROW != 0 && leaf != layout::NONE {
            return Some(leaf & !layout::ROW);
        }
        Rows::at(self, atoms, leaf).next()
    }

    /// The rows that hold, in order; an `else` row only if no other does. One atom for each column. They are
    /// all of them in a table that collects; in others, only the first is sure to be there.
    #[inline]
    pub fn all(self, atoms: &[u32]) -> impl Iterator<Item = u32> {
        Rows::at(self, atoms, self.leaf(atoms))
    }

    #[inline]
    fn word(self, at: u32) -> u32 {
        let bytes = self
            .bytes
            .get(4 * at as usize..)
            .and_then(<[u8]>::first_chunk);
        bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes))
    }

    #[inline]
    fn words(self, at: u32, count: u32) -> impl Iterator<Item = u32> {
        let (from, to) = (4 * at as usize, 4 * (at + count) as usize);
        let (words, _) = self.bytes.get(from..to).unwrap_or_default().as_chunks();
        words.iter().map(|word| u32::from_le_bytes(*word))
    }

    /// How many of so many numbers that rise, from a place on, are at most a number.
    #[inline]
    fn at_most(self, from: u32, mut count: u32, number: u32) -> u32 {
        let mut low = 0;
        while count > 0 {
            let half = count / 2;
            if self.word(from + low + half) <= number {
                low += half + 1;
                count -= half + 1;
            } else {
                count = half;
            }
        }
        low
    }

    /// The leaf for a case: a row, [`layout::NONE`], or where a leaf of several stands.
    #[inline]
    fn leaf(self, atoms: &[u32]) -> u32 {
        let mut node = self.word(layout::ROOT);
        while node & layout::ROW == 0 {
            let (tag, column) = layout::split(self.word(node));
            let count = self.word(node + 1);
            node = match tag {
                layout::SEARCH => {
                    let child = self.at_most(node + 2, count, atoms[column]);
                    self.word(node + 2 + count + child)
                }
                // The second word is the first atom that has a child.
                layout::DIRECT => self.word(node + 2 + (atoms[column] - count)),
                _ => break,
            };
        }
        node
    }
}

/// How a decision is written: words in front, then nodes, each after its children.
pub(crate) mod layout {
    /// Where the root stands.
    pub(crate) const ROOT: u32 = 0;
    /// Where the number of the `else` row stands, plus one; 0 if there is none.
    pub(crate) const OTHERWISE: u32 = 1;
    /// How many words stand in front.
    #[cfg(feature = "analysis")]
    pub(crate) const FRONT: u32 = 2;

    /// The bit of a child that is a row, not a node.
    pub(crate) const ROW: u32 = 1 << 31;
    /// The child for which no row holds.
    pub(crate) const NONE: u32 = u32::MAX;

    /// Cuts of a column and the children between them: count, cuts, one child more than cuts.
    pub(crate) const SEARCH: u32 = 0;
    /// A child for each atom of a column: first atom, children.
    pub(crate) const DIRECT: u32 = 1;
    /// Rows to be tried: count, and for each its number, how many columns it asks, and for each of those the column,
    /// the count of its ranges and their ends.
    pub(crate) const SCAN: u32 = 2;
    /// Sets of rows: count, the node for the rows after these, how many columns are asked, the rows' numbers, and for
    /// each column its number, the first atom, the count of atoms, for each of them the part it is of, or, if the
    /// count is 0, the count of cuts and the cuts; how many words the sets have, and a set for each part.
    #[cfg(feature = "analysis")]
    pub(crate) const SETS: u32 = 3;

    /// At most so many rows stand in sets.
    pub(crate) const SET_ROWS: usize = 256;
    /// So many words make the largest set.
    pub(crate) const SET_WORDS: usize = SET_ROWS / 32;

    /// The head of a node.
    #[cfg(feature = "analysis")]
    pub(crate) fn head(tag: u32, column: usize) -> u32 {
        tag | (column as u32) << 2
    }

    /// A node's tag and column.
    #[inline]
    pub(super) fn split(head: u32) -> (u32, usize) {
        (head & 3, (head >> 2) as usize)
    }
}
