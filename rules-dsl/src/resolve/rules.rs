//! One rule: its elements, variables and tests, numbered as they are found.
//!
//! This is the state that the resolving of conditions, patterns, guards and blocks shares, with the
//! questions all of them ask: what a name means here, what an expression needs, what the rule reads.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Span};
use quote::format_ident;

use crate::ast;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, SpanRange};
use crate::hir::{
    self, Accumulate, Each, Element, ElementId, ElementKind, GroupId, Needs, Source, Test, TestId,
    TestKind, Timings, Variable, VariableId,
};
use crate::printer;
use crate::vocabulary as say;

use super::Context;
use super::asked::Recursion;
use super::names::plain;
use super::rule_attributes::{RuleSettings, resolve_rule_attributes};
use super::scope::Scope;
use super::stages::salience_of;

/// A rule while it is resolved.
pub(super) struct RuleResolver<'c, 'd> {
    pub(super) context: &'c mut Context<'d>,
    /// The types of a query's parameters.
    pub(super) parameters: Vec<syn::Type>,
    pub(super) elements: Vec<Element>,
    pub(super) variables: Vec<Variable>,
    pub(super) tests: Vec<Test>,
    pub(super) eithers: Vec<usize>,
    pub(super) scope: Scope,
    /// How many `not`, `exists`, `forall` and accumulates stand around.
    pub(super) inside: usize,
    /// How many tests it has so far, as written.
    pub(super) complexity: usize,
    pub(super) accumulates: Vec<Accumulate>,
    pub(super) eaches: Vec<Each>,
    pub(super) timings: Timings,
    pub(super) bare_inserts: Vec<BareInsert>,
    /// What binds a fact of a kind: the fact, and the kind's name.
    pub(super) members: BTreeMap<TestId, (ElementId, String)>,
    /// The calls of queries whose conditions are resolved, outermost first.
    pub(super) calls: Vec<Inlined>,
    /// How many calls of queries have begun.
    pub(super) called: usize,
    /// What is known of the recursion that the conditions are part of.
    pub(super) recursion: Recursion,
    /// The names that conditions would have bound in which there are errors.
    pub(super) lost: BTreeSet<String>,
    fresh: usize,
}

/// A call in whose place a query's conditions are resolved.
pub(super) struct Inlined {
    /// The query's name.
    pub(super) query: String,
    /// What the names of its variables, and of its arguments, may begin with.
    pub(super) prefixes: [String; 2],
    /// Where the call stands.
    pub(super) span: SpanRange,
}

/// One of the blocks of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Then,
    Undo,
}

/// An `insert` of a bare name, which may be a fact type's or a constant's.
pub(super) struct BareInsert {
    /// The block that it stands in.
    pub(super) place: Place,
    /// Its number among the inserts of the block.
    pub(super) number: usize,
    /// The name.
    pub(super) name: Ident,
}

/// Resolves a rule.
pub(super) fn resolve_rule(
    rule: &ast::Rule,
    group: Option<GroupId>,
    context: &mut Context<'_>,
) -> (hir::Rule, Vec<BareInsert>) {
    let mut settings = resolve_rule_attributes(&rule.attrs, group.is_some(), context.diagnostics);
    settings.passed.splice(..0, context.lints.iter().cloned());
    if let Some(stage) = &settings.stage {
        settings.salience = salience_of(stage, &context.stages, context.diagnostics);
    }
    let found = context.diagnostics.len();
    let mut resolver = RuleResolver::new(context);
    let conditions = resolver.resolve_conditions(&rule.when);
    let salience = settings.salience.as_ref();
    let salience = salience.map(|salience| resolver.resolve_expression(salience));
    let computed = salience.filter(|salience| !salience.needs.variables.is_empty());
    let on_change = settings.on_change.iter();
    let on_change = on_change.map(|expr| resolver.resolve_expression(expr));
    let on_change = on_change.collect();
    let then = resolver.resolve_action(&rule.then, Place::Then);
    let undo = rule.undo.as_ref();
    let undo = undo.map(|undo| resolver.resolve_action(undo, Place::Undo));
    let bare_inserts = std::mem::take(&mut resolver.bare_inserts);
    let lost = resolver.lost(&rule.lost);
    let rule = hir::Rule {
        texts: condition_texts(&rule.when),
        group,
        salience: settings.salience.clone().filter(|_| computed.is_none()),
        computed_salience: computed,
        on_change,
        undo,
        ..resolver.finish(&rule.name, settings, conditions, then)
    };
    forgive_lost(&lost, found, context.diagnostics);
    (rule, bare_inserts)
}

/// Where a condition did not parse, what it may have bound is not to be missed: of the errors found
/// since, those about such names go.
pub(super) fn forgive_lost(lost: &BTreeSet<String>, found: usize, diagnostics: &mut Diagnostics) {
    if lost.is_empty() {
        return;
    }
    let mut number = 0;
    diagnostics.retain(|diagnostic| {
        number += 1;
        let about_names = matches!(
            diagnostic.code,
            Code::NotAFact | Code::UnboundVariable | Code::LocalVariable
        );
        let is_lost = |name| diagnostic.message.contains(&format!("`{name}`"));
        number <= found || !about_names || !lost.iter().any(is_lost)
    });
}

/// The text of each condition.
pub(super) fn condition_texts(conditions: &[ast::Condition]) -> Vec<String> {
    conditions
        .iter()
        .map(|condition| printer::text(&condition.tokens))
        .collect()
}

impl<'c, 'd> RuleResolver<'c, 'd> {
    /// A rule of which nothing is resolved yet.
    pub(super) fn new(context: &'c mut Context<'d>) -> Self {
        Self {
            context,
            parameters: Vec::new(),
            elements: Vec::new(),
            variables: Vec::new(),
            tests: Vec::new(),
            eithers: Vec::new(),
            scope: Scope::new(),
            inside: 0,
            complexity: 0,
            accumulates: Vec::new(),
            eaches: Vec::new(),
            timings: Timings::default(),
            bare_inserts: Vec::new(),
            members: BTreeMap::new(),
            calls: Vec::new(),
            called: 0,
            recursion: Recursion::default(),
            lost: BTreeSet::new(),
            fresh: 0,
        }
    }

    /// The rule, or the query, with what its attributes say as they are written.
    pub(super) fn finish(
        self,
        name: &Ident,
        settings: RuleSettings,
        conditions: Vec<hir::Condition>,
        then: hir::Action,
    ) -> hir::Rule {
        self.scope.report_not_found(self.context.diagnostics);
        hir::Rule {
            name: name.clone(),
            texts: Vec::new(),
            was: settings.was,
            docs: settings.docs,
            group: None,
            stage: settings.stage,
            salience: None,
            computed_salience: None,
            no_loop: settings.no_loop,
            once: settings.once,
            on_change: Vec::new(),
            lock_on_active: settings.lock_on_active,
            auto_focus: settings.auto_focus,
            complexity: self.complexity,
            tags: settings.tags,
            attrs: settings.passed,
            allows: settings.allows,
            elements: self.elements,
            variables: self.variables,
            of_kinds: self.members.values().map(|(element, _)| *element).collect(),
            tests: self.tests,
            eithers: self.eithers,
            accumulates: self.accumulates,
            eaches: self.eaches,
            timings: self.timings,
            conditions,
            then,
            undo: None,
        }
    }
}

impl RuleResolver<'_, '_> {
    pub(super) fn report(&mut self, error: Diagnostic) {
        self.context.diagnostics.push(error);
    }

    /// Adds an element that stands for a condition.
    pub(super) fn push_element(
        &mut self,
        kind: ElementKind,
        text: String,
        at: SpanRange,
    ) -> ElementId {
        let (text, span) = self.in_call(text, at);
        let named = self.calls.iter().map(|call| format!("{}: ", call.query));
        let text = named.chain([text]).collect();
        self.elements.push(Element {
            kind,
            text,
            span,
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
        span: SpanRange,
    ) -> TestId {
        let located = span.start;
        let (text, span) = self.in_call(text, span);
        self.tests.push(Test {
            kind,
            implied: Vec::new(),
            needs,
            text,
            span,
            located,
        });
        TestId(self.tests.len() - 1)
    }

    /// Text and place of something that may come from a query: its own names, and the outermost call.
    pub(super) fn in_call(&self, mut text: String, span: SpanRange) -> (String, SpanRange) {
        for prefix in self.calls.iter().flat_map(|call| &call.prefixes) {
            text = text.replace(prefix, "");
        }
        let call = self.calls.first();
        (text, call.map_or(span, |call| call.span))
    }

    /// The names that may have been bound by what is in error: not to be missed.
    pub(super) fn lost(&self, unparsed: &BTreeSet<String>) -> BTreeSet<String> {
        self.lost.union(unparsed).cloned().collect()
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
        self.report(say::duplicate_variable(plain(name)).at_second(name.span(), first));
        self.push_hidden(name.clone(), source)
    }

    /// Binds a variable.
    pub(super) fn bind(&mut self, name: &Ident, source: Source) -> VariableId {
        if let Some(global) = self.global(name) {
            let global = self.context.globals[global].name.span();
            self.report(say::named_like_global(plain(name)).at_second(name.span(), global));
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
        self.report(say::global_in_condition(plain(name)).at(name.span()));
    }
}
