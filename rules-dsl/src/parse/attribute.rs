//! Attributes: `#[name]`, `#[name(args)]`, `#[name = value]`.
//!
//! What an attribute means, and whether it may stand where it stands, is for `resolve` and `check`.

use proc_macro2::{TokenStream, TokenTree};

use super::Parser;
use super::grammar::Node;
use crate::ast::Attribute;
use crate::vocabulary as say;

impl Parser<'_> {
    /// The attributes of an item; one that has no name is reported and left out.
    pub(super) fn parse_attributes<'n>(
        &mut self,
        nodes: impl Iterator<Item = &'n Node>,
    ) -> Vec<Attribute> {
        nodes
            .filter_map(|node| {
                let attribute = parse_attribute(self.tokens(node));
                if attribute.is_none() {
                    self.error(node.range.clone(), say::expected_attribute());
                }
                attribute
            })
            .collect()
    }
}

/// An inner attribute, `#![…]`, comes out as an outer one.
fn parse_attribute(tokens: TokenStream) -> Option<Attribute> {
    let tokens: TokenStream = tokens
        .into_iter()
        .filter(|token| !is_mark(token, '!'))
        .collect();
    let Some(TokenTree::Group(group)) = tokens.clone().into_iter().last() else {
        return None;
    };
    let mut inside = group.stream().into_iter().peekable();
    let name_span = inside.peek()?.span();
    let mut name = String::new();
    while let Some(token) =
        inside.next_if(|token| matches!(token, TokenTree::Ident(_)) || is_mark(token, ':'))
    {
        name.push_str(&token.to_string());
    }
    if name.is_empty() {
        return None;
    }
    let args = match inside.next() {
        None => TokenStream::new(),
        Some(TokenTree::Group(group)) if inside.peek().is_none() => group.stream(),
        Some(token) if is_mark(&token, '=') => inside.collect(),
        Some(_) => return None,
    };
    Some(Attribute {
        name,
        name_span,
        args,
        tokens,
    })
}

fn is_mark(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}
