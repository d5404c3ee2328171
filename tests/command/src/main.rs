//! The command `rules`, as `rules-dsl` has it.

use std::process::ExitCode;

fn main() -> ExitCode {
    rules_dsl::command::run()
}
