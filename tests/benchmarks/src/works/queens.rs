//! Queens that do not attack one another: the first placing that is found, and all of them.
//!
//! Queens are placed column by column and rows are tried in turn, so every contender comes to the same first
//! placing. In CLIPS rules take queens back; ours do so too, and beside them a rule chooses and another fails.

use std::process::Command;

use rules_runtime::rules;

use crate::clips;
use crate::measure::Run;
use crate::work::{Contender, Work};

mod by_hand;
mod join;
mod plain;

pub(super) const FIRST: Work = Work {
    name: "queens_first",
    title: "Queens: the first placing",
    size: "queens",
    sizes: &[8, 12, 16, 20],
    per: None,
    same_firings: false,
    contenders: &[
        Contender::ours(|queens| chosen(queens, Goal::First)),
        Contender::rust("rules by hand", |queens| by_hand::run(queens, Goal::First)),
        Contender::other("CLIPS", |queens| clips(queens, Goal::First)),
        Contender::rust("Rust arrays", |queens| plain::arrays(queens, Goal::First)),
        Contender::rust("Rust bits", |queens| plain::bits(queens, Goal::First)),
    ],
};

pub(super) const ALL: Work = Work {
    name: "queens_all",
    title: "Queens: every placing",
    size: "queens",
    sizes: &[6, 8, 10],
    per: None,
    same_firings: false,
    contenders: &[
        Contender::ours(|queens| chosen(queens, Goal::All)),
        Contender::rust("rules by hand", |queens| by_hand::run(queens, Goal::All)),
        Contender::rust("rules join", join::run),
        Contender::other("CLIPS", |queens| clips(queens, Goal::All)),
        Contender::rust("Rust arrays", |queens| plain::arrays(queens, Goal::All)),
        Contender::rust("Rust bits", |queens| plain::bits(queens, Goal::All)),
    ],
};

/// What is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Goal {
    First,
    All,
}

/// What contenders must agree on: the number of solutions, and the queens that stand at the end.
fn answer(solutions: u64, queens: impl IntoIterator<Item = (u32, u32)>) -> u64 {
    let weigh = |(column, row): (u32, u32)| u64::from(column * column * row);
    solutions + queens.into_iter().map(weigh).sum::<u64>()
}

fn clips(queens: u32, goal: Goal) -> Result<Command, String> {
    let (name, goal) = match goal {
        Goal::First => ("queens_first", "first"),
        Goal::All => ("queens_all", "all"),
    };
    let facts = format!(
        "(deffacts start (board (queens {queens}) (goal {goal})) (trial (column 1) (row 1)))"
    );
    clips::command(name, include_str!("../../clips/queens.clp"), &facts)
}

rules! {
    #[backtrack]
    ruleset Choosing;

    #[key()]
    fact Board { queens: u32 }
    /// The column to be filled next.
    #[key()]
    fact Next { column: u32 }
    fact Queen { column: u32, row: u32 }

    #[salience(10)]
    rule same_row {
        when {
            Queen { column, row };
            Queen { column: < column, row };
        }
        then { fail; }
    }

    #[salience(10)]
    rule same_diagonal {
        when {
            Queen { column, row };
            Queen { column: other, column: < column, row: there } if column - other == there.abs_diff(row);
        }
        then { fail; }
    }

    rule place {
        when {
            Board { queens };
            next @ Next { column, column: <= queens };
        }
        then {
            choose row in 1..=queens;
            insert Queen { column, row };
            modify next { next.column += 1; }
        }
    }
}

/// The firings of a search are those of `run`; `next_solution` does not say how many there were.
fn chosen(queens: u32, goal: Goal) -> Run {
    Run::time(|| {
        let mut session = Choosing::new();
        session.insert(Board { queens });
        session.insert(Next { column: 1 });
        match goal {
            Goal::First => {
                let fired = session.run().count;
                let queens = session.facts::<Queen>();
                let answer = answer(1, queens.map(|queen| (queen.column, queen.row)));
                (Some(fired), answer)
            }
            Goal::All => {
                let mut solutions = 0;
                while session.next_solution() {
                    solutions += 1;
                }
                (None, answer(solutions, []))
            }
        }
    })
}
