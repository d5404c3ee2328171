//! Generates what users see: the session type, the enums that name rules and groups, the globals.

use proc_macro2::TokenStream;
use quote::quote;

use crate::hir::{Condition, Rule, Ruleset, TestKind};

use super::names::{self, Names};
use super::scope::private;
use super::tables::emit_salience;

/// The items beside the session type, and the type itself.
pub(super) fn emit_items(ruleset: &Ruleset, names: &Names) -> TokenStream {
    let (runtime, private) = (&ruleset.runtime, private(ruleset));
    let Ruleset {
        vis, name, attrs, ..
    } = ruleset;
    let Names {
        program,
        memory,
        globals,
        rules,
        groups,
        builder,
    } = names;
    let rule_variants = ruleset.rules.iter().map(|rule| {
        let (variant, docs) = (names::variant(&rule.name), &rule.docs);
        let docs = if docs.is_empty() {
            let doc = format!(" The rule `{}`.", names::plain(&rule.name));
            quote! { #[doc = #doc] }
        } else {
            let docs = docs.iter().map(|line| format!(" {line}"));
            quote! { #(#[doc = #docs])* }
        };
        quote! { #docs #variant }
    });
    let group_variants = ruleset.groups.iter().map(|group| {
        let (variant, doc) = (
            names::variant(group),
            format!(" The group `{}`.", names::plain(group)),
        );
        quote! { #[doc = #doc] #variant }
    });
    let global_fields = ruleset.globals.iter().map(|global| {
        let (name, ty) = (&global.name, &global.ty);
        let doc = format!(" The global `{}`.", names::plain(name));
        quote! { #[doc = #doc] pub #name: #ty }
    });
    let slabs = (0..ruleset.fact_types.len()).map(|id| {
        let slab = names::slab(ruleset, crate::hir::FactTypeId(id));
        let path = &ruleset.fact_types[id].path;
        quote! { #slab: #private::Slab<#path> }
    });
    let rules_doc = format!(" The rules of [`{name}`].");
    let groups_doc = format!(" The agenda groups of [`{name}`].");
    let globals_doc = format!(" The globals of a [`{name}`].");
    quote! {
        #(#attrs)*
        #vis struct #name<L = ()> {
            session: #runtime::Session<#program, L>,
        }

        #[doc = #rules_doc]
        #[derive(
            ::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug,
            ::core::cmp::PartialEq, ::core::cmp::Eq, ::core::cmp::PartialOrd, ::core::cmp::Ord,
            ::core::hash::Hash,
        )]
        #[allow(dead_code)]
        #vis enum #rules { #(#rule_variants),* }

        #[doc = #groups_doc]
        #[derive(
            ::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug,
            ::core::cmp::PartialEq, ::core::cmp::Eq, ::core::cmp::PartialOrd, ::core::cmp::Ord,
            ::core::hash::Hash,
        )]
        #[allow(dead_code)]
        #vis enum #groups { #(#group_variants),* }

        #[doc = #globals_doc]
        #[allow(dead_code)]
        #vis struct #globals { #(#global_fields),* }

        #[doc(hidden)]
        #vis struct #program;

        #[doc(hidden)]
        #vis struct #memory { #(#slabs),* }

        #[doc(hidden)]
        #vis struct #builder<L> {
            listener: L,
        }
    }
}

/// The methods that sessions have beside those of the runtime's session.
pub(super) fn emit_methods(ruleset: &Ruleset, names: &Names) -> TokenStream {
    let (runtime, private) = (&ruleset.runtime, private(ruleset));
    let Ruleset { name, .. } = ruleset;
    let Names {
        program,
        globals,
        rules,
        builder,
        ..
    } = names;
    let parameters: Vec<TokenStream> = ruleset
        .globals
        .iter()
        .map(|global| {
            let (name, ty) = (&global.name, &global.ty);
            quote! { #name: #ty }
        })
        .collect();
    let arguments: Vec<_> = ruleset.globals.iter().map(|global| &global.name).collect();
    let default = ruleset.globals.is_empty().then(|| {
        quote! {
            impl ::core::default::Default for #name {
                fn default() -> Self {
                    Self::new()
                }
            }
        }
    });
    quote! {
        #[allow(dead_code)]
        impl #name {
            /// The rules, in the order in which they are written.
            pub const RULES: &'static [#runtime::RuleInfo<#rules>] =
                <#program as #private::Program>::RULES;

            /// A session without facts.
            #[must_use]
            pub fn new(#(#parameters),*) -> Self {
                Self::builder().build(#(#arguments),*)
            }

            /// Builds a session, one with a listener for example.
            #[must_use]
            pub fn builder() -> #builder<()> {
                #builder { listener: () }
            }

            /// The Rete network as a graph.
            #[must_use]
            pub fn network() -> &'static #runtime::NetworkGraph {
                <#program as #private::Program>::NETWORK
            }
        }

        #default

        #[allow(dead_code)]
        impl<L> #builder<L> {
            /// Gives the session a listener.
            #[must_use]
            pub fn listener<M: #runtime::Listener>(self, listener: M) -> #builder<M> {
                #builder { listener }
            }

            /// Builds the session.
            #[must_use]
            pub fn build(self, #(#parameters),*) -> #name<L>
            where
                L: #runtime::Listener,
            {
                #name {
                    session: #runtime::Session::__new(#globals { #(#arguments),* }, self.listener),
                }
            }
        }

        impl<L> ::core::ops::Deref for #name<L> {
            type Target = #runtime::Session<#program, L>;

            fn deref(&self) -> &Self::Target {
                &self.session
            }
        }

        impl<L> ::core::ops::DerefMut for #name<L> {
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.session
            }
        }

        impl<L> ::core::fmt::Debug for #name<L> {
            fn fmt(&self, __formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(&self.session, __formatter)
            }
        }
    }
}

/// The expression of `Program::RULES`.
pub(super) fn emit_rule_infos(
    ruleset: &Ruleset,
    names: &Names,
    position: impl Fn(proc_macro2::Span) -> TokenStream,
) -> TokenStream {
    let (runtime, rules) = (&ruleset.runtime, &names.rules);
    let infos = ruleset.rules.iter().map(|rule| {
        let (variant, name) = (names::variant(&rule.name), names::plain(&rule.name));
        let docs = rule.docs.join("\n");
        let salience = emit_salience(rule);
        let tags = &rule.tags;
        let mut texts = Vec::new();
        condition_texts(rule, &rule.conditions, &mut texts);
        let position = position(rule.name.span());
        quote! {
            #runtime::RuleInfo::__new(
                #rules::#variant,
                #name,
                #docs,
                #salience,
                &[#(#tags),*],
                &[#(#texts),*],
                #position,
            )
        }
    });
    quote! { &[#(#infos),*] }
}

/// The texts of conditions, one for each as written.
fn condition_texts(rule: &Rule, conditions: &[Condition], into: &mut Vec<String>) {
    for condition in conditions {
        match condition {
            Condition::Fact { element, .. } | Condition::Accumulate { element, .. } => {
                into.push(rule.elements[element.0].text.clone());
            }
            Condition::Test(test) => {
                let test = &rule.tests[test.0];
                let text = match test.kind {
                    TestKind::Let { .. } => test.text.clone(),
                    _ if test.text.starts_with("if ") => test.text.clone(),
                    _ => format!("if {}", test.text),
                };
                into.push(text);
            }
            Condition::Not(inner) => into.push(nested(rule, "not", inner)),
            Condition::Exists(inner) => into.push(nested(rule, "exists", inner)),
            Condition::Either { branches, .. } => {
                let branches = branches.iter().map(|branch| nested(rule, "", branch));
                into.push(format!(
                    "either{}",
                    branches.collect::<Vec<_>>().join(" or")
                ));
            }
        }
    }
}

fn nested(rule: &Rule, word: &str, conditions: &[Condition]) -> String {
    let mut texts = Vec::new();
    condition_texts(rule, conditions, &mut texts);
    match texts.as_slice() {
        [text] if !word.is_empty() => format!("{word} {text}"),
        texts => format!(
            "{word} {{ {} }}",
            texts
                .iter()
                .map(|t| format!("{t};"))
                .collect::<Vec<_>>()
                .join(" ")
        ),
    }
}
