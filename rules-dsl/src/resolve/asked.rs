//! Recursive queries: a call of one in a query is a `for` over the answers that there are so far.
//!
//! The answers are kept in tables while the session is asked (`generate::queries::recursive`). A query outside the
//! circle is asked anew, with tables of its own, so that its answers are all there. What may let a recursion go on
//! for ever is reported.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens as _, format_ident};
use syn::visit::{self, Visit};
use syn::{Expr, Pat, parse_quote};

use crate::ast::{Call, Query};
use crate::hir::{
    Condition, Each, EachId, ElementId, ElementKind, Expression, Function, Needs, Source, TestKind,
    VariableId,
};
use crate::vocabulary as say;

use super::calls::is_plain;
use super::names::{peeled, plain, span_range, text};
use super::rules::RuleResolver;

/// What is known of a recursion while one of its queries is resolved.
#[derive(Default)]
pub(super) struct Recursion {
    /// The query that is resolved; none where a rule is.
    pub(super) query: Option<String>,
    /// Whether values may be new ones each time.
    pub(super) may_grow: bool,
    /// The elements that are answers of recursive queries.
    answers: BTreeSet<ElementId>,
}

impl RuleResolver<'_, '_> {
    /// A call of a recursive query by a query.
    pub(super) fn resolve_asked(
        &mut self,
        query: &Query,
        call: &Call,
        tokens: &TokenStream,
        resolved: &mut Vec<Condition>,
    ) {
        let name = &query.name;
        let is_circle = self.recursion.query.as_ref().is_some_and(|caller| {
            let callee = plain(name);
            self.context.queries.is_circle(caller, &callee)
        });
        let mut needs = Needs::default();
        let mut arguments: Vec<Expr> = Vec::new();
        for ((_, ty), argument) in query.params.iter().zip(&call.arguments) {
            let value = self.argument_value(ty, argument);
            let of_value = self.needs_of_expr(&value);
            if is_circle && self.grows(&value, &of_value) {
                self.report_growth("an argument", name, span_range(argument));
            }
            needs.variables.extend(of_value.variables);
            needs.elements.extend(of_value.elements);
            arguments.push(value);
        }
        let asked: Expr = if is_circle {
            let linear = self.recursion.query.as_ref();
            let linear = linear.is_some_and(|caller| self.context.queries.is_linear(caller));
            let ask = format_ident!("{}", if linear { "ask_new" } else { "ask" });
            parse_quote! { __asked.#name.#ask(&__asked.__asking, (#(#arguments,)*)) }
        } else {
            let asks = super::names::asks(name);
            let asked: Expr = parse_quote! { #asks(__memory, __network, #(#arguments),*) };
            if call.result.is_none() {
                parse_quote! { #asked.then_some(()) }
            } else {
                asked
            }
        };
        let source = text(tokens);
        // That a query without results holds is its only answer. It is no test, which an index might make as facts come: what it
        // comes to rests on facts of other patterns.
        let pattern = call.result.clone().unwrap_or_else(|| parse_quote! { _ });
        let asked = Expression {
            expr: Box::new(asked),
            needs,
            text: source.clone(),
        };
        self.bind_answers(&pattern, (asked, is_circle), source, resolved);
    }

    /// `for pattern in asked`. A name that is bound already is compared with the answer.
    pub(super) fn bind_answers(
        &mut self,
        pattern: &Pat,
        (expr, asked): (Expression, bool),
        source: String,
        resolved: &mut Vec<Condition>,
    ) {
        let known = match pattern {
            Pat::Ident(name) if name.subpat.is_none() => {
                self.scope.lookup(&name.ident).map(|known| (known, name))
            }
            _ => None,
        };
        let hidden: Option<Ident> = known.map(|(_, name)| self.fresh_name(name.ident.span()));
        let bound = hidden
            .as_ref()
            .map_or_else(|| pattern.clone(), |hidden| parse_quote! { #hidden });
        let id = EachId(self.eaches.len());
        let element = self.push_element(ElementKind::Each(id), source.clone(), span_range(pattern));
        self.recursion.answers.insert(element);
        self.eaches.push(Each {
            element,
            pattern: Box::new(bound.clone()),
            ty: None,
            expr,
            asked,
            binds: Vec::new(),
        });
        resolved.push(Condition::Each(id));
        if let (Some((known, name)), Some(hidden)) = (known, hidden) {
            let variable = self.push_hidden(hidden, Source::Each(element));
            self.eaches[id.0].binds = vec![variable];
            resolved.push(self.resolve_equal(variable, known, source, name));
        } else {
            self.eaches[id.0].binds = self.bind_pattern(&bound, &Source::Each(element));
        }
    }

    /// Checks that a recursive query has values of its own, and that its results do not grow.
    pub(super) fn check_recursion(&mut self, query: &Query, select: Option<&Expression>) {
        let params = query.params.iter().map(|(_, ty)| ty);
        let results = query.select.iter().map(|(ty, _)| ty);
        for ty in params.chain(results) {
            if borrows(ty) {
                self.report(say::borrowing_recursion(text(ty)).at(span_range(ty)));
            } else if let Some(float) = float_in(ty) {
                self.report(say::unordered_recursion(&float).at(float.span()));
            }
        }
        if let Some(select) = select
            && self.grows(&select.expr, &select.needs)
        {
            self.report_growth("the result", &query.name, span_range(&select.expr));
        }
    }

    fn report_growth(&mut self, what: &str, query: &Ident, at: crate::diagnostic::SpanRange) {
        if !self.recursion.may_grow {
            self.report(say::unbounded_recursion(what, plain(query)).at(at));
        }
    }

    /// Whether an expression may have a new value each time: it computes something of an argument or an answer.
    fn grows(&self, expr: &Expr, needs: &Needs) -> bool {
        let mut variables = needs.variables.iter();
        variables.any(|variable| self.has_grown(*variable))
            || !is_kept(expr) && self.any_carries(needs)
    }

    /// Whether a variable's value has to do with an argument or an answer.
    fn carries(&self, variable: VariableId) -> bool {
        let any = |needs: &Needs| self.any_carries(needs);
        match &self.variables[variable.0].source {
            Source::Parameter(_) => true,
            Source::Each(element) => {
                self.recursion.answers.contains(element)
                    || self
                        .each(*element)
                        .is_some_and(|each| any(&each.expr.needs))
            }
            Source::Test(test) => match &self.tests[test.0].kind {
                TestKind::Let { .. } => any(&self.tests[test.0].needs),
                _ => false,
            },
            Source::Either { branches, .. } => branches.iter().any(|&branch| self.carries(branch)),
            Source::Accumulate(element) => self.accumulate_carries(*element),
            Source::Key { inner, .. } => self.carries(*inner),
            // These have been found in the facts.
            Source::Fact(_) | Source::Field { .. } => false,
        }
    }

    /// Whether an accumulate's result has to do with an argument or an answer: what it is computed of, or how many there
    /// are. Of facts alone there are only so many results.
    fn accumulate_carries(&self, element: ElementId) -> bool {
        self.accumulate(element).is_some_and(|accumulate| {
            let value = accumulate.function.expression();
            value.is_some_and(|value| self.any_carries(&value.needs))
                || self.members_carry(&accumulate.source)
        })
    }

    /// Whether the number of matches of conditions has to do with such.
    fn members_carry(&self, conditions: &[Condition]) -> bool {
        conditions.iter().any(|condition| match condition {
            Condition::Each(id) => {
                let each = &self.eaches[id.0];
                self.recursion.answers.contains(&each.element) || self.any_carries(&each.expr.needs)
            }
            Condition::Either { branches, .. } => {
                branches.iter().any(|branch| self.members_carry(branch))
            }
            // A match for each group.
            Condition::Accumulate(id) => {
                let accumulate = &self.accumulates[id.0];
                !accumulate.by.is_empty() && self.members_carry(&accumulate.source)
            }
            Condition::Fact { .. } | Condition::Test(_) | Condition::Quantified { .. } => false,
        })
    }

    fn any_carries(&self, needs: &Needs) -> bool {
        needs
            .variables
            .iter()
            .any(|&variable| self.carries(variable))
    }

    /// Whether a variable's value has been computed of such.
    fn has_grown(&self, variable: VariableId) -> bool {
        match &self.variables[variable.0].source {
            Source::Each(element) if !self.recursion.answers.contains(element) => {
                let each = self.each(*element);
                each.is_some_and(|each| self.grows(&each.expr.expr, &each.expr.needs))
            }
            Source::Test(test) => match &self.tests[test.0].kind {
                TestKind::Let { expr, .. } => self.grows(expr, &self.tests[test.0].needs),
                _ => false,
            },
            Source::Either { branches, .. } => {
                branches.iter().any(|&branch| self.has_grown(branch))
            }
            Source::Accumulate(element) => {
                self.accumulate(*element)
                    .is_some_and(|accumulate| match &accumulate.function {
                        // One of the values, as it is.
                        Function::Min(value) | Function::Max(value) => {
                            self.grows(&value.expr, &value.needs)
                        }
                        _ => self.accumulate_carries(*element),
                    })
            }
            Source::Key { inner, .. } => self.has_grown(*inner),
            _ => false,
        }
    }
}

/// Whether an expression gives a value on as it is, or several together.
fn is_kept(expr: &Expr) -> bool {
    match peeled(expr) {
        Expr::Reference(reference) => is_kept(&reference.expr),
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => is_kept(&unary.expr),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_kept),
        Expr::MethodCall(call) => {
            let method = call.method.to_string();
            call.args.is_empty()
                && matches!(method.as_str(), "clone" | "to_owned" | "handle")
                && is_kept(&call.receiver)
        }
        Expr::Block(block) => match block.block.stmts.last() {
            Some(syn::Stmt::Expr(expr, None)) => is_kept(expr),
            _ => false,
        },
        expr => is_plain(expr),
    }
}

/// A float that a type is made of.
fn float_in(ty: &syn::Type) -> Option<Ident> {
    let mut idents = Vec::new();
    collect_idents(ty.to_token_stream(), &mut idents);
    idents
        .into_iter()
        .find(|name| name == "f32" || name == "f64")
}

fn collect_idents(tokens: TokenStream, idents: &mut Vec<Ident>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => idents.push(name),
            TokenTree::Group(group) => collect_idents(group.stream(), idents),
            TokenTree::Literal(_) | TokenTree::Punct(_) => {}
        }
    }
}

/// Whether a type borrows from elsewhere than for ever.
pub(crate) fn borrows(ty: &syn::Type) -> bool {
    let mut borrows = Borrows(false);
    borrows.visit_type(ty);
    borrows.0
}

struct Borrows(bool);

impl<'t> Visit<'t> for Borrows {
    fn visit_type_reference(&mut self, reference: &'t syn::TypeReference) {
        self.0 |= reference.lifetime.is_none();
        visit::visit_type_reference(self, reference);
    }

    fn visit_lifetime(&mut self, lifetime: &'t syn::Lifetime) {
        self.0 |= lifetime.to_token_stream().to_string() != "'static";
    }
}
