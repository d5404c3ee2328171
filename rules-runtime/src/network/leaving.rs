//! What a change ends: the first sweep, in which working memory still reads as before.

use alloc::vec::Vec;
use core::mem;

use super::Network;
use crate::containers::fields::Fields as _;
use crate::containers::index::NIL;
use crate::containers::trail::Mode;
use crate::ids::{KindId, Slot, TokenId};
use crate::network::conditions::Holds;
use crate::plan::{Alpha, Feed, NodeKind, Plan, Side, Summary};

/// A fact that is to leave indexes which read these fields.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Leaving<F> {
    pub(crate) kind: KindId,
    pub(crate) slot: Slot,
    pub(crate) fields: F,
}

/// Of which types it is noted that facts leave alpha memories.
pub(crate) trait NotesLeaving<F: 'static>: Holds<F> {
    /// Whether it is of this one: facts of it open gates, or are counted.
    const NOTES_LEAVING: bool = notes_leaving(Self::PLAN, Self::KIND);
}

impl<F: 'static, P: Holds<F>> NotesLeaving<F> for P {}

const fn notes_leaving<F>(plan: &Plan<F>, kind: KindId) -> bool {
    let mut alpha = 0;
    while alpha < plan.alphas.len() {
        let feeds = plan.alphas[alpha].feeds;
        let mut feed = 0;
        while plan.alphas[alpha].kind.is(kind) && feed < feeds.len() {
            let Feed { node, side, .. } = &feeds[feed];
            let is_noted = match side {
                Side::Gate(_) | Side::Counted(_) => true,
                Side::Right => matches!(plan.nodes[*node as usize].kind, NodeKind::Counted { .. }),
                Side::Token | Side::Left => false,
            };
            if is_noted {
                return true;
            }
            feed += 1;
        }
        alpha += 1;
    }
    false
}

impl<M: Mode> Network<M> {
    /// Removes the tokens whose rules read one of these fields of a fact, which the change touches.
    #[inline]
    pub(crate) fn retire(&mut self, kind: KindId, slot: Slot, fields: M::Fields) {
        if self.tokens.has_tokens(kind, slot) {
            self.remove_readers(kind, slot, fields);
        }
    }

    #[inline(never)]
    fn remove_readers(&mut self, kind: KindId, slot: Slot, fields: M::Fields) {
        let mut readers = mem::take(&mut self.scratch);
        self.tokens
            .readers(self.plan, kind, slot, fields, &mut readers);
        for token in readers.drain(..) {
            self.remove(token);
        }
        self.scratch = readers;
    }

    /// Notes the matches of which a fact is part: it gets a new date.
    pub(crate) fn redate(&mut self, kind: KindId, slot: Slot) {
        let Network {
            plan,
            tokens,
            redated,
            ..
        } = self;
        tokens.is_in_match(plan, kind, slot, |token| {
            redated.push(token);
            false
        });
    }

    /// Notes that a fact leaves an alpha memory, or leaves and comes again, where that
    /// [is noted](NotesLeaving). It stays in its indexes for now.
    #[inline(never)]
    pub(crate) fn leave(&mut self, alpha: &Alpha<M::Fields>, slot: Slot, fields: M::Fields) {
        for &Feed { node, side, reads } in alpha.feeds {
            if let Side::Gate(gate) = side {
                if reads.meets(fields) {
                    self.gates.leave(gate, node);
                }
                continue;
            }
            if let Side::Counted(counted) = side {
                if reads.meets(fields) {
                    self.turns.leaving.push((counted, slot));
                }
                continue;
            }
            let counted = matches!(
                self.plan.nodes[node as usize].kind,
                NodeKind::Counted { .. }
            );
            if counted && side == Side::Right && reads.meets(fields) {
                self.nodes[node as usize].rights.push(slot.number());
                self.work.push(node);
            }
        }
    }

    /// Takes a fact that falls in the second sweep out of what nodes are still to work on. Adds the nodes that have counted it
    /// to `counted`.
    #[inline(never)]
    pub(crate) fn expel(&mut self, alpha: &Alpha<M::Fields>, slot: Slot, counted: &mut Vec<u32>) {
        for &Feed { node, side, .. } in alpha.feeds {
            let state = &mut self.nodes[node as usize];
            let pending = match side {
                Side::Token | Side::Gate(_) | Side::Counted(_) => continue,
                Side::Left => &mut state.lefts,
                Side::Right => &mut state.rights,
            };
            let before = pending.len();
            pending.retain(|&other| other != slot.number());
            let counts = matches!(
                self.plan.nodes[node as usize].kind,
                NodeKind::Counted { .. }
            );
            if pending.len() == before && counts && side == Side::Right {
                counted.push(node);
            }
        }
    }

    /// Removes a token with all that begin with it.
    pub(crate) fn remove(&mut self, token: TokenId) {
        let Network {
            plan,
            tokens,
            ended,
            supports,
            nodes,
            lefts,
            bounded,
            features,
            summaries,
            work,
            forgotten,
            counters,
            ..
        } = self;
        tokens.remove(plan, token, |tokens, token| {
            let node = tokens.node(token);
            counters.removes(node);
            match plan.nodes[node as usize].kind {
                NodeKind::Join { .. } | NodeKind::Counted { .. }
                    if features.bounded && plan.nodes[node as usize].is_bounded() =>
                {
                    bounded.remove(node, token);
                }
                NodeKind::Join { .. } | NodeKind::Counted { .. } => {
                    lefts.unlink(node, &mut tokens.links, token.number());
                }
                NodeKind::Each { kept: true } => forgotten.push((node, token.number())),
                NodeKind::JoinFacts { .. }
                | NodeKind::Filter { .. }
                | NodeKind::Each { .. }
                | NodeKind::Drawn { .. } => {}
                NodeKind::Sharers { .. } => {
                    lefts.unlink(node, &mut tokens.links, token.number());
                    work.push(node);
                }
                NodeKind::Owner { summary } => {
                    let group = tokens.get(token).note;
                    if group != NIL {
                        summaries.end(summary, group);
                        if is_users(plan, summary) {
                            forgotten.push((summary, group));
                        }
                    }
                }
                NodeKind::Summary { .. } | NodeKind::Last { .. } => {
                    summaries.departed(node, token);
                    work.push(node);
                }
                NodeKind::Match { .. } => {
                    ended.push(token);
                    if supports.has_match(token) {
                        nodes[node as usize].touched.push(token);
                        work.push(node);
                    }
                }
            }
        });
    }

    /// Removes a match that has fired, or is never to fire: nobody asks about its end.
    pub(crate) fn remove_match(&mut self, token: TokenId) {
        self.counters.removes(self.tokens.node(token));
        self.tokens.remove_leaf(self.plan, token);
    }

    /// Removes what a node has made of a token.
    #[inline(never)]
    pub(crate) fn remove_outputs(&mut self, node: u32, token: TokenId) {
        let mut outputs = mem::take(&mut self.scratch);
        self.tokens.outputs(self.plan, token, node, &mut outputs);
        for output in outputs.drain(..) {
            self.remove(output);
        }
        self.scratch = outputs;
    }
}

/// Whether a summary is a user's accumulate.
fn is_users<F>(plan: &Plan<F>, summary: u32) -> bool {
    matches!(
        plan.nodes[summary as usize].kind,
        NodeKind::Summary {
            of: Summary::User,
            ..
        }
    )
}
