//! Formatting, by the formatter of `rules fmt`: of a whole file, or of the lines that a range touches.

use lsp_types as lsp;

use crate::format::format;
use crate::source::Source;

use super::documents::Text;
use super::editor::{Answer, Editor, Known, Refusal};

/// The whole document, formatted.
pub(super) fn format_document(
    editor: &mut Editor,
    params: &lsp::DocumentFormattingParams,
) -> Answer<Vec<lsp::TextEdit>> {
    let known = editor.known_of(&params.text_document.uri)?;
    let formatted = formatted(&known)?;
    Ok(edits(&known.text, &formatted))
}

/// What formatting changes in the lines of a range. A change that reaches beyond them is made whole.
pub(super) fn format_range(
    editor: &mut Editor,
    params: &lsp::DocumentRangeFormattingParams,
) -> Answer<Vec<lsp::TextEdit>> {
    let known = editor.known_of(&params.text_document.uri)?;
    let formatted = formatted(&known)?;
    let mut edits = edits(&known.text, &formatted);
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

fn formatted(known: &Known) -> Answer<String> {
    proc_macro2::extra::invalidate_current_thread_spans();
    let text = (known.path.clone(), known.text.text.clone());
    let source = Source::from_files(Some("Ruleset"), [text]);
    format(&source).map_err(|found| {
        let first = found.iter().next();
        let what = first.map_or("it does not parse", |first| first.message.as_str());
        Refusal::failed(format!("the file cannot be formatted: {what}"))
    })
}

/// The edits that make one text of another: of each run of lines that differ, one.
fn edits(text: &Text, formatted: &str) -> Vec<lsp::TextEdit> {
    let diff = similar::TextDiff::from_lines(text.text.as_str(), formatted);
    let old: Vec<usize> = starts(diff.old_slices());
    let new: Vec<usize> = starts(diff.new_slices());
    let changes = diff
        .ops()
        .iter()
        .filter(|op| op.tag() != similar::DiffTag::Equal);
    changes
        .map(|op| {
            let (before, after) = (op.old_range(), op.new_range());
            lsp::TextEdit {
                range: text.range(&(old[before.start]..old[before.end])),
                new_text: formatted[new[after.start]..new[after.end]].to_owned(),
            }
        })
        .collect()
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
