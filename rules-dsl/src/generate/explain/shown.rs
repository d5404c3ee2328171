//! Emits what an explanation shows: the values that a test compares, and those that a match binds.
//!
//! What is computed may be moved by the code that uses it. So of what a test compares, only fields, facts and
//! accumulates are shown; and each value that a match binds is computed for itself.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use crate::hir::{ElementId, OperandKind, Source, TestId, TestKind, VariableId};
use crate::names::member_name;
use crate::plan::{Step, StepKind};

use super::super::literals::int;
use super::super::names;
use super::super::scope::Scope;
use super::rows::RowTest;

impl Scope<'_> {
    /// Emits tests that count what fails.
    pub(super) fn counted_tests(&mut self, tests: &[RowTest]) {
        for test in tests {
            self.expect(test.test);
        }
        let otherwise = self.view.on_mismatch.clone();
        for &RowTest { test, failed, .. } in tests {
            let values = self.compared_values(test);
            let failed = int(failed);
            let fails = if values.is_empty() {
                quote! { __counting.count(#failed); }
            } else {
                quote! { if let ::core::option::Option::Some(__shown) = __counting.fail(#failed) { #(#values)* } }
            };
            self.view.on_mismatch = quote! { { #fails #otherwise } };
            self.test(test);
        }
        self.view.on_mismatch = otherwise;
    }

    /// Shows the values that a test compares.
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
            TestKind::Relation { times, .. } => {
                variables.clear();
                for time in times {
                    self.add_operand(&time.kind, &time.text, &mut variables, &mut values);
                }
            }
            TestKind::Let { binds, .. } => {
                variables.retain(|variable| !binds.contains(variable));
            }
        }
        for variable in variables {
            let name = names::plain(&self.rule().variables[variable.0].name);
            if self.is_kept(variable) && !name.starts_with("__") {
                let place = self.variable_place(variable);
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

    /// Shows the values that a match binds, and the rows that answered the look-ups of its conditions.
    pub(super) fn show_bindings(&self, steps: &[Step]) -> TokenStream {
        let rule = self.rule();
        let mut names = BTreeSet::new();
        let mut values = TokenStream::new();
        for (number, variable) in rule.variables.iter().enumerate() {
            let id = VariableId(number);
            let name = names::plain(&variable.name);
            if name.starts_with("__") || !self.is_bound(id, steps) || !names.insert(name.clone()) {
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
            let value = shown(&name, &quote! { &#value });
            values.extend(if bindings.is_empty() {
                value
            } else {
                quote! { { #bindings #value } }
            });
        }
        let rows = self.rows_asked().into_iter();
        values.extend(
            rows.map(|(source, rows)| quote! { __shown.push((#source, __rt::rows_text(&#rows))); }),
        );
        values
    }

    /// Whether steps, with the branches chosen, bind a variable outside of what they negate or gather.
    fn is_bound(&self, id: VariableId, steps: &[Step]) -> bool {
        let source = &self.rule().variables[id.0].source;
        let is_result = |element: ElementId| match source {
            Source::Fact(of)
            | Source::Field { element: of, .. }
            | Source::Accumulate(of)
            | Source::Key { element: of, .. }
            | Source::Each(of) => *of == element,
            Source::Test(_) | Source::Parameter(_) | Source::Either { .. } => false,
        };
        let is_of_test =
            |tests: &[TestId]| matches!(source, Source::Test(of) if tests.contains(of));
        steps.iter().any(|step| match &step.kind {
            StepKind::Scan(scan) => is_result(scan.element) || is_of_test(&scan.tests),
            StepKind::Tests(tests) => is_of_test(tests),
            StepKind::Each { element, tests } | StepKind::Accumulate { element, tests, .. } => {
                is_result(*element) || is_of_test(tests)
            }
            StepKind::Quantified(_) => false,
            StepKind::Branch { either, .. } => {
                matches!(source, Source::Either { either: of, .. } if of == either)
            }
            StepKind::Either(branches) => branches
                .iter()
                .any(|branch| self.is_chosen(branch) && self.is_bound(id, branch)),
        })
    }

    /// Whether the branch that steps begin is the one chosen.
    fn is_chosen(&self, steps: &[Step]) -> bool {
        let begun = steps.first().map(|step| &step.kind);
        matches!(begun, Some(StepKind::Branch { either, branch })
            if self.context.branches.get(either) == Some(branch))
    }
}

/// Shows a value, with its source.
fn shown(name: &str, reference: &TokenStream) -> TokenStream {
    quote! { __rt::Show(#reference).__show_as(#name, __shown); }
}
