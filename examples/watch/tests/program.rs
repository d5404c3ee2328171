//! The program as its users see it.

use std::fs;
use std::io::Write as _;
use std::process::{self, Output, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::Command;
use tempfile::TempDir;
use watch::generate::Known;
use watch::monitor::{Report, State};

fn watch(arguments: &[&str], input: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_watch"));
    program.args(arguments).write_stdin(input).output().unwrap()
}

fn printed(arguments: &[&str], input: &str) -> (String, String) {
    let output = watch(arguments, input);
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success(), "{stderr}");
    (stdout, stderr)
}

fn reports(lines: &str) -> Vec<Report> {
    let lines = lines.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// A folder with a stream, and what is known of it.
fn stream() -> (TempDir, String, Vec<Known>) {
    let folder = tempfile::tempdir().unwrap();
    let [events, alarms] = ["events.ndjson", "alarms.ndjson"].map(|name| {
        let path = folder.path().join(name);
        path.to_str().unwrap().to_owned()
    });
    let (stream, _) = printed(
        &[
            "generate", "--seed", "5", "--hours", "1", "--alarms", &alarms,
        ],
        "",
    );
    fs::write(&events, stream).unwrap();
    let known = fs::read_to_string(alarms).unwrap();
    let known = known
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let known = known.collect();
    (folder, events, known)
}

#[test]
fn a_file_is_replayed() {
    let (_folder, events, known) = stream();
    let (lines, errors) = printed(&["--replay", &events], "");
    let found = reports(&lines);
    let raised = found.iter().filter(|report| report.state == State::Raised);
    let raised: Vec<_> = raised.map(|report| (report.alarm, &*report.of)).collect();
    let known: Vec<_> = known
        .iter()
        .map(|known| (known.alarm, &*known.of))
        .collect();
    for of in &known {
        assert!(raised.contains(of), "{of:?}");
    }
    assert_eq!((raised.len(), &*errors), (known.len(), ""));
    let (table, _) = printed(&["--replay", &events, "--summary"], "");
    for (_, of) in known {
        assert!(table.contains(of), "{table}");
    }
}

#[test]
fn a_run_goes_on_where_the_last_one_stopped() {
    let (folder, events, _) = stream();
    let (whole, _) = printed(&["--replay", &events], "");
    let lines = fs::read_to_string(&events).unwrap();
    let begun: Vec<&str> = lines.lines().take(4_000).collect();
    let begun = begun.join("\n") + "\n";
    let state = folder.path().join("state").to_str().unwrap().to_owned();
    fs::write(&events, begun).unwrap();
    let (first, _) = printed(&["--replay", &events, "--state", &state], "");
    fs::write(&events, lines).unwrap();
    let (second, _) = printed(&["--replay", &events, "--state", &state], "");
    assert_eq!(first + &second, whole);
    let (third, _) = printed(&["--replay", &events, "--state", &state], "");
    assert_eq!(third, "");
}

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
fn standard_input_is_read_by_the_clock_on_the_wall() {
    let now = jiff::Timestamp::now();
    let line =
        |at| format!("{{\"kind\":\"login\",\"at\":\"{at}\",\"user\":\"eve\",\"ok\":false}}\n");
    let minute_ago = now - jiff::SignedDuration::from_mins(1);
    let lines = line(now) + &line(minute_ago) + &line(now);
    let (found, errors) = printed(&[], &lines);
    let found = reports(&found);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].at >= now);
    // The others have been on their way.
    let errors: Vec<&str> = errors.lines().collect();
    assert!(errors[0].starts_with("line 2 is 1m"), "{errors:?}");
    let count = "of 3 lines 0 could not be read, and 1 came late";
    assert_eq!(errors[1..], [count]);
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

/// Who is killed while lines come has lost nothing that had been kept.
#[test]
fn a_killed_run_over_standard_input_goes_on_with_what_it_had_kept() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let state = state.to_str().unwrap();
    let failure = || {
        let now = jiff::Timestamp::now();
        format!("{{\"kind\":\"login\",\"at\":\"{now}\",\"user\":\"eve\",\"ok\":false}}\n")
    };
    let mut program = process::Command::new(env!("CARGO_BIN_EXE_watch"));
    program.args(["--state", state]).stdin(Stdio::piped());
    let mut running = program.stdout(Stdio::null()).spawn().unwrap();
    let mut input = running.stdin.take().unwrap();
    input.write_all(failure().repeat(2).as_bytes()).unwrap();
    while !fs::read_to_string(state).is_ok_and(|kept| kept.contains("\"lines\":2")) {
        assert!(running.try_wait().unwrap().is_none(), "it goes on");
        thread::sleep(Duration::from_millis(50));
    }
    running.kill().unwrap();
    running.wait().unwrap();
    let (found, _) = printed(&["--state", state], &failure());
    let found = reports(&found);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((&*found[0].of, found[0].state), ("eve", State::Raised));
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

/// The errors of a run that fails.
fn refused(arguments: &[&str], input: &str) -> String {
    let output = watch(arguments, input);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success(), "{errors}");
    errors
}

/// A folder, and the paths of a stream and of a state in it.
fn bench() -> (TempDir, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let [events, state] = ["events.ndjson", "state"].map(|name| {
        let path = folder.path().join(name);
        path.to_str().unwrap().to_owned()
    });
    (folder, events, state)
}

/// A job that is asked for at this minute, and one that is answered.
fn asked(job: &str, minute: u32) -> String {
    format!("{{\"kind\":\"asked\",\"at\":\"2026-01-05T10:{minute:02}:00Z\",\"job\":\"{job}\"}}\n")
}

fn answered(job: &str, minute: u32) -> String {
    asked(job, minute).replace("asked", "answered")
}

#[test]
fn a_last_line_without_an_end_is_read_when_it_has_one_where_a_state_is_kept() {
    let (_folder, events, state) = bench();
    let stream = asked("a", 0) + &asked("b", 1) + &answered("a", 2) + &answered("c", 20);
    let (whole, _) = {
        fs::write(&events, &stream).unwrap();
        printed(&["--replay", &events], "")
    };
    assert_eq!(reports(&whole).len(), 1);
    let end = asked("a", 0).len();
    for length in [0, 10, end, end + 30, end + asked("b", 1).len() - 1] {
        _ = fs::remove_file(&state);
        fs::write(&events, &stream[..length]).unwrap();
        let (first, errors) = printed(&["--replay", &events, "--state", &state], "");
        let number = match length {
            10 => Some(1),
            _ if length > end => Some(2),
            _ => None,
        };
        let expected = number
            .map(|number| format!("line {number} has no end yet: it is read when it has one\n"));
        assert_eq!(errors, expected.unwrap_or_default());
        fs::write(&events, &stream).unwrap();
        let (second, errors) = printed(&["--replay", &events, "--state", &state], "");
        assert_eq!((first + &second, &*errors), (whole.clone(), ""), "{length}");
    }
}

#[test]
fn a_file_that_is_not_the_one_that_was_read_is_refused() {
    let (_folder, events, state) = bench();
    let read = asked("a", 0) + &answered("a", 1) + "\n";
    fs::write(&events, &read).unwrap();
    let arguments = ["--replay", &*events, "--state", &*state];
    printed(&arguments, "");
    let kept = fs::read(&state).unwrap();
    let advice = "give the file that was read before, or another `--state`\n";
    let bytes = read.len();
    // One that is rotated, one that is as long and another, and one that is longer.
    for (there, what) in [
        (
            asked("b", 2),
            format!(
                "the file has {} bytes, but {bytes} have been read",
                asked("b", 2).len()
            ),
        ),
        (
            read.replacen('a', "b", 1),
            format!("the first {bytes} bytes of the file are not those that have been read"),
        ),
        (
            asked("b", 2) + &read,
            format!("the first {bytes} bytes of the file are not those that have been read"),
        ),
    ] {
        fs::write(&events, there).unwrap();
        assert_eq!(
            refused(&arguments, ""),
            format!("error: {events}: {what}: {advice}")
        );
        assert_eq!(fs::read(&state).unwrap(), kept);
    }
    fs::write(&events, read + &asked("b", 2)).unwrap();
    printed(&arguments, "");
}

#[test]
fn the_state_of_standard_input_says_nothing_of_a_file() {
    let (_folder, events, state) = bench();
    fs::write(&events, asked("a", 0)).unwrap();
    printed(&["--state", &state], "\n");
    let errors = refused(&["--replay", &events, "--state", &state], "");
    assert!(
        errors.starts_with(&format!(
            "error: {state}: the state is that of lines of standard input"
        )),
        "{errors}"
    );
}

#[test]
fn two_runs_do_not_keep_one_state() {
    let (_folder, _, state) = bench();
    let mut program = process::Command::new(env!("CARGO_BIN_EXE_watch"));
    program.args(["--state", &state]).stdin(Stdio::piped());
    let mut running = program.stdout(Stdio::null()).spawn().unwrap();
    let mut input = running.stdin.take().unwrap();
    input.write_all(b"\n").unwrap();
    while !fs::exists(&state).unwrap() {
        assert!(running.try_wait().unwrap().is_none(), "it goes on");
        thread::sleep(Duration::from_millis(50));
    }
    let message = "another run keeps its state there: stop it, or give another `--state`";
    assert_eq!(
        refused(&["--state", &state], ""),
        format!("error: {state}: {message}\n")
    );
    drop(input);
    assert!(running.wait().unwrap().success());
    printed(&["--state", &state], "");
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
        errors.starts_with(&format!("error: {nowhere}: ")),
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
