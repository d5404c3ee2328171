//! Generates the types that users see: the session, the enums that name rules and groups, the globals,
//! a transaction, a builder.
//!
//! They stand beside the user's own items; all else is out of sight, in a `const`.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;

use crate::hir::Ruleset;

use super::identities;
use super::names::{self, Names};
use super::states::StateField;
use super::time;

/// The types.
pub(super) fn emit_items(ruleset: &Ruleset, names: &Names, states: &[StateField]) -> TokenStream {
    let session = emit_session(ruleset, names);
    let rules = emit_rules(ruleset, names);
    let groups = emit_groups(ruleset, names);
    let globals = emit_globals(ruleset, names);
    let memory = emit_memory(ruleset, names, states);
    quote! { #session #rules #groups #globals #memory }
}

/// The session, and what makes and changes it.
fn emit_session(ruleset: &Ruleset, names: &Names) -> TokenStream {
    let Ruleset {
        vis,
        name,
        attrs,
        runtime,
        ..
    } = ruleset;
    let Names {
        program,
        builder,
        transaction,
        ..
    } = names;
    let doc = (!attrs.iter().any(is_doc)).then(|| {
        let doc = format!(" A session of the ruleset `{name}`.");
        quote! { #[doc = #doc] }
    });
    let transaction_doc = format!(" Several changes to a [`{name}`] in the making, as one.");
    let now = ruleset.clock.as_ref().map(|clock| {
        let ty = &clock.ty;
        quote! { now: ::core::option::Option<#ty>, }
    });
    let builder_doc = format!(" A [`{name}`] in the making.");
    quote! {
        #doc
        #(#attrs)*
        #vis struct #name<L = ()> {
            session: #runtime::Session<#program, L>,
        }

        #[doc = #transaction_doc]
        #[allow(dead_code, missing_debug_implementations)]
        #vis struct #transaction<'a, 'b> {
            transaction: &'a mut #runtime::generated::Transaction<'b, #program>,
        }

        #[doc = #builder_doc]
        #[allow(missing_debug_implementations)]
        #vis struct #builder<L> {
            listener: L,
            #now
        }
    }
}

fn emit_rules(ruleset: &Ruleset, names: &Names) -> TokenStream {
    let variants = ruleset.rules.iter().map(|rule| {
        let (variant, docs) = (names::variant(&rule.name), &rule.docs);
        let docs = if docs.is_empty() {
            vec![format!(" The rule `{}`.", names::plain(&rule.name))]
        } else {
            docs.iter().map(|line| format!(" {line}")).collect()
        };
        quote! { #(#[doc = #docs])* #variant }
    });
    let doc = format!(" The rules of [`{}`].", ruleset.name);
    emit_enum(ruleset, &names.rules, &doc, variants)
}

fn emit_groups(ruleset: &Ruleset, names: &Names) -> TokenStream {
    let variants = ruleset.groups.iter().map(|group| {
        let variant = names::variant(group);
        let doc = format!(" The group `{}`.", names::plain(group));
        quote! { #[doc = #doc] #variant }
    });
    let doc = format!(" The agenda groups of [`{}`].", ruleset.name);
    emit_enum(ruleset, &names.groups, &doc, variants)
}

/// An enum that names things.
fn emit_enum(
    ruleset: &Ruleset,
    name: &Ident,
    doc: &str,
    variants: impl Iterator<Item = TokenStream>,
) -> TokenStream {
    let vis = &ruleset.vis;
    quote! {
        #[doc = #doc]
        #[derive(
            ::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug,
            ::core::cmp::PartialEq, ::core::cmp::Eq, ::core::cmp::PartialOrd, ::core::cmp::Ord,
            ::core::hash::Hash,
        )]
        #[allow(dead_code)]
        #vis enum #name { #(#variants),* }
    }
}

fn emit_globals(ruleset: &Ruleset, names: &Names) -> TokenStream {
    let (vis, globals) = (&ruleset.vis, &names.globals);
    let fields = ruleset.globals.iter().map(|global| {
        let (name, ty) = (&global.name, &global.ty);
        let doc = format!(" The global `{}`.", names::plain(name));
        quote! { #[doc = #doc] pub #name: #ty }
    });
    let doc = format!(" The globals of a [`{}`].", ruleset.name);
    quote! {
        #[doc = #doc]
        #[allow(dead_code, missing_debug_implementations, clippy::all, clippy::pedantic)]
        #vis struct #globals { #(#fields),* }
    }
}

/// Working memory, and the types that stand for the ruleset and its keys at compile time.
fn emit_memory(ruleset: &Ruleset, names: &Names, states: &[StateField]) -> TokenStream {
    let Ruleset { vis, runtime, .. } = ruleset;
    let Names {
        program, memory, ..
    } = names;
    let private = quote! { #runtime::generated };
    let mode = names::mode(ruleset, &private);
    let slabs = ruleset.fact_types.iter().map(|fact_type| {
        let (slab, path) = (&fact_type.slab, &fact_type.path);
        quote! { #slab: #private::Slab<#path, #mode> }
    });
    let states = states.iter().map(|field| {
        let (name, ty) = (&field.name, field.ty(&private, &mode));
        quote! { #name: #ty }
    });
    let clock = ruleset.clock.as_ref().zip(time::clock_field(ruleset));
    let clock = clock.map(|(clock, name)| {
        let ty = time::clock_type(clock, &private, &mode);
        quote! { #name: #ty }
    });
    let states = states.chain(clock);
    let identities = identities::identity_types(ruleset);
    quote! {
        #[doc(hidden)]
        #[allow(missing_debug_implementations)]
        #vis struct #program;

        #(
            #[doc(hidden)]
            #[allow(missing_debug_implementations, non_camel_case_types)]
            #vis struct #identities;
        )*

        #[doc(hidden)]
        #[allow(missing_debug_implementations, clippy::all, clippy::pedantic)]
        #vis struct #memory { #(#slabs,)* #(#states),* }
    }
}

/// Whether an attribute, `#` and brackets included, is documentation.
fn is_doc(attr: &TokenStream) -> bool {
    attr.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => {
            let first = group.stream().into_iter().next();
            matches!(first, Some(TokenTree::Ident(name)) if name == "doc")
        }
        _ => false,
    })
}
