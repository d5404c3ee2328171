//! The program as its users see it: the same bytes of output however it is run, stopped and started again.

#[path = "../addresses/mod.rs"]
mod addresses;
mod ends;
mod metrics;
mod mistakes;
mod processes;
mod restarts;
mod same_bytes;
mod sockets;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

/// A folder with a stream in it.
pub(crate) struct Bench {
    folder: TempDir,
}

impl Bench {
    /// A stream of so many cards and events.
    pub(crate) fn new(keys: u32, events: u32) -> Self {
        let bench = Self::empty();
        let (keys, events) = (keys.to_string(), events.to_string());
        let output = bench.path("events");
        let output = output.to_str().unwrap();
        let arguments = [
            "generate", "--keys", &keys, "--events", &events, "--output", output,
        ];
        told(program(&arguments).output().unwrap());
        bench
    }

    pub(crate) fn empty() -> Self {
        Bench {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, lines: &[&str]) {
        fs::write(self.path(name), lines.join("\n") + "\n").unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs over the stream, with alerts in a file.
    pub(crate) fn command(&self, output: &str, arguments: &[&str]) -> Command {
        let mut command = program(&["run", "--input", "events", "--output", output]);
        command.args(arguments).current_dir(&self.folder);
        command
    }

    pub(crate) fn run(&self, output: &str, arguments: &[&str]) -> Output {
        self.command(output, arguments).output().unwrap()
    }

    /// Runs to a good end; returns the alerts, and what was said on standard error.
    pub(crate) fn alerts(&self, output: &str, arguments: &[&str]) -> (String, String) {
        let errors = told(self.run(output, arguments));
        (self.read(output), errors)
    }

    /// The alerts of a loop without timely.
    pub(crate) fn expected(&self) -> String {
        let mut command = program(&["loop", "--input", "events", "--output", "expected"]);
        told(command.current_dir(&self.folder).output().unwrap());
        self.read("expected")
    }

    /// Addresses that are free, a process each.
    pub(crate) fn hosts(&self, processes: usize) -> String {
        let hosts = (0..processes).map(|_| addresses::free().to_string());
        let hosts: Vec<String> = hosts.collect();
        let name = self.path("hosts").to_str().unwrap().to_owned();
        fs::write(&name, hosts.join("\n")).unwrap();
        name
    }
}

pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_keyed"));
    command.args(arguments).env("RUST_BACKTRACE", "0");
    command.stdin(Stdio::null());
    command
}

/// What was said on standard error on the way to a good end.
pub(crate) fn told(output: Output) -> String {
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{errors}");
    errors
}

/// What was said on standard error on the way to a bad end.
pub(crate) fn failed(output: Output) -> String {
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success(), "{errors}");
    errors
}

/// What a directory knows of a card.
pub(crate) fn inspected(data: &Path, card: &str) -> String {
    let mut command = program(&["inspect", card, "--data"]);
    let output = command.arg(data).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Ends a process by `SIGKILL`.
pub(crate) fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}
