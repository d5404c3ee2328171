//! Mistakes in lines are told and the rest goes on; what fails is told with its name.

use std::fs;
use std::process::{self, Stdio};

use crate::{asked, bench, printed, refused, reports, watch};

#[test]
fn what_is_wrong_with_a_line_is_told_and_the_rest_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let events = folder.path().join("events.ndjson");
    let lines = r#"{"kind":"login","at":"2026-01-05T10:00:00Z","user":"eve","ok":false}
{"kind":"login","at":"2026-01-05T10:00:01Z","user":"eve","ok":0}
{"kind":"login","at":"yesterday","user":"eve","ok":false}

{"kind":"logout","at":"2026-01-05T10:00:01Z","user":"eve"}
{"kind":"login","at":"2026-01-05T10:02:00Z","user":"eve","ok":false}
{"kind":"login","at":"2026-01-05T10:01:00Z","user":"eve","ok":false}
{"kind":"#;
    fs::write(&events, lines).unwrap();
    let (found, errors) = printed(&["--replay", events.to_str().unwrap()], "");
    let found = reports(&found);
    assert_eq!(found.len(), 1, "{found:?}");
    let errors: Vec<&str> = errors.lines().collect();
    assert_eq!(errors.len(), 6, "{errors:#?}");
    for (error, (begins, says)) in errors.iter().zip([
        ("line 2", "invalid type"),
        ("line 3", "year"),
        ("line 5", "logout"),
        ("line 7 is 1m late", ""),
        ("line 8, column 8: EOF", ""),
        ("of 8 lines 4 could not be read, and 1 came late", ""),
    ]) {
        assert!(
            error.starts_with(begins) && error.contains(says),
            "{errors:#?}"
        );
    }
}

#[test]
fn a_line_that_is_far_ahead_is_told() {
    let (_folder, events, _) = bench();
    let next_day = asked("b", 0).replace("01-05", "01-06");
    let next_year = asked("c", 0).replace("2026", "2027");
    fs::write(&events, asked("a", 0) + &next_day + &next_year + &next_day).unwrap();
    let (_, errors) = printed(&["--replay", &events], "");
    let ahead = "line 3 is 8736h ahead, at 2027-01-05T10:00:00Z: lines of earlier times are late from here on\n";
    let rest = errors.strip_prefix(ahead).unwrap_or_default();
    assert!(rest.starts_with("line 4 is 8736h late\n"), "{errors}");
    // By the clock on the wall it waits.
    let in_an_hour = jiff::Timestamp::now() + jiff::SignedDuration::from_mins(60);
    let line = asked("a", 0).replace("2026-01-05T10:00:00Z", &in_an_hour.to_string());
    let (_, errors) = printed(&[], &line);
    assert!(
        errors.starts_with("line 1 is 59m ")
            && errors.ends_with(": it counts when its time comes\n"),
        "{errors}"
    );
}

#[test]
fn a_line_that_is_too_long_is_told_and_the_rest_goes_on() {
    let (_folder, events, state) = bench();
    let long = " ".repeat(65_537);
    let lines = long.clone() + "\n" + &asked("a", 0) + &long[1..] + "\n" + &asked("b", 20) + &long;
    fs::write(&events, &lines).unwrap();
    let told = "line 1 has more than 65536 bytes\n";
    let (found, errors) = printed(&["--replay", &events], "");
    assert_eq!(reports(&found).len(), 1);
    let last = told.replace('1', "5");
    let count = "of 5 lines 2 could not be read, and 0 came late\n";
    assert_eq!(errors, format!("{told}{last}{count}"));
    // Where a state is kept, the last one is not there yet.
    printed(&["--replay", &events, "--state", &state], "");
    fs::write(&events, lines + "\n" + &asked("c", 21)).unwrap();
    let (_, errors) = printed(&["--replay", &events, "--state", &state], "");
    assert_eq!(errors, last + &count.replace("of 5", "of 6"));
    let (_, errors) = printed(&[], &(long + "\n\n"));
    assert!(errors.starts_with(told), "{errors}");
}

#[test]
fn what_is_told_does_not_steer_the_terminal() {
    let (_folder, events, _) = bench();
    let escape = r"\u001b[2J\u0000\n\u202e";
    let lines = asked(escape, 0) + &asked("b", 20) + r#"{"kind":"\u001b[2J at line 9"}"#;
    fs::write(&events, lines).unwrap();
    let (table, errors) = printed(&["--replay", &events, "--summary"], "");
    let shown = r"\u{1b}[2J\0\n\u{202e}";
    assert!(table.contains(shown), "{table}");
    assert_eq!(table.lines().count(), 5, "{table}");
    assert!(
        errors.contains(r"unknown variant `\u{1b}[2J at line 9`, expected"),
        "{errors}"
    );
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let output = watch(&["--replay", "nowhere.ndjson"], "");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && errors.contains("nowhere.ndjson"),
        "{errors}"
    );
}

#[test]
fn a_mistake_names_the_file_and_what_to_do() {
    let (folder, events, state) = bench();
    let path = folder.path().to_str().unwrap();
    let errors = refused(&["--replay", path], "");
    assert!(errors.starts_with(&format!("error: {path}: ")), "{errors}");
    fs::write(&events, "\n").unwrap();
    for damaged in ["", "{}", "[1"] {
        fs::write(&state, damaged).unwrap();
        let errors = refused(&["--replay", &events, "--state", &state], "");
        assert!(
            errors.starts_with(&format!("error: {state}: "))
                && errors.contains("remove the file to begin anew"),
            "{errors}"
        );
    }
    let nowhere = folder.path().join("nowhere/state");
    let nowhere = nowhere.to_str().unwrap();
    let errors = refused(&["--replay", &events, "--state", nowhere], "");
    assert!(
        errors.starts_with(&format!("error: {nowhere}.lock: ")),
        "{errors}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_is_full_is_named() {
    let (_folder, events, _) = bench();
    fs::write(&events, asked("a", 0) + &asked("b", 20)).unwrap();
    for arguments in [
        &["--replay", &events][..],
        &["--replay", &events, "--summary"],
        &["generate", "--hours", "1"],
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut program = process::Command::new(env!("CARGO_BIN_EXE_watch"));
        program.args(arguments).stdout(full);
        let ended = program.stderr(Stdio::piped()).output().unwrap();
        assert!(!ended.status.success());
        assert_eq!(
            String::from_utf8(ended.stderr).unwrap(),
            "error: standard output: No space left on device (os error 28)\n"
        );
    }
}
