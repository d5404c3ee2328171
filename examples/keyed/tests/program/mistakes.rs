//! What goes wrong is told clearly, the rest goes on, and nothing that was acknowledged is lost.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::{Bench, failed, inspected, kill};

pub(super) const FIRST: &str =
    r#"{"at":1000,"card":1,"kind":"payment","amount":60000,"country":"CH"}"#;
pub(super) const LAST: &str =
    r#"{"at":900000,"card":3,"kind":"payment","amount":100,"country":"CH"}"#;

#[test]
fn lines_that_cannot_be_used_are_told_and_the_rest_goes_on() {
    let bench = Bench::empty();
    bench.write(
        "events",
        &[
            FIRST,
            r#"{"at":1200,"kind":"payment","amount":100,"country":"CH"}"#,
            r#"{"at":1200,"card":2,"kind":"payment","amount":"much","country":"CH"}"#,
            "",
            r#"{"at":7000,"card":2,"kind":"confirmed"}"#,
            r#"{"at":5000,"card":2,"kind":"confirmed"}"#,
            "\u{0}",
            LAST,
        ],
    );
    let (alerts, errors) = bench.alerts("alerts", &["--workers", "2"]);
    assert_eq!(alerts.lines().count(), 1, "{alerts}");
    for expected in [
        "record 2: it has no key: expected a field `card`",
        "record 3: column 52: invalid type: string \"much\", expected i64",
        "record 6: its epoch is 5, expected 7 or later: epochs do not go back",
        "record 7: column 1: expected value",
        "4 lines were refused",
    ] {
        assert!(errors.contains(expected), "{expected}: {errors}");
    }
}

#[test]
fn a_card_whose_rules_fail_is_set_aside_and_the_others_go_on() {
    let bench = Bench::empty();
    let good = r#"{"at":1500,"card":7,"kind":"payment","amount":100,"country":"CH"}"#;
    let bad = r#"{"at":90000,"card":7,"kind":"payment","amount":-100,"country":"CH"}"#;
    let more = r#"{"at":95000,"card":7,"kind":"payment","amount":60000,"country":"SE"}"#;
    bench.write("events", &[FIRST, good, bad, more, LAST]);
    let arguments = ["--workers", "2", "--data", "data", "--snapshot-every", "10"];
    let (alerts, errors) = bench.alerts("alerts", &arguments);
    let lines: Vec<&str> = alerts.lines().collect();
    let [aside, unconfirmed] = lines[..] else {
        panic!("{alerts}")
    };
    assert!(
        aside.starts_with(r#"{"epoch":90,"key":7,"n":0,"set_aside":""#),
        "{aside}"
    );
    assert!(aside.contains("negative amount"), "{aside}");
    assert!(unconfirmed.contains(r#""key":1,"#), "{unconfirmed}");
    assert!(
        errors.contains("1 cards are set aside, and 2 events") && errors.contains("3 events in"),
        "{errors}"
    );
    let known = inspected(&bench.path("data"), "7");
    assert!(
        known.contains("set aside in epoch 90: ") && known.contains("negative amount"),
        "{known}"
    );
    // The snapshot is the last before that.
    assert!(
        known.contains("snapshot of epoch 2,") && known.contains("payment of 100 in CH at 1500 ms"),
        "{known}"
    );
    let known = inspected(&bench.path("data"), "1");
    assert!(
        !known.contains("set aside") && known.contains("payment of 60000"),
        "{known}"
    );
    // It stays aside in the next run.
    let later = r#"{"at":910000,"card":7,"kind":"payment","amount":100,"country":"CH"}"#;
    bench.write("events", &[FIRST, good, bad, more, LAST, later]);
    let (again, errors) = bench.alerts("alerts", &arguments);
    assert_eq!(again, alerts);
    assert!(
        errors.contains("1 cards are set aside, and 1 events"),
        "{errors}"
    );
}

#[test]
fn two_runs_in_one_directory_are_refused() {
    let bench = Bench::empty();
    let mut first = super::program(&["run", "--output", "first", "--data", "data"]);
    first.current_dir(bench.path("")).stdin(Stdio::piped());
    let mut child = first.spawn().unwrap();
    let stdin = child.stdin.take();
    while !bench.path("data/layout.json").exists() {
        thread::sleep(Duration::from_millis(10));
    }
    bench.write("events", &[FIRST]);
    let errors = failed(bench.run("second", &["--data", "data"]));
    assert!(
        errors.contains("another process is at work in this directory"),
        "{errors}"
    );
    let errors = failed(
        super::program(&["inspect", "1", "--data"])
            .arg(bench.path("data"))
            .output()
            .unwrap(),
    );
    assert!(
        errors.contains("another process is at work in this directory"),
        "{errors}"
    );
    kill(child);
    drop(stdin);
    assert_eq!(bench.alerts("second", &["--data", "data"]).0, "");
}

#[test]
fn a_disk_that_is_full_ends_the_run_and_the_next_one_goes_on() {
    let bench = Bench::new(100, 12_000);
    let expected = bench.expected();
    let errors = failed(bench.run("/dev/full", &["--data", "full"]));
    assert!(
        errors.contains("the output: ") && errors.contains("No space left"),
        "{errors}"
    );
    // A file may be so long and no longer: the store, not the output, comes to that first.
    let script = "trap '' XFSZ; ulimit -f 2100; exec \"$0\" \"$@\"";
    let run = bench.command("alerts", &["--data", "data", "--snapshot-every", "5000"]);
    let mut bounded = Command::new("sh");
    bounded
        .arg("-c")
        .arg(script)
        .arg(run.get_program())
        .args(run.get_args());
    bounded.current_dir(bench.path("")).stdin(Stdio::null());
    let errors = failed(bounded.output().unwrap());
    assert!(
        errors.contains("source-0.redb") || errors.contains("shard-1-0.redb"),
        "{errors}"
    );
    assert!(errors.contains("File too large"), "{errors}");
    let (alerts, _) = bench.alerts("alerts", &["--data", "data", "--workers", "2"]);
    assert_eq!(alerts, expected);
}

/// Flips a bit in the middle of each place where a file has these bytes.
fn damage(path: &std::path::Path, what: &[u8]) {
    let mut bytes = fs::read(path).unwrap();
    let places = bytes.windows(what.len()).enumerate();
    let places: Vec<usize> = places
        .filter(|(_, bytes)| *bytes == what)
        .map(|(place, _)| place)
        .collect();
    assert!(!places.is_empty());
    for place in places {
        bytes[place + what.len() / 2] ^= 1;
    }
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_damaged_snapshot_sets_its_card_aside() {
    let bench = Bench::empty();
    let marked = r#"{"at":1500,"card":7,"kind":"payment","amount":100,"country":"Atlantis"}"#;
    bench.write("events", &[FIRST, marked]);
    bench.alerts("alerts", &["--data", "data"]);
    damage(&bench.path("data/shard-1-0.redb"), b"Atlantis");
    bench.write("events", &[FIRST, marked, LAST]);
    // Its other session is as it was, on other workers too.
    let (alerts, errors) = bench.alerts("alerts", &["--data", "data", "--workers", "2"]);
    let aside = "{\"epoch\":3,\"key\":7,\"n\":0,\"set_aside\":\"its snapshot is damaged: the checksum differs\"}\n";
    assert!(alerts.starts_with(aside), "{alerts}");
    assert!(alerts.contains("unconfirmed"), "{alerts}");
    assert!(errors.contains("1 cards are set aside"), "{errors}");
    let known = inspected(&bench.path("data"), "7");
    assert!(
        known.contains("set aside in epoch 3: its snapshot is damaged"),
        "{known}"
    );
    assert!(
        known.contains("no session: its snapshot is damaged"),
        "{known}"
    );
}

#[test]
fn a_shard_that_is_another_one_is_refused() {
    let bench = Bench::new(60, 3_000);
    for data in ["data", "other"] {
        bench.alerts(data, &["--data", &format!("{data}.d"), "--workers", "2"]);
    }
    let shard = |data: &str, number: u32| bench.path(&format!("{data}.d/shard-1-{number}.redb"));
    fs::rename(shard("data", 0), bench.path("kept")).unwrap();
    fs::copy(shard("data", 1), shard("data", 0)).unwrap();
    let arguments = ["--data", "data.d", "--workers", "2"];
    let errors = failed(bench.run("data", &arguments));
    assert!(
        errors.contains("shard-1-0.redb: this is the file `shard-1-1.redb` of this directory"),
        "{errors}"
    );
    fs::copy(shard("other", 0), shard("data", 0)).unwrap();
    let errors = failed(bench.run("data", &arguments));
    assert!(
        errors.contains("shard-1-0.redb: this is a file of another directory"),
        "{errors}"
    );
    fs::copy(bench.path("kept"), shard("data", 0)).unwrap();
    bench.alerts("data", &arguments);
}

#[test]
fn a_damaged_log_is_refused() {
    let bench = Bench::empty();
    let marked = r#"{"at":1500,"card":7,"kind":"payment","amount":100,"country":"Atlantis"}"#;
    bench.write("events", &[FIRST, marked]);
    // Killed before a snapshot: what there is of it is in the log.
    let mut run = super::program(&["run", "--output", "alerts", "--data", "data"]);
    run.current_dir(bench.path("")).stdin(Stdio::piped());
    let mut child = run.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, format!("{FIRST}\n{marked}\n").as_bytes()).unwrap();
    let log = bench.path("data/source-0.redb");
    let has = |what: &[u8]| {
        fs::read(&log).is_ok_and(|bytes| bytes.windows(what.len()).any(|bytes| bytes == what))
    };
    while !has(b"Atlantis") {
        thread::sleep(Duration::from_millis(20));
    }
    // It is there before it is durable.
    thread::sleep(Duration::from_millis(500));
    kill(child);
    damage(&log, b"Atlantis");
    let errors = failed(bench.run("alerts", &["--data", "data"]));
    assert!(
        errors.contains("source-0.redb: the file is damaged") && errors.contains("from a backup"),
        "{errors}"
    );
}

#[test]
fn a_line_without_bounds_is_refused_and_the_rest_goes_on() {
    let bench = Bench::empty();
    let long = "x".repeat((16 << 20) + 1);
    bench.write("events", &[FIRST, &long, LAST]);
    let (alerts, errors) = bench.alerts("alerts", &["--data", "data"]);
    let refused = "source 0, record 2: it has 16777217 bytes, expected 16777216 at most";
    assert!(errors.contains(refused), "{errors}");
    assert_eq!(alerts.lines().count(), 1, "{alerts}");
    bench.alerts("alerts", &["--data", "data"]);
}

#[test]
fn the_loop_tells_which_lines_it_refuses() {
    let bench = Bench::empty();
    let early = LAST.replace("900000", "1");
    bench.write("events", &[FIRST, "", "{}", LAST, &early]);
    let mut command = super::program(&["loop", "--input", "events", "--output", "alerts"]);
    let errors = super::told(command.current_dir(bench.path("")).output().unwrap());
    for expected in [
        "record 3: column 2: missing field `at`",
        "record 5: its epoch is 1, expected 900 or later",
        "2 lines refused",
    ] {
        assert!(errors.contains(expected), "{expected}: {errors}");
    }
}

#[test]
fn a_time_far_ahead_is_refused_and_closes_nothing() {
    let bench = Bench::empty();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let in_two_days = now.unwrap().as_millis() as u64 + 2 * 86_400_000;
    let line =
        |at: u64| format!(r#"{{"at":{at},"card":2,"kind":"payment","amount":100,"country":"CH"}}"#);
    bench.write(
        "events",
        &[FIRST, &line(u64::MAX), &line(in_two_days), LAST],
    );
    let (alerts, errors) = bench.alerts("alerts", &["--data", "data"]);
    for expected in [
        "record 2: its epoch is 18446744073709552, expected ",
        " or earlier: it is too far ahead",
        "2 lines were refused",
    ] {
        assert!(errors.contains(expected), "{expected}: {errors}");
    }
    assert_eq!(alerts.lines().count(), 1, "{alerts}");
    assert_eq!(bench.expected(), alerts);
}
