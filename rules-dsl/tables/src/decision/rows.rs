//! The rows at a leaf of a decision that hold for a case.

use super::Decision;
use super::layout::{self, NONE, ROW, SET_WORDS};

/// The rows that hold for a case, in order.
pub(super) struct Rows<'a, 'b> {
    decision: Decision<'a>,
    atoms: &'b [u32],
    at: At,
    /// The `else` row plus one, until another holds.
    otherwise: u32,
}

enum At {
    End,
    Row(u32),
    /// So many rows are still to be tried, the next of which stands here.
    Scan {
        at: u32,
        left: u32,
    },
    /// These rows of the sets at a node are still to be given.
    Sets {
        node: u32,
        set: [u32; SET_WORDS],
    },
}

impl<'a, 'b> Rows<'a, 'b> {
    /// From a leaf on.
    pub(super) fn at(decision: Decision<'a>, atoms: &'b [u32], leaf: u32) -> Self {
        let mut rows = Self {
            decision,
            atoms,
            at: At::End,
            otherwise: decision.word(layout::OTHERWISE),
        };
        rows.enter(leaf);
        rows
    }

    #[inline]
    fn enter(&mut self, leaf: u32) {
        self.at = if leaf == NONE {
            At::End
        } else if leaf & ROW != 0 {
            At::Row(leaf & !ROW)
        } else if layout::split(self.decision.word(leaf)).0 == layout::SCAN {
            At::Scan {
                at: leaf + 2,
                left: self.decision.word(leaf + 1),
            }
        } else {
            At::Sets {
                node: leaf,
                set: self.common(leaf),
            }
        };
    }

    /// What the sets of a node have in common for the case.
    fn common(&self, node: u32) -> [u32; SET_WORDS] {
        let word = |at| self.decision.word(at);
        let count = word(node + 1);
        let words = count.div_ceil(32);
        let mut common = [0; SET_WORDS];
        for (at, bits) in (0..words).zip(&mut common) {
            let rows = (count - 32 * at).min(32);
            *bits = u32::MAX >> (32 - rows);
        }
        let mut at = node + 4 + count;
        for _ in 0..word(node + 3) {
            let (atom, first, count) = (self.atoms[word(at) as usize], word(at + 1), word(at + 2));
            let (part, size) = if count > 0 {
                (word(at + 3 + (atom - first)), at + 3 + count)
            } else {
                let cuts = word(at + 3);
                (self.decision.at_most(at + 4, cuts, atom), at + 4 + cuts)
            };
            let set = size + 1 + part * words;
            let mut left = 0;
            for (bits, held) in common.iter_mut().zip(self.decision.words(set, words)) {
                *bits &= held;
                left |= *bits;
            }
            if left == 0 {
                break;
            }
            at = size + 1 + word(size);
        }
        common
    }

    /// Whether the row that stands somewhere holds, and where the next one stands.
    #[inline]
    fn tried(&self, row: u32) -> (bool, u32) {
        let word = |at| self.decision.word(at);
        let mut holds = true;
        let mut at = row + 2;
        for _ in 0..word(row + 1) {
            let atom = self.atoms[word(at) as usize];
            let end = at + 2 + 2 * word(at + 1);
            let mut inside = false;
            at += 2;
            while at < end {
                inside |= word(at) <= atom && atom < word(at + 1);
                at += 2;
            }
            holds &= inside;
        }
        (holds, at)
    }
}

impl Iterator for Rows<'_, '_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        loop {
            match &mut self.at {
                At::End => return core::mem::take(&mut self.otherwise).checked_sub(1),
                At::Row(row) => {
                    let row = *row;
                    self.at = At::End;
                    self.otherwise = 0;
                    return Some(row);
                }
                At::Scan { left: 0, .. } => self.at = At::End,
                At::Scan { at, left } => {
                    let (row, left) = (*at, *left - 1);
                    let (holds, at) = self.tried(row);
                    self.at = At::Scan { at, left };
                    if holds {
                        self.otherwise = 0;
                        return Some(self.decision.word(row));
                    }
                }
                At::Sets { node, set } => {
                    let node = *node;
                    let Some(word) = set.iter().position(|bits| *bits != 0) else {
                        self.enter(self.decision.word(node + 2));
                        continue;
                    };
                    let row = 32 * word as u32 + set[word].trailing_zeros();
                    set[word] &= set[word] - 1;
                    self.otherwise = 0;
                    return Some(self.decision.word(node + 4 + row));
                }
            }
        }
    }
}
