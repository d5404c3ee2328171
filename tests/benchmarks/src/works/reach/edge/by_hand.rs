//! By hand: a tree of edges says why each node is reached. An edge of the tree that goes takes what hangs on it
//! along, and what of that has another edge from a node that is left is hung there.

use super::{Change, changes, edges, successors, time};
use crate::measure::Run;

/// The graph in both directions, and the tree.
struct Tree {
    successors: Vec<Vec<u32>>,
    predecessors: Vec<Vec<u32>>,
    /// For each node that is reached, the node before it.
    parents: Vec<Option<u32>>,
}

pub(super) fn incremental(nodes: u32) -> Run {
    let edges = edges(nodes);
    let reversed: Vec<_> = edges.iter().map(|&(from, to)| (to, from)).collect();
    let mut tree = Tree {
        successors: successors(nodes, &edges),
        predecessors: successors(nodes, &reversed),
        parents: vec![None; nodes as usize],
    };
    tree.hang(tree.leaving(0).collect());
    time(&changes(nodes, &edges), |change| tree.take(change))
}

impl Tree {
    /// The edges that leave a node.
    fn leaving(&self, from: u32) -> impl Iterator<Item = (u32, u32)> {
        let nodes = self.successors[from as usize].iter();
        nodes.map(move |&to| (from, to))
    }

    /// Whether what an edge of this node leads to is reached.
    fn is_source(&self, node: u32) -> bool {
        node == 0 || self.parents[node as usize].is_some()
    }

    /// Makes a change, and gives the sum of the nodes that come to be reached or cease to be.
    fn take(&mut self, &Change { comes, edge }: &Change) -> u64 {
        let (from, to) = edge;
        if comes {
            self.successors[from as usize].push(to);
            self.predecessors[to as usize].push(from);
            let starts = self.is_source(from).then_some(edge);
            return sum(&self.hang(starts.into_iter().collect()));
        }
        self.successors[from as usize].retain(|&node| node != to);
        self.predecessors[to as usize].retain(|&node| node != from);
        if self.parents[to as usize] != Some(from) {
            return 0;
        }
        let fallen = self.fall(to);
        let starts = fallen.iter().flat_map(|&node| {
            let before = self.predecessors[node as usize].iter();
            let before = before.filter(|&&before| self.is_source(before));
            before.map(move |&before| (before, node))
        });
        let caught = self.hang(starts.collect());
        sum(&fallen) - sum(&caught)
    }

    /// Hangs nodes that are not reached yet on the tree, and all that they reach; which these are. Breadth first, so
    /// that the tree is low.
    fn hang(&mut self, mut edges: Vec<(u32, u32)>) -> Vec<u32> {
        let mut hung = Vec::new();
        let mut next = 0;
        while let Some(&(from, to)) = edges.get(next) {
            next += 1;
            let parent = &mut self.parents[to as usize];
            if parent.is_none() {
                *parent = Some(from);
                hung.push(to);
                edges.extend(self.leaving(to));
            }
        }
        hung
    }

    /// Takes a node off the tree, and all that hangs on it; which these are.
    fn fall(&mut self, first: u32) -> Vec<u32> {
        self.parents[first as usize] = None;
        let mut fallen = vec![first];
        let mut next = 0;
        while let Some(&node) = fallen.get(next) {
            next += 1;
            if node == 0 {
                // What the first node's edges lead to is reached all the same.
                continue;
            }
            for &child in &self.successors[node as usize] {
                let parent = &mut self.parents[child as usize];
                if *parent == Some(node) {
                    *parent = None;
                    fallen.push(child);
                }
            }
        }
        fallen
    }
}

fn sum(nodes: &[u32]) -> u64 {
    nodes.iter().map(|&node| u64::from(node)).sum()
}
