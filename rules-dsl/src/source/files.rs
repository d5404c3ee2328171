//! The `.rules` files of a compilation, and the way from a span to a line of one of them.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use proc_macro2::{Span, TokenStream};

use crate::diagnostic::{Diagnostic, SpanRange};
use crate::vocabulary::{self as say, Wording};

/// The files of a compilation.
///
/// `proc_macro2` keeps the positions of each text it has split into tokens apart, under a name of
/// its own; that name is what leads from a span to its file.
#[derive(Debug, Default)]
pub struct Files(Vec<File>);

/// A file as it was read.
#[derive(Debug)]
pub struct File {
    path: PathBuf,
    text: String,
    lexed_as: String,
}

impl Files {
    /// The file that `span` is of, and its byte range there.
    #[must_use]
    pub fn locate(&self, span: SpanRange) -> Option<(&File, Range<usize>)> {
        let name = span.start.file();
        let file = self.0.iter().find(|file| file.lexed_as == name)?;
        let start = span.start.byte_range();
        let end = if span.end.file() == name {
            span.end.byte_range().end
        } else {
            start.end
        };
        Some((file, start.start..end.max(start.start)))
    }

    /// The files, in the order in which they were given.
    pub fn iter(&self) -> impl Iterator<Item = &File> {
        self.0.iter()
    }

    /// Where a span begins, to be compared: by files, then by lines, then by columns. (At the macro's door
    /// all is one file.)
    #[must_use]
    pub fn place(&self, span: Span) -> (usize, usize, usize) {
        let name = span.file();
        let file = self.0.iter().position(|file| file.lexed_as == name);
        let start = span.start();
        (file.unwrap_or(self.0.len()), start.line, start.column)
    }

    /// Splits a file into tokens and keeps it.
    ///
    /// # Errors
    ///
    /// The first place where no token begins.
    pub(super) fn lex(
        &mut self,
        path: PathBuf,
        mut text: String,
    ) -> Result<TokenStream, Diagnostic> {
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        let lexed = TokenStream::from_str(&text);
        let place = match &lexed {
            Ok(tokens) => tokens.clone().into_iter().next().map(|token| token.span()),
            Err(error) => Some(error.span()),
        };
        self.0.push(File {
            path,
            text,
            lexed_as: place.map(|span| span.file()).unwrap_or_default(),
        });
        lexed.map_err(|error| {
            let at = error.span().byte_range().start;
            let text = self.0.last().map_or("", |file| file.text.as_str());
            let (before, rest) = text.split_at_checked(at).unwrap_or((text, ""));
            explain_lex_error(before, rest).at(error.span())
        })
    }
}

/// Why no token begins where `rest` does, after the text `before`.
fn explain_lex_error(before: &str, rest: &str) -> Wording {
    match rest.chars().next() {
        None => say::unexpected_end(),
        Some(open @ ('(' | '[' | '{')) => say::never_closed(format!("`{open}`")),
        Some(close @ (')' | ']' | '}')) => match open_bracket(before) {
            Some((open, line)) => say::closes_another(close, open, line),
            None => say::closes_nothing(close),
        },
        Some('/') => say::never_closed("comment"),
        Some('"' | 'b' | 'c' | 'r') => say::never_closed("string"),
        Some(other) => say::no_token(other),
    }
}

/// The innermost bracket that is open at the end of a text, and its line: it is what keeps the text from
/// being tokens.
fn open_bracket(text: &str) -> Option<(char, usize)> {
    let at = TokenStream::from_str(text).err()?.span().byte_range().start;
    let (before, rest) = text.split_at_checked(at)?;
    Some((rest.chars().next()?, before.matches('\n').count() + 1))
}

impl File {
    /// Its path, as given.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its text, without a byte order mark.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte offset, both from 1, the column in characters.
    #[must_use]
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..offset];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = before.matches('\n').count() + 1;
        (line, before[line_start..].chars().count() + 1)
    }
}
