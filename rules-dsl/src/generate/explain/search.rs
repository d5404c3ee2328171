//! Generates the search that counts: loops within loops over all facts, the conditions as written.
//!
//! First each pattern's facts are put to the tests on themselves. Then what passed is joined from left to
//! right, with no index: a join that finds nothing is to be seen to find nothing.

use std::borrow::Cow;

use proc_macro2::TokenStream;
use quote::quote;

use crate::hir::{Accumulate, Condition, Quantifier, Rule};
use crate::network::{Context, MatchElement};

use super::super::literals::int;
use super::super::names;
use super::super::queries::accumulates::Accumulated;
use super::super::queries::loops::{LoopWriter, mismatch};
use super::super::scope::Scope;
use super::rows::{Inner, Item, Row};

/// Emits what is done with each match found, given the elements that order it.
type Innermost<'f, 'a> = &'f dyn Fn(&[MatchElement], Scope<'a>) -> TokenStream;

/// What is still to be searched for.
#[derive(Clone)]
enum Step<'t, 'a> {
    Item(&'t Item<'a>),
    /// A branch has been passed, and the `either` with it.
    Branch(usize, usize),
}

/// Emits the search of a rule.
pub(super) struct Search<'a> {
    pub(super) rows: &'a [Row],
    pub(super) loops: LoopWriter,
}

impl<'a> Search<'a> {
    /// The lists of the facts that patterns may be, each fact by itself.
    pub(super) fn candidates(&self, scope: &Scope<'a>) -> TokenStream {
        let patterns = self.rows.iter().filter_map(|row| Some((row, row.fact?)));
        let lists = patterns.map(|(row, element)| {
            let label = self.loops.label("candidates");
            let (candidates, candidate) = (names::candidates(element), names::candidate(element));
            let (slot, slab) = (names::local(element), scope.slab(element));
            let number = int(element.0);
            let mut level = scope.level();
            level.view.on_mismatch = quote! { continue #label };
            level.counted_tests(&row.tests(true));
            let tests = level.finish();
            let [facts, suitable] = [row.facts(), row.suitable()].map(int);
            quote! {
                let mut #candidates = __rt::Vec::new();
                #label: for #slot in __memory.#slab.slots() {
                    if !__counting.admits(#number, #slot) {
                        continue;
                    }
                    __counting.count(#facts);
                    let #candidate = &__rules::Fact::__at(&__memory.#slab, #slot);
                    #tests
                    __counting.count(#suitable);
                    #candidates.push(__rules::Fact::__at(&__memory.#slab, #slot));
                }
            }
        });
        lists.collect()
    }

    /// The search for the matches of conditions.
    pub(super) fn search(
        &self,
        items: &[Item<'a>],
        elements: &[MatchElement],
        scope: &Scope<'a>,
        innermost: Innermost<'_, 'a>,
    ) -> TokenStream {
        let label = self.loops.label("search");
        let mut level = scope.level();
        level.view.on_mismatch = quote! { break #label };
        let steps: Vec<Step<'_, 'a>> = items.iter().map(Step::Item).collect();
        let steps = self.steps(&steps, elements, level, innermost);
        quote! { #label: { #steps } }
    }

    fn steps(
        &self,
        steps: &[Step<'_, 'a>],
        elements: &[MatchElement],
        scope: Scope<'a>,
        innermost: Innermost<'_, 'a>,
    ) -> TokenStream {
        let Some((step, rest)) = steps.split_first() else {
            return innermost(elements, scope.level());
        };
        let item = match *step {
            Step::Item(item) => item,
            Step::Branch(branch, either) => {
                let [branch, either] = [branch, either].map(|row| int(self.rows[row].passed()));
                let rest = self.steps(rest, elements, scope, innermost);
                return quote! {
                    __counting.count(#branch);
                    __counting.count(#either);
                    #rest
                };
            }
        };
        let row = &self.rows[item.row];
        let [reached, passed] = [row.reached(), row.passed()].map(int);
        // The tests that are not on facts alone, then what is left.
        let within = |mut level: Scope<'a>, element: Option<MatchElement>| {
            level.counted_tests(&row.tests(false));
            let tests = std::mem::take(&mut level.code);
            let mut elements = elements.to_vec();
            elements.extend(element);
            let rest = self.steps(rest, &elements, level, innermost);
            quote! { #tests __counting.count(#passed); #rest }
        };
        let code = match item.condition {
            Condition::Fact { element, .. } => {
                let label = self.loops.label("facts");
                let (candidates, candidate) =
                    (names::candidates(*element), names::candidate(*element));
                let slot = names::local(*element);
                let mut level = scope.level();
                level.view.on_mismatch = quote! { continue #label };
                let body = within(level, Some(MatchElement::Fact(*element)));
                quote! {
                    #label: for #candidate in &#candidates {
                        let #slot = __rules::Fact::__slot(#candidate);
                        #body
                    }
                }
            }
            Condition::Test(_) => within(scope.level(), None),
            Condition::Quantified { quantifier, .. } => {
                self.quantified(item, *quantifier, scope, &within)
            }
            Condition::Either { either, .. } => {
                let branches = item.inner.iter().enumerate().map(|(number, inner)| {
                    let mut context = Context::clone(&scope.context);
                    context.branches.insert(*either, number);
                    let mut elements = elements.to_vec();
                    elements.push(MatchElement::Branch(number));
                    let mut branch = scope.level();
                    branch.context = Cow::Owned(context);
                    self.branch(inner, item.row, rest, &elements, branch, innermost)
                });
                branches.collect()
            }
            Condition::Accumulate(id) => {
                let of = &scope.rule().accumulates[id.0];
                self.accumulate(item, of, &scope, &|level| {
                    let group = (!of.by.is_empty()).then_some(MatchElement::Group(of.element));
                    within(level, group)
                })
            }
            Condition::Each(id) => {
                let element = scope.rule().eaches[id.0].element;
                self.loops.each(element, &scope, &|level| {
                    within(level, Some(MatchElement::Each(element)))
                })
            }
        };
        quote! { __counting.count(#reached); #code }
    }

    /// A branch, and after it what follows all branches.
    fn branch(
        &self,
        inner: &Inner<'a>,
        either: usize,
        rest: &[Step<'_, 'a>],
        elements: &[MatchElement],
        mut scope: Scope<'a>,
        innermost: Innermost<'_, 'a>,
    ) -> TokenStream {
        let Some(row) = inner.row else {
            unreachable!("each branch has a row");
        };
        let label = self.loops.label("branch");
        scope.view.on_mismatch = quote! { break #label };
        let mut steps: Vec<Step<'_, 'a>> = inner.items.iter().map(Step::Item).collect();
        steps.push(Step::Branch(row, either));
        steps.extend_from_slice(rest);
        let reached = int(self.rows[row].reached());
        let steps = self.steps(&steps, elements, scope, innermost);
        quote! { #label: { __counting.count(#reached); #steps } }
    }

    fn quantified(
        &self,
        item: &Item<'a>,
        quantifier: Quantifier,
        scope: Scope<'a>,
        within: &dyn Fn(Scope<'a>, Option<MatchElement>) -> TokenStream,
    ) -> TokenStream {
        let items = &item.inner[0].items;
        let search = self.search(items, &[], &scope, &|_, _| quote! { __count += 1; });
        let (otherwise, wrong) = (scope.view.on_mismatch.clone(), mismatch(quantifier));
        let rest = within(scope, None);
        quote! {
            let __found: u64 = { let mut __count = 0; #search __count };
            if #wrong { #otherwise }
            #rest
        }
    }

    fn accumulate(
        &self,
        item: &Item<'a>,
        of: &'a Accumulate,
        scope: &Scope<'a>,
        within: &dyn Fn(Scope<'a>) -> TokenStream,
    ) -> TokenStream {
        let items = &item.inner[0].items;
        // The fact that is found orders the members before all others.
        let first: Vec<MatchElement> = of
            .function
            .best()
            .map(MatchElement::Fact)
            .into_iter()
            .collect();
        let accumulated = Accumulated {
            scope,
            element: of.element,
            length: first.len() + length(scope.rule(), items),
            by: &of.by,
        };
        let mut inner = scope.clone();
        inner.lends = true;
        self.loops.accumulate(
            &accumulated,
            &|add| {
                self.search(items, &first, &inner, &|elements, level| {
                    add(elements, level)
                })
            },
            within,
        )
    }
}

/// How many elements order the matches of conditions, at the most.
fn length(rule: &Rule, items: &[Item<'_>]) -> usize {
    let of = |item: &Item<'_>| match item.condition {
        Condition::Fact { .. } | Condition::Each(_) => 1,
        Condition::Accumulate(id) => usize::from(!rule.accumulates[id.0].by.is_empty()),
        Condition::Either { .. } => {
            let branches = item.inner.iter().map(|inner| length(rule, &inner.items));
            1 + branches.max().unwrap_or_default()
        }
        Condition::Test(_) | Condition::Quantified { .. } => 0,
    };
    items.iter().map(of).sum()
}
