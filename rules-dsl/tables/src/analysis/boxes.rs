//! The rows of a table as boxes: for each column, ranges of atoms.

use alloc::vec;
use alloc::vec::Vec;

use crate::{Axis, Table};

/// A range of atoms without its end.
pub(crate) type Range = (u32, u32);

/// A part of the space: one range for each column, none of them empty.
pub(crate) type Region = Vec<Range>;

/// The rows that have cells; `else` rows are left out.
#[derive(Clone)]
pub(crate) struct Boxes {
    sizes: Vec<u32>,
    /// The row of the table that each box is.
    numbers: Vec<usize>,
    /// For each row and column, where its ranges begin; and where the last end.
    starts: Vec<u32>,
    /// In order, apart, none empty.
    ranges: Vec<Range>,
}

impl Boxes {
    pub(crate) fn of(table: &Table, axes: &[Axis]) -> Self {
        let mut boxes = Self {
            sizes: axes.iter().map(Axis::len).collect(),
            numbers: Vec::new(),
            starts: vec![0],
            ranges: Vec::new(),
        };
        for (number, row) in table.rows.iter().enumerate() {
            if row.otherwise {
                continue;
            }
            boxes.numbers.push(number);
            for (axis, cell) in axes.iter().zip(&row.cells) {
                boxes.ranges.extend(axis.atoms(cell));
                boxes.starts.push(boxes.ranges.len() as u32);
            }
        }
        boxes
    }

    /// A box that is no row of the table: a gap that was told.
    pub(crate) fn push(&mut self, region: &[Range]) {
        self.numbers.push(usize::MAX);
        for range in region {
            self.ranges.push(*range);
            self.starts.push(self.ranges.len() as u32);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    pub(crate) fn columns(&self) -> usize {
        self.sizes.len()
    }

    /// The row of the table that a box is.
    pub(crate) fn number(&self, row: u32) -> usize {
        self.numbers[row as usize]
    }

    pub(crate) fn size(&self, column: usize) -> u32 {
        self.sizes[column]
    }

    pub(crate) fn cell(&self, row: u32, column: usize) -> &[Range] {
        let at = row as usize * self.columns() + column;
        &self.ranges[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// From the first atom of a cell to the last.
    pub(crate) fn hull(&self, row: u32, column: usize) -> Range {
        let cell = self.cell(row, column);
        match (cell.first(), cell.last()) {
            (Some(first), Some(last)) => (first.0, last.1),
            _ => (0, 0),
        }
    }

    /// Both rows let some atom of the column through.
    pub(crate) fn share(&self, column: usize, row: u32, other: u32) -> bool {
        match (self.cell(row, column), self.cell(other, column)) {
            ([a], [b]) => a.0 < b.1 && b.0 < a.1,
            (cell, other) => first_common(cell, other).is_some(),
        }
    }

    /// The first atoms that two overlapping rows share.
    pub(crate) fn common(&self, row: u32, other: u32) -> Region {
        (0..self.columns())
            .filter_map(|column| first_common(self.cell(row, column), self.cell(other, column)))
            .collect()
    }

    /// A gap, grown in each column as far as no row stands in the way.
    pub(crate) fn widened(&self, mut region: Region) -> Region {
        let outside = |row: u32, column, range| !meet(self.cell(row, column), range);
        let rows = 0..self.len() as u32;
        // In how many columns each row is outside of the region: in one at least, or there would be no gap.
        let mut counts = vec![0; self.len()];
        for row in rows.clone() {
            for (column, range) in region.iter().enumerate() {
                counts[row as usize] += usize::from(outside(row, column, *range));
            }
        }
        for (column, range) in region.iter_mut().enumerate() {
            let (low, high) = *range;
            *range = (0, self.size(column));
            let there =
                |row: &u32| counts[*row as usize] == 1 && outside(*row, column, (low, high));
            for part in rows
                .clone()
                .filter(there)
                .flat_map(|row| self.cell(row, column))
            {
                if part.1 <= low {
                    range.0 = range.0.max(part.1);
                } else {
                    range.1 = range.1.min(part.0);
                }
            }
            for row in rows
                .clone()
                .filter(|row| outside(*row, column, (low, high)))
            {
                counts[row as usize] -= usize::from(!outside(row, column, *range));
            }
        }
        region
    }
}

/// Some range of the cell has an atom of the range.
pub(crate) fn meet(cell: &[Range], range: Range) -> bool {
    match cell {
        [part] => part.0 < range.1 && range.0 < part.1,
        _ => cell.iter().any(|part| part.0 < range.1 && range.0 < part.1),
    }
}

/// The ranges share no atom outside the cell: what of `target` lies within `range` is let through.
pub(crate) fn holds(cell: &[Range], target: &[Range], range: Range) -> bool {
    target.iter().all(|part| {
        let (low, high) = (part.0.max(range.0), part.1.min(range.1));
        low >= high || cell.iter().any(|held| held.0 <= low && high <= held.1)
    })
}

/// The first range of atoms that both cells let through.
fn first_common(cell: &[Range], other: &[Range]) -> Option<Range> {
    let (mut at, mut other_at) = (0, 0);
    while let (Some(a), Some(b)) = (cell.get(at), other.get(other_at)) {
        let common = (a.0.max(b.0), a.1.min(b.1));
        if common.0 < common.1 {
            return Some(common);
        }
        if a.1 < b.1 {
            at += 1;
        } else {
            other_at += 1;
        }
    }
    None
}
