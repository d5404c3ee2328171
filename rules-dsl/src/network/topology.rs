//! What the connections of the nodes say of them.

use std::collections::BTreeSet;

use crate::hir::FactTypeId;

use super::{Network, NodeKind};

/// The type of the facts that a node takes on its right.
pub(super) fn right_type(network: &Network, kind: &NodeKind) -> Option<FactTypeId> {
    let right = kind.right()?;
    Some(network.alphas[network.indexes[right].alpha].fact_type)
}

/// For each node, the summaries whose members it helps to find.
pub(super) fn inner_nodes(network: &Network) -> Vec<Vec<usize>> {
    let mut inner = vec![Vec::new(); network.nodes.len()];
    for owner in &network.nodes {
        let NodeKind::Owner { summary } = owner.kind else {
            continue;
        };
        let mut seen = BTreeSet::new();
        let mut stack = owner.outputs.clone();
        while let Some(node) = stack.pop() {
            if node == summary || !seen.insert(node) {
                continue;
            }
            inner[node].push(summary);
            stack.extend(&network.nodes[node].outputs);
            if let NodeKind::Owner { summary } = network.nodes[node].kind {
                stack.push(summary);
            }
        }
    }
    inner
}
