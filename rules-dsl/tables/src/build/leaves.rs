//! The leaves of the tree: rows that are tried one after the other, or sets of them.

use alloc::vec;
use alloc::vec::Vec;

use super::cuts::spanned;
use super::{Builder, Live, Range, meet};
use crate::decision::layout::{self, NONE, SCAN, SET_ROWS, SETS};

/// So many rows are tried one after the other; of more there are sets.
const SCANNED: usize = 12;

/// So many atoms there may be for a cut, to have a table of them rather than a search.
const MAPPED: usize = 8;

impl Builder<'_> {
    pub(super) fn leaf(&mut self, part: &[Range], rows: &[Live]) -> u32 {
        if rows.len() <= SCANNED {
            return self.scan(part, rows);
        }
        let mut next = NONE;
        for rows in rows.chunks(SET_ROWS).rev() {
            next = self.sets(part, rows, next);
        }
        next
    }

    fn scan(&mut self, part: &[Range], rows: &[Live]) -> u32 {
        let mut words = vec![layout::head(SCAN, 0), rows.len() as u32];
        for live in rows {
            words.extend([self.boxes.number(live.row) as u32, live.open]);
            for (column, range) in part.iter().enumerate() {
                if !self.asks(live.row, column, *range) {
                    continue;
                }
                let cell = self
                    .boxes
                    .cell(live.row, column)
                    .iter()
                    .filter(|held| meet(&[**held], *range));
                let ends: Vec<u32> = cell.flat_map(|held| [held.0, held.1]).collect();
                words.extend([column as u32, ends.len() as u32 / 2]);
                words.extend(ends);
            }
        }
        self.written(words)
    }

    fn sets(&mut self, part: &[Range], rows: &[Live], next: u32) -> u32 {
        let asked: Vec<usize> = (0..part.len())
            .filter(|column| {
                rows.iter()
                    .any(|live| self.asks(live.row, *column, part[*column]))
            })
            .collect();
        let mut words = vec![
            layout::head(SETS, 0),
            rows.len() as u32,
            next,
            asked.len() as u32,
        ];
        words.extend(rows.iter().map(|live| self.boxes.number(live.row) as u32));
        for column in asked {
            let (first, end) = part[column];
            let cells = || {
                rows.iter()
                    .flat_map(|live| self.boxes.cell(live.row, column))
            };
            let mut cuts: Vec<u32> = cells().flat_map(|held| [held.0, held.1]).collect();
            cuts.retain(|cut| first < *cut && *cut < end);
            cuts.sort_unstable();
            cuts.dedup();
            let size = rows.len().div_ceil(32);
            words.extend([column as u32, first]);
            if (end - first) as usize <= MAPPED * (cuts.len() + 1) {
                words.push(end - first);
                let part = |atom| cuts.partition_point(|cut| *cut <= atom) as u32;
                words.extend((first..end).map(part));
            } else {
                words.extend([0, cuts.len() as u32]);
                words.extend(&cuts);
            }
            words.push(((cuts.len() + 1) * size) as u32);
            let sets = words.len();
            words.resize(sets + (cuts.len() + 1) * size, 0);
            for (at, live) in rows.iter().enumerate() {
                for held in self
                    .boxes
                    .cell(live.row, column)
                    .iter()
                    .filter(|held| meet(&[**held], part[column]))
                {
                    let (from, to) = spanned(&cuts, *held);
                    for set in from..to {
                        words[sets + set * size + at / 32] |= 1 << (at % 32);
                    }
                }
            }
        }
        self.written(words)
    }
}
