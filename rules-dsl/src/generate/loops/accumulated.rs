//! What an accumulate of loops gathers of the members that they find, and its result.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};

use crate::hir::{Accumulate, ElementId, Expression, Function, Last, Source, VariableId};
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

/// What a function takes of a member: a value, what orders it among equal ones, and what it belongs to.
struct Member {
    value: TokenStream,
    order: TokenStream,
    item: TokenStream,
}

impl<'a> Accumulated<'_, 'a> {
    fn function(&self) -> &'a Function {
        let rule = self.scope.context.rule;
        self.scope.definitions.function(rule, self.of.element)
    }

    /// What is gathered before there is a member: of the latest alone, they themselves.
    pub(super) fn emit_start(&self) -> TokenStream {
        match &self.of.last {
            Some(Last { number, .. }) => quote! { __rt::Latest::new(#number) },
            None => self.emit_nothing(),
        }
    }

    /// The method that gives groups in the order of their first members.
    pub(super) fn in_order(&self) -> TokenStream {
        if self.of.last.is_some() {
            quote! { latest_in_order }
        } else {
            quote! { in_order }
        }
    }

    /// What the function comes to without members.
    fn emit_nothing(&self) -> TokenStream {
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
        let member = self.member(level, elements);
        let Some(last) = &self.of.last else {
            return self.emit_take(&member);
        };
        let gathered = names::gathered(self.of.element);
        let mut timed = level.level();
        timed.needs(&last.time.needs);
        let time = timed.value(&last.time.expr, &last.time.needs);
        let (bindings, order) = (timed.finish(), self.order(level, elements));
        let Member {
            value,
            order: place,
            item,
        } = member;
        quote! {
            let __member = (#value, #place, #item);
            #bindings
            __rt::Latest::offer(#gathered, ::core::clone::Clone::clone(&#time), #order, __member);
        }
    }

    /// What the function takes of a member.
    fn member(&self, level: &Scope<'a>, elements: &[MatchElement]) -> Member {
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
        let nothing = quote! { () };
        match self.function() {
            Function::Count => Member {
                value: nothing.clone(),
                order: nothing.clone(),
                item: nothing,
            },
            Function::Collect(member) => Member {
                value: level.slot(*member).to_token_stream(),
                order: nothing.clone(),
                item: nothing,
            },
            Function::Sum(of) | Function::Avg(of) | Function::User(_, of) => Member {
                value: value(of),
                order: nothing.clone(),
                item: nothing,
            },
            Function::Min(of) | Function::Max(of) => Member {
                value: value(of),
                order: self.order(level, elements),
                item: nothing,
            },
            Function::MinBy(of, member) | Function::MaxBy(of, member) => Member {
                value: value(of),
                order: self.order(level, elements),
                item: level.found(*member),
            },
        }
    }

    /// Adds what is taken of a member to what is gathered.
    fn emit_take(&self, member: &Member) -> TokenStream {
        let gathered = names::gathered(self.of.element);
        let Member { value, order, item } = member;
        let offer = |of: &Expression, greatest: bool| {
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
            Function::Collect(_) => quote! { __rt::Vec::push(#gathered, #value); },
            Function::Sum(_) if !self.scope.is_query() => {
                quote! { __rt::Addend(#value).__add_to_sum(#gathered); }
            }
            Function::Avg(_) if !self.scope.is_query() => {
                quote! { __rt::Addend(#value).__add_to_mean(#gathered); }
            }
            Function::Sum(_) => quote! { __rt::Sum::add(#gathered, #value); },
            Function::Avg(_) => quote! { __rt::Mean::add(#gathered, #value); },
            Function::Min(of) | Function::MinBy(of, _) => offer(of, false),
            Function::Max(of) | Function::MaxBy(of, _) => offer(of, true),
            Function::User(accumulator, _) => {
                quote! { <#accumulator as __rules::Accumulator>::add(#gathered, #value); }
            }
        }
    }

    /// Where the latest alone are members: lets the function take these.
    fn emit_latest(&self) -> TokenStream {
        if self.of.last.is_none() {
            return TokenStream::new();
        }
        let gathered = names::gathered(self.of.element);
        let nothing = self.emit_nothing();
        let take = self.emit_take(&Member {
            value: quote! { __value },
            order: quote! { __order },
            item: quote! { __item },
        });
        quote! {
            #[allow(unused_mut)]
            let mut #gathered = {
                let __latest = __rt::Latest::into_members(#gathered);
                let mut __gathered = #nothing;
                for (__value, __order, __item) in __latest {
                    let #gathered = &mut __gathered;
                    #take
                }
                __gathered
            };
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
                #(let __hash = __rt::Key(&__rt::GroupKey(&__key.#places).__hashed()).__mix(__hash);)*
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
        let latest = self.emit_latest();
        let result = self.emit_value(otherwise);
        quote! { #latest #result }
    }

    /// What is gathered comes to the result.
    fn emit_value(&self, otherwise: &TokenStream) -> TokenStream {
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
