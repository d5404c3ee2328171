//! Emits the bindings of variables, from the places where their values come from.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, quote};

use crate::hir::{ElementId, Expression, Needs, Source, TestKind, VariableId};

use super::Scope;
use crate::generate::fragments::grouped;
use crate::generate::names;

impl Scope<'_> {
    /// Emits the bindings of everything that is needed.
    pub(in crate::generate) fn needs(&mut self, needs: &Needs) {
        for &variable in &needs.variables {
            self.variable(variable);
        }
    }

    /// A variable as a place, where it is one.
    pub(in crate::generate) fn variable_place(&mut self, id: VariableId) -> TokenStream {
        let variable = &self.rule().variables[id.0];
        match &variable.source {
            Source::Field { element, member } => {
                let place = self.place(*element, member);
                if !self.is_of_foreign_type(*element) {
                    return place;
                }
                // Where the type has no such field rustc says so where it is bound, and not where it is used.
                let local = names::bound(id);
                if self.keys.insert(id) {
                    self.bind(quote! { let #local = &#place; });
                }
                quote! { (*#local) }
            }
            Source::Test(test)
                if matches!(self.rule().tests[test.0].kind, TestKind::Match { .. }) =>
            {
                self.bind_test(*test);
                let bound = names::bound(id);
                quote! { (*#bound) }
            }
            Source::Either { either, branches } => {
                let branch = self.context.branches[either];
                self.variable_place(branches[branch])
            }
            Source::Key { element, inner } => {
                let local = names::bound(id);
                if self.keys.insert(id) {
                    let value = self.of_member(*element, |scope| scope.key_value(*inner));
                    self.bind(quote! { let #local = #value; });
                }
                if self.is_place(*inner) {
                    quote! { (*#local) }
                } else {
                    quote! { #local }
                }
            }
            Source::Fact(_)
            | Source::Test(_)
            | Source::Accumulate(_)
            | Source::Each(_)
            | Source::Parameter(_) => {
                self.variable(id);
                variable.name.to_token_stream()
            }
        }
    }

    /// Whether a variable is a field of a fact, which outlives the code that looks at it.
    pub(in crate::generate) fn is_place(&self, id: VariableId) -> bool {
        match &self.rule().variables[id.0].source {
            Source::Field { .. } => true,
            Source::Test(test) => {
                matches!(self.rule().tests[test.0].kind, TestKind::Match { .. })
            }
            Source::Key { inner, .. } => self.is_place(*inner),
            Source::Either { branches, .. } => branches.iter().all(|&branch| self.is_place(branch)),
            Source::Fact(_) | Source::Accumulate(_) | Source::Each(_) | Source::Parameter(_) => {
                false
            }
        }
    }

    /// The value of a key, to be the last expression of a block: a reference where it is a place.
    pub(in crate::generate) fn key_value(&mut self, id: VariableId) -> TokenStream {
        let place = self.variable_place(id);
        if self.is_place(id) {
            quote! { &#place }
        } else {
            place
        }
    }

    /// Emits the binding of a variable under its own name.
    pub(in crate::generate) fn variable(&mut self, id: VariableId) {
        if !self.variables.insert(id) {
            return;
        }
        let rule = self.rule();
        let variable = &rule.variables[id.0];
        let name = &variable.name;
        match &variable.source {
            Source::Fact(element) => self.bind_fact(name, *element),
            Source::Field { element, member } => {
                let place = self.place(*element, member);
                self.bind(quote! { let #name = __rt::Bind(&#place).__bind(); });
            }
            Source::Test(test) => self.bind_test(*test),
            Source::Accumulate(element) => {
                let value = self.accumulated(*element);
                self.bind(quote! { let #name = #value; });
            }
            Source::Key { .. } => {
                let place = self.variable_place(id);
                self.bind(quote! { let #name = __rt::Bind(&#place).__bind(); });
            }
            Source::Each(element) => self.bind_each(*element),
            Source::Parameter(_) => {}
            Source::Either { either, branches } => {
                let branch = branches[self.context.branches[either]];
                self.variable(branch);
            }
        }
    }

    /// Binds fact variables once more, to the facts as they are since a moment: what was computed of them has
    /// read them as they were then.
    pub(in crate::generate) fn facts_since(&mut self, needs: &Needs, moment: TokenStream) {
        self.view.moment = Some(moment);
        for &id in &needs.variables {
            let mut variable = &self.rule().variables[id.0];
            while let Source::Either { either, branches } = &variable.source {
                let branch = branches[self.context.branches[either]];
                variable = &self.rule().variables[branch.0];
            }
            if let Source::Fact(element) = variable.source {
                self.bind_fact(&variable.name, element);
            }
        }
    }

    /// Emits the binding of a fact variable.
    fn bind_fact(&mut self, name: &Ident, element: ElementId) {
        if self.is_query() {
            let (slab, slot) = (self.slab(element), self.slot(element));
            // What is borrowed from a `Fact` ends with it. A kind lends nothing.
            let fact = if self.lends && !self.rule().of_kinds.contains(&element) {
                quote! { Found }
            } else {
                quote! { Fact }
            };
            self.bind(quote! { let #name = &__rules::#fact::__at(&__memory.#slab, #slot); });
            return;
        }
        if self.is_local(element) {
            let candidate = names::candidate(element);
            self.bind(quote! { let #name = #candidate; });
            return;
        }
        let (slab, slot) = (self.slab(element), self.slot(element));
        let fact = self.view.moment.as_ref().map_or_else(
            || quote! { __at(&__memory.#slab, #slot) },
            |moment| quote! { __then(&__memory.#slab, #slot, #moment) },
        );
        if let Some(facts) = &self.facts {
            let stored = facts.push();
            self.push(quote! { #stored = __rules::Fact::#fact; });
            self.bind(quote! { let #name = &#stored; });
        } else {
            self.bind(quote! { let #name = &__rules::Fact::#fact; });
        }
    }

    /// Emits the bindings that an expression needs; returns the expression.
    pub(in crate::generate) fn expression(&mut self, expression: &Expression) -> TokenStream {
        self.needs(&expression.needs);
        grouped(&self.value(&expression.expr, &expression.needs))
    }
}
