//! States: a run goes on where the last one stopped, with the same stream, and alone.

use std::fs;
use std::io::Write as _;
use std::process::{self, Stdio};
use std::thread;
use std::time::Duration;

use watch::monitor::State;

use crate::{answered, asked, bench, printed, refused, reports, stream};

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
