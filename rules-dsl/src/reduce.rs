//! What of a ruleset with errors is compiled all the same.
//!
//! Stands between `check` and `network`, where there are errors. Rules without one are compiled as if
//! there were none, so that an editor knows what is in them. Of a rule with one its name is left; and if
//! one stands outside the rules, which may all have to do with it, so it is with all of them. The rest
//! of the user's program then finds what it names, and rustc has nothing to add to what is reported.

use std::ops::Range;

use heck::ToSnakeCase as _;
use proc_macro2::{Ident, TokenTree};
use quote::{ToTokens as _, quote};
use syn::parse_quote;

use crate::ast::{self, Item};
use crate::diagnostic::Diagnostics;
use crate::hir::{Action, FactType, Field, Identity, Needs, Rule, Ruleset};
use crate::names::{member_name, plain};
use crate::source::Source;

/// Drops everything that may be wrong. Answers whether something is left to build a network of.
pub(crate) fn reduce(
    ruleset: &mut Ruleset,
    written: &ast::Ruleset,
    source: &Source,
    diagnostics: &Diagnostics,
) -> bool {
    for item in &mut ruleset.uses {
        // What only rules name is not used now.
        *item = quote! { #[allow(unused_imports)] #item };
    }
    let queries = ruleset.queries.iter().map(|query| plain(&query.rule.name));
    let queries: Vec<String> = queries.collect();
    for fact_type in &mut ruleset.fact_types {
        reduce_identity(fact_type, &queries);
    }
    let offsets = source.offsets();
    let place = |span| offsets.get(&format!("{span:?}")).copied().flatten();
    let Some(wrong) = wrong_items(written, diagnostics, place) else {
        reduce_all(ruleset);
        return false;
    };
    let is_wrong = |rule: &Rule| {
        place(rule.name.span()).is_none_or(|at| wrong.iter().any(|range| range.contains(&at)))
    };
    for rule in ruleset.rules.iter_mut().filter(|rule| is_wrong(rule)) {
        reduce_rule(rule);
    }
    for query in &mut ruleset.queries {
        if is_wrong(&query.rule) {
            reduce_rule(&mut query.rule);
            if let Some((_, selected)) = &mut query.select {
                selected.expr = parse_quote! { ::core::unimplemented!() };
                selected.needs = Needs::default();
            }
        }
    }
    true
}

/// The rules and queries in which all errors stand; `None` where one stands elsewhere.
fn wrong_items(
    written: &ast::Ruleset,
    diagnostics: &Diagnostics,
    place: impl Fn(proc_macro2::Span) -> Option<usize>,
) -> Option<Vec<Range<usize>>> {
    let mut ranges = Vec::new();
    for item in &written.items {
        match item {
            Item::Rule(rule) => ranges.push(&rule.range),
            Item::Query(query) => ranges.push(&query.range),
            Item::Group(group) => ranges.extend(group.rules.iter().map(|rule| &rule.range)),
            Item::Use(_) | Item::Type(_) | Item::Fact(_) | Item::Global(_) | Item::Rust(_) => {}
        }
    }
    let errors = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error());
    let wrong = errors.map(|error| {
        let at = place(error.span.start)?;
        ranges
            .iter()
            .find(|range| range.contains(&at))
            .copied()
            .cloned()
    });
    wrong.collect()
}

/// Leaves of a rule its name, and what is told of it.
fn reduce_rule(rule: &mut Rule) {
    rule.salience.take_if(|salience| names_a_variable(salience));
    rule.computed_salience = None;
    rule.on_change = Vec::new();
    rule.elements = Vec::new();
    rule.tests = Vec::new();
    rule.eithers = Vec::new();
    rule.accumulates = Vec::new();
    rule.eaches = Vec::new();
    rule.conditions = Vec::new();
    rule.undo = None;
    rule.then = Action::empty(rule.name.span());
}

/// Leaves of all rules their names, and of facts what does not depend on rules.
fn reduce_all(ruleset: &mut Ruleset) {
    for fact_type in &mut ruleset.fact_types {
        fact_type.fields.clear();
        fact_type.whole = false;
    }
    for rule in &mut ruleset.rules {
        rule.salience.take_if(|salience| names_a_variable(salience));
        rule.computed_salience = None;
    }
    ruleset.strategy = crate::hir::Strategy::default();
}

/// Whether something in an expression may have been meant as a variable of the rule.
fn names_a_variable(expr: &syn::Expr) -> bool {
    let is_lower = |token| match token {
        TokenTree::Ident(name) => name.to_string().starts_with(char::is_lowercase),
        TokenTree::Group(_) => true,
        TokenTree::Literal(_) | TokenTree::Punct(_) => false,
    };
    expr.to_token_stream().into_iter().any(is_lower)
}

/// A key stays where it consists of fields and its accessor has a name of its own.
fn reduce_identity(fact_type: &mut FactType, queries: &[String]) {
    let accessor = plain(&fact_type.name).to_snake_case();
    let Identity::Key(key) = &fact_type.identity else {
        return;
    };
    let is_field = |member: &syn::Member| {
        let Some(declaration) = &fact_type.declaration else {
            return true;
        };
        let (variant, member) = (None, Some(member_name(member)));
        declaration.fields.contains_key(&Field { variant, member })
    };
    let is_name = syn::parse_str::<Ident>(&accessor).is_ok() && !queries.contains(&accessor);
    if !key.iter().all(|field| is_field(&field.member)) || !is_name {
        fact_type.identity = Identity::Plain;
    }
}
