//! `rules expand`: the Rust that a build script would write.

use std::io;
use std::process::ExitCode;

use super::{Failure, Files, print, profile, report};
use crate::output::Output;
use crate::unstable::{Options, compile_source_with};

/// Print the Rust that a ruleset is compiled to
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    files: Files,
}

/// Prints the code; what is wrong with the ruleset, where something is.
pub(super) fn expand(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let source = arguments.files.source()?;
    let options = Options {
        profile: profile()?,
        ..Options::default()
    };
    let (code, diagnostics) = compile_source_with(&source, &options);
    report(&diagnostics, &source);
    if diagnostics.has_errors() {
        return Ok(ExitCode::FAILURE);
    }
    let code = Output::new(&code, source.files()).code;
    print(io::stdout(), &code)?;
    Ok(ExitCode::SUCCESS)
}
