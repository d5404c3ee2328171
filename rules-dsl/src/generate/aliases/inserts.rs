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
use crate::hir::{Action, Effect, EffectKind, FactTypeId, Insert, Piece, Ruleset};
use crate::resolve::constructed_type;

/// The aliases of the types that the ruleset does not declare.
pub(super) struct Inserts(Vec<Option<Ident>>);

impl Inserts {
    pub(super) fn of(ruleset: &Ruleset) -> Self {
        let types = ruleset.fact_types.iter().enumerate();
        let aliases = types.map(|(id, fact_type)| {
            let is_declared = fact_type.declaration.is_some();
            (!is_declared).then(|| names::fact_type(ruleset, FactTypeId(id)))
        });
        Inserts(aliases.collect())
    }

    /// An action with aliases in the place of the types of the facts that it inserts.
    pub(super) fn name_in(&self, action: &Action) -> Action {
        let effects = action.effects.iter().map(|effect| Effect {
            kind: self.name_in_effect(&effect.kind),
            ..effect.clone()
        });
        Action {
            effects: effects.collect(),
            ..action.clone()
        }
    }

    fn name_in_effect(&self, kind: &EffectKind) -> EffectKind {
        match kind {
            EffectKind::Insert(insert) => {
                let alias = insert.fact_type.and_then(|id| self.0[id.0].as_ref());
                let named = alias.and_then(|alias| name_in_fact(&insert.fact, alias));
                EffectKind::Insert(Insert {
                    fact: named.unwrap_or_else(|| insert.fact.clone()),
                    ..insert.clone()
                })
            }
            kind => kind.clone(),
        }
    }
}

/// One fact with an alias in the place of its type, where that stands in it: `T { … }`, `T(…)` or `T::…`.
fn name_in_fact(fact: &[Piece], alias: &Ident) -> Option<Vec<Piece>> {
    let (path, length) = constructed_type(fact)?;
    let (first, rest) = fact[length..].split_first()?;
    let first = match first {
        // An alias is no function.
        Piece::Rust(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
            Piece::Rust(by_positions(group)?.into())
        }
        Piece::Rust(TokenTree::Group(_)) => first.clone(),
        Piece::Group { delimiter, .. } if *delimiter == Delimiter::Brace => first.clone(),
        Piece::Rust(TokenTree::Punct(mark)) if mark.as_char() == ':' => first.clone(),
        _ => return None,
    };
    let last = path.segments.last().map(first_span);
    let alias = shown_at(alias, last.unwrap_or_else(|| first_span(&path)));
    let mut named = vec![Piece::Rust(alias.into()), first];
    named.extend_from_slice(rest);
    Some(named)
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
