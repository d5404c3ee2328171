//! Queens in plain Rust: with an array of rows, and with sets of rows and diagonals as bits.

use super::{Goal, answer};
use crate::measure::Run;

/// Each queen is compared with those before it.
pub(super) fn arrays(queens: u32, goal: Goal) -> Run {
    Run::time(|| {
        let mut rows = vec![0_u32; queens as usize];
        let (mut column, mut row, mut solutions) = (0, 1, 0);
        loop {
            if column == rows.len() {
                solutions += 1;
                if goal == Goal::First {
                    break;
                }
                column -= 1;
                row = rows[column] + 1;
            }
            let before = rows[..column].iter().zip(0..);
            let attacked = |row: u32| {
                let mut before = before.clone();
                before.any(|(&there, other)| {
                    there == row || there.abs_diff(row) as usize == column - other
                })
            };
            if let Some(free) = (row..=queens).find(|&row| !attacked(row)) {
                rows[column] = free;
                column += 1;
                row = 1;
            } else if column == 0 {
                break;
            } else {
                column -= 1;
                row = rows[column] + 1;
            }
        }
        let placed = (1..).zip(rows).take(column);
        (None, answer(solutions, placed))
    })
}

/// The rows that are taken, directly and along both diagonals, are the bits of three words.
struct Bits {
    queens: u32,
    goal: Goal,
    solutions: u64,
    rows: Vec<u32>,
}

impl Bits {
    /// Whether to go on.
    fn place(&mut self, rows: u32, rising: u32, falling: u32) -> bool {
        let all = (1 << self.queens) - 1;
        if rows == all {
            self.solutions += 1;
            return self.goal == Goal::All;
        }
        let mut free = all & !(rows | rising | falling);
        while free != 0 {
            let row = free & free.wrapping_neg();
            free ^= row;
            self.rows.push(row.trailing_zeros() + 1);
            if !self.place(rows | row, (rising | row) << 1, (falling | row) >> 1) {
                return false;
            }
            self.rows.pop();
        }
        true
    }
}

pub(super) fn bits(queens: u32, goal: Goal) -> Run {
    Run::time(|| {
        let mut bits = Bits {
            queens,
            goal,
            solutions: 0,
            rows: Vec::new(),
        };
        bits.place(0, 0, 0);
        (None, answer(bits.solutions, (1..).zip(bits.rows)))
    })
}
