//! Small questions about Rust tokens, for the readers of blocks: keyword, macro, item, mark.

use proc_macro2::{Delimiter, Ident, TokenTree};

/// Whether a mark stands at `at`.
pub(super) fn is_mark(tokens: &[TokenTree], at: usize, mark: char) -> bool {
    matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

/// Whether the group at `at` holds the arguments of a macro.
pub(super) fn is_macro(tokens: &[TokenTree], at: usize) -> bool {
    at >= 2 && is_mark(tokens, at - 1, '!') && is_name(tokens.get(at - 2))
}

/// Whether a token is a name, and no keyword.
pub(super) fn is_name(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Ident(ident)) if !is_keyword(ident))
}

/// Whether a word is a keyword after which an operand begins, not one that is an operand.
pub(super) fn is_keyword(ident: &Ident) -> bool {
    let word = ident.to_string();
    let operands = ["self", "Self", "super", "crate", "true", "false", "_"];
    !operands.contains(&word.as_str()) && syn::parse_str::<Ident>(&word).is_err()
}

/// Whether the statement goes on after its block.
pub(super) fn continues(tokens: &[TokenTree], at: usize) -> bool {
    match tokens.get(at) {
        Some(TokenTree::Ident(ident)) => ident == "else",
        Some(TokenTree::Punct(punct)) => matches!(punct.as_char(), '.' | '?'),
        _ => false,
    }
}

/// Whether a statement that begins with `token` ends with its block.
pub(super) fn begins_block_like(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(ident) => [
            "if", "match", "for", "while", "loop", "unsafe", "async", "const",
        ]
        .iter()
        .any(|word| ident == word),
        // A label.
        TokenTree::Punct(punct) => punct.as_char() == '\'',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Literal(_) => false,
    }
}

/// The end of the item that begins at `at`, where one does.
pub(super) fn item_end(tokens: &[TokenTree], at: usize) -> Option<usize> {
    let word = |at| match tokens.get(at) {
        Some(TokenTree::Ident(ident)) => Some(ident.to_string()),
        _ => None,
    };
    let next = word(at + 1);
    let to_semi = match word(at)?.as_str() {
        "use" | "static" | "type" => true,
        "const" => !matches!(next?.as_str(), "fn" | "unsafe" | "async" | "extern"),
        "unsafe" | "async" => match next?.as_str() {
            "fn" | "impl" | "trait" | "extern" => false,
            _ => return None,
        },
        "fn" | "struct" | "enum" | "impl" | "trait" | "mod" | "extern" | "pub" => false,
        "macro_rules" if is_mark(tokens, at + 1, '!') => false,
        _ => return None,
    };
    let end = tokens[at..].iter().position(|token| match token {
        TokenTree::Group(group) => !to_semi && group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        _ => false,
    });
    Some(end.map_or(tokens.len(), |end| at + end + 1))
}
