//! Queries: conditions with parameters, and what a call gives.
//!
//! A parameter is a variable that is bound before all conditions, so that its first use joins. The
//! expression of `select` sees what the conditions bind, as a later condition would.

use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::hir::{self, Action, Source, VariableId};

use super::Context;
use super::names::plain;
use super::rule_attributes::resolve_query_attributes;
use super::rules::{RuleResolver, condition_texts, forgive_lost};

/// Resolves a query.
pub(super) fn resolve_query(query: &ast::Query, context: &mut Context<'_>) -> hir::Query {
    let mut settings = resolve_query_attributes(&query.attrs, context.diagnostics);
    settings.passed.splice(..0, context.lints.iter().cloned());
    let found = context.diagnostics.len();
    let mut resolver = RuleResolver::new(context);
    resolver.recursion.query = Some(plain(&query.name));
    let mut allows = settings.allows.iter().chain(&resolver.context.allows);
    resolver.recursion.may_grow = allows.any(|name| name == "unbounded_recursion");
    let params = query.params.iter().enumerate();
    let params: Vec<(VariableId, syn::Type)> = params
        .map(|(place, (name, ty))| {
            let variable = resolver.bind_new(name, Source::Parameter(place));
            resolver.parameters.push(ty.clone());
            (variable, ty.clone())
        })
        .collect();
    let conditions = resolver.resolve_conditions(&query.when);
    let select = query.select.as_ref();
    let select = select.map(|(ty, expr)| (ty.clone(), resolver.resolve_expression(expr)));
    let recursive = resolver
        .context
        .queries
        .cycle(&plain(&query.name))
        .is_some();
    if recursive {
        resolver.check_recursion(query, select.as_ref().map(|(_, select)| select));
    }
    let lost = resolver.lost(&query.lost);
    let then = Action::empty(query.name.span());
    let rule = hir::Rule {
        texts: condition_texts(&query.when),
        ..resolver.finish(&query.name, settings, conditions, then)
    };
    let mut errors = context.diagnostics.iter().skip(found);
    if !lost.is_empty() || errors.any(Diagnostic::is_error) {
        context.call_errors.note_wrong(plain(&query.name));
    }
    forgive_lost(&lost, found, context.diagnostics);
    hir::Query {
        vis: query.vis.clone(),
        rule,
        params,
        recursive,
        asks: None,
        select,
    }
}
