//! Generates the search for the matches of conditions: a loop a pattern, each within those before it.
//!
//! Each step is a level: what is bound to facts is seen in the levels within it. What is computed is
//! computed again in each level that uses it, which may then move it.

use std::borrow::Cow;
use std::cell::Cell;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Lifetime;

use crate::hir::{ElementId, Operand, Quantifier, Rule, TestId, TestKind};
use crate::network::{KeyPart, LoopStep, Loops};

use super::super::fragments::{first_span, into_iter};
use super::super::literals::int;
use super::super::names;
use super::super::scope::Scope;
use super::accumulates::{Accumulated, Add};

/// Emits what is done with each match, given the loops that find it and the level within them.
pub(super) type Innermost<'f, 'a> = &'f dyn Fn(&'a Loops, Scope<'a>) -> TokenStream;

/// Emits loops.
#[derive(Default)]
pub(in crate::generate) struct LoopWriter {
    /// How many labels there are.
    labels: Cell<usize>,
}

impl LoopWriter {
    /// The search for all matches: nests of loops, one after the other.
    pub(super) fn loops<'a>(
        &self,
        all: &'a [Loops],
        scope: &Scope<'a>,
        innermost: Innermost<'_, 'a>,
    ) -> TokenStream {
        let nest = |loops: &'a Loops| {
            let label = self.label("search");
            let mut level = scope.level();
            level.context = Cow::Borrowed(&loops.context);
            level.view.on_mismatch = quote! { break #label };
            let steps = self.steps(loops, 0, level, innermost);
            quote! { #label: { #steps } }
        };
        all.iter().map(nest).collect()
    }

    /// The steps from one on, within the level before it.
    fn steps<'a>(
        &self,
        loops: &'a Loops,
        from: usize,
        scope: Scope<'a>,
        innermost: Innermost<'_, 'a>,
    ) -> TokenStream {
        let Some(step) = loops.steps.get(from) else {
            return innermost(loops, scope.level());
        };
        // The tests of a level, then the steps within it.
        let within = |mut level: Scope<'a>, tests: &[TestId]| {
            level.tests(tests);
            let code = std::mem::take(&mut level.code);
            let steps = self.steps(loops, from + 1, level, innermost);
            quote! { #code #steps }
        };
        match step {
            LoopStep::Tests(tests) => within(scope.level(), tests),
            LoopStep::Fact {
                element,
                index,
                key,
                tests,
            } => {
                let (label, slot, index) =
                    (self.label("facts"), names::local(*element), int(*index));
                let hash = emit_hash(&scope, *element, key);
                let of = names::hash(*element);
                let mut level = scope.level();
                level.view.on_mismatch = quote! { continue #label };
                let body = within(level, tests);
                quote! {
                    let #of = #hash;
                    #label: for #slot in __network.facts(#index, #of) { #body }
                }
            }
            LoopStep::Quantified { quantifier, inner } => {
                let found = self.found(*quantifier, inner, &scope);
                let (otherwise, wrong) = (scope.view.on_mismatch.clone(), mismatch(*quantifier));
                let steps = within(scope, &[]);
                quote! {
                    let __found: u32 = #found;
                    if #wrong { #otherwise }
                    #steps
                }
            }
            LoopStep::Accumulate {
                element,
                inner,
                by,
                tests,
            } => {
                let lengths = inner.iter().map(|loops| loops.elements.len());
                let accumulated = Accumulated {
                    scope: &scope,
                    element: *element,
                    length: lengths.max().unwrap_or_default(),
                    by,
                };
                let search = |add: Add<'_, 'a>| {
                    let add = |loops: &'a Loops, level| add(&loops.elements, level);
                    self.loops(inner, &scope, &add)
                };
                self.accumulate(&accumulated, &search, &|level| within(level, tests))
            }
            LoopStep::Each { element, tests } => {
                self.each(*element, &scope, &|level| within(level, tests))
            }
        }
    }

    /// How many matches a search finds: no more than it takes to know whether that is right.
    fn found<'a>(
        &self,
        quantifier: Quantifier,
        inner: &'a [Loops],
        scope: &Scope<'a>,
    ) -> TokenStream {
        let label = self.label("found");
        match quantifier {
            Quantifier::None | Quantifier::Some => {
                let search = self.loops(inner, scope, &|_, _| quote! { break #label 1; });
                quote! { #label: { #search 0 } }
            }
            Quantifier::One => {
                let count = |_: &'a Loops, _: Scope<'a>| {
                    quote! {
                        __count += 1;
                        if __count > 1 { break #label __count; }
                    }
                };
                let search = self.loops(inner, scope, &count);
                quote! { #label: { let mut __count = 0; #search __count } }
            }
        }
    }

    /// A loop over the elements of a `for`, with the steps `within` it.
    pub(in crate::generate) fn each<'a>(
        &self,
        element: ElementId,
        scope: &Scope<'a>,
        within: &dyn Fn(Scope<'a>) -> TokenStream,
    ) -> TokenStream {
        let label = self.label("elements");
        let (bindings, elements) = emit_elements(scope, element);
        let mut level = scope.level();
        level.view.on_mismatch = quote! { continue #label };
        let body = within(level);
        let (number, item) = (names::local(element), names::item(element));
        let numbered = if scope.is_query() {
            quote! { ::core::iter::Iterator::enumerate(#elements) }
        } else {
            // Where rustc has reported already what is no iterator.
            let of = &scope.definitions.each(scope.context.rule, element).expr;
            quote_spanned! { first_span(&of.expr)=> __rt::Elements(#elements).__numbered() }
        };
        quote! {
            #bindings
            #label: for (#number, #item) in #numbered {
                #body
            }
        }
    }

    pub(in crate::generate) fn label(&self, what: &str) -> Lifetime {
        let number = self.labels.replace(self.labels.get() + 1);
        Lifetime::new(&format!("'__{what}{number}"), Span::call_site())
    }
}

/// Whether the number `__found` is not what a quantifier asks for.
pub(in crate::generate) fn mismatch(quantifier: Quantifier) -> TokenStream {
    match quantifier {
        Quantifier::None => quote! { __found > 0 },
        Quantifier::Some => quote! { __found == 0 },
        Quantifier::One => quote! { __found != 1 },
    }
}

/// What binds the elements of a `for`, and an iterator over them.
fn emit_elements(scope: &Scope<'_>, element: ElementId) -> (TokenStream, TokenStream) {
    let rule = scope.context.rule;
    let mut level = scope.level();
    let of = scope.definitions.each(rule, element);
    let elements = into_iter(&level.expression(&of.expr), &of.expr.expr);
    let mut bindings = level.finish();
    let Some(ty) = &of.ty else {
        return (bindings, elements);
    };
    let kept = names::kept(element);
    bindings.extend(quote! {
        let #kept: __rt::Vec<#ty> = ::core::iter::Iterator::collect(#elements);
    });
    (bindings, quote! { #kept.iter() })
}

/// The hash of what the facts of an index are compared with; `None` where it cannot be looked up.
fn emit_hash(scope: &Scope<'_>, element: ElementId, key: &[KeyPart]) -> TokenStream {
    if key.is_empty() {
        return quote! { ::core::option::Option::Some(0) };
    }
    let rule = scope.rule();
    let slot = names::local(element);
    let hashed = key.iter().map(|&part| {
        let mut level = scope.level();
        level.view.on_mismatch = quote! { ::core::unreachable!() };
        level.push(quote! { let #slot = 0; });
        let [one, other] = sides(rule, part).map(|side| level.operand(side));
        let bindings = level.finish();
        quote! {
            __rt::is_hashed(|| {
                #bindings
                (&&&__rt::Sides(&#one, &#other)).__lookup()
            })
        }
    });
    let mut level = scope.level();
    level.push(quote! { let __hash = 0; });
    for &part in key {
        let [bound, _] = sides(rule, part);
        let bound = level.operand(bound);
        level.push(quote! { let __hash = __rt::Key(&#bound).__mix(__hash); });
    }
    let code = level.finish();
    quote! {
        if #(#hashed)&&* {
            #code
            ::core::option::Option::Some(__hash)
        } else {
            ::core::option::Option::None
        }
    }
}

/// The sides of a key's test: what is bound already, and the fact's.
fn sides(rule: &Rule, part: KeyPart) -> [&Operand; 2] {
    let TestKind::Compare { left, right, .. } = &rule.tests[part.test.0].kind else {
        unreachable!("keys are sides of comparisons");
    };
    if part.left_operand {
        [left, right]
    } else {
        [right, left]
    }
}
