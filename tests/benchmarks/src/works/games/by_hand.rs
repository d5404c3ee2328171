//! Every game by the rules that stand in `clips/games.clp`.

use rules_runtime::rules;

use super::{Mark, lines};
use crate::measure::Run;

rules! {
    ruleset Games;

    fact Square { at: u32, mark: Mark }
    fact Line(u32, u32, u32);
    #[key()]
    fact Length { moves: u32 }
    /// How many moves are made, and the square that is tried next.
    #[key()]
    fact Turn { moves: u32, next: u32 }
    fact Move { number: u32, at: u32 }
    global games: u64;

    #[salience(20)]
    #[allow(rules::cross_product)]
    rule won {
        when {
            turn @ Turn { moves, next: 0 };
            Line(a, b, c);
            Square { at: a, mark, mark: != Mark::Empty };
            Square { at: b, mark };
            Square { at: c, mark };
            last @ Move { number: moves, at };
            square @ Square { at };
        }
        then {
            *games += 1;
            retract last;
            modify square { square.mark = Mark::Empty; }
            modify turn {
                turn.moves -= 1;
                turn.next = at + 1;
            }
        }
    }

    #[salience(10)]
    rule ended {
        when {
            Length { moves };
            turn @ Turn { moves, next: 0 };
            last @ Move { number: moves, at };
            square @ Square { at };
        }
        then {
            *games += 1;
            retract last;
            modify square { square.mark = Mark::Empty; }
            modify turn {
                turn.moves -= 1;
                turn.next = at + 1;
            }
        }
    }

    rule play {
        when {
            turn @ Turn { moves, next };
            square @ Square { at: next, mark: Mark::Empty };
        }
        then {
            insert Move { number: moves + 1, at: next };
            modify square { square.mark = Mark::of(moves); }
            modify turn {
                turn.moves += 1;
                turn.next = 0;
            }
        }
    }

    rule taken {
        when {
            turn @ Turn { next };
            Square { at: next, mark: != Mark::Empty };
        }
        then { modify turn { turn.next += 1; } }
    }

    rule take_back {
        when {
            turn @ Turn { moves, next: 9 };
            last @ Move { number: moves, at };
            square @ Square { at };
        }
        then {
            retract last;
            modify square { square.mark = Mark::Empty; }
            modify turn {
                turn.moves -= 1;
                turn.next = at + 1;
            }
        }
    }
}

pub(super) fn run(moves: u32) -> Run {
    Run::time(|| {
        let mut session = Games::new(0);
        session.insert_all(lines().map(|[a, b, c]| Line(a, b, c)));
        session.insert_all((0..9).map(|at| Square {
            at,
            mark: Mark::Empty,
        }));
        session.insert(Length { moves });
        session.insert(Turn { moves: 0, next: 0 });
        let fired = session.run();
        (Some(fired.count), session.globals().games)
    })
}
