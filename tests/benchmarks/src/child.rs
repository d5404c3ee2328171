//! A contender's process: begun, waited for, and read.

use std::env;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde::Deserialize;

use crate::work::{Contender, Program, Work};

/// What a contender's process says it took.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Measurement {
    /// Seconds for one operation: the median of the runs in the process.
    pub seconds: f64,
    /// How often a rule fired.
    pub firings: Option<u64>,
    /// What every contender must come to alike.
    pub answer: u64,
    /// Bytes at the most, beyond those held before the first run.
    pub memory: f64,
}

/// How often a process is looked after.
const PAUSE: Duration = Duration::from_millis(10);

/// The command that runs a contender at a size. An error says what is missing.
pub(crate) fn command(work: &Work, contender: &Contender, size: u32) -> Result<Command, String> {
    if size > contender.most {
        let (name, most) = (contender.name, contender.most);
        return Err(format!("{name} takes part up to {most}"));
    }
    match contender.program {
        Program::Rust(_) => {
            let this = env::current_exe().map_err(|error| error.to_string())?;
            let mut command = Command::new(this);
            let size = size.to_string();
            command.args(["measure", work.name, contender.name, size.as_str()]);
            Ok(command)
        }
        Program::Other(command) => command(size),
    }
}

/// Runs a contender once, for no longer than `limit`.
pub(crate) fn run(command: &mut Command, limit: Duration) -> Result<Measurement, String> {
    let failed = |error: std::io::Error| format!("cannot be run: {error}");
    // A group of its own, so that what it has begun ends with it.
    command.process_group(0).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let Some(status) = wait(&mut child, limit).map_err(failed)? else {
        return Err(format!("takes more than {} s", limit.as_secs()));
    };
    if !status.success() {
        return Err(format!("ends with {status}"));
    }
    // A measurement is one line, which the pipe holds.
    let mut text = String::new();
    if let Some(mut stdout) = child.stdout.take() {
        stdout.read_to_string(&mut text).map_err(failed)?;
    }
    serde_json::from_str(&text).map_err(|error| format!("says `{}`: {error}", text.trim()))
}

/// Waits for the end of a process; at the limit ends it and gives nothing.
fn wait(child: &mut Child, limit: Duration) -> std::io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > limit {
            let group = format!("-{}", child.id());
            Command::new("kill")
                .args(["-KILL", "--", &group])
                .status()?;
            child.wait()?;
            return Ok(None);
        }
        sleep(PAUSE);
    }
}
