//! Which column to cut at a node, where, and the rows of each part.

use alloc::vec;
use alloc::vec::Vec;

use super::{Boxes, Live, Range, meet};

/// Cuts of one column within a part of the space.
pub(super) struct Cuts {
    pub(super) column: usize,
    /// They rise, and lie inside of the part.
    places: Vec<u32>,
    /// How many rows hold in the parts between them, summed up.
    pub(super) copies: usize,
}

impl Cuts {
    /// The cuts that leave the fewest rows, on average, for what they copy; none if no row asks anything.
    ///
    /// All ends of a column's ranges, if that copies few rows; or else the one cut that does best, with the same bound:
    /// where most rows overlap, a tree would copy them all again and again.
    pub(super) fn best(boxes: &Boxes, part: &[Range], rows: &[Live]) -> Option<Self> {
        let columns =
            || (0..part.len()).filter_map(|column| Self::all(boxes, column, part[column], rows));
        let few = |cuts: &Self| 2 * cuts.copies <= 3 * rows.len();
        let left = |cuts: &Self| (cuts.copies * 1024) / (cuts.places.len() + 1);
        columns().filter(few).min_by_key(left).or_else(|| {
            let single = columns().map(|cuts| cuts.single(boxes, part, rows));
            single
                .filter(|(_, cuts)| few(cuts))
                .min_by_key(|(left, _)| *left)
                .map(|(_, cuts)| cuts)
        })
    }

    fn all(boxes: &Boxes, column: usize, part: Range, rows: &[Live]) -> Option<Self> {
        let mut places = Vec::new();
        for live in rows {
            for range in boxes.cell(live.row, column) {
                for place in [range.0, range.1] {
                    if part.0 < place && place < part.1 {
                        places.push(place);
                    }
                }
            }
        }
        if places.is_empty() {
            return None;
        }
        places.sort_unstable();
        places.dedup();
        let mut copies = 0;
        for live in rows {
            for range in boxes.cell(live.row, column) {
                if meet(&[*range], part) {
                    let (from, to) = spanned(&places, *range);
                    copies += to - from;
                }
            }
        }
        Some(Self {
            column,
            places,
            copies,
        })
    }

    /// The one of the cuts after which the fewest rows are left, and how many that are: the sum of each part's, squared,
    /// as a part with more rows has more cases.
    fn single(self, boxes: &Boxes, part: &[Range], rows: &[Live]) -> (usize, Self) {
        // How many rows begin and end in each of the parts between the cuts.
        let mut begin = vec![0; self.places.len() + 1];
        let mut end = vec![0; self.places.len() + 1];
        for live in rows {
            let range = boxes.hull(live.row, self.column);
            let range = (
                range.0.max(part[self.column].0),
                range.1.min(part[self.column].1),
            );
            let (from, to) = spanned(&self.places, range);
            begin[from] += 1;
            end[to - 1] += 1;
        }
        let (mut before, mut after) = (0, rows.len());
        let mut best = (usize::MAX, 0, 0);
        for (at, place) in self.places.iter().enumerate() {
            before += begin[at];
            after -= end[at];
            let left = before * before + after * after;
            best = best.min((left, *place, before + after));
        }
        let (left, place, copies) = best;
        (
            left,
            Self {
                places: vec![place],
                copies,
                ..self
            },
        )
    }

    /// The rows that hold in each part, and the part.
    pub(super) fn parts(
        &self,
        boxes: &Boxes,
        rows: &[Live],
        (first, end): Range,
    ) -> impl Iterator<Item = (Vec<Live>, u32, u32)> + use<> {
        let mut inside = vec![Vec::new(); self.places.len() + 1];
        for live in rows {
            let mut last = usize::MAX;
            for range in boxes.cell(live.row, self.column) {
                if meet(&[*range], (first, end)) {
                    let (from, to) = spanned(&self.places, *range);
                    // Two ranges of a row may lie in one part.
                    let from = if from == last { from + 1 } else { from };
                    for part in &mut inside[from.min(to)..to] {
                        part.push(*live);
                    }
                    last = to - 1;
                }
            }
        }
        let mut lows = vec![first];
        lows.extend(&self.places);
        let mut highs = self.places.clone();
        highs.push(end);
        let bounds = lows.into_iter().zip(highs);
        inside
            .into_iter()
            .zip(bounds)
            .map(|(rows, (low, high))| (rows, low, high))
    }
}

/// The parts between cuts that a range meets, without their end.
pub(super) fn spanned(places: &[u32], range: Range) -> (usize, usize) {
    let from = places.partition_point(|place| *place <= range.0);
    let to = places.partition_point(|place| *place < range.1);
    (from, to + 1)
}
