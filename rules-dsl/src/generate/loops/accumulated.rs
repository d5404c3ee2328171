//! What an accumulate of loops gathers of the members that they find, and its result.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};

use crate::hir::{Accumulate, ElementId, Expression, Function, Source, VariableId};
use crate::plan::MatchElement;

use super::super::fragments::first_span;
use super::super::literals::int;
use super::super::names;
use super::super::scope::Scope;
use super::order::emit_order;

/// An accumulate, and the level around it.
pub(super) struct Accumulated<'s, 'a> {
    pub(super) scope: &'s Scope<'a>,
    pub(super) of: &'a Accumulate,
    /// How many elements order a member at the most.
    pub(super) length: usize,
}

impl<'a> Accumulated<'_, 'a> {
    fn function(&self) -> &'a Function {
        let rule = self.scope.context.rule;
        self.scope.definitions.function(rule, self.of.element)
    }

    /// What is gathered before there is a member.
    pub(super) fn emit_start(&self) -> TokenStream {
        match self.function() {
            Function::Count => quote! { 0_usize },
            Function::Collect(_) => quote! { __rt::Vec::new() },
            Function::Sum(_) => default(&quote! { __rt::Sum<_> }),
            Function::Avg(_) => default(&quote! { __rt::Mean<_> }),
            Function::Min(_) | Function::Max(_) | Function::MinBy(..) | Function::MaxBy(..) => {
                default(&quote! { __rt::Least<_, _, _> })
            }
            Function::User(accumulator, _) => {
                default(&quote! { <#accumulator as __rules::Accumulator>::State })
            }
        }
    }

    /// Adds a member to what is gathered, in the level within the loops that find it.
    pub(super) fn emit_add(&self, level: &Scope<'a>, elements: &[MatchElement]) -> TokenStream {
        let gathered = names::gathered(self.of.element);
        let owns = matches!(self.function(), Function::Sum(_) | Function::Avg(_));
        let value = |of: &Expression| {
            let mut level = level.level();
            level.set_lends(!owns);
            level.needs(&of.needs);
            let expr = level.value(&of.expr, &of.needs);
            let bindings = level.finish();
            if bindings.is_empty() {
                quote! { #expr }
            } else {
                quote! { { #bindings #expr } }
            }
        };
        let offer = |of: &Expression, item: TokenStream, greatest: bool| {
            let (value, order) = (value(of), self.order(level, elements));
            let [first, second] = if greatest {
                [quote! { __b }, quote! { __a }]
            } else {
                [quote! { __a }, quote! { __b }]
            };
            let rank = quote_spanned! { first_span(&of.expr)=>
                (&&__rt::Rank(#first, #second)).rank()
            };
            quote! {
                __rt::Least::offer(#gathered, #value, #order, #item, |__a, __b| #rank);
            }
        };
        match self.function() {
            Function::Count => quote! { *#gathered += 1; },
            Function::Collect(member) => {
                let slot = level.slot(*member);
                quote! { __rt::Vec::push(#gathered, #slot); }
            }
            Function::Sum(of) | Function::Avg(of) if !level.is_query() => {
                let value = value(of);
                let add = if matches!(self.function(), Function::Sum(_)) {
                    quote! { __add_to_sum }
                } else {
                    quote! { __add_to_mean }
                };
                quote! { __rt::Addend(#value).#add(#gathered); }
            }
            Function::Sum(of) => {
                let value = value(of);
                quote! { __rt::Sum::add(#gathered, #value); }
            }
            Function::Avg(of) => {
                let value = value(of);
                quote! { __rt::Mean::add(#gathered, #value); }
            }
            Function::Min(of) => offer(of, quote! { () }, false),
            Function::Max(of) => offer(of, quote! { () }, true),
            Function::MinBy(of, member) => offer(of, level.found(*member), false),
            Function::MaxBy(of, member) => offer(of, level.found(*member), true),
            Function::User(accumulator, of) => {
                let value = value(of);
                quote! { <#accumulator as __rules::Accumulator>::add(#gathered, #value); }
            }
        }
    }

    /// What is gathered for the key of a member.
    pub(super) fn emit_group(&self, level: &Scope<'a>, elements: &[MatchElement]) -> TokenStream {
        let groups = names::groups(self.of.element);
        let mut keys = level.level();
        let values: Vec<TokenStream> = self.of.by.iter().map(|&key| keys.key_value(key)).collect();
        let bindings = keys.finish();
        let places: Vec<_> = (0..self.of.by.len()).map(int).collect();
        let (order, start) = (self.order(level, elements), self.emit_start());
        quote! {
            {
                #bindings
                let __key = (#(#values,)*);
                let __hash = 0;
                #(let __hash = __rt::Key(&__key.#places).__mix(__hash);)*
                #groups.of(
                    __hash,
                    __key,
                    #order,
                    |__a, __b| #(__a.#places == __b.#places)&&*,
                    || #start,
                )
            }
        }
    }

    /// Binds the result to its local, or leaves where there is none.
    pub(super) fn emit_result(&self, otherwise: &TokenStream) -> TokenStream {
        let gathered = names::gathered(self.of.element);
        let local = names::local(self.of.element);
        let result = match self.function() {
            Function::Count => return quote! { let #local = #gathered; },
            Function::Sum(_) if !self.scope.is_query() => {
                return quote! { let #local = __rt::Summed(&#gathered).__total(); };
            }
            Function::Sum(_) => return quote! { let #local = #gathered.total(); },
            Function::Collect(member) => {
                let slab = self.scope.slab(*member);
                let facts = if self.scope.is_query() && self.scope.lends {
                    quote! { Found::__all }
                } else {
                    quote! { Facts::__in }
                };
                return quote! {
                    let #local = __rules::#facts(&__memory.#slab, #gathered);
                };
            }
            Function::Avg(_) => quote! { #gathered.mean() },
            Function::Min(_) | Function::Max(_) => quote! { #gathered.value() },
            Function::MinBy(..) | Function::MaxBy(..) => {
                return self.emit_best(&gathered, otherwise);
            }
            Function::User(accumulator, _) => {
                quote! { <#accumulator as __rules::Accumulator>::output(&#gathered) }
            }
        };
        quote! {
            let ::core::option::Option::Some(#local) = #result else { #otherwise };
        }
    }

    /// Binds the fact that is found, or leaves where there is none.
    fn emit_best(&self, gathered: &Ident, otherwise: &TokenStream) -> TokenStream {
        let local = names::local(self.of.element);
        if self.scope.is_query() {
            return quote! {
                let ::core::option::Option::Some(#local) = #gathered.item() else { #otherwise };
            };
        }
        let candidate = names::candidate(self.of.element);
        quote! {
            let ::core::option::Option::Some(#candidate) = #gathered.item() else { #otherwise };
            let #local = __rules::Fact::__slot(#candidate);
        }
    }

    /// The pattern that binds the keys of a group, each to the local of the variable outside.
    pub(super) fn bind_keys(&self, level: &mut Scope<'a>) -> TokenStream {
        let rule = level.rule();
        let keys = self.of.by.iter().map(|key| {
            let outside = rule.variables.iter().position(|variable| {
                matches!(&variable.source, Source::Key { element, inner }
                    if *element == self.of.element && inner == key)
            });
            let Some(outside) = outside.map(VariableId) else {
                return quote! { _ };
            };
            level.keys.insert(outside);
            let local = names::bound(outside);
            quote! { #local }
        });
        quote! { (#(#keys,)*) }
    }

    /// What orders a member among the others.
    fn order(&self, level: &Scope<'a>, elements: &[MatchElement]) -> TokenStream {
        emit_order(elements, level, self.length)
    }
}

/// The default of a type; its trait may not be in scope.
fn default(ty: &TokenStream) -> TokenStream {
    quote! { <#ty as ::core::default::Default>::default() }
}

impl Scope<'_> {
    /// The fact of an element, as loops find it: its slot, or in an explanation one of the facts that it may be.
    fn found(&self, element: ElementId) -> TokenStream {
        if self.is_query() {
            self.slot(element)
        } else {
            names::candidate(element).to_token_stream()
        }
    }
}
