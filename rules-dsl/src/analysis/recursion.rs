//! Whether logical facts can hold each other up.

use petgraph::graphmap::DiGraphMap;

use crate::hir::{ElementKind, Ruleset};

/// Whether logical facts can come to rest on one another: whether the types that rules support and those
/// that their conditions range over form a cycle.
pub(crate) fn is_recursive(ruleset: &Ruleset) -> bool {
    let mut graph = DiGraphMap::<usize, ()>::new();
    for rule in &ruleset.rules {
        let supported = rule.then.inserts().filter(|insert| insert.logical);
        for supported in supported.map(|insert| insert.fact_type) {
            for element in &rule.elements {
                let ElementKind::Fact { fact_type, .. } = element.kind else {
                    continue;
                };
                match supported {
                    Some(supported) => {
                        graph.add_edge(fact_type.0, supported.0, ());
                    }
                    None => {
                        for supported in 0..ruleset.fact_types.len() {
                            graph.add_edge(fact_type.0, supported, ());
                        }
                    }
                }
            }
        }
    }
    petgraph::algo::is_cyclic_directed(&graph)
}
