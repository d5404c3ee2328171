//! `rules expand`: the Rust that a build script would write.

use std::io;
use std::process::ExitCode;

use super::{Failure, Files, print, report};
use crate::output::Output;
use crate::unstable::compile_source;

/// Print the Rust that a ruleset is compiled to
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    files: Files,
}

/// Prints the code; what is wrong with the ruleset, where something is.
pub(super) fn expand(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let source = arguments.files.source()?;
    let (code, diagnostics) = compile_source(&source);
    report(&diagnostics, &source);
    if diagnostics.has_errors() {
        return Ok(ExitCode::FAILURE);
    }
    let code = Output::new(&code, source.files()).code;
    print(io::stdout(), &code)?;
    Ok(ExitCode::SUCCESS)
}
