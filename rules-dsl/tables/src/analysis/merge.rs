//! Rows that say the same and differ in one column alone: they could be one row.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use super::MOST;
use super::boxes::Boxes;
use crate::{Finding, Hit, Table};

/// Tells such rows; each row once.
pub(super) fn mergeable(table: &Table, boxes: &Boxes, findings: &mut Vec<Finding>) {
    let ids = Ids::of(table, boxes);
    let mut told = vec![false; boxes.len()];
    let mut count = 0;
    for column in 0..boxes.columns() {
        let mut alike: Vec<(u64, u32)> = (0..boxes.len() as u32)
            .map(|row| (ids.without(row, column), row))
            .collect();
        alike.sort_unstable();
        let groups = alike
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|group| group.len() > 1);
        let mut groups: Vec<Vec<u32>> = groups
            .map(|group| {
                let rows = group
                    .iter()
                    .map(|(_, row)| *row)
                    .filter(|row| !told[*row as usize]);
                ids.one_row(table.hit, boxes, column, rows)
            })
            .filter(|group| group.len() > 1)
            .collect();
        groups.sort_unstable();
        for group in groups {
            if count == MOST {
                return;
            }
            count += 1;
            for row in &group {
                told[*row as usize] = true;
            }
            let rows = group.into_iter().map(|row| boxes.number(row)).collect();
            findings.push(Finding::Mergeable { rows, column });
        }
    }
}

/// Numbers for what cells and outputs say: equal ones have equal numbers.
struct Ids {
    columns: usize,
    /// For each row its cells', then its outputs' number.
    said: Vec<u32>,
    /// For each row the sum of its numbers' hashes, from which one column's is easily taken away.
    sums: Vec<u64>,
}

impl Ids {
    fn of(table: &Table, boxes: &Boxes) -> Self {
        let columns = boxes.columns();
        let width = columns + 1;
        let mut said = vec![0; boxes.len() * width];
        for column in 0..columns {
            let mut known = BTreeMap::new();
            for row in 0..boxes.len() {
                let next = known.len() as u32;
                said[row * width + column] =
                    *known.entry(boxes.cell(row as u32, column)).or_insert(next);
            }
        }
        let mut known = BTreeMap::new();
        for row in 0..boxes.len() {
            let next = known.len() as u32;
            let outputs = &table.rows[boxes.number(row as u32)].outputs;
            said[row * width + columns] = *known.entry(outputs).or_insert(next);
        }
        let sums = said
            .chunks_exact(width)
            .map(|row| {
                let hashes = row.iter().enumerate().map(|(column, id)| hash(column, *id));
                hashes.fold(0, u64::wrapping_add)
            })
            .collect();
        Self {
            columns,
            said,
            sums,
        }
    }

    fn row(&self, row: u32) -> &[u32] {
        let width = self.columns + 1;
        &self.said[row as usize * width..][..width]
    }

    /// The hash of all a row says but in one column.
    fn without(&self, row: u32, column: usize) -> u64 {
        self.sums[row as usize].wrapping_sub(hash(column, self.row(row)[column]))
    }

    /// Of rows with equal hashes, those that could be one row with the first of them.
    fn one_row(
        &self,
        hit: Hit,
        boxes: &Boxes,
        column: usize,
        mut rows: impl Iterator<Item = u32>,
    ) -> Vec<u32> {
        let Some(first) = rows.next() else {
            return Vec::new();
        };
        let mut group = vec![first];
        for row in rows {
            let alike = (0..=self.columns)
                .all(|at| (self.row(first)[at] == self.row(row)[at]) == (at != column));
            let may = match hit {
                Hit::Unique | Hit::Any => true,
                Hit::First => passes(boxes, &group, row),
                Hit::Collect => group.iter().all(|other| !boxes.share(column, *other, row)),
            };
            if alike && may {
                group.push(row);
            }
        }
        group
    }
}

/// In a table of which the first row counts, a row may go up to the first of a group: no other row between them, which
/// would then come after it, has a case of it.
fn passes(boxes: &Boxes, group: &[u32], later: u32) -> bool {
    const FAR: u32 = 64;
    later - group[0] <= FAR
        && (group[0]..later)
            .filter(|row| !group.contains(row))
            .all(|between| (0..boxes.columns()).any(|column| !boxes.share(column, between, later)))
}

/// A number's hash: the finalizer of `SplitMix64` (Steele, Lea, Flood, 2014).
fn hash(column: usize, id: u32) -> u64 {
    let mut bits = ((column as u64) << 32 | u64::from(id)).wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}
