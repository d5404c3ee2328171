//! Tokens of matches that are found whole: each has a cell for each of its facts, one after the other. Lists run
//! through the cells of a fact.

use alloc::vec::Vec;

use super::{DEAD, Token, Tokens};
use crate::containers::fields::Fields as _;
use crate::containers::index::NIL;
use crate::containers::trail::Mode;
#[cfg(debug_assertions)]
use crate::ids::KindId;
use crate::ids::{Slot, TokenId};
use crate::plan::{Part, Plan};

/// A fact as part of a match that was found whole.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cell {
    /// The match.
    token: TokenId,
    /// The fact.
    pub(crate) slot: Slot,
    /// Its neighbours among the cells of its fact.
    next: u32,
    prev: u32,
}

/// How many facts the widest match has that is found whole.
pub(super) fn widest<F>(plan: &Plan<F>) -> usize {
    let widths = plan.matches.iter().map(|entry| entry.facts.len());
    widths.max().unwrap_or_default()
}

impl<M: Mode> Tokens<M> {
    /// The cells, to be read.
    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The fact at a place of a match that was found whole.
    #[inline]
    pub(crate) fn fact_at(&self, token: TokenId, place: u32) -> Slot {
        self.cells[(self.get(token).left + place) as usize].slot
    }

    /// Makes a token of all facts of a match. It stands in no list until it is [linked](Tokens::link).
    pub(crate) fn create_whole(&mut self, node: u32, facts: &[Slot]) -> TokenId {
        let width = facts.len() as u32;
        let empty = Cell {
            token: TokenId::NONE,
            slot: Slot::NONE,
            next: NIL,
            prev: NIL,
        };
        let first = self.free_cells.pop(width).unwrap_or_else(|| {
            let first = self.cells.len() as u32;
            (0..width).for_each(|_| self.cells.push(empty));
            first
        });
        let token = self.place(Token::new(node, first, NIL));
        for (cell, &slot) in (first..).zip(facts) {
            self.cells[cell as usize] = Cell {
                token,
                slot,
                ..empty
            };
        }
        token
    }

    /// Puts the cells of a match into the lists of its facts.
    pub(super) fn link_cells(&mut self, plan: &Plan<M::Fields>, token: TokenId) {
        let Token { node, left, .. } = *self.get(token);
        for (part, cell) in plan.whole(node).iter().zip(left..) {
            let slot = self.cells[cell as usize].slot;
            let head = &mut self.facts_entry(part.kind, slot).cells;
            let next = core::mem::replace(head, cell);
            if next != NIL {
                self.cells[next as usize].prev = cell;
            }
            self.cells[cell as usize].next = next;
        }
    }

    /// Adds the matches, from a cell of a fact on, whose rules read one of these fields of it.
    pub(super) fn whole_readers(
        &self,
        plan: &Plan<M::Fields>,
        mut at: u32,
        fields: M::Fields,
        into: &mut Vec<TokenId>,
    ) {
        while at != NIL {
            let Cell { token, next, .. } = self.cells[at as usize];
            let Token { node, left, .. } = *self.get(token);
            let part = &plan.whole(node & !DEAD)[(at - left) as usize];
            if part.reads.meets(fields) {
                into.push(token);
            }
            at = next;
        }
    }

    /// Adds the matches of a node with these facts at these places, of which there is one at least.
    pub(crate) fn wholes(
        &self,
        plan: &Plan<M::Fields>,
        node: u32,
        (places, facts): (&[u32], &[Slot]),
        into: &mut Vec<TokenId>,
    ) {
        let parts = plan.whole(node);
        let first = |(&place, &slot): (&u32, &Slot)| {
            let links = self
                .facts
                .row(parts[place as usize].kind.number())
                .get(slot.index());
            (place, links.map_or(NIL, |links| links.cells))
        };
        let mut lists = places.iter().zip(facts).map(first);
        let Some((mut place, mut at)) = lists.next() else {
            return;
        };
        for (other_place, other) in lists {
            if self.is_shorter(other, at) {
                (place, at) = (other_place, other);
            }
        }
        while at != NIL {
            let Cell { token, next, .. } = self.cells[at as usize];
            let Token { node: of, left, .. } = *self.get(token);
            let mut pairs = places.iter().zip(facts);
            let is_meant = of == node
                && at == left + place
                && pairs.all(|(&place, &slot)| self.cells[(left + place) as usize].slot == slot);
            if is_meant {
                into.push(token);
            }
            at = next;
        }
    }

    /// Whether one list of cells is shorter than another, found out in as many steps as the shorter has.
    fn is_shorter(&self, mut one: u32, mut other: u32) -> bool {
        while one != NIL && other != NIL {
            one = self.cells[one as usize].next;
            other = self.cells[other as usize].next;
        }
        one == NIL && other != NIL
    }

    /// Takes the cells of a match, if it has any, out of the lists of its facts.
    #[inline]
    pub(super) fn unlink_cells(&mut self, plan: &Plan<M::Fields>, node: u32, token: TokenId) {
        let first = self.get(token).left;
        for (&Part { kind, .. }, cell) in plan.whole(node).iter().zip(first..) {
            let Cell {
                slot, next, prev, ..
            } = self.cells[cell as usize];
            if next != NIL {
                self.cells[next as usize].prev = prev;
            }
            if prev == NIL {
                self.facts.get_mut(kind.number(), slot.index()).cells = next;
            } else {
                self.cells[prev as usize].next = next;
            }
        }
    }

    /// Frees the cells of the tokens that the change has removed.
    pub(super) fn free_cells_of_dead(&mut self, plan: &Plan<M::Fields>) {
        for &token in &self.dead {
            let token = &self.all[token.index()];
            let width = plan.whole(token.node()).len() as u32;
            if width > 0 {
                self.free_cells.push(width, token.left);
            }
        }
    }

    /// Checks the list of the cells of a fact. Returns how many there are.
    #[cfg(debug_assertions)]
    pub(super) fn verify_cells(&self, plan: &Plan<M::Fields>, kind: KindId, slot: Slot) -> i64 {
        let (mut count, mut before) = (0, NIL);
        let mut at = self.facts.row(kind.number())[slot.index()].cells;
        while at != NIL {
            let cell = self.cells[at as usize];
            let token = self.get(cell.token);
            let parts = plan.whole(token.node());
            assert!(!self.is_dead(cell.token), "cell {at}");
            assert_eq!(
                parts.get((at - token.left) as usize).map(|part| part.kind),
                Some(kind),
                "cell {at}"
            );
            assert_eq!((cell.slot, cell.prev), (slot, before), "cell {at}");
            count += 1;
            (before, at) = (at, cell.next);
        }
        count
    }
}
