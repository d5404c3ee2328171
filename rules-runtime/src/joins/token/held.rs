//! Where the first match stands that a change begins. As a rule it fires next, and nothing else asks for it: it is written
//! to one of two places that stand ready, and gets a token of its own only where something comes first.

use core::mem;

use super::whole::widest;
use super::{COPY, DEAD, Token, Tokens};
use crate::containers::index::NIL;
use crate::containers::trail::Mode;
use crate::ids::{Slot, TokenId};
use crate::plan::Plan;

/// A place for a match: a token that is in no list, with as many cells as the widest match has.
#[derive(Debug, Clone, Copy)]
struct Place {
    token: TokenId,
    cells: u32,
}

/// The two places for matches. While a match fires, its effects may begin one in the other.
#[derive(Debug, Clone)]
pub(super) struct Places {
    /// Where the next match is held; its token is [`TokenId::NONE`] until there is one.
    next: Place,
    other: Place,
}

impl Places {
    /// No places: most sessions of some rulesets never hold a match.
    pub(super) const NONE: Self = {
        let none = Place {
            token: TokenId::NONE,
            cells: NIL,
        };
        Places {
            next: none,
            other: none,
        }
    };
}

impl<M: Mode> Tokens<M> {
    /// Holds a match that was found whole. Nothing else is held, but for what is firing.
    #[inline]
    pub(crate) fn hold_whole(
        &mut self,
        plan: &Plan<M::Fields>,
        node: u32,
        facts: &[Slot],
    ) -> TokenId {
        let Place { token, cells } = self.place_to_hold(plan);
        let held = &mut self.all[token.index()];
        (held.node, held.left, held.fact) = (node, cells, NIL);
        for (place, &slot) in facts.iter().enumerate() {
            self.cells[cells as usize + place].slot = slot;
        }
        token
    }

    /// Holds a match of one fact, or of none.
    #[inline]
    pub(crate) fn hold(&mut self, plan: &Plan<M::Fields>, node: u32, fact: u32) -> TokenId {
        let Place { token, .. } = self.place_to_hold(plan);
        let held = &mut self.all[token.index()];
        (held.node, held.left, held.fact) = (node, NIL, fact);
        token
    }

    /// Whether a token is one of those in which matches are held.
    #[inline]
    pub(super) fn is_held(&self, token: TokenId) -> bool {
        token == self.held.next.token || token == self.held.other.token
    }

    /// The token of a match that stands in no list yet; one that is held gets a token of its own.
    pub(crate) fn keep(&mut self, plan: &Plan<M::Fields>, token: TokenId) -> TokenId {
        if !self.is_held(token) {
            return token;
        }
        let Token {
            node, left, fact, ..
        } = *self.get(token);
        let width = plan.whole(node).len();
        let kept = if width == 0 {
            self.create_loose(node, fact)
        } else {
            let mut facts = mem::take(&mut self.slots);
            let slots = (0..width).map(|place| self.cells[left as usize + place].slot);
            facts.extend(slots);
            let kept = self.create_whole(node, &facts);
            facts.clear();
            self.slots = facts;
            kept
        };
        self.release(token);
        kept
    }

    /// Releases the match that is held. Its node and facts are read until the second one after it is held; like a copy it is
    /// in no list, but nothing of a record stands in its note.
    #[inline]
    pub(super) fn release(&mut self, held: TokenId) {
        debug_assert_eq!(held, self.held.next.token, "one match is held");
        self.get_mut(held).node |= DEAD | COPY;
        mem::swap(&mut self.held.next, &mut self.held.other);
    }

    /// The place where the next match is held.
    #[inline]
    fn place_to_hold(&mut self, plan: &Plan<M::Fields>) -> Place {
        if self.held.next.token == TokenId::NONE {
            self.make_places(plan);
        }
        self.held.next
    }

    #[cold]
    fn make_places(&mut self, plan: &Plan<M::Fields>) {
        let mut make = || {
            let facts = alloc::vec![Slot::NONE; widest(plan)];
            let token = self.create_whole(DEAD | COPY, &facts);
            let cells = self.get(token).left;
            Place { token, cells }
        };
        self.held = Places {
            next: make(),
            other: make(),
        };
    }
}
