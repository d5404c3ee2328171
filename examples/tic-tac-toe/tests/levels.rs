//! The levels of the computer players, proved by going through everything that can happen.

use std::cell::RefCell;
use std::collections::BTreeSet;

use games::fold::{Best, Folder};
use games::{Outcome, State, walk};
use rules_runtime::{ActivationEvent, Listener};
use tic_tac_toe::model::Mark::{self, O, X};
use tic_tac_toe::{Game, Level};

/// The game after these moves, each by the number of its cell, from X on.
fn game_after(cells: &[u8]) -> Game {
    cells.iter().fold(Game::begun(), |game, cell| {
        game.after(&(cell / 3, cell % 3))
    })
}

/// The cell that a level chooses after these moves.
fn choice(level: Level, cells: &[u8]) -> Option<u8> {
    let (row, column) = level.choose(game_after(cells).grid())?;
    Some(row * 3 + column)
}

/// Plays a level against every line of play of the other player, and counts the games that end each way.
fn play_all(game: &Game, level: Level, mark: Mark, ends: &mut [u32; 3]) {
    if let Some(result) = game.result() {
        ends[result.standing(mark) as usize] += 1;
        return;
    }
    let moves = if game.player() == mark {
        vec![level.choose(game.grid()).expect("a cell is free")]
    } else {
        game.moves()
    };
    for step in moves {
        play_all(&game.after(&step), level, mark, ends);
    }
}

#[test]
fn the_perfect_level_never_loses() {
    for mark in [X, O] {
        let mut ends = [0; 3];
        play_all(&Game::begun(), Level::Perfect, mark, &mut ends);
        let [lost, drawn, won] = ends;
        assert_eq!(lost, 0, "as {mark}");
        assert!(drawn > 0 && won > 0, "as {mark}: {ends:?}");
    }
}

#[test]
fn the_perfect_level_is_worth_as_much_as_minimax_in_every_position() {
    let mut best = Folder::new(Best { player: X });
    let mut asked = 0;
    for node in walk::breadth_first(Game::begun()).positions() {
        let game = &*node.state;
        if game.result().is_some() {
            continue;
        }
        let step = Level::Perfect.choose(game.grid()).expect("a cell is free");
        let [before, after] = [best.value(game), best.value(&game.after(&step))];
        assert_eq!(before, after, "{:?}, then {step:?}", game.grid());
        asked += 1;
    }
    assert_eq!(asked, 5478 - 958, "the positions that are not over");
}

#[test]
fn the_simple_level_can_be_beaten() {
    for mark in [X, O] {
        let mut ends = [0; 3];
        play_all(&Game::begun(), Level::Simple, mark, &mut ends);
        assert!(ends.iter().all(|&count| count > 0), "as {mark}: {ends:?}");
    }
}

#[test]
fn the_simple_level_begins_in_the_centre_as_x_and_anywhere_as_o() {
    assert_eq!(choice(Level::Simple, &[]), Some(4));
    for first in 0..9 {
        let second = choice(Level::Simple, &[first]).expect("a cell is free");
        assert_ne!(second, first);
    }
}

#[test]
fn the_simple_level_goes_anywhere_while_nothing_threatens() {
    // X could go on to threaten; where nothing does yet, the first cell is taken.
    assert_eq!(choice(Level::Simple, &[8, 1]), Some(0));
}

#[test]
fn the_simple_level_wins_with_columns_rows_the_rising_diagonal_and_the_falling_one_in_this_order() {
    for (moves, expected) in [
        // Column 0 and row 2 want 6, column 1 wants 7.
        (&[0, 1, 3, 2, 7, 4, 8, 5][..], 6),
        // Row 0 and the rising diagonal.
        (&[0, 3, 1, 5, 4, 7, 6, 8], 2),
        // Row 1 before both diagonals.
        (&[4, 1, 5, 2, 0, 6], 3),
        // The rising diagonal before the falling one.
        (&[4, 1, 0, 5, 2, 7], 6),
    ] {
        assert_eq!(choice(Level::Simple, moves), Some(expected), "{moves:?}");
    }
}

#[test]
fn the_simple_level_wins_rather_than_blocks_and_else_blocks() {
    assert_eq!(choice(Level::Simple, &[0, 3, 1, 4]), Some(2));
    assert_eq!(choice(Level::Simple, &[0, 3, 8, 4]), Some(5));
    assert_eq!(choice(Level::Simple, &[0, 8, 1]), Some(2));
}

#[test]
fn on_a_full_board_there_is_nothing_to_choose() {
    let full = [0, 1, 2, 4, 3, 6, 5, 8, 7];
    for level in [Level::Simple, Level::Perfect] {
        assert_eq!(choice(level, &full), None);
    }
}

/// A listener that notes which rules fire.
struct Fired<'a>(&'a RefCell<BTreeSet<&'static str>>);

impl Listener for Fired<'_> {
    fn rule_fired(&mut self, activation: ActivationEvent<'_>) {
        self.0.borrow_mut().insert(activation.rule);
    }
}

#[test]
fn every_rule_chooses_somewhere() {
    let fired = RefCell::default();
    for node in walk::breadth_first(Game::begun()).positions() {
        if node.state.result().is_none() {
            for level in [Level::Simple, Level::Perfect] {
                let choice = level.choose_with(node.state.grid(), Fired(&fired));
                assert!(choice.is_some());
            }
        }
    }
    let fired = fired.into_inner();
    for (rule, docs) in Level::rules() {
        assert!(fired.contains(rule), "{rule} never fires");
        assert!(!docs.is_empty(), "{rule} is not explained");
    }
}
