//! The two printers of diagnostics: tokens for the macro, a report with excerpts for a terminal.
//!
//! Both stand at the end of the way; the stages before know neither.

use std::ops::Range;
use std::path::Path;

use annotate_snippets::{Annotation, AnnotationKind, Element, Group, Renderer, Snippet};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::diagnostic::{Diagnostic, Diagnostics, Level, SpanRange};
use crate::source::{File, Files};

/// The message of a diagnostic, whole: where two places matter, it ends by naming the first.
#[must_use]
pub fn message(diagnostic: &Diagnostic, files: &Files) -> String {
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
pub fn to_compile_errors(diagnostics: &Diagnostics, files: &Files) -> TokenStream {
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

/// The whole report for a terminal: for each diagnostic its message, the place, an excerpt, help.
#[must_use]
pub fn render(diagnostics: &Diagnostics, files: &Files) -> String {
    let mut report = String::new();
    for diagnostic in diagnostics {
        report.push_str(&render_one(diagnostic, files));
        report.push_str("\n\n");
    }
    report
}

fn render_one(diagnostic: &Diagnostic, files: &Files) -> String {
    let level = match diagnostic.level {
        Level::Error => annotate_snippets::Level::ERROR,
        Level::Warning => annotate_snippets::Level::WARNING,
    };
    let message = message(diagnostic, files);
    let title = level.primary_title(message.as_str());
    let mut elements: Vec<Element<'_>> = excerpts(diagnostic, files)
        .into_iter()
        .map(Element::from)
        .collect();
    if let Some(help) = &diagnostic.help {
        elements.push(annotate_snippets::Level::HELP.message(help.as_str()).into());
    }
    let group = if elements.is_empty() {
        Group::with_title(title)
    } else {
        title.elements(elements)
    };
    Renderer::plain().render(&[group])
}

/// One excerpt for each file that the diagnostic points into, the primary one first.
fn excerpts<'a>(diagnostic: &'a Diagnostic, files: &'a Files) -> Vec<Snippet<'a, Annotation<'a>>> {
    let primary = (diagnostic.span, AnnotationKind::Primary, None);
    let labels = diagnostic
        .labels
        .iter()
        .map(|(span, text)| (*span, AnnotationKind::Context, Some(text.as_str())));
    let annotations = std::iter::once(primary).chain(labels);
    snippets(annotations.filter_map(|(span, kind, label)| {
        let (file, range) = files.locate(span)?;
        let annotation = kind.span(visible(file, range)).label(label);
        Some((file.path(), file.text(), annotation))
    }))
}

/// One excerpt for each file of annotations, given with its path and text, in the order in which they come.
pub(crate) fn snippets<'a>(
    annotations: impl IntoIterator<Item = (&'a Path, &'a str, Annotation<'a>)>,
) -> Vec<Snippet<'a, Annotation<'a>>> {
    let mut by_file: Vec<(&Path, &str, Vec<Annotation<'a>>)> = Vec::new();
    for (path, text, annotation) in annotations {
        match by_file.iter_mut().find(|(other, ..)| *other == path) {
            Some((.., annotations)) => annotations.push(annotation),
            None => by_file.push((path, text, vec![annotation])),
        }
    }
    by_file
        .into_iter()
        .map(|(path, text, annotations)| {
            Snippet::source(text)
                .path(path.display().to_string())
                .annotations(annotations)
        })
        .collect()
}

/// The first line of a range that spans several: the start is what matters.
fn visible(file: &File, range: Range<usize>) -> Range<usize> {
    let line = file.text()[range.clone()].find('\n');
    range.start..line.map_or(range.end, |length| range.start + length)
}

#[cfg(test)]
mod tests;
