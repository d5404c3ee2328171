//! Queens by the rules that stand in `clips/queens.clp`: the search takes queens back itself.

use rules_runtime::rules;

use super::{Goal, answer};
use crate::measure::Run;

rules! {
    ruleset Trying;

    #[key()]
    fact Board { queens: u32, goal: Goal }
    /// The place that is tried next.
    #[key()]
    fact Trial { column: u32, row: u32 }
    fact Queen { column: u32, row: u32 }
    global solutions: u64;

    rule next_row {
        when {
            Board { queens };
            trial @ Trial { column, row, row: <= queens };
            exists Queen { column: other, row: there } if attacks(column, row, other, there);
        }
        then { modify trial { trial.row += 1; } }
    }

    rule place {
        when {
            Board { queens };
            trial @ Trial { column, column: <= queens, row, row: <= queens };
            not Queen { column: other, row: there } if attacks(column, row, other, there);
        }
        then {
            insert Queen { column, row };
            modify trial {
                trial.column += 1;
                trial.row = 1;
            }
        }
    }

    rule go_back {
        when {
            Board { queens };
            trial @ Trial { column, row: > queens };
            queen @ Queen { column: == column - 1, row };
        }
        then {
            retract queen;
            modify trial {
                trial.column -= 1;
                trial.row = row + 1;
            }
        }
    }

    #[salience(10)]
    rule first_solution {
        when {
            Board { queens, goal: Goal::First };
            Trial { column: > queens };
        }
        then {
            *solutions += 1;
            halt;
        }
    }

    #[salience(10)]
    rule every_solution {
        when {
            Board { queens, goal: Goal::All };
            trial @ Trial { column: > queens, row: <= queens };
        }
        then {
            *solutions += 1;
            modify trial { trial.row = queens + 1; }
        }
    }
}

/// Whether a queen attacks one in an earlier column.
fn attacks(column: u32, row: u32, other: u32, there: u32) -> bool {
    row == there || row.abs_diff(there) == column - other
}

pub(super) fn run(queens: u32, goal: Goal) -> Run {
    Run::time(|| {
        let mut session = Trying::new(0);
        session.insert(Board { queens, goal });
        session.insert(Trial { column: 1, row: 1 });
        let fired = session.run();
        let queens = session.facts::<Queen>();
        let queens: Vec<_> = queens.map(|queen| (queen.column, queen.row)).collect();
        (
            Some(fired.count),
            answer(session.globals().solutions, queens),
        )
    })
}
