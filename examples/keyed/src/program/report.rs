//! What a run says at its end.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use keyed::Reading;
use serde::Serialize;

/// What has been done, for machines.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) workers: usize,
    pub(crate) processes: usize,
    /// Whose counts these are: each process has its own.
    pub(crate) process: usize,
    pub(crate) seconds: f64,
    pub(crate) events_per_second: f64,
    /// The most memory that the process has had, in bytes, where the system says it.
    pub(crate) peak_memory: Option<u64>,
    /// What is in the directory of a durable run, in bytes.
    pub(crate) on_disk: Option<u64>,
    #[serde(flatten)]
    pub(crate) reading: Reading,
}

impl Report {
    /// A line for people, on standard error.
    pub(crate) fn tell(&self) {
        let Reading {
            events,
            refused,
            dropped,
            outputs,
            set_aside,
            latency_micros: [p50, p99, _],
            ..
        } = self.reading;
        let mut stderr = anstream::stderr();
        if self.processes > 1 {
            _ = write!(stderr, "process {} of {}: ", self.process, self.processes);
        }
        // Standard error is the last place to write to: a failure there can be told to nobody.
        _ = writeln!(
            stderr,
            "{events} events in {:.2} s, {:.0} a second, {outputs} alerts; latency {:.1} ms, of 99 in 100 {:.1} ms",
            self.seconds,
            self.events_per_second,
            p50 as f64 / 1000.0,
            p99 as f64 / 1000.0,
        );
        if refused > 0 {
            _ = writeln!(stderr, "{refused} lines were refused");
        }
        if set_aside > 0 {
            _ = writeln!(
                stderr,
                "{set_aside} cards are set aside, and {dropped} events of theirs do not count: `keyed inspect` tells why"
            );
        }
    }

    pub(crate) fn print_json(&self) -> io::Result<()> {
        let mut stdout = io::stdout();
        serde_json::to_writer_pretty(&mut stdout, self)?;
        writeln!(stdout)
    }
}

/// The most memory that this process has had.
pub(crate) fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// How much is in a directory.
pub(crate) fn size_of(directory: &Path) -> Option<u64> {
    let entries = fs::read_dir(directory).ok()?;
    let sizes = entries.map(|entry| Some(entry.ok()?.metadata().ok()?.len()));
    sizes.sum()
}
