//! The types of inserted facts, by their aliases.
//!
//! `insert Order { … }` names a type like a pattern does, but as a value: where there is no such type, rustc
//! would tell it of the alias and of the value. Made of the alias, the value has nothing wrong of its own.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Expr, Token};

use super::{names, shown_at};
use crate::generate::fragments::first_span;
use crate::hir::{EffectKind, FactTypeId, Piece, Ruleset};
use crate::resolve::constructed_type;

/// Puts aliases in the place of the types that the ruleset does not declare.
pub(super) fn name_in_inserts(ruleset: &mut Ruleset) {
    let types = 0..ruleset.fact_types.len();
    let aliases = types.map(|id| {
        let is_declared = ruleset.fact_types[id].declaration.is_some();
        (!is_declared).then(|| names::fact_type(ruleset, FactTypeId(id)))
    });
    let aliases: Vec<Option<Ident>> = aliases.collect();
    for rule in &mut ruleset.rules {
        let undo = rule.undo.iter_mut();
        let effects = rule.then.effects.iter_mut();
        for effect in effects.chain(undo.flat_map(|undo| &mut undo.effects)) {
            if let EffectKind::Insert(insert) = &mut effect.kind
                && let Some(FactTypeId(id)) = insert.fact_type
                && let Some(alias) = &aliases[id]
            {
                name_in_fact(&mut insert.fact, alias);
            }
        }
    }
}

/// Puts it in the place of the type of one fact: `T { … }`, `T(…)` or `T::…`.
fn name_in_fact(fact: &mut Vec<Piece>, alias: &Ident) {
    let Some((path, length)) = constructed_type(fact) else {
        return;
    };
    match &fact[length] {
        // An alias is no function.
        Piece::Rust(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
            let Some(fields) = by_positions(group) else {
                return;
            };
            fact[length] = Piece::Rust(fields.into());
        }
        Piece::Rust(TokenTree::Group(_)) => {}
        Piece::Group { delimiter, .. } if *delimiter == Delimiter::Brace => {}
        Piece::Rust(TokenTree::Punct(mark)) if mark.as_char() == ':' => {}
        _ => return,
    }
    let last = path.segments.last().map(first_span);
    let alias = shown_at(alias, last.unwrap_or_else(|| first_span(&path)));
    fact.splice(..length, [Piece::Rust(alias.into())]);
}

/// `(a, b)` as `{ 0: a, 1: b }`.
fn by_positions(arguments: &Group) -> Option<Group> {
    let list = Punctuated::<Expr, Token![,]>::parse_terminated;
    let values = list.parse2(arguments.stream()).ok()?;
    let fields = values.iter().enumerate().map(|(position, value)| {
        let span = first_span(value);
        let position = syn::Index {
            index: u32::try_from(position).unwrap_or(u32::MAX),
            span,
        };
        quote! { #position: #value, }
    });
    let fields: TokenStream = fields.collect();
    let mut group = Group::new(Delimiter::Brace, fields.to_token_stream());
    group.set_span(arguments.span());
    Some(group)
}
