//! The names that a ruleset gives the types that it makes: no type that its rules speak of has one of them.
//!
//! Checked when all fact types are known. Where a name is taken the session's types get others, and stand
//! under their own as far as that is possible, so that rustc has nothing to add.

use proc_macro2::{Ident, Span};
use quote::{format_ident, quote};

use crate::ast::{Item, Ruleset};
use crate::diagnostic::Diagnostics;
use crate::hir;
use crate::vocabulary as say;

use super::declarations;
use super::names::plain;

/// What each name has after the ruleset's, the parameters of the type, and what it is.
const OWN: [(&str, &str, &str); 7] = [
    ("", "<L>", "the session"),
    ("Rule", "", "the rules"),
    ("Group", "", "the groups"),
    ("Globals", "", "the globals"),
    ("Builder", "<L>", "the builder"),
    ("Transaction", "<'a, 'b>", "a transaction"),
    ("Program", "", "the program"),
];

/// Reports the types that have one of the ruleset's own names, and gives way to them.
pub(super) fn check_own_names(
    written: &Ruleset,
    ruleset: &mut hir::Ruleset,
    diagnostics: &mut Diagnostics,
) {
    let name = plain(&ruleset.name);
    let own = OWN.map(|(suffix, _, what)| (format!("{name}{suffix}"), what));
    let mut taken: Vec<String> = Vec::new();
    for (other, span) in type_names(written, ruleset) {
        let clash = own.iter().find(|(own, _)| *own == other);
        if let Some((_, what)) = clash
            && !taken.contains(&other)
        {
            diagnostics.push(say::own_name(&other, what, &name).at(span));
            taken.push(other);
        }
    }
    if !taken.is_empty() {
        give_way(ruleset, &taken);
    }
}

/// The names of the types that a ruleset declares, brings in, or takes from around it.
fn type_names(written: &Ruleset, ruleset: &hir::Ruleset) -> Vec<(String, Span)> {
    let mut names: Vec<Ident> = Vec::new();
    for item in &written.items {
        match item {
            Item::Fact(fact) => names.push(declarations::name_of(fact).clone()),
            Item::Type(item) => names.push(item.item.ident.clone()),
            Item::Use(item) => push_imports(&item.item.tree, &mut names),
            Item::Rust(tokens) => names.extend(syn::parse2(tokens.clone()).ok().and_then(type_of)),
            Item::Global(_) | Item::Rule(_) | Item::Query(_) | Item::Group(_) | Item::Table(_) => {}
            Item::Kind(kind) => names.push(kind.name.clone()),
        }
    }
    let types = ruleset.fact_types.iter();
    names.extend(types.filter_map(|fact_type| fact_type.path.get_ident().cloned()));
    let names = names.iter().map(|name| (plain(name), name.span()));
    names.collect()
}

fn type_of(item: syn::Item) -> Option<Ident> {
    match item {
        syn::Item::Struct(item) => Some(item.ident),
        syn::Item::Enum(item) => Some(item.ident),
        syn::Item::Union(item) => Some(item.ident),
        syn::Item::Trait(item) => Some(item.ident),
        syn::Item::Type(item) => Some(item.ident),
        _ => None,
    }
}

fn push_imports(tree: &syn::UseTree, names: &mut Vec<Ident>) {
    match tree {
        syn::UseTree::Path(path) => push_imports(&path.tree, names),
        syn::UseTree::Name(name) => names.push(name.ident.clone()),
        syn::UseTree::Rename(renamed) => names.push(renamed.rename.clone()),
        syn::UseTree::Group(group) => {
            for tree in &group.items {
                push_imports(tree, names);
            }
        }
        syn::UseTree::Glob(_) => {}
    }
}

/// Gives the ruleset's types other names, which stand under their own where these are not taken.
fn give_way(ruleset: &mut hir::Ruleset, taken: &[String]) {
    let (old, vis) = (plain(&ruleset.name), ruleset.vis.clone());
    let new = format_ident!("{old}Renamed", span = ruleset.name.span());
    for (suffix, parameters, _) in OWN {
        let own = format_ident!("{old}{suffix}");
        let renamed = format_ident!("{new}{suffix}");
        let parameters: proc_macro2::TokenStream = parameters.parse().unwrap_or_default();
        if !taken.contains(&own.to_string()) {
            ruleset.items.push(quote! {
                #[allow(unused)]
                #vis type #own #parameters = #renamed #parameters;
            });
        }
    }
    if taken.contains(&old) {
        // What the program asks of the session type it then asks of the other.
        let (own, makes) = (format_ident!("{old}"), format_ident!("{new}Makes"));
        let globals = ruleset.globals.iter();
        let globals: Vec<_> = globals.map(|global| (&global.name, &global.ty)).collect();
        let parameters = globals.iter().map(|(name, ty)| quote! { #name: #ty });
        let parameters = quote! { #(#parameters),* };
        let builder = format_ident!("{new}Builder");
        let item = quote! {
            #[allow(unused)]
            #vis trait #makes {
                fn new(#parameters) -> #new { ::core::unimplemented!() }
                fn builder() -> #builder<()> { ::core::unimplemented!() }
            }
            impl #makes for #own {}
        };
        ruleset.items.push(item);
    }
    ruleset.name = new;
}
