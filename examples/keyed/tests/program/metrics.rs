//! What a run says of itself to Prometheus, while it runs.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use super::program;

/// What a page says.
fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn the_counts_of_a_run_are_a_page_for_prometheus() {
    let mut command = program(&["run", "--input", "-", "--output", "-"]);
    command.args(["--metrics", "127.0.0.1:0"]);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut run = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut notes = BufReader::new(run.stderr.take().unwrap()).lines();
    let note = notes.next().unwrap().unwrap();
    let (_, address) = note.split_once("http://").unwrap();
    let address = address.strip_suffix("/metrics").unwrap();

    let mut stdin = run.stdin.take().unwrap();
    for line in [
        r#"{"at":1000,"card":1,"kind":"payment","amount":60000,"country":"CH"}"#,
        "no event",
        r#"{"at":900000,"card":2,"kind":"payment","amount":100,"country":"CH"}"#,
        r#"{"at":990000,"kind":"tick"}"#,
    ] {
        writeln!(stdin, "{line}").unwrap();
    }
    stdin.flush().unwrap();
    // The alert is there when the epochs before the tick are done.
    let mut alert = String::new();
    let mut alerts = BufReader::new(run.stdout.take().unwrap());
    alerts.read_line(&mut alert).unwrap();
    assert!(alert.contains("unconfirmed"), "{alert}");

    // It is counted after it has been written.
    let mut answer = get(address, "/metrics");
    while !answer.contains("keyed_outputs_total 1\n") {
        thread::sleep(Duration::from_millis(5));
        answer = get(address, "/metrics");
    }
    let (head, page) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(head.contains("text/plain; version=0.0.4"), "{head}");
    for line in [
        "# TYPE keyed_events_total counter",
        "keyed_refused_total 1",
        "# TYPE keyed_sessions_live gauge",
        "keyed_read_epoch 990",
    ] {
        assert!(page.lines().any(|found| found == line), "{line}: {page}");
    }
    assert!(
        page.contains("keyed_latency_seconds{quantile=\"0.99\"} "),
        "{page}"
    );
    assert!(get(address, "/other").starts_with("HTTP/1.1 404"));
    drop(stdin);
    assert!(run.wait().unwrap().success());
}

#[test]
fn an_address_where_nobody_can_listen_is_told() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let mut command = program(&["run", "--input", "-", "--metrics", &address]);
    let errors = super::failed(command.output().unwrap());
    assert!(
        errors.contains(&format!("metrics at {address}: ")),
        "{errors}"
    );
}
