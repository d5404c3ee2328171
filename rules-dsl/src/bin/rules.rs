//! The command `rules`.

use std::process::ExitCode;

fn main() -> ExitCode {
    rules_dsl::command::run()
}
