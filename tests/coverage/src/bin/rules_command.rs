//! The command `rules`, here so that the tests find it built.

use std::process::ExitCode;

fn main() -> ExitCode {
    rules_dsl::command::run()
}
