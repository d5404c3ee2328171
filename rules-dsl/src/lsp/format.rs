//! Formatting, by the formatter of `rules fmt`: of a whole file, or of the lines that a range touches.
//!
//! `parts` formats nothing but the items that have changed since the file was formatted last, and those of open files before
//! anybody asks.

mod parts;

use std::ops::Range;

use lsp_types as lsp;

use super::documents::Text;
use super::editor::{Answer, Editor, Known, Refusal};
pub(super) use parts::{Ahead, Parts};
use parts::{format_parts, format_text};

/// The whole document, formatted.
pub(super) fn format_document(
    editor: &mut Editor,
    params: &lsp::DocumentFormattingParams,
) -> Answer<Vec<lsp::TextEdit>> {
    let known = editor.known_of(&params.text_document.uri)?;
    edits(editor, &known)
}

/// What formatting changes in the lines of a range. A change that reaches beyond them is made whole.
pub(super) fn format_range(
    editor: &mut Editor,
    params: &lsp::DocumentRangeFormattingParams,
) -> Answer<Vec<lsp::TextEdit>> {
    let known = editor.known_of(&params.text_document.uri)?;
    let mut edits = edits(editor, &known)?;
    let asked = params.range;
    edits.retain(|edit| {
        let (start, end) = (edit.range.start.line, edit.range.end.line);
        // A range that ends at the beginning of a line does not reach into it.
        let ends_before = end < asked.start.line
            || end == asked.start.line && edit.range.end.character == 0 && start < end;
        !ends_before && start <= asked.end.line
    });
    Ok(edits)
}

/// The edits that format a file: of each run of lines that differ, one.
fn edits(editor: &mut Editor, known: &Known) -> Answer<Vec<lsp::TextEdit>> {
    let text = known.text.text.as_str();
    let parts = editor.formatted.entry(known.path.clone()).or_default();
    if let Some(formatted) = format_parts(&known.path, text, parts) {
        let changed = formatted
            .iter()
            .filter(|lines| text[lines.range.clone()] != lines.text);
        let edits = changed.flat_map(|lines| differences(&known.text, &lines.range, &lines.text));
        return Ok(edits.collect());
    }
    let formatted = format_text(&known.path, text).map_err(|found| {
        let first = found.iter().next();
        let what = first.map_or("it does not parse", |first| first.message.as_str());
        Refusal::failed(format!("the file cannot be formatted: {what}"))
    })?;
    Ok(differences(&known.text, &(0..text.len()), &formatted.0))
}

/// The edits that make one text of a range of another: all between two runs of lines that stay is one.
fn differences(text: &Text, range: &Range<usize>, new: &str) -> Vec<lsp::TextEdit> {
    let diff = similar::TextDiff::from_lines(&text.text[range.clone()], new);
    let (old_starts, new_starts) = (starts(diff.old_slices()), starts(diff.new_slices()));
    let same = diff
        .ops()
        .iter()
        .filter(|op| op.tag() == similar::DiffTag::Equal);
    let same = same.map(|op| (op.old_range(), op.new_range()));
    let (old_end, new_end) = (old_starts.len() - 1, new_starts.len() - 1);
    let mut edits = Vec::new();
    let (mut old_at, mut new_at) = (0, 0);
    for (old, new_lines) in same.chain([(old_end..old_end, new_end..new_end)]) {
        if (old_at, new_at) != (old.start, new_lines.start) {
            let (start, end) = (old_starts[old_at], old_starts[old.start]);
            edits.push(lsp::TextEdit {
                range: text.range(&(range.start + start..range.start + end)),
                new_text: new[new_starts[new_at]..new_starts[new_lines.start]].to_owned(),
            });
        }
        (old_at, new_at) = (old.end, new_lines.end);
    }
    edits
}

/// Where lines begin, and where the last ends.
fn starts(lines: &[&str]) -> Vec<usize> {
    let mut starts = vec![0];
    let mut at = 0;
    for line in lines {
        at += line.len();
        starts.push(at);
    }
    starts
}

#[cfg(test)]
mod tests;
