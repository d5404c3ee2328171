//! What all requests ask: the documents, what is known of them, what is known of their rulesets.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_server::{ErrorCode, ResponseError};
use lsp_types as lsp;

use super::analysis::{Findings, Job, Place};
use super::documents::{Documents, Text, path_of};
use super::format::{Ahead, Parts};
use super::names::{File, Name, Role, Symbol};
use super::rust_types::RustTypes;
use super::shift::Shift;
use super::workspace::{Ruleset, Workspace};

/// The state of the server.
#[derive(Debug, Default)]
pub(super) struct Editor {
    pub(super) documents: Documents,
    pub(super) workspace: Workspace,
    pub(super) rust_types: RustTypes,
    /// What the compiler said last of each ruleset.
    pub(super) findings: HashMap<Ruleset, Findings>,
    /// What is known of the files that have been formatted.
    pub(super) formatted: HashMap<PathBuf, Parts>,
    /// The files of open rulesets that are to be read while there is nothing else to do.
    pub(super) unread: Vec<PathBuf>,
    /// The open files that are to be formatted then.
    pub(super) unformatted: Vec<Ahead>,
    /// What the client can do.
    pub(super) client: lsp::ClientCapabilities,
}

/// A file with what is known of it.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub(super) path: PathBuf,
    pub(super) uri: lsp::Url,
    pub(super) text: Arc<Text>,
    pub(super) file: Arc<File>,
}

/// A place in a file.
#[derive(Debug, Clone)]
pub(super) struct Here {
    pub(super) known: Known,
    pub(super) offset: usize,
}

/// Why a request is not answered.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) code: ErrorCode,
    pub(super) message: String,
}

impl Refusal {
    /// A request that makes sense and cannot be done.
    pub(super) fn failed(message: impl Into<String>) -> Self {
        Self {
            code: ErrorCode::RequestFailed,
            message: message.into(),
        }
    }
}

impl From<Refusal> for ResponseError {
    fn from(refusal: Refusal) -> Self {
        Self {
            code: refusal.code as i32,
            message: refusal.message,
            data: None,
        }
    }
}

/// The answer to a request.
pub(super) type Answer<T> = Result<T, Refusal>;

impl Known {
    /// The place of some bytes.
    pub(super) fn location(&self, range: &std::ops::Range<usize>) -> lsp::Location {
        lsp::Location {
            uri: self.uri.clone(),
            range: self.text.range(range),
        }
    }

    /// What is written at a name.
    pub(super) fn written(&self, name: &Name) -> &str {
        self.text.text.get(name.range.clone()).unwrap_or_default()
    }
}

impl Editor {
    /// Does a little of what will be asked for: reads a file, or formats a part of one. Returns whether there was something
    /// to do.
    pub(super) fn work_ahead(&mut self) -> bool {
        if let Some(path) = self.unread.pop() {
            self.known(&path);
            return true;
        }
        let Some(mut ahead) = self.unformatted.pop() else {
            return false;
        };
        let known = self.formatted.entry(ahead.path().to_owned());
        // What panics is not put back.
        if ahead.format_next(known.or_default()) {
            self.unformatted.push(ahead);
        }
        true
    }

    /// Has an open file formatted as it is now, while there is nothing else to do.
    pub(super) fn format_ahead(&mut self, path: &Path) {
        self.unformatted.retain(|ahead| ahead.path() != path);
        if let Some(document) = self.documents.get(path) {
            let text = Arc::clone(&document.text);
            self.unformatted.push(Ahead::new(path.to_owned(), text));
        }
    }

    /// A file with what is known of it.
    pub(super) fn known(&mut self, path: &Path) -> Option<Known> {
        let uri = self.documents.uri(path)?;
        let (text, file) = self.workspace.file(&self.documents, path)?;
        Some(Known {
            path: path.to_owned(),
            uri,
            text,
            file,
        })
    }

    /// The file that a request is about.
    pub(super) fn known_of(&mut self, uri: &lsp::Url) -> Answer<Known> {
        let path = path_of(uri);
        self.workspace
            .text(&self.documents, &path)
            .map_err(Refusal::failed)?;
        self.known(&path)
            .ok_or_else(|| Refusal::failed(format!("`{uri}` names no file")))
    }

    /// The place that a request is about.
    pub(super) fn here(&mut self, at: &lsp::TextDocumentPositionParams) -> Answer<Here> {
        let known = self.known_of(&at.text_document.uri)?;
        let offset = known.text.offset(at.position);
        Ok(Here { known, offset })
    }

    /// The files of the ruleset to which one belongs, in order; those that cannot be read are left out.
    pub(super) fn siblings(&mut self, path: &Path) -> Vec<Known> {
        let ruleset = self.workspace.ruleset(path);
        let files = ruleset.files.iter();
        files.filter_map(|path| self.known(path)).collect()
    }

    /// The names of a symbol in the files in which it means something: of a variable in its own.
    pub(super) fn occurrences(&mut self, known: &Known, symbol: &Symbol) -> Vec<(Known, Name)> {
        let files = match symbol {
            Symbol::Variable(_) => vec![known.clone()],
            _ => self.siblings(&known.path),
        };
        let mut found = Vec::new();
        for known in files {
            for name in known
                .file
                .names
                .iter()
                .filter(|name| name.symbol == *symbol)
            {
                found.push((known.clone(), name.clone()));
            }
        }
        found
    }

    /// The names at a place that are known, what is nearest first. A name of which nothing is declared is none.
    pub(super) fn names_here(&mut self, here: &Here) -> Vec<Name> {
        let names: Vec<Name> = here.known.file.names_at(here.offset).cloned().collect();
        let siblings = self.siblings(&here.known.path);
        let declared = |symbol: &Symbol| {
            let mut names = siblings.iter().flat_map(|known| &known.file.names);
            names.any(|name| name.symbol == *symbol && name.role != Role::Use)
        };
        let foreign = |of: &str| {
            let of = of.split("::").next().unwrap_or_default();
            declared(&Symbol::Type(of.to_owned()))
        };
        names
            .into_iter()
            .filter(|name| match &name.symbol {
                Symbol::Variable(_) | Symbol::Ruleset | Symbol::Lint(_) => true,
                Symbol::Field(of, _) | Symbol::Variant(of, _) => {
                    declared(&name.symbol) || foreign(of)
                }
                symbol => declared(symbol),
            })
            .collect()
    }

    /// The analysis to be made of a ruleset.
    pub(super) fn job(&mut self, ruleset: Ruleset) -> Job {
        let mut texts = Vec::new();
        let mut missing = Vec::new();
        for path in &ruleset.files {
            match self.workspace.text(&self.documents, path) {
                Ok(text) => texts.push((path.clone(), text)),
                Err(why) => missing.push((path.clone(), why)),
            }
        }
        Job {
            ruleset,
            texts,
            missing,
        }
    }

    /// What the compiler said last of the ruleset of a file.
    pub(super) fn findings(&mut self, path: &Path) -> Option<&Findings> {
        let ruleset = self.workspace.ruleset(path);
        self.findings.get(&ruleset)
    }
}

/// Where a place of an analysis is in a file as it is now; `None` where it has been changed since.
pub(super) fn shifted(
    findings: &Findings,
    place: &Place,
    known: &Known,
) -> Option<std::ops::Range<usize>> {
    if place.file != known.path {
        return None;
    }
    let (_, text) = findings
        .job
        .texts
        .iter()
        .find(|(path, _)| *path == known.path)?;
    Shift::between(text, &known.text).apply(&place.range)
}
