//! The lengths of the shortest ways from one node of a random graph.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ascent::{Dual, ascent_run};
use petgraph::algo::dijkstra;
use petgraph::graph::{DiGraph, NodeIndex};
use rules_runtime::rules;

use super::graph;
use crate::measure::Run;
use crate::work::{Contender, Work};

pub(super) const WORK: Work = Work {
    name: "shortest",
    title: "Shortest ways from one node of a random graph of three edges a node",
    size: "nodes",
    sizes: &[1_000, 10_000, 100_000],
    per: None,
    same_firings: true,
    contenders: &[
        Contender::ours(ours),
        Contender::rust("ascent", ascent),
        Contender::rust("petgraph", petgraph),
        Contender::rust("by hand", by_hand),
    ],
};

/// Edges with their lengths in kilometres.
fn roads(nodes: u32) -> Vec<(u32, u32, u32)> {
    let mut random = fastrand::Rng::with_seed(5);
    let edges = graph::edges(nodes).into_iter();
    edges
        .map(|(from, to)| (from, to, random.u32(1..=100)))
        .collect()
}

rules! {
    ruleset Roads;

    fact Road { from: u32, to: u32, km: u32 }
    fact Start(u32);

    /// The shortest way to a node.
    #[best(min: km, by(to))]
    fact Way { to: u32, km: u32 }

    rule start {
        when { Start(to); }
        then { insert logical Way { to, km: 0 }; }
    }

    #[salience(-(km as i32))]
    rule road {
        when {
            Way { to: from, km };
            Road { from, to, km: further };
        }
        then { insert logical Way { to, km: km + further }; }
    }
}

fn ours(nodes: u32) -> Run {
    let roads = roads(nodes);
    Run::time(|| {
        let mut session = Roads::new();
        let roads = roads.into_iter();
        session.insert_all(roads.map(|(from, to, km)| Road { from, to, km }));
        session.insert(Start(0));
        let fired = session.run();
        let ways = session.facts::<Way>();
        (Some(fired.count), ways.map(|way| u64::from(way.km)).sum())
    })
}

#[expect(
    clippy::used_underscore_binding,
    reason = "what ascent makes of a lattice"
)]
fn ascent(nodes: u32) -> Run {
    let roads = roads(nodes);
    Run::time(|| {
        let program = ascent_run! {
            relation road(u32, u32, u32) = roads;
            lattice way(u32, Dual<u32>);
            way(0, Dual(0));
            way(to, Dual(km.0 + further)) <-- way(from, km), road(from, to, further);
        };
        let ways = program.way.iter();
        (None, ways.map(|(_, km)| u64::from(km.0)).sum())
    })
}

fn petgraph(nodes: u32) -> Run {
    let roads = roads(nodes);
    Run::time(|| {
        let graph = DiGraph::<(), u32>::from_edges(&roads);
        let ways = dijkstra(&graph, NodeIndex::new(0), None, |road| *road.weight());
        (None, ways.values().map(|&km| u64::from(km)).sum())
    })
}

fn by_hand(nodes: u32) -> Run {
    let roads = roads(nodes);
    Run::time(|| {
        let mut leaving = vec![Vec::new(); nodes as usize];
        for &(from, to, km) in &roads {
            leaving[from as usize].push((to, km));
        }
        let mut ways = vec![None; nodes as usize];
        let mut heap = BinaryHeap::from([(Reverse(0), 0)]);
        while let Some((Reverse(km), node)) = heap.pop() {
            if ways[node as usize].is_none() {
                ways[node as usize] = Some(km);
                for &(to, further) in &leaving[node as usize] {
                    if ways[to as usize].is_none() {
                        heap.push((Reverse(km + further), to));
                    }
                }
            }
        }
        (None, ways.into_iter().flatten().map(u64::from).sum())
    })
}
