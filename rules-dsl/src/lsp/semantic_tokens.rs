//! What each word is, for the colours of an editor.

use std::ops::Range;

use lsp_types as lsp;

use super::editor::{Answer, Editor, Known};
use super::names::{Name, Role, Symbol, Token, TokenKind};
use super::words;

/// The kinds of tokens, in the order of their numbers.
const KINDS: [lsp::SemanticTokenType; 13] = [
    lsp::SemanticTokenType::KEYWORD,
    lsp::SemanticTokenType::TYPE,
    lsp::SemanticTokenType::ENUM_MEMBER,
    lsp::SemanticTokenType::PROPERTY,
    lsp::SemanticTokenType::VARIABLE,
    lsp::SemanticTokenType::PARAMETER,
    lsp::SemanticTokenType::FUNCTION,
    lsp::SemanticTokenType::NAMESPACE,
    lsp::SemanticTokenType::STRING,
    lsp::SemanticTokenType::NUMBER,
    lsp::SemanticTokenType::COMMENT,
    lsp::SemanticTokenType::DECORATOR,
    lsp::SemanticTokenType::OPERATOR,
];

/// The modifiers, in the order of their bits.
const MODIFIERS: [lsp::SemanticTokenModifier; 2] = [
    lsp::SemanticTokenModifier::DECLARATION,
    lsp::SemanticTokenModifier::READONLY,
];

/// What the client is told of them.
pub(super) fn capability() -> lsp::SemanticTokensServerCapabilities {
    lsp::SemanticTokensServerCapabilities::SemanticTokensOptions(lsp::SemanticTokensOptions {
        legend: lsp::SemanticTokensLegend {
            token_types: KINDS.to_vec(),
            token_modifiers: MODIFIERS.to_vec(),
        },
        range: Some(true),
        full: Some(lsp::SemanticTokensFullOptions::Bool(true)),
        ..lsp::SemanticTokensOptions::default()
    })
}

/// The tokens of a document.
pub(super) fn full(
    editor: &mut Editor,
    params: &lsp::SemanticTokensParams,
) -> Answer<lsp::SemanticTokens> {
    let known = editor.known_of(&params.text_document.uri)?;
    let whole = 0..known.text.text.len();
    Ok(tokens(&known, &whole))
}

/// The tokens of a part of a document.
pub(super) fn range(
    editor: &mut Editor,
    params: &lsp::SemanticTokensRangeParams,
) -> Answer<lsp::SemanticTokens> {
    let known = editor.known_of(&params.text_document.uri)?;
    let range = known.text.offset(params.range.start)..known.text.offset(params.range.end);
    Ok(tokens(&known, &range))
}

fn tokens(known: &Known, within: &Range<usize>) -> lsp::SemanticTokens {
    let mut data = Vec::new();
    let mut last = lsp::Position::default();
    let names = &known.file.names;
    for token in &known.file.tokens {
        if token.range.end <= within.start || token.range.start >= within.end {
            continue;
        }
        let first = names.partition_point(|name| name.range.start < token.range.start);
        let own = names[first..]
            .iter()
            .take_while(|name| name.range.start < token.range.end);
        // Of a field that is its own variable, the variable.
        let name = own.last();
        let Some((kind, modifiers)) = kind_of(known, token, name) else {
            continue;
        };
        let Some(kind) = KINDS.iter().position(|known| *known == kind) else {
            continue;
        };
        for range in lines(known, &token.range) {
            let range = known.text.range(&range);
            if range.end.character <= range.start.character {
                continue;
            }
            let delta_line = range.start.line - last.line;
            let from = if delta_line == 0 { last.character } else { 0 };
            data.push(lsp::SemanticToken {
                delta_line,
                delta_start: range.start.character - from,
                length: range.end.character - range.start.character,
                token_type: u32::try_from(kind).unwrap_or_default(),
                token_modifiers_bitset: modifiers,
            });
            last = range.start;
        }
    }
    lsp::SemanticTokens {
        result_id: None,
        data,
    }
}

/// The parts of a token, one on each line.
fn lines(known: &Known, range: &Range<usize>) -> Vec<Range<usize>> {
    let text = known.text.text.get(range.clone()).unwrap_or_default();
    let mut at = range.start;
    let lines = text.split_inclusive('\n').map(|line| {
        let start = at;
        at += line.len();
        start..start + line.trim_end_matches(['\n', '\r']).len()
    });
    lines.collect()
}

fn kind_of(
    known: &Known,
    token: &Token,
    name: Option<&Name>,
) -> Option<(lsp::SemanticTokenType, u32)> {
    let written = known.text.text.get(token.range.clone())?;
    match token.kind {
        TokenKind::Comment => return Some((lsp::SemanticTokenType::COMMENT, 0)),
        TokenKind::Text => return Some((lsp::SemanticTokenType::STRING, 0)),
        TokenKind::Number => return Some((lsp::SemanticTokenType::NUMBER, 0)),
        TokenKind::Word => {}
        TokenKind::Mark if matches!(written, "#" | "@") => {
            return Some((lsp::SemanticTokenType::DECORATOR, 0));
        }
        TokenKind::Open | TokenKind::Close | TokenKind::Mark => return None,
    }
    let Some(name) = name else {
        let is_rust = syn::parse_str::<syn::Ident>(written).is_err() && !written.starts_with("r#");
        let kind = if is_rust || words::is_keyword(written) {
            lsp::SemanticTokenType::KEYWORD
        } else if written.starts_with(char::is_uppercase) {
            lsp::SemanticTokenType::TYPE
        } else {
            return None;
        };
        return Some((kind, 0));
    };
    let declared = u32::from(name.role == Role::Definition);
    Some(match &name.symbol {
        Symbol::Type(_) => (lsp::SemanticTokenType::TYPE, declared),
        Symbol::Variant(..) => (lsp::SemanticTokenType::ENUM_MEMBER, declared),
        Symbol::Field(..) => (lsp::SemanticTokenType::PROPERTY, declared),
        Symbol::Variable(id) => {
            let kind = if known.file.variables[*id].is_parameter {
                lsp::SemanticTokenType::PARAMETER
            } else {
                lsp::SemanticTokenType::VARIABLE
            };
            (kind, declared | 2)
        }
        Symbol::Global(_) if name.role == Role::Use && !is_global(known, &name.symbol) => {
            return None;
        }
        Symbol::Global(_) => (lsp::SemanticTokenType::VARIABLE, declared),
        Symbol::Rule(_) | Symbol::Callable(_) => (lsp::SemanticTokenType::FUNCTION, declared),
        Symbol::Group(_) | Symbol::Stage(_) | Symbol::Ruleset => {
            (lsp::SemanticTokenType::NAMESPACE, declared)
        }
        Symbol::Lint(_) => (lsp::SemanticTokenType::PROPERTY, 0),
    })
}

/// Whether a name in a block may be a global: one is declared, here or in another file.
fn is_global(known: &Known, symbol: &Symbol) -> bool {
    let mut names = known.file.names.iter();
    names.any(|name| name.symbol == *symbol && name.role == Role::Definition)
}
