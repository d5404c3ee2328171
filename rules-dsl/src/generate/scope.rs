//! Binds, in front of a user's expression, the variables that it uses.
//!
//! Each piece of generated code (a test, a key, a block) looks at a token, a pair or a fact. A scope
//! emits the `let`s that lead from there to the variables, each once and only where needed.

use std::borrow::Cow;
use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, quote};

use crate::hir::{
    ElementId, ElementKind, Expression, Needs, OperandKind, Rule, Ruleset, Source, TestId,
    TestKind, VariableId,
};
use crate::network::{Context, Place};

use super::constants::{has_inner_constants, matches, without_constants};
use super::fragments::{alternatives, by_reference, condition, grouped, is_bool, located};
use super::literals::int;
use super::members::{Definitions, Storage};
use super::names;
use super::view::View;

/// Emits bindings.
#[derive(Clone)]
pub(super) struct Scope<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) definitions: &'a Definitions<'a>,
    pub(super) context: Cow<'a, Context>,
    pub(super) view: View,
    pub(super) code: TokenStream,
    pub(super) elements: HashSet<ElementId>,
    pub(super) variant_fields: HashSet<String>,
    /// The fields for which the tests to come ask.
    pub(super) expected: Vec<(ElementId, syn::Member)>,
    pub(super) tests: HashSet<TestId>,
    pub(super) variables: HashSet<VariableId>,
    pub(super) keys: HashSet<VariableId>,
    /// The variables whose places are bound.
    pub(super) places: HashSet<VariableId>,
    /// Whether what expressions borrow may outlive the code.
    pub(super) lends: bool,
    /// Where the facts that variables name are to be stored, where the code is a block that they outlive.
    pub(super) facts: Option<Storage>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(
        ruleset: &'a Ruleset,
        definitions: &'a Definitions<'a>,
        context: &'a Context,
        view: View,
    ) -> Self {
        Scope {
            ruleset,
            definitions,
            context: Cow::Borrowed(context),
            view,
            code: TokenStream::new(),
            elements: HashSet::new(),
            variant_fields: HashSet::new(),
            expected: Vec::new(),
            tests: HashSet::new(),
            variables: HashSet::new(),
            keys: HashSet::new(),
            places: HashSet::new(),
            lends: false,
            facts: None,
        }
    }

    /// The code so far.
    pub(super) fn finish(self) -> TokenStream {
        self.code
    }

    pub(super) fn push(&mut self, code: TokenStream) {
        self.code.extend(code);
    }

    /// Adds a `let`.
    pub(super) fn bind(&mut self, binding: TokenStream) {
        if self.view.before_block {
            self.push(
                quote! { #[allow(unused_variables, unused_parens, clippy::all, clippy::pedantic)] },
            );
        }
        self.push(binding);
    }

    pub(super) fn rule(&self) -> &'a Rule {
        self.ruleset.rule(self.context.rule)
    }

    /// Emits tests in order.
    pub(super) fn tests(&mut self, tests: &[TestId]) {
        for &test in tests {
            self.expect(test);
        }
        for &test in tests {
            self.test(test);
        }
    }

    /// Notes which fields a test asks for, so that a variant is matched once, for all of them.
    pub(super) fn expect(&mut self, id: TestId) {
        let mut expect = |element: ElementId, member: &syn::Member| {
            let field = (element, member.clone());
            if !self.expected.contains(&field) {
                self.expected.push(field);
            }
        };
        let rule = self.ruleset.rule(self.context.rule);
        let test = &rule.tests[id.0];
        for variable in &test.needs.variables {
            if let Source::Field { element, member } = &rule.variables[variable.0].source {
                expect(*element, member);
            }
        }
        match &test.kind {
            TestKind::Match {
                element, member, ..
            } => expect(*element, member),
            TestKind::Compare { left, right, .. } => {
                for operand in [left, right] {
                    if let OperandKind::Place { element, member } = &operand.kind {
                        expect(*element, member);
                    }
                }
            }
            TestKind::Variant(_) | TestKind::Expr(_) | TestKind::Let { .. } => {}
        }
    }

    /// Emits a test: code that leaves with `otherwise` where it fails.
    pub(super) fn test(&mut self, id: TestId) {
        let rule = self.rule();
        let test = &rule.tests[id.0];
        let otherwise = self.view.on_mismatch.clone();
        match &test.kind {
            TestKind::Variant(element) => {
                let value = self.element(*element);
                let ElementKind::Fact {
                    variant: Some(path),
                    ..
                } = &rule.elements[element.0].kind
                else {
                    return;
                };
                let members = self.expected.iter();
                let members = members.filter(|(of, _)| of == element);
                let members: Vec<syn::Member> = members.map(|(_, member)| member.clone()).collect();
                if members.is_empty() {
                    self.push(quote! { if !::core::matches!(#value, #path { .. }) { #otherwise } });
                } else {
                    self.bind_variant(*element, path, &members);
                }
            }
            TestKind::Match {
                element,
                member,
                pattern,
                binds,
                joins,
            } => {
                if binds.is_empty() && joins.is_empty() && !has_inner_constants(pattern) {
                    let place = self.place(*element, member);
                    let matches = matches(&place, pattern);
                    self.push(quote! { if !#matches { #otherwise } });
                    return;
                }
                self.bind_test(id);
                for (name, operand) in joins {
                    let equal = self.join_within(name, operand);
                    self.push(quote! { if !(#equal) { #otherwise } });
                }
            }
            TestKind::Compare { left, op, right } => {
                let comparison = self.comparison(left, op, right, test.span.start);
                self.push(quote! { if !(#comparison) { #otherwise } });
            }
            TestKind::Expr(expr) => {
                self.needs(&test.needs);
                self.push(if is_bool(expr) {
                    let expr = grouped(expr);
                    quote! { if !#expr { #otherwise } }
                } else {
                    // So that what is no `bool` is reported as that, not as what has no `!`.
                    let expr = condition(expr);
                    quote! { if #expr {} else { #otherwise } }
                });
            }
            TestKind::Let { .. } => self.bind_test(id),
        }
    }

    /// Emits the bindings of everything that is needed.
    pub(super) fn needs(&mut self, needs: &Needs) {
        for &variable in &needs.variables {
            self.variable(variable);
        }
    }

    /// A variable as a place, where it is one.
    pub(super) fn variable_place(&mut self, id: VariableId) -> TokenStream {
        let variable = &self.rule().variables[id.0];
        match &variable.source {
            Source::Field { element, member } => self.place(*element, member),
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
    pub(super) fn is_place(&self, id: VariableId) -> bool {
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
    pub(super) fn key_value(&mut self, id: VariableId) -> TokenStream {
        let place = self.variable_place(id);
        if self.is_place(id) {
            quote! { &#place }
        } else {
            place
        }
    }

    /// Emits the binding of a variable under its own name.
    pub(super) fn variable(&mut self, id: VariableId) {
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
    pub(super) fn facts_since(&mut self, needs: &Needs, moment: TokenStream) {
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
            self.bind(quote! {
                let #name = &__rules::Found::__at(&__memory.#slab, #slot);
            });
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

    /// Emits the bindings that an expression needs; the answer is the expression.
    pub(super) fn expression(&mut self, expression: &Expression) -> TokenStream {
        self.needs(&expression.needs);
        grouped(&self.lent(&expression.expr, &expression.needs))
    }

    /// Emits the bindings that a test makes.
    fn bind_test(&mut self, id: TestId) {
        if !self.tests.insert(id) {
            return;
        }
        let test = &self.rule().tests[id.0];
        let otherwise = self.view.on_mismatch.clone();
        match &test.kind {
            TestKind::Match {
                element,
                member,
                pattern,
                binds,
                ..
            } => {
                let place = self.place(*element, member);
                let (pattern, constants) = without_constants(pattern);
                if !constants.is_empty() {
                    self.push(quote! { #[allow(irrefutable_let_patterns)] });
                }
                self.bind(if let Some(pattern) = by_reference(&pattern) {
                    // What is after the `@` may be a constant, which a reference never matches.
                    quote! { let #pattern = #place else { #otherwise }; }
                } else {
                    let pattern = alternatives(&pattern);
                    quote! { let #pattern = &#place else { #otherwise }; }
                });
                // Before a block, the constants have matched.
                if !self.view.before_block {
                    self.constants(&constants);
                }
                for &variable in binds {
                    self.variables.insert(variable);
                    let (name, bound) = (
                        &self.rule().variables[variable.0].name,
                        names::bound(variable),
                    );
                    let value = located(quote! { __rt::Bind(#bound).__bind() }, name.span());
                    self.bind(quote! { let #bound = #name; });
                    self.bind(quote! { let #name = #value; });
                }
            }
            TestKind::Let {
                pattern,
                expr,
                binds,
                irrefutable,
            } => {
                self.needs(&test.needs);
                let expr = self.lent(expr, &test.needs);
                self.variables.extend(binds.iter().copied());
                self.bind(if *irrefutable {
                    quote! { let #pattern = #expr; }
                } else {
                    let (pattern, expr) = (alternatives(pattern), grouped(&expr));
                    quote! { let #pattern = #expr else { #otherwise }; }
                });
            }
            TestKind::Variant(_) | TestKind::Compare { .. } | TestKind::Expr(_) => {
                unreachable!("such tests bind nothing")
            }
        }
    }

    /// Emits the tests that the names in a pattern are the constants whose places they have taken.
    fn constants(&mut self, constants: &[(Ident, syn::Pat)]) {
        let otherwise = &self.view.on_mismatch;
        let tests = constants.iter().map(|(name, constant)| {
            let matches = matches(&quote! { *#name }, constant);
            quote! { if !#matches { #otherwise } }
        });
        let tests = tests.collect();
        self.push(tests);
    }

    /// A field of an element's fact, as a place.
    pub(super) fn place(&mut self, element: ElementId, member: &syn::Member) -> TokenStream {
        let value = self.element(element);
        let ElementKind::Fact {
            variant: Some(path),
            ..
        } = &self.rule().elements[element.0].kind
        else {
            return quote! { #value.#member };
        };
        let local = names::variant_field(element, member);
        if !self.variant_fields.contains(&local.to_string()) {
            self.bind_variant(element, path, std::slice::from_ref(member));
        }
        quote! { (*#local) }
    }

    /// Emits the binding of fields of a variant.
    fn bind_variant(&mut self, element: ElementId, path: &syn::Path, members: &[syn::Member]) {
        let (value, otherwise) = (self.element(element), self.view.on_mismatch.clone());
        let locals: Vec<Ident> = members
            .iter()
            .map(|member| names::variant_field(element, member))
            .collect();
        self.variant_fields
            .extend(locals.iter().map(Ident::to_string));
        self.bind(quote! { let #path { #(#members: #locals,)* .. } = #value else { #otherwise }; });
    }

    /// The local that refers to an element's fact.
    pub(super) fn element(&mut self, element: ElementId) -> TokenStream {
        let local = names::element(element);
        if self.elements.insert(element) {
            let (slab, slot) = (self.slab(element), self.slot(element));
            let read = self.view.moment.as_ref().map_or_else(
                || quote! { value(#slot) },
                |moment| quote! { at(#slot, #moment) },
            );
            self.bind(quote! { let #local = __memory.#slab.#read; });
        }
        local.to_token_stream()
    }

    pub(super) fn slab(&self, element: ElementId) -> Ident {
        match &self.rule().elements[element.0].kind {
            ElementKind::Fact { fact_type, .. } | ElementKind::Best { fact_type, .. } => {
                names::slab(self.ruleset, *fact_type)
            }
            ElementKind::Accumulate(_) | ElementKind::Each(_) => {
                unreachable!("only facts stand in working memory")
            }
        }
    }

    /// The slot of an element's fact; the number that stands for an element that is none.
    pub(super) fn slot(&self, element: ElementId) -> TokenStream {
        let number = self.number(element);
        match self.rule().elements[element.0].kind {
            ElementKind::Best { member, .. } if !self.is_local(element) => {
                let steps = int(self.member_steps(element, member) as usize);
                quote! { __network.fact(__network.member(#number), #steps) }
            }
            ElementKind::Fact { .. }
            | ElementKind::Best { .. }
            | ElementKind::Accumulate(_)
            | ElementKind::Each(_) => number,
        }
    }

    /// Whether the code is a query's.
    pub(super) fn is_query(&self) -> bool {
        self.context.rule.0 >= self.ruleset.rules.len()
    }

    /// Whether an element stands in a local: the code is loops within loops.
    pub(super) fn is_local(&self, element: ElementId) -> bool {
        self.context.places.get(&element) == Some(&Place::Local)
    }

    /// The token for which a `for` has given an element.
    pub(super) fn left_of(&self, element: ElementId) -> TokenStream {
        let left = &self.view.left;
        match self.context.places.get(&element) {
            Some(Place::Token(steps)) => {
                let steps = int(*steps as usize);
                quote! { __network.left_fact(#left, #steps) }
            }
            _ => left.clone(),
        }
    }

    /// The number that a token keeps for an element.
    pub(super) fn number(&self, element: ElementId) -> TokenStream {
        let View { left, right, .. } = &self.view;
        match self.context.places.get(&element) {
            Some(Place::Right) => right.clone(),
            Some(Place::Left) => left.clone(),
            Some(Place::Token(steps)) => {
                let steps = int(*steps as usize);
                quote! { __network.fact(#left, #steps) }
            }
            Some(Place::LeftOf(steps)) => {
                let steps = int(*steps as usize);
                quote! { __network.left_fact(#left, #steps) }
            }
            Some(Place::Gate(gate)) => {
                let gate = int(*gate);
                quote! { __network.gate(#gate) }
            }
            Some(Place::Local) => names::local(element).to_token_stream(),
            None => unreachable!("`network` puts tests where all that they need is bound"),
        }
    }
}
