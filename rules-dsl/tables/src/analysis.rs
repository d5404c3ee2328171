//! Proves that a table has no holes, and finds rows that overlap, that are never reached, or that could be one.
//!
//! A row is a box over the columns' axes, as in Calvanese, Dumas, Laurson, Maggi, Montali and Teinemaa, 2016,
//! *Semantics and Analysis of DMN Decision Tables*. Their sweep over the columns, one inside the other, serves for
//! pairs of rows ([`pairs`]). To sweep for gaps in that way would visit each part of the space; [`cover`] halves the
//! space instead, and leaves out the parts that it knows to be covered. Where no rows overlap it counts cases, so that
//! it only enters parts that have a gap.

mod boxes;
mod cover;
mod merge;
mod pairs;
mod witness;

use alloc::vec;
use alloc::vec::Vec;

pub(crate) use self::boxes::{Boxes, Range, holds, meet};
use self::cover::{Cover, Searched};
use crate::{Axis, Finding, Hit, Table};

/// At most so many findings of one kind are told: a row too many at the top of a long table is one mistake.
pub const MOST: usize = 100;

/// At most so many gaps are told: each is a part of the space, and one row may close several.
const MOST_GAPS: usize = 10;

/// So many pairs of rows are found in a table in which none may overlap, more than are told.
const MOST_OVERLAPS: usize = 10_000;

/// So many pairs of rows are found in other tables.
const MOST_PAIRS: usize = 200_000;

/// How many rows the searches for gaps look at, and those for rows never reached: about a second of work in a build
/// without optimisation.
const WORK: usize = 500_000;

/// What the analysis of a table finds: first gaps, then pairs of rows, by the later one, then rows never reached and
/// rows that could be one. At most [`MOST`] of a kind.
///
/// ```
/// use rules_tables::{Column, Door, Finding, Hit, Kind, Row, Table, analyse, parse_cell};
///
/// let age = Kind::Integer { least: 0, greatest: 255 };
/// let row = |cell, output: &str| Row {
///     cells: [parse_cell(&age, cell, Door::Rust).unwrap()].into(),
///     outputs: [output.into()].into(),
///     otherwise: false,
/// };
/// let table = Table {
///     rows: [row("< 18", "child"), row("> 18", "adult")].into(),
///     columns: [Column { header: "age".into(), kind: age.clone() }].into(),
///     hit: Hit::Unique,
///     may_miss: false,
/// };
/// let findings = analyse(&table);
/// let [Finding::Gap { witness }] = findings.as_slice() else { panic!() };
/// assert_eq!(witness.to_string(), "18");
/// ```
#[must_use]
pub fn analyse(table: &Table) -> Vec<Finding> {
    let axes = Axis::of(table);
    let boxes = Boxes::of(table, &axes);
    let analysis = Analysis { table, axes, boxes };
    let mut findings = Vec::new();
    let overlapping = analysis.overlaps(&mut findings);
    analysis.gaps(overlapping.is_empty(), &mut findings);
    if matches!(table.hit, Hit::First | Hit::Any) {
        analysis.unreachable(overlapping, &mut findings);
    }
    merge::mergeable(table, &analysis.boxes, &mut findings);
    findings.sort_by_key(order);
    findings
}

fn order(finding: &Finding) -> (u8, usize, usize) {
    match finding {
        Finding::Gap { .. } => (0, 0, 0),
        Finding::Unproved => (1, 0, 0),
        Finding::Overlap { earlier, later, .. } | Finding::Differ { earlier, later, .. } => {
            (2, *later, *earlier)
        }
        Finding::Unreachable { row, .. } => (3, *row, 0),
        Finding::Mergeable { rows, .. } => (4, rows[0], 0),
    }
}

struct Analysis<'a> {
    table: &'a Table,
    axes: Vec<Axis>,
    boxes: Boxes,
}

impl Analysis<'_> {
    /// Tells pairs of rows that the table may not have. Returns for each row, if any overlap, the earlier ones that
    /// overlap it.
    fn overlaps(&self, findings: &mut Vec<Finding>) -> Vec<Vec<u32>> {
        let boxes = &self.boxes;
        let most = match self.table.hit {
            Hit::Unique => MOST_OVERLAPS,
            _ => MOST_PAIRS,
        };
        let pairs = pairs::overlapping(boxes, most);
        let mut told = 0;
        for &(later, earlier) in &pairs {
            let (row, other) = (boxes.number(later), boxes.number(earlier));
            let wrong = match self.table.hit {
                Hit::Unique => true,
                Hit::Any => self.table.rows[row].outputs != self.table.rows[other].outputs,
                Hit::First | Hit::Collect => false,
            };
            if !wrong || told == MOST {
                continue;
            }
            told += 1;
            let witness = witness::of(
                &self.table.columns,
                &self.axes,
                &boxes.common(earlier, later),
            );
            findings.push(if self.table.hit == Hit::Unique {
                Finding::Overlap {
                    earlier: other,
                    later: row,
                    witness,
                }
            } else {
                Finding::Differ {
                    earlier: other,
                    later: row,
                    witness,
                }
            });
        }
        if pairs.is_empty() {
            return Vec::new();
        }
        let mut earlier = vec![Vec::new(); boxes.len()];
        for (row, other) in pairs {
            earlier[row as usize].push(other);
        }
        earlier
    }

    /// Tells the gaps of a table that may not miss, and an `else` that no case reaches.
    fn gaps(&self, disjoint: bool, findings: &mut Vec<Finding>) {
        let otherwise = self.table.rows.iter().position(|row| row.otherwise);
        if self.table.may_miss && otherwise.is_none() {
            return;
        }
        let mut boxes = self.boxes.clone();
        let mut work = WORK;
        for _ in 0..MOST_GAPS {
            let rows = 0..boxes.len() as u32;
            let (searched, left) = Cover::whole(&boxes, disjoint, work).by(rows);
            work = left;
            match (searched, otherwise) {
                (Searched::Gap(region), None) => {
                    let region = boxes.widened(region);
                    findings.push(Finding::Gap {
                        witness: witness::of(&self.table.columns, &self.axes, &region),
                    });
                    boxes.push(&region);
                    continue;
                }
                (Searched::Covered(_), Some(row)) => {
                    findings.push(Finding::Unreachable {
                        row,
                        by: Vec::new(),
                    });
                }
                // What is wrong already may be why.
                (Searched::Unproved, None) if findings.is_empty() => {
                    findings.push(Finding::Unproved);
                }
                _ => {}
            }
            return;
        }
    }

    /// Tells the rows whose cases earlier rows have taken.
    fn unreachable(&self, earlier: Vec<Vec<u32>>, findings: &mut Vec<Finding>) {
        let mut told = 0;
        let mut work = WORK;
        for (row, earlier) in earlier.into_iter().enumerate() {
            if earlier.is_empty() {
                continue;
            }
            // One row that is hard to tell takes nothing from the others.
            let most = work.min(WORK / 32);
            let (searched, left) =
                Cover::row(&self.boxes, row as u32, most).by(earlier.into_iter());
            work -= most - left;
            if let Searched::Covered(by) = searched {
                told += 1;
                findings.push(Finding::Unreachable {
                    row: self.boxes.number(row as u32),
                    by: by.into_iter().map(|row| self.boxes.number(row)).collect(),
                });
            }
            if told == MOST {
                return;
            }
        }
    }
}
