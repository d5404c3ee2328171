//! Summaries that tokens have in common, since they read nothing of them: members are found once, for an owner without
//! facts, and every token there is told what they come to.
//!
//! So they are neither gathered anew for each, nor for one that takes the place of another in a change. When no such token is
//! left the owner ends, so that facts need not be noted any more. Where each fact of the one pattern inside is a member, it
//! lingers until one comes: then a token that comes later finds what is there already.

use core::mem;

use crate::aggregates::summary::Emitted;
use crate::containers::index::NIL;
use crate::containers::trail::Mode;
use crate::ids::TokenId;
use crate::network::{Batch, Network, Pair};
use crate::plan::{Node, NodeKind};

/// Under this hash tokens stand in the index of their node.
const SHARERS: u64 = 0;
/// Under this one their owner stands there.
const OWNER: u64 = 1;

impl<M: Mode> Network<M> {
    /// The work of the node of such tokens: with the first the search for members begins, and with the last it ends unless
    /// it lingers.
    #[inline(never)]
    pub(crate) fn share(&mut self, node: u32, summary: u32) {
        let mut new = mem::take(&mut self.nodes[node as usize].lefts);
        for token in new.drain(..) {
            if !self.tokens.is_dead(TokenId(token)) {
                let links = &mut self.tokens.links;
                self.lefts.link(node, links, token, SHARERS);
                // They are told when it works.
                self.nodes[summary as usize].rights.push(token);
                self.work.push(summary);
            }
        }
        self.nodes[node as usize].lefts = new;
        if self.lefts.first(node, SHARERS) == NIL {
            if !self.lingers(node, summary) {
                self.end_search(node);
            }
        } else if self.lefts.first(node, OWNER) == NIL {
            for &owners in self.plan.nodes[node as usize].outputs {
                let owner = self.create(owners, NIL, NIL).number();
                self.lefts.link(node, &mut self.tokens.links, owner, OWNER);
            }
        }
    }

    /// Whether the owner of tokens at a node lingers when there are none: its members are all the facts of one pattern.
    pub(crate) fn lingers(&self, node: u32, summary: u32) -> bool {
        let nodes = &self.plan.nodes;
        let owners = nodes[node as usize].outputs.iter();
        let mut first = owners.flat_map(|&owners| nodes[owners as usize].outputs);
        first.all(|&first| {
            let Node { kind, outputs, .. } = &nodes[first as usize];
            matches!(kind, NodeKind::Join { .. }) && *outputs == [summary]
        })
    }

    /// Ends the search for members of a summary that nothing has in common any more, where one has come; its owner is so many
    /// steps to the left.
    #[inline]
    pub(crate) fn end_idle(&mut self, summary: u32, steps: u32) {
        let Some(&member) = self.nodes[summary as usize].lefts.first() else {
            return;
        };
        let member = TokenId(member);
        if let Some(node) = self.node_of_sharers(self.tokens.up(member, steps))
            && self.lefts.first(node, SHARERS) == NIL
        {
            self.end_search(node);
        }
    }

    #[inline(never)]
    fn end_search(&mut self, node: u32) {
        let owner = self.lefts.first(node, OWNER);
        if owner != NIL {
            self.lefts.unlink(node, &mut self.tokens.links, owner);
            self.remove(TokenId(owner));
        }
    }

    /// Lets the new ones among such tokens, which come to the summary from the right, be told what it said already.
    #[inline(never)]
    pub(crate) fn tell_new(&self, batch: &mut Batch) {
        let Some(new) = batch.rights.first() else {
            return;
        };
        let owner = self.lefts.first(self.tokens.node(new.token()), OWNER);
        if owner == NIL {
            return;
        }
        let group = self.tokens.get(TokenId(owner)).note;
        if group == NIL || self.summaries.groups[group as usize].emitted == Emitted::Nothing {
            return;
        }
        let Batch { rights, pairs, .. } = batch;
        let new = rights.iter().map(|new| new.token());
        let new = new.filter(|&token| !self.tokens.is_dead(token));
        pairs.extend(new.map(|token| Pair::of(token, group)));
    }

    /// The tokens at such a node, and whether their owner stands.
    #[cfg(debug_assertions)]
    pub(crate) fn sharers(&self, node: u32) -> (impl Iterator<Item = TokenId> + '_, bool) {
        let has_owner = self.lefts.first(node, OWNER) != NIL;
        (self.told_from(self.first_sharer(node)), has_owner)
    }

    /// The tokens that are told what a group of a summary comes to: its owner, or those that have it in common.
    pub(crate) fn told_of(&self, owner: TokenId) -> impl Iterator<Item = TokenId> + '_ {
        self.told_from(self.first_told(owner))
    }

    fn told_from(&self, first: TokenId) -> impl Iterator<Item = TokenId> + '_ {
        let some = |token: TokenId| (token != TokenId::NONE).then_some(token);
        core::iter::successors(some(first), move |&token| some(self.next_told(token)))
    }

    /// The first of them; [`TokenId::NONE`] where there is none.
    pub(crate) fn first_told(&self, owner: TokenId) -> TokenId {
        let node = self.node_of_sharers(owner);
        node.map_or(owner, |node| self.first_sharer(node))
    }

    fn first_sharer(&self, node: u32) -> TokenId {
        TokenId(self.lefts.first(node, SHARERS))
    }

    /// The node of the tokens that have an owner in common, if it is such.
    fn node_of_sharers(&self, owner: TokenId) -> Option<u32> {
        let node = self.producer(owner);
        matches!(
            self.plan.nodes[node as usize].kind,
            NodeKind::Sharers { .. }
        )
        .then_some(node)
    }

    /// The one after another. An owner stands in no list, and is the only one.
    pub(crate) fn next_told(&self, token: TokenId) -> TokenId {
        TokenId(self.tokens.links[token.index()].next)
    }
}
