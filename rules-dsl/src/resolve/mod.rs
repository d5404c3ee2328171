//! From what was written to what was meant: names, variables, joins, read sets, effects.
//!
//! Third of the stages, between `parse` and `check`. It takes the syntax tree and makes the model in
//! `hir`, reporting every error of the ruleset and going on after each, so that one mistake is one
//! error. Where it has reported an error the model is whole but not to be compiled.

mod accumulates;
mod actions;
mod attributes;
mod conditions;
mod declarations;
mod fact_types;
mod field_patterns;
mod format_strings;
mod guards;
mod items;
mod lowering;
mod names;
mod nested_patterns;
mod patterns;
mod reads;
mod rules;
mod rust_macros;
mod rust_places;
mod rust_scope;
mod scope;
mod unsupported;

#[cfg(test)]
mod tests;

use crate::ast;
use crate::diagnostic::Diagnostics;
use crate::hir;

use fact_types::FactTypes;

/// What the rules of a ruleset share while they are resolved.
struct Context<'d> {
    fact_types: FactTypes,
    globals: Vec<hir::Global>,
    diagnostics: &'d mut Diagnostics,
}

/// Resolves a ruleset. The errors go to `diagnostics`, all of them in one go.
pub fn resolve(ruleset: &ast::Ruleset, diagnostics: &mut Diagnostics) -> hir::Ruleset {
    items::check_duplicates(&ruleset.items, diagnostics);
    let settings = attributes::resolve_ruleset_attributes(&ruleset.attrs, diagnostics);
    let globals = items::resolve_globals(&ruleset.items, diagnostics);
    let mut context = Context {
        fact_types: FactTypes::declared_in(&ruleset.items),
        globals,
        diagnostics,
    };
    let resolved = items::resolve_items(&ruleset.items, &mut context);
    hir::Ruleset {
        name: ruleset.name.clone(),
        vis: ruleset.vis.clone(),
        attrs: settings.passed,
        allows: settings.allows,
        runtime: settings.runtime,
        strategy: settings.strategy,
        items: resolved.items,
        fact_types: context.fact_types.into_types(),
        globals: context.globals,
        groups: Vec::new(),
        rules: resolved.rules,
    }
}
