//! Checks what `#[was(…)]` says: an earlier name is nobody's name now, and nobody else's earlier name.
//!
//! Else a snapshot by an earlier version could be read in two ways.

use proc_macro2::Ident;

use crate::hir::Ruleset;
use crate::names::plain;
use crate::vocabulary as say;

use super::Found;

pub(super) fn check_earlier_names(ruleset: &Ruleset, found: &mut Found<'_>) {
    let types = ruleset.fact_types.iter().filter(|of| !of.is_hidden());
    check(
        "fact type",
        types.map(|of| (&of.name, of.was.as_slice())).collect(),
        found,
    );
    let rules = ruleset.rules.iter();
    check(
        "rule",
        rules
            .map(|rule| (&rule.name, rule.was.as_slice()))
            .collect(),
        found,
    );
}

/// Checks things of one kind, each with its name and those that it had before.
fn check(kind: &str, named: Vec<(&Ident, &[Ident])>, found: &mut Found<'_>) {
    let mut known: Vec<(&Ident, &Ident)> = Vec::new();
    for &(owner, was) in &named {
        for earlier in was {
            let is_it = |name: &Ident| plain(name) == plain(earlier);
            let in_use = named.iter().find(|(name, _)| is_it(name));
            let again = known.iter().find(|(name, _)| is_it(name));
            let diagnostic = if let Some((name, _)) = in_use {
                let wording = say::earlier_name_in_use(kind, plain(earlier));
                wording.at_second(earlier.span(), name.span())
            } else if let Some((first, other)) = again {
                let wording = say::earlier_name_again(plain(earlier), plain(other));
                wording.at_second(earlier.span(), first.span())
            } else {
                known.push((earlier, owner));
                continue;
            };
            found.diagnostics.push(diagnostic);
        }
    }
}
