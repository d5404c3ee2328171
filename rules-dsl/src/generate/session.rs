//! Generates what sessions can do beside the methods of the runtime's session.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::hir::Ruleset;

use super::fragments::{first_span, located};
use super::names::Names;

/// The impls of the session, its builder and its transaction.
pub(super) fn emit_methods(ruleset: &Ruleset, names: &Names) -> TokenStream {
    let session = emit_session(ruleset, names);
    let builder = emit_builder(ruleset, names);
    let transaction = emit_transaction(ruleset, names);
    let derefs = emit_derefs(ruleset, names);
    quote! { #session #builder #transaction #derefs }
}

fn emit_session(ruleset: &Ruleset, names: &Names) -> TokenStream {
    let name = &ruleset.name;
    let Names {
        program,
        rules,
        builder,
        ..
    } = names;
    let focus = emit_focus(ruleset, names);
    let (parameters, arguments) = globals(ruleset);
    // What is wrong with the type of a global is wrong here too.
    let build = ruleset.globals.first().map_or_else(
        || quote! { build },
        |global| located(quote! { build }, first_span(&global.ty)),
    );
    let now = ruleset
        .clock
        .as_ref()
        .map(|_| quote! { , now: ::core::option::Option::None });
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
        #[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
        impl #name {
            /// The rules, in the order in which they are written.
            pub const RULES: &'static [__rules::RuleInfo<#rules>] =
                <#program as __rt::Program>::RULES;

            /// A session without facts.
            #[must_use]
            pub fn new(#(#parameters),*) -> Self {
                Self::builder().#build(#(#arguments),*)
            }

            /// Builds a session, one with a listener for example.
            #[must_use]
            pub fn builder() -> #builder<()> {
                #builder { listener: () #now }
            }

            /// The Rete network as a graph.
            #[must_use]
            pub fn network() -> &'static __rules::NetworkGraph {
                <#program as __rt::Program>::NETWORK
            }
        }

        #default

        #focus
    }
}

fn emit_focus(ruleset: &Ruleset, names: &Names) -> TokenStream {
    let (name, groups) = (&ruleset.name, &names.groups);
    quote! {
        #[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
        impl<L_: __rules::Listener> #name<L_> {
            /// Gives a group the focus.
            pub fn focus(&mut self, group: #groups) {
                self.session.__focus(group as u32 + 1);
            }
        }
    }
}

fn emit_builder(ruleset: &Ruleset, names: &Names) -> TokenStream {
    let name = &ruleset.name;
    let Names {
        globals: globals_type,
        builder,
        ..
    } = names;
    let (parameters, arguments) = globals(ruleset);
    let session = quote! {
        __rules::Session::__new(#globals_type { #(#arguments),* }, self.listener)
    };
    let (keeps, session) = if ruleset.clock.is_some() {
        let globals = quote! { #globals_type { #(#arguments),* } };
        let session = quote! { __rules::Session::__new_at(#globals, self.listener, self.now) };
        (Some(quote! { , now: self.now }), session)
    } else {
        (None, session)
    };
    let now = ruleset.clock.as_ref().map(|clock| {
        let ty = &clock.ty;
        quote! {
            /// Lets the clock begin at an instant, and not at the first there is.
            #[must_use]
            pub fn now(self, now: #ty) -> Self {
                #builder { now: ::core::option::Option::Some(now), ..self }
            }
        }
    });
    quote! {
        #[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
        impl<L_> #builder<L_> {
            /// Gives the session a listener.
            #[must_use]
            pub fn listener<M: __rules::Listener>(self, listener: M) -> #builder<M> {
                #builder { listener #keeps }
            }

            #now

            /// Builds the session.
            #[must_use]
            pub fn build(self, #(#parameters),*) -> #name<L_>
            where
                L_: __rules::Listener,
            {
                #name {
                    session: #session,
                }
            }
        }
    }
}

fn emit_transaction(ruleset: &Ruleset, names: &Names) -> TokenStream {
    let (name, transaction) = (&ruleset.name, &names.transaction);
    quote! {
        #[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
        impl<L_: __rules::Listener> #name<L_> {
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
    }
}

fn emit_derefs(ruleset: &Ruleset, names: &Names) -> TokenStream {
    let name = &ruleset.name;
    let Names {
        program,
        transaction,
        ..
    } = names;
    quote! {
        impl<L_> ::core::ops::Deref for #name<L_> {
            type Target = __rules::Session<#program, L_>;

            fn deref(&self) -> &Self::Target {
                &self.session
            }
        }

        impl<L_> ::core::ops::DerefMut for #name<L_> {
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.session
            }
        }

        impl<'b> ::core::ops::Deref for #transaction<'_, 'b> {
            type Target = __rt::Transaction<'b, #program>;

            fn deref(&self) -> &Self::Target {
                self.transaction
            }
        }

        impl ::core::ops::DerefMut for #transaction<'_, '_> {
            fn deref_mut(&mut self) -> &mut Self::Target {
                self.transaction
            }
        }

        impl<L_> ::core::fmt::Debug for #name<L_> {
            fn fmt(&self, __formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(&self.session, __formatter)
            }
        }
    }
}

/// The globals as parameters and as arguments.
fn globals(ruleset: &Ruleset) -> (Vec<TokenStream>, Vec<&Ident>) {
    let globals = ruleset.globals.iter();
    globals
        .map(|global| {
            let (name, ty) = (&global.name, &global.ty);
            (quote! { #name: #ty }, name)
        })
        .unzip()
}
