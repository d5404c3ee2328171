//! The tokens that a change makes. Matches stand in no list of their facts until they come on the agenda: most of them fire
//! at once.

use alloc::vec::Vec;
use core::mem;

use super::Network;
use crate::agenda::Hand;
use crate::containers::index::NIL;
use crate::containers::trail::Mode;
use crate::ids::{Slot, TokenId};
use crate::joins::found::Matches;
use crate::plan::NodeKind;

impl<M: Mode> Network<M> {
    /// Makes a token at a node, which will work on it; its number. A match of a rule that fires in bulk needs none.
    #[inline(never)]
    pub(crate) fn create(&mut self, node: u32, left: u32, fact: u32) -> TokenId {
        if self.bulk.take(node) {
            self.bulk.push(node, &[Slot(fact)]);
            self.counters.creates(self.plan, node);
            return TokenId::NONE;
        }
        self.counters.creates(self.plan, node);
        let is_match = || matches!(self.plan.nodes[node as usize].kind, NodeKind::Match { .. });
        if left == NIL && self.loose && is_match() {
            let token = if self.may_hold() {
                self.tokens.hold(self.plan, node, fact)
            } else {
                self.tokens.create_loose(node, fact)
            };
            self.push_loose(token);
            return token;
        }
        let token = self.tokens.create(self.plan, node, left, fact);
        match self.plan.nodes[node as usize].kind {
            NodeKind::Match { .. } => {
                self.agenda.fresh.push(token);
                return token;
            }
            // It may be removed before it gets a group.
            NodeKind::Owner { .. } => self.tokens.get_mut(token).note = NIL,
            _ => {}
        }
        self.nodes[node as usize].lefts.push(token.number());
        self.work.push(node);
        token
    }

    /// Makes a token of each match that a search has found whole, but for those of rules that fire in bulk.
    #[inline]
    pub(crate) fn create_whole(&mut self, found: &mut Matches) {
        match found.nodes[..] {
            [] => {}
            [node] if self.may_hold() => {
                self.counters.creates(self.plan, node);
                let token = self.tokens.hold_whole(self.plan, node, &found.facts);
                self.push_loose(token);
                found.clear();
            }
            _ => self.create_each(found),
        }
    }

    /// The same, where none is held.
    #[inline(never)]
    pub(crate) fn create_each(&mut self, found: &mut Matches) {
        let mut rest = &found.facts[..];
        for &node in &found.nodes {
            let facts;
            (facts, rest) = rest.split_at(self.plan.whole(node).len());
            self.counters.creates(self.plan, node);
            if self.bulk.take(node) {
                self.bulk.push(node, facts);
                continue;
            }
            let token = self.tokens.create_whole(node, facts);
            if self.loose {
                self.push_loose(token);
            } else {
                self.tokens.link(self.plan, token);
                self.agenda.fresh.push(token);
            }
        }
        found.clear();
    }

    /// Whether a match that the change begins may be held, to be fired next: it is the first, and nothing is in hand.
    #[inline]
    fn may_hold(&self) -> bool {
        self.loose && self.holds && self.agenda.fresh.is_empty() && self.agenda.in_hand().is_none()
    }

    /// Notes a match that the change has begun and that stands in no list yet.
    #[inline]
    fn push_loose(&mut self, token: TokenId) {
        self.first_loose = self.first_loose.min(self.agenda.fresh.len());
        self.agenda.fresh.push(token);
    }

    /// Whether a match that the change has begun stands in no list yet.
    fn is_loose(&self, token: TokenId) -> bool {
        let token = self.tokens.get(token);
        self.loose && (token.left == NIL || !self.plan.whole(token.node()).is_empty())
    }

    /// Puts the matches that the change has begun into the lists of their facts, if they stand in none yet.
    #[inline]
    pub(crate) fn link_fresh(&mut self) {
        if self.first_loose != usize::MAX {
            self.link_loose();
        }
    }

    #[inline(never)]
    pub(crate) fn link_loose(&mut self) {
        for place in self.first_loose..self.agenda.fresh.len() {
            let token = self.tokens.keep(self.plan, self.agenda.fresh[place]);
            self.agenda.fresh[place] = token;
            if self.is_loose(token) {
                self.tokens.link(self.plan, token);
            }
        }
        self.first_loose = usize::MAX;
    }

    /// The matches that the change has begun, each in the lists of its facts.
    #[inline]
    pub(crate) fn take_fresh(&mut self) -> Vec<TokenId> {
        self.link_fresh();
        mem::take(&mut self.agenda.fresh)
    }

    /// The only match that the change has begun, if it is one that stands in no list yet.
    #[inline]
    pub(crate) fn only_fresh(&self) -> Option<TokenId> {
        match *self.agenda.fresh {
            [token] if self.first_loose == 0 => Some(token),
            _ => None,
        }
    }

    /// Takes the only match that the change has begun in hand, if it is one that fires next.
    #[inline]
    pub(crate) fn take_in_hand(&mut self, token: TokenId, entry: u32, date: u64) -> bool {
        let is_taken = self.agenda.take_in_hand(token, entry, date);
        if is_taken {
            self.agenda.fresh.clear();
            self.first_loose = usize::MAX;
        }
        is_taken
    }

    /// Takes a match that the change has begun in hand, by its place among them, if it stands in no list yet and fires before
    /// what was there.
    pub(crate) fn take_fresh_in_hand(&mut self, place: usize, entry: u32, date: u64) {
        let token = self.agenda.fresh[place];
        if place < self.first_loose || !self.is_loose(token) {
            return;
        }
        if self.agenda.take_in_hand(token, entry, date) {
            self.agenda.fresh.remove(place);
        }
    }

    /// Puts the activation in hand on the agenda, and into the lists of its facts.
    pub(crate) fn put_down(&mut self) {
        let Some(hand) = self.agenda.drop_hand() else {
            return;
        };
        self.holds = false;
        let token = self.tokens.keep(self.plan, hand.token);
        self.tokens.link(self.plan, token);
        self.agenda
            .enqueue(&mut self.tokens.links, Hand { token, ..hand });
    }

    /// Takes the activation in hand off, if it is this one.
    #[inline]
    pub(crate) fn let_go(&mut self, token: TokenId) -> bool {
        let is_held = self.agenda.let_go(token);
        if is_held {
            self.counters.removes(self.tokens.node(token));
            self.tokens.remove_loose(token);
        }
        is_held
    }
}
