//! The members of an item: fields, positions, variants, parameters.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::names::plain;
use crate::printer;

use super::{Member, attributes, range_of, visibility};

/// What stands between the commas of some tokens; those within `<…>` are none.
fn parts(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut parts = vec![Vec::new()];
    let mut angles = 0_i32;
    for token in tokens {
        match &token {
            TokenTree::Punct(mark) if mark.as_char() == ',' && angles <= 0 => {
                parts.push(Vec::new());
                continue;
            }
            TokenTree::Punct(mark) if mark.as_char() == '<' => angles += 1,
            TokenTree::Punct(mark) if mark.as_char() == '>' => angles -= 1,
            _ => {}
        }
        if let Some(part) = parts.last_mut() {
            part.push(token);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// `a: T, b: T`
pub(super) fn fields(tokens: TokenStream) -> Vec<Member> {
    let members = parts(tokens).into_iter().filter_map(|part| {
        let mut docs = Vec::new();
        let at = visibility(&part, attributes(&part, 0, &mut docs));
        let Some(TokenTree::Ident(name)) = part.get(at) else {
            return None;
        };
        let ty = part.get(at + 2..).unwrap_or_default().iter().cloned();
        Some(Member {
            name: plain(name),
            name_range: name.span().byte_range(),
            range: range_of(&part),
            docs,
            ty: printer::text(&ty.collect::<TokenStream>()),
            members: Vec::new(),
        })
    });
    members.collect()
}

/// `T, U`: of each its place is the name.
pub(super) fn positions(tokens: TokenStream) -> Vec<Member> {
    let members = parts(tokens).into_iter().enumerate().map(|(number, part)| {
        let mut docs = Vec::new();
        let at = visibility(&part, attributes(&part, 0, &mut docs));
        let range = range_of(&part);
        Member {
            name: number.to_string(),
            name_range: range.clone(),
            range,
            docs,
            ty: printer::text(
                &part[at.min(part.len())..]
                    .iter()
                    .cloned()
                    .collect::<TokenStream>(),
            ),
            members: Vec::new(),
        }
    });
    members.collect()
}

/// `A, B(T), C { a: T }`
pub(super) fn variants(tokens: TokenStream) -> Vec<Member> {
    let members = parts(tokens).into_iter().filter_map(|part| {
        let mut docs = Vec::new();
        let at = attributes(&part, 0, &mut docs);
        let Some(TokenTree::Ident(name)) = part.get(at) else {
            return None;
        };
        let members = match part.get(at + 1) {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                fields(group.stream())
            }
            Some(TokenTree::Group(group)) => positions(group.stream()),
            _ => Vec::new(),
        };
        let rest = part[at + 1..].iter().cloned();
        Some(Member {
            name: plain(name),
            name_range: name.span().byte_range(),
            range: range_of(&part),
            docs,
            ty: printer::text(&rest.collect::<TokenStream>()),
            members,
        })
    });
    members.collect()
}
