//! Mends of what the compiler says: its helps, where they name the text to be written, and what silences a warning.

use std::collections::HashMap;
use std::ops::Range;

use lsp_types as lsp;

use super::analysis::Mistake;
use super::diagnostics::diagnostic;
use super::editor::{Answer, Editor, Known, shifted};
use super::names::Item;

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
        for (number, mend) in mends(&known, mistake, &range).into_iter().enumerate() {
            let edit = lsp::TextEdit {
                range: known.text.range(&mend.range),
                new_text: mend.text,
            };
            actions.push(lsp::CodeActionOrCommand::CodeAction(lsp::CodeAction {
                title: mend.title,
                kind: Some(lsp::CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![told.clone()]),
                edit: Some(lsp::WorkspaceEdit {
                    changes: Some(HashMap::from([(known.uri.clone(), vec![edit])])),
                    ..lsp::WorkspaceEdit::default()
                }),
                is_preferred: Some(number == 0 && !mend.silences),
                ..lsp::CodeAction::default()
            }));
        }
    }
    Ok(actions)
}

/// A change that mends a mistake.
struct Mend {
    title: String,
    range: Range<usize>,
    text: String,
    /// Whether it hides the mistake and does not mend it.
    silences: bool,
}

fn mends(known: &Known, mistake: &Mistake, range: &Range<usize>) -> Vec<Mend> {
    let mut mends = Vec::new();
    let mut add = |title: String, range: Range<usize>, text: String| {
        mends.push(Mend {
            title,
            range,
            text,
            silences: false,
        });
    };
    let written = known.text.text.get(range.clone()).unwrap_or_default();
    let help = mistake.help.as_deref().unwrap_or_default();
    if let Some(meant) = between(help, "did you mean `", "`?") {
        add(format!("write `{meant}`"), range.clone(), meant.to_owned());
    }
    match mistake.code {
        "syntax" => {
            let expected = between(&mistake.message, "expected ", ", found").unwrap_or_default();
            let end = known.text.text[..range.start].trim_end().len();
            for missing in expected.split('`').skip(1).step_by(2) {
                if missing.starts_with(|first: char| first.is_ascii_punctuation()) {
                    add(format!("add `{missing}`"), end..end, missing.to_owned());
                }
            }
            if let Some(word) = between(help, "a name that is a keyword is written `", "`") {
                add(format!("write `{word}`"), range.clone(), word.to_owned());
            }
            if help == "leave it out" {
                add(
                    format!("leave `{written}` out"),
                    range.clone(),
                    String::new(),
                );
            }
        }
        "unused_variable" => {
            if let Some(ignored) = between(help, "or call it `", "`") {
                add(
                    format!("call it `{ignored}`"),
                    range.clone(),
                    ignored.to_owned(),
                );
            }
            if let Some(ignored) = between(help, "or write `", "`") {
                add(
                    format!("write `{ignored}`"),
                    range.clone(),
                    ignored.to_owned(),
                );
            }
        }
        "subsumed_condition" if help == "leave it out" => {
            if let Some(range) = whole_condition(known, range) {
                add("leave the condition out".to_owned(), range, String::new());
            }
        }
        "unknown_group" => {
            if let Some(group) = between(help, "declare it: `group ", " {") {
                let end = known.text.text.len();
                let text = format!("\ngroup {group} {{}}\n");
                add(format!("declare the group `{group}`"), end..end, text);
            }
        }
        "unsized_type" => {
            if let Some(instead) = between(help, "write `", "`") {
                add(
                    format!("write `{instead}`"),
                    range.clone(),
                    instead.to_owned(),
                );
            }
        }
        "unknown_field" if help == "write them in braces" => braces(known, range, &mut add),
        "self_reactivation" if help.contains("`#[no_loop]`") => {
            if let Some(rule) = known.file.item_at(range.start) {
                let (at, indent) = head(known, rule);
                add(
                    "give the rule `#[no_loop]`".to_owned(),
                    at..at,
                    format!("#[no_loop]\n{indent}"),
                );
            }
        }
        _ => {}
    }
    if !mistake.is_error
        && let Some(item) = known.file.item_at(range.start)
    {
        let (at, indent) = head(known, item);
        mends.push(Mend {
            title: format!("allow `{}` here", mistake.code),
            range: at..at,
            text: format!("#[allow(rules::{})]\n{indent}", mistake.code),
            silences: true,
        });
    }
    mends
}

/// `Cell(x)` as `Cell { x }`.
fn braces(known: &Known, range: &Range<usize>, add: &mut impl FnMut(String, Range<usize>, String)) {
    let text = &known.text.text;
    let Some(open) = text[range.start..].find('(').map(|at| range.start + at) else {
        return;
    };
    let Some(close) = text[open..].find(')').map(|at| open + at) else {
        return;
    };
    let inside = text[open + 1..close].trim();
    if inside.contains('(') {
        return;
    }
    add(
        "write the fields in braces".to_owned(),
        open..close + 1,
        format!(" {{ {inside} }}"),
    );
}

/// What stands between two texts.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(before)?;
    rest.split_once(after).map(|(found, _)| found)
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

/// The condition in which a range stands, with its `;` and the white space before it.
fn whole_condition(known: &Known, range: &Range<usize>) -> Option<Range<usize>> {
    let text = &known.text.text;
    let rest = text.get(range.end..)?;
    let after = rest.len() - rest.trim_start().len();
    if !rest[after..].starts_with(';') {
        return None;
    }
    let before = text[..range.start].trim_end();
    // It is a condition of its own where one ends before it, or the braces begin.
    before
        .ends_with(['{', ';', '}'])
        .then(|| before.len()..range.end + after + 1)
}
