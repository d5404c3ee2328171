//! The transitive closure of a random graph, kept up to date while edges come and go: what falls with an edge, and what
//! of that is found again by another way.
//!
//! The time is that of one change, on average; a change gives the number of paths. In our rules paths are logical facts: each stands while there is a way.

#[cfg(feature = "differential")]
mod differential;

use std::collections::HashMap;

use ascent::ascent_run;
use rules_runtime::rules;

use super::super::graph::{Change, changes, time};
use super::{NODES, edges};
use crate::measure::Run;
use crate::work::{Contender, Work};

pub(crate) const WORK: Work = Work {
    name: "closure_edge",
    title: "The closure of a graph of 1000 nodes, after one edge comes or goes",
    size: "edges",
    sizes: &[800, 1_000, 1_200],
    per: Some("change"),
    same_firings: true,
    contenders: &[
        Contender::ours(logical),
        Contender::rust("ascent, all anew", anew),
        Contender::rust("Rust", by_hand),
        #[cfg(feature = "differential")]
        Contender::rust("differential-dataflow", differential::incremental),
    ],
};

rules! {
    ruleset Ways;

    #[unique]
    fact Edge(u32, u32);
    #[unique]
    fact Path(u32, u32);

    rule an_edge_is_a_path {
        when { Edge(a, b); }
        then { insert logical Path(a, b); }
    }

    rule an_edge_before_a_path_is_a_path {
        when {
            Edge(a, b);
            Path(b, c);
        }
        then { insert logical Path(a, c); }
    }
}

fn logical(size: u32) -> Run {
    let edges = edges(size);
    let mut session = Ways::new();
    let handles = session.insert_all(edges.iter().map(|&(from, to)| Edge(from, to)));
    let mut handles: HashMap<_, _> = edges.iter().copied().zip(handles).collect();
    session.run();
    time(&changes(NODES, &edges), |&Change { comes, edge }| {
        if comes {
            handles.insert(edge, session.insert(Edge(edge.0, edge.1)));
        } else {
            let gone = session.retract(handles[&edge]);
            gone.expect("the edge is there");
        }
        session.run();
        session.len::<Path>() as u64
    })
}

fn anew(size: u32) -> Run {
    let mut there = edges(size);
    time(&changes(NODES, &there), |&Change { comes, edge }| {
        if comes {
            there.push(edge);
        } else {
            there.retain(|&other| other != edge);
        }
        let edges = there.clone();
        let program = ascent_run! {
            relation edge(u32, u32) = edges; relation path(u32, u32); path(a, b) <--
            edge(a, b); path(a, c) <-- edge(a, b), path(b, c);
        };
        program.path.len() as u64
    })
}

/// What each node reaches, as bits. An edge that comes adds what its end reaches to all that reach its beginning; of those
/// the ways are sought anew where one goes.
struct Reached {
    successors: Vec<Vec<u32>>,
    bits: Vec<Vec<u64>>,
}

fn by_hand(size: u32) -> Run {
    let edges = edges(size);
    let mut successors = vec![Vec::new(); NODES as usize];
    for &(from, to) in &edges {
        successors[from as usize].push(to);
    }
    let words = (NODES as usize).div_ceil(64);
    let mut reached = Reached {
        successors,
        bits: vec![vec![0; words]; NODES as usize],
    };
    for node in 0..NODES {
        reached.search(node);
    }
    time(&changes(NODES, &edges), |change| reached.take(change))
}

impl Reached {
    fn reaches(&self, from: u32, to: u32) -> bool {
        self.bits[from as usize][to as usize / 64] >> (to % 64) & 1 == 1
    }
    fn search(&mut self, from: u32) {
        let bits = &mut self.bits[from as usize];
        bits.fill(0);
        let mut open = vec![from];
        while let Some(node) = open.pop() {
            for &to in &self.successors[node as usize] {
                let (word, bit) = (to as usize / 64, 1 << (to % 64));
                if bits[word] & bit == 0 {
                    bits[word] |= bit;
                    open.push(to);
                }
            }
        }
    }
    fn take(&mut self, &Change { comes, edge }: &Change) -> u64 {
        let (from, to) = edge;
        let concerned = (0..NODES).filter(|&node| node == from || self.reaches(node, from));
        let concerned: Vec<u32> = concerned.collect();
        if comes {
            self.successors[from as usize].push(to);
            let mut further = self.bits[to as usize].clone();
            further[to as usize / 64] |= 1 << (to % 64);
            for node in concerned {
                let bits = self.bits[node as usize].iter_mut();
                bits.zip(&further).for_each(|(bits, more)| *bits |= more);
            }
        } else {
            self.successors[from as usize].retain(|&node| node != to);
            for node in concerned {
                self.search(node);
            }
        }
        let bits = self.bits.iter().flatten();
        bits.map(|bits| u64::from(bits.count_ones())).sum()
    }
}
