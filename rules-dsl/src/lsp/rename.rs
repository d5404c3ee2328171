//! Renames what a ruleset declares, in all of its files; what cannot be renamed is refused with the reason.

use std::collections::HashMap;
use std::ops::Range;

use lsp_types as lsp;

use super::editor::{Answer, Editor, Here, Known, Refusal};
use super::lexemes::lexeme;
use super::names::{Item, Kind, Name, Role, Symbol, Token, Type, Variable};
use crate::resolve::names_in;

/// What would be renamed at a place.
pub(super) fn prepare(
    editor: &mut Editor,
    params: &lsp::TextDocumentPositionParams,
) -> Answer<lsp::PrepareRenameResponse> {
    let here = editor.here(params)?;
    let name = renamable(editor, &here)?;
    Ok(lsp::PrepareRenameResponse::RangeWithPlaceholder {
        range: here.known.text.range(&name.range),
        placeholder: here.known.written(&name).to_owned(),
    })
}

/// The edits of a rename.
pub(super) fn rename(
    editor: &mut Editor,
    params: &lsp::RenameParams,
) -> Answer<lsp::WorkspaceEdit> {
    let here = editor.here(&params.text_document_position)?;
    let name = renamable(editor, &here)?;
    let new = params.new_name.trim();
    check_name(editor, &here, &name, new)?;
    let mut changes: HashMap<lsp::Url, Vec<lsp::TextEdit>> = HashMap::new();
    for (known, found) in editor.occurrences(&here.known, &name.symbol) {
        let edit = lsp::TextEdit {
            range: known.text.range(&found.range),
            new_text: text(&known, &found, new),
        };
        changes.entry(known.uri).or_default().push(edit);
    }
    Ok(lsp::WorkspaceEdit {
        changes: Some(changes),
        ..lsp::WorkspaceEdit::default()
    })
}

/// What is written in the place of a name. A field that is its own variable is both from now on.
fn text(known: &Known, name: &Name, new: &str) -> String {
    let is_raw = syn::parse_str::<syn::Ident>(new).is_err();
    let is_field = matches!(name.symbol, Symbol::Field(..));
    let is_raw_there = known.text.text[..name.range.start].ends_with("r#")
        // Else the mark stays with the field.
        && (is_field || !name.is_shorthand);
    let new = if is_raw && !is_raw_there {
        format!("r#{new}")
    } else {
        new.to_owned()
    };
    match &name.symbol {
        _ if !name.is_shorthand => new,
        Symbol::Field(..) => format!("{new}: {}", known.written(name)),
        _ => format!("{}: {new}", known.written(name)),
    }
}

/// The name at a place, where it may be renamed.
fn renamable(editor: &mut Editor, here: &Here) -> Answer<Name> {
    // Of a field that is its own variable the variable is meant: it is what one sees.
    let Some(name) = editor.names_here(here).pop() else {
        return Err(Refusal::failed(
            "there is no name here that the ruleset declares",
        ));
    };
    let occurrences = editor.occurrences(&here.known, &name.symbol);
    let is_declared = occurrences
        .iter()
        .any(|(_, name)| name.role == Role::Definition);
    let written = here.known.written(&name);
    if let Symbol::Lint(_) = name.symbol {
        return Err(Refusal::failed(format!(
            "`{written}` is a name of the compiler's own"
        )));
    }
    if !is_declared {
        let message =
            format!("`{written}` is declared in Rust code: rename it there, with rust-analyzer");
        return Err(Refusal::failed(message));
    }
    if let Symbol::Field(of, field) = &name.symbol {
        check_field(&editor.siblings(&here.known.path), of, field)?;
    }
    Ok(name)
}

/// Refuses a field that stands where its type is not told by the ruleset's text alone.
fn check_field(files: &[Known], of: &str, field: &str) -> Answer<()> {
    for known in files {
        if let Some(kind) = known.kind_that_shares(of, field) {
            let message = format!(
                "the kind `{kind}` shares `{field}`: it would have to change in the kind and in all of its types"
            );
            return Err(Refusal::failed(message));
        }
        if let Some((collection, at)) = known.unknown_member(of, field) {
            let line = known.text.range(&at).start.line + 1;
            let message = format!(
                "`.{field}` in line {line} may be the field of a `{of}` of `{collection}`, which cannot be told: rename it by hand"
            );
            return Err(Refusal::failed(message));
        }
    }
    Ok(())
}

impl Known {
    /// The kind that shares a field of a type, which may be the kind itself.
    fn kind_that_shares(&self, of: &str, field: &str) -> Option<&str> {
        let ty = Symbol::Type(of.to_owned());
        let shares = |item: &&Item| {
            let body = item.sections.first().map_or(0, |body| body.range.start);
            let types = item.range.start..body;
            let mut names = self.file.names.iter();
            item.kind == Kind::SharedFields
                && item.members.iter().any(|member| member.name == field)
                && names.any(|name| name.symbol == ty && types.contains(&name.range.start))
        };
        let kind = self.file.items.iter().find(shares)?;
        Some(&kind.name)
    }

    /// A field by some name that is read of what is not known, in the sight of a collection of facts of a type; and that
    /// collection.
    fn unknown_member(&self, of: &str, field: &str) -> Option<(&str, Range<usize>)> {
        let facts = Type::Facts(of.to_owned());
        let is_meant = |variable: &&Variable| variable.ty == facts;
        self.file
            .variables
            .iter()
            .filter(is_meant)
            .find_map(|variable| {
                let mut scopes = variable.scopes.iter();
                let found = scopes.find_map(|scope| self.unknown_field(scope, field))?;
                Some((variable.name.as_str(), found))
            })
    }

    /// A field by some name that is read of what is not known, in some bytes.
    fn unknown_field(&self, within: &Range<usize>, field: &str) -> Option<Range<usize>> {
        let written = |token: &Token| self.text.text.get(token.range.clone()).unwrap_or_default();
        let is_known = |range: &Range<usize>| {
            let mut names = self.file.names_at(range.start);
            names.any(|name| name.range == *range && matches!(name.symbol, Symbol::Field(..)))
        };
        let start = self
            .file
            .tokens
            .partition_point(|token| token.range.start < within.start);
        let tokens = self.file.tokens[start..].windows(3);
        let mut tokens = tokens.take_while(|three| three[1].range.end <= within.end);
        tokens.find_map(|three| {
            let [dot, name, after] = three else {
                return None;
            };
            let is_field = written(dot) == "." && written(name) == field && written(after) != "(";
            (is_field && !is_known(&name.range)).then(|| name.range.clone())
        })
    }
}

/// Refuses a name that cannot be one, or is another's.
fn check_name(editor: &mut Editor, here: &Here, name: &Name, new: &str) -> Answer<()> {
    let plain = new.strip_prefix("r#").unwrap_or(new);
    let is_name = syn::parse_str::<syn::Ident>(plain).is_ok()
        || syn::parse_str::<syn::Ident>(&format!("r#{plain}")).is_ok();
    if !is_name || plain == "_" {
        return Err(Refusal::failed(format!("`{new}` is no name")));
    }
    let is_upper = plain.starts_with(char::is_uppercase);
    match &name.symbol {
        Symbol::Variable(id) => {
            if is_upper {
                let message = format!(
                    "`{new}` would be a constant: a variable begins with a lower-case letter"
                );
                return Err(Refusal::failed(message));
            }
            let variables = &here.known.file.variables;
            let own = &variables[*id];
            let overlaps = |a: &Range<usize>, b: &Range<usize>| a.start < b.end && b.start < a.end;
            let clash = variables.iter().enumerate().any(|(other, variable)| {
                let mut scopes = variable.scopes.iter();
                other != *id
                    && variable.name == plain
                    && scopes.any(|scope| own.scopes.iter().any(|own| overlaps(scope, own)))
            });
            if clash {
                let message = format!("`{new}` is another variable here, with which it would join");
                return Err(Refusal::failed(message));
            }
            let text = &here.known.text.text;
            if own
                .scopes
                .iter()
                .any(|scope| says(&text[scope.clone()], plain))
            {
                let message = format!("`{new}` is something else here, which it would hide");
                return Err(Refusal::failed(message));
            }
        }
        symbol => {
            if matches!(symbol, Symbol::Type(_) | Symbol::Variant(..)) && !is_upper {
                let message =
                    format!("`{new}` would be a variable: a type begins with an upper-case letter");
                return Err(Refusal::failed(message));
            }
            if let Some(renamed) = renamed(symbol, plain) {
                let known = editor.occurrences(&here.known, &renamed);
                if known.iter().any(|(_, name)| name.role != Role::Use) {
                    return Err(Refusal::failed(format!("there is a `{new}` already")));
                }
            }
        }
    }
    Ok(())
}

/// Whether a text says a name as what a variable of that name would be taken for: not after a dot, nor before a colon, where it
/// is a field.
fn says(text: &str, name: &str) -> bool {
    let (mut at, mut follows_dot) = (0, false);
    while at < text.len() {
        let rest = &text[at..];
        let length = lexeme(rest);
        let (found, after) = rest.split_at(length);
        let after = after.trim_start();
        let is_field = follows_dot || after.starts_with(':') && !after.starts_with("::");
        let captures = |text: &str| names_in(text).iter().any(|captured| captured == name);
        let is_comment = found.starts_with("//") || found.starts_with("/*");
        if found == name && !is_field && !after.starts_with('!')
            || found.ends_with('"') && !is_comment && captures(found)
        {
            return true;
        }
        if !found.trim().is_empty() && !is_comment {
            // Two of them are a range.
            follows_dot = found == "." && !follows_dot;
        }
        at += length;
    }
    false
}

/// The symbol under another name.
fn renamed(symbol: &Symbol, name: &str) -> Option<Symbol> {
    let name = name.to_owned();
    Some(match symbol {
        Symbol::Type(_) => Symbol::Type(name),
        Symbol::Field(of, _) => Symbol::Field(of.clone(), name),
        Symbol::Variant(of, _) => Symbol::Variant(of.clone(), name),
        Symbol::Rule(_) => Symbol::Rule(name),
        Symbol::Group(_) => Symbol::Group(name),
        Symbol::Stage(_) => Symbol::Stage(name),
        Symbol::Callable(_) => Symbol::Callable(name),
        Symbol::Global(_) => Symbol::Global(name),
        Symbol::Ruleset | Symbol::Variable(_) | Symbol::Lint(_) => return None,
    })
}
