//! The two printers of diagnostics: tokens for the macro, a report with excerpts for a terminal.
//!
//! Both stand at the end of the way; the stages before know neither.

#[cfg(feature = "build-script")]
mod excerpt;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::diagnostic::{Diagnostic, Diagnostics, Level, SpanRange};
use crate::source::Files;

#[cfg(feature = "build-script")]
pub use excerpt::render;
#[cfg(feature = "cli")]
pub(crate) use excerpt::snippets;

/// The message of a diagnostic, whole: where two places matter, it ends by naming the first.
#[must_use]
pub(crate) fn message(diagnostic: &Diagnostic, files: &Files) -> String {
    let mut message = diagnostic.message.clone();
    if let Some(first) = diagnostic.first {
        message.push_str(&at_line(first, diagnostic.span.start, files));
    }
    message
}

/// Says on which line a place is, to be read at `from`.
fn at_line(place: Span, from: Span, files: &Files) -> String {
    let line = place.start().line;
    if place.file() == from.file() {
        return format!(" at line {line}");
    }
    match files.locate(place.into()) {
        Some((file, _)) => format!(" at line {line} of `{}`", file.path().display()),
        None => format!(" at line {line} of `{}`", place.file()),
    }
}

/// One `compile_error!` for each error, one use of a deprecated constant for each warning.
#[must_use]
pub(crate) fn to_compile_errors(diagnostics: &Diagnostics, files: &Files) -> TokenStream {
    diagnostics
        .iter()
        .map(|diagnostic| match diagnostic.level {
            Level::Error => compile_error(diagnostic, files),
            Level::Warning => deprecation(diagnostic, files),
        })
        .collect()
}

/// The path takes the first span and the braces the last: rustc underlines from one to the other.
fn compile_error(diagnostic: &Diagnostic, files: &Files) -> TokenStream {
    let text = text_with_help(diagnostic, files);
    let SpanRange { start, end } = diagnostic.span;
    let path = quote_spanned!(start=> ::core::compile_error!);
    let message = quote_spanned!(end=> { #text });
    quote!(#path #message)
}

/// On stable Rust a macro has no other way to warn than to use something that is deprecated.
fn deprecation(diagnostic: &Diagnostic, files: &Files) -> TokenStream {
    let text = text_with_help(diagnostic, files);
    let name = Ident::new(diagnostic.code.name(), diagnostic.span.start);
    quote! {
        const _: () = {
            #[allow(non_upper_case_globals)]
            #[deprecated(note = #text)]
            const #name: () = ();
            #name
        };
    }
}

fn text_with_help(diagnostic: &Diagnostic, files: &Files) -> String {
    let message = message(diagnostic, files);
    match &diagnostic.help {
        Some(help) => format!("{message}\nhelp: {help}"),
        None => message,
    }
}

#[cfg(test)]
mod tests;
