//! Processes that are started wrongly, fail or are lost end all of a run with a message.

use std::process::Stdio;
use std::thread;
use std::time::Duration;

use super::mistakes::FIRST;
use super::{Bench, failed, kill};

#[test]
fn a_process_that_loses_another_ends_with_a_message() {
    let bench = Bench::new(20, 500);
    let hosts = bench.hosts(2);
    let arguments = ["--processes", "2", "--hosts", &hosts, "--data", "data"];
    let start = |process: &str| {
        let mut command = bench.command("alerts", &arguments);
        command.args(["--process", process, "--input", "-"]);
        let command = command.stdin(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let (mut first, second) = (start("0"), start("1"));
    // Their workers are at work, and wait for standard input.
    while !bench.path("data/lock-1").exists() {
        assert!(
            first.try_wait().unwrap().is_none(),
            "it has ended by itself"
        );
        thread::sleep(Duration::from_millis(5));
    }
    kill(second);
    let errors = failed(first.wait_with_output().unwrap());
    assert!(
        errors.contains("another process of this run is gone"),
        "{errors}"
    );
    // All that was read before is durable: what goes on gives the same bytes.
    let (alerts, _) = bench.alerts("alerts", &["--data", "data"]);
    assert_eq!(alerts, bench.expected());
}

#[test]
fn processes_that_do_not_go_together_are_refused() {
    let bench = Bench::empty();
    bench.write("events", &[FIRST]);
    bench.write("three", &["localhost:1", "localhost:2", "localhost:3"]);
    for (arguments, expected) in [
        (&["--process", "1"][..], "there is no process 1 of 1"),
        (
            &["--processes", "2", "--hosts", "three", "--process", "0"],
            "three: there are 3 addresses, expected 2",
        ),
        (
            &["--processes", "2", "--metrics", "127.0.0.1:65535"],
            "there are no 2 ports from 65535 on",
        ),
    ] {
        let errors = failed(bench.run("alerts", arguments));
        assert!(errors.contains(expected), "{errors}");
    }
}

#[test]
fn a_process_that_fails_ends_and_so_do_the_others() {
    let bench = Bench::new(60, 3_000);
    for (output, input, expected) in [
        (
            "/dev/full",
            "events",
            "the output: /dev/full: No space left",
        ),
        ("alerts", "nowhere", "source 1: nowhere: No such file"),
    ] {
        let hosts = bench.hosts(2);
        let arguments = ["--processes", "2", "--hosts", &hosts, "--input", input];
        let errors = failed(bench.run(output, &arguments));
        assert!(errors.contains(expected), "{errors}");
        assert!(errors.contains("a process has failed"), "{errors}");
    }
}

#[test]
fn processes_that_were_not_started_alike_say_so() {
    let bench = Bench::empty();
    bench.write("events", &[FIRST]);
    let hosts = bench.hosts(2);
    let start = |process: &str, workers: &str| {
        let arguments = ["--processes", "2", "--hosts", &hosts, "--process", process];
        let mut command = bench.command("alerts", &arguments);
        command.args(["--workers", workers]).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let (first, second) = (start("0", "1"), start("1", "2"));
    for process in [first, second] {
        let errors = failed(process.wait_with_output().unwrap());
        assert!(
            errors.contains(
                "the processes of a run were not started alike (workers in each process)"
            ),
            "{errors}"
        );
    }
}

#[test]
fn the_report_of_several_processes_is_all_that_is_on_standard_output() {
    let bench = Bench::new(60, 1_000);
    let hosts = bench.hosts(2);
    let output = bench.run("alerts", &["--json", "--processes", "2", "--hosts", &hosts]);
    assert!(output.status.success(), "{output:?}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&report["process"], &report["processes"]),
        (&0.into(), &2.into())
    );
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("process 1 of 2: "), "{errors}");
    // So alerts may be there too.
    let output = bench.run("-", &["--processes", "2", "--hosts", &hosts]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), bench.expected());
}
