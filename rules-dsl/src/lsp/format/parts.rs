//! A file formatted part by part: what did not change since it was formatted last is not formatted again.
//!
//! A part is whole lines: an item, with what stands before it and the comments at the end of its last line. How it is
//! formatted depends on nothing but its text; whether an empty line stands before it, on the kinds of the items around.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::vec;

use crate::diagnostic::Diagnostics;
use crate::format::{Ends, format_with_ends};
use crate::source::Source;

use super::super::documents::Text;
use super::super::lexemes::lexeme;
use super::super::names::split;

/// What is known of the parts of a file, by their texts.
#[derive(Debug, Default)]
pub(crate) struct Parts(HashMap<String, Arc<Part>>);

/// A part by itself.
#[derive(Debug)]
struct Part {
    /// Formatted, without an empty line at its beginning.
    text: String,
    /// `None` where it has comments alone.
    ends: Option<Ends>,
}

impl Part {
    /// A part that has not been formatted; `None` where it does not parse.
    fn of(path: &Path, written: &str) -> Option<Arc<Self>> {
        let (text, ends) = format_text(path, written).ok()?;
        Some(Arc::new(Self { text, ends }))
    }
}

/// A file of which nobody has asked for the format: the parts that are to be formatted while nothing else is to do.
#[derive(Debug)]
pub(crate) struct Ahead {
    path: PathBuf,
    text: Arc<Text>,
    left: vec::IntoIter<Range<usize>>,
}

impl Ahead {
    pub(crate) fn new(path: PathBuf, text: Arc<Text>) -> Self {
        let left = lines(&text.text).into_iter();
        Self { path, text, left }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Formats the next part that is not known; returns whether there was one. When all are known, what is known of
    /// earlier texts is forgotten.
    pub(crate) fn format_next(&mut self, known: &mut Parts) -> bool {
        let text = self.text.text.as_str();
        for range in self.left.by_ref() {
            let written = &text[range];
            if !known.0.contains_key(written) {
                if let Some(part) = Part::of(&self.path, written) {
                    known.0.insert(written.to_owned(), part);
                }
                return true;
            }
        }
        let present: HashSet<&str> = lines(text).into_iter().map(|range| &text[range]).collect();
        known.0.retain(|written, _| present.contains(&**written));
        false
    }
}

/// Lines of a file, and what they are to be.
#[derive(Debug)]
pub(super) struct Rewritten {
    pub(super) range: Range<usize>,
    pub(super) text: String,
}

/// The lines of a file, part by part, with what they are to be; `None` where a part does not parse by itself. Then `known`
/// keeps what was known, else it has the parts of this text.
pub(super) fn format_parts(path: &Path, text: &str, known: &mut Parts) -> Option<Vec<Rewritten>> {
    let mut parts = Parts::default();
    let mut formatted: Vec<Rewritten> = Vec::new();
    let mut is_apart = false;
    for range in lines(text) {
        let written = &text[range.clone()];
        let before = known.0.get(written).or_else(|| parts.0.get(written));
        let part = match before {
            Some(before) => Arc::clone(before),
            None => Part::of(path, written)?,
        };
        parts.0.insert(written.to_owned(), Arc::clone(&part));
        let ends = part.ends;
        is_apart = ends.is_some_and(|ends| is_apart || ends.first_stands_apart);
        let follows = formatted.iter().rev().find(|lines| !lines.text.is_empty());
        let blank = follows.is_some_and(|before| {
            // As the formatter has it: nothing is left empty after a bracket.
            !before.text.trim_end().ends_with(['{', '(', '['])
                && (is_apart || begins_blank(written))
        });
        let blank = if blank && !part.text.is_empty() {
            "\n"
        } else {
            ""
        };
        formatted.push(Rewritten {
            range,
            text: format!("{blank}{}", part.text),
        });
        is_apart = ends.is_some_and(|ends| ends.last_stands_apart);
    }
    *known = parts;
    Some(formatted)
}

/// A text formatted by itself.
pub(super) fn format_text(path: &Path, text: &str) -> Result<(String, Option<Ends>), Diagnostics> {
    proc_macro2::extra::invalidate_current_thread_spans();
    let source = Source::from_files(Some("Ruleset"), [(path.to_owned(), text.to_owned())]);
    format_with_ends(&source)
}

/// Whether an empty line stands before all else.
fn begins_blank(text: &str) -> bool {
    let space = text.len() - text.trim_start().len();
    text[..space].contains('\n')
}

/// The lines of each part of a text. What ends in the midst of a line goes on to the next part.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut start = 0;
    for part in split(text) {
        if let Some(end) = end_of_line(text, part.end)
            && end > start
        {
            lines.push(start..end);
            start = end;
        }
    }
    if start < text.len() {
        lines.push(start..text.len());
    }
    lines
}

/// Where the line of a place ends, if nothing but comments follows there.
fn end_of_line(text: &str, mut at: usize) -> Option<usize> {
    loop {
        let rest = &text[at..];
        let next = rest.chars().next()?;
        let is_comment = (rest.starts_with("//") || rest.starts_with("/*"))
            && !["///", "//!", "/**", "/*!"]
                .iter()
                .any(|documentation| rest.starts_with(documentation));
        if next == '\n' {
            return Some(at + 1);
        }
        if !next.is_whitespace() && !is_comment {
            return None;
        }
        at += lexeme(rest);
    }
}
