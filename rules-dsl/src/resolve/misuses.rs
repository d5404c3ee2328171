//! Rust that no rule can mean: told before rustc tells it of code that the user has not written.
//!
//! The walk in `rust_scope` notes what may be wrong; whether it is depends on what the names in it stand for,
//! which is asked here.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span};
use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::{BinOp, Expr, Pat};

use crate::diagnostic::{Edit, SpanRange};
use crate::hir::{ElementId, FactTypeId, Field, Source, Target, VariableId};
use crate::vocabulary as say;

use super::item_names::METHODS;
use super::names::{as_ident, peeled, plain, span_range, text};
use super::rules::RuleResolver;
use super::rust_scope::RustScope;
use super::rust_uses::{Access, Misuse, Use, dereferenced};

/// What others call a session in the code of a rule.
const SESSIONS: &[&str] = &["ctx", "context", "drools", "engine", "kcontext", "rules"];

/// A `modify` statement: what it modifies, and the fields that it writes.
pub(super) type Modified = (Target, Option<BTreeSet<Field>>);

impl RustScope {
    /// Notes an assignment to what is not the code's own.
    pub(super) fn note_assignment(&mut self, left: &Expr) {
        let Some(name) = base(left) else {
            return;
        };
        let mut member_of = None;
        if let Some(local) = self.local(&plain(name)) {
            if local.member_of.is_none() || as_ident(left).is_some() {
                return;
            }
            member_of.clone_from(&local.member_of);
        }
        let locals = self.scopes.iter().flatten();
        let within = locals.filter_map(|local| local.modify).next_back();
        self.misuses.push(Misuse::Assigned {
            name: name.clone(),
            member_of,
            is_bare: as_ident(left).is_some(),
            place: span_range(left),
            text: text(left),
            within,
        });
    }

    /// Notes that a `for` takes a variable from a collection.
    pub(super) fn note_member(&mut self, pattern: &Pat, collection: &Expr) {
        let collection = match peeled(collection) {
            Expr::MethodCall(call) if call.method == "iter" && call.args.is_empty() => {
                as_ident(&call.receiver)
            }
            Expr::Reference(reference) => as_ident(&reference.expr),
            collection => as_ident(collection),
        };
        let (Pat::Ident(variable), Some(collection)) = (pattern, collection) else {
            return;
        };
        let is_outer = self.local(&plain(collection)).is_none();
        if is_outer && let Some(local) = self.local(&plain(&variable.ident)) {
            local.member_of = Some(collection.clone());
        }
    }

    /// Notes a comparison of two names.
    pub(super) fn note_comparison(&mut self, comparison: &syn::ExprBinary) {
        if let Some((left, right)) = compared_names(comparison)
            && self.local(&plain(left)).is_none()
            && self.local(&plain(right)).is_none()
        {
            self.misuses.push(Misuse::Compared {
                left: left.clone(),
                right: right.clone(),
                op: comparison.op,
            });
        }
    }

    /// Notes a `return Err(…)`.
    pub(super) fn note_return(&mut self, returned: &syn::ExprReturn) {
        if let Some(Expr::Call(call)) = returned.expr.as_deref()
            && let Some(name) = as_ident(&call.func)
        {
            let what = match plain(name).as_str() {
                "Err" => "return Err(…)",
                "Ok" => "return Ok(…)",
                _ => return,
            };
            self.note_failure(what, returned.return_token.span);
        }
    }

    /// Notes that the block may fail, unless it is a closure in it.
    pub(super) fn note_failure(&mut self, what: &'static str, at: Span) {
        if self.functions == 0 {
            self.misuses.push(Misuse::Failed { what, at });
        }
    }
}

/// The names that an equality compares; not where it compares the values of facts, `**a == **b`.
fn compared_names(comparison: &syn::ExprBinary) -> Option<(&Ident, &Ident)> {
    let is_equality = matches!(comparison.op, BinOp::Eq(_) | BinOp::Ne(_));
    let name = |expr| fact_named(expr).map(|(name, _)| name);
    let names = (name(&comparison.left)?, name(&comparison.right)?);
    is_equality.then_some(names)
}

/// The name that a place begins with.
fn base(place: &Expr) -> Option<&Ident> {
    match dereferenced(place) {
        Expr::Field(field) => base(&field.base),
        Expr::Index(index) => base(&index.expr),
        place => as_ident(place),
    }
}

/// The name in an expression that is a fact, if the name is a fact's, and how often a reference has been followed from it.
/// A name is a `&Fact<T>`; two stars give the value.
fn fact_named(expr: &Expr) -> Option<(&Ident, i32)> {
    match peeled(expr) {
        Expr::Reference(reference) => {
            let (name, followed) = fact_named(&reference.expr)?;
            Some((name, followed - 1))
        }
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
            let (name, followed) = fact_named(&unary.expr)?;
            (followed < 1).then_some((name, followed + 1))
        }
        expr => Some((as_ident(expr)?, 0)),
    }
}

impl RuleResolver<'_, '_> {
    /// Reports what is wrong; `modifies` are the `modify` statements of the block, where it is one.
    pub(super) fn check_misuses(&mut self, misuses: &[Misuse], modifies: Option<&[Modified]>) {
        for misuse in misuses {
            match misuse {
                Misuse::Assigned { .. } => {
                    self.check_assignment(misuse, modifies.unwrap_or_default());
                }
                Misuse::Compared { left, right, op } => self.check_comparison(left, right, *op),
                Misuse::Tested(equals) => self.report(say::assignment_in_test().at(*equals)),
                Misuse::Failed { what, at } if modifies.is_some() => self.check_failure(what, *at),
                Misuse::Failed { what, at } => self.report(say::failing_condition(what).at(*at)),
            }
        }
    }

    /// Reports a comparison of facts.
    pub(super) fn check_compared(&mut self, comparison: &syn::ExprBinary) {
        if let Some((left, right)) = compared_names(comparison) {
            self.check_comparison(left, right, comparison.op);
        }
    }

    /// Reports a pattern in the place of a test.
    pub(super) fn check_pattern_as_test(&mut self, test: &Expr) {
        let (word, pattern) = match peeled(test) {
            Expr::Unary(syn::ExprUnary {
                op: syn::UnOp::Not(_),
                expr,
                ..
            }) => ("not", peeled(expr)),
            other => ("exists", other),
        };
        if self.is_like_pattern(pattern) {
            let wording = say::pattern_as_test(text(pattern), word);
            self.report(wording.at(span_range(pattern)));
        } else {
            self.check_accumulate_as_value(pattern);
        }
    }

    /// Reports an accumulate in the place of a value.
    pub(super) fn check_accumulate_as_value(&mut self, value: &Expr) {
        let value = match peeled(value) {
            Expr::Binary(binary) => peeled(&binary.left),
            value => value,
        };
        if let Expr::Call(call) = value
            && let Some(function) = as_ident(&call.func)
            && (function == "count" || function == "collect")
            && let Some(pattern) = call.args.first()
            && self.is_like_pattern(pattern)
        {
            let wording = say::accumulate_as_value(plain(function), text(pattern));
            self.report(wording.at(span_range(pattern)));
        }
    }

    /// Whether an expression names a fact type as a pattern would.
    fn is_like_pattern(&self, expr: &Expr) -> bool {
        let path = match expr {
            Expr::Struct(made) => &made.path,
            Expr::Call(call) => match &*call.func {
                Expr::Path(called) => &called.path,
                _ => return false,
            },
            Expr::Path(named) => &named.path,
            _ => return false,
        };
        let name = path.segments.last().map(|segment| &segment.ident);
        name.is_some_and(|name| self.context.fact_types.known(name).is_some())
    }

    fn check_assignment(&mut self, misuse: &Misuse, modifies: &[Modified]) {
        let Misuse::Assigned {
            name,
            member_of,
            is_bare,
            place,
            text,
            within,
        } = misuse
        else {
            return;
        };
        let written = plain(name);
        let variable = self.scope.lookup(member_of.as_ref().unwrap_or(name));
        let Some(variable) = variable else {
            let target = within.and_then(|number| modifies.get(number)?.0.element);
            if *is_bare
                && self.global(name).is_none()
                && let Some(fact) = target.and_then(|element| self.fact_with(element, &written))
            {
                let wording = say::field_without_fact(&written, fact);
                self.report(wording.at(name.span()));
            }
            return;
        };
        let is_fact = match &member_of {
            Some(_) => self.is_collection(variable),
            None => matches!(self.variables[variable.0].source, Source::Fact(_)),
        };
        if is_fact {
            self.report(say::written_fact(&written, text).at(*place));
        } else if *is_bare && self.is_bound_as_it_is(variable) {
            let field = self.place_of(variable);
            let wording = say::written_variable(&written).or_help(field);
            self.report(wording.at(*place));
        }
    }

    /// Whether the block gets a variable as it was matched. One of a Rust pattern may be `mut`.
    fn is_bound_as_it_is(&self, variable: VariableId) -> bool {
        !matches!(
            self.variables[variable.0].source,
            Source::Test(_) | Source::Each(_) | Source::Either { .. }
        )
    }

    /// Where the field is written that a variable has the value of.
    fn place_of(&self, variable: VariableId) -> Option<String> {
        let Source::Field { element, member } = &self.variables[variable.0].source else {
            return None;
        };
        let fact = self.name_of_fact(*element)?;
        Some(say::write_field(fact, member.to_token_stream()))
    }

    /// The name of a fact, if it is declared to have a field of a name.
    fn fact_with(&self, element: ElementId, field: &str) -> Option<String> {
        let fact_type: FactTypeId = self.type_of(element)?;
        let has_field = self.context.fact_types.has_field(fact_type, field);
        has_field.then(|| self.name_of_fact(element)).flatten()
    }

    fn name_of_fact(&self, element: ElementId) -> Option<String> {
        let names = self
            .variables
            .iter()
            .find(|variable| matches!(variable.source, Source::Fact(of) if of == element));
        names.map(|variable| plain(&variable.name))
    }

    fn is_collection(&self, variable: VariableId) -> bool {
        match &self.variables[variable.0].source {
            Source::Accumulate(element) => self.collected(*element).is_some(),
            _ => false,
        }
    }

    fn check_comparison(&mut self, left: &Ident, right: &Ident, op: BinOp) {
        let is_fact = |name| {
            let variable: Option<VariableId> = self.scope.lookup(name);
            variable.is_some_and(|variable| {
                matches!(self.variables[variable.0].source, Source::Fact(_))
            })
        };
        if is_fact(left) && is_fact(right) {
            let operator = text(&op);
            let wording = say::compared_facts(plain(left), &operator, plain(right));
            let by_handle = format!("{left}.handle() {operator} {right}.handle()");
            let whole = SpanRange {
                start: left.span(),
                end: right.span(),
            };
            let compared = wording.at(op.span());
            self.report(compared.mend(whole, Edit::Replace(by_handle)));
        }
    }

    /// Of all that fails in a ruleset without an error type the first is told.
    fn check_failure(&mut self, what: &str, at: Span) {
        if !std::mem::replace(&mut self.context.fallible, true) {
            let name = plain(&self.context.name);
            self.report(say::no_error_type(what, name).at(at));
        }
    }

    /// Reports a use of the session, of a name that the rule does not bind.
    pub(super) fn check_session(&mut self, use_: &Use, place: &str) {
        let name = plain(&use_.name);
        let of_ruleset = heck::ToSnakeCase::to_snake_case(plain(&self.context.name).as_str());
        let is_session = match &use_.access {
            _ if name == "session" || name == "self" => true,
            Access::Method(method) => {
                let is_called_so = SESSIONS.contains(&name.as_str()) || name == of_ruleset;
                is_called_so && METHODS.contains(&plain(method).as_str())
            }
            Access::Whole | Access::Field(_) => false,
        };
        if is_session && !self.scope.is_bound_somewhere(&use_.name) {
            let wording = match place {
                "block" => say::session_in_block(name),
                _ => say::session_in_condition(name),
            };
            self.report(wording.at(use_.name.span()));
        }
    }
}
