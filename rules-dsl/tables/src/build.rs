//! Builds the compiled form of a table: a tree that cuts the columns' axes where the rows do.
//!
//! Of each part of the space it keeps the rows that hold somewhere in it; where the first of them holds everywhere, it
//! is what a look-up comes to. A row that asks nothing of the column that is cut stands on in each part, so the tree
//! of an unlucky table would grow beyond bounds. What it may grow is given out beforehand, in proportion to the rows
//! at each node: so a build takes time in proportion to the table, whatever its rows.

mod cuts;
mod leaves;

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use self::cuts::Cuts;
use crate::analysis::{Boxes, Range, holds, meet};
use crate::decision::layout::{self, DIRECT, FRONT, NONE, OTHERWISE, ROOT, ROW, SEARCH};
use crate::{Axis, Decision, Hit, Table};

/// So many rows are tried one after the other rather than told apart by the tree.
const FEW: usize = 3;

/// How many rows may stand in the nodes of the tree, for each row of the table.
const GROWTH: usize = 12;

/// A built table that owns its bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnedDecision {
    /// How the values of each column are numbered.
    pub axes: Vec<Axis>,
    /// What [`Decision::new`] takes.
    pub bytes: Vec<u8>,
}

impl OwnedDecision {
    /// The table to be asked.
    #[must_use]
    pub fn decision(&self) -> Decision<'_> {
        Decision::new(&self.bytes)
    }
}

/// Builds a table, in time that is proportional to its rows.
#[must_use]
pub fn build(table: &Table) -> OwnedDecision {
    let axes = Axis::of(table);
    let boxes = Boxes::of(table, &axes);
    let mut builder = Builder {
        boxes: &boxes,
        collects: table.hit == Hit::Collect,
        words: vec![0; FRONT as usize],
        known: BTreeMap::new(),
    };
    let whole: Vec<Range> = (0..boxes.columns())
        .map(|column| (0, boxes.size(column)))
        .collect();
    let rows = (0..boxes.len() as u32)
        .map(|row| builder.live(row, &whole))
        .collect();
    builder.words[ROOT as usize] = builder.node(&whole, rows, GROWTH * (boxes.len() + 8));
    let otherwise = table.rows.iter().position(|row| row.otherwise);
    builder.words[OTHERWISE as usize] = otherwise.map_or(0, |row| row as u32 + 1);
    let bytes = builder
        .words
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .collect();
    OwnedDecision { axes, bytes }
}

struct Builder<'a> {
    boxes: &'a Boxes,
    /// All rows count, not the first alone.
    collects: bool,
    words: Vec<u32>,
    /// Where each node stands: equal ones are one.
    known: BTreeMap<Vec<u32>, u32>,
}

/// A row that holds somewhere in a part of the space.
#[derive(Clone, Copy)]
struct Live {
    row: u32,
    /// In how many columns it leaves something of the part open.
    open: u32,
}

impl Builder<'_> {
    fn live(&self, row: u32, part: &[Range]) -> Live {
        let open = part
            .iter()
            .enumerate()
            .filter(|(column, range)| self.asks(row, *column, **range));
        Live {
            row,
            open: open.count() as u32,
        }
    }

    /// A row leaves something of a range open.
    fn asks(&self, row: u32, column: usize, range: Range) -> bool {
        !holds(self.boxes.cell(row, column), &[range], range)
    }

    /// The child for a part of the space and the rows that hold somewhere in it. The tree below it may have so many
    /// rows in its nodes.
    fn node(&mut self, part: &[Range], mut rows: Vec<Live>, growth: usize) -> u32 {
        if !self.collects
            && let Some(first) = rows.iter().position(|live| live.open == 0)
        {
            rows.truncate(first + 1);
        }
        match rows.as_slice() {
            [] => return NONE,
            [only] if only.open == 0 => return self.boxes.number(only.row) as u32 | ROW,
            _ => {}
        }
        let cuts = if rows.len() <= FEW {
            None
        } else {
            Cuts::best(self.boxes, part, &rows)
        };
        match cuts {
            Some(cuts) if cuts.copies <= growth => {
                self.cut(part, &rows, &cuts, growth - cuts.copies)
            }
            _ => self.leaf(part, &rows),
        }
    }

    fn cut(&mut self, part: &[Range], rows: &[Live], cuts: &Cuts, growth: usize) -> u32 {
        let (first, end) = part[cuts.column];
        let mut part = part.to_vec();
        let mut children: Vec<(u32, u32)> = Vec::new();
        for (inside, low, high) in cuts.parts(self.boxes, rows, (first, end)) {
            part[cuts.column] = (low, high);
            let share = growth * inside.len() / cuts.copies.max(1);
            let rows = inside
                .into_iter()
                .map(|live| self.narrowed(live, cuts.column, (first, end), (low, high)));
            let rows = rows.collect();
            let child = self.node(&part, rows, share);
            match children.last() {
                Some((_, last)) if *last == child => {}
                _ => children.push((low, child)),
            }
        }
        if let [(_, only)] = children.as_slice() {
            return *only;
        }
        // A child for each atom costs no search; it may cost some room.
        let atoms = (end - first) as usize;
        if atoms <= 4 * children.len() + 8 {
            let mut words = vec![layout::head(DIRECT, cuts.column), first];
            for (at, (low, child)) in children.iter().enumerate() {
                let high = children.get(at + 1).map_or(end, |next| next.0);
                words.extend((*low..high).map(|_| *child));
            }
            return self.written(words);
        }
        let mut words = vec![layout::head(SEARCH, cuts.column), children.len() as u32 - 1];
        words.extend(children[1..].iter().map(|child| child.0));
        words.extend(children.iter().map(|child| child.1));
        self.written(words)
    }

    /// A row in a part that has become narrower in one column.
    fn narrowed(&self, live: Live, column: usize, before: Range, now: Range) -> Live {
        let closed = self.asks(live.row, column, before) && !self.asks(live.row, column, now);
        Live {
            open: live.open - u32::from(closed),
            ..live
        }
    }

    /// Where a node stands, after it is written if it is new.
    fn written(&mut self, words: Vec<u32>) -> u32 {
        if let Some(at) = self.known.get(&words) {
            return *at;
        }
        let at = self.words.len() as u32;
        self.words.extend(&words);
        self.known.insert(words, at);
        at
    }
}
