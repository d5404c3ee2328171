//! The commands around the computer players, as a user runs them.

mod common;

use std::path::PathBuf;
use std::{env, fs, process};

use common::run_with;

#[track_caller]
fn assert_prints(arguments: &[&str], expected: &str) {
    let run = run_with(arguments, "");
    assert_eq!(
        (run.output.as_str(), run.errors.as_str(), run.code),
        (expected, "", Some(0))
    );
}

#[track_caller]
fn assert_fails(arguments: &[&str], message: &str) {
    let run = run_with(arguments, "");
    assert_eq!(
        (run.output.as_str(), run.errors.as_str(), run.code),
        ("", format!("error: {message}\n").as_str(), Some(1))
    );
}

#[test]
fn the_best_move_is_mark_cell_column_and_row() {
    let moves = "0x,1o,3x,4o";
    assert_prints(
        &["best", "--moves", moves, "--level", "simple"],
        "x 6 (0,2)\n",
    );
    assert_prints(
        &["best", "--moves", moves, "--level", "perfect"],
        "x 6 (0,2)\n",
    );
    assert_prints(
        &["best", "--moves", "0x,4o,8x", "--level", "perfect"],
        "o 1 (1,0)\n",
    );
}

#[test]
fn without_moves_the_best_is_a_first_move_and_without_a_level_the_perfect_one() {
    assert_prints(&["best", "--level", "simple"], "x 4 (1,1)\n");
    assert_prints(&["best", "--moves", " "], "x 4 (1,1)\n");
    assert_prints(&["best", "--moves", "0x"], "o 4 (1,1)\n");
}

#[test]
fn there_is_no_best_move_after_a_refused_one_or_the_end() {
    let best = |moves| ["best", "--moves", moves];
    assert_fails(&best("0x,0o"), "move 2, `0o`: the cell is taken");
    assert_fails(
        &best("0x,fish"),
        "move 2, `fish`: expected a cell from 0 to 8 and a mark, such as `4x`",
    );
    assert_fails(&best("0x,3o,1x,4o,2x"), "the game is over: X wins.");
    assert_fails(
        &best("0x,1o,2x,4o,3x,6o,5x,8o,7x"),
        "the game is over: A draw.",
    );
}

#[test]
fn a_trace_of_the_best_move_names_the_rule_that_chose_it() {
    let run = run_with(&["best", "--moves", "0x,1o,3x", "--trace"], "");
    for part in [
        "Threat { line: Column(0), mark: X, number: 6 }",
        "fires block [#",
    ] {
        assert!(run.output.contains(part), "no `{part}` in:\n{}", run.output);
    }
    assert!(run.output.ends_with("o 6 (0,2)\n"), "{}", run.output);
}

#[test]
fn a_person_plays_against_the_perfect_level() {
    let run = run_with(
        &["play", "--x", "human", "--o", "perfect"],
        "0\n8\n2\nquit\n",
    );
    let text = &run.output;
    assert_eq!((run.errors.as_str(), run.code), ("", Some(0)));
    assert!(text.contains("O to cell 4\n"), "{text}");
    assert!(text.contains("O to cell 1\n"), "{text}");
    // The person did not see it coming.
    assert!(text.contains("O to cell 7\n"), "{text}");
    assert!(
        text.contains("O wins.\nAnother game? (new, quit) "),
        "{text}"
    );
}

#[test]
fn the_computer_begins_if_it_plays_x() {
    let run = run_with(&["play", "--x", "simple"], "4\n0\n");
    let text = &run.output;
    let first = text.find("X to cell 4").expect("the computer moves");
    let prompt = text.find("O to move: ").expect("the person is asked");
    assert!(first < prompt, "{text}");
    assert!(
        text.contains("O to move: Cell 4 is taken: there is an X in it.\nO to move: "),
        "{text}"
    );
}

#[test]
fn two_computer_players_play_one_game() {
    let run = run_with(&["play", "--x", "perfect", "--o", "perfect"], "");
    assert!(run.output.ends_with("\n\nA draw.\n"), "{}", run.output);
    assert!(!run.output.contains("to move:"), "{}", run.output);
    assert_eq!(run.code, Some(0));
}

#[test]
fn a_player_that_there_is_not_is_an_error() {
    let run = run_with(&["play", "--x", "fish"], "");
    assert!(
        run.errors
            .contains("[possible values: human, simple, perfect]"),
        "{}",
        run.errors
    );
    assert_eq!(run.code, Some(2));
}

#[test]
fn the_tree_has_so_many_games_and_positions() {
    assert_prints(
        &["tree"],
        "255168 finished games: X wins 131184, O wins 77904, 46080 are drawn\n\
         5478 positions, 958 of them finished\n",
    );
}

#[test]
fn what_a_tree_cannot_use_is_refused() {
    for (arguments, message) in [
        (&["tree", "--depth", "2"][..], "--picture <FILE>"),
        (&["tree", "--fold", "counts"], "--picture <FILE>"),
        (
            &["--trace", "tree"],
            "the argument '--trace' cannot be used with the subcommand 'tree'",
        ),
        (&["tree", "--trace"], "unexpected argument '--trace' found"),
    ] {
        let run = run_with(arguments, "");
        assert_eq!((run.output.as_str(), run.code), ("", Some(2)));
        assert!(run.errors.contains(message), "{}", run.errors);
    }
    let help = run_with(&["tree", "--help"], "").output;
    assert!(!help.contains("--trace"), "{help}");
}

/// A file of a test, removed with the value.
struct Picture(PathBuf);

impl Picture {
    fn draw(name: &str, arguments: &[&str]) -> (Self, String) {
        let file = format!("tic-tac-toe-{name}-{}.svg", process::id());
        let picture = Picture(env::temp_dir().join(file));
        let path = picture.0.to_str().expect("the path is UTF-8");
        let run = run_with(&[&["tree", "--picture", path], arguments].concat(), "");
        assert_eq!((run.errors.as_str(), run.code), ("", Some(0)));
        let text = fs::read_to_string(&picture.0).expect("the picture is there");
        (picture, text)
    }
}

impl Drop for Picture {
    fn drop(&mut self) {
        // It may never have been written.
        _ = fs::remove_file(&self.0);
    }
}

#[test]
fn a_picture_has_a_square_for_each_position_to_its_depth() {
    for (depth, squares) in [("0", 1), ("1", 1 + 9), ("3", 1 + 9 + 72 + 504)] {
        let (_picture, text) = Picture::draw(depth, &["--depth", depth]);
        assert!(text.starts_with("<svg"), "{text}");
        assert_eq!(text.matches("<rect").count(), squares);
    }
}

#[test]
fn a_picture_says_of_each_square_what_is_folded_into_it() {
    let (_picture, best) = Picture::draw("best", &["--depth", "2"]);
    for title in ["a draw", "4x: a draw", "4x,0o: a draw", "4x,1o: X can win"] {
        assert!(best.contains(title), "no `{title}`");
    }
    let (_picture, counts) = Picture::draw("counts", &["--depth", "1", "--fold", "counts"]);
    for title in [
        "X wins 131184, O wins 77904, 46080 drawn",
        "4x: X wins 15648, O wins 5616, 4608 drawn",
    ] {
        assert!(counts.contains(title), "no `{title}`");
    }
}

#[test]
fn a_picture_that_cannot_be_written_is_an_error() {
    let run = run_with(&["tree", "--picture", "/nowhere/tree.svg"], "");
    assert!(
        run.errors
            .starts_with("error: cannot write `/nowhere/tree.svg`: "),
        "{}",
        run.errors
    );
    assert_eq!(run.code, Some(1));
}

#[test]
fn a_replay_writes_a_page_that_shows_what_its_rules_did() {
    let page = Picture(env::temp_dir().join(format!("tic-tac-toe-run-{}.html", process::id())));
    let path = page.0.to_str().expect("the path is UTF-8");
    let run = run_with(&["replay", "0x,1o,3x,4o,6x", "--inspect", path], "");
    assert!(run.output.ends_with("X wins.\n"), "{}", run.output);
    let text = fs::read_to_string(&page.0).expect("the page is there");
    assert!(text.starts_with("<!DOCTYPE html>"));
    assert!(text.contains("\"name\":\"play_move\""));
}
