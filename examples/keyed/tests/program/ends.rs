//! Inputs and outputs that are not those of the run before, or that cannot be used, are told, and nothing is lost by them.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use super::mistakes::{FIRST, LAST};
use super::{Bench, failed, kill};

#[test]
fn a_shorter_input_than_was_read_before_is_refused() {
    let bench = Bench::empty();
    bench.write("events", &[FIRST, LAST]);
    bench.alerts("alerts", &["--data", "data"]);
    bench.write("events", &[FIRST]);
    let errors = failed(bench.run("alerts", &["--data", "data"]));
    assert!(
        errors.contains("the input has 1 lines, but the log has 2 of it"),
        "{errors}"
    );
}

#[test]
fn another_input_than_was_read_before_is_refused_however_long_it_is() {
    let bench = Bench::empty();
    bench.write("events", &[FIRST, LAST]);
    bench.alerts("alerts", &["--data", "data"]);
    let other = FIRST.replace("60000", "70000");
    bench.write("events", &[&other, LAST, LAST]);
    let errors = failed(bench.run("alerts", &["--data", "data"]));
    assert!(
        errors
            .contains("events: the first 2 lines of the input are not those that were read before"),
        "{errors}"
    );
    bench.write("events", &[FIRST, LAST, LAST]);
    bench.alerts("alerts", &["--data", "data"]);
}

#[test]
fn a_last_line_without_an_end_waits_for_the_rest_where_the_run_goes_on() {
    let bench = Bench::empty();
    let (half, rest) = LAST.split_at(40);
    fs::write(bench.path("events"), format!("{FIRST}\n{half}")).unwrap();
    let (_, errors) = bench.alerts("alerts", &["--data", "data"]);
    let left = "source 0: a last line without an end was left for the next run";
    assert!(
        errors.contains(left) && !errors.contains("refused"),
        "{errors}"
    );
    bench.write("events", &[FIRST, &format!("{half}{rest}")]);
    let (alerts, errors) = bench.alerts("alerts", &["--data", "data"]);
    assert!(
        errors.contains("1 events in") && !errors.contains("left"),
        "{errors}"
    );
    assert_eq!(alerts, bench.expected());
    // Where nothing goes on, it is a line.
    fs::write(bench.path("events"), format!("{FIRST}\n{LAST}")).unwrap();
    assert_eq!(bench.alerts("again", &[]).0, alerts);
    assert_eq!(bench.expected(), alerts);
}

#[test]
fn an_output_that_lacks_what_was_written_is_refused_and_one_of_another_stream_is_told() {
    let bench = Bench::new(60, 3_000);
    let data = ["--data", "data"];
    let (alerts, _) = bench.alerts("alerts", &data);
    let lines: Vec<&str> = alerts.lines().collect();
    bench.write("alerts", &lines[..lines.len() - 1]);
    let errors = failed(bench.run("alerts", &data));
    assert!(
        errors.contains("the output: outputs are missing: its last one is of epoch "),
        "{errors}"
    );
    fs::remove_file(bench.path("alerts")).unwrap();
    let errors = failed(bench.run("alerts", &[&data[..], &["--workers", "2"]].concat()));
    assert!(
        errors.contains("outputs are missing: it has none"),
        "{errors}"
    );
    // The last line says enough.
    bench.write("alerts", &lines[lines.len() - 1..]);
    bench.alerts("alerts", &[&data[..], &["--workers", "2"]].concat());
    // A directory that is lost lets all be made again.
    fs::remove_dir_all(bench.path("data")).unwrap();
    bench.write("alerts", &lines);
    let (again, errors) = bench.alerts("alerts", &data);
    assert!(
        again == alerts && !errors.contains("which this run"),
        "{errors}"
    );
    // Of another stream it does not.
    fs::remove_dir_all(bench.path("data")).unwrap();
    bench.write("events", &[FIRST, LAST]);
    let (again, errors) = bench.alerts("alerts", &data);
    assert!(
        again == alerts && errors.contains("which this run has not made"),
        "{errors}"
    );
}

#[test]
fn a_file_is_not_input_and_output_at_once() {
    let bench = Bench::empty();
    bench.write("events", &[FIRST, LAST]);
    let events = bench.read("events");
    fs::hard_link(bench.path("events"), bench.path("linked")).unwrap();
    for output in ["events", "./events", "linked"] {
        for command in ["run", "loop"] {
            let mut command = super::program(&[command, "--input", "events", "--output", output]);
            let errors = failed(command.current_dir(bench.path("")).output().unwrap());
            assert!(errors.contains("are one file"), "{errors}");
        }
        let mut command = super::program(&["run", "--output", output]);
        let stdin = fs::File::open(bench.path("events")).unwrap();
        command.current_dir(bench.path("")).stdin(stdin);
        let errors = failed(command.output().unwrap());
        assert!(errors.contains("are one file"), "{errors}");
    }
    assert_eq!(bench.read("events"), events);
}

#[test]
fn two_runs_with_one_output_are_refused() {
    let bench = Bench::empty();
    bench.write("events", &[FIRST]);
    let mut first = super::program(&["run", "--output", "alerts", "--data", "first"]);
    first.current_dir(bench.path("")).stdin(Stdio::piped());
    let mut child = first.spawn().unwrap();
    let stdin = child.stdin.take();
    while !bench.path("alerts").exists() {
        thread::sleep(Duration::from_millis(10));
    }
    // It is there before it is locked.
    thread::sleep(Duration::from_millis(300));
    for arguments in [&["--data", "second"][..], &[]] {
        let errors = failed(bench.run("alerts", arguments));
        assert!(
            errors.contains("the output: alerts: another run writes to this file"),
            "{errors}"
        );
    }
    kill(child);
    drop(stdin);
    bench.alerts("alerts", &["--data", "second"]);
}

#[test]
fn what_is_no_output_is_not_written_to() {
    let bench = Bench::empty();
    bench.write("events", &[FIRST, LAST]);
    bench.write("letter", &["Dear Ann,"]);
    let errors = failed(bench.run("letter", &["--data", "data"]));
    assert!(
        errors.contains("the last line of the output is no output"),
        "{errors}"
    );
    assert_eq!(bench.read("letter"), "Dear Ann,\n");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let bench = Bench::empty();
    let errors = failed(bench.run("alerts", &[]));
    assert!(
        errors.contains("source 0: events: No such file"),
        "{errors}"
    );
    fs::create_dir(bench.path("folder")).unwrap();
    let mut command = super::program(&["run", "--input", "folder", "--output", "alerts"]);
    let errors = failed(command.current_dir(bench.path("")).output().unwrap());
    assert!(
        errors.contains("source 0: folder: Is a directory"),
        "{errors}"
    );
    let errors = failed(
        super::program(&["inspect", "1", "--data"])
            .arg(bench.path(""))
            .output()
            .unwrap(),
    );
    assert!(
        errors.contains("there is nothing of a run in this directory"),
        "{errors}"
    );
    let errors = failed(bench.run("alerts", &["--processes", "2", "--hosts", "nowhere"]));
    assert!(errors.contains("nowhere: No such file"), "{errors}");
}

#[test]
fn what_cannot_be_written_to_is_named() {
    for command in [&["generate"][..], &["loop", "--input", "events"]] {
        let bench = Bench::new(60, 3_000);
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let mut command = super::program(command);
        command.current_dir(bench.path("")).stdout(full);
        let errors = failed(command.output().unwrap());
        assert!(
            errors.contains("standard output: No space left"),
            "{errors}"
        );
    }
}
