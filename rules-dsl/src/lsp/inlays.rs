//! How the network finds the matches of each condition, in a word behind it.

use std::ops::Range;

use lsp_types as lsp;

use super::editor::{Answer, Editor, Known, shifted};
use super::names::TokenKind;

/// The hints of a part of a document.
pub(super) fn inlays(
    editor: &mut Editor,
    params: &lsp::InlayHintParams,
) -> Answer<Vec<lsp::InlayHint>> {
    let known = editor.known_of(&params.text_document.uri)?;
    let asked = known.text.offset(params.range.start)..known.text.offset(params.range.end);
    let ruleset = editor.workspace.ruleset(&known.path);
    let Some(findings) = editor.findings.get(&ruleset) else {
        return Ok(Vec::new());
    };
    let mut hints = Vec::new();
    for hint in &findings.hints {
        let Some(range) = shifted(findings, &hint.place, &known) else {
            continue;
        };
        if range.end < asked.start || range.end > asked.end {
            continue;
        }
        let end = pattern_end(&known, range);
        hints.push(lsp::InlayHint {
            position: known.text.range(&(end..end)).end,
            label: lsp::InlayHintLabel::String(hint.label.clone()),
            kind: None,
            text_edits: None,
            tooltip: Some(lsp::InlayHintTooltip::String(hint.explanation.to_owned())),
            padding_left: Some(true),
            padding_right: None,
            data: None,
        });
    }
    hints.sort_by_key(|hint| (hint.position.line, hint.position.character));
    Ok(hints)
}

/// Where a pattern or a call ends of which the name stands there; of other names their own end.
fn pattern_end(known: &Known, name: Range<usize>) -> usize {
    let file = &known.file;
    let item = file.item_at(name.start);
    let mut sections = item.iter().flat_map(|item| &item.sections);
    let is_condition =
        sections.any(|section| section.word == "when" && section.range.contains(&name.start));
    let next = file
        .tokens
        .partition_point(|token| token.range.start < name.end);
    match file.tokens.get(next) {
        Some(next) if is_condition && next.kind == TokenKind::Open => {
            file.end_of_brackets(next.range.start).unwrap_or(name.end)
        }
        _ => name.end,
    }
}
