//! Everything that is done with a text, through both doors.

use std::path::Path;

use proc_macro2::TokenStream;
use rules_dsl::unstable::{Diagnostics, Output, Source, compile_source, format};

/// Compiles, prints and formats a text as a `.rules` file.
///
/// # Panics
///
/// Where the compiler does, or a formatted text is formatted otherwise.
#[must_use]
pub fn compile_file(text: &str) -> Diagnostics {
    // What the lexer keeps of one text is of no use to the next.
    proc_macro2::extra::invalidate_current_thread_spans();
    let source = source(text);
    let (code, found) = compile_source(&source);
    if !found.has_errors() {
        let output = Output::new(&code, source.files());
        assert!(!output.code.is_empty());
    }
    if let Ok(once) = format(&source) {
        let twice = format(&self::source(&once));
        assert_eq!(twice.ok(), Some(once), "{text}");
    }
    found
}

/// Compiles a text as the tokens of a `rules!` block. Whether that is told a mistake; `None` where the text
/// is no tokens.
///
/// # Panics
///
/// Where the compiler does.
#[must_use]
pub fn compile_block(text: &str) -> Option<bool> {
    proc_macro2::extra::invalidate_current_thread_spans();
    let tokens: TokenStream = text.parse().ok()?;
    let code = rules_dsl::unstable::compile_tokens(tokens);
    Some(code.to_string().contains("compile_error"))
}

fn source(text: &str) -> Source {
    Source::from_text(Path::new("arbitrary.rules"), text.to_owned())
}
