//! Random graphs of three edges a node, which the works on reaching nodes and on shortest ways share.

use std::collections::HashSet;

/// How many edges there are for each node.
const DEGREE: usize = 3;

/// Different edges, no loops among them.
pub(super) fn edges(nodes: u32) -> Vec<(u32, u32)> {
    let mut random = fastrand::Rng::with_seed(7);
    let count = DEGREE * nodes as usize;
    let mut known = HashSet::with_capacity(count);
    let mut edges = Vec::with_capacity(count);
    while edges.len() < count {
        let edge = (random.u32(..nodes), random.u32(..nodes));
        if edge.0 != edge.1 && known.insert(edge) {
            edges.push(edge);
        }
    }
    edges
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
