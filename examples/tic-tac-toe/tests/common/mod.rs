//! Runs the program as a user does.

use std::io::Write;
use std::process::{Command, Stdio};

/// What a run of the program gave.
pub(crate) struct Run {
    pub(crate) output: String,
    pub(crate) errors: String,
    pub(crate) code: Option<i32>,
}

/// Runs the program to its end.
pub(crate) fn run_with(arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tic-tac-toe"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = program.stdin.take().expect("the input is piped");
    stdin
        .write_all(input.as_ref())
        .expect("the program reads its input");
    drop(stdin);
    let ended = program.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Run {
        output: text(ended.stdout),
        errors: text(ended.stderr),
        code: ended.status.code(),
    }
}
