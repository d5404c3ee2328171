//! From what was written to what was meant: names, variables, joins, read sets, effects.
//!
//! A stage between `parse` and `analysis`. It takes the syntax tree and makes the model in
//! `hir`, reporting every error of the ruleset and going on after each, so that one mistake is one
//! error. Where it has reported an error the model is whole but not to be compiled.

mod accumulates;
mod actions;
mod arguments;
mod asked;
mod attributes;
mod call_errors;
mod calls;
mod conditions;
mod declarations;
mod distances;
mod effects;
mod event_attributes;
mod fact_attributes;
mod fact_types;
mod field_patterns;
mod foreign;
mod format_strings;
mod guards;
mod inserts;
mod item_names;
mod items;
mod kinds;
mod last;
mod lowering;
mod misuses;
mod names;
mod needs;
mod nested_patterns;
#[cfg(feature = "lsp")]
mod occurrences;
mod own_names;
mod patterns;
mod queries;
mod reads;
mod recursion;
mod relations;
mod renaming;
mod result_types;
mod rule_attributes;
mod rules;
mod ruleset_attributes;
mod rust_macros;
mod rust_places;
mod rust_scope;
mod rust_uses;
mod scope;
mod shape;
mod sites;
mod spans;
mod stages;
mod tables;
mod use_trees;
mod waits;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};

pub(crate) use asked::borrows;
pub(crate) use fact_types::split_variant;
#[cfg(feature = "lsp")]
pub(crate) use format_strings::{names_in, places_in};
pub(crate) use inserts::constructed_type;
pub(crate) use item_names::is_session_method;
#[cfg(feature = "lsp")]
pub(crate) use occurrences::{Occurrence, occurrences, occurrences_in_block};
pub(crate) use rust_macros::calls_unknown_macro;
#[cfg(feature = "lsp")]
pub(crate) use rust_macros::{has_fields, is_shorthand};

use crate::ast;
use crate::diagnostic::Diagnostics;
use crate::hir;

use call_errors::CallErrors;
use event_attributes::resolve_events;
use fact_types::FactTypes;
use kinds::Kinds;
use recursion::Queries;
use ruleset_attributes::resolve_ruleset_attributes;
use stages::Stage;

/// What the rules of a ruleset share while they are resolved.
struct Context<'d> {
    fact_types: FactTypes,
    globals: Vec<hir::Global>,
    groups: Vec<Ident>,
    tables: Vec<hir::Table>,
    queries: Queries,
    kinds: Kinds,
    runtime: syn::Path,
    /// `#[stages(…)]`
    stages: Vec<Stage>,
    /// `#[strategy(breadth)]`
    oldest_first: bool,
    allows: BTreeSet<String>,
    backtrack: bool,
    /// `#[clock(T)]`
    clock: Option<hir::ClockType>,
    /// Items that check the constants that are spans.
    span_checks: Vec<TokenStream>,
    /// The ruleset's name.
    name: Ident,
    /// Whether blocks may fail, or it has been told that they may not.
    fallible: bool,
    /// Which of rustc's lints the ruleset allows.
    lints: Vec<TokenStream>,
    /// What is wrong in the places of calls.
    call_errors: CallErrors,
    diagnostics: &'d mut Diagnostics,
}

/// Resolves a ruleset. The errors go to `diagnostics`, all of them in one go.
pub fn resolve(ruleset: &ast::Ruleset, diagnostics: &mut Diagnostics) -> hir::Ruleset {
    let settings = resolve_ruleset_attributes(&ruleset.attrs, diagnostics);
    item_names::check_names(&ruleset.items, settings.clock.is_some(), diagnostics);
    let globals = items::resolve_globals(&ruleset.items, diagnostics);
    let mut fact_types = FactTypes::declared_in(&ruleset.items);
    let clock = settings.clock.as_ref();
    fact_types.set_events(resolve_events(&ruleset.items, clock, diagnostics));
    let tables = tables::resolve_tables(ruleset, &settings.runtime, &mut fact_types, diagnostics);
    let mut context = Context {
        fact_types,
        globals,
        tables,
        groups: items::groups_of(&ruleset.items),
        queries: Queries::of(&ruleset.items),
        kinds: Kinds::of(&ruleset.items),
        runtime: settings.runtime.clone(),
        stages: settings.stages,
        oldest_first: settings.strategy == hir::Strategy::Breadth,
        allows: settings.allows.clone(),
        backtrack: settings.backtrack,
        clock: settings.clock.clone(),
        span_checks: Vec::new(),
        name: ruleset.name.clone(),
        fallible: settings.error.is_some(),
        lints: settings.lints,
        call_errors: CallErrors::default(),
        diagnostics,
    };
    context.queries.check_strata(context.diagnostics);
    let resolved = items::resolve_items(&ruleset.items, &mut context);
    let mut items = resolved.items;
    items.append(&mut context.span_checks);
    std::mem::take(&mut context.call_errors).report(context.diagnostics);
    let mut resolved = hir::Ruleset {
        name: ruleset.name.clone(),
        vis: ruleset.vis.clone(),
        attrs: settings.passed,
        allows: settings.allows,
        runtime: settings.runtime,
        strategy: settings.strategy,
        uses: resolved.uses,
        items,
        fact_types: context.fact_types.into_types(),
        globals: context.globals,
        groups: context.groups,
        rules: resolved.rules,
        queries: resolved.queries,
        tables: context.tables,
        error: settings.error,
        backtrack: context.backtrack,
        clock: settings.clock,
    };
    own_names::check_own_names(ruleset, &mut resolved, diagnostics);
    resolved
}
