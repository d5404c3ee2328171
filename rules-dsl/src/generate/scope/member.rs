//! Evaluates what accumulates and `for` bind: from a group to the member that speaks for it, from a number
//! to the element.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};

use crate::hir::{Each, ElementId, Expression, Function, Ruleset, Source, VariableId};
use crate::network::{Branch, Place};

use super::super::definitions::Definitions;
use super::super::fragments::{first_span, grouped, into_iter, located};
use super::super::literals::int;
use super::super::names;
use super::super::view::View;
use super::Scope;
use super::storage::Storage;

impl<'a> Scope<'a> {
    /// The value of an accumulate.
    pub(in crate::generate) fn accumulated(&mut self, element: ElementId) -> TokenStream {
        if self.is_local(element) {
            return self.gathered(element);
        }
        let group = self.number(element);
        match self.definitions.function(self.context.rule, element) {
            Function::Count => quote! { __network.members_of(#group) },
            Function::Avg(_) => quote! { __network.mean(#group) },
            Function::Sum(expr) => {
                let facts = Storage::default();
                let value = self.in_member(element, &facts, |scope| scope.expression(expr));
                let facts = facts.places();
                quote! {
                    (&&__rt::TotalOf(__network, #group, || { #(let #facts;)* #value })).__total()
                }
            }
            Function::Collect(member) => {
                let members = match self.member_steps(element, *member) {
                    MemberSteps::Alike(steps) => quote! { members(#group, #steps) },
                    MemberSteps::ByBranch(steps) => {
                        quote! { members_by_branch(#group, &[#(#steps),*]) }
                    }
                };
                let slab = self.slab(*member);
                let moment = self.view.moment.clone();
                let moment = moment.unwrap_or_else(|| quote! { __rt::Moment::Now });
                quote! {
                    &__rules::Facts::__of(
                        &__memory.#slab,
                        __network.#members,
                        #moment,
                    )
                }
            }
            Function::Min(expr) | Function::Max(expr) => {
                let value = self.of_member(element, |scope| scope.expression(expr));
                let local = names::element(element);
                self.bind(quote! { let #local = #value; });
                quote! { __rt::Bind(&#local).__bind() }
            }
            Function::MinBy(..) | Function::MaxBy(..) => {
                unreachable!("bound as facts")
            }
            Function::User(..) => {
                let state = self.definitions.state(&self.context, element);
                quote! { __rt::Bind(__memory.#state.output(#group)).__bind() }
            }
        }
    }

    /// How many steps to the left of an accumulate's members one of their facts is.
    pub(super) fn member_steps(&self, element: ElementId, fact: ElementId) -> MemberSteps {
        MemberSteps::of(self.definitions.branches(&self.context, element), fact)
    }

    /// A block that evaluates something for the member that speaks for an accumulate's group. What it borrows from
    /// the facts that it names outlives it.
    pub(in crate::generate) fn of_member(
        &mut self,
        element: ElementId,
        value: impl Fn(&mut Scope<'a>) -> TokenStream,
    ) -> TokenStream {
        if let Some(facts) = self.facts.clone() {
            return self.in_member(element, &facts, value);
        }
        let facts = Storage::default();
        let block = self.in_member(element, &facts, value);
        for place in facts.places() {
            self.bind(quote! { let #place; });
        }
        block
    }

    /// A block that evaluates something for the member that speaks for an accumulate's group, and stores the facts
    /// that it names.
    fn in_member(
        &self,
        element: ElementId,
        facts: &Storage,
        value: impl Fn(&mut Scope<'a>) -> TokenStream,
    ) -> TokenStream {
        let group = self.number(element);
        let branches = self.definitions.branches(&self.context, element);
        // What a group says stays what it is while another member comes to speak for it.
        let moment = self.view.moment.as_ref();
        let when = moment.map(|moment| {
            quote! { let __of_member = __network.moment_in_group(__member, #moment); }
        });
        let view = View {
            left: quote! { __member },
            right: quote! { __member },
            moment: moment.map(|_| quote! { __of_member }),
            // The member is one because its patterns match.
            on_mismatch: quote! { ::core::unreachable!() },
            ..self.view.clone()
        };
        let code = in_branches(
            (self.ruleset, self.definitions),
            branches,
            &view,
            facts,
            value,
        );
        quote! { { let __member = __network.member(#group); #when #code } }
    }

    /// Emits the binding of the pattern of a `for`.
    pub(in crate::generate) fn bind_each(&mut self, element: ElementId) {
        if !self.elements.insert(element) {
            return;
        }
        let Each {
            pattern, ty, expr, ..
        } = self.definitions.each(self.context.rule, element);
        for (number, variable) in self.rule().variables.iter().enumerate() {
            if matches!(variable.source, Source::Each(of) if of == element) {
                self.variables.insert(VariableId(number));
            }
        }
        if self.is_local(element) {
            let item = names::item(element);
            let value = if ty.is_some() {
                quote! { __rt::Bind(#item).__bind() }
            } else {
                self.iterate_again(element, expr)
            };
            self.bind(quote! { let #pattern = #value; });
            return;
        }
        let (number, otherwise) = (self.number(element), self.view.on_mismatch.clone());
        if ty.is_some() {
            let (state, token) = (
                names::state(self.context.rule, element),
                self.left_of(element),
            );
            self.bind(quote! {
                let #pattern = __rt::Bind(__memory.#state.get(#token, #number)).__bind();
            });
            return;
        }
        self.needs(&expr.needs);
        let elements = grouped(&self.kept(&self.bound(&expr.expr, &expr.needs), &expr.needs));
        let elements = into_iter(&elements, &expr.expr);
        let element = quote_spanned! { first_span(&expr.expr)=>
            ::core::iter::Iterator::nth(&mut #elements, #number as usize)
        };
        self.bind(quote! {
            let #pattern = match #element {
                ::core::option::Option::Some(__element) => __element,
                ::core::option::Option::None => #otherwise,
            };
        });
    }
}

impl Scope<'_> {
    /// The value of an accumulate that loops have gathered.
    fn gathered(&self, element: ElementId) -> TokenStream {
        let local = names::local(element);
        match self.definitions.function(self.context.rule, element) {
            Function::Collect(_) if self.is_query() => quote! { __rt::Listed::__list(&#local) },
            Function::Collect(_) => quote! { &#local },
            Function::Min(_) | Function::Max(_) | Function::User(..) => {
                quote! { __rt::Bind(&#local).__bind() }
            }
            _ => quote! { #local },
        }
    }

    /// The element of a `for` that loops have come to, to be bound once more.
    fn iterate_again(&mut self, element: ElementId, expr: &Expression) -> TokenStream {
        // What the elements borrow is to outlive the closure. A query computes what only elements that are not
        // copied borrow no more often than it must.
        let is_query = self.is_query();
        for &variable in &expr.needs.variables {
            if !is_query || !self.is_computed_variable(variable) {
                self.variable(variable);
            }
        }
        let (number, item) = (names::local(element), names::item(element));
        let (elements, bindings) = if is_query {
            let mut level = self.level();
            level.view.on_mismatch = quote! { ::core::unreachable!() };
            (level.expression(expr), level.finish())
        } else {
            let elements = grouped(&self.kept(&self.bound(&expr.expr, &expr.needs), &expr.needs));
            (elements, TokenStream::new())
        };
        let elements = into_iter(&elements, &expr.expr);
        let again = located(quote! { __rt::Again(&#item) }, first_span(&expr.expr));
        let element = quote_spanned! { first_span(&expr.expr)=>
            ::core::iter::Iterator::nth(&mut #elements, #number)
        };
        quote! {
            #again.__again(|__again| {
                #bindings
                __again.take(#element);
            })
        }
    }
}

/// How many steps to the left of members one of their facts is, as literals.
pub(in crate::generate) enum MemberSteps {
    /// So many, by whatever branch a member came.
    Alike(Literal),
    /// For each branch: one that finds less before the fact, or behind it, is shorter there.
    ByBranch(Vec<Literal>),
}

impl MemberSteps {
    /// Those of a fact that is part of members of all branches.
    pub(in crate::generate) fn of(branches: &[Branch], fact: ElementId) -> Self {
        let steps = branches.iter().map(|branch| {
            let Place::Token(steps) = branch.context.places[&fact] else {
                unreachable!("members are tokens");
            };
            steps
        });
        let steps: Vec<u32> = steps.collect();
        let literal = |steps: u32| int(steps as usize);
        if steps.windows(2).all(|pair| pair[0] == pair[1]) {
            MemberSteps::Alike(literal(steps[0]))
        } else {
            MemberSteps::ByBranch(steps.into_iter().map(literal).collect())
        }
    }

    /// The slot of the fact of a member.
    pub(in crate::generate) fn fact_of(&self, member: &TokenStream) -> TokenStream {
        match self {
            MemberSteps::Alike(steps) => quote! { __network.fact(#member, #steps) },
            MemberSteps::ByBranch(steps) => {
                quote! { __network.fact_by_branch(#member, &[#(#steps),*]) }
            }
        }
    }
}

/// The end of a block that evaluates something in the branch by which a member of a summary came.
pub(in crate::generate) fn in_branches<'a>(
    (ruleset, definitions): (&'a Ruleset, &'a Definitions<'a>),
    branches: &'a [Branch],
    view: &View,
    facts: &Storage,
    value: impl Fn(&mut Scope<'a>) -> TokenStream,
) -> TokenStream {
    let codes = branches.iter().map(|branch| {
        let mut scope = Scope::new(ruleset, definitions, &branch.context, view.clone());
        scope.lends = true;
        scope.facts = Some(facts.clone());
        let value = value(&mut scope);
        let code = scope.finish();
        quote! { #code #value }
    });
    if let [_] = branches {
        return codes.collect();
    }
    let member = &view.left;
    let numbers = (0..branches.len()).map(int);
    quote! {
        match __network.result(#member, 0) {
            #(#numbers => { #codes })*
            _ => ::core::unreachable!("members come by the branches of the plan"),
        }
    }
}
