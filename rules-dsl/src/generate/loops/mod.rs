//! Writes the nests of a plan as loops: each step within those before it.
//!
//! Queries and explanations differ in how facts are found and in what is counted: a [`Style`] says it. Each step is a
//! level: what is bound to facts is seen in the levels within it. What is computed is computed again in each level that
//! uses it, which may then move it.

mod accumulated;
mod lookup;
mod order;
mod style;

use std::cell::Cell;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Lifetime;

use crate::hir::{Accumulate, ElementId, Quantifier, TestId};
use crate::plan::{MatchElement, Nest, Quantified, Scan, Step, StepId, StepKind, longest};

use super::fragments::{first_span, into_iter};
use super::names;
use super::scope::Scope;

use accumulated::Accumulated;

pub(super) use lookup::{emit_is_hashed, emit_place, look_up, look_up_wider};
pub(super) use order::{emit_numbers, emit_order};
pub(super) use style::{Facts, Style};

/// Emits what is done with each match, given what orders it and the level within the loops that find it.
pub(super) type Innermost<'f, 'a> = &'f dyn Fn(&[MatchElement], Scope<'a>) -> TokenStream;

/// Emits what stands within a step, in its level.
type Within<'f, 'a> = &'f dyn Fn(Scope<'a>) -> TokenStream;

/// Emits a search for members, given what is done with each.
type Gather<'f, 'a> = &'f dyn Fn(Innermost<'_, 'a>) -> TokenStream;

/// Writes loops.
pub(super) struct LoopWriter<'s> {
    style: &'s dyn Style,
    /// How many labels there are.
    labels: Cell<usize>,
}

/// What is still to be written.
#[derive(Clone, Copy)]
enum Work<'p> {
    Step(&'p Step),
    /// A branch has been passed, and with it the `either`.
    Passed {
        either: StepId,
        branch: StepId,
    },
}

impl<'s> LoopWriter<'s> {
    pub(super) fn new(style: &'s dyn Style) -> Self {
        LoopWriter {
            style,
            labels: Cell::new(0),
        }
    }

    /// The search for all matches: nests of loops, one after the other. `first` orders the matches before what the
    /// nests find.
    pub(super) fn search<'a>(
        &self,
        nests: &[Nest],
        first: &[MatchElement],
        scope: &Scope<'a>,
        innermost: Innermost<'_, 'a>,
    ) -> TokenStream {
        let nest = |nest: &Nest| {
            let label = self.label("search");
            let mut level = scope.level();
            let branches = &mut level.context.to_mut().branches;
            branches.extend(&nest.branches);
            level.view.on_mismatch = quote! { break #label };
            let steps: Vec<Work<'_>> = nest.steps.iter().map(Work::Step).collect();
            let steps = self.steps(&steps, first, level, innermost);
            quote! { #label: { #steps } }
        };
        nests.iter().map(nest).collect()
    }

    /// The steps, within the level before them.
    fn steps<'a>(
        &self,
        work: &[Work<'_>],
        elements: &[MatchElement],
        scope: Scope<'a>,
        innermost: Innermost<'_, 'a>,
    ) -> TokenStream {
        let Some((first, rest)) = work.split_first() else {
            return innermost(elements, scope.level());
        };
        let step = match *first {
            Work::Step(step) => step,
            Work::Passed { either, branch } => {
                let passed = [branch, either].map(|step| self.style.passed(step));
                let rest = self.steps(rest, elements, scope, innermost);
                return quote! { #(#passed)* #rest };
            }
        };
        let mut with = elements.to_vec();
        with.extend(step.element(scope.rule()));
        let reached = self.style.reached(step.id);
        let code = match &step.kind {
            StepKind::Branch { either, branch } => {
                let mut level = scope;
                level.context.to_mut().branches.insert(*either, *branch);
                self.steps(rest, &with, level, innermost)
            }
            StepKind::Either(branches) => {
                let branches = branches.iter();
                let code = branches.map(|branch| {
                    let label = self.label("branch");
                    let mut level = scope.level();
                    level.view.on_mismatch = quote! { break #label };
                    let mut work: Vec<Work<'_>> = branch.iter().map(Work::Step).collect();
                    work.extend(branch.first().map(|begun| Work::Passed {
                        either: step.id,
                        branch: begun.id,
                    }));
                    work.extend(rest);
                    let steps = self.steps(&work, elements, level, innermost);
                    quote! { #label: { #steps } }
                });
                code.collect()
            }
            // The tests of a level, then the steps within it.
            _ => self.step(step, scope, &|mut level, tests| {
                let lends = level.lends;
                // What tests borrow ends with them: what they bind is computed again further in.
                level.set_lends(false);
                self.style.tests(step.id, &mut level, tests);
                level.set_lends(lends);
                let tests = std::mem::take(&mut level.code);
                let passed = self.style.passed(step.id);
                let rest = self.steps(rest, &with, level, innermost);
                quote! { #tests #passed #rest }
            }),
        };
        quote! { #reached #code }
    }

    /// A step that is no branch; `within` emits tests and what stands within it.
    fn step<'a>(
        &self,
        step: &Step,
        scope: Scope<'a>,
        within: &dyn Fn(Scope<'a>, &[TestId]) -> TokenStream,
    ) -> TokenStream {
        match &step.kind {
            StepKind::Tests(tests) => within(scope.level(), tests),
            StepKind::Scan(scan) => {
                self.scan(step.id, scan, &scope, &|level| within(level, &scan.joins()))
            }
            StepKind::Each { element, tests } => {
                self.each(*element, &scope, &|level| within(level, tests))
            }
            StepKind::Quantified(quantified) => {
                let found = self.quantified(step.id, quantified, &scope);
                let rest = within(scope, &[]);
                quote! { #found #rest }
            }
            StepKind::Accumulate {
                accumulate,
                inner,
                tests,
                ..
            } => {
                let of = &scope.rule().accumulates[accumulate.0];
                self.accumulate(of, inner, &scope, &|level| within(level, tests))
            }
            StepKind::Branch { .. } | StepKind::Either(_) => unreachable!("the step is no branch"),
        }
    }

    /// A loop over facts.
    fn scan<'a>(
        &self,
        step: StepId,
        scan: &Scan,
        scope: &Scope<'a>,
        within: Within<'_, 'a>,
    ) -> TokenStream {
        let label = self.label("facts");
        let Facts {
            before,
            item,
            all,
            inside,
        } = self.style.facts(step, scan, scope);
        let mut level = scope.level();
        level.view.on_mismatch = quote! { continue #label };
        let body = within(level);
        quote! {
            #before
            #label: for #item in #all { #inside #body }
        }
    }

    /// Leaves where inner nests do not find so many matches.
    fn quantified(&self, step: StepId, quantified: &Quantified, scope: &Scope<'_>) -> TokenStream {
        let label = || self.label("found");
        let search = |with_each: TokenStream| {
            self.search(&quantified.inner, &[], scope, &|_, _| with_each.clone())
        };
        let found = self
            .style
            .found(step, quantified.quantifier, &label, &search);
        let otherwise = &scope.view.on_mismatch;
        let wrong = match quantified.quantifier {
            Quantifier::None => quote! { __found > 0 },
            Quantifier::Some => quote! { __found == 0 },
            Quantifier::One => quote! { __found != 1 },
        };
        quote! {
            #found
            if #wrong { #otherwise }
        }
    }

    /// A loop over the elements of a `for`.
    fn each<'a>(
        &self,
        element: ElementId,
        scope: &Scope<'a>,
        within: Within<'_, 'a>,
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

    /// What is said of all that inner nests find: a search that gathers, then what stands within the result or, with
    /// `by`, within a loop over the results.
    fn accumulate<'a>(
        &self,
        of: &'a Accumulate,
        inner: &[Nest],
        scope: &Scope<'a>,
        within: Within<'_, 'a>,
    ) -> TokenStream {
        // The fact that is found orders the members before all others.
        let first = of.function.best().map(MatchElement::Fact);
        let first: Vec<MatchElement> = first.into_iter().collect();
        let accumulated = Accumulated {
            scope,
            of,
            length: first.len() + longest(scope.rule(), inner),
        };
        let mut around = scope.clone();
        around.set_lends(true);
        let gather = |innermost: Innermost<'_, 'a>| self.search(inner, &first, &around, innermost);
        if of.by.is_empty() {
            accumulate_all(&accumulated, &gather, within)
        } else {
            self.accumulate_groups(&accumulated, &gather, within)
        }
    }

    /// A search for members, each added to its group, then a loop over the groups.
    fn accumulate_groups<'a>(
        &self,
        accumulated: &Accumulated<'_, 'a>,
        gather: Gather<'_, 'a>,
        within: Within<'_, 'a>,
    ) -> TokenStream {
        let element = accumulated.of.element;
        let gathered = names::gathered(element);
        let search = gather(&|elements, level| {
            let group = accumulated.emit_group(&level, elements);
            let add = accumulated.emit_add(&level, elements);
            quote! {
                let #gathered = #group;
                #add
            }
        });
        let label = self.label("groups");
        let mut level = accumulated.scope.level();
        level.view.on_mismatch = quote! { continue #label };
        let result = accumulated.emit_result(&level.view.on_mismatch);
        let (groups, group) = (names::groups(element), names::group(element));
        let hash = names::hash(element);
        let keys = accumulated.bind_keys(&mut level);
        let steps = within(level);
        let in_order = accumulated.in_order();
        quote! {
            let mut #groups = <__rt::Groups<_, _, _> as ::core::default::Default>::default();
            #search
            #label: for (#group, (#hash, #keys, #gathered)) in
                ::core::iter::Iterator::enumerate(#groups.#in_order())
            {
                #result
                #steps
            }
        }
    }

    /// A label that no other has.
    pub(super) fn label(&self, what: &str) -> Lifetime {
        let number = self.labels.replace(self.labels.get() + 1);
        Lifetime::new(&format!("'__{what}{number}"), Span::call_site())
    }
}

/// A search for members, each added to what is gathered, then the one result.
fn accumulate_all<'a>(
    accumulated: &Accumulated<'_, 'a>,
    gather: Gather<'_, 'a>,
    within: Within<'_, 'a>,
) -> TokenStream {
    let scope = accumulated.scope;
    let gathered = names::gathered(accumulated.of.element);
    let search = gather(&|elements, level| {
        let add = accumulated.emit_add(&level, elements);
        quote! {
            let #gathered = &mut #gathered;
            #add
        }
    });
    let start = accumulated.emit_start();
    let result = accumulated.emit_result(&scope.view.on_mismatch);
    let steps = within(scope.level());
    quote! {
        let mut #gathered = #start;
        #search
        #result
        #steps
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
