//! Mends of what the compiler says, as edits of the text; and what silences a warning.
//!
//! A mistake brings its mends along, in terms of tokens. Here they become ranges of the text as it is now, with the
//! `;`, the brackets or the line that go with the tokens.

use std::collections::HashMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use lsp_types as lsp;

use crate::diagnostic::Edit;

use super::diagnostics::diagnostic;
use super::documents::{Documents, Text};
use super::editor::{Answer, Editor, Known, shifted};
use super::names::{Item, Kind, Name, Role, Symbol, TokenKind};
use super::workspace::Workspace;

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
    let mut files = Sheets {
        workspace: &mut editor.workspace,
        documents: &editor.documents,
        root: ruleset.root.clone(),
    };
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
        let mut told = diagnostic(files.documents, findings, mistake);
        told.range = known.text.range(&range);
        let mut add = |title: String, change: Change, is_preferred: bool| {
            let (uri, text) = change
                .elsewhere
                .unwrap_or_else(|| (known.uri.clone(), Arc::clone(&known.text)));
            let edit = lsp::TextEdit {
                range: text.range(&change.range),
                new_text: change.text,
            };
            actions.push(lsp::CodeActionOrCommand::CodeAction(lsp::CodeAction {
                title,
                kind: Some(lsp::CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![told.clone()]),
                edit: Some(lsp::WorkspaceEdit {
                    changes: Some(HashMap::from([(uri, vec![edit])])),
                    ..lsp::WorkspaceEdit::default()
                }),
                is_preferred: Some(is_preferred),
                ..lsp::CodeAction::default()
            }));
        };
        for (number, (place, edit)) in mistake.mends.iter().enumerate() {
            let first = mistake.labels.first();
            let first = first.and_then(|(first, _)| shifted(findings, first, &known));
            let change = shifted(findings, place, &known).and_then(|place| match edit {
                Edit::ConditionFirst => moved(&known, &place, &first?),
                Edit::Cell { line, column, text } => {
                    files.cell(&known, &place, (*line, *column), text)
                }
                edit => change(&known, &place, edit),
            });
            if let Some(change) = change {
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
    /// The file, where it is not the one of the mistake.
    elsewhere: Option<(lsp::Url, Arc<Text>)>,
}

/// The files in which rows of tables stand.
struct Sheets<'e> {
    workspace: &'e mut Workspace,
    documents: &'e Documents,
    /// Where their paths begin.
    root: Option<PathBuf>,
}

impl Sheets<'_> {
    /// Another text in a cell of the file whose name stands at a place.
    fn cell(
        &mut self,
        known: &Known,
        place: &Range<usize>,
        (line, column): (usize, usize),
        text: &str,
    ) -> Option<Change> {
        let name: syn::LitStr = syn::parse_str(known.text.text.get(place.clone())?).ok()?;
        let path = self.root.as_ref()?.join(name.value());
        let sheet = self.workspace.text(self.documents, &path).ok()?;
        let (range, text) = rules_tables::mend_csv(&sheet.text, line, column, text)?;
        Some(Change {
            range,
            text,
            elsewhere: Some((lsp::Url::from_file_path(&path).ok()?, sheet)),
        })
    }
}

/// The condition that binds a variable, before the one that uses it. `None` where it would come before what it uses
/// itself.
fn moved(known: &Known, used: &Range<usize>, bound: &Range<usize>) -> Option<Change> {
    let text = known.text.text.as_str();
    let open = around(known, used.start, bound.start)?;
    let statements = statements(known, open)?;
    let at = |place: usize| {
        let mut all = statements.iter();
        all.position(|statement| statement.contains(&place))
    };
    let (first, second) = (at(used.start)?, at(bound.start)?);
    let (asking, binder) = (&statements[first], statements.get(second)?);
    let between = asking.start..binder.start;
    let mut names = known.file.names.iter();
    let needs_between = names.any(|name| {
        let Symbol::Variable(id) = name.symbol else {
            return false;
        };
        let is_own =
            |name: &&Name| name.role == Role::Definition && name.symbol == Symbol::Variable(id);
        binder.contains(&name.range.start)
            && name.role == Role::Use
            && (known.file.names.iter().filter(is_own))
                .any(|own| between.contains(&own.range.start))
    });
    if first >= second || needs_between {
        return None;
    }
    let end = statements[second - 1].end;
    let space = &text[end..binder.start];
    let (binds, before) = (&text[binder.clone()], &text[asking.start..end]);
    // A comment stays with what it is about, and of that nothing is known.
    space.trim().is_empty().then(|| Change {
        range: asking.start..binder.end,
        text: format!("{binds}{space}{before}"),
        elsewhere: None,
    })
}

/// Where the innermost braces open around two places.
fn around(known: &Known, one: usize, other: usize) -> Option<usize> {
    let (one, other) = (one.min(other), one.max(other));
    let mut tokens = known.file.tokens.iter();
    let mut open: Vec<usize> = Vec::new();
    let mut least = usize::MAX;
    for token in tokens
        .by_ref()
        .take_while(|token| token.range.start < other)
    {
        if token.range.start >= one {
            least = least.min(open.len());
        }
        match token.kind {
            TokenKind::Open => open.push(token.range.start),
            TokenKind::Close => _ = open.pop(),
            _ => {}
        }
    }
    open.truncate(least.min(open.len()));
    let text = &known.text.text;
    open.pop().filter(|open| text[*open..].starts_with('{'))
}

/// The statements in braces, each with its `;`. `None` where they do not all have one.
fn statements(known: &Known, open: usize) -> Option<Vec<Range<usize>>> {
    let end = known.file.end_of_brackets(open)?;
    let tokens = known.file.tokens.iter();
    let tokens = tokens.filter(|token| token.kind != TokenKind::Comment);
    let mut tokens = tokens
        .skip_while(|token| token.range.start <= open)
        .peekable();
    let mut found: Vec<Range<usize>> = Vec::new();
    while let Some(first) = tokens.peek().filter(|token| token.range.end < end) {
        let statement = statement(known, first.range.start)?;
        while tokens
            .next_if(|token| token.range.start < statement.end)
            .is_some()
        {}
        found.push(statement);
    }
    Some(found)
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
        // They change other places.
        Edit::ConditionFirst | Edit::Cell { .. } => return None,
    };
    Some(Change {
        range,
        text,
        elsewhere: None,
    })
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
