//! rustc's messages about generated code, told on the `.rules` text.
//!
//! What points at text of the user's is shown there, with rustc's labels, notes and suggestions; what
//! points at code of the compiler's own is left out. A message none of which is about a `.rules` file is
//! none of ours.

use std::path::{Path, PathBuf};

use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Patch, Renderer, Snippet,
};
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticSpan};

use super::sources::{Place, Sources};
use crate::report::snippets;

/// Translates messages.
#[derive(Debug)]
pub(super) struct Translator {
    sources: Sources,
}

impl Translator {
    /// A translator of messages whose paths, where they are relative, are so to `root`.
    pub(super) fn new(root: PathBuf) -> Self {
        Translator {
            sources: Sources::new(root),
        }
    }

    /// A message as a report; `None` where it is not about a `.rules` file.
    pub(super) fn translate(&mut self, message: &Diagnostic) -> Option<String> {
        let children = message.children.iter().flat_map(|child| &child.spans);
        for span in message.spans.iter().chain(children) {
            self.sources.load(span);
        }
        let places = self.places(&message.spans);
        if !places.iter().any(|(_, place)| place.in_rules) {
            return None;
        }
        let mut title = level(message.level).primary_title(message.message.as_str());
        if let Some(code) = &message.code {
            title = title.id(code.code.as_str());
        }
        let mut first = title.elements(excerpts(&places));
        let mut groups = Vec::new();
        for child in &message.children {
            if child.spans.is_empty() {
                first = first.element(level(child.level).message(child.message.as_str()));
            } else {
                groups.extend(self.child(child));
            }
        }
        groups.insert(0, first);
        Some(format!("{}\n\n", Renderer::styled().render(&groups)))
    }

    /// A note or a suggestion with places. `None` where all are in code of the compiler's own.
    fn child<'m>(&'m self, child: &'m Diagnostic) -> Option<Group<'m>> {
        let places = self.places(&child.spans);
        if places.is_empty() {
            return None;
        }
        let title = level(child.level).secondary_title(child.message.as_str());
        let is_suggestion = |span: &DiagnosticSpan| span.suggested_replacement.is_some();
        if !child.spans.iter().any(is_suggestion) {
            return Some(title.elements(excerpts(&places)));
        }
        // A change that can be made in part only is no suggestion.
        let is_whole = places.len() == child.spans.len()
            && places
                .iter()
                .all(|(span, place)| self.sources.is_verbatim(span, place));
        is_whole.then(|| title.elements(patches(&places)))
    }

    /// The places of spans that have one.
    fn places<'m>(&'m self, spans: &'m [DiagnosticSpan]) -> Vec<(&'m DiagnosticSpan, Place<'m>)> {
        let places = spans
            .iter()
            .map(|span| Some((span, self.sources.place(span)?)));
        places.flatten().collect()
    }
}

fn level(level: DiagnosticLevel) -> Level<'static> {
    match level {
        DiagnosticLevel::Warning => Level::WARNING,
        DiagnosticLevel::Note | DiagnosticLevel::FailureNote => Level::NOTE,
        DiagnosticLevel::Help => Level::HELP,
        _ => Level::ERROR,
    }
}

/// Excerpts with rustc's labels. Something must be what the message is about: the first label, where what it
/// was is not shown.
fn excerpts<'m>(places: &[(&'m DiagnosticSpan, Place<'m>)]) -> Vec<Element<'m>> {
    let has_primary = places.iter().any(|(span, _)| span.is_primary);
    let annotations = places.iter().enumerate().map(|(number, (span, place))| {
        let is_primary = span.is_primary || !has_primary && number == 0;
        let kind = if is_primary {
            AnnotationKind::Primary
        } else {
            AnnotationKind::Context
        };
        let annotation: Annotation<'m> =
            kind.span(place.range.clone()).label(span.label.as_deref());
        (place.path, place.text, annotation)
    });
    let snippets = snippets(annotations).into_iter();
    snippets.map(Element::from).collect()
}

/// Excerpts as they would be after a change.
fn patches<'m>(places: &[(&'m DiagnosticSpan, Place<'m>)]) -> Vec<Element<'m>> {
    let mut by_file: Vec<(&Path, Snippet<'m, Patch<'m>>)> = Vec::new();
    for (span, place) in places {
        let text = span.suggested_replacement.as_deref().unwrap_or_default();
        let patch = Patch::new(place.range.clone(), text);
        if let Some((_, snippet)) = by_file.iter_mut().find(|(path, _)| *path == place.path) {
            *snippet = std::mem::replace(snippet, Snippet::source("")).patch(patch);
        } else {
            let snippet = Snippet::source(place.text).path(place.path.display().to_string());
            by_file.push((place.path, snippet.patch(patch)));
        }
    }
    by_file
        .into_iter()
        .map(|(_, snippet)| Element::from(snippet))
        .collect()
}
