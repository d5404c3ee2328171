//! Which indexes of facts are made when a join first asks them: see the module of that name in the runtime.

use std::collections::BTreeSet;

use super::{Match, Network, NodeKind};
use crate::hir::Ruleset;

/// For each index of a network, whether it is made when it is first asked. Counts and queries ask theirs at any time,
/// also while memory reads as before a change, with facts in it that are still to come; and a search that goes back would
/// make them again and again.
#[must_use]
pub(crate) fn on_demand(ruleset: &Ruleset, network: &Network) -> Vec<bool> {
    if ruleset.backtrack {
        return vec![false; network.indexes.len()];
    }
    let counted = network.nodes.iter().filter_map(|node| match node.kind {
        NodeKind::Counted { right, .. } => Some(right),
        _ => None,
    });
    let wholes = network.matches.iter().filter_map(Match::whole);
    let counted_whole = wholes.flat_map(|whole| &whole.counted);
    let counted_whole = counted_whole.flat_map(|counted| counted.indexes.values().copied());
    let queries = network.queries.iter();
    let by_queries = queries.flat_map(|query| query.indexes.values().copied());
    let asked: BTreeSet<usize> = counted.chain(counted_whole).chain(by_queries).collect();
    let indexes = 0..network.indexes.len();
    indexes.map(|index| !asked.contains(&index)).collect()
}
