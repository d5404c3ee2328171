//! The arguments of a call: what stands for a parameter in a query's conditions.
//!
//! Called by `calls`, in the scope of what calls.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::Ident;
use syn::{Expr, parse_quote};

use crate::ast::{Call, Query};
use crate::clones::clone_of;
use crate::hir::{Source, VariableId};
use crate::names::generic_argument;

use super::calls::is_primitive;
use super::names::{as_ident, peeled, plain, span_range};
use super::renaming::Renaming;
use super::result_types::typed;
use super::rules::RuleResolver;
use super::rust_scope::uses_in;

impl RuleResolver<'_, '_> {
    /// The arguments of a call. Where a query calls a function that has the name of a variable in them, the variable has
    /// another name there.
    pub(super) fn set_apart(&mut self, query: &Query, call: &Call, prefix: &str) -> Vec<Expr> {
        let mut arguments = call.arguments.clone();
        let names = arguments.iter().flat_map(|argument| uses_in(argument).0);
        let mut names: BTreeMap<String, Ident> =
            names.map(|use_| (plain(&use_.name), use_.name)).collect();
        let queries = &self.context.queries;
        let reached = queries.rests_on(&plain(&query.name)).into_iter();
        let reached = reached.filter_map(|query| queries.get(&query));
        let taken: BTreeSet<String> = reached.flat_map(|q| Renaming::taken_by(&q)).collect();
        names.retain(|name, _| taken.contains(name));
        for name in names.values() {
            let Some(variable) = self.scope.lookup(name) else {
                continue;
            };
            let source = self.variables[variable.0].source.clone();
            if !matches!(
                source,
                Source::Fact(_) | Source::Field { .. } | Source::Accumulate(_) | Source::Key { .. }
            ) {
                // Nothing but its name says what it is.
                continue;
            }
            let mut renaming = Renaming::new(prefix.to_owned(), [name].into_iter());
            let hidden = renaming.name(name);
            arguments = arguments.iter().map(|expr| renaming.expr(expr)).collect();
            let variable = self.push_hidden(hidden.clone(), source);
            self.scope.bind_unchecked(&hidden, variable);
        }
        arguments
    }

    /// The fact that an argument names, where the parameter is a reference to one.
    pub(super) fn fact_argument(&mut self, ty: &syn::Type, argument: &Expr) -> Option<Source> {
        let variable = self.scope.lookup(as_ident(argument)?)?;
        let source = self.variables[variable.0].source.clone();
        let Source::Fact(element) = source else {
            return None;
        };
        let syn::Type::Reference(reference) = ty else {
            return None;
        };
        let fact_type = self.type_of(element)?;
        let name = &self.context.fact_types.get(fact_type).name;
        let last = last_segment(&reference.elem)?;
        let is_same = |segment: &syn::PathSegment| plain(&segment.ident) == plain(name);
        let is_fact = is_same(last)
            || last.ident == "Fact"
                && generic_argument(last).is_some_and(|ty| last_segment(ty).is_some_and(is_same));
        is_fact.then_some(source)
    }

    /// Whether an argument may stand where a parameter is compared: no name of a fact, which is not compared.
    pub(super) fn may_be_compared(&self, argument: &Expr) -> bool {
        let Some(name) = as_ident(argument) else {
            return true;
        };
        match self.scope.lookup(name) {
            Some(variable) => self.facts_of(variable).is_empty(),
            None => !super::names::is_variable(name),
        }
    }

    /// The variable that a plain argument begins with.
    pub(super) fn base_of<'e>(&self, argument: &'e Expr) -> Option<(&'e Ident, VariableId)> {
        let base = match peeled(argument) {
            Expr::Field(field) => &field.base,
            argument => argument,
        };
        let name = as_ident(base)?;
        Some((name, self.scope.lookup(name)?))
    }

    /// `let parameter: T = argument`, the parameter under a name of its own.
    pub(super) fn resolve_argument(
        &mut self,
        name: &Ident,
        ty: &syn::Type,
        argument: &Expr,
        source: String,
    ) -> (crate::hir::TestId, VariableId) {
        let value = self.argument_value(ty, argument);
        let pattern = typed(parse_quote! { #name }, ty);
        let needs = self.needs_of_expr(&value);
        let test = self.push_let(&pattern, &value, needs, source);
        let variable = self.push_hidden(name.clone(), Source::Test(test));
        self.binds_of(test).push(variable);
        (test, variable)
    }

    /// An argument as a value of the parameter's type: a variable may be that, or a reference to it.
    pub(super) fn argument_value(&self, ty: &syn::Type, argument: &Expr) -> Expr {
        let is_owned = !matches!(ty, syn::Type::Reference(_)) && !is_primitive(ty);
        let is_place = matches!(peeled(argument), Expr::Field(_))
            || as_ident(argument).is_some_and(|name| self.scope.lookup(name).is_some());
        if !is_owned || !is_place {
            return argument.clone();
        }
        clone_of(argument, span_range(argument).start)
    }
}

fn last_segment(ty: &syn::Type) -> Option<&syn::PathSegment> {
    match ty {
        syn::Type::Path(path) => path.path.segments.last(),
        syn::Type::Paren(inner) => last_segment(&inner.elem),
        syn::Type::Group(inner) => last_segment(&inner.elem),
        _ => None,
    }
}
