//! The program as a user runs it.

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> (String, String, Option<i32>) {
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(env!("CARGO_BIN_EXE_n-queens"))
        .args(arguments)
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    (text(stdout), text(stderr), status.code())
}

#[track_caller]
fn assert_prints(arguments: &[&str], expected: &str) {
    let expected = (expected.to_owned(), String::new(), Some(0));
    assert_eq!(run(arguments), expected, "{arguments:?}");
}

#[test]
fn a_solution_is_printed_as_placements_or_as_a_board() {
    for style in ["search", "rules"] {
        assert_prints(
            &["solve", "4", "--style", style],
            "queen 1 is placed on row 2\n\
             queen 2 is placed on row 4\n\
             queen 3 is placed on row 1\n\
             queen 4 is placed on row 3\n",
        );
        assert_prints(
            &["solve", "8", "--style", style, "--board"],
            "\
+---+---+---+---+---+---+---+---+
| Q |   |   |   |   |   |   |   |
+---+---+---+---+---+---+---+---+
|   |   |   |   |   |   | Q |   |
+---+---+---+---+---+---+---+---+
|   |   |   |   | Q |   |   |   |
+---+---+---+---+---+---+---+---+
|   |   |   |   |   |   |   | Q |
+---+---+---+---+---+---+---+---+
|   | Q |   |   |   |   |   |   |
+---+---+---+---+---+---+---+---+
|   |   |   | Q |   |   |   |   |
+---+---+---+---+---+---+---+---+
|   |   |   |   |   | Q |   |   |
+---+---+---+---+---+---+---+---+
|   |   | Q |   |   |   |   |   |
+---+---+---+---+---+---+---+---+
",
        );
    }
}

#[test]
fn where_there_is_no_solution_that_is_said() {
    for style in ["search", "rules"] {
        assert_prints(
            &["solve", "3", "--style", style],
            "3 queens have no solution\n",
        );
        assert_prints(&["count", "3", "--style", style], "0\n");
    }
    for arguments in [&["show", "3"][..], &["show", "3", "--kind", "warning"]] {
        assert_prints(
            arguments,
            "3 queens have no solution: name the rows of some with `--rows`\n",
        );
    }
}

#[test]
fn all_solutions_are_counted() {
    for style in ["search", "rules"] {
        assert_prints(&["count", "6", "--style", style], "4\n");
        assert_prints(&["count", "8", "--style", style], "92\n");
    }
}

#[test]
fn the_cost_is_told_if_asked_for() {
    for style in ["search", "rules"] {
        let (output, errors, code) = run(&["count", "6", "--stats", "--style", style]);
        assert_eq!((errors.as_str(), code), ("", Some(0)));
        let names: Vec<_> = output.lines().map(|line| line.split("  ").next()).collect();
        assert_eq!(
            names,
            [
                Some("4"),
                Some("firings"),
                Some("facts inserted"),
                Some("choice points"),
                Some("time")
            ]
        );
    }
}

#[test]
fn all_about_queens_is_shown_together_with_the_board() {
    assert_prints(&["show", "8", "--kind", "warning"], "");
    assert_prints(
        &["show", "4", "--rows", "1,1", "--kind", "warning"],
        "warning: queen 1 can be taken\nwarning: queen 2 can be taken\n",
    );
    assert_prints(
        &["show", "3", "--rows", "3,1,1"],
        "\
queen 1 is placed on row 3
warning: queen 1 can be taken
queen 2 is placed on row 1
warning: queen 2 can be taken
queen 3 is placed on row 1
warning: queen 3 can be taken
+---+---+---+
|   | Q | Q |
+---+---+---+
|   |   |   |
+---+---+---+
| Q |   |   |
+---+---+---+
",
    );
}

#[test]
fn there_is_colour_where_it_is_wanted() {
    let with = |variable: &str| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_n-queens"));
        program.env_remove("NO_COLOR").env(variable, "1");
        let output = program.args(["show", "2", "--rows", "1,1"]).output();
        String::from_utf8(output.expect("the program runs").stdout).expect("UTF-8")
    };
    assert!(with("CLICOLOR_FORCE").contains("\x1b["));
    assert!(!with("NO_COLOR").contains("\x1b["));
}

#[test]
fn help_fits_a_terminal_of_eighty_columns() {
    for arguments in [
        &["--help"][..],
        &["solve", "--help"],
        &["count", "--help"],
        &["show", "--help"],
    ] {
        let (output, _, _) = run(arguments);
        let long: Vec<_> = output
            .lines()
            .filter(|line| line.chars().count() > 80)
            .collect();
        assert_eq!(long, [""; 0], "{arguments:?}");
    }
}

#[test]
fn what_is_not_on_the_board_is_an_error() {
    let error = |message: &str| (String::new(), format!("error: {message}\n"), Some(1));
    assert_eq!(
        run(&["show", "4", "--rows", "5"]),
        error("there is no row 5: they are numbered 1 to 4")
    );
    assert_eq!(
        run(&["show", "4", "--rows", "1,2,3,4,1"]),
        error("expected 4 rows at the most, found 5")
    );
    assert_eq!(
        run(&["show", "1", "--rows", "1,1"]),
        error("expected 1 row at the most, found 2")
    );
    let (_, errors, code) = run(&["count", "0"]);
    assert!(errors.contains("0 is not in 1..=99"), "{errors}");
    assert_eq!(code, Some(2));
}
