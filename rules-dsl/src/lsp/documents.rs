//! The documents that a client has open: their texts, kept up to date change by change.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types as lsp;

use super::positions::Lines;

/// A text with its lines.
#[derive(Debug)]
pub(super) struct Text {
    /// The text as the client, or the disk, has it.
    pub(super) text: String,
    /// Its lines.
    pub(super) lines: Lines,
}

impl Text {
    /// A text.
    pub(super) fn new(text: String) -> Arc<Self> {
        let lines = Lines::of(&text);
        Arc::new(Self { text, lines })
    }

    /// The range of some bytes.
    pub(super) fn range(&self, range: &std::ops::Range<usize>) -> lsp::Range {
        self.lines.range(&self.text, range)
    }

    /// The byte offset of a position.
    pub(super) fn offset(&self, position: lsp::Position) -> usize {
        self.lines.offset(&self.text, position)
    }
}

/// A document that is open.
#[derive(Debug)]
pub(super) struct Document {
    /// What the client calls it.
    pub(super) uri: lsp::Url,
    /// What the client calls this state of it.
    pub(super) version: i32,
    /// Its text.
    pub(super) text: Arc<Text>,
}

/// The documents that are open, by their paths.
#[derive(Debug, Default)]
pub(super) struct Documents {
    open: HashMap<PathBuf, Document>,
}

/// The path by which a document is known; of one that is in no file its address.
pub(super) fn path_of(uri: &lsp::Url) -> PathBuf {
    uri.to_file_path()
        .unwrap_or_else(|()| PathBuf::from(uri.as_str()))
}

impl Documents {
    /// A document, where it is open.
    pub(super) fn get(&self, path: &Path) -> Option<&Document> {
        self.open.get(path)
    }

    /// The paths of all of them.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        let mut paths: Vec<PathBuf> = self.open.keys().cloned().collect();
        paths.sort();
        paths
    }

    /// What a client calls a file: what it called it when it opened it.
    pub(super) fn uri(&self, path: &Path) -> Option<lsp::Url> {
        if let Some(document) = self.open.get(path) {
            return Some(document.uri.clone());
        }
        let uri = lsp::Url::from_file_path(path).ok();
        uri.or_else(|| lsp::Url::parse(path.to_str()?).ok())
    }

    /// A document is opened, or opened again.
    pub(super) fn open(&mut self, item: lsp::TextDocumentItem) {
        let document = Document {
            version: item.version,
            text: Text::new(item.text),
            uri: item.uri,
        };
        self.open.insert(path_of(&document.uri), document);
    }

    /// A document is closed: the file on the disk counts.
    pub(super) fn close(&mut self, path: &Path) {
        self.open.remove(path);
    }

    /// Applies changes, each to the text that the one before it leaves. Returns whether the document is open.
    pub(super) fn change(&mut self, params: lsp::DidChangeTextDocumentParams) -> bool {
        let path = path_of(&params.text_document.uri);
        let Some(document) = self.open.get_mut(&path) else {
            return false;
        };
        let mut text = document.text.text.clone();
        let mut lines = document.text.lines.clone();
        for change in params.content_changes {
            if let Some(range) = change.range {
                text.replace_range(lines.bytes(&text, range), &change.text);
            } else {
                text = change.text;
            }
            lines = Lines::of(&text);
        }
        document.version = params.text_document.version;
        document.text = Arc::new(Text { text, lines });
        true
    }
}
