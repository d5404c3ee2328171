//! Keeps names of generated code apart from the same names in the user's.
//!
//! Stable Rust has no hygiene for what a macro generates, and a file has none at all. What generated code
//! declares where user code stands begins with `__`. Should the user have such a name, it is parsed as a
//! raw identifier, which is the same name, and so known from ours: at the end ours is given another
//! name, and the user's is as it was written.

use std::collections::BTreeSet;

use proc_macro2::{Group, Ident, TokenStream, TokenTree};

use crate::diagnostic::Diagnostics;

/// Whether generated code may have a name.
pub(crate) fn may_be_ours(name: &str) -> bool {
    name.starts_with("__")
}

/// The user's tokens, in which names that may be ours are raw.
pub(crate) fn mark(tokens: TokenStream, names: &BTreeSet<String>) -> TokenStream {
    if names.is_empty() {
        return tokens;
    }
    map_idents(tokens, &mut |ident| {
        let name = ident.to_string();
        let is_marked = names.contains(&name);
        is_marked.then(|| Ident::new_raw(&name, ident.span()))
    })
}

/// Generated tokens, in which the user's names are as they were written, and ours are other ones.
pub(crate) fn restore(tokens: TokenStream, names: &BTreeSet<String>) -> TokenStream {
    if names.is_empty() {
        return tokens;
    }
    map_idents(tokens, &mut |ident| {
        let text = ident.to_string();
        match text.strip_prefix("r#") {
            Some(name) => names.contains(name).then(|| Ident::new(name, ident.span())),
            None => names.contains(&text).then(|| {
                let mut name = format!("__{}_", text.trim_start_matches('_'));
                while names.contains(&name) {
                    name.push('_');
                }
                Ident::new(&name, ident.span())
            }),
        }
    })
}

/// Diagnostics, in which the user's names are as they were written.
pub(crate) fn restore_in(diagnostics: Diagnostics, names: &BTreeSet<String>) -> Diagnostics {
    if names.is_empty() {
        return diagnostics;
    }
    let mut restored = Diagnostics::new();
    restored.extend(diagnostics.into_iter().map(|mut diagnostic| {
        let texts = diagnostic.labels.iter_mut().map(|(_, text)| text);
        let mends = diagnostic.mends.iter_mut();
        let mends = mends.filter_map(|mend| mend.edit.text_mut());
        let texts = texts.chain(&mut diagnostic.help).chain(mends);
        for text in texts.chain([&mut diagnostic.message]) {
            *text = text.replace("r#__", "__");
        }
        diagnostic
    }));
    restored
}

/// Tokens with other identifiers in the places of some. What is reached through `::` or `.` is declared
/// elsewhere, by the runtime or the user, and keeps its name unless it is raw; so do lifetimes. (Behind `..` stands a value.)
fn map_idents(tokens: TokenStream, map: &mut impl FnMut(&Ident) -> Option<Ident>) -> TokenStream {
    let mut is_member = false;
    let (mut colons, mut dots) = (0, 0);
    tokens
        .into_iter()
        .map(|token| {
            let after_member = std::mem::take(&mut is_member);
            let is_mark =
                |of: char| matches!(&token, TokenTree::Punct(mark) if mark.as_char() == of);
            colons = if is_mark(':') { colons + 1 } else { 0 };
            dots = if is_mark('.') { dots + 1 } else { 0 };
            match token {
                TokenTree::Ident(ident) => {
                    let is_raw = ident.to_string().starts_with("r#");
                    let mapped = map(&ident).filter(|_| !after_member || is_raw);
                    mapped.unwrap_or(ident).into()
                }
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), map_idents(group.stream(), map));
                    inner.set_span(group.span());
                    inner.into()
                }
                TokenTree::Punct(mark) => {
                    is_member = mark.as_char() == '\'' || colons >= 2 || dots == 1;
                    mark.into()
                }
                literal @ TokenTree::Literal(_) => literal,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests;
