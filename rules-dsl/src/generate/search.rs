//! Generates what `#[backtrack]` makes of a ruleset: copies for the way back, and blocks that choose.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;

use crate::hir::{Choose, Rule, Ruleset, VariableId};

use super::fragments::{first_span, into_iter, located};
use super::names::{self, Names};
use super::results;
use super::scope::Scope;
use super::states::StateField;
use super::time;

/// Whether a rule's block begins with a choice.
pub(super) fn chooses(rule: &Rule) -> bool {
    rule.then.choices().next().is_some()
}

/// The type of `Program::Search`.
pub(super) fn emit_search(ruleset: &Ruleset) -> TokenStream {
    if ruleset.backtrack {
        quote! { __rt::Search<Self> }
    } else {
        quote! { () }
    }
}

/// The impl of `Backtrack`, where the ruleset asks for it.
pub(super) fn emit_backtrack(
    ruleset: &Ruleset,
    names: &Names,
    states: &[StateField],
) -> Option<TokenStream> {
    if !ruleset.backtrack {
        return None;
    }
    let Names {
        program,
        memory,
        globals,
        ..
    } = names;
    let copy = emit_memory_copy(ruleset, names, states);
    let slab_names = ruleset.fact_types.iter().map(|of| &of.slab);
    let clock = time::clock_field(ruleset);
    let trace_states = (!states.is_empty() || clock.is_some())
        .then(|| quote! { <Self as __rt::Conditions>::trace_states(__memory, __pass); });
    let trailed: Vec<_> = ruleset
        .globals
        .iter()
        .filter(|global| global.trailed)
        .collect();
    let types = trailed.iter().map(|global| &global.ty);
    let copies = trailed.iter().map(|global| {
        let (name, ty) = (&global.name, &global.ty);
        let globals = located(quote! { __globals }, ty.span());
        quote_spanned! { ty.span()=> <#ty as ::core::clone::Clone>::clone(&#globals.#name) }
    });
    let fields: Vec<_> = trailed.iter().map(|global| &global.name).collect();
    let generated = super::generated();
    Some(quote! {
        #generated
        impl __rt::Backtrack for #program {
            type Trailed = (#(#types,)*);

            fn trace(__memory: &mut #memory, __pass: &mut impl __rt::Pass) {
                #(__memory.#slab_names.trace(__pass);)*
                #trace_states
            }

            fn copy_memory(__memory: &#memory) -> #memory {
                #copy
            }

            fn trailed(__globals: &#globals) -> Self::Trailed {
                (#(#copies,)*)
            }

            fn restore(__globals: &mut #globals, (#(#fields,)*): Self::Trailed) {
                #(__globals.#fields = #fields;)*
            }
        }
    })
}

/// A copy of working memory.
fn emit_memory_copy(ruleset: &Ruleset, names: &Names, states: &[StateField]) -> TokenStream {
    let Names { memory, mode, .. } = names;
    let slabs = ruleset.fact_types.iter().map(|fact_type| {
        let (slab, path) = (&fact_type.slab, &fact_type.path);
        let memory = located(quote! { __memory }, path.span());
        quote_spanned! { path.span()=>
            #slab: <__rt::Slab<#path, #mode> as ::core::clone::Clone>::clone(&#memory.#slab)
        }
    });
    let clock = time::clock_field(ruleset);
    let states = states.iter().map(|field| &field.name).chain(&clock);
    let states = states.map(|state| {
        quote! { #state: ::core::clone::Clone::clone(&__memory.#state) }
    });
    quote! { #memory { #(#slabs,)* #(#states,)* } }
}

/// What a block's function returns, and what stands in it: the block itself, or where it begins with
/// choices, loops over the alternatives that run it for one of them. `computed` is what later choices need computed anew.
pub(super) fn emit_choices(
    ruleset: &Ruleset,
    choices: &[&Choose],
    computed: &ComputedAnew,
    block: TokenStream,
) -> (TokenStream, TokenStream) {
    let (returns, body) = results::emit_body(ruleset, block);
    if choices.is_empty() {
        return (returns, body);
    }
    let [done, none] = if ruleset.error.is_some() {
        // The body ends in the result.
        [
            quote! { return { #body }; },
            quote! { ::core::result::Result::Ok(()) },
        ]
    } else {
        [
            quote! { #body #[allow(unreachable_code)] return; },
            TokenStream::new(),
        ]
    };
    let loops = if let [Choose { pattern, expr, .. }] = choices {
        // Many iterators get to an element without going through those before it.
        let all = into_iter(&expr.to_token_stream(), expr);
        let firing = located(quote! { __firing }, first_span(expr));
        let chosen = quote_spanned! { first_span(expr)=>
            ::core::iter::Iterator::nth(&mut #all, #firing.alternative() as usize)
        };
        quote! {
            if let ::core::option::Option::Some(__chosen) = #chosen {
                let #pattern = __chosen;
                #done
            }
        }
    } else {
        nested(choices, computed, &done)
    };
    let body = quote! {
        #loops
        __firing.exhaust();
        #none
    };
    (returns, body)
}

/// The computed variables that later choices need, and the functions that compute each anew: alternatives may take what a
/// variable holds, and are iterated over again for each alternative of the choices before.
pub(super) struct ComputedAnew(BTreeMap<VariableId, (Ident, Ident)>);

impl ComputedAnew {
    /// Binds the functions.
    pub(super) fn of(choices: &[&Choose], scope: &mut Scope<'_>) -> Self {
        let later = choices.iter().skip(1);
        let later = later.flat_map(|choice| &choice.needs.variables);
        let later: BTreeSet<VariableId> = later.copied().collect();
        let computed = later
            .into_iter()
            .filter(|&id| scope.is_computed_variable(id));
        let computed: Vec<VariableId> = computed.collect();
        let computed = computed.into_iter().map(|id| {
            let (name, function) = (&scope.rule().variables[id.0].name, names::computing(id));
            let mut anew = scope.level();
            anew.variable(id);
            let bindings = anew.finish();
            scope.bind(quote! { let #function = || { #bindings #name }; });
            (id, (name.clone(), function))
        });
        ComputedAnew(computed.collect())
    }

    /// What is computed anew for a choice.
    fn bindings(&self, choice: &Choose) -> TokenStream {
        let needed = choice.needs.variables.iter();
        let computed = needed.filter_map(|variable| self.0.get(variable));
        let computed = computed.map(|(name, function)| quote! { let #name = #function(); });
        computed.collect()
    }
}

/// Loops over the combinations of several choices, of which all before the one that is to be tried are skipped.
///
/// What stands in a loop stands in a labelled block there: rustc refuses a `break` or `continue` of the user's that would
/// leave it.
fn nested(choices: &[&Choose], computed: &ComputedAnew, done: &TokenStream) -> TokenStream {
    let innermost = label(choices.len() - 1);
    let innermost = quote! {
        if __skipped > 0 {
            __skipped -= 1;
            break #innermost;
        }
        #done
    };
    let loops = choices.iter().enumerate();
    let loops = loops.rfold(innermost, |inner, (place, choice)| {
        let Choose { pattern, expr, .. } = choice;
        let label = label(place);
        let computed = (place > 0).then(|| computed.bindings(choice));
        quote! {
            #computed
            for #pattern in #expr { #label: { #inner } }
        }
    });
    quote! {
        let mut __skipped = __firing.alternative();
        #[allow(unused_labels)]
        #loops
    }
}

/// The label of the block that a choice is tried in.
fn label(choice: usize) -> syn::Lifetime {
    syn::Lifetime::new(&format!("'__choice{choice}"), Span::call_site())
}
