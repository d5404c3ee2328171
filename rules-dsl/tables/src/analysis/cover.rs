//! Whether rows cover a part of the space: halves it until a row covers what is left, or none does.
//!
//! In general this is as hard as telling whether a formula in disjunctive normal form always holds, so there is a
//! bound on the work. Where no two rows overlap there is a short way: a part is covered if the cases of its rows, each
//! counted, are as many as there are.

use alloc::vec;
use alloc::vec::Vec;

use super::boxes::{Boxes, Range, Region, holds, meet};

/// What a search came to.
pub(super) enum Searched {
    /// No row holds anywhere in this region.
    Gap(Region),
    /// Everywhere a row holds; these were needed, in order.
    Covered(Vec<u32>),
    /// The search took too long.
    Unproved,
}

/// A search for a case of the target for which no row holds.
pub(super) struct Cover<'a> {
    boxes: &'a Boxes,
    /// No two rows overlap.
    disjoint: bool,
    /// What is to be covered, for each column.
    target: Vec<Vec<Range>>,
    /// How many rows may still be looked at.
    work: usize,
    used: Vec<u32>,
}

/// A row that holds somewhere in a region.
#[derive(Clone, Copy)]
struct Live {
    row: u32,
    /// The columns in which it leaves something of the region open.
    open: u128,
}

impl<'a> Cover<'a> {
    /// Asks whether rows cover the whole space.
    pub(super) fn whole(boxes: &'a Boxes, disjoint: bool, work: usize) -> Self {
        let column = |column| vec![(0, boxes.size(column))];
        Self {
            boxes,
            disjoint,
            target: (0..boxes.columns()).map(column).collect(),
            work,
            used: Vec::new(),
        }
    }

    /// Asks whether rows cover another.
    pub(super) fn row(boxes: &'a Boxes, row: u32, work: usize) -> Self {
        let column = |column| boxes.cell(row, column).to_vec();
        Self {
            boxes,
            disjoint: false,
            target: (0..boxes.columns()).map(column).collect(),
            work,
            used: Vec::new(),
        }
    }

    /// Searches, and says what is left of the work.
    pub(super) fn by(mut self, rows: impl Iterator<Item = u32>) -> (Searched, usize) {
        let columns = self.boxes.columns();
        let mut whole: Region = (0..columns)
            .map(|column| (0, self.boxes.size(column)))
            .collect();
        let found = if columns > u128::BITS as usize {
            Err(OutOfWork)
        } else if whole.iter().any(|range| range.0 == range.1) {
            Ok(None)
        } else {
            let rows: Vec<Live> = rows.filter_map(|row| self.live(row, &whole)).collect();
            self.gap(&mut whole, &rows)
        };
        let searched = match found {
            Err(OutOfWork) => Searched::Unproved,
            Ok(Some(gap)) => Searched::Gap(gap),
            Ok(None) => {
                self.used.sort_unstable();
                self.used.dedup();
                Searched::Covered(self.used)
            }
        };
        (searched, self.work)
    }

    fn live(&self, row: u32, region: &[Range]) -> Option<Live> {
        let all = Live { row, open: 0 };
        region
            .iter()
            .enumerate()
            .try_fold(all, |live, (column, range)| {
                let open = live.open | 1 << column;
                self.narrowed(Live { row, open }, column, *range)
            })
    }

    /// The row in a region that has become narrower in a column.
    fn narrowed(&self, live: Live, column: usize, range: Range) -> Option<Live> {
        let cell = self.boxes.cell(live.row, column);
        if !meet(cell, range) {
            return None;
        }
        let closed = holds(cell, &self.target[column], range);
        Some(Live {
            open: live.open & !(u128::from(closed) << column),
            ..live
        })
    }

    /// A gap in the region, which has something of the target; `rows` are those that hold somewhere in it.
    fn gap(&mut self, region: &mut Region, rows: &[Live]) -> Result<Option<Region>, OutOfWork> {
        if rows.is_empty() {
            return Ok(Some(self.in_target(region)));
        }
        self.work = self.work.checked_sub(rows.len()).ok_or(OutOfWork)?;
        if let Some(live) = rows.iter().find(|live| live.open == 0) {
            self.used.push(live.row);
            return Ok(None);
        }
        if self.disjoint && self.counted(region, rows) == Some(true) {
            return Ok(None);
        }
        let (column, cut) = self.cut(region, rows);
        let (low, high) = region[column];
        for half in [(low, cut), (cut, high)] {
            if !meet(&self.target[column], half) {
                continue;
            }
            region[column] = half;
            let mut inside = Vec::with_capacity(rows.len());
            for live in rows {
                inside.extend(self.narrowed(*live, column, half));
            }
            if let Some(gap) = self.gap(region, &inside)? {
                return Ok(Some(gap));
            }
        }
        region[column] = (low, high);
        Ok(None)
    }

    /// The part of the region that is asked for; of several, the first.
    fn in_target(&self, region: &[Range]) -> Region {
        let parts = self.target.iter().zip(region).filter_map(|(cell, range)| {
            let mut parts = cell
                .iter()
                .map(|part| (part.0.max(range.0), part.1.min(range.1)));
            parts.find(|part| part.0 < part.1)
        });
        parts.collect()
    }

    /// Whether disjoint rows have all the cases of a region; nothing if there are too many to count.
    fn counted(&self, region: &[Range], rows: &[Live]) -> Option<bool> {
        let all = product(region.iter().map(|range| range.1 - range.0))?;
        let mut sum: u128 = 0;
        for live in rows {
            // The rows are disjoint, so their sum is at most `all`: nothing can overflow.
            sum += product(region.iter().enumerate().map(|(column, range)| {
                let parts = self.boxes.cell(live.row, column).iter();
                parts
                    .map(|part| part.1.min(range.1).saturating_sub(part.0.max(range.0)))
                    .sum()
            }))?;
        }
        Some(sum == all)
    }

    /// Where to cut the region: in the column in which most rows leave something open, at the median of their ends.
    /// A row that leaves something open in a column, and holds somewhere, ends there.
    fn cut(&self, region: &[Range], rows: &[Live]) -> (usize, u32) {
        let mut open = vec![0; region.len()];
        for live in rows {
            let mut columns = live.open;
            while columns != 0 {
                open[columns.trailing_zeros() as usize] += 1;
                columns &= columns - 1;
            }
        }
        let column = (0..open.len())
            .rev()
            .max_by_key(|column| open[*column])
            .unwrap_or(0);
        let (low, high) = region[column];
        let mut cuts = Vec::new();
        for live in rows {
            for part in self.boxes.cell(live.row, column) {
                for cut in [part.0, part.1] {
                    if low < cut && cut < high {
                        cuts.push(cut);
                    }
                }
            }
        }
        let median = cuts.len() / 2;
        (column, *cuts.select_nth_unstable(median).1)
    }
}

struct OutOfWork;

fn product(mut factors: impl Iterator<Item = u32>) -> Option<u128> {
    factors.try_fold(1_u128, |product, factor| product.checked_mul(factor.into()))
}
