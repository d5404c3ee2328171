//! The comments of a file: all that stands between two tokens and is no white space.
//!
//! (Documentation is tokens.)

use std::iter::once;
use std::ops::Range;

use crate::source::{File, Source};

/// A comment.
#[derive(Debug, Clone)]
pub(super) struct Comment<'s> {
    /// Where it stands in the file.
    pub(super) range: Range<usize>,
    /// What it says, its marks included, without white space at its end.
    pub(super) text: &'s str,
    /// Whether it is the first thing on its line.
    pub(super) leads: bool,
    /// Whether an empty line stands before it.
    pub(super) after_blank: bool,
}

/// The comments of a file, in order.
pub(super) fn comments<'s>(source: &Source, file: &'s File) -> Vec<Comment<'s>> {
    let text = file.text();
    let mut comments = Vec::new();
    let mut end = 0;
    let after_all = text.len()..text.len();
    for token in source.token_ranges().iter().chain(once(&after_all)) {
        if token.start > end {
            push_comments(text, end..token.start, &mut comments);
        }
        end = end.max(token.end);
    }
    comments
}

/// The comments in a gap between tokens.
fn push_comments<'s>(text: &'s str, gap: Range<usize>, comments: &mut Vec<Comment<'s>>) {
    let mut at = gap.start;
    while let Some(found) = text[at..gap.end].find('/') {
        let start = at + found;
        let length = length(&text[start..gap.end]);
        let before = &text[at..start];
        comments.push(Comment {
            range: start..start + length,
            text: text[start..start + length].trim_end(),
            leads: at == 0 || before.contains('\n'),
            after_blank: has_blank(before),
        });
        at = start + length;
    }
}

/// Whether white space holds an empty line.
pub(super) fn has_blank(space: &str) -> bool {
    space.matches('\n').count() > 1
}

/// The length of the comment at the beginning of a text, without a line end.
fn length(text: &str) -> usize {
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    let (mut depth, mut at) = (0_usize, 0);
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}
