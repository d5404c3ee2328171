//! Tables of many rows, each a box of numbers.

use rules_tables::{Cell, Column, Door, Hit, Kind, Row, Table, parse_cell};

pub(crate) const NUMBER: Kind = Kind::Integer {
    least: 0,
    greatest: 1_000_000,
};

pub(crate) type Part = Vec<(i128, i128)>;

/// Parts of the space that are disjoint and leave nothing out: the largest is cut in two until there are enough.
pub(crate) fn partition(count: usize, columns: usize) -> Vec<Part> {
    let mut random = Random(1);
    let mut parts = std::collections::VecDeque::from([vec![(0, 1_000_001); columns]]);
    while parts.len() < count {
        let part = parts.pop_front().unwrap();
        let column = random.column(columns);
        let (low, high) = part[column];
        if high - low < 2 {
            parts.push_back(part);
            continue;
        }
        let cut = low + 1 + random.below(high - low - 1);
        let (mut before, mut after) = (part.clone(), part);
        before[column].1 = cut;
        after[column].0 = cut;
        parts.extend([before, after]);
    }
    parts.into()
}

/// Rows that ask a few columns each, so that most overlap.
pub(crate) fn overlapping(seed: u64, count: usize, columns: usize, asked: usize) -> Vec<Part> {
    let mut random = Random(seed);
    let mut rows = vec![vec![(0, 1_000_001); columns]; count];
    for row in &mut rows {
        for _ in 0..asked {
            let low = random.below(900_000);
            row[random.column(columns)] = (low, low + 100_000);
        }
    }
    rows
}

pub(crate) fn table(hit: Hit, parts: &[Part]) -> Table {
    let cell = |(low, high): &(i128, i128)| match (low, high) {
        (0, 1_000_001) => Cell::any(),
        (low, high) => parse_cell(&NUMBER, &format!("{low}..{high}"), Door::Rust)
            .or_else(|_| parse_cell(&NUMBER, &format!(">= {low}"), Door::Rust))
            .unwrap(),
    };
    let row = |(at, part): (usize, &Part)| Row {
        cells: part.iter().map(cell).collect(),
        outputs: vec![at.to_string()],
        otherwise: false,
    };
    Table {
        columns: (0..parts[0].len())
            .map(|at| Column {
                header: format!("c{at}"),
                kind: NUMBER,
            })
            .collect(),
        rows: parts.iter().enumerate().map(row).collect(),
        hit,
        may_miss: false,
    }
}

/// Numbers that look random: Vigna's splitmix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: i128) -> i128 {
        i128::from(self.next()) % bound
    }

    pub(crate) fn column(&mut self, columns: usize) -> usize {
        self.next() as usize % columns
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }
}
