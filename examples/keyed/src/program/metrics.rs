//! `/metrics`: the counts of this process in Prometheus' text form, over HTTP.

use std::fmt::Write as _;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use keyed::{Meter, Reading};

/// The version of the text form.
const FORM: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Answers requests at an address until the process ends. Returns the address, whose port the system chooses where it is 0.
///
/// # Errors
///
/// Fails where nobody can listen there.
pub(crate) fn serve(address: SocketAddr, meter: Arc<Meter>) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    let page = move || {
        let text = page(&meter.read());
        async { ([(CONTENT_TYPE, FORM)], text) }
    };
    let router = Router::new().route("/metrics", get(page));
    thread::Builder::new()
        .name("metrics".to_owned())
        .spawn(move || {
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener)?;
                axum::serve(listener, router).await
            })
        })?;
    Ok(address)
}

/// What a reading says.
fn page(reading: &Reading) -> String {
    let mut page = String::new();
    let counters = [
        ("events", "Inputs that sessions took", reading.events),
        ("refused", "Records that were refused", reading.refused),
        (
            "dropped",
            "Inputs of keys that are set aside",
            reading.dropped,
        ),
        ("outputs", "Outputs that were written", reading.outputs),
        (
            "thawed",
            "Sessions that came back from rest",
            reading.thawed,
        ),
    ];
    for (name, help, count) in counters {
        metric(&mut page, &format!("{name}_total"), "counter", help, count);
    }
    let gauges = [
        ("sessions_live", "Sessions in memory", reading.live),
        (
            "sessions_frozen",
            "Sessions at rest whose bytes are in memory",
            reading.frozen,
        ),
        (
            "sessions_frozen_bytes",
            "The bytes of sessions at rest in memory",
            reading.frozen_bytes,
        ),
        (
            "keys_set_aside",
            "Keys that are set aside",
            reading.set_aside,
        ),
    ];
    for (name, help, count) in gauges {
        metric(&mut page, name, "gauge", help, count);
    }
    let epochs = [
        (
            "read",
            "The epoch of the last record read",
            reading.read_epoch,
        ),
        (
            "done",
            "The last epoch that is complete",
            reading.done_epoch,
        ),
        (
            "durable",
            "The last epoch that is durable",
            reading.durable_epoch,
        ),
    ];
    for (name, help, epoch) in epochs {
        metric(&mut page, &format!("{name}_epoch"), "gauge", help, epoch);
    }
    let help = "From the reading of an input to its outputs";
    head(&mut page, "latency_seconds", "gauge", help);
    for (quantile, micros) in ["0.5", "0.99", "0.999"].iter().zip(reading.latency_micros) {
        let seconds = micros as f64 / 1e6;
        _ = writeln!(
            page,
            "keyed_latency_seconds{{quantile=\"{quantile}\"}} {seconds}"
        );
    }
    page
}

fn head(page: &mut String, name: &str, kind: &str, help: &str) {
    _ = writeln!(page, "# HELP keyed_{name} {help}.");
    _ = writeln!(page, "# TYPE keyed_{name} {kind}");
}

fn metric(page: &mut String, name: &str, kind: &str, help: &str, value: impl std::fmt::Display) {
    head(page, name, kind, help);
    _ = writeln!(page, "keyed_{name} {value}");
}
