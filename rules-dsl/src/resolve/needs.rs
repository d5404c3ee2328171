//! What code needs before it can be evaluated: variables, and the elements that these come from.
//!
//! Asked by everything in a rule that holds an expression. Here too: what a variable may stand for,
//! a fact, several, or none.

use crate::diagnostic::Code;
use crate::hir::{
    Accumulate, Each, ElementId, ElementKind, Expression, FactTypeId, Function, Needs, Source,
    TestKind, VariableId,
};

use crate::vocabulary as say;
use quote::ToTokens as _;

use super::names::text;
use super::rules::RuleResolver;
use super::rust_scope::uses_in;
use super::rust_uses::{Position, Use};
use super::spans::check_spans;

impl RuleResolver<'_, '_> {
    /// An expression with what it needs. What it reads is noted, and a name that it cannot use is
    /// reported.
    pub(super) fn resolve_expression(&mut self, expr: &syn::Expr) -> Expression {
        Expression {
            needs: self.needs_of_expr(expr),
            expr: Box::new(expr.clone()),
            text: text(expr),
        }
    }

    /// What an expression of a condition needs. What it reads is noted, and a name that it cannot use
    /// is reported.
    pub(super) fn needs_of_expr(&mut self, expr: &syn::Expr) -> Needs {
        self.check_reloaded_inside(expr);
        self.needs_of_look_up(expr)
    }

    /// The same of an expression that may ask a table with `#[reload]`.
    pub(super) fn needs_of_look_up(&mut self, expr: &syn::Expr) -> Needs {
        let mut needs = Needs::default();
        let clock = self.context.clock.as_ref();
        check_spans(expr.to_token_stream(), clock, self.context.diagnostics);
        let (uses, misuses) = uses_in(expr);
        self.check_misuses(&misuses, None);
        let as_read = self.as_read(expr);
        for use_ in uses {
            if let Some(variable) = self.variable_used(&use_) {
                if as_read.is_none() {
                    self.note_read(variable, &use_.access);
                }
                self.add_need(&mut needs, variable);
            }
        }
        if let Some(expr) = as_read {
            self.note_reads(&expr);
        }
        needs
    }

    /// Notes what an expression reads of facts, and nothing else.
    fn note_reads(&mut self, expr: &syn::Expr) {
        for use_ in uses_in(expr).0 {
            if let Some(variable) = self.scope.lookup(&use_.name) {
                self.note_read(variable, &use_.access);
            }
        }
    }

    fn variable_used(&mut self, use_: &Use) -> Option<VariableId> {
        let found = self.scope.lookup(&use_.name);
        if found.is_some() {
            return found;
        }
        if use_.position != Position::Callee && self.global(&use_.name).is_some() {
            self.report_global(&use_.name);
        } else if self.context.clock.is_some()
            && use_.name == "now"
            && use_.position == Position::Value
        {
            let at = use_.name.span();
            let mut found = self.context.diagnostics.iter();
            // What is looked at twice is told once.
            let is_told = found.any(|found| {
                found.code == Code::NowInCondition && found.span.start.start() == at.start()
            });
            if !is_told {
                self.report(say::now_in_condition().at(at));
            }
        } else if use_.position == Position::Value {
            self.scope.note_not_found(&use_.name);
            self.check_session(use_, "condition");
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
            Source::Fact(element)
            | Source::Field { element, .. }
            | Source::Accumulate(element)
            | Source::Key { element, .. } => {
                needs.elements.insert(*element);
            }
            Source::Each(element) => {
                needs.elements.insert(*element);
                if let Some(each) = self.each(*element)
                    && each.ty.is_none()
                {
                    needs.elements.extend(&each.expr.needs.elements);
                }
            }
            // It has its value before any element has.
            Source::Parameter(_) => {}
            Source::Test(test) => {
                if let Some(test) = self.tests.get(test.0) {
                    match &test.kind {
                        TestKind::Match { element, .. } => {
                            needs.elements.insert(*element);
                        }
                        TestKind::Let { .. }
                        | TestKind::Variant(_)
                        | TestKind::Compare { .. }
                        | TestKind::Relation { .. }
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
            Source::Accumulate(element) => self.collected(*element).into_iter().collect(),
            Source::Key { inner, .. } => self.facts_of(*inner),
            Source::Either { branches, .. } => branches
                .iter()
                .flat_map(|branch| self.facts_of(*branch))
                .collect(),
            Source::Test(test) => match &self.tests[test.0].kind {
                TestKind::Let { .. } => self.facts_of_all(&self.tests[test.0].needs),
                TestKind::Match { .. }
                | TestKind::Variant(_)
                | TestKind::Compare { .. }
                | TestKind::Relation { .. }
                | TestKind::Expr(_) => Vec::new(),
            },
            Source::Each(element) => {
                let each = self.each(*element);
                each.map_or_else(Vec::new, |each| self.facts_of_all(&each.expr.needs))
            }
            Source::Field { .. } | Source::Parameter(_) => Vec::new(),
        }
    }

    fn facts_of_all(&self, needs: &Needs) -> Vec<ElementId> {
        let variables = needs.variables.iter();
        variables
            .flat_map(|variable| self.facts_of(*variable))
            .collect()
    }

    /// The `for` whose elements an element stands for.
    pub(super) fn each(&self, element: ElementId) -> Option<&Each> {
        match self.elements[element.0].kind {
            ElementKind::Each(id) => self.eaches.get(id.0),
            _ => None,
        }
    }

    /// The accumulate whose result an element stands for.
    pub(super) fn accumulate(&self, element: ElementId) -> Option<&Accumulate> {
        match self.elements[element.0].kind {
            ElementKind::Accumulate(id) => self.accumulates.get(id.0),
            _ => None,
        }
    }

    /// The element whose facts a `collect` collects, where an element is its result.
    pub(super) fn collected(&self, element: ElementId) -> Option<ElementId> {
        match self.accumulate(element)?.function {
            Function::Collect(member) => Some(member),
            _ => None,
        }
    }

    /// The type of the facts of an element.
    pub(super) fn type_of(&self, element: ElementId) -> Option<FactTypeId> {
        match &self.elements[element.0].kind {
            ElementKind::Fact { fact_type, .. } | ElementKind::Best { fact_type, .. } => {
                Some(*fact_type)
            }
            ElementKind::Accumulate(_) | ElementKind::Each(_) => None,
        }
    }
}
