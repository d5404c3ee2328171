//! The internal check of the lists that run through tokens.

use alloc::vec;
use alloc::vec::Vec;

use super::{DEAD, Occurrence, Part, Plan, Tokens};
use crate::containers::index::NIL;
use crate::containers::trail::Mode;
use crate::ids::{KindId, Slot, TokenId};

impl<M: Mode> Tokens<M> {
    /// Checks that tokens and lists say the same; the tokens at each node. `is_there` says whether a slot
    /// has a fact. The token in hand, if there is one, stands in no list.
    pub(crate) fn verify(
        &self,
        plan: &Plan<M::Fields>,
        in_hand: Option<TokenId>,
        is_there: &dyn Fn(KindId, Slot) -> bool,
    ) -> Vec<Vec<TokenId>> {
        assert!(self.dead.is_empty() && self.run.kind == KindId::NONE && self.more.is_empty());
        assert!(self.changed.is_empty() && self.touched.is_empty());
        assert_eq!(self.touched_kinds, 0);
        let mut is_free = vec![false; self.all.len()];
        for &token in self.free.iter() {
            let was_free = core::mem::replace(&mut is_free[token.index()], true);
            assert!(!was_free, "token {token} is free twice");
        }
        let mut at_nodes = vec![Vec::new(); plan.nodes.len()];
        let (mut children, mut occurrences) = (0, 0);
        for token in TokenId::each(self.all.len()).filter(|&token| !is_free[token.index()]) {
            let known = self.get(token);
            if known.is_copy() {
                continue;
            }
            assert_eq!(
                known.node & DEAD,
                0,
                "token {token} is neither alive nor free"
            );
            at_nodes[known.node() as usize].push(token);
            let before = occurrences;
            let shape = &plan.nodes[known.node() as usize];
            let whole = plan.whole(known.node());
            if !whole.is_empty() {
                for (place, part) in (0..).zip(whole) {
                    let slot = self.fact_at(token, place);
                    assert!(is_there(part.kind, slot), "a fact of token {token}");
                    occurrences += 1;
                }
            } else if let Some(Part { kind, .. }) = shape.left_fact {
                assert!(
                    is_there(kind, known.left_slot()),
                    "the left of token {token}"
                );
                occurrences += 1;
            } else if known.left != NIL {
                let is_alive = !is_free[known.left as usize] && !self.is_dead(known.left_token());
                assert!(is_alive, "the left of token {token}");
                children += 1;
            }
            if let Some(Part { kind, .. }) = shape.fact {
                assert!(is_there(kind, known.slot()), "the fact of token {token}");
                occurrences += 1;
            }
            children -= self.verify_children(token);
            if in_hand == Some(token) {
                occurrences = before;
            }
        }
        assert_eq!(children, 0, "each token stands in the list of its left");
        for kind in KindId::each(plan.kinds.len()) {
            for slot in Slot::each(self.facts.row(kind.number()).len()) {
                occurrences -= self.verify_occurrences(plan, kind, slot);
                occurrences -= self.verify_cells(plan, kind, slot);
            }
        }
        assert_eq!(
            occurrences, 0,
            "each token stands in the lists of its facts"
        );
        at_nodes
    }

    /// Checks the list of what begins with a token; how many there are.
    fn verify_children(&self, token: TokenId) -> i64 {
        let (mut count, mut before, mut at) = (0, NIL, self.get(token).children);
        while at != TokenId::NONE {
            let child = self.get(at);
            assert_eq!(
                (child.left_token(), child.prev_sibling),
                (token, before),
                "token {at}"
            );
            assert!(!self.is_dead(at), "token {at} begins with {token}");
            count += 1;
            (before, at) = (at.number(), TokenId(child.next_sibling));
        }
        count
    }

    /// Checks the list of tokens in which a fact takes part; how many there are.
    fn verify_occurrences(&self, plan: &Plan<M::Fields>, kind: KindId, slot: Slot) -> i64 {
        let links = self.facts.row(kind.number())[slot.index()];
        assert_eq!(links.changed, 0);
        let (mut count, mut before, mut at) = (0, NIL, links.occurrences);
        while at != NIL {
            let occurrence = Occurrence(at);
            let token = self.get(occurrence.token());
            let shape = &plan.nodes[token.node() as usize];
            let (part, of, prev, next) = if occurrence.is_left() {
                (
                    shape.left_fact,
                    token.left_slot(),
                    token.prev_sibling,
                    token.next_sibling,
                )
            } else {
                (
                    shape.fact,
                    token.slot(),
                    token.prev_occurrence,
                    token.next_occurrence,
                )
            };
            assert!(!self.is_dead(occurrence.token()), "{occurrence:?}");
            assert!(part.is_some_and(|part| part.kind == kind), "{occurrence:?}");
            assert_eq!((of, prev), (slot, before), "{occurrence:?}");
            count += 1;
            (before, at) = (at, next);
        }
        count
    }
}
