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
    let types: Vec<Named<'_>> = types.map(|of| (&of.name, of.was.as_slice())).collect();
    check("fact type", &types, found);
    let rules = ruleset.rules.iter();
    let rules: Vec<Named<'_>> = rules
        .map(|rule| (&rule.name, rule.was.as_slice()))
        .collect();
    check("rule", &rules, found);
}

/// A name, and those before it.
type Named<'a> = (&'a Ident, &'a [Ident]);

/// Checks things of one kind.
fn check(kind: &str, named: &[Named<'_>], found: &mut Found<'_>) {
    let mut known: Vec<(&Ident, &Ident)> = Vec::new();
    for &(owner, was) in named {
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
