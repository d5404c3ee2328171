//! One stream gives the same bytes, on however many workers and processes.

use std::io::Write as _;
use std::process::Stdio;

use super::{Bench, told};

#[test]
fn workers_processes_and_sessions_at_rest_change_no_byte() {
    let bench = Bench::new(100, 4_000);
    let expected = bench.expected();
    for kind in ["burst", "two_countries", "jump", "unconfirmed"] {
        assert!(expected.contains(kind), "there is no `{kind}`");
    }
    for workers in ["1", "2", "4"] {
        let (alerts, _) = bench.alerts(workers, &["--workers", workers]);
        assert_eq!(alerts, expected, "{workers} workers");
    }
    let (alerts, _) = bench.alerts("resting", &["--workers", "2", "--resident", "5"]);
    assert_eq!(alerts, expected);
    let (alerts, _) = bench.alerts("stored", &["--resident", "5", "--data", "data"]);
    assert_eq!(alerts, expected);
    let hosts = bench.hosts(2);
    let arguments = ["--processes", "2", "--workers", "2", "--hosts", &hosts];
    let (alerts, _) = bench.alerts("processes", &arguments);
    assert_eq!(alerts, expected);
}

#[test]
fn a_card_without_events_reaches_its_deadline() {
    let bench = Bench::empty();
    let lines = [
        r#"{"at":1000,"card":1,"kind":"payment","amount":60000,"country":"CH"}"#,
        r#"{"at":1500,"card":2,"kind":"payment","amount":70000,"country":"CH"}"#,
        r#"{"at":2000,"card":2,"kind":"confirmed"}"#,
        r#"{"at":900000,"card":3,"kind":"payment","amount":100,"country":"CH"}"#,
    ];
    bench.write("events", &lines);
    let alert = "{\"epoch\":301,\"key\":1,\"n\":0,\"output\":{\"at\":301000,\"kind\":\"unconfirmed\",\"amount\":60000}}\n";
    assert_eq!(bench.alerts("two", &["--workers", "2"]).0, alert);
    // Time goes no further than the stream does, and a tick is enough for it to go.
    bench.write("events", &lines[..3]);
    assert_eq!(bench.alerts("short", &[]).0, "");
    let tick = r#"{"at":301000,"kind":"tick"}"#;
    bench.write("events", &[&lines[..3], &[tick]].concat());
    assert_eq!(bench.alerts("tick", &[]).0, alert);
}

#[test]
fn several_inputs_are_one_stream_in_the_order_of_their_times() {
    let bench = Bench::new(50, 2_000);
    let expected = bench.expected();
    let events = bench.read("events");
    let lines: Vec<&str> = events.lines().collect();
    let (even, odd): (Vec<_>, Vec<_>) = (0..).zip(lines).partition(|(place, _)| place % 2 == 0);
    for (name, half) in [("events", even), ("odd", odd)] {
        let half: Vec<&str> = half.into_iter().map(|(_, line)| line).collect();
        bench.write(name, &half);
    }
    for workers in ["1", "2", "3"] {
        let arguments = ["--input", "odd", "--workers", workers, "--data", workers];
        assert_eq!(
            bench.alerts(&format!("out-{workers}"), &arguments).0,
            expected
        );
    }
}

#[test]
fn standard_input_is_read_to_its_end_and_goes_on_in_the_next_run() {
    let bench = Bench::new(50, 2_000);
    let expected = bench.expected();
    let events = bench.read("events");
    // A run ends where the stream does, and what comes of the epoch that it ended in is late: the cut is between two.
    let second = |line: &str| {
        let at = line
            .strip_prefix("{\"at\":")
            .unwrap()
            .split_once(',')
            .unwrap()
            .0;
        at.parse::<u64>().unwrap().div_ceil(1000)
    };
    let lines: Vec<&str> = events.lines().collect();
    let mut cut = 700;
    while second(lines[cut]) == second(lines[cut - 1]) {
        cut += 1;
    }
    for (workers, half) in [("2", &lines[..cut]), ("1", &lines[cut..])] {
        let mut command = super::program(&["run", "--output", "alerts", "--data", "data"]);
        command
            .args(["--workers", workers])
            .current_dir(bench.path(""));
        command.stdin(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin
            .write_all((half.join("\n") + "\n").as_bytes())
            .unwrap();
        drop(stdin);
        told(child.wait_with_output().unwrap());
    }
    assert_eq!(bench.read("alerts"), expected);
}

#[test]
fn a_report_says_what_was_done() {
    let bench = Bench::new(50, 2_000);
    let output = bench.run("alerts", &["--json", "--data", "data"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["events"], 2_000, "{report}");
    assert_eq!(report["live"], 50, "{report}");
    assert_eq!(
        report["outputs"],
        bench.read("alerts").lines().count(),
        "{report}"
    );
    assert_eq!(report["durable_epoch"], report["done_epoch"], "{report}");
    assert!(report["on_disk"].as_u64().unwrap() > 0, "{report}");
}
