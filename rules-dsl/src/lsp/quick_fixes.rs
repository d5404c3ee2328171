//! Mends of what the compiler says, as edits of the text; and what silences a warning.
//!
//! A mistake brings its mends along, in terms of tokens. Here they become ranges of the text as it is now, with the
//! `;`, the brackets or the line that go with the tokens.

use std::collections::HashMap;
use std::ops::Range;

use lsp_types as lsp;

use crate::diagnostic::Edit;

use super::diagnostics::diagnostic;
use super::editor::{Answer, Editor, Known, shifted};
use super::names::{Item, Kind, TokenKind};

/// The mends of the mistakes in a range.
pub(super) fn quick_fixes(
    editor: &mut Editor,
    params: &lsp::CodeActionParams,
) -> Answer<Vec<lsp::CodeActionOrCommand>> {
    let known = editor.known_of(&params.text_document.uri)?;
    let is_asked = |kind: &lsp::CodeActionKind| {
        lsp::CodeActionKind::QUICKFIX
            .as_str()
            .starts_with(kind.as_str())
    };
    if params
        .context
        .only
        .as_ref()
        .is_some_and(|only| !only.iter().any(is_asked))
    {
        return Ok(Vec::new());
    }
    let asked = known.text.offset(params.range.start)..known.text.offset(params.range.end);
    let ruleset = editor.workspace.ruleset(&known.path);
    let Some(findings) = editor.findings.get(&ruleset) else {
        return Ok(Vec::new());
    };
    let mut actions = Vec::new();
    for mistake in &findings.mistakes {
        let Some(range) = shifted(findings, &mistake.place, &known) else {
            continue;
        };
        if range.start > asked.end || range.end < asked.start {
            continue;
        }
        let mut told = diagnostic(editor, findings, mistake);
        told.range = known.text.range(&range);
        let mut add = |title: String, change: Change, is_preferred: bool| {
            let edit = lsp::TextEdit {
                range: known.text.range(&change.range),
                new_text: change.text,
            };
            actions.push(lsp::CodeActionOrCommand::CodeAction(lsp::CodeAction {
                title,
                kind: Some(lsp::CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![told.clone()]),
                edit: Some(lsp::WorkspaceEdit {
                    changes: Some(HashMap::from([(known.uri.clone(), vec![edit])])),
                    ..lsp::WorkspaceEdit::default()
                }),
                is_preferred: Some(is_preferred),
                ..lsp::CodeAction::default()
            }));
        };
        for (number, (place, edit)) in mistake.mends.iter().enumerate() {
            let place = shifted(findings, place, &known);
            if let Some(change) = place.and_then(|place| change(&known, &place, edit)) {
                add(edit.title(), change, number == 0);
            }
        }
        if !mistake.is_error {
            let allow = Edit::Attribute(format!("#[allow(rules::{})]", mistake.code));
            if let Some(change) = change(&known, &range, &allow) {
                add(format!("allow `{}` here", mistake.code), change, false);
            }
        }
    }
    Ok(actions)
}

/// A text in place of another.
struct Change {
    range: Range<usize>,
    text: String,
}

/// What an edit of the tokens at a place makes of the text.
fn change(known: &Known, place: &Range<usize>, edit: &Edit) -> Option<Change> {
    let text = known.text.text.as_str();
    let (range, text) = match edit {
        Edit::Replace(new) => (place.clone(), spaced(text, place, new)),
        Edit::Before(new) => (place.start..place.start, new.clone()),
        Edit::After(new) => (place.end..place.end, new.clone()),
        Edit::Remove => {
            let space = usize::from(text[place.end..].starts_with(' '));
            (place.start..place.end + space, String::new())
        }
        Edit::RemoveCondition => (whole_condition(known, place)?, String::new()),
        Edit::Within(head) => {
            let statement = statement(known, place.start)?;
            let inside = text.get(statement.clone())?;
            (statement, format!("{head} {{ {inside} }}"))
        }
        Edit::Braces => {
            let group = parentheses(known, place.end)?;
            let inside = text.get(group.start + 1..group.end - 1)?.trim();
            (place.end..group.end, format!(" {{ {inside} }}"))
        }
        Edit::NoParentheses => (place.end..parentheses(known, place.end)?.end, String::new()),
        Edit::Attribute(attribute) => {
            let (at, indent) = head(known, known.file.item_at(place.start)?);
            (at..at, format!("{attribute}\n{indent}"))
        }
        Edit::RulesetAttribute(attribute) => {
            let mut items = known.file.items.iter();
            let (at, indent) = head(known, items.find(|item| item.kind == Kind::Ruleset)?);
            (at..at, format!("{attribute}\n{indent}"))
        }
        Edit::Item(item) => (text.len()..text.len(), format!("\n{item}\n")),
    };
    Some(Change { range, text })
}

/// A text in place of another, which does not become one word with what stands beside it.
fn spaced(text: &str, place: &Range<usize>, new: &str) -> String {
    let is_word = |c: Option<char>| c.is_some_and(|c| c == '_' || c.is_alphanumeric());
    let (before, after) = (&text[..place.start], &text[place.end..]);
    let joins_before = is_word(before.chars().next_back()) && is_word(new.chars().next());
    let joins_after = is_word(new.chars().next_back()) && is_word(after.chars().next());
    let space = |joins| if joins { " " } else { "" };
    format!("{}{new}{}", space(joins_before), space(joins_after))
}

/// The condition whose tokens, or the first of them, stand at a place: with its word, its `;` and the white space before it.
/// `None` where they are only a part of one.
fn whole_condition(known: &Known, place: &Range<usize>) -> Option<Range<usize>> {
    let text = known.text.text.as_str();
    let statement = statement(known, place.start)?;
    let before = text.get(..place.start)?.trim_end();
    let begins = if let Some(before) = before.strip_suffix("if") {
        // After a pattern it is a guard.
        let rest = text.get(place.end..statement.end);
        let is_test = rest.is_some_and(|rest| rest.trim_start() == ";");
        (before.trim_end(), is_test, &['{', ';'][..])
    } else {
        let word = ["exists", "not"]
            .into_iter()
            .find_map(|word| before.strip_suffix(word));
        (word?.trim_end(), true, &['{', ';', '}'][..])
    };
    let (before, is_whole, ends) = begins;
    (is_whole && before.ends_with(ends)).then_some(before.len()..statement.end)
}

/// The statement that begins at a place, with its `;`.
fn statement(known: &Known, start: usize) -> Option<Range<usize>> {
    let mut depth = 0_usize;
    let tokens = known.file.tokens.iter();
    for token in tokens.skip_while(|token| token.range.start < start) {
        match token.kind {
            TokenKind::Open => depth += 1,
            // Without a `;` it is no statement, but what a block gives.
            TokenKind::Close => depth = depth.checked_sub(1)?,
            TokenKind::Mark if depth == 0 && known.text.text[token.range.clone()] == *";" => {
                return Some(start..token.range.end);
            }
            _ => {}
        }
    }
    None
}

/// The parentheses that open next after a place.
fn parentheses(known: &Known, at: usize) -> Option<Range<usize>> {
    let mut tokens = known.file.tokens.iter();
    let open = tokens.find(|token| token.range.start >= at)?;
    if known.text.text.get(open.range.clone())? != "(" {
        return None;
    }
    let start = open.range.start;
    Some(start..known.file.end_of_brackets(start)?)
}

/// Where an attribute of an item goes, and the indentation of its line.
fn head<'k>(known: &'k Known, item: &Item) -> (usize, &'k str) {
    let text = &known.text.text;
    let mut at = item.range.start;
    // After its documentation.
    while text[at..].starts_with("///") {
        let line = text[at..].find('\n').map_or(text.len(), |end| at + end);
        at = line + (text[line..].len() - text[line..].trim_start().len());
    }
    let start = known.text.lines.start_of_line(at);
    let indent = &text[start..at];
    let indent = if indent.trim().is_empty() { indent } else { "" };
    (at, indent)
}
