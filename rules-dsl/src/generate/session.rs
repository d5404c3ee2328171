//! Generates what users see: the session type, the enums that name rules and groups, the globals.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use crate::hir::Ruleset;

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
        transaction,
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
    let doc = (!attrs.iter().any(is_doc)).then(|| {
        let doc = format!(" A session of the ruleset `{name}`.");
        quote! { #[doc = #doc] }
    });
    let rules_doc = format!(" The rules of [`{name}`].");
    let groups_doc = format!(" The agenda groups of [`{name}`].");
    let identities = ruleset
        .fact_types
        .iter()
        .enumerate()
        .filter_map(|(id, fact_type)| {
            let identity = &fact_type.declaration.as_ref()?.identity;
            let id = crate::hir::FactTypeId(id);
            matches!(identity, crate::hir::Identity::Key(_)).then(|| names::identity(ruleset, id))
        });
    let transaction_doc = format!(" Several changes to a [`{name}`] in the making, as one.");
    let globals_doc = format!(" The globals of a [`{name}`].");
    quote! {
        #doc
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

        #(
            #[doc(hidden)]
            #vis struct #identities;
        )*

        #[doc(hidden)]
        #[allow(clippy::struct_field_names)]
        #vis struct #memory { #(#slabs),* }

        #[doc = #transaction_doc]
        #[allow(dead_code)]
        #vis struct #transaction<'a, 'b> {
            transaction: &'a mut #private::Transaction<'b, #program>,
        }

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
        groups,
        builder,
        transaction,
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
        impl<L: #runtime::Listener> #name<L> {
            /// Gives a group the focus.
            pub fn focus(&mut self, group: #groups) {
                self.session.__focus(group as u32 + 1);
            }

            /// Makes several changes as one. Where `change` fails or panics the session is as before.
            ///
            /// # Errors
            ///
            /// Fails as `change` does.
            pub fn transaction<T, E>(
                &mut self,
                change: impl ::core::ops::FnOnce(
                    &mut #transaction<'_, '_>,
                ) -> ::core::result::Result<T, E>,
            ) -> ::core::result::Result<T, E> {
                self.session.transaction(|transaction| change(&mut #transaction { transaction }))
            }
        }

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

        impl<'b> ::core::ops::Deref for #transaction<'_, 'b> {
            type Target = #private::Transaction<'b, #program>;

            fn deref(&self) -> &Self::Target {
                self.transaction
            }
        }

        impl ::core::ops::DerefMut for #transaction<'_, '_> {
            fn deref_mut(&mut self) -> &mut Self::Target {
                self.transaction
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
        let texts = &rule.texts;
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
