//! What the attributes of a `use` or a `type` say of the fact types that it brings in: `#[unique]`,
//! `#[key(…)]`, `#[best(…)]` and `#[event(…)]`. All others are the Rust item's.
//!
//! A type of which something is said is a fact type of the ruleset, whether a rule names it or not. Where it is
//! in scope already, `#[unique] use Edge;` says it and brings in nothing.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use crate::ast::{Attribute, Foreign};
use crate::diagnostic::Diagnostics;
use crate::hir::Identity;
use crate::vocabulary as say;

use super::Context;
use super::attributes::{earlier_names, report_repeated, takes_nothing};
use super::event_attributes::has_event;
use super::fact_attributes::{best, report_both, typed_key};
use super::use_trees::brought_in;

/// Whether attributes give a key.
pub(super) fn gives_key(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| attr.name == "key")
}

/// A `use` as Rust; `None` where it only says something of types that are in scope.
pub(super) fn resolve_use(
    written: &Foreign<syn::ItemUse>,
    context: &mut Context<'_>,
) -> Option<TokenStream> {
    let identity = stated_identity(&written.attrs, context.diagnostics);
    let is_event = has_event(&written.attrs);
    let was = stated_earlier_names(&written.attrs, context.diagnostics);
    if let Some((was, place)) = &was {
        note_earlier_names(&written.item.tree, was, *place, context);
    }
    if is_event {
        let brought = brought_in(&written.item.tree);
        for place in brought.unnamed {
            context.diagnostics.push(say::unnamed_events().at(place));
        }
        for name in brought.names {
            context.fact_types.name(name);
        }
    }
    let is_stated = identity.is_some() || is_event || was.is_some();
    if let Some(identity) = identity {
        let brought = brought_in(&written.item.tree);
        for place in brought.unnamed {
            context.diagnostics.push(say::unnamed_types().at(place));
        }
        for name in brought.names {
            state(name, &identity, true, context);
        }
    }
    let brings = !is_stated || !is_in_scope(&written.item.tree);
    brings.then(|| passed(written))
}

/// A `type` as Rust.
pub(super) fn resolve_type(
    written: &Foreign<syn::ItemType>,
    context: &mut Context<'_>,
) -> TokenStream {
    if has_event(&written.attrs) {
        context.fact_types.name(&written.item.ident);
    }
    if let Some((was, _)) = stated_earlier_names(&written.attrs, context.diagnostics) {
        let types = &mut context.fact_types;
        types.note_earlier_names(&written.item.ident, was);
    }
    if let Some(identity) = stated_identity(&written.attrs, context.diagnostics) {
        // Many rulesets may name `(u8, u8)`, each for an end of its own.
        state(&written.item.ident, &identity, false, context);
    }
    passed(written)
}

fn state(name: &Ident, identity: &Identity, shared: bool, context: &mut Context<'_>) {
    let stated = context.fact_types.state(name, identity.clone(), shared);
    if let Err(diagnostic) = stated {
        context.diagnostics.push(diagnostic);
    }
}

/// The item with the attributes that are Rust's.
fn passed<T: ToTokens>(written: &Foreign<T>) -> TokenStream {
    let attrs = written.attrs.iter().filter(|attr| !is_ours(attr));
    let (attrs, item) = (attrs.map(|attr| &attr.tokens), &written.item);
    quote!(#(#attrs)* #item)
}

fn is_ours(attr: &Attribute) -> bool {
    ["unique", "key", "best", "derived", "event", "was"].contains(&attr.name.as_str())
}

/// How attributes say that facts are told apart, where they do.
fn stated_identity(attrs: &[Attribute], found: &mut Diagnostics) -> Option<Identity> {
    report_repeated(attrs, &["unique", "key", "best", "derived", "was"], found);
    report_both(attrs, found);
    let mut identity = None;
    for attr in attrs {
        match attr.name.as_str() {
            "unique" => {
                takes_nothing(attr, found);
                identity = Some(Identity::Unique);
            }
            "key" => identity = Some(Identity::Key(typed_key(attr, found))),
            "best" => {
                // Where it cannot be read, the type is one of which something is said all the same.
                let best = best(attr, found).map(|best| Identity::Best(Box::new(best)));
                identity = Some(best.unwrap_or(Identity::Plain));
            }
            "derived" => found.push(say::derived_elsewhere().at(attr.name_span)),
            _ => {}
        }
    }
    identity
}

/// The names that a type had before, and where that is said, where it is.
fn stated_earlier_names(
    attrs: &[Attribute],
    found: &mut Diagnostics,
) -> Option<(Vec<Ident>, Span)> {
    let attr = attrs.iter().find(|attr| attr.name == "was")?;
    Some((earlier_names(attr, found), attr.name_span))
}

/// Notes them of the one type that a `use` brings in.
fn note_earlier_names(tree: &syn::UseTree, was: &[Ident], place: Span, context: &mut Context<'_>) {
    let brought = brought_in(tree);
    match (brought.names.as_slice(), brought.unnamed.as_slice()) {
        ([name], []) => context.fact_types.note_earlier_names(name, was.to_vec()),
        _ => context
            .diagnostics
            .push(say::earlier_names_of_several().at(place)),
    }
}

/// Whether a tree names what is in scope: `Edge`, `self::Edge`, `{Edge, Node}`.
fn is_in_scope(tree: &syn::UseTree) -> bool {
    match tree {
        syn::UseTree::Name(_) => true,
        syn::UseTree::Path(path) => path.ident == "self" && is_in_scope(&path.tree),
        syn::UseTree::Group(group) => group.items.iter().all(is_in_scope),
        syn::UseTree::Rename(_) | syn::UseTree::Glob(_) => false,
    }
}
