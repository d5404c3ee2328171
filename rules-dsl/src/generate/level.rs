//! Levels of a query's code: scopes within scopes.
//!
//! What is bound to facts outside is seen inside. What is computed (by `let`, `if let` and `for`) is computed
//! again in each level that uses it, and may be moved there.

use proc_macro2::TokenStream;

use crate::hir::{ElementKind, Rule, Source, TestId, TestKind, VariableId};

use super::scope::Scope;

impl<'a> Scope<'a> {
    /// A level within this one: without code yet, and with what is computed still to be computed.
    pub(super) fn level(&self) -> Scope<'a> {
        let mut level = Scope {
            code: TokenStream::new(),
            ..self.clone()
        };
        let rule = self.rule();
        level.tests.retain(|&test| !is_computed(rule, test));
        level
            .variables
            .retain(|&variable| !self.is_computed_variable(variable));
        level
            .elements
            .retain(|element| !matches!(rule.elements[element.0].kind, ElementKind::Each(_)));
        level
    }

    /// Says whether what expressions borrow may outlive the code to come. In a query that decides what the variables of
    /// facts are, so they are bound anew.
    pub(super) fn set_lends(&mut self, lends: bool) {
        if self.lends != lends && self.is_query() {
            let mut variables = std::mem::take(&mut self.variables);
            variables.retain(|&variable| !self.is_fact(variable));
            self.variables = variables;
        }
        self.lends = lends;
    }

    /// Whether a variable names a fact.
    fn is_fact(&self, variable: VariableId) -> bool {
        match &self.rule().variables[variable.0].source {
            Source::Fact(_) => true,
            Source::Either { branches, .. } => branches.iter().any(|&branch| self.is_fact(branch)),
            _ => false,
        }
    }

    /// Whether a variable is computed anew in each level.
    pub(super) fn is_computed_variable(&self, variable: VariableId) -> bool {
        let rule = self.rule();
        match &rule.variables[variable.0].source {
            Source::Test(test) => is_computed(rule, *test),
            Source::Each(_) => true,
            Source::Either { either, branches } => self
                .context
                .branches
                .get(either)
                .is_some_and(|&branch| self.is_computed_variable(branches[branch])),
            Source::Fact(_)
            | Source::Field { .. }
            | Source::Accumulate(_)
            | Source::Key { .. }
            | Source::Parameter(_) => false,
        }
    }
}

/// Whether a test binds the parts of a value that it computes.
fn is_computed(rule: &Rule, test: TestId) -> bool {
    matches!(rule.tests[test.0].kind, TestKind::Let { .. })
}
