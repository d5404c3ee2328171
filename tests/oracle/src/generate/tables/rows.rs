//! Makes the rows of tables that the compiler takes: without gaps and overlaps where there may be none.

use super::super::Generator;
use crate::model::table::{Cell, Hit, Row, parts};
use crate::value::{DOMAIN, Kind};

/// What cells hold for, a set of parts for each column.
type Sets = Vec<u8>;

impl Generator {
    /// The rows of a table with columns of these kinds.
    pub(super) fn rows(&mut self, hit: Hit, optional: bool, kinds: &[Kind]) -> Vec<Row> {
        let mut rows = match hit {
            Hit::Unique => self.cut_apart(optional, kinds),
            Hit::First | Hit::Collect => self.at_random(kinds),
            Hit::Any => {
                let mut rows: Vec<Row> = Vec::new();
                for mut row in self.at_random(kinds) {
                    let mut met = rows.iter().filter(|other| overlap(other, &row));
                    let output = met.next().map_or(row.output, |other| other.output);
                    if met.all(|other| other.output == output) {
                        row.output = output;
                        rows.push(row);
                    }
                }
                rows
            }
        };
        let has_gap = hit != Hit::Unique;
        let needs_else = hit != Hit::Collect && !optional && has_gap;
        if needs_else || hit != Hit::Collect && self.random.chance(10) {
            rows.push(Row {
                cells: Vec::new(),
                otherwise: true,
                output: self.random.int(0, DOMAIN - 1),
            });
        }
        rows
    }

    /// Rows of which exactly one holds in each case; some may lack where the result is an `Option`.
    fn cut_apart(&mut self, optional: bool, kinds: &[Kind]) -> Vec<Row> {
        let all = kinds.iter().map(|kind| (1 << parts(*kind)) - 1).collect();
        let mut boxes: Vec<Sets> = vec![all];
        for _ in 0..self.random.within(1, 5) {
            let place = self.random.below(boxes.len());
            let column = self.random.below(kinds.len());
            let set = boxes[place][column];
            let some = set & self.random.below(1 << parts(kinds[column])) as u8;
            if some == 0 || some == set {
                continue;
            }
            let mut other = boxes[place].clone();
            boxes[place][column] = some;
            other[column] = set & !some;
            boxes.push(other);
        }
        if optional && boxes.len() > 1 && self.random.chance(60) {
            let place = self.random.below(boxes.len());
            boxes.remove(place);
        }
        boxes.into_iter().map(|sets| self.row(sets)).collect()
    }

    fn at_random(&mut self, kinds: &[Kind]) -> Vec<Row> {
        let count = self.random.within(1, 4);
        let rows = (0..count).map(|_| {
            let sets = kinds.iter().map(|kind| {
                let all = (1 << parts(*kind)) - 1;
                let some = self.random.below(usize::from(all) + 1) as u8;
                if some == 0 || self.random.chance(25) {
                    all
                } else {
                    some
                }
            });
            let sets = sets.collect();
            self.row(sets)
        });
        rows.collect()
    }

    fn row(&mut self, sets: Sets) -> Row {
        let cells = sets.into_iter().map(|parts| Cell {
            parts,
            form: self.random.below(20) as u8,
        });
        Row {
            cells: cells.collect(),
            otherwise: false,
            output: self.random.int(0, DOMAIN - 1),
        }
    }
}

fn overlap(left: &Row, right: &Row) -> bool {
    let mut cells = left.cells.iter().zip(&right.cells);
    cells.all(|(left, right)| left.parts & right.parts != 0)
}
