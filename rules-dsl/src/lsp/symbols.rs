//! The outline of a file, the symbols of all open rulesets, and what of a file can be folded.

use lsp_types as lsp;

use super::editor::{Answer, Editor, Known};
use super::names::{Item, Kind, Member, TokenKind};

/// The outline of a document.
pub(super) fn symbols(
    editor: &mut Editor,
    params: &lsp::DocumentSymbolParams,
) -> Answer<lsp::DocumentSymbolResponse> {
    let known = editor.known_of(&params.text_document.uri)?;
    let items = known.file.items.iter();
    let symbols = items.filter_map(|item| symbol(&known, item)).collect();
    Ok(lsp::DocumentSymbolResponse::Nested(symbols))
}

fn kind(kind: Kind) -> lsp::SymbolKind {
    match kind {
        Kind::Ruleset => lsp::SymbolKind::MODULE,
        Kind::Fact => lsp::SymbolKind::STRUCT,
        Kind::FactEnum => lsp::SymbolKind::ENUM,
        Kind::SharedFields | Kind::Type => lsp::SymbolKind::INTERFACE,
        Kind::Global => lsp::SymbolKind::VARIABLE,
        Kind::Rule => lsp::SymbolKind::FUNCTION,
        Kind::Query => lsp::SymbolKind::METHOD,
        Kind::Group => lsp::SymbolKind::NAMESPACE,
        Kind::Table => lsp::SymbolKind::ARRAY,
        Kind::Use | Kind::Rust => lsp::SymbolKind::OBJECT,
    }
}

#[expect(deprecated, reason = "the field has to be written")]
fn symbol(known: &Known, item: &Item) -> Option<lsp::DocumentSymbol> {
    if item.name.is_empty() {
        return None;
    }
    let rules = item.rules.iter().filter_map(|rule| symbol(known, rule));
    let members = item.members.iter().map(|one| member(known, one, item.kind));
    let children: Vec<_> = rules.chain(members).collect();
    Some(lsp::DocumentSymbol {
        name: item.name.clone(),
        detail: Some(item.kind.word().to_owned()),
        kind: kind(item.kind),
        tags: None,
        deprecated: None,
        range: known.text.range(&item.range),
        selection_range: known.text.range(&item.name_range),
        children: (!children.is_empty()).then_some(children),
    })
}

#[expect(deprecated, reason = "the field has to be written")]
fn member(known: &Known, member: &Member, of: Kind) -> lsp::DocumentSymbol {
    let is_variant = of == Kind::FactEnum;
    lsp::DocumentSymbol {
        name: member.name.clone(),
        detail: Some(member.ty.clone()).filter(|ty| !ty.is_empty()),
        kind: if is_variant {
            lsp::SymbolKind::ENUM_MEMBER
        } else {
            lsp::SymbolKind::FIELD
        },
        tags: None,
        deprecated: None,
        range: known.text.range(&member.range),
        selection_range: known.text.range(&member.name_range),
        children: None,
    }
}

/// The symbols of the rulesets of which a file is open, by a part of their names.
#[expect(deprecated, reason = "the field has to be written")]
pub(super) fn workspace_symbols(
    editor: &mut Editor,
    params: &lsp::WorkspaceSymbolParams,
) -> Vec<lsp::SymbolInformation> {
    let asked = params.query.to_lowercase();
    let mut files: Vec<Known> = Vec::new();
    for path in editor.documents.paths() {
        for known in editor.siblings(&path) {
            if !files.iter().any(|other| other.path == known.path) {
                files.push(known);
            }
        }
    }
    let mut found = Vec::new();
    for known in &files {
        for item in known.file.all_items() {
            if !item.name.is_empty() && item.name.to_lowercase().contains(&asked) {
                found.push(lsp::SymbolInformation {
                    name: item.name.clone(),
                    kind: kind(item.kind),
                    tags: None,
                    deprecated: None,
                    location: known.location(&item.name_range),
                    container_name: Some(item.kind.word().to_owned()),
                });
            }
        }
    }
    found
}

/// What can be folded: items and their parts, and comments of several lines.
pub(super) fn folding(
    editor: &mut Editor,
    params: &lsp::FoldingRangeParams,
) -> Answer<Vec<lsp::FoldingRange>> {
    let known = editor.known_of(&params.text_document.uri)?;
    let mut folds = Vec::new();
    let mut add = |range: &std::ops::Range<usize>, kind: Option<lsp::FoldingRangeKind>| {
        let range = known.text.range(range);
        if range.start.line < range.end.line {
            folds.push(lsp::FoldingRange {
                start_line: range.start.line,
                start_character: Some(range.start.character),
                end_line: range.end.line,
                end_character: Some(range.end.character),
                kind,
                collapsed_text: None,
            });
        }
    };
    for item in known.file.all_items() {
        for section in &item.sections {
            add(&section.range, None);
        }
    }
    let mut uses: Option<std::ops::Range<usize>> = None;
    for item in &known.file.items {
        if item.kind == Kind::Use {
            let start = uses.as_ref().map_or(item.range.start, |uses| uses.start);
            uses = Some(start..item.range.end);
        } else if let Some(uses) = uses.take() {
            add(&uses, Some(lsp::FoldingRangeKind::Imports));
        }
    }
    let mut comment: Option<std::ops::Range<usize>> = None;
    for token in &known.file.tokens {
        if token.kind == TokenKind::Comment {
            let start = comment
                .as_ref()
                .map_or(token.range.start, |comment| comment.start);
            comment = Some(start..token.range.end);
        } else if let Some(comment) = comment.take() {
            add(&comment, Some(lsp::FoldingRangeKind::Comment));
        }
    }
    folds.sort_by_key(|fold| (fold.start_line, fold.end_line));
    // An editor folds from a line on: of two that begin on one it takes the outer.
    folds.dedup_by_key(|fold| (fold.start_line, fold.end_line));
    Ok(folds)
}
