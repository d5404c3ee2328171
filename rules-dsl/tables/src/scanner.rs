//! Walks through the text of a cell.

use alloc::string::String;
use core::ops::Range;

use crate::CellError;

pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    pub(crate) fn text(&self, range: &Range<usize>) -> &'a str {
        &self.text[range.clone()]
    }

    /// Where the next token begins.
    pub(crate) fn position(&mut self) -> usize {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.at
    }

    pub(crate) fn at_end(&mut self) -> bool {
        self.position() == self.text.len()
    }

    /// From the next token to the end, without white space.
    pub(crate) fn rest(&mut self) -> Range<usize> {
        let start = self.position();
        start..start + self.text[start..].trim_end().len()
    }

    /// Takes a sign if it is next.
    pub(crate) fn sign(&mut self, sign: &str) -> bool {
        let start = self.position();
        let found = self.text[start..].starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    /// Takes a word if it is next, and not the beginning of a longer one.
    pub(crate) fn word(&mut self, word: &str) -> bool {
        let found = self.sees_word(word);
        if found {
            self.at += word.len();
        }
        found
    }

    /// The text of the cell.
    pub(crate) fn whole(&self) -> &str {
        self.text
    }

    pub(crate) fn sees_word(&mut self, word: &str) -> bool {
        let start = self.position();
        begins_with_word(&self.text[start..], word)
    }

    /// Takes a constant: a quoted text or character, or all up to the word `or`, to `..`, or to the end.
    pub(crate) fn constant(&mut self) -> Range<usize> {
        let start = self.position();
        let rest = &self.text[start..];
        let length = quoted(rest).unwrap_or_else(|| plain(rest));
        self.at = start + length;
        start..start + length
    }

    pub(crate) fn error(&self, range: Range<usize>, message: impl Fn(&str) -> String) -> CellError {
        CellError {
            message: message(self.text(&range)),
            range,
            mend: None,
        }
    }
}

fn begins_with_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|after| {
        !after.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':' || c == '!')
    })
}

/// The length of the literal in quotes that the text begins with, suffixes and prefixes such as `r` not among it.
fn quoted(text: &str) -> Option<usize> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The length of what stands before `..`, before the word `or` and before the end.
fn plain(text: &str) -> usize {
    let mut after_space = false;
    for (at, c) in text.char_indices() {
        let rest = &text[at..];
        if rest.starts_with("..") || (after_space && begins_with_word(rest, "or")) {
            return text[..at].trim_end().len();
        }
        after_space = c.is_whitespace();
    }
    text.trim_end().len()
}
