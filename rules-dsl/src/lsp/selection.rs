//! What encloses a place, step by step: the word, each bracket, the condition, the item, the file.

use std::ops::Range;

use lsp_types as lsp;

use super::editor::{Answer, Editor, Known, Refusal};
use super::names::TokenKind;

/// The ranges around each of some places.
pub(super) fn selection(
    editor: &mut Editor,
    params: &lsp::SelectionRangeParams,
) -> Answer<Vec<lsp::SelectionRange>> {
    let known = editor.known_of(&params.text_document.uri)?;
    let ranges = params.positions.iter().map(|position| {
        let mut ranges = around(&known, known.text.offset(*position));
        ranges.sort_by_key(|range| std::cmp::Reverse(range.len()));
        let mut parent: Option<lsp::SelectionRange> = None;
        for range in ranges {
            let range = known.text.range(&range);
            if parent.as_ref().is_some_and(|parent| parent.range == range) {
                continue;
            }
            let around = parent.take().map(Box::new);
            parent = Some(lsp::SelectionRange {
                range,
                parent: around,
            });
        }
        parent.ok_or_else(|| Refusal::failed("there is no text"))
    });
    ranges.collect()
}

/// All ranges that enclose an offset, each within those longer than it.
fn around(known: &Known, offset: usize) -> Vec<Range<usize>> {
    let whole = 0..known.text.text.len();
    let mut ranges = vec![whole];
    let holds = |range: &Range<usize>| range.start <= offset && offset <= range.end;
    for item in known.file.all_items() {
        if holds(&item.range) {
            ranges.push(item.range.clone());
        }
    }
    let mut open: Vec<usize> = Vec::new();
    // Where a part begins, such as a condition: after a bracket, a `;` or a `,`.
    let mut parts: Vec<Option<usize>> = vec![None];
    for token in &known.file.tokens {
        let written = known.text.text.get(token.range.clone()).unwrap_or_default();
        let ends_part = matches!(written, ";" | ",");
        if token.kind == TokenKind::Close
            && let Some(start) = open.pop()
        {
            if let Some(start) = parts.pop().flatten() {
                push(
                    &mut ranges,
                    start,
                    end_before(known, token.range.start),
                    offset,
                );
            }
            push(&mut ranges, start + 1, token.range.start, offset);
            push(&mut ranges, start, token.range.end, offset);
        }
        if let Some(part) = parts.last_mut() {
            if ends_part {
                if let Some(start) = part.take() {
                    push(&mut ranges, start, token.range.end, offset);
                }
            } else if token.kind != TokenKind::Comment && token.kind != TokenKind::Close {
                part.get_or_insert(token.range.start);
            }
        }
        if token.kind == TokenKind::Open {
            open.push(token.range.start);
            parts.push(None);
        }
        let is_word = matches!(
            token.kind,
            TokenKind::Word | TokenKind::Text | TokenKind::Number | TokenKind::Comment
        );
        if is_word && holds(&token.range) {
            ranges.push(token.range.clone());
        }
    }
    nested(ranges)
}

fn push(ranges: &mut Vec<Range<usize>>, start: usize, end: usize, offset: usize) {
    if start <= offset && offset <= end {
        ranges.push(start..end);
    }
}

/// The end of the text before an offset, without white space.
fn end_before(known: &Known, offset: usize) -> usize {
    known.text.text[..offset].trim_end().len()
}

/// Leaves out what does not lie within the next longer range.
fn nested(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| std::cmp::Reverse(range.len()));
    let mut kept: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        if kept
            .last()
            .is_none_or(|outer| outer.start <= range.start && range.end <= outer.end)
        {
            kept.push(range);
        }
    }
    kept
}
