//! The work of a node of tokens: what is new at it, paired with what goes with that.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{Network, NodeState};
use crate::containers::fields::Fields as _;
use crate::containers::index::each_item;
use crate::containers::trail::Mode;
use crate::ids::{Slot, TokenId};
use crate::plan::NodeKind;

/// An item of a join, and the hash of its key.
#[derive(Debug, Clone, Copy)]
pub struct Keyed {
    /// The token or the slot.
    pub item: u32,
    /// The hash of its key; 0 where there is none.
    pub hash: u64,
}

impl Keyed {
    /// The token, where it is one.
    #[must_use]
    pub fn token(self) -> TokenId {
        TokenId(self.item)
    }
}

/// A token (or a slot) and what is to be joined to it.
#[derive(Debug, Clone, Copy)]
pub struct Pair {
    /// The token, or the slot of a left fact.
    pub left: u32,
    /// The slot of the right fact, or the number of a group, of an element or of a branch.
    pub right: u32,
}

impl Pair {
    /// A token, and what is to be joined to it.
    pub(crate) fn of(token: TokenId, right: u32) -> Self {
        Pair {
            left: token.number(),
            right,
        }
    }

    /// The token, where a token stands on its left.
    pub(crate) fn token(self) -> TokenId {
        TokenId(self.left)
    }

    /// Keeps of pairs those that meet a test of what stands on their sides. By a pointer, for a ruleset has a test for each
    /// node, and rustc would make a loop of its own for each.
    pub fn retain<T, N, L: From<u32>, R: From<u32>>(
        pairs: &mut Vec<Pair>,
        memory: &T,
        network: &N,
        test: fn(&T, &N, L, R) -> bool,
    ) {
        pairs.retain(|pair| test(memory, network, pair.left.into(), pair.right.into()));
    }
}

/// What a node works on. It is handed on from step to step, and so it stands in a box.
#[derive(Debug, Clone, Default)]
pub(crate) struct Batch {
    pub(crate) lefts: Vec<Keyed>,
    pub(crate) rights: Vec<Keyed>,
    pub(crate) pairs: Vec<Pair>,
    /// Where the sides bound one another, the places of `lefts`, and those of `rights`.
    pub(crate) places: [Vec<[u64; 2]>; 2],
}

impl Batch {
    /// Pairs all that comes from the left with one number.
    pub(crate) fn pair_lefts(&mut self, right: u32) {
        let pairs = self.lefts.iter().map(|left| Pair {
            left: left.item,
            right,
        });
        self.pairs.extend(pairs);
    }

    /// Sorts what comes from the left. By a pointer: a sort is much code, and so there is one for all rulesets.
    #[inline(never)]
    pub(crate) fn sort_lefts(&mut self, order: &dyn Fn(&Keyed, &Keyed) -> Ordering) {
        self.lefts.sort_by(order);
    }
}

impl<M: Mode> Network<M> {
    /// What is new at a node; the hashes of tokens are still to be computed.
    #[inline(never)]
    pub(crate) fn open(&mut self, node: u32) -> Box<Batch> {
        let mut batch = self.batch.take().unwrap_or_default();
        let Network {
            plan,
            tokens,
            facts,
            nodes,
            ..
        } = self;
        let (left, right) = match plan.nodes[node as usize].kind {
            NodeKind::Join { right } | NodeKind::Counted { right, .. } => (None, Some(right)),
            NodeKind::JoinFacts { left, right, .. } => (Some(left), Some(right)),
            _ => (None, None),
        };
        let keyed = |index: Option<u32>, item| {
            let hash = index.and_then(|index| facts.hash_of(index, Slot(item)));
            Keyed {
                item,
                hash: hash.unwrap_or_default(),
            }
        };
        let NodeState { lefts, rights, .. } = &mut nodes[node as usize];
        for &item in &*lefts {
            if left.is_some() || !tokens.is_dead(TokenId(item)) {
                batch.lefts.push(keyed(left, item));
            }
        }
        lefts.clear();
        for &item in &*rights {
            batch.rights.push(keyed(right, item));
        }
        rights.clear();
        let items = batch.lefts.len() + batch.rights.len();
        self.counters.takes(node, items);
        batch
    }

    /// Pairs what is new on the left with all facts that may go with it. Puts new tokens into the node's index.
    #[inline(never)]
    pub(crate) fn probe(&mut self, node: u32, batch: &mut Batch, hashed: bool) {
        let of_facts = matches!(
            self.plan.nodes[node as usize].kind,
            NodeKind::JoinFacts { .. }
        );
        if !of_facts {
            for &Keyed { item: left, hash } in &batch.lefts {
                let hash = if hashed { hash } else { 0 };
                self.lefts.link(node, &mut self.tokens.links, left, hash);
            }
        }
        self.pair_lefts(node, batch, hashed);
    }

    /// Pairs what a batch has on the left with the facts that may go with it.
    #[inline]
    pub(crate) fn pair_lefts(&self, node: u32, batch: &mut Batch, hashed: bool) {
        let Some(right) = self.plan.nodes[node as usize].kind.right() else {
            return;
        };
        for &Keyed { item: left, hash } in &batch.lefts {
            self.facts.each(right, hash, hashed, |right| {
                let right = right.number();
                batch.pairs.push(Pair { left, right });
            });
        }
    }

    /// Pairs the facts of a batch with what was on the left before the change.
    #[inline(never)]
    pub(crate) fn pair_rights(&self, node: u32, batch: &mut Batch, hashed: bool) {
        let Batch {
            lefts,
            rights,
            pairs,
            ..
        } = batch;
        match &self.plan.nodes[node as usize].kind {
            NodeKind::Join { .. } | NodeKind::Counted { .. } => {
                for &Keyed { item: right, hash } in rights.iter() {
                    // Tokens whose keys cannot be hashed all stand under 0.
                    let hash = if hashed { hash } else { 0 };
                    let first = self.lefts.first(node, hash);
                    each_item(first, &self.tokens.links, |left| {
                        pairs.push(Pair { left, right });
                    });
                }
            }
            NodeKind::JoinFacts { left, part, .. } => {
                for &Keyed { item: right, hash } in rights.iter() {
                    self.facts.each(*left, hash, hashed, |left| {
                        // Left facts that are new here come with `lefts`.
                        let is_new = || self.tokens.changes(part.kind, left).meets(part.reads);
                        if lefts.is_empty() || !is_new() {
                            let left = left.number();
                            pairs.push(Pair { left, right });
                        }
                    });
                }
            }
            _ => {}
        }
    }

    /// Makes a token of each pair at each node that takes them.
    #[inline(never)]
    pub(crate) fn emit(&mut self, node: u32, batch: Box<Batch>) {
        for &Pair { left, right } in &batch.pairs {
            for &output in self.plan.nodes[node as usize].outputs {
                self.create(output, left, right);
            }
        }
        self.close(batch);
    }

    /// Gives a batch back, to be filled again.
    pub(crate) fn close(&mut self, mut batch: Box<Batch>) {
        batch.lefts.clear();
        batch.rights.clear();
        batch.pairs.clear();
        batch.places.iter_mut().for_each(Vec::clear);
        self.batch = Some(batch);
    }
}
