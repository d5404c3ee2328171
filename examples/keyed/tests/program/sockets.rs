//! Streams and alerts over TCP: whoever is killed and started again, nothing is lost and nothing comes twice.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use super::{Bench, addresses, failed, kill, program};

/// The alerts that a receiver has.
type Alerts = Arc<Mutex<Vec<String>>>;

/// Takes alerts from one run after the other. Returns its address.
fn receive(alerts: &Alerts) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let alerts = Arc::clone(alerts);
    thread::spawn(move || {
        for run in listener.incoming() {
            let mut run = run.unwrap();
            let last = alerts.lock().unwrap().last().cloned();
            _ = writeln!(run, "{}", last.unwrap_or("null".to_owned()));
            let mut lines = BufReader::new(run.try_clone().unwrap());
            let mut line = String::new();
            // A line that has come in part is none.
            while lines.read_line(&mut line).is_ok() && line.ends_with('\n') {
                alerts.lock().unwrap().push(line.trim_end().to_owned());
                _ = write!(run, "{line}");
                line.clear();
            }
        }
    });
    format!("tcp://{address}")
}

/// Sends events to one run after the other, from where each wants to go on. Returns how many were said to be durable last.
fn send(address: &str, events: &[String], is_over: &AtomicBool) -> usize {
    let mut durable = 0;
    while !is_over.load(Ordering::Relaxed) {
        let Ok(mut run) = TcpStream::connect(address) else {
            thread::sleep(Duration::from_millis(2));
            continue;
        };
        let number = |line: &str| -> usize {
            let digits = line.chars().filter(char::is_ascii_digit);
            digits.collect::<String>().parse().unwrap()
        };
        let mut lines = BufReader::new(run.try_clone().unwrap()).lines();
        let Some(Ok(first)) = lines.next() else {
            continue;
        };
        assert!(first.starts_with("{\"after\":"), "{first}");
        let after = number(&first);
        assert!(after >= durable, "{after} after {durable}");
        let mut text = events[after..].join("\n");
        text += if after < events.len() {
            "\n\"end\"\n"
        } else {
            "\"end\"\n"
        };
        _ = run.write_all(text.as_bytes());
        for line in lines.map_while(Result::ok) {
            assert!(line.starts_with("{\"durable\":"), "{line}");
            durable = number(&line);
        }
    }
    durable
}

fn start(source: &str, sink: &str, data: &str) -> Child {
    let source = format!("tcp://{source}");
    let mut command = program(&["run", "--input", &source, "--output", sink, "--data", data]);
    command.args(["--snapshot-every", "50"]);
    command.spawn().unwrap()
}

#[test]
fn runs_that_are_killed_take_each_event_once_and_give_each_alert_once() {
    let bench = Bench::new(60, 6000);
    let expected = bench.expected();
    let expected: Vec<&str> = expected.lines().collect();
    let events: Vec<String> = bench.read("events").lines().map(str::to_owned).collect();
    let count = events.len();
    let alerts = Alerts::default();
    let sink = receive(&alerts);
    let hosts = bench.hosts(1);
    let source = bench.read("hosts").trim().to_owned();
    assert!(hosts.ends_with("hosts"));
    let is_over = Arc::new(AtomicBool::new(false));
    let sender = thread::spawn({
        let (source, is_over) = (source.clone(), Arc::clone(&is_over));
        move || send(&source, &events, &is_over)
    });
    let data = bench.path("data");
    let data = data.to_str().unwrap();
    for part in 1..4 {
        let mut run = start(&source, &sink, data);
        while alerts.lock().unwrap().len() < expected.len() * part / 5 {
            assert!(run.try_wait().unwrap().is_none(), "it has ended by itself");
            thread::sleep(Duration::from_millis(1));
        }
        kill(run);
    }
    let mut run = start(&source, &sink, data);
    assert!(run.wait().unwrap().success());
    is_over.store(true, Ordering::Relaxed);
    assert_eq!(*alerts.lock().unwrap(), expected);
    assert_eq!(sender.join().unwrap(), count);
}

#[test]
fn a_receiver_that_is_not_there_or_says_what_nobody_understands_is_told() {
    let bench = Bench::new(2, 10);
    let address = addresses::free();
    let sink = format!("tcp://{address}");
    let errors = failed(bench.run(&sink, &[]));
    assert!(
        errors.contains(&format!("the output: {address}: ")),
        "{errors}"
    );

    let odd = TcpListener::bind("127.0.0.1:0").unwrap();
    let sink = format!("tcp://{}", odd.local_addr().unwrap());
    let says = thread::spawn(move || writeln!(odd.accept().unwrap().0, "hello").unwrap());
    let errors = failed(bench.run(&sink, &[]));
    says.join().unwrap();
    assert!(errors.contains("the receiver says `hello`"), "{errors}");
}

#[test]
fn a_receiver_that_says_it_has_what_was_not_sent_is_refused() {
    let bench = Bench::new(60, 3_000);
    for (answer, expected) in [
        (
            r#"{"epoch":999999999,"key":1,"n":0}"#,
            "that it has the output of epoch 999999999",
        ),
        (
            "null",
            "that it has nothing, but the last one that it was sent",
        ),
    ] {
        let receiver = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = receiver.local_addr().unwrap();
        let says = thread::spawn(move || {
            let mut run = receiver.accept().unwrap().0;
            writeln!(run, "null\n{answer}").unwrap();
            _ = std::io::copy(&mut run, &mut std::io::sink());
        });
        let errors = failed(bench.run(&format!("tcp://{address}"), &[]));
        says.join().unwrap();
        let said = format!("the output: {address}: the receiver says {expected}");
        assert!(errors.contains(&said), "{errors}");
    }
}
