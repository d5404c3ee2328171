//! Emits tests: code that goes on where a test holds, with what the test binds, and leaves where it fails.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, quote};

use crate::hir::{ElementId, ElementKind, OperandKind, Source, TestId, TestKind, VariableId};

use super::Scope;
use crate::generate::constants::{self, has_inner_constants, without_constants};
use crate::generate::fragments::{
    alternatives, by_reference, condition, grouped, is_bool, located,
};
use crate::generate::names;
use crate::generate::parts::{matches_references, reference_to};
use crate::generate::spelling;

impl Scope<'_> {
    /// Emits tests in order.
    pub(in crate::generate) fn tests(&mut self, tests: &[TestId]) {
        for &test in tests {
            self.expect(test);
        }
        for &test in tests {
            self.test(test);
        }
    }

    /// Notes which fields a test asks for, so that a variant is matched once, for all of them.
    pub(in crate::generate) fn expect(&mut self, id: TestId) {
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
            TestKind::Variant(_)
            | TestKind::Expr(_)
            | TestKind::Relation { .. }
            | TestKind::Let { .. } => {}
        }
    }

    /// Emits a test: code that leaves with `otherwise` where it fails.
    pub(in crate::generate) fn test(&mut self, id: TestId) {
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
                    self.push(constants::expect(&place, pattern, &otherwise));
                    return;
                }
                self.bind_test(id);
                for (name, operand) in joins {
                    let equal = self.join_within(name, operand);
                    self.push(quote! { if !(#equal) { #otherwise } });
                }
            }
            TestKind::Compare { left, op, right } => {
                let comparison = self.comparison(left, op, right, test.located);
                self.push(quote! { if !(#comparison) { #otherwise } });
            }
            TestKind::Expr(expr) => {
                self.needs(&test.needs);
                let expr = &self.through_facts(expr, &test.needs);
                self.push(if is_bool(expr) {
                    let expr = grouped(expr);
                    quote! { if !#expr { #otherwise } }
                } else {
                    // So that what is no `bool` is reported as that, not as what has no `!`.
                    let expr = condition(expr);
                    quote! { if #expr {} else { #otherwise } }
                });
            }
            TestKind::Relation { holds, .. } => {
                self.needs(&test.needs);
                self.push(quote! { if !(#holds) { #otherwise } });
            }
            TestKind::Let { .. } => self.bind_test(id),
        }
    }

    /// Emits the bindings that a test makes.
    pub(super) fn bind_test(&mut self, id: TestId) {
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
                self.bind_match(&place, pattern, binds);
            }
            TestKind::Let {
                pattern,
                expr,
                binds,
                irrefutable,
            } => {
                self.needs(&test.needs);
                let by_reference = matches_references(pattern) && self.is_part(expr, &test.needs);
                let expr = if by_reference {
                    self.kept(&reference_to(expr), &test.needs)
                } else {
                    self.kept(expr, &test.needs)
                };
                self.variables.extend(binds.iter().copied());
                let is_place = by_reference || spelling::is_place(&expr);
                let mut value = if *irrefutable {
                    expr.to_token_stream()
                } else {
                    grouped(&expr)
                };
                if let Some(probe) = self.probe(pattern).as_ref().map(alternatives) {
                    if is_place {
                        self.push(spelling::asked(&value, &probe));
                    } else {
                        value = spelling::asking(&value, &probe);
                    }
                }
                self.bind(if *irrefutable {
                    quote! { let #pattern = #value; }
                } else {
                    let pattern = alternatives(pattern);
                    quote! { let #pattern = #value else { #otherwise }; }
                });
                if by_reference {
                    for &variable in binds {
                        self.bind_referred(variable);
                    }
                }
            }
            TestKind::Variant(_)
            | TestKind::Compare { .. }
            | TestKind::Relation { .. }
            | TestKind::Expr(_) => {
                unreachable!("such tests bind nothing")
            }
        }
    }

    /// Emits the bindings of a pattern that a place is to match.
    fn bind_match(&mut self, place: &TokenStream, pattern: &syn::Pat, binds: &[VariableId]) {
        let otherwise = self.view.on_mismatch.clone();
        let (pattern, constants) = without_constants(pattern);
        if let Some(probe) = self.probe(&pattern) {
            self.push(spelling::asked(&quote! { &#place }, &alternatives(&probe)));
        }
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
            self.bind_referred(variable);
        }
    }

    /// A pattern as it is written once more for the names in it. Before a block they have been there.
    fn probe(&self, pattern: &syn::Pat) -> Option<syn::Pat> {
        if self.view.before_block {
            return None;
        }
        spelling::probe(pattern)
    }

    /// Binds a variable, which a pattern has bound to a reference, to the value where it is `Copy`.
    fn bind_referred(&mut self, variable: VariableId) {
        let name = &self.rule().variables[variable.0].name;
        let bound = names::bound(variable);
        let value = located(quote! { __rt::Bind(#bound).__bind() }, name.span());
        self.bind(quote! { let #bound = #name; });
        self.bind(quote! { let #name = #value; });
    }

    /// Emits the tests that the names in a pattern are the constants whose places they have taken.
    fn constants(&mut self, constants: &[(Ident, syn::Pat)]) {
        let otherwise = &self.view.on_mismatch;
        let tests = constants
            .iter()
            .map(|(name, constant)| constants::expect(&quote! { *#name }, constant, otherwise));
        let tests = tests.collect();
        self.push(tests);
    }
}
