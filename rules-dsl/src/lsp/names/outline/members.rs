//! The members of an item: fields, positions, variants, parameters.

use std::ops::Range;

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

/// What stands between two commas, after its attributes and its visibility.
struct Part {
    docs: Vec<String>,
    range: Range<usize>,
    tokens: Vec<TokenTree>,
}

impl Part {
    fn of(tokens: Vec<TokenTree>) -> Self {
        let mut docs = Vec::new();
        let at = visibility(&tokens, attributes(&tokens, 0, &mut docs));
        Part {
            docs,
            range: range_of(&tokens),
            tokens: tokens.into_iter().skip(at).collect(),
        }
    }

    /// The member that begins with its name; its type stands after `skipped` tokens.
    fn named(self, skipped: usize) -> Option<Member> {
        let Some(TokenTree::Ident(name)) = self.tokens.first() else {
            return None;
        };
        let (name, name_range) = (plain(name), name.span().byte_range());
        Some(self.member(name, name_range, skipped))
    }

    fn member(self, name: String, name_range: Range<usize>, skipped: usize) -> Member {
        let ty: TokenStream = self.tokens.into_iter().skip(skipped).collect();
        Member {
            name,
            name_range,
            range: self.range,
            docs: self.docs,
            ty: printer::text(&ty),
            members: Vec::new(),
        }
    }
}

/// `a: T, b: T`
pub(super) fn fields(tokens: TokenStream) -> Vec<Member> {
    let parts = parts(tokens).into_iter().map(Part::of);
    parts.filter_map(|part| part.named(2)).collect()
}

/// `T, U`: of each its place is the name.
pub(super) fn positions(tokens: TokenStream) -> Vec<Member> {
    let parts = parts(tokens).into_iter().map(Part::of);
    let members = parts.enumerate().map(|(number, part)| {
        let name_range = part.range.clone();
        part.member(number.to_string(), name_range, 0)
    });
    members.collect()
}

/// `A, B(T), C { a: T }`
pub(super) fn variants(tokens: TokenStream) -> Vec<Member> {
    let parts = parts(tokens).into_iter().map(Part::of);
    let members = parts.filter_map(|part| {
        let members = match part.tokens.get(1) {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                fields(group.stream())
            }
            Some(TokenTree::Group(group)) => positions(group.stream()),
            _ => Vec::new(),
        };
        Some(Member {
            members,
            ..part.named(1)?
        })
    });
    members.collect()
}
