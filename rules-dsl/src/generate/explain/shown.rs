//! Emits what an explanation shows: the values that a test compares, and those that a match binds.
//!
//! What is computed may be moved by the code that uses it. So of what a test compares, only fields, facts and
//! accumulates are shown; and each value that a match binds is computed for itself.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use crate::hir::{Condition, ElementId, OperandKind, Source, TestId, TestKind, VariableId};
use crate::names::member_name;

use super::super::literals::int;
use super::super::names;
use super::super::scope::Scope;
use super::rows::{Item, RowTest};

impl Scope<'_> {
    /// Emits tests that count what passes and what fails.
    pub(super) fn counted_tests(&mut self, tests: &[RowTest]) {
        for test in tests {
            self.expect(test.test);
        }
        let otherwise = self.view.on_mismatch.clone();
        for &RowTest { test, base, .. } in tests {
            let values = self.compared_values(test);
            let (passed, failed) = (int(base), int(base + 1));
            let note = (!values.is_empty()).then(|| {
                quote! { __counting.note(#failed, [#(#values),*]); }
            });
            self.view.on_mismatch = quote! {
                { if __counting.fail(#failed) { #note } #otherwise }
            };
            self.test(test);
            self.push(quote! { __counting.count(#passed); });
        }
        self.view.on_mismatch = otherwise;
    }

    /// The values that a test compares: each a pair of its source and its text.
    fn compared_values(&mut self, id: crate::hir::TestId) -> Vec<TokenStream> {
        let test = &self.rule().tests[id.0];
        let mut values = Vec::new();
        let mut variables: BTreeSet<VariableId> = test.needs.variables.clone();
        match &test.kind {
            TestKind::Variant(element) => {
                let fact = self.element(*element);
                values.push(shown("it", &fact));
            }
            TestKind::Match {
                element,
                member,
                binds,
                joins,
                ..
            } => {
                let place = self.place(*element, member);
                values.push(shown(&member_name(member), &quote! { &#place }));
                for (_, operand) in joins {
                    self.add_operand(&operand.kind, &operand.text, &mut variables, &mut values);
                }
                variables.retain(|variable| !binds.contains(variable));
            }
            TestKind::Compare { left, right, .. } => {
                for operand in [left, right] {
                    variables.extend(&operand.needs.variables);
                    self.add_operand(&operand.kind, &operand.text, &mut variables, &mut values);
                }
            }
            TestKind::Expr(_) => {}
            TestKind::Let { binds, .. } => {
                variables.retain(|variable| !binds.contains(variable));
            }
        }
        for variable in variables {
            if self.is_kept(variable) {
                let place = self.variable_place(variable);
                let name = names::plain(&self.rule().variables[variable.0].name);
                values.push(shown(&name, &quote! { &#place }));
            }
        }
        values
    }

    fn add_operand(
        &mut self,
        operand: &OperandKind,
        text: &str,
        variables: &mut BTreeSet<VariableId>,
        values: &mut Vec<TokenStream>,
    ) {
        match operand {
            OperandKind::Place { element, member } => {
                let place = self.place(*element, member);
                values.push(shown(text, &quote! { &#place }));
            }
            OperandKind::Variable(variable) => {
                variables.insert(*variable);
            }
            OperandKind::Expr(_) => {}
        }
    }

    /// Whether a variable is there however often it is used.
    fn is_kept(&self, variable: VariableId) -> bool {
        match &self.rule().variables[variable.0].source {
            Source::Either { either, branches } => self
                .context
                .branches
                .get(either)
                .is_some_and(|&branch| self.is_kept(branches[branch])),
            Source::Test(test) => {
                matches!(self.rule().tests[test.0].kind, TestKind::Match { .. })
            }
            Source::Fact(_) | Source::Field { .. } | Source::Accumulate(_) | Source::Key { .. } => {
                true
            }
            Source::Each(_) | Source::Parameter(_) => false,
        }
    }

    /// The values that a match binds.
    pub(super) fn bindings(&self, items: &[Item<'_>]) -> Vec<TokenStream> {
        let rule = self.rule();
        let mut names = BTreeSet::new();
        let mut values = Vec::new();
        for (number, variable) in rule.variables.iter().enumerate() {
            let id = VariableId(number);
            let name = names::plain(&variable.name);
            if name.starts_with("__") || !self.is_bound(id, items) || !names.insert(name.clone()) {
                continue;
            }
            let mut level = self.level();
            let value = if level.is_kept(id) {
                level.variable_place(id)
            } else {
                let of = &variable.name;
                level.needs(&crate::hir::Needs {
                    variables: BTreeSet::from([id]),
                    ..crate::hir::Needs::default()
                });
                quote! { #of }
            };
            let bindings = level.finish();
            let text = quote! { { #bindings (__rt::Show(&#value)).__text() } };
            values.push(quote! { (#name, #text) });
        }
        values
    }

    /// Whether conditions, with the branches chosen, bind a variable outside of what they negate or gather.
    fn is_bound(&self, id: VariableId, items: &[Item<'_>]) -> bool {
        let rule = self.rule();
        let source = &rule.variables[id.0].source;
        let binds = |element: ElementId, tests: &[TestId]| match source {
            Source::Fact(of)
            | Source::Field { element: of, .. }
            | Source::Accumulate(of)
            | Source::Key { element: of, .. }
            | Source::Each(of) => *of == element,
            Source::Test(test) => tests.contains(test),
            Source::Parameter(_) | Source::Either { .. } => false,
        };
        items.iter().any(|item| match item.condition {
            Condition::Fact { element, tests } => binds(*element, tests),
            Condition::Test(test) => matches!(source, Source::Test(of) if of == test),
            Condition::Quantified { .. } => false,
            Condition::Either { either, .. } => {
                let branch = self.context.branches.get(either);
                matches!(source, Source::Either { either: of, .. } if of == either)
                    || branch.is_some_and(|&branch| self.is_bound(id, &item.inner[branch].items))
            }
            Condition::Accumulate(id) => {
                let accumulate = &rule.accumulates[id.0];
                binds(accumulate.element, &accumulate.tests)
            }
            Condition::Each(id) => binds(rule.eaches[id.0].element, &[]),
        })
    }
}

/// A pair of a value's source and its text.
fn shown(name: &str, reference: &TokenStream) -> TokenStream {
    quote! { (#name, (__rt::Show(#reference)).__text()) }
}
