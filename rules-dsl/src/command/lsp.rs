//! `rules lsp`: the language server, at the standard input and output.

use std::process::ExitCode;

use crate::lsp::serve_stdio;

/// Serve an editor: diagnostics, completion, renaming and more, by the language server protocol
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Speak at the standard input and output, which is the only way there is; many editors say so
    #[arg(long)]
    stdio: bool,
}

/// Serves until the client goes; fails where it goes without having asked to.
pub(super) fn lsp(arguments: &Arguments) -> ExitCode {
    let Arguments { stdio: _ } = arguments;
    serve_stdio()
}
