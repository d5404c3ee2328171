//! Every game of noughts and crosses, to its end or to a number of moves.
//!
//! By hand, rules try squares in turn and take moves back, as those of CLIPS do; else a rule chooses, and each
//! game is a solution.

use std::process::Command;

use rules_runtime::rules;

use crate::clips;
use crate::measure::Run;
use crate::work::{Contender, Work};

mod by_hand;
mod plain;

pub(super) const WORK: Work = Work {
    name: "games",
    title: "Every game of noughts and crosses",
    size: "moves at most",
    sizes: &[5, 7, 9],
    per: None,
    same_firings: true,
    contenders: &[
        Contender::ours(by_hand::run),
        Contender::rust("rules choose", chosen),
        Contender::other("CLIPS", clips),
        Contender::rust("Rust arrays", plain::arrays),
        Contender::rust("Rust bits", plain::bits),
    ],
};

/// What stands on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Mark {
    Empty,
    Cross,
    Nought,
}

impl Mark {
    /// The mark of the player who moves next.
    fn of(moves: u32) -> Self {
        if moves.is_multiple_of(2) {
            Mark::Cross
        } else {
            Mark::Nought
        }
    }
}

/// Three squares that win.
const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// The lines as squares are numbered in facts.
fn lines() -> impl Iterator<Item = [u32; 3]> {
    LINES.iter().map(|line| line.map(|at| at as u32))
}

fn clips(moves: u32) -> Result<Command, String> {
    let facts = format!("(deffacts length (length (moves {moves})))");
    clips::command("games", include_str!("../../clips/games.clp"), &facts)
}

rules! {
    #[backtrack]
    ruleset Choosing;

    fact Square { at: u32, mark: Mark }
    fact Line(u32, u32, u32);
    #[key()]
    fact Length { moves: u32 }
    #[key()]
    fact Turn { moves: u32 }
    #[key()]
    fact Won;

    #[salience(10)]
    rule won {
        when {
            Line(a, b, c);
            Square { at: a, mark, mark: != Mark::Empty };
            Square { at: b, mark };
            Square { at: c, mark };
        }
        then { insert Won; }
    }

    rule play {
        when {
            not Won;
            turn @ Turn { moves };
            Length { moves: > moves };
            free = collect(square @ Square { mark: Mark::Empty });
        }
        then {
            choose square in free.iter();
            modify square { square.mark = Mark::of(moves); }
            modify turn { turn.moves += 1; }
        }
    }
}

fn chosen(moves: u32) -> Run {
    Run::time(|| {
        let mut session = Choosing::new();
        session.insert_all(lines().map(|[a, b, c]| Line(a, b, c)));
        session.insert_all((0..9).map(|at| Square {
            at,
            mark: Mark::Empty,
        }));
        session.insert(Length { moves });
        session.insert(Turn { moves: 0 });
        let mut games = 0;
        while session.next_solution() {
            games += 1;
        }
        (None, games)
    })
}
