//! Every game in plain Rust: with an array of marks, and with a set of squares for each player.

use super::{LINES, Mark};
use crate::measure::Run;

pub(super) fn arrays(most: u32) -> Run {
    Run::time(|| (None, count(&mut [Mark::Empty; 9], 0, most)))
}

/// The games that go on from a board.
fn count(squares: &mut [Mark; 9], moves: u32, most: u32) -> u64 {
    let won = LINES.iter().any(|line| {
        let [a, b, c] = line.map(|at| squares[at]);
        a != Mark::Empty && a == b && b == c
    });
    if won || moves == most {
        return 1;
    }
    let mut games = 0;
    for at in 0..9 {
        if squares[at] == Mark::Empty {
            squares[at] = Mark::of(moves);
            games += count(squares, moves + 1, most);
            squares[at] = Mark::Empty;
        }
    }
    games
}

pub(super) fn bits(most: u32) -> Run {
    let lines = LINES.map(|line| line.iter().map(|at| 1 << at).sum());
    Run::time(|| (None, count_bits(0, 0, most, &lines)))
}

/// The games that go on from the squares of the player who moves and of the other, who moved last.
fn count_bits(mine: u16, theirs: u16, most: u32, lines: &[u16; 8]) -> u64 {
    let taken = mine | theirs;
    if lines.iter().any(|line| theirs & line == *line) || taken.count_ones() == most {
        return 1;
    }
    let mut free = 0x1ff & !taken;
    let mut games = 0;
    while free != 0 {
        let square = free & free.wrapping_neg();
        free ^= square;
        games += count_bits(theirs, mine | square, most, lines);
    }
    games
}
