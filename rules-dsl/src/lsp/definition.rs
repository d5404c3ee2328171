//! Where names are declared and where they are used: definitions, references, highlights.

use lsp_types as lsp;

use super::editor::{Answer, Editor, Here, Known};
use super::names::{Name, Role, Symbol};

/// Where the name at a place is declared: in the ruleset, or in the Rust code from which it comes.
pub(super) fn definition(
    editor: &mut Editor,
    params: &lsp::GotoDefinitionParams,
) -> Answer<Option<lsp::GotoDefinitionResponse>> {
    let here = editor.here(&params.text_document_position_params)?;
    let mut found: Vec<lsp::Location> = Vec::new();
    for name in editor.names_here(&here) {
        for location in definitions(editor, &here, &name) {
            if !found.contains(&location) {
                found.push(location);
            }
        }
    }
    Ok((!found.is_empty()).then_some(lsp::GotoDefinitionResponse::Array(found)))
}

fn definitions(editor: &mut Editor, here: &Here, name: &Name) -> Vec<lsp::Location> {
    let known = editor.occurrences(&here.known, &name.symbol);
    let declared = |role: Role| {
        let names = known.iter().filter(move |(_, name)| name.role == role);
        names.map(|(known, name)| known.location(&name.range))
    };
    let own: Vec<_> = declared(Role::Definition).collect();
    if !own.is_empty() {
        return own;
    }
    let foreign = editor.rust_definition(&here.known, &name.symbol);
    if let Some(location) = foreign {
        return vec![location];
    }
    declared(Role::Import).collect()
}

impl Editor {
    /// Where a type, a field or a variant is declared in Rust code.
    fn rust_definition(&mut self, known: &Known, symbol: &Symbol) -> Option<lsp::Location> {
        let (of, member) = match symbol {
            Symbol::Type(name) => (name.as_str(), None),
            Symbol::Field(of, member) | Symbol::Variant(of, member) => match of.split_once("::") {
                Some((of, variant)) => (of, Some(format!("{variant}::{member}"))),
                None => (of.as_str(), Some(member.clone())),
            },
            _ => return None,
        };
        let declared = self.rust_type(known, of)?;
        let range = match member {
            Some(member) => declared.member(&member)?.range,
            None => declared.range,
        };
        let uri = lsp::Url::from_file_path(&declared.path).ok()?;
        Some(lsp::Location { uri, range })
    }
}

/// Where the symbol at a place is named.
pub(super) fn references(
    editor: &mut Editor,
    params: &lsp::ReferenceParams,
) -> Answer<Option<Vec<lsp::Location>>> {
    let here = editor.here(&params.text_document_position)?;
    let mut found: Vec<lsp::Location> = Vec::new();
    for name in editor.names_here(&here) {
        for (known, name) in editor.occurrences(&here.known, &name.symbol) {
            let is_asked = params.context.include_declaration || name.role != Role::Definition;
            let location = known.location(&name.range);
            if is_asked && !found.contains(&location) {
                found.push(location);
            }
        }
    }
    Ok((!found.is_empty()).then_some(found))
}

/// Where the symbol at a place is named in the same document.
pub(super) fn highlights(
    editor: &mut Editor,
    params: &lsp::DocumentHighlightParams,
) -> Answer<Option<Vec<lsp::DocumentHighlight>>> {
    let here = editor.here(&params.text_document_position_params)?;
    let Some(name) = editor.names_here(&here).pop() else {
        return Ok(None);
    };
    let names = here.known.file.names.iter();
    let same = names.filter(|other| other.symbol == name.symbol);
    let highlights = same.map(|name| lsp::DocumentHighlight {
        range: here.known.text.range(&name.range),
        kind: Some(if name.role == Role::Definition {
            lsp::DocumentHighlightKind::WRITE
        } else {
            lsp::DocumentHighlightKind::READ
        }),
    });
    Ok(Some(highlights.collect()))
}
