//! CLIPS as a process: Python runs `play.py`, and is asked one line at a time.
//!
//! Processes are kept for the next who asks; they end with the program that asked.

use crate::state::{Operation, State};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;

/// Processes that nobody asks just now.
static IDLE: Mutex<Vec<Process>> = Mutex::new(Vec::new());

/// A Python that waits for requests.
struct Process {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// What is asked.
#[derive(Serialize)]
struct Request<'a> {
    program: &'a str,
    changes: &'a [Vec<Operation>],
}

/// What comes back.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Answer {
    States(Vec<State>),
    Error(String),
}

/// The states of a program at first and after each change.
///
/// # Errors
///
/// If CLIPS takes the program or an operation for wrong, or comes to an end over it.
///
/// # Panics
///
/// If the process cannot be started, or answers otherwise than `play.py` says.
pub(crate) fn play(
    python: &Path,
    program: &str,
    changes: &[Vec<Operation>],
) -> Result<Vec<State>, String> {
    let idle = IDLE.lock().expect("nobody panics holding it").pop();
    let mut process = idle.unwrap_or_else(|| Process::start(python));
    let answer = process.ask(&Request { program, changes });
    if answer.is_empty() {
        let status = process.child.wait().expect("it was started");
        return Err(format!("CLIPS comes to an end: {status}"));
    }
    IDLE.lock().expect("nobody panics holding it").push(process);
    match serde_json::from_str(&answer).expect("an answer as `play.py` describes it") {
        Answer::States(mut states) => {
            states.iter_mut().for_each(State::sort);
            Ok(states)
        }
        Answer::Error(text) => Err(format!("CLIPS refuses the program or a change: {text}")),
    }
}

impl Process {
    fn start(python: &Path) -> Self {
        let mut child = Command::new(python)
            .args(["-c", include_str!("play.py")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Python starts");
        let requests = child.stdin.take().expect("it is piped");
        let answers = child.stdout.take().expect("it is piped");
        Self {
            child,
            requests,
            answers: BufReader::new(answers),
        }
    }

    /// The line of an answer, empty where the process is at its end.
    fn ask(&mut self, request: &Request<'_>) -> String {
        let mut line = serde_json::to_string(request).expect("a request is text");
        line.push('\n');
        self.requests
            .write_all(line.as_bytes())
            .expect("Python takes requests");
        let mut answer = String::new();
        self.answers
            .read_line(&mut answer)
            .expect("Python gives answers");
        answer
    }
}
