//! `rules lsp`: a server of the language server protocol for `.rules` files.
//!
//! Beside the pipeline, and no part of a build: it stands behind the feature `lsp`. `server` takes messages, one after
//! the other, and `requests` hands each to the file that is named after it. These ask two kinds of knowledge. `names` is
//! what a file says by itself, at hand at once for the text as it is. `analysis` is what the compiler says of a whole
//! ruleset, made by a thread of its own and shifted to the text as it is until it is made again.

mod analysis;
mod capabilities;
mod completion;
mod context;
mod definition;
mod diagnostics;
mod documents;
mod editor;
mod format;
mod hover;
mod inlays;
mod lenses;
mod lexemes;
mod names;
mod network;
mod positions;
mod quick_fixes;
mod rename;
mod repair;
mod requests;
mod rust_types;
mod selection;
mod semantic_tokens;
mod server;
mod shift;
mod signature;
mod symbols;
mod transport;
mod words;
mod workspace;

use std::process::ExitCode;

pub use server::serve;

/// Serves the client at the standard input and output, until it goes.
#[must_use]
pub(crate) fn serve_stdio() -> ExitCode {
    let (connection, writer) = transport::stdio();
    let in_order = serve(connection);
    // All that is to be written has been sent; the thread ends with it.
    let written = writer.join().is_ok();
    if in_order && written {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
