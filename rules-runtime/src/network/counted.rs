//! The nodes of `not`, `exists` and `unique` over one fact: for each token they count the facts that go with it.
//!
//! What leaves is taken off the counts while working memory reads as before the change, what enters is added
//! when it reads as after; whether a token passes is decided once, when its node works.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem;

use hashbrown::HashSet;

use crate::containers::hash::BuildHasher;
use crate::containers::index::NIL;
use crate::containers::trail::Mode;
use crate::ids::{Slot, TokenId};
use crate::network::{Batch, Keyed, Network, Pair};
use crate::plan::{NodeKind, Quantifier, Summary};

/// In the note of a token at a counting node: whether it passes, whether this change has touched its
/// count, and the count.
const PASSES: u32 = 1 << 31;
const TOUCHED: u32 = 1 << 30;
const COUNT: u32 = TOUCHED - 1;

/// Of equal tokens keeps the first.
fn keep_firsts(tokens: &mut Vec<TokenId>) {
    /// As many are compared with each other.
    const FEW: usize = 8;
    if tokens.len() > FEW {
        let mut seen = HashSet::<TokenId, BuildHasher>::default();
        tokens.retain(|&token| seen.insert(token));
        return;
    }
    let mut place = 1;
    while let Some(token) = tokens.get(place) {
        if tokens[..place].contains(token) {
            tokens.remove(place);
        } else {
            place += 1;
        }
    }
}

impl<M: Mode> Network<M> {
    /// A fact that falls, at a counting node that may have counted it.
    #[inline(never)]
    pub(crate) fn open_falling(&mut self, node: u32, slot: Slot) -> Box<Batch> {
        let mut batch = self.batch.take().unwrap_or_default();
        batch.rights.push(self.counted_key(node, slot));
        batch
    }

    fn counted_key(&self, node: u32, slot: Slot) -> Keyed {
        let right = self.plan.nodes[node as usize].kind.right();
        let hash = right.and_then(|right| self.facts.hash_of(right, slot));
        Keyed {
            item: slot.number(),
            hash: hash.unwrap_or_default(),
        }
    }

    /// Keeps of the pairs with a fact that falls those whose tokens can be tested. The others are counted anew when
    /// the node works: by then what they rest on is settled, or they are gone.
    #[inline(never)]
    pub(crate) fn put_off_unsettled(&mut self, node: u32, pairs: &mut Vec<Pair>) {
        let first_unsettled = self.first_unsettled();
        if first_unsettled.is_none() {
            return;
        }
        pairs.retain(|pair| {
            let unsettled = self.is_unsettled(first_unsettled, pair.token());
            if unsettled {
                self.count_anew(node, pair.token());
            }
            !unsettled
        });
    }

    /// Has a token counted as if it were new.
    fn count_anew(&mut self, node: u32, token: TokenId) {
        if self.doubts(node) {
            self.nodes[node as usize].doubted.push(token);
        }
        if self.is_bounded(node) {
            self.bounded.remove(node, token);
        } else {
            let links = &mut self.tokens.links;
            self.lefts.unlink(node, links, token.number());
        }
        self.tokens.get_mut(token).note &= !COUNT;
        self.nodes[node as usize].lefts.push(token.number());
        self.work.push(node);
    }

    /// Whether what rests on a token that is counted less here may rest on itself.
    fn doubts(&self, node: u32) -> bool {
        let is_exists = matches!(
            self.plan.nodes[node as usize].kind,
            NodeKind::Counted {
                quantifier: Quantifier::Some,
                ..
            }
        );
        self.plan.recursive && is_exists
    }

    /// A fact that a counting node may count.
    pub(crate) fn counting(&self, node: u32, slot: Slot) -> Batch {
        Batch {
            rights: alloc::vec![self.counted_key(node, slot)],
            ..Batch::default()
        }
    }

    /// The matches to which tokens lead, through `exists` too; each once.
    pub(crate) fn matches_below(&self, mut tokens: Vec<TokenId>) -> Vec<TokenId> {
        let mut matches = Vec::new();
        while let Some(token) = tokens.pop() {
            let node = self.tokens.node(token);
            match self.plan.nodes[node as usize].kind {
                NodeKind::Match { .. } => matches.push(token),
                NodeKind::Summary {
                    of: Summary::Quantified(Quantifier::Some),
                    steps,
                    ..
                } => {
                    let owner = self.tokens.up(token, steps);
                    for of in self.told_of(owner) {
                        self.tokens.outputs(self.plan, of, node, &mut tokens);
                    }
                }
                _ => tokens.extend(self.tokens.children(token)),
            }
        }
        keep_firsts(&mut matches);
        matches
    }

    /// Doubts the matches to which tokens lead: what they rest on has become less.
    #[inline(never)]
    pub(crate) fn doubt(&mut self, tokens: Vec<TokenId>) {
        for token in self.matches_below(tokens) {
            if self.supports.has_match(token) {
                let node = self.tokens.node(token);
                self.nodes[node as usize].doubted.push(token);
                self.work.push(node);
            }
        }
    }

    /// The facts that leave a counting node. (Tokens that are new there keep waiting for the second sweep.)
    #[inline(never)]
    pub(crate) fn open_leaving(&mut self, node: u32) -> Box<Batch> {
        let lefts = mem::take(&mut self.nodes[node as usize].lefts);
        let batch = self.open(node);
        self.nodes[node as usize].lefts = lefts;
        batch
    }

    /// Takes off the counts what the pairs say.
    #[inline(never)]
    pub(crate) fn discount(&mut self, node: u32, batch: Box<Batch>) {
        let doubts = self.doubts(node);
        for pair in &batch.pairs {
            let left = pair.token();
            if doubts {
                self.nodes[node as usize].doubted.push(left);
            }
            let token = self.tokens.get_mut(left);
            let count = token.note & COUNT;
            token.note = (token.note & !COUNT) | count.saturating_sub(1);
            self.touch_count(node, left);
        }
        self.close(batch);
    }

    /// Adds to the counts what the pairs say, and lets pass or stops the tokens whose counts say
    /// something else than before.
    #[inline(never)]
    pub(crate) fn count(&mut self, node: u32, quantifier: Quantifier, batch: Box<Batch>) {
        for pair in &batch.pairs {
            self.tokens.get_mut(pair.token()).note += 1;
            self.touch_count(node, pair.token());
        }
        for left in &batch.lefts {
            self.touch_count(node, left.token());
        }
        self.close(batch);
        let mut touched = mem::take(&mut self.nodes[node as usize].touched);
        for token in touched.drain(..) {
            if self.tokens.is_dead(token) {
                continue;
            }
            let counted = &mut self.tokens.get_mut(token).note;
            *counted &= !TOUCHED;
            let passes = quantifier.holds_of(*counted & COUNT);
            if passes == (*counted & PASSES != 0) {
                continue;
            }
            *counted ^= PASSES;
            if passes {
                for &output in self.plan.nodes[node as usize].outputs {
                    self.create(output, token.number(), NIL);
                }
            } else {
                self.remove_outputs(node, token);
            }
        }
        self.nodes[node as usize].touched = touched;
        if self.plan.recursive {
            let mut doubted = mem::take(&mut self.nodes[node as usize].doubted);
            doubted.retain(|&token| {
                !self.tokens.is_dead(token) && self.tokens.get(token).note & PASSES != 0
            });
            self.doubt(doubted);
        }
    }

    /// How many facts a token at a counting node has, and whether it passes.
    #[cfg(debug_assertions)]
    pub(crate) fn count_of(&self, token: TokenId) -> (u32, bool) {
        let note = self.tokens.get(token).note;
        (note & COUNT, note & PASSES != 0)
    }

    fn touch_count(&mut self, node: u32, token: TokenId) {
        let counted = &mut self.tokens.get_mut(token).note;
        if *counted & TOUCHED == 0 {
            *counted |= TOUCHED;
            self.nodes[node as usize].touched.push(token);
            self.work.push(node);
        }
    }
}
