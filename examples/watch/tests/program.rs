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

#[test]
fn a_file_that_is_shorter_than_what_was_read_is_another_one() {
    let (folder, events, _) = stream();
    let state = folder.path().join("state").to_str().unwrap().to_owned();
    printed(&["--replay", &events, "--state", &state], "");
    let lines = fs::read_to_string(&events).unwrap();
    let rotated: Vec<&str> = lines.lines().take(10).collect();
    fs::write(&events, rotated.join("\n")).unwrap();
    let output = watch(&["--replay", &events, "--state", &state], "");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && errors.contains("the file has 10 lines, but"),
        "{errors}"
    );
}
