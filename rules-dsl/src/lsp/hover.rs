//! What is said of the name or the word at a place.

mod word;

use std::fmt::Write as _;

use lsp_types as lsp;

use super::editor::{Answer, Editor, Here, Known};
use super::names::{Item, Kind, Member, Name, Role, Symbol, Type};

/// The hover at a place.
pub(super) fn hover(editor: &mut Editor, params: &lsp::HoverParams) -> Answer<Option<lsp::Hover>> {
    let here = editor.here(&params.text_document_position_params)?;
    let names = editor.names_here(&here);
    let texts: Vec<String> = names
        .iter()
        .filter_map(|name| of_name(editor, &here, name))
        .collect();
    let (text, range) = match names.first() {
        Some(name) if !texts.is_empty() => (texts.join("\n\n---\n\n"), name.range.clone()),
        _ => match word::word(&here) {
            Some((sentence, range)) => (sentence.to_owned(), range),
            None => return Ok(None),
        },
    };
    Ok(Some(lsp::Hover {
        contents: lsp::HoverContents::Markup(lsp::MarkupContent {
            kind: lsp::MarkupKind::Markdown,
            value: text,
        }),
        range: Some(here.known.text.range(&range)),
    }))
}

fn code(text: &str) -> String {
    format!("```rust\n{text}\n```")
}

fn with_docs(mut text: String, docs: &[String]) -> String {
    if !docs.is_empty() {
        text.push_str("\n\n");
        text.push_str(&docs.join("\n"));
    }
    text
}

fn of_name(editor: &mut Editor, here: &Here, name: &Name) -> Option<String> {
    match &name.symbol {
        Symbol::Variable(id) => {
            let variable = &here.known.file.variables[*id];
            let ty = shown_type(editor, &here.known, &variable.ty);
            let ty = ty.map_or_else(String::new, |ty| format!(": {ty}"));
            let text = code(&format!("{}{ty}", variable.name));
            Some(format!("{text}\n\n{}", variable.origin()))
        }
        Symbol::Field(of, field) => {
            let (ty, docs) = field_type(editor, &here.known, of, field)?;
            Some(with_docs(code(&format!("{of}.{field}: {ty}")), &docs))
        }
        Symbol::Variant(of, variant) => {
            let (ty, docs) = field_type(editor, &here.known, of, variant)?;
            let text = declared(&format!("{of}::{variant}"), &ty);
            Some(with_docs(code(&text), &docs))
        }
        Symbol::Lint(lint) => {
            let code = crate::diagnostic::Code::ALL
                .iter()
                .find(|code| code.name() == lint)?;
            Some(format!("The warning `{}` is silenced here.", code.name()))
        }
        symbol => {
            let Some((known, item)) = editor.item_of(&here.known, symbol) else {
                return of_rust_type(editor, &here.known, symbol);
            };
            let mut text = code(&item.head);
            text = with_docs(text, &item.docs);
            text.push_str(&members(&members_of(editor, &known, &item)));
            text.push_str(&in_network(editor, &known, &item));
            Some(text)
        }
    }
}

/// A member as it is declared: `id: u32`, `Sent(u32)`, `Picked { by: u32 }`.
fn declared(name: &str, ty: &str) -> String {
    let own = name.rsplit("::").next().unwrap_or(name);
    let is_variant = own.starts_with(char::is_uppercase);
    match ty.chars().next() {
        None => name.to_owned(),
        Some('(') if is_variant => format!("{name}{ty}"),
        Some(_) if is_variant => format!("{name} {ty}"),
        Some(_) => format!("{name}: {ty}"),
    }
}

fn members(members: &[Member]) -> String {
    let mut text = String::new();
    let named = members.iter().filter(|member| {
        // Positions stand in the head.
        let is_position = member.name.starts_with(|c: char| c.is_ascii_digit());
        !is_position || !member.docs.is_empty()
    });
    for member in named.take(12) {
        let docs = member
            .docs
            .first()
            .map_or_else(String::new, |line| format!(" {line}"));
        _ = write!(text, "\n- `{}`{docs}", declared(&member.name, &member.ty));
    }
    if text.is_empty() {
        text
    } else {
        format!("\n{text}")
    }
}

/// The members of an item; the fields of a kind have the types that they have in the facts.
pub(super) fn members_of(editor: &mut Editor, known: &Known, item: &Item) -> Vec<Member> {
    let mut members = item.members.clone();
    if item.kind == Kind::SharedFields {
        let types = item.head.split_once('=').map_or("", |(_, types)| types);
        let types: Vec<&str> = types.split(" or ").map(str::trim).collect();
        for member in members.iter_mut().filter(|member| member.ty.is_empty()) {
            let mut found = types.iter().filter(|of| **of != item.name);
            let found = found.find_map(|of| field_type(editor, known, of, &member.name));
            member.ty = found.map(|(ty, _)| ty).unwrap_or_default();
        }
    }
    members
}

/// A type that is declared in Rust code.
fn of_rust_type(editor: &mut Editor, known: &Known, symbol: &Symbol) -> Option<String> {
    let Symbol::Type(name) = symbol else {
        return None;
    };
    let declared = editor.rust_type(known, name)?;
    let mut text = with_docs(
        code(&format!("{} {}", declared.word, declared.name)),
        &declared.docs,
    );
    text.push('\n');
    for member in declared.members.iter().take(12) {
        _ = write!(text, "\n- `{}`", self::declared(&member.name, &member.ty));
    }
    let file = declared
        .path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    _ = write!(text, "\n\ndeclared in `{file}`");
    Some(text)
}

/// The place of a rule, a query or a fact among the rules.
fn in_network(editor: &mut Editor, known: &Known, item: &Item) -> String {
    let Some(findings) = editor.findings(&known.path) else {
        return String::new();
    };
    let list = |names: &[String]| {
        let shown: Vec<String> = names
            .iter()
            .take(8)
            .map(|name| format!("`{name}`"))
            .collect();
        let more = names.len().saturating_sub(shown.len());
        let rest = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        shown.join(", ") + &rest
    };
    let mut lines: Vec<String> = Vec::new();
    if let Some(rule) = findings.rules.iter().find(|rule| rule.name == item.name) {
        if rule.nodes > 0 {
            let nodes = if rule.nodes == 1 {
                "1 node".to_owned()
            } else {
                format!("{} nodes", rule.nodes)
            };
            lines.push(if rule.shared == 0 {
                format!("{nodes} of the network")
            } else {
                format!(
                    "{nodes} of the network, {} of them shared with {}",
                    rule.shared,
                    list(&rule.sharers)
                )
            });
        }
        let hints = findings.hints.iter().filter(|hint| {
            let is_inside = hint.place.range.start >= item.range.start
                && hint.place.range.end <= item.range.end;
            hint.place.file == known.path && is_inside && hint.place.range != rule.place.range
        });
        for hint in hints.take(12) {
            let text = findings
                .job
                .texts
                .iter()
                .find(|(path, _)| *path == hint.place.file);
            let written = text.and_then(|(_, text)| text.text.get(hint.place.range.clone()));
            let condition = written
                .unwrap_or_default()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            lines.push(format!("`{condition}`: {}", hint.label));
        }
        if !rule.after.is_empty() {
            lines.push(format!("may fire after {}", list(&rule.after)));
        }
        if !rule.before.is_empty() {
            lines.push(format!("may lead to {}", list(&rule.before)));
        }
    }
    if let Some(fact) = findings.facts.iter().find(|fact| fact.name == item.name) {
        let mut text = String::new();
        let readers = [fact.readers.as_slice(), fact.queries.as_slice()].concat();
        if !readers.is_empty() {
            _ = write!(text, "\n\nmatched by {}", list(&readers));
        }
        if !fact.writers.is_empty() {
            let writers = list(&fact.writers);
            _ = write!(text, "\n\ninserted, modified or retracted by {writers}");
        }
        return text;
    }
    if lines.is_empty() {
        return String::new();
    }
    format!("\n\n- {}", lines.join("\n- "))
}

impl Editor {
    /// The item that a symbol names, with its file.
    pub(super) fn item_of(&mut self, known: &Known, symbol: &Symbol) -> Option<(Known, Item)> {
        let found = self.occurrences(known, symbol);
        let (known, name) = found
            .into_iter()
            .find(|(_, name)| name.role == Role::Definition)?;
        let item = known
            .file
            .all_items()
            .find(|item| item.name_range.end == name.range.end);
        let item = item.cloned()?;
        Some((known, item))
    }
}

/// The type of a field, or what stands after a variant, with its documentation.
pub(super) fn field_type(
    editor: &mut Editor,
    known: &Known,
    of: &str,
    member: &str,
) -> Option<(String, Vec<String>)> {
    let (of, variant) = match of.split_once("::") {
        Some((of, variant)) => (of, Some(variant)),
        None => (of, None),
    };
    if let Some((known, item)) = editor.item_of(known, &Symbol::Type(of.to_owned())) {
        let mut members = &members_of(editor, &known, &item);
        if let Some(variant) = variant {
            members = &members.iter().find(|one| one.name == variant)?.members;
        }
        let found = members.iter().find(|one| one.name == member)?;
        return Some((found.ty.clone(), found.docs.clone()));
    }
    let name = variant.map_or_else(
        || member.to_owned(),
        |variant| format!("{variant}::{member}"),
    );
    let declared = editor.rust_type(known, of)?;
    let found = declared.member(&name)?;
    Some((found.ty.clone(), found.docs.clone()))
}

/// A type as it is shown; `None` where it is not known.
pub(super) fn shown_type(editor: &mut Editor, known: &Known, ty: &Type) -> Option<String> {
    match ty {
        Type::Fact(of) => {
            let item = editor.item_of(known, &Symbol::Type(of.clone()));
            let is_kind = item.is_some_and(|(_, item)| item.kind == Kind::SharedFields);
            Some(if is_kind {
                of.clone()
            } else {
                format!("&Fact<{of}>")
            })
        }
        Type::Facts(of) => Some(format!("Facts<{of}>")),
        Type::Field(of, member) => field_type(editor, known, of, member).map(|(ty, _)| ty),
        Type::Some(outer) => {
            let outer = shown_type(editor, known, outer)?;
            let inner = outer.strip_prefix("Option<")?.strip_suffix('>')?;
            Some(inner.trim().to_owned())
        }
        Type::Written(ty) => Some(ty.clone()),
        Type::Result(of) => {
            let (_, item) = editor.item_of(known, &Symbol::Callable(of.clone()))?;
            item.head
                .split_once("->")
                .map(|(_, ty)| ty.trim().to_owned())
        }
        Type::Unknown => None,
    }
}
