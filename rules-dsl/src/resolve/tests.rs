//! What rulesets mean: a compact rendering of the model, and the errors with their places.

mod render;

mod accumulates;
mod actions;
mod attributes;
mod declarations;
mod errors;
mod fact_types;
mod groups;
mod guards;
mod loops;
mod patterns;
mod queries;
mod reads;
mod relations;
mod scopes;

use std::path::Path;

use crate::diagnostic::Diagnostics;
use crate::hir;
use crate::parse::parse;
use crate::source::Source;

use super::resolve;

fn resolved(text: &str) -> (hir::Ruleset, Diagnostics) {
    let source = Source::from_text(Path::new("test.rules"), text.to_owned());
    let (ruleset, mut diagnostics) = parse(&source);
    assert!(diagnostics.is_empty(), "does not parse: {diagnostics:#?}");
    let ruleset = resolve(&ruleset, &mut diagnostics);
    (ruleset, diagnostics)
}

/// The model of a ruleset without errors.
fn model(text: &str) -> String {
    let (ruleset, diagnostics) = resolved(text);
    assert!(diagnostics.is_empty(), "has errors: {diagnostics:#?}");
    render::ruleset(&ruleset)
}

/// The model of a rule with these conditions and this block.
fn rule(when: &str, then: &str) -> String {
    model(&format!("rule r {{ when {{ {when} }} then {{ {then} }} }}"))
}

/// The errors of a ruleset, a line each: line and column, message, help.
fn errors(text: &str) -> String {
    let (_, diagnostics) = resolved(text);
    let lines: Vec<String> = diagnostics.iter().map(render::error).collect();
    lines.join("\n")
}

/// The errors of a rule with these conditions, one a line, and this block.
fn rule_errors(when: &str, then: &str) -> String {
    errors(&format!(
        "rule r {{ when {{\n{when}\n}} then {{\n{then}\n}} }}"
    ))
}
