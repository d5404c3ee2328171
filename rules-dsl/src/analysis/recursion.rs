//! Whether logical facts can hold each other up.

use petgraph::graph::DiGraph;

use crate::hir::{ElementKind, Ruleset};

/// Whether logical facts can come to rest on one another: whether the types that rules support and those
/// that their conditions range over form a cycle.
pub(crate) fn is_recursive(ruleset: &Ruleset) -> bool {
    let mut edges: Vec<(u32, u32)> = Vec::new();
    for rule in &ruleset.rules {
        let supported = rule.then.inserts().filter(|insert| insert.logical);
        for supported in supported.map(|insert| insert.fact_type) {
            for element in &rule.elements {
                let ElementKind::Fact { fact_type, .. } = element.kind else {
                    continue;
                };
                if let Some(supported) = supported {
                    edges.push((fact_type.0 as u32, supported.0 as u32));
                } else {
                    let all = ruleset.fact_types.iter().enumerate();
                    let all = all.filter(|(_, other)| other.table.is_none());
                    edges.extend(all.map(|(supported, _)| (fact_type.0 as u32, supported as u32)));
                }
            }
        }
    }
    petgraph::algo::is_cyclic_directed(&DiGraph::<(), ()>::from_edges(edges))
}
