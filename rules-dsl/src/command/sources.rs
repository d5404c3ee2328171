//! The files that rustc's messages point into, and the way from generated ones to `.rules` text.
//!
//! `message` asks for places; a file is read, and a table sought beside it, the first time it is named.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use cargo_metadata::diagnostic::DiagnosticSpan;

use crate::output::Table;

/// The files of a package, and of all on which it depends.
#[derive(Debug)]
pub(super) struct Sources {
    root: PathBuf,
    files: BTreeMap<PathBuf, File>,
}

#[derive(Debug)]
struct File {
    /// Empty where it cannot be read.
    text: String,
    /// Of a generated file.
    table: Option<Table>,
}

/// Some bytes of a file, as they are to be shown.
#[derive(Debug, Clone)]
pub(super) struct Place<'s> {
    /// The path to be shown.
    pub(super) path: &'s Path,
    pub(super) text: &'s str,
    pub(super) range: Range<usize>,
    /// Whether it is the user's text in a `.rules` file.
    pub(super) in_rules: bool,
}

impl Sources {
    /// Files whose paths, where they are relative, are so to `root`.
    pub(super) fn new(root: PathBuf) -> Self {
        Sources {
            root,
            files: BTreeMap::new(),
        }
    }

    /// Reads the files that a span and the macro calls around it are in.
    pub(super) fn load(&mut self, span: &DiagnosticSpan) {
        for span in calls(span) {
            let path = self.root.join(&span.file_name);
            if self.files.contains_key(&path) {
                continue;
            }
            let table = fs::read_to_string(Table::path(&path)).ok();
            let table = table.and_then(|table| table.parse::<Table>().ok());
            for file in table.iter().flat_map(Table::files) {
                self.files.entry(file.clone()).or_insert_with(|| File {
                    text: read(file),
                    table: None,
                });
            }
            let text = read(&path);
            self.files.insert(path, File { text, table });
        }
    }

    /// What of a span is to be shown. `None` where that is generated code without text of the user's, or
    /// what cannot be read. A file must have been loaded.
    pub(super) fn place(&self, span: &DiagnosticSpan) -> Option<Place<'_>> {
        // What a macro made of the user's text was written where it was called.
        let in_rules = calls(span).find_map(|span| self.place_in_rules(span));
        in_rules.or_else(|| {
            let (path, file) = self.files.get_key_value(&self.root.join(&span.file_name))?;
            let range = range(span);
            let is_shown = file.table.is_none() && file.text.get(range.clone()).is_some();
            is_shown.then(|| Place {
                path: self.shown(path),
                text: &file.text,
                range,
                in_rules: false,
            })
        })
    }

    fn place_in_rules(&self, span: &DiagnosticSpan) -> Option<Place<'_>> {
        let generated = self.files.get(&self.root.join(&span.file_name))?;
        let (path, range) = generated.table.as_ref()?.locate(&range(span))?;
        let text = &self.files.get(path)?.text;
        text.get(range.clone())?;
        Some(Place {
            path: self.shown(path),
            text,
            range,
            in_rules: true,
        })
    }

    /// Whether a span and a place of it are the same text, so that a change to one is one to the other.
    pub(super) fn is_verbatim(&self, span: &DiagnosticSpan, place: &Place<'_>) -> bool {
        let file = self.files.get(&self.root.join(&span.file_name));
        file.and_then(|file| file.text.get(range(span))) == place.text.get(place.range.clone())
    }

    /// A path as rustc shows it.
    fn shown<'s>(&self, path: &'s Path) -> &'s Path {
        path.strip_prefix(&self.root).unwrap_or(path)
    }
}

/// A span and the macro calls around it, from the inside out.
fn calls(span: &DiagnosticSpan) -> impl Iterator<Item = &DiagnosticSpan> {
    std::iter::successors(Some(span), |span| {
        span.expansion.as_ref().map(|expansion| &expansion.span)
    })
}

fn range(span: &DiagnosticSpan) -> Range<usize> {
    span.byte_start as usize..span.byte_end as usize
}

/// A file's text, without a byte order mark as tables count.
fn read(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap_or_default();
    match text.strip_prefix('\u{feff}') {
        Some(text) => text.to_owned(),
        None => text,
    }
}
