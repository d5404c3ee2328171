//! The conditions of a rule, in order: what each binds is visible in the later ones.
//!
//! One arm for each kind of condition. `not`, `exists`, `forall` and accumulates open a place that
//! keeps its variables; of the branches of an `either`, what all of them bind is bound after it.

use indexmap::IndexMap;
use proc_macro2::{Ident, TokenStream};
use syn::visit::{self, Visit};

use crate::ast::{self, ConditionKind};
use crate::hir::{
    Condition, Each, EachId, EitherId, ElementKind, Needs, Quantifier, Source, TestId, TestKind,
    VariableId,
};

use crate::vocabulary as say;

use super::names::{bound_names, is_variable, span_range, text};
use super::rules::RuleResolver;
use super::rules::condition_texts;
use super::scope::Frame;

impl RuleResolver<'_, '_> {
    /// Resolves conditions that hold together.
    pub(super) fn resolve_conditions(&mut self, conditions: &[ast::Condition]) -> Vec<Condition> {
        let mut resolved = Vec::new();
        for condition in conditions {
            self.resolve_condition(condition, &mut resolved);
        }
        resolved
    }

    fn resolve_condition(&mut self, condition: &ast::Condition, resolved: &mut Vec<Condition>) {
        match &condition.kind {
            ConditionKind::Pattern(pattern) => {
                if let Some(last) = &pattern.last {
                    self.report(say::last_outside().at(last.word));
                }
                if let Some(kind) = self.context.kinds.named(&pattern.path) {
                    resolved.push(self.resolve_kind(&kind, pattern, &condition.tokens));
                    return;
                }
                let fact = self.resolve_pattern(pattern, &condition.tokens);
                let element = match &fact {
                    Condition::Fact { element, .. } => Some(*element),
                    _ => None,
                };
                resolved.push(fact);
                if let Some(element) = element {
                    self.resolve_windows(element, &pattern.windows, resolved);
                }
            }
            ConditionKind::Due(expr) => self.resolve_due(expr, &condition.tokens, resolved),
            ConditionKind::Quantified(quantifier, inner) => {
                if *quantifier == Quantifier::None {
                    self.resolve_waiting(inner, &condition.tokens, resolved);
                }
                let word = quantifier.word();
                let inner = self.resolve_inside(word, |rule| rule.resolve_conditions(inner));
                resolved.push(Condition::Quantified {
                    quantifier: *quantifier,
                    conditions: without_exists(*quantifier, inner),
                    text: text(&condition.tokens),
                });
            }
            ConditionKind::Forall { over, holds } => {
                resolved.push(self.resolve_forall(over, holds, &condition.tokens));
            }
            ConditionKind::Either(branches) => {
                resolved.push(self.resolve_branches(branches.len(), |rule, branch| {
                    rule.resolve_conditions(&branches[branch])
                }));
            }
            ConditionKind::Test(expr) => {
                let tests = self.resolve_guard(expr);
                resolved.extend(tests.into_iter().map(Condition::Test));
            }
            ConditionKind::TestLet(pattern, expr) => {
                self.complexity += 1;
                let expr = self.with_asked_row(expr, resolved);
                let test = self.resolve_let(pattern, &expr, false, text(&condition.tokens));
                resolved.push(Condition::Test(test));
            }
            ConditionKind::Let(pattern, expr) => {
                self.check_accumulate_as_value(expr);
                let expr = self.with_asked_row(expr, resolved);
                let test = self.resolve_let(pattern, &expr, true, text(&condition.tokens));
                resolved.push(Condition::Test(test));
            }
            ConditionKind::For { pat, ty, expr } => {
                self.resolve_each_row(pat, ty.as_ref(), expr, &condition.tokens, resolved);
            }
            ConditionKind::Lookup(lookup) => {
                self.resolve_lookup(lookup, &condition.tokens, resolved);
            }
            ConditionKind::Accumulate(accumulate) => {
                resolved.push(self.resolve_accumulate(accumulate, &condition.tokens));
            }
            ConditionKind::Call(call) => self.resolve_call(call, &condition.tokens, resolved),
        }
    }

    /// Resolves what stands in a place that is no part of the match and keeps its variables.
    pub(super) fn resolve_inside<T>(
        &mut self,
        place: &str,
        resolve: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.inside += 1;
        self.scope.open(place);
        let resolved = resolve(self);
        let frame = self.scope.take();
        self.scope.close(frame, &[]);
        self.inside -= 1;
        resolved
    }

    /// Every match of `over` also has `holds`: there is none of `over` that has no `holds`.
    fn resolve_forall(
        &mut self,
        over: &[ast::Condition],
        holds: &[ast::Condition],
        tokens: &TokenStream,
    ) -> Condition {
        let missing = match condition_texts(holds).as_slice() {
            [only] => only.clone(),
            several => format!("{{ {}; }}", several.join("; ")),
        };
        self.resolve_inside("forall", |rule| {
            let mut conditions = rule.resolve_conditions(over);
            let holds = rule.resolve_inside("forall", |rule| rule.resolve_conditions(holds));
            conditions.push(Condition::Quantified {
                quantifier: Quantifier::None,
                conditions: holds,
                text: format!("not {missing}"),
            });
            Condition::Quantified {
                quantifier: Quantifier::None,
                conditions,
                text: text(tokens),
            }
        })
    }

    /// So many branches, each resolved in a place of its own.
    pub(super) fn resolve_branches(
        &mut self,
        count: usize,
        mut resolve: impl FnMut(&mut Self, usize) -> Vec<Condition>,
    ) -> Condition {
        let either = EitherId(self.eithers.len());
        self.eithers.push(count);
        let mut resolved = Vec::new();
        let mut frames = Vec::new();
        for branch in 0..count {
            self.scope.open("either");
            resolved.push(resolve(self, branch));
            frames.push(self.scope.take());
        }
        let shared = bound_in_all(&frames);
        let names: Vec<String> = shared.keys().cloned().collect();
        for frame in frames {
            self.scope.close(frame, &names);
        }
        for branches in shared.into_values() {
            let name = self.variables[branches[0].0].name.clone();
            self.bind(&name, Source::Either { either, branches });
        }
        Condition::Either {
            either,
            branches: resolved,
        }
    }

    /// `let PAT = expr` or `if let PAT = expr`.
    pub(super) fn resolve_let(
        &mut self,
        pattern: &syn::Pat,
        expr: &syn::Expr,
        irrefutable: bool,
        source: String,
    ) -> TestId {
        let needs = self.needs_of_expr(expr);
        let taken = if moves(pattern) {
            self.taken_apart(expr)
        } else {
            expr.clone()
        };
        let test = self.push_let(pattern, &taken, needs, source);
        if let TestKind::Let {
            irrefutable: always,
            ..
        } = &mut self.tests[test.0].kind
        {
            *always = irrefutable;
        }
        let bound = self.bind_pattern(pattern, &Source::Test(test));
        *self.binds_of(test) = bound;
        test
    }

    /// Adds a `let` that binds nothing yet.
    pub(super) fn push_let(
        &mut self,
        pattern: &syn::Pat,
        expr: &syn::Expr,
        needs: Needs,
        source: String,
    ) -> TestId {
        let kind = TestKind::Let {
            pattern: Box::new(pattern.clone()),
            expr: Box::new(expr.clone()),
            binds: Vec::new(),
            irrefutable: true,
        };
        self.push_test(kind, needs, source, span_range(pattern))
    }

    /// What a `let` binds.
    pub(super) fn binds_of(&mut self, test: TestId) -> &mut Vec<VariableId> {
        match &mut self.tests[test.0].kind {
            TestKind::Let { binds, .. } => binds,
            TestKind::Variant(_)
            | TestKind::Match { .. }
            | TestKind::Compare { .. }
            | TestKind::Relation { .. }
            | TestKind::Expr(_) => unreachable!("the test is a `let`"),
        }
    }

    /// `for PAT in expr` or `for x: T in expr`.
    pub(super) fn resolve_for(
        &mut self,
        pattern: &syn::Pat,
        ty: Option<&syn::Type>,
        expr: &syn::Expr,
        tokens: &TokenStream,
    ) -> Condition {
        let taken = self.taken_apart(expr);
        let mut expr = self.resolve_expression(expr);
        expr.expr = Box::new(taken);
        let ty = ty.filter(|ty| self.is_kept(ty));
        let id = EachId(self.eaches.len());
        let kind = ElementKind::Each(id);
        let element = self.push_element(kind, text(tokens), span_range(pattern));
        self.eaches.push(Each {
            element,
            pattern: Box::new(pattern.clone()),
            ty: ty.cloned(),
            expr,
            asked: false,
            binds: Vec::new(),
        });
        self.eaches[id.0].binds = self.bind_pattern(pattern, &Source::Each(element));
        Condition::Each(id)
    }

    /// Whether values of a type may be kept; one that borrows is reported.
    fn is_kept(&mut self, ty: &syn::Type) -> bool {
        let mut borrows = Borrows(false);
        borrows.visit_type(ty);
        if borrows.0 {
            self.report(say::borrowed_element(text(ty)).at(span_range(ty)));
        }
        !borrows.0
    }

    pub(super) fn bind_pattern(&mut self, pattern: &syn::Pat, source: &Source) -> Vec<VariableId> {
        let names: Vec<Ident> = bound_names(pattern).into_iter().cloned().collect();
        names
            .iter()
            .map(|name| self.bind_new(name, source.clone()))
            .collect()
    }
}

/// Whether a pattern binds something by value.
fn moves(pattern: &syn::Pat) -> bool {
    struct ByValue(bool);

    impl<'p> Visit<'p> for ByValue {
        fn visit_pat_ident(&mut self, pattern: &'p syn::PatIdent) {
            self.0 |= pattern.by_ref.is_none() && is_variable(&pattern.ident);
            visit::visit_pat_ident(self, pattern);
        }
    }

    let mut by_value = ByValue(false);
    by_value.visit_pat(pattern);
    by_value.0
}

/// What a quantifier asks about: whether there is a match of some conditions, or none, is asked of themselves.
fn without_exists(quantifier: Quantifier, mut inner: Vec<Condition>) -> Vec<Condition> {
    if let [
        Condition::Quantified {
            quantifier: Quantifier::Some,
            conditions,
            ..
        },
    ] = inner.as_mut_slice()
        && matches!(quantifier, Quantifier::None | Quantifier::Some)
    {
        return std::mem::take(conditions);
    }
    inner
}

/// Whether a type leaves a lifetime out.
struct Borrows(bool);

impl<'t> Visit<'t> for Borrows {
    fn visit_type_reference(&mut self, reference: &'t syn::TypeReference) {
        self.0 |= reference.lifetime.is_none();
        visit::visit_type_reference(self, reference);
    }

    fn visit_lifetime(&mut self, lifetime: &'t syn::Lifetime) {
        self.0 |= lifetime.ident == "_";
    }

    // What functions borrow is theirs.
    fn visit_type_fn_ptr(&mut self, _: &'t syn::TypeFnPtr) {}

    fn visit_parenthesized_generic_arguments(&mut self, _: &'t syn::ParenthesizedGenericArguments) {
    }
}

/// The names that every branch binds, in the order of the first, with the variable of each branch.
fn bound_in_all(frames: &[Frame]) -> IndexMap<String, Vec<VariableId>> {
    let first = frames.first().into_iter().flat_map(Frame::names);
    first
        .filter_map(|name| {
            let each: Option<Vec<VariableId>> =
                frames.iter().map(|frame| frame.get(name)).collect();
            Some((name.clone(), each?))
        })
        .collect()
}
