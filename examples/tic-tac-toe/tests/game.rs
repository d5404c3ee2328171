//! What the referee does with moves, through the library as its users have it.

use tic_tac_toe::model::Mark::{O, X};
use tic_tac_toe::model::{Line, Mark, Move, MoveError, MoveStatus, Stage};
use tic_tac_toe::{Game, RefereeRule};

/// A game begun, with these moves played from X on, each by row and column.
fn game_after(cells: &[(u8, u8)]) -> Game {
    let mut game = Game::new();
    game.new_game();
    for (&(row, column), mark) in cells.iter().zip([X, O].into_iter().cycle()) {
        game.play(mark, row, column)
            .expect("the test makes legal moves");
    }
    game
}

const X_WINS: &[(u8, u8)] = &[(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)];
const DRAW: &[(u8, u8)] = &[
    (0, 0),
    (0, 1),
    (0, 2),
    (1, 1),
    (1, 0),
    (2, 0),
    (1, 2),
    (2, 2),
    (2, 1),
];

fn marks(game: &Game) -> usize {
    (0..9)
        .filter(|cell| game.grid().is_taken(cell / 3, cell % 3))
        .count()
}

#[test]
fn a_new_game_is_active_and_has_eight_empty_lines() {
    let game = game_after(&[]);
    assert_eq!(game.status(), Stage::Active);
    assert_eq!((game.winner(), game.error()), (None, None));
    assert!(game.lines().eq(&Line::all()));
    assert_eq!(game.grid().turn(), X);
}

#[test]
fn a_move_marks_its_cell_and_its_lines_and_no_others() {
    let mut game = game_after(&[]);
    assert_eq!(game.play(X, 0, 0), Ok(Stage::Active));
    assert_eq!(game.grid().cell(0, 0), Some(X));
    assert_eq!(marks(&game), 1);
    for line in game.lines() {
        let expected = line.cells().map(|cell| (cell == (0, 0)).then_some(X));
        assert_eq!(line.marks(), expected);
    }
    assert_eq!(
        game.lines()
            .filter(|line| line.marks().contains(&Some(X)))
            .count(),
        3
    );
    assert!(game.record().eq(&[Move {
        status: MoveStatus::Processed,
        ..Move::new(X, 0, 0)
    }]));
}

#[test]
fn three_in_a_line_win() {
    let game = game_after(X_WINS);
    assert_eq!((game.status(), game.winner()), (Stage::Win, Some(X)));
}

#[test]
fn the_second_player_can_win() {
    let game = game_after(&[(0, 0), (1, 0), (0, 1), (1, 1), (2, 2), (1, 2)]);
    assert_eq!((game.status(), game.winner()), (Stage::Win, Some(O)));
}

#[test]
fn two_lines_at_once_win_once() {
    let cells = [
        (0, 0),
        (1, 0),
        (0, 1),
        (1, 1),
        (1, 2),
        (2, 0),
        (2, 2),
        (2, 1),
        (0, 2),
    ];
    let game = game_after(&cells);
    assert_eq!((game.status(), game.winner()), (Stage::Win, Some(X)));
    assert_eq!(
        game.lines().filter(|line| line.winner() == Some(X)).count(),
        2
    );
}

#[test]
fn a_win_with_the_ninth_move_is_no_draw() {
    let cells = [
        (0, 0),
        (0, 1),
        (0, 2),
        (1, 0),
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 0),
        (2, 2),
    ];
    let game = game_after(&cells);
    assert!(game.lines().all(Line::is_full));
    assert_eq!((game.status(), game.winner()), (Stage::Win, Some(X)));
}

#[test]
fn a_full_board_without_a_winner_is_a_draw() {
    let game = game_after(DRAW);
    assert_eq!((game.status(), game.winner()), (Stage::Draw, None));
}

#[test]
fn after_a_duplicate_move_and_a_reset_a_legal_move_is_played() {
    let mut game = game_after(&[(1, 1)]);
    assert_eq!(game.play(O, 1, 1), Err(MoveError::MoveInUse));
    assert_eq!(
        (game.status(), game.error()),
        (Stage::Error, Some(MoveError::MoveInUse))
    );
    assert_eq!(game.grid().cell(1, 1), Some(X));

    game.reset_error();
    assert_eq!((game.status(), game.error()), (Stage::Active, None));
    assert_eq!(game.play(O, 0, 0), Ok(Stage::Active));
    assert_eq!(game.grid().cell(0, 0), Some(O));
}

#[test]
fn a_taken_cell_is_in_use_whoever_moves() {
    let mut game = game_after(&[(1, 1)]);
    assert_eq!(game.play(X, 1, 1), Err(MoveError::MoveInUse));
}

#[test]
fn a_move_off_the_board_is_not_valid() {
    for (row, column) in [(3, 0), (0, 3), (3, 3), (255, 255)] {
        for mark in [X, O] {
            let mut game = game_after(&[]);
            assert_eq!(game.play(mark, row, column), Err(MoveError::MoveNotValid));
            assert_eq!(
                (game.status(), game.error()),
                (Stage::Error, Some(MoveError::MoveNotValid))
            );
            assert_eq!(marks(&game), 0);
        }
    }
}

#[test]
fn a_move_out_of_turn_is_an_error_of_its_own() {
    let mut game = game_after(&[]);
    assert_eq!(game.play(O, 0, 0), Err(MoveError::MoveOutOfTurn));
    game.reset_error();
    assert_eq!(game.play(X, 0, 0), Ok(Stage::Active));
    assert_eq!(game.play(X, 0, 1), Err(MoveError::MoveOutOfTurn));
    assert_eq!(game.status(), Stage::Error);
    assert_eq!(marks(&game), 1);
}

#[test]
fn a_move_after_the_end_is_an_error_and_a_reset_leaves_the_result() {
    let ends: [(_, _, Option<Mark>); 2] =
        [(X_WINS, Stage::Win, Some(X)), (DRAW, Stage::Draw, None)];
    for (cells, stage, winner) in ends {
        let mut game = game_after(cells);
        let before = game.grid().clone();
        // A free cell, a taken one and one off the board: the game is over for all.
        for (row, column) in [(2, 2), (0, 0), (3, 3)] {
            assert_eq!(game.play(O, row, column), Err(MoveError::GameOver));
            assert_eq!((game.status(), game.winner()), (Stage::Error, winner));
            game.reset_error();
            assert_eq!(
                (game.status(), game.winner(), game.error()),
                (stage, winner, None)
            );
        }
        assert_eq!(*game.grid(), before);
    }
}

#[test]
fn a_move_before_the_first_game_is_an_error() {
    let mut game = Game::new();
    assert_eq!(game.status(), Stage::Initial);
    assert_eq!(game.play(X, 0, 0), Err(MoveError::GameNotStarted));
    game.reset_error();
    assert_eq!(game.status(), Stage::Initial);
    assert_eq!(marks(&game), 0);
}

#[test]
fn an_error_stands_until_it_is_reset() {
    let mut game = game_after(&[(1, 1)]);
    assert_eq!(game.play(O, 1, 1), Err(MoveError::MoveInUse));
    assert_eq!(game.play(O, 0, 0), Err(MoveError::MoveInUse));
    assert_eq!(game.play(O, 3, 3), Err(MoveError::MoveInUse));
    assert_eq!(
        game.record()
            .filter(|m| m.status == MoveStatus::Error)
            .count(),
        3
    );
    game.reset_error();
    assert_eq!(marks(&game), 1);
    assert_eq!(
        game.record().count(),
        1,
        "refused moves are forgotten, and not played late"
    );
}

#[test]
fn a_reset_without_an_error_changes_nothing() {
    for mut game in [
        Game::new(),
        game_after(&[(1, 1)]),
        game_after(X_WINS),
        game_after(DRAW),
    ] {
        let before = (game.status(), game.winner(), game.grid().clone());
        game.reset_error();
        assert_eq!((game.status(), game.winner(), game.grid().clone()), before);
    }
}

#[test]
fn a_new_game_clears_board_lines_and_record_at_any_stage() {
    let mut refused = game_after(&[(1, 1)]);
    refused.play(O, 1, 1).expect_err("the cell is taken");
    for mut game in [
        game_after(&[(1, 1)]),
        game_after(X_WINS),
        game_after(DRAW),
        refused,
    ] {
        game.new_game();
        assert_eq!(
            (game.status(), game.winner(), game.error()),
            (Stage::Active, None, None)
        );
        assert_eq!(marks(&game), 0);
        assert!(game.lines().eq(&Line::all()));
        assert_eq!(game.record().count(), 0);
        assert_eq!(game.play(X, 1, 1), Ok(Stage::Active));
    }
}

#[test]
fn the_rules_tell_what_they_are() {
    let game = Game::new();
    let rule = |wanted| {
        game.rules()
            .iter()
            .find(|info| info.rule == wanted)
            .expect("it is a rule")
    };
    let draw = rule(RefereeRule::Draw);
    assert_eq!(draw.name, "draw");
    assert_eq!(draw.docs, "Eight full lines without a winner are a draw.");
    assert_eq!(draw.conditions.len(), 3);
    assert!(
        draw.position.file.ends_with("rules.rs"),
        "{}",
        draw.position
    );
    assert!(game.rules().iter().all(|info| !info.docs.is_empty()));
}
