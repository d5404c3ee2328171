//! The referee: every decision of the game, as rules.
//!
//! There is one `GameStage`, one `Grid` and eight `Line`s; a move is a `Move` inserted as pending. Each pending
//! move meets exactly one of the rules about moves, whatever the stage, so none is left pending.

use rules_runtime::rules;

rules! {
    /// The referee of a game of noughts and crosses.
    // There is one game and one grid: a move is paired with each once.
    #[allow(rules::cross_product)]
    pub ruleset Referee;

    use crate::model::{GameStage, Grid, Line, Move, MoveError, MoveStatus, Stage};

    /// A new game clears the board and the record, and begins.
    rule new_game {
        when {
            game @ GameStage { stage: Stage::New };
            grid @ Grid;
            lines = collect(line @ Line);
            moves = collect(m @ Move);
        }
        then {
            modify grid { grid.clear(); }
            for line in lines {
                modify line { line.clear(); }
            }
            for m in moves {
                retract m;
            }
            modify game { game.start(); }
        }
    }

    /// Three in a line win. Two such lines, made by one move, win once.
    rule win {
        when {
            game @ GameStage { stage: Stage::Active };
            Line { marks: [Some(mark), Some(mark), Some(mark)] };
        }
        then {
            modify game { game.win(mark); }
        }
    }

    /// Eight full lines without a winner are a draw.
    rule draw {
        when {
            game @ GameStage { stage: Stage::Active };
            full = count(Line { marks: [Some(_), Some(_), Some(_)] }) if full == 8;
            not Line { marks: [Some(mark), Some(mark), Some(mark)] };
        }
        then {
            modify game { game.stage = Stage::Draw; }
        }
    }

    /// A move in turn onto an empty cell is played, and marks each line through that cell.
    rule play_move {
        when {
            GameStage { stage: Stage::Active };
            m @ Move { status: MoveStatus::Pending, mark, row, column };
            grid @ Grid if grid.is_free(row, column) && grid.turn() == mark;
            lines = collect(line @ Line { cells } if cells.contains(&(row, column)));
        }
        then {
            modify m { m.status = MoveStatus::Processed; }
            modify grid { grid.set(row, column, mark); }
            for line in lines {
                modify line { line.play(m); }
            }
        }
    }

    /// A move off the board is an error.
    rule move_not_valid {
        when {
            game @ GameStage { stage: Stage::Active };
            m @ Move { status: MoveStatus::Pending, row, column } if !Grid::contains(row, column);
        }
        then {
            modify m { m.status = MoveStatus::Error; }
            modify game { game.refuse(MoveError::MoveNotValid); }
        }
    }

    /// A move onto a taken cell is an error, whoever makes it.
    rule move_in_use {
        when {
            game @ GameStage { stage: Stage::Active };
            m @ Move { status: MoveStatus::Pending, row, column };
            grid @ Grid if grid.is_taken(row, column);
        }
        then {
            modify m { m.status = MoveStatus::Error; }
            modify game { game.refuse(MoveError::MoveInUse); }
        }
    }

    /// A move onto an empty cell is an error if it is the other player's turn.
    rule move_out_of_turn {
        when {
            game @ GameStage { stage: Stage::Active };
            m @ Move { status: MoveStatus::Pending, mark, row, column };
            grid @ Grid if grid.is_free(row, column) && grid.turn() != mark;
        }
        then {
            modify m { m.status = MoveStatus::Error; }
            modify game { game.refuse(MoveError::MoveOutOfTurn); }
        }
    }

    /// A move before the first game is an error.
    rule move_before_the_start {
        when {
            game @ GameStage { stage: Stage::Initial };
            m @ Move { status: MoveStatus::Pending };
        }
        then {
            modify m { m.status = MoveStatus::Error; }
            modify game { game.refuse(MoveError::GameNotStarted); }
        }
    }

    /// A move after the end is an error, and the result stands.
    rule move_after_the_end {
        when {
            game @ GameStage { stage: Stage::Win | Stage::Draw };
            m @ Move { status: MoveStatus::Pending };
        }
        then {
            modify m { m.status = MoveStatus::Error; }
            modify game { game.refuse(MoveError::GameOver); }
        }
    }

    /// While an error stands every move is refused, and the first error stays.
    rule move_during_an_error {
        when {
            GameStage { stage: Stage::Error };
            m @ Move { status: MoveStatus::Pending };
        }
        then {
            modify m { m.status = MoveStatus::Error; }
        }
    }

    /// Once the error is reset, the moves that were refused are forgotten.
    rule forget_refused_moves {
        when {
            m @ Move { status: MoveStatus::Error };
            not GameStage { stage: Stage::Error };
        }
        then {
            retract m;
        }
    }
}
