//! The program as a user runs it: its arguments, its input, what it prints and how it exits.

mod common;

use common::{Run, run_with};

fn replay(moves: &str) -> Run {
    run_with(&["replay", moves], "")
}

fn play(input: &str) -> Run {
    run_with(&[], input)
}

/// Checks that a replay fails and that its message is this.
#[track_caller]
fn assert_refused(moves: &str, message: &str) {
    let run = replay(moves);
    assert_eq!(
        (run.errors.as_str(), run.code),
        (format!("error: {message}\n").as_str(), Some(1))
    );
}

#[test]
fn a_replay_prints_the_board_after_each_move_and_the_result() {
    let run = replay("0x,4o,8x");
    let expected = "\
1. X to cell 0
 X │ 1 │ 2
───┼───┼───
 3 │ 4 │ 5
───┼───┼───
 6 │ 7 │ 8

2. O to cell 4
 X │ 1 │ 2
───┼───┼───
 3 │ O │ 5
───┼───┼───
 6 │ 7 │ 8

3. X to cell 8
 X │ 1 │ 2
───┼───┼───
 3 │ O │ 5
───┼───┼───
 6 │ 7 │ X

Not over: O to move.
";
    assert_eq!(
        (run.output.as_str(), run.errors.as_str(), run.code),
        (expected, "", Some(0))
    );
}

#[test]
fn a_replay_tells_who_won() {
    for (moves, result) in [
        ("0x,3o,1x,4o,2x", "X wins.\n"),
        ("0x,3o,1x,4o,8x,5o", "O wins.\n"),
        ("0x,1o,2x,4o,3x,6o,5x,8o,7x", "A draw.\n"),
    ] {
        let run = replay(moves);
        assert!(run.output.ends_with(result), "{}", run.output);
        assert_eq!(run.code, Some(0));
    }
}

#[test]
fn a_replay_takes_marks_of_either_case_and_spaces_around_moves() {
    let run = replay("0X, 4O ,8x");
    assert_eq!(run.output, replay("0x,4o,8x").output);
    assert_eq!(run.code, Some(0));
}

#[test]
fn a_replay_of_nothing_is_an_error() {
    let message = "the list of moves is empty: expected moves such as `0x,4o,8x`";
    assert_refused("", message);
    assert_refused("  ", message);
    let run = run_with(&["replay"], "");
    assert_eq!(
        (run.errors, run.code),
        (format!("error: {message}\n"), Some(1))
    );
}

#[test]
fn a_replay_names_the_bad_token_before_it_plays() {
    let expected = "expected a cell and a mark, such as `4x`";
    assert_refused("0x,,8x", &format!("move 2 is empty: {expected}"));
    assert_refused("0x,", &format!("move 2 is empty: {expected}"));
    assert_refused(",", &format!("move 1 is empty: {expected}"));
    let expected = "expected a cell from 0 to 8 and a mark, such as `4x`";
    assert_refused("0x,fish", &format!("move 2, `fish`: {expected}"));
    assert_refused("0x,4z", &format!("move 2, `4z`: {expected}"));
    assert_refused("-1x", &format!("move 1, `-1x`: {expected}"));
    assert_refused("0x,4", "move 2, `4`, has no mark: expected `4x` or `4o`");
    assert_eq!(replay("0x,fish").output, "");
}

#[test]
fn a_replay_stops_at_a_refused_move_and_names_it() {
    assert_refused("0x,0o", "move 2, `0o`: the cell is taken");
    assert_refused("0x,4x", "move 2, `4x`: it is the other player's turn");
    assert_refused("4o", "move 1, `4o`: it is the other player's turn");
    assert_refused("0x,9o", "move 2, `9o`: the cell is off the board");
    assert_refused("0x,999o", "move 2, `999o`: the cell is off the board");
    assert_refused("0x,3o,1x,4o,2x,5o", "move 6, `5o`: the game is over");
    let run = replay("0x,4o,4x,8x");
    assert!(run.output.contains("2. O to cell 4"), "{}", run.output);
    assert!(!run.output.contains("3. "), "{}", run.output);
}

#[test]
fn two_people_play_to_a_win() {
    let run = play("0\n3\n1\n4\n2\n");
    assert_eq!((run.errors.as_str(), run.code), ("", Some(0)));
    let end = "
 X │ X │ X
───┼───┼───
 O │ O │ 5
───┼───┼───
 6 │ 7 │ 8

X wins.
Another game? (new, quit) 
";
    assert!(run.output.ends_with(end), "{}", run.output);
    assert_eq!(run.output.matches("X to move: ").count(), 3);
    assert_eq!(run.output.matches("O to move: ").count(), 2);
}

#[test]
fn bad_moves_are_explained_and_the_same_player_moves_again() {
    for (line, message) in [
        ("4", "Cell 4 is taken: there is an X in it."),
        ("9", "There is no cell 9: the cells are numbered 0 to 8."),
        ("0x", "It is not X's turn: O moves."),
        (
            "fish",
            "`fish` is no move: type the number of a cell, 0 to 8, or `help`.",
        ),
        (
            "256x",
            "There is no cell 256: the cells are numbered 0 to 8.",
        ),
        (
            "99999999999999999999",
            "There is no cell 99999999999999999999: the cells are numbered 0 to 8.",
        ),
        (
            "300 fish",
            "`300 fish` is no move: type the number of a cell, 0 to 8, or `help`.",
        ),
    ] {
        let run = play(&format!("4\n{line}\n0\n"));
        assert!(
            run.output
                .contains(&format!("O to move: {message}\nO to move: ")),
            "{}",
            run.output
        );
        assert!(run.output.ends_with("X to move: \n"), "{}", run.output);
        assert_eq!(run.code, Some(0));
    }
}

#[test]
fn after_the_end_a_move_is_refused_and_a_new_game_can_begin() {
    let run = play("0\n3\n1\n4\n2\n5\nnew\n4\nquit\n0\n");
    assert!(
        run.output
            .contains("The game is over: `new` starts another.\n"),
        "{}",
        run.output
    );
    let end = "X to move: 
 0 │ 1 │ 2
───┼───┼───
 3 │ X │ 5
───┼───┼───
 6 │ 7 │ 8

O to move: ";
    assert!(run.output.ends_with(end), "{}", run.output);
    assert_eq!(run.code, Some(0));
}

#[test]
fn a_trace_prints_activations_firings_and_fact_changes() {
    for arguments in [
        ["--trace", "replay", "4x"],
        ["replay", "--trace", "4x"],
        ["replay", "4x", "--trace"],
    ] {
        let run = run_with(&arguments, "");
        assert_eq!(run.code, Some(0), "{}", run.errors);
        for part in [
            "  inserted   #",
            "Grid(... ... ...)",
            "  activated  play_move [#",
            "\nfires play_move [#",
            "  updated    #",
            "Grid(... .X. ...)",
            "Line(00 11 22: .X.)",
            "1. X to cell 4\n",
        ] {
            assert!(run.output.contains(part), "no `{part}` in:\n{}", run.output);
        }
    }
    assert!(!replay("4x").output.contains("fires"));
}

#[test]
fn a_trace_names_the_ruleset_where_another_session_goes_on() {
    let run = run_with(&["play", "--trace", "--o", "simple"], "4\nquit\n");
    assert!(
        run.output.starts_with("Referee:\n  inserted   #1 "),
        "{}",
        run.output
    );
    let lines = run.output.lines();
    let headings: Vec<_> = lines
        .filter(|line| ["Referee:", "Adviser:"].contains(line))
        .collect();
    assert_eq!(headings, ["Referee:", "Adviser:", "Referee:"]);
    let adviser = run.output.split("Adviser:\n").nth(1);
    let adviser = adviser.expect("the computer player is asked");
    assert!(
        adviser.starts_with("  inserted   #1 Turn"),
        "{}",
        run.output
    );
}

#[test]
fn words_may_be_of_any_case() {
    let run = play("4\nNEW\nHelp\nQUIT\n0\n");
    assert_eq!((run.errors.as_str(), run.code), ("", Some(0)));
    assert_eq!(run.output.matches("X begins").count(), 2, "{}", run.output);
    assert!(run.output.ends_with("X to move: "), "{}", run.output);
    assert!(!run.output.contains("is no move"), "{}", run.output);
}

#[test]
fn a_line_that_is_no_move_is_shown_without_its_control_characters() {
    let run = play("\x1b]0;x\x07\nquit\n");
    assert!(
        run.output.contains(r"`\u{1b}]0;x\u{7}` is no move"),
        "{}",
        run.output
    );
}

#[test]
fn a_line_that_is_too_long_is_a_bad_line_and_not_the_end() {
    let long = "4".repeat(100_000);
    let run = play(&format!("{long}\n4\nquit\n"));
    assert_eq!(run.output.matches("is no move").count(), 1);
    assert!(run.output.contains("O to move"), "{}", run.output);
}

#[test]
fn a_line_that_is_not_utf8_is_a_bad_line_and_not_the_end() {
    let run = run_with(&[], b"\xff\n4\nquit\n");
    assert_eq!((run.errors.as_str(), run.code), ("", Some(0)));
    assert!(run.output.contains("is no move"), "{}", run.output);
    assert!(run.output.contains("O to move"), "{}", run.output);
}

#[test]
fn help_fits_a_terminal_of_eighty_columns() {
    for command in ["play", "replay", "best", "tree", ""] {
        let arguments = [command, "--help"];
        let run = run_with(&arguments[usize::from(command.is_empty())..], "");
        let long = run.output.lines().filter(|line| line.chars().count() > 80);
        assert_eq!(long.collect::<Vec<_>>(), [""; 0], "{command}");
    }
}
