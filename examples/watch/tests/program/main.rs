//! The program as its users see it.

mod mistakes;
mod states;

use std::fs;
use std::process::Output;

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
