//! How the network finds the matches of each condition, in a word behind it.

use lsp_types as lsp;

use super::editor::{Answer, Editor, shifted};

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
        hints.push(lsp::InlayHint {
            position: known.text.range(&range).end,
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
