//! Generates what watches queries: for each a method that begins, and one that asks again and says what has changed.
//!
//! The session keeps arguments and answers, so both have a form that they own. Whether that can be kept and compared is
//! asked where somebody watches: the bounds go through the listener's type.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, format_ident, quote};
use syn::visit::Visit;
use syn::{GenericArgument, PathArguments, Type};

use crate::hir::{Query, Ruleset};
use crate::resolve::{borrows, is_session_method};

use super::super::literals::int;
use super::super::names;

/// How a value becomes one that owns what it holds.
enum Owned {
    /// It is one.
    Itself(Type),
    /// Of a `&str`.
    Text,
    /// Of a reference.
    Copied(Type),
    Tuple(Vec<Owned>),
    Option(Box<Owned>),
}

/// The methods.
pub(super) fn emit_watches(ruleset: &Ruleset) -> TokenStream {
    // Where a query has such a name, that is reported.
    let is_taken = |name: &str| {
        let mut names = ruleset.queries.iter().map(|query| &query.rule.name);
        names.any(|other| names::plain(other) == name)
    };
    if is_taken("changes") {
        return TokenStream::new();
    }
    let queries = ruleset.queries.iter().enumerate();
    let queries = queries.filter(|(_, query)| query.asks.is_none());
    let queries = queries.filter(|(_, query)| !is_taken(&method_name(query).to_string()));
    let has_clock = ruleset.clock.is_some();
    let queries =
        queries.filter(|(_, query)| !is_session_method(&names::plain(&query.rule.name), has_clock));
    let watches = queries.clone().map(|(number, query)| {
        Watch::of(query).map_or_else(|| emit_refusal(query), |watch| watch.emit_begin(number))
    });
    let arms = queries.filter_map(|(number, query)| Some(Watch::of(query)?.emit_arm(number)));
    quote! {
        #(#watches)*

        /// What has changed of the answers of a watched query since it was last looked at; at the first look all
        /// answers are new.
        ///
        /// # Errors
        ///
        /// Fails if the watch is another session's, or an earlier panic has poisoned the session.
        #[allow(dead_code, unreachable_pub, deprecated)]
        pub fn changes<R_: 'static>(
            &mut self,
            watched: &__rules::Watched<R_>,
        ) -> ::core::result::Result<__rules::Changes<R_>, __rules::WatchError> {
            use __rt::{CopiedClone as _, CopiedOther as _};
            match self.session.__watched(watched)? {
                #(#arms)*
                _ => self.session.__look::<R_, R_>(watched, __rt::Vec::new()),
            }
        }
    }
}

/// A query that can be watched.
struct Watch<'q> {
    query: &'q Query,
    params: Vec<Owned>,
    /// `None`: it has no results.
    result: Option<Owned>,
}

impl<'q> Watch<'q> {
    fn of(query: &'q Query) -> Option<Self> {
        let params = query.params.iter().map(|(_, ty)| {
            Owned::of(ty).filter(|owned| !matches!(owned, Owned::Tuple(_) | Owned::Option(_)))
        });
        let result = query.select.as_ref().map(|(ty, _)| Owned::of(ty));
        Some(Watch {
            query,
            params: params.collect::<Option<_>>()?,
            result: match result {
                Some(owned) => Some(owned?),
                None => None,
            },
        })
    }

    fn names(&self) -> Vec<&'q proc_macro2::Ident> {
        let variables = &self.query.rule.variables;
        let params = self.query.params.iter();
        params.map(|(id, _)| &variables[id.0].name).collect()
    }

    fn answer(&self) -> TokenStream {
        let result = self.result.as_ref();
        result.map_or_else(|| quote! { () }, Owned::ty)
    }

    /// The method that begins to watch.
    fn emit_begin(&self, number: usize) -> TokenStream {
        let Query {
            vis, rule, params, ..
        } = self.query;
        let (attrs, name, number) = (&rule.attrs, method_name(self.query), int(number));
        let doc = format!(
            " Watches the query `{}`: `changes` says what has changed of its answers.",
            names::plain(&rule.name)
        );
        let (names, answer) = (self.names(), self.answer());
        let types = params.iter().map(|(_, ty)| ty);
        let kept: Vec<TokenStream> = self.params.iter().map(Owned::ty).collect();
        let values = names
            .iter()
            .zip(&self.params)
            .map(|(name, owned)| match owned {
                Owned::Text => {
                    quote! { <__rt::String as ::core::convert::From<&str>>::from(#name) }
                }
                Owned::Copied(_) => quote! { __rt::WatchFor::<L_>::copy_value(#name) },
                _ => quote! { #name },
            });
        quote! {
            #[doc = #doc]
            #[allow(dead_code, non_snake_case, unreachable_pub)]
            #(#attrs)*
            #vis fn #name(&mut self, #(#names: #types),*) -> __rules::Watched<#answer>
            where
                #(#kept: __rt::WatchFor<L_>,)*
                (#(#kept,)*): __rt::WatchFor<L_>,
                #answer: __rt::WatchFor<L_>,
            {
                use __rt::{RankedOrd as _, RankedOther as _};
                let __ranked = __rt::Ranked::<#answer>(::core::marker::PhantomData);
                self.session.__watch(#number, (#(#values,)*), __ranked.__ranking())
            }
        }
    }

    /// What asks again.
    fn emit_arm(&self, number: usize) -> TokenStream {
        let (query, number) = (&self.query.rule.name, int(number));
        let (names, answer) = (self.names(), self.answer());
        let kept = self.params.iter().map(Owned::ty);
        let given = names.iter().zip(&self.params).map(|(name, owned)| {
            let by_reference = !matches!(owned, Owned::Itself(_));
            let by_reference = by_reference.then(|| quote! { & });
            quote! { #by_reference #name }
        });
        let ask = quote! { Self::#query(self, #(#given),*) };
        let gather = self.result.as_ref().map_or_else(
            || quote! { if #ask { __answers.push(()); } },
            |owned| {
                let row = owned.emit(&quote! { __row }, 0);
                quote! {
                    for __row in #ask {
                        if let ::core::option::Option::Some(__row) = #row {
                            __answers.push(__row);
                        }
                    }
                }
            },
        );
        quote! {
            #number => {
                let mut __answers: __rt::Vec<#answer> = __rt::Vec::new();
                let __arguments = self.session.__watched_arguments::<(#(#kept,)*), R_>(watched);
                if let ::core::option::Option::Some((#(#names,)*)) = __arguments {
                    #gather
                }
                self.session.__look(watched, __answers)
            }
        }
    }
}

/// The method of a query that cannot be watched, which says so where it is called.
fn emit_refusal(query: &Query) -> TokenStream {
    let (vis, name) = (&query.vis, method_name(query));
    let doc = format!(
        " The query `{}` cannot be watched: what it borrows has no form of its own.",
        names::plain(&query.rule.name)
    );
    let types = (0..query.params.len()).map(|number| format_ident!("A{number}_"));
    let types: Vec<_> = types.collect();
    quote! {
        #[doc = #doc]
        #vis fn #name<#(#types),*>(&mut self, #(_: #types),*) -> __rules::Watched<()>
        where
            __rt::Borrowed: __rt::WatchFor<L_>,
        {
            self.session.__watch(::core::primitive::usize::MAX, (), ::core::option::Option::None)
        }
    }
}

fn method_name(query: &Query) -> proc_macro2::Ident {
    let name = &query.rule.name;
    format_ident!("watch_{}", names::plain(name), span = name.span())
}

impl Owned {
    /// That of a type's values; `None` where it is not known.
    fn of(ty: &Type) -> Option<Owned> {
        match ty {
            Type::Paren(inner) => Owned::of(&inner.elem),
            Type::Group(inner) => Owned::of(&inner.elem),
            Type::Tuple(tuple) if is_borrowing(ty) => {
                let parts = tuple.elems.iter().map(Owned::of);
                Some(Owned::Tuple(parts.collect::<Option<_>>()?))
            }
            Type::Path(path) if is_borrowing(ty) => {
                let last = path.path.segments.last()?;
                let PathArguments::AngleBracketed(arguments) = &last.arguments else {
                    return None;
                };
                match arguments.args.first() {
                    Some(GenericArgument::Type(ty)) if last.ident == "Option" => {
                        Some(Owned::Option(Box::new(Owned::of(ty)?)))
                    }
                    _ => None,
                }
            }
            Type::Reference(reference) if is_borrowing(ty) => {
                let is_elided = |lifetime: &syn::Lifetime| lifetime.ident == "_";
                let of = &*reference.elem;
                if reference.mutability.is_some()
                    || !reference.lifetime.as_ref().is_none_or(is_elided)
                    || is_borrowing(of)
                {
                    return None;
                }
                match of {
                    Type::Path(_) if of.to_token_stream().to_string() == "str" => Some(Owned::Text),
                    Type::Path(_) | Type::Tuple(_) | Type::Array(_) => {
                        Some(Owned::Copied(of.clone()))
                    }
                    _ => None,
                }
            }
            Type::Path(_) | Type::Tuple(_) | Type::Array(_) | Type::Reference(_) => {
                let is_sized = ty.to_token_stream().to_string() != "str";
                (is_sized && !is_borrowing(ty)).then(|| Owned::Itself(ty.clone()))
            }
            _ => None,
        }
    }

    /// The type.
    fn ty(&self) -> TokenStream {
        match self {
            Owned::Itself(ty) | Owned::Copied(ty) => quote! { #ty },
            Owned::Text => quote! { __rt::String },
            Owned::Tuple(parts) => {
                let parts = parts.iter().map(Owned::ty);
                quote! { (#(#parts,)*) }
            }
            Owned::Option(inner) => {
                let inner = inner.ty();
                quote! { ::core::option::Option<#inner> }
            }
        }
    }

    /// An `Option` of the value, which is `None` where it is a reference to what cannot be copied: no such is watched.
    fn emit(&self, value: &TokenStream, depth: usize) -> TokenStream {
        match self {
            Owned::Itself(_) => quote! { ::core::option::Option::Some(#value) },
            Owned::Text => {
                quote! { ::core::option::Option::Some(<__rt::String as ::core::convert::From<&str>>::from(#value)) }
            }
            Owned::Copied(ty) => quote! { __rt::Copied::<#ty>(#value).__copied() },
            Owned::Tuple(parts) => {
                let names = (0..parts.len()).map(|part| format_ident!("__part{depth}_{part}"));
                let names: Vec<_> = names.collect();
                let parts = parts.iter().zip(&names);
                let parts = parts.map(|(part, name)| part.emit(&quote! { #name }, depth + 1));
                quote! {{
                    let (#(#names,)*) = #value;
                    match (#(#parts,)*) {
                        (#(::core::option::Option::Some(#names),)*) => {
                            ::core::option::Option::Some((#(#names,)*))
                        }
                        _ => ::core::option::Option::None,
                    }
                }}
            }
            Owned::Option(inner) => {
                let some = inner.emit(&quote! { __some }, depth + 1);
                quote! {
                    match #value {
                        ::core::option::Option::Some(__some) => {
                            (#some).map(::core::option::Option::Some)
                        }
                        ::core::option::Option::None => {
                            ::core::option::Option::Some(::core::option::Option::None)
                        }
                    }
                }
            }
        }
    }
}

/// Whether a type has a lifetime in it, or what stands for a type, so that no session can keep its values as they are.
fn is_borrowing(ty: &Type) -> bool {
    /// What may be a type with a lifetime.
    struct Unwritten(bool);
    impl<'t> Visit<'t> for Unwritten {
        fn visit_type_impl_trait(&mut self, _: &'t syn::TypeImplTrait) {
            self.0 = true;
        }
        fn visit_type_macro(&mut self, _: &'t syn::TypeMacro) {
            self.0 = true;
        }
        fn visit_type_infer(&mut self, _: &'t syn::TypeInfer) {
            self.0 = true;
        }
    }
    let mut unwritten = Unwritten(false);
    unwritten.visit_type(ty);
    unwritten.0 || borrows(ty)
}
