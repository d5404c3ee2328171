//! What one node reaches, kept up to date while edges come and go: after each change, what has become reached and
//! what no longer is.
//!
//! The time is that of one change, on average; a change gives the sum of the nodes that are reached from then on, and of
//! those that are no longer.

mod by_hand;
#[cfg(feature = "differential")]
mod differential;

use std::collections::HashMap;

use super::super::graph::{Change, changes, time};
use super::{Edge, Net, edges, reached, successors};
use crate::measure::Run;
use crate::work::{Contender, Work};

pub(crate) const WORK: Work = Work {
    name: "reach_edge",
    title: "What one node reaches, after one edge comes or goes",
    size: "nodes",
    sizes: &[1_000, 10_000, 100_000],
    per: Some("change"),
    same_firings: true,
    contenders: &[
        Contender::ours(watched),
        Contender::rust("breadth first", anew),
        Contender::rust("by hand", by_hand::incremental),
        #[cfg(feature = "differential")]
        Contender::rust("differential-dataflow", differential::incremental),
    ],
};

fn watched(nodes: u32) -> Run {
    let edges = edges(nodes);
    let mut session = Net::new();
    let handles = session.insert_all(edges.iter().map(|&(from, to)| Edge(from, to)));
    let mut handles: HashMap<_, _> = edges.iter().copied().zip(handles).collect();
    let reached = session.watch_reach(0);
    let first = session.changes(&reached).expect("the watch is its own");
    assert!(!first.is_empty(), "the first node reaches something");
    time(&changes(nodes, &edges), |&Change { comes, edge }| {
        if comes {
            handles.insert(edge, session.insert(Edge(edge.0, edge.1)));
        } else {
            let gone = session.retract(handles[&edge]);
            gone.expect("the edge is there");
        }
        let changes = session.changes(&reached).expect("the watch is its own");
        let nodes = changes.added.iter().chain(&changes.removed);
        nodes.map(|&node| u64::from(node)).sum()
    })
}

/// Searches the whole graph again, and compares.
fn anew(nodes: u32) -> Run {
    let edges = edges(nodes);
    let mut successors = successors(nodes, &edges);
    let mut last = reached(&successors);
    time(&changes(nodes, &edges), |&Change { comes, edge }| {
        let others = &mut successors[edge.0 as usize];
        if comes {
            others.push(edge.1);
        } else {
            others.retain(|&to| to != edge.1);
        }
        let now = reached(&successors);
        let both = (0..).zip(last.iter().zip(&now));
        let changed = both.filter(|(_, (last, now))| last != now);
        let sum = changed.map(|(node, _): (u64, _)| node).sum();
        last = now;
        sum
    })
}
