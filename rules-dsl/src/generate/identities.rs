//! Generates how facts of each type are told apart.
//!
//! What a ruleset says of a type (by declaring it, or on its `use`) belongs to the type: impls say it to other
//! rulesets. Where a ruleset says nothing, its code asks for these impls; which answer is there is known when rustc
//! compiles it, so nothing is asked at run time.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

use crate::hir::{Best, FactType, FactTypeId, Identity, KeyField, Ruleset};

use crate::names::member_name;

use super::fragments::{first_span, located};
use super::names::{self, Names};

/// The types that stand for how facts are told apart, where that is not the runtime's to say.
pub(super) fn identity_types(ruleset: &Ruleset) -> impl Iterator<Item = Ident> {
    let types = ruleset.fact_types.iter().enumerate();
    types.filter_map(|(id, fact_type)| {
        let has_own = matches!(
            fact_type.identity,
            Identity::Key(_) | Identity::Best(_) | Identity::Unsaid
        );
        has_own.then(|| names::identity(ruleset, FactTypeId(id)))
    })
}

/// The type by which facts of a type are told apart.
pub(super) fn identity_of(ruleset: &Ruleset, id: FactTypeId) -> TokenStream {
    let own = || names::identity(ruleset, id);
    let fact_type = &ruleset.fact_types[id.0];
    let span = first_span(&fact_type.path);
    match &fact_type.identity {
        Identity::Plain => quote! { __rt::Plain },
        Identity::Unique if fact_type.declaration.is_some() || fact_type.site.is_some() => {
            located(quote! { __rt::Unique }, span)
        }
        Identity::Unique => {
            let checked = emit_checked(fact_type);
            quote_spanned! {span=>
                <__rt::Checked<{ #checked }> as __rt::Chosen<__rt::Unique>>::Identity
            }
        }
        Identity::Key(_) | Identity::Best(_) => {
            let own = own();
            quote! { #own }
        }
        Identity::Unsaid => {
            let own = own();
            quote! { __rt::AsSaid<#own> }
        }
    }
}

/// The impls of all fact types.
pub(super) fn emit_identities(ruleset: &Ruleset, names: &Names) -> TokenStream {
    let types = (0..ruleset.fact_types.len()).map(FactTypeId);
    let identities = types.map(|id| emit_identity(ruleset, id, names));
    let mut types = ruleset.fact_types.iter();
    let says = types.any(|fact_type| {
        fact_type.declaration.is_none() && !matches!(fact_type.identity, Identity::Unsaid)
    });
    // Other rulesets find it without naming it; rustc asks all the same that they may.
    let by = says.then(|| {
        quote! {
            #[allow(dead_code, unreachable_pub, missing_debug_implementations)]
            pub struct __Use;
        }
    });
    quote! { #by #(#identities)* }
}

fn emit_identity(ruleset: &Ruleset, id: FactTypeId, names: &Names) -> TokenStream {
    let fact_type = &ruleset.fact_types[id.0];
    let own = names::identity(ruleset, id);
    let told = match &fact_type.identity {
        Identity::Plain | Identity::Unique => TokenStream::new(),
        Identity::Key(key) => emit_key(&own, fact_type, key),
        Identity::Best(best) => emit_best(&own, fact_type, best),
        Identity::Unsaid => return emit_asked(&own, fact_type),
    };
    let said = emit_said(ruleset, id, names);
    quote! { #told #said }
}

/// Facts of one key are one.
fn emit_key(own: &Ident, fact_type: &FactType, key: &[KeyField]) -> TokenStream {
    let path = &fact_type.path;
    let fields: Vec<_> = key.iter().map(|field| &field.member).collect();
    // What its type lacks is reported where the user names it.
    let same = all(fields
        .iter()
        .map(|field| located(quote! { __a.#field == __b.#field }, field.span())));
    quote! {
        #[allow(clippy::all, clippy::pedantic)]
        impl __rt::Identity<#path> for #own {
            const ON_INSERT: __rt::OnInsert = __rt::OnInsert::Replace;

            fn hash(__fact: &#path) -> ::core::option::Option<u64> {
                let __hash = 0;
                #(let __hash = __rt::Key(&__fact.#fields).__mix(__hash);)*
                ::core::option::Option::Some(__hash)
            }

            fn same(__a: &#path, __b: &#path) -> bool {
                #same
            }
        }
    }
}

/// Of the facts of a group the best stands.
fn emit_best(own: &Ident, fact_type: &FactType, best: &Best) -> TokenStream {
    let path = &fact_type.path;
    let span = first_span(path);
    let by: Vec<_> = best.by.iter().map(|field| &field.member).collect();
    let same = all(by.iter().map(|field| quote! { __a.#field == __b.#field }));
    let (value, word) = (&best.value.member, best.value.member.span());
    let (first, second) = if best.least {
        (quote! { __a }, quote! { __b })
    } else {
        (quote! { __b }, quote! { __a })
    };
    // What a type lacks is reported where the user names it.
    let (first, second) = (located(first, word), located(second, word));
    let rank = quote_spanned! {word=> ::core::cmp::Ord::cmp(&#first.#value, &#second.#value) };
    let equal = quote_spanned! {span=> <__rt::Unique as __rt::Identity<#path>> };
    let fact = located(quote! { __fact }, span);
    let copy = quote_spanned! {span=> <#path as ::core::clone::Clone>::clone(#fact) };
    quote! {
        #[allow(clippy::all, clippy::pedantic)]
        impl __rt::Identity<#path> for #own {
            const ON_INSERT: __rt::OnInsert = __rt::OnInsert::Keep;
            const RANKS: ::core::primitive::bool = true;

            fn hash(__fact: &#path) -> ::core::option::Option<u64> {
                #equal::hash(__fact)
            }

            fn same(__a: &#path, __b: &#path) -> bool {
                #equal::same(__a, __b)
            }

            fn group(__fact: &#path) -> u64 {
                let __hash = 0;
                #(let __hash = __rt::Key(&__fact.#by).__mix(__hash);)*
                __hash
            }

            fn same_group(__a: &#path, __b: &#path) -> bool {
                #same
            }

            fn rank(__a: &#path, __b: &#path) -> ::core::cmp::Ordering {
                #rank
            }

            fn copy(__fact: &#path) -> #path {
                #copy
            }
        }
    }
}

/// As another ruleset says.
fn emit_asked(own: &Ident, fact_type: &FactType) -> TokenStream {
    let path = &fact_type.path;
    let asked = quote_spanned! {first_span(path)=> __rt::StatementOf::<#path, _>::FOUND };
    let check = quote_spanned! {first_span(path)=>
        const _: () = __rt::may_be_unsaid(<#own as __rt::Said<#path>>::IDENTITY.as_ref());
    };
    quote! {
        impl __rt::Said<#path> for #own {
            const IDENTITY: ::core::option::Option<__rt::IdentityOf<#path>> = #asked;
        }
        #check
    }
}

/// What a ruleset says of a type, for the others.
fn emit_said(ruleset: &Ruleset, id: FactTypeId, names: &Names) -> TokenStream {
    let fact_type = &ruleset.fact_types[id.0];
    let path = &fact_type.path;
    let program = &names.program;
    let identified = |by: TokenStream| {
        quote! {
            impl __rt::Identified<#by> for #path {
                const IDENTITY: __rt::IdentityOf<#path> = <#program as __rt::Holds<#path>>::IDENTITY;
            }
        }
    };
    if fact_type.declaration.is_none() {
        let declaration = emit_declaration_of(path);
        let by = quote! { __Use, { #declaration.is_some() } };
        let said = fact_type.shared.then(|| identified(by));
        // Of a unique type the check stands in the identity.
        let is_own = matches!(fact_type.identity, Identity::Key(_) | Identity::Best(_));
        let check = is_own.then(|| {
            let checked = emit_checked(fact_type);
            quote! { const _: bool = #checked; }
        });
        return quote! { #check #said };
    }
    let attribute = attribute(&fact_type.identity);
    let refusal = refusal(fact_type, &attribute);
    let declared = quote! {
        impl __rt::Declared for #path {
            const DECLARATION: __rt::Declaration = __rt::Declaration {
                attribute: #attribute,
                refusal: #refusal,
            };
        }
    };
    if matches!(fact_type.identity, Identity::Plain) {
        return declared;
    }
    let said = identified(quote! { __rt::Declaration, false });
    quote! { #declared #said }
}

/// What the declaration of a type says, if there is one.
fn emit_declaration_of(path: &syn::Path) -> TokenStream {
    quote! { __rt::DeclarationOf::<#path>::FOUND }
}

/// Whether what the ruleset says of a type is what its declaration says; else it is an error of rustc's there.
fn emit_checked(fact_type: &FactType) -> TokenStream {
    let attribute = attribute(&fact_type.identity);
    let declaration = emit_declaration_of(&fact_type.path);
    quote_spanned! {first_span(&fact_type.path)=> __rt::repeats(#attribute, #declaration) }
}

/// The attribute that says how facts are told apart; of plain ones there is none.
fn attribute(identity: &Identity) -> String {
    match identity {
        Identity::Plain | Identity::Unsaid => String::new(),
        Identity::Unique => "#[unique]".to_owned(),
        Identity::Key(key) => {
            let fields = key.iter().map(|field| member_name(&field.member));
            format!("#[key({})]", fields.collect::<Vec<_>>().join(", "))
        }
        Identity::Best(best) => {
            let Best { least, value, by } = &**best;
            let word = if *least { "min" } else { "max" };
            let by = by.iter().map(|field| member_name(&field.member));
            let by = by.collect::<Vec<_>>().join(", ");
            format!("#[best({word}: {}, by({by}))]", member_name(&value.member))
        }
    }
}

/// What is said to a ruleset that says something else of a declared type.
fn refusal(fact_type: &FactType, attribute: &str) -> String {
    let name = names::plain(&fact_type.name);
    if attribute.is_empty() {
        return format!(
            "`{name}` is declared in another ruleset, without `#[unique]` and `#[key(…)]`: put the attribute on its declaration"
        );
    }
    format!(
        "`{name}` is declared in another ruleset, with `{attribute}`: say the same here, or nothing"
    )
}

/// Tests joined by `&&`; of none, `true`.
pub(super) fn all(tests: impl Iterator<Item = TokenStream>) -> TokenStream {
    let joined = tests.reduce(|joined, test| quote! { #joined && #test });
    joined.unwrap_or_else(|| quote! { true })
}

/// What is evaluated where a block inserts a logical fact of a type of which the ruleset does not say how its facts
/// are told apart: a fact with a key cannot be logical.
pub(super) fn emit_may_be_logical(ruleset: &Ruleset, id: FactTypeId, at: Span) -> TokenStream {
    let fact_type = &ruleset.fact_types[id.0];
    if !matches!(fact_type.identity, Identity::Unsaid) {
        return TokenStream::new();
    }
    let (path, identity) = (&fact_type.path, identity_of(ruleset, id));
    let call = quote_spanned! {at=> __rt::may_be_logical::<#path, #identity>() };
    quote! { const _: () = #call; }
}
