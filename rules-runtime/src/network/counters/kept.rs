//! The counters of the feature `metrics`.

use alloc::vec::Vec;

use crate::containers::trail::Mode;
use crate::ids::{KindId, TokenId};
use crate::joins::found::{JoinCounts, Matches};
use crate::network::Network;
use crate::plan::{NodeKind, Plan};

/// What is counted of a node.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts {
    /// Activations in: tokens that came, and facts that came where tokens stand.
    pub(crate) taken: u64,
    /// Activations out: tokens made of what the node gave.
    pub(crate) given: u64,
    /// Searches for whole matches that began with its facts, the facts that they went over, the matches that they found.
    pub(crate) begun: u64,
    pub(crate) visited: u64,
    pub(crate) found: u64,
    /// What was put to its tests, and what passed.
    pub(crate) tested: u64,
    pub(crate) passed: u64,
    /// The tokens that it keeps, and the most that it has kept.
    pub(crate) memory: u64,
    pub(crate) peak: u64,
}

/// The counters of all nodes.
#[derive(Debug, Clone)]
pub(crate) struct Counters {
    pub(crate) nodes: Vec<Counts>,
    /// The facts that have entered each alpha memory.
    pub(crate) alphas: Vec<u64>,
    /// What was tested, and passed, in the change under way, by node.
    pub(crate) change: Vec<(u32, u64, u64)>,
    /// How many events of each fact type have expired.
    pub(crate) expired: Vec<u64>,
    /// What look-ups went over, by their places in `Program::LOOK_UPS`; those that none was counted of may be left out.
    pub(crate) look_ups: Vec<JoinCounts>,
}

impl Counters {
    /// Nothing counted yet.
    pub(crate) fn new<F>(plan: &Plan<F>) -> Self {
        Counters {
            nodes: plan.nodes.iter().map(|_| Counts::default()).collect(),
            alphas: plan.alphas.iter().map(|_| 0).collect(),
            change: Vec::new(),
            expired: plan.kinds.iter().map(|_| 0).collect(),
            look_ups: Vec::new(),
        }
    }

    /// A fact enters an alpha memory.
    pub(crate) fn enters(&mut self, alpha: u32) {
        self.alphas[alpha as usize] += 1;
    }

    /// A node works on so many tokens and facts.
    pub(crate) fn takes(&mut self, node: u32, items: usize) {
        self.nodes[node as usize].taken += items as u64;
    }

    /// A node has tested so many, of which so many have passed.
    pub(crate) fn tests(&mut self, node: u32, tested: usize, passed: usize) {
        let (tested, passed) = (tested as u64, passed as u64);
        let counts = &mut self.nodes[node as usize];
        counts.tested += tested;
        counts.passed += passed;
        if tested == 0 {
            return;
        }
        match self.change.last_mut() {
            Some((last, all, some)) if *last == node => {
                *all += tested;
                *some += passed;
            }
            _ => self.change.push((node, tested, passed)),
        }
    }

    /// A search for whole matches has begun at joins, and tested facts there.
    pub(crate) fn searched(&mut self, found: &mut Matches, before: usize) {
        // Searches that begin alike share what they look up, and here what they go over.
        let begun = found.counts.iter().filter(|(_, counts)| counts.taken > 0);
        let sharing = begun.clone().count() as u64;
        let visited: u64 = found.counts.iter().map(|(_, counts)| counts.tested).sum();
        for &(node, _) in begun {
            let of = &mut self.nodes[node as usize];
            of.begun += 1;
            of.visited += visited / sharing;
            of.found += (found.nodes.len() - before) as u64 / sharing;
        }
        for (node, counts) in found.counts.drain(..) {
            let of = &mut self.nodes[node as usize];
            of.taken += counts.taken;
            of.given += counts.passed;
            self.tests(node, counts.tested as usize, counts.passed as usize);
        }
        for (look_up, counts) in found.look_ups.drain(..) {
            let place = look_up as usize;
            if self.look_ups.len() <= place {
                self.look_ups.resize(place + 1, JoinCounts::default());
            }
            let of = &mut self.look_ups[place];
            of.taken += counts.taken;
            of.tested += counts.tested;
            of.passed += counts.passed;
        }
    }

    /// A token is made at a node.
    pub(crate) fn creates<F>(&mut self, plan: &Plan<F>, node: u32) {
        let of = &plan.nodes[node as usize];
        if of.producer != node {
            self.nodes[of.producer as usize].given += 1;
        }
        let counts = &mut self.nodes[node as usize];
        counts.memory += 1;
        counts.peak = counts.peak.max(counts.memory);
        // What comes to the agenda is worked on by no node.
        if matches!(of.kind, NodeKind::Match { .. }) {
            counts.taken += 1;
        }
    }

    /// A token is removed from a node.
    pub(crate) fn removes(&mut self, node: u32) {
        let counts = &mut self.nodes[node as usize];
        counts.memory = counts.memory.saturating_sub(1);
    }

    /// Events of these types expire.
    pub(crate) fn expires(&mut self, kinds: impl Iterator<Item = KindId>) {
        for kind in kinds {
            self.expired[kind.index()] += 1;
        }
    }

    /// So many tokens are kept at each node, after the session has gone back or was restored.
    pub(crate) fn keeps(&mut self, nodes: impl Iterator<Item = u32>) {
        for counts in &mut self.nodes {
            counts.memory = 0;
        }
        for node in nodes {
            let counts = &mut self.nodes[node as usize];
            counts.memory += 1;
            counts.peak = counts.peak.max(counts.memory);
        }
    }
}

impl<M: Mode> Network<M> {
    /// Counts the tokens at each node anew.
    pub(crate) fn recount(&mut self) {
        let nodes = TokenId::each(self.tokens.all().len())
            .filter(|&token| !self.tokens.is_dead(token) && !self.tokens.is_copy(token))
            .map(|token| self.tokens.node(token));
        self.counters.keeps(nodes);
    }
}
