//! The command `rules` with its language server, here so that clients find it built.

use std::process::ExitCode;

fn main() -> ExitCode {
    rules_dsl::command::run()
}
