//! The report for a terminal, with excerpts of the text.

use std::ops::Range;
use std::path::Path;

use annotate_snippets::{Annotation, AnnotationKind, Element, Group, Renderer, Snippet};

use super::message;
use crate::diagnostic::{Diagnostic, Diagnostics, Level};
use crate::source::{File, Files};

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
