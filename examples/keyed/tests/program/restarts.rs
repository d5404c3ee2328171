//! A run that is killed goes on, with any number of workers, and no output is lost or there twice.

use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use super::{Bench, kill};

/// Kills a process of a run again and again, and starts all of them with other numbers of workers, until one run ends by
/// itself.
fn kill_again_and_again(bench: &Bench, kills: u32, seed: u64, longest: u64) {
    let mut rng = fastrand::Rng::with_seed(seed);
    for round in 0..=kills {
        let processes = rng.usize(1..=2);
        let workers = rng.u32(1..=3).to_string();
        let hosts = bench.hosts(processes);
        let count = processes.to_string();
        let start = |process: usize| {
            let process = process.to_string();
            let arguments = [
                "--data",
                "data",
                "--snapshot-every",
                "1500",
                "--resident",
                "20",
                "--workers",
                &workers,
                "--processes",
                &count,
                "--process",
                &process,
                "--hosts",
                &hosts,
            ];
            let mut command = bench.command("alerts", &arguments);
            command
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        };
        let mut children: Vec<Child> = (0..processes).map(start).collect();
        if round == kills {
            for child in children {
                let output = child.wait_with_output().unwrap();
                assert!(output.status.success(), "{output:?}");
            }
            return;
        }
        thread::sleep(Duration::from_millis(rng.u64(0..longest)));
        kill(children.swap_remove(rng.usize(0..processes)));
        for child in children {
            survive(child);
        }
    }
}

/// What is left of a run ends by itself: it loses its peer, or had come to the end. One that has never met its peer waits
/// for it, and is killed too.
fn survive(mut child: Child) {
    for _ in 0..100 {
        if let Some(status) = child.try_wait().unwrap() {
            let errors = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
            let is_told = errors.contains("start all of them again");
            assert!(status.success() || is_told, "{errors}");
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    kill(child);
}

#[test]
fn kills_at_random_moments_change_no_byte() {
    let bench = Bench::new(100, 8_000);
    let expected = bench.expected();
    kill_again_and_again(&bench, 6, 1, 700);
    assert_eq!(bench.read("alerts"), expected);
}

#[test]
#[ignore = "takes long: a million events and twenty kills, as the README says"]
fn twenty_kills_in_a_million_events_change_no_byte() {
    let bench = Bench::new(100_000, 1_000_000);
    let expected = bench.expected();
    kill_again_and_again(&bench, 20, 2, 10_000);
    assert!(bench.read("alerts") == expected);
}

#[test]
fn a_stream_that_has_grown_is_read_on_with_another_number_of_workers() {
    let bench = Bench::new(60, 3_000);
    let expected = bench.expected();
    let events = bench.read("events");
    let lines: Vec<&str> = events.lines().collect();
    // Several times what is there so far; the last line may be of an epoch that goes on.
    for (workers, length) in [
        ("1", 1_000),
        ("3", 1_700),
        ("2", 1_701),
        ("2", 1_701),
        ("4", 3_000),
    ] {
        let mut length = length;
        let second = |line: &str| {
            line[6..line.find(',').unwrap()]
                .parse::<u64>()
                .unwrap()
                .div_ceil(1000)
        };
        while length < lines.len() && second(lines[length]) == second(lines[length - 1]) {
            length += 1;
        }
        bench.write("events", &lines[..length]);
        bench.alerts("alerts", &["--data", "data", "--workers", workers]);
    }
    assert_eq!(bench.read("alerts"), expected);
}
