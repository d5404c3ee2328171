//! Pairs of rows that overlap: a sweep over the column that tells most rows apart, and a test of each pair that meets
//! there.

use alloc::vec::Vec;

use super::boxes::Boxes;

/// Pairs of a later and an earlier row that overlap, in order; when there are more than `most`, some of them.
pub(super) fn overlapping(boxes: &Boxes, most: usize) -> Vec<(u32, u32)> {
    let mut sweeps: Vec<Sweep> = (0..boxes.columns())
        .map(|column| Sweep::of(boxes, column))
        .collect();
    sweeps.sort_by_key(|sweep| sweep.meetings);
    let mut pairs = Vec::new();
    let Some((sweep, others)) = sweeps.split_first() else {
        return every_pair(boxes.len() as u32, most);
    };
    for (at, &(_, high, row)) in sweep.rows.iter().enumerate() {
        for &(_, _, other) in sweep.rows[at + 1..].iter().take_while(|next| next.0 < high) {
            let overlap = boxes.share(sweep.column, row, other)
                && others
                    .iter()
                    .all(|sweep| boxes.share(sweep.column, row, other));
            if overlap {
                pairs.push((row.max(other), row.min(other)));
            }
        }
        if pairs.len() >= most {
            break;
        }
    }
    pairs.sort_unstable();
    pairs
}

/// Without columns, all rows hold always.
fn every_pair(rows: u32, most: usize) -> Vec<(u32, u32)> {
    let pairs = (1..rows).flat_map(|later| (0..later).map(move |earlier| (later, earlier)));
    pairs.take(most).collect()
}

/// A sweep over one column.
struct Sweep {
    column: usize,
    /// The hulls of the rows' cells, each with its row, by their beginnings.
    rows: Vec<(u32, u32, u32)>,
    /// How many pairs of hulls meet.
    meetings: usize,
}

impl Sweep {
    fn of(boxes: &Boxes, column: usize) -> Self {
        let mut rows: Vec<_> = (0..boxes.len() as u32)
            .map(|row| {
                let (low, high) = boxes.hull(row, column);
                (low, high, row)
            })
            .collect();
        rows.sort_unstable();
        let meetings = rows
            .iter()
            .enumerate()
            .map(|(at, (_, high, _))| rows[at + 1..].partition_point(|next| next.0 < *high))
            .sum();
        Self {
            column,
            rows,
            meetings,
        }
    }
}
