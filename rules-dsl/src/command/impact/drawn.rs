//! Influences as a drawing: rules as nodes, one line for all ways in which a rule enables another, and a dashed one for
//! all in which it disables it.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{Influence, name};
use crate::hir::{RuleId, Ruleset};

/// In the language of Graphviz.
pub(super) fn dot(ruleset: &Ruleset, influences: &[Influence]) -> String {
    let (rules, edges) = drawing(influences);
    let mut dot = String::from("digraph impact {\n    node [shape=box];\n");
    for rule in rules {
        _ = writeln!(dot, "    n{} [label=\"{}\"];", rule.0, name(ruleset, rule));
    }
    for (from, to, enables) in edges {
        let style = if enables { "" } else { " [style=dashed]" };
        _ = writeln!(dot, "    n{} -> n{}{style};", from.0, to.0);
    }
    dot + "}\n"
}

/// In the language of Mermaid.
pub(super) fn mermaid(ruleset: &Ruleset, influences: &[Influence]) -> String {
    let (rules, edges) = drawing(influences);
    let mut mermaid = String::from("flowchart TD\n");
    for rule in rules {
        _ = writeln!(mermaid, "    n{}[\"{}\"]", rule.0, name(ruleset, rule));
    }
    for (from, to, enables) in edges {
        let arrow = if enables { "-->" } else { "-.->" };
        _ = writeln!(mermaid, "    n{} {arrow} n{}", from.0, to.0);
    }
    mermaid
}

/// The rules that have part in an influence, and between which there is one.
fn drawing(influences: &[Influence]) -> (BTreeSet<RuleId>, BTreeSet<(RuleId, RuleId, bool)>) {
    let ends = influences.iter().flat_map(|one| [one.from, one.to]);
    let edges = influences.iter().map(|one| (one.from, one.to, one.enables));
    (ends.collect(), edges.collect())
}
