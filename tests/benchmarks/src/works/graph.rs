//! Random graphs, and edges that come and go, which several works share.

use std::collections::HashSet;

use crate::measure::Run;

/// How many edges there are for each node.
const DEGREE: usize = 3;

/// Different edges, three for each node and no loops among them.
pub(super) fn edges(nodes: u32) -> Vec<(u32, u32)> {
    some_edges(nodes, DEGREE * nodes as usize)
}

/// So many different edges, no loops among them.
pub(super) fn some_edges(nodes: u32, count: usize) -> Vec<(u32, u32)> {
    let mut random = fastrand::Rng::with_seed(7);
    pairs(&mut random, nodes, count, |from, to| {
        (from != to).then_some((from, to))
    })
}

/// So many different pairs, of what is made of two numbers below a bound.
pub(super) fn pairs(
    random: &mut fastrand::Rng,
    below: u32,
    count: usize,
    pair: impl Fn(u32, u32) -> Option<(u32, u32)>,
) -> Vec<(u32, u32)> {
    let mut known = HashSet::with_capacity(count);
    let mut pairs = Vec::with_capacity(count);
    while pairs.len() < count {
        let pair = pair(random.u32(..below), random.u32(..below));
        if let Some(pair) = pair
            && known.insert(pair)
        {
            pairs.push(pair);
        }
    }
    pairs
}

/// How many edges come and go.
const CHANGES: u32 = 40;

/// An edge comes or goes.
pub(super) struct Change {
    pub(super) comes: bool,
    pub(super) edge: (u32, u32),
}

/// In turn an edge that comes and one that goes, beginning with these edges.
pub(super) fn changes(nodes: u32, edges: &[(u32, u32)]) -> Vec<Change> {
    let mut random = fastrand::Rng::with_seed(11);
    let mut there = edges.to_vec();
    let change = |number: u32| {
        let comes = number.is_multiple_of(2);
        let edge = if comes {
            let mut edge = (0, 0);
            while edge.0 == edge.1 || there.contains(&edge) {
                edge = (random.u32(..nodes), random.u32(..nodes));
            }
            there.push(edge);
            edge
        } else {
            there.swap_remove(random.usize(..there.len()))
        };
        Change { comes, edge }
    };
    (0..CHANGES).map(change).collect()
}

/// Times changes, each of which gives a number: the answer is their sum.
pub(super) fn time(changes: &[Change], mut change: impl FnMut(&Change) -> u64) -> Run {
    Run::time_each(CHANGES, || (None, changes.iter().map(&mut change).sum()))
}

/// For each node, those to which an edge leads from it.
pub(super) fn successors(nodes: u32, edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
    let mut successors = vec![Vec::new(); nodes as usize];
    for &(from, to) in edges {
        successors[from as usize].push(to);
    }
    successors
}

/// Whether each node is reached from the first one by one edge or more. Breadth first.
pub(super) fn reached(successors: &[Vec<u32>]) -> Vec<bool> {
    let mut reached = vec![false; successors.len()];
    let mut queue = Vec::with_capacity(successors.len());
    let mut visit = |nodes: &[u32], queue: &mut Vec<u32>| {
        for &node in nodes {
            if !reached[node as usize] {
                reached[node as usize] = true;
                queue.push(node);
            }
        }
    };
    visit(&successors[0], &mut queue);
    let mut next = 0;
    while let Some(&node) = queue.get(next) {
        next += 1;
        visit(&successors[node as usize], &mut queue);
    }
    reached
}
