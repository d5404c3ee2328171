//! One rule: its elements, variables and tests, numbered as they are found.
//!
//! This is the state that the resolving of conditions, patterns, guards and blocks shares, with the
//! questions all of them ask: what a name means here, what an expression needs, what the rule reads.

use std::collections::HashMap;

use proc_macro2::{Ident, Span};
use quote::format_ident;

use crate::ast;
use crate::diagnostic::{Code, Diagnostic, SpanRange};
use crate::hir::{
    self, Element, ElementId, ElementKind, FactTypeId, Needs, Source, Test, TestId, TestKind,
    Variable, VariableId,
};

use super::names::{at_line, plain};
use super::rust_scope::{Position, Use, uses_in};
use super::scope::Scope;
use super::{Context, attributes, unsupported};

/// An `insert` of a bare name, which may be a fact type's or a constant's.
pub(super) struct BareInsert {
    /// Its number among the inserts of the block.
    pub(super) number: usize,
    /// The name.
    pub(super) name: Ident,
}

/// A rule while it is resolved.
pub(super) struct RuleResolver<'c, 'd> {
    pub(super) context: &'c mut Context<'d>,
    pub(super) elements: Vec<Element>,
    pub(super) variables: Vec<Variable>,
    pub(super) tests: Vec<Test>,
    pub(super) eithers: Vec<usize>,
    pub(super) scope: Scope,
    /// How many `not`, `exists`, `forall` and accumulates stand around.
    pub(super) inside: usize,
    /// The facts that a `collect` collects.
    pub(super) members: HashMap<ElementId, ElementId>,
    fresh: usize,
}

/// Resolves a rule.
pub(super) fn resolve_rule(
    rule: &ast::Rule,
    context: &mut Context<'_>,
) -> (hir::Rule, Vec<BareInsert>) {
    let settings = attributes::resolve_rule_attributes(&rule.attrs, context.diagnostics);
    let mut resolver = RuleResolver {
        context,
        elements: Vec::new(),
        variables: Vec::new(),
        tests: Vec::new(),
        eithers: Vec::new(),
        scope: Scope::new(),
        inside: 0,
        members: HashMap::new(),
        fresh: 0,
    };
    let conditions = resolver.resolve_conditions(&rule.when);
    let (then, bare_inserts) = resolver.resolve_action(&rule.then);
    resolver.check_salience(settings.salience.as_ref());
    if let Some(undo) = &rule.undo {
        unsupported::report(resolver.context.diagnostics, undo.open, "undo");
    }
    resolver
        .scope
        .report_not_found(resolver.context.diagnostics);
    let rule = hir::Rule {
        name: rule.name.clone(),
        docs: settings.docs,
        group: None,
        salience: settings.salience,
        no_loop: settings.no_loop,
        tags: settings.tags,
        attrs: settings.passed,
        allows: settings.allows,
        elements: resolver.elements,
        variables: resolver.variables,
        tests: resolver.tests,
        eithers: resolver.eithers,
        conditions,
        then,
    };
    (rule, bare_inserts)
}

impl RuleResolver<'_, '_> {
    pub(super) fn report(&mut self, error: Diagnostic) {
        self.context.diagnostics.push(error);
    }

    pub(super) fn report_unsupported(&mut self, span: impl Into<SpanRange>, what: &str) {
        unsupported::report(self.context.diagnostics, span, what);
    }

    fn check_salience(&mut self, salience: Option<&syn::Expr>) {
        let Some(salience) = salience else { return };
        for use_ in uses_in(salience) {
            let is_value = use_.position != Position::Callee;
            if is_value && self.scope.lookup(&use_.name).is_some() {
                let message = "`salience` computed from variables is not supported yet";
                self.report(Diagnostic::error(
                    Code::Unsupported,
                    use_.name.span(),
                    message,
                ));
                return;
            }
            if is_value && self.global(&use_.name).is_some() {
                self.report_global(&use_.name);
                return;
            }
        }
    }

    /// Adds an element that stands for a condition.
    pub(super) fn push_element(&mut self, kind: ElementKind, text: String, at: Span) -> ElementId {
        self.elements.push(Element {
            kind,
            text,
            span: at,
            inner: self.inside > 0,
        });
        ElementId(self.elements.len() - 1)
    }

    /// Adds a test.
    pub(super) fn push_test(
        &mut self,
        kind: TestKind,
        needs: Needs,
        text: String,
        span: Span,
    ) -> TestId {
        self.tests.push(Test {
            kind,
            needs,
            text,
            span,
        });
        TestId(self.tests.len() - 1)
    }

    /// A name that no user's token has.
    pub(super) fn fresh_name(&mut self, span: Span) -> Ident {
        self.fresh += 1;
        format_ident!("__join{}", self.fresh - 1, span = span)
    }

    /// Adds a variable that no condition can name.
    pub(super) fn push_hidden(&mut self, name: Ident, source: Source) -> VariableId {
        self.variables.push(Variable { name, source });
        VariableId(self.variables.len() - 1)
    }

    /// Binds a variable where it must not be bound yet.
    pub(super) fn bind_new(&mut self, name: &Ident, source: Source) -> VariableId {
        let Some(known) = self.scope.lookup(name) else {
            return self.bind(name, source);
        };
        let first = self.variables[known.0].name.span();
        let (plain_name, line) = (plain(name), at_line(first));
        let message = format!("duplicate variable `{plain_name}`, first defined {line}");
        self.report(
            Diagnostic::error(Code::DuplicateVariable, name.span(), message)
                .label(first, "first defined here")
                .help("give one of them another name"),
        );
        self.push_hidden(name.clone(), source)
    }

    /// Binds a variable.
    pub(super) fn bind(&mut self, name: &Ident, source: Source) -> VariableId {
        if self.global(name).is_some() {
            self.report_global(name);
        }
        let id = self.push_hidden(name.clone(), source);
        self.scope.bind(name, id, self.context.diagnostics);
        id
    }

    /// The number of the global of a name.
    pub(super) fn global(&self, name: &Ident) -> Option<usize> {
        let name = plain(name);
        self.context
            .globals
            .iter()
            .position(|global| plain(&global.name) == name)
    }

    pub(super) fn report_global(&mut self, name: &Ident) {
        let message = format!("a condition cannot use the global `{}`", plain(name));
        self.report(
            Diagnostic::error(Code::GlobalInCondition, name.span(), message)
                .help("globals belong to `then` blocks; what conditions read must be facts"),
        );
    }

    /// What an expression of a condition needs. What it reads is noted, and a name that it cannot use
    /// is reported.
    pub(super) fn needs_of_expr(&mut self, expr: &syn::Expr) -> Needs {
        let mut needs = Needs::default();
        for use_ in uses_in(expr) {
            if let Some(variable) = self.variable_used(&use_) {
                self.note_read(variable, &use_.access);
                self.add_need(&mut needs, variable);
            }
        }
        needs
    }

    fn variable_used(&mut self, use_: &Use) -> Option<VariableId> {
        let found = self.scope.lookup(&use_.name);
        if found.is_some() {
            return found;
        }
        if use_.position != Position::Callee && self.global(&use_.name).is_some() {
            self.report_global(&use_.name);
        } else if use_.position == Position::Value {
            self.scope.note_not_found(&use_.name);
        }
        None
    }

    /// Adds a variable, and the elements that its value comes from.
    pub(super) fn add_need(&self, needs: &mut Needs, variable: VariableId) {
        needs.variables.insert(variable);
        self.add_elements(needs, variable);
    }

    fn add_elements(&self, needs: &mut Needs, variable: VariableId) {
        match &self.variables[variable.0].source {
            Source::Fact(element) | Source::Field { element, .. } | Source::Accumulate(element) => {
                needs.elements.insert(*element);
            }
            Source::Test(test) => {
                if let Some(test) = self.tests.get(test.0) {
                    match &test.kind {
                        TestKind::Match { element, .. } => {
                            needs.elements.insert(*element);
                        }
                        TestKind::Let { .. }
                        | TestKind::Variant(_)
                        | TestKind::Compare { .. }
                        | TestKind::Expr(_) => needs.elements.extend(&test.needs.elements),
                    }
                }
            }
            Source::Either { branches, .. } => {
                for branch in branches {
                    self.add_elements(needs, *branch);
                }
            }
        }
    }

    /// What a use of these elements and variables needs.
    pub(super) fn needs(
        &self,
        elements: impl IntoIterator<Item = ElementId>,
        variables: impl IntoIterator<Item = VariableId>,
    ) -> Needs {
        let mut needs = Needs::default();
        needs.elements.extend(elements);
        for variable in variables {
            self.add_need(&mut needs, variable);
        }
        needs
    }

    /// The facts that a variable may hold: one, those of each branch, or those it has collected.
    pub(super) fn facts_of(&self, variable: VariableId) -> Vec<ElementId> {
        match &self.variables[variable.0].source {
            Source::Fact(element) => vec![*element],
            Source::Accumulate(element) => self.members.get(element).copied().into_iter().collect(),
            Source::Either { branches, .. } => branches
                .iter()
                .flat_map(|branch| self.facts_of(*branch))
                .collect(),
            Source::Test(test) => match &self.tests[test.0].kind {
                TestKind::Let { .. } => {
                    let needed = &self.tests[test.0].needs.variables;
                    needed
                        .iter()
                        .flat_map(|variable| self.facts_of(*variable))
                        .collect()
                }
                TestKind::Match { .. }
                | TestKind::Variant(_)
                | TestKind::Compare { .. }
                | TestKind::Expr(_) => Vec::new(),
            },
            Source::Field { .. } => Vec::new(),
        }
    }

    /// The type of the facts of an element.
    pub(super) fn type_of(&self, element: ElementId) -> Option<FactTypeId> {
        match &self.elements[element.0].kind {
            ElementKind::Fact { fact_type, .. } => Some(*fact_type),
            ElementKind::Accumulate => None,
        }
    }
}
