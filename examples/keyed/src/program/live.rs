//! The line on standard error that says how a run goes, while it does.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use keyed::{Meter, Reading};

/// How often it is written anew.
const PAUSE: Duration = Duration::from_millis(500);

/// The line, as long as this stands.
pub(crate) struct Live {
    ends: Option<Sender<()>>,
    writer: Option<JoinHandle<()>>,
}

impl Live {
    /// Begins, if somebody looks, or if it is asked for.
    pub(crate) fn start(meter: Arc<Meter>, is_asked_for: bool) -> Self {
        let is_terminal = io::stderr().is_terminal();
        if !is_terminal && !is_asked_for {
            return Live {
                ends: None,
                writer: None,
            };
        }
        let (ends, is_over) = mpsc::channel();
        let writer = thread::spawn(move || {
            let mut before = (Instant::now(), meter.read());
            while is_over.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                let (now, reading) = (Instant::now(), meter.read());
                let line = line(&before.1, &reading, now - before.0);
                // Standard error is the last place to write to: a failure there can be told to nobody.
                _ = if is_terminal {
                    write!(anstream::stderr(), "\r\x1b[K{line}")
                } else {
                    writeln!(anstream::stderr(), "{line}")
                };
                before = (now, reading);
            }
            if is_terminal {
                _ = write!(anstream::stderr(), "\r\x1b[K");
            }
        });
        Live {
            ends: Some(ends),
            writer: Some(writer),
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.ends = None;
        if let Some(writer) = self.writer.take() {
            _ = writer.join();
        }
    }
}

fn line(before: &Reading, now: &Reading, passed: Duration) -> String {
    let rate = (now.events - before.events) as f64 / passed.as_secs_f64();
    let lag = now.read_epoch.saturating_sub(now.done_epoch);
    let [p50, p99, p999] = now.latency_micros.map(|micros| micros as f64 / 1000.0);
    format!(
        "{rate:.0} events/s, {} keys in memory and {} at rest, {lag} epochs behind, latency {p50:.1} / {p99:.1} / {p999:.1} ms",
        now.live, now.frozen
    )
}
