//! Looking ahead: an alternative that a constraint refuses at once is not made.
//!
//! A constraint is a rule that does nothing but `fail`, whose conditions are patterns found whole, and which is more salient
//! than all rules that do more. Where a fact that an alternative inserts completes a match of one, with facts that the alternative
//! leaves as they are, that match fires next and the alternative is taken back. So the searches of constraints begin from
//! the fact before it is one, and a refused alternative costs its block and these searches, but no change.
//!
//! Where anybody could see the firings between, all is made as it is said: listeners, metrics, and runs that stop after so
//! many firings.

use core::marker::PhantomData;
use core::mem;

use super::Backtrack;
use crate::containers::fields::Fields;
use crate::ids::Slot;
use crate::inspect::listener::Listener;
use crate::memory::effects::Effect;
use crate::memory::identity::Identity;
use crate::network::conditions::{Holds, IsAffected, Visitor, visit_affected};
use crate::network::engine_features::HasFeatures as _;
use crate::plan::{SHARED_BIT, Seeding, bit_of};
use crate::session::Session;
use crate::session::program::Program;
use crate::session::work::Work;

/// What is known of alternatives before they are made.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Ahead {
    looks: bool,
    refused: u64,
}

impl Ahead {
    /// Of a run; whether nobody sees its firings.
    pub(super) fn new(unseen: bool) -> Self {
        Ahead {
            looks: unseen && !cfg!(feature = "metrics"),
            refused: 0,
        }
    }

    pub(super) fn looks(&self) -> bool {
        self.looks
    }

    /// How many alternatives were refused since this was asked.
    pub(super) fn take_refused(&mut self) -> u64 {
        mem::take(&mut self.refused)
    }
}

impl<P: Backtrack, L: Listener> Session<P, L> {
    /// Whether what the block of the choice point on top has noted, with so many inserts, is refused, as if it had been made
    /// and a constraint had failed.
    pub(super) fn refuse_ahead(&mut self, inserts: u64) -> bool {
        let Session { work, search, .. } = self;
        let kinds = P::kinds::<IsAffected>(&work.memory);
        let mut constrain = Constrain::<P> {
            work,
            kinds,
            inserts,
            is_refused: false,
        };
        visit_affected::<P>(kinds, &mut constrain);
        if !constrain.is_refused {
            return false;
        }
        // Handles are never used again.
        work.tags.reserve(inserts);
        search.ahead.refused += 1;
        true
    }
}

/// Asks constraints about each type of which a block inserts one fact and does nothing else.
struct Constrain<'a, P: Program> {
    work: &'a mut Work<P>,
    /// The types on which it has an effect.
    kinds: u64,
    /// How many facts it inserts in all.
    inserts: u64,
    is_refused: bool,
}

impl<P: Program> Visitor<P> for Constrain<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        // The last bit is that of several types.
        let is_one_of_several = bit_of(P::KIND) == SHARED_BIT;
        if self.is_refused || is_one_of_several || P::EVENT || P::Identity::TELLS_APART {
            return;
        }
        let effect = P::slab(&self.work.memory).effects.single();
        let Some(Effect::Insert { value, nth, .. }) = effect else {
            return;
        };
        let tag = self.work.tags.first_of(self.inserts) + nth;
        let slab = P::slab_mut(&mut self.work.memory);
        if let Some(slot) = slab.try_out(value, tag) {
            let mut tried = Tried::<P, F> {
                work: self.work,
                place: value,
                of: PhantomData,
            };
            self.is_refused = tried.is_refused(slot, self.kinds);
        }
    }
}

/// A fact that reads as if it were there. It is taken back in the end, where a condition panics too.
struct Tried<'a, P: Program + Holds<F>, F: 'static> {
    work: &'a mut Work<P>,
    /// The place of its value among what the block has noted.
    place: usize,
    of: PhantomData<F>,
}

impl<P: Program + Holds<F>, F: 'static> Drop for Tried<'_, P, F> {
    fn drop(&mut self) {
        P::slab_mut(&mut self.work.memory).take_back(self.place);
    }
}

impl<P: Program + Holds<F>, F: 'static> Tried<'_, P, F> {
    /// Whether it completes a match of a constraint with facts of types on which there is no other effect.
    fn is_refused(&mut self, slot: Slot, kinds: u64) -> bool {
        let Work {
            memory, network, ..
        } = &mut *self.work;
        let mut alphas = mem::take(&mut network.alphas);
        let mut found = network.found.take().unwrap_or_default();
        P::classify(memory, slot, Fields::ALL, &mut alphas);
        let affected = kinds & !bit_of(P::KIND);
        let is_refused = alphas.iter().any(|&alpha| {
            let mut seedings = P::PLAN.alphas[alpha as usize].seedings.iter();
            seedings.any(|&Seeding { search, seed, .. }| {
                let nodes = P::PLAN.searches[search as usize].seeds[seed as usize].nodes;
                if !nodes.iter().any(|&node| is_constraint::<P>(node, affected)) {
                    return false;
                }
                P::search(search, 1 << seed, slot, memory, network, &mut found);
                let mut nodes = found.nodes.drain(..);
                let is_refused = nodes.any(|node| is_constraint::<P>(node, affected));
                drop(nodes);
                found.clear();
                is_refused
            })
        });
        alphas.clear();
        (network.alphas, network.found) = (alphas, Some(found));
        is_refused
    }
}

/// Whether matches of a node are those of a constraint, over no facts of these types.
fn is_constraint<P: Program>(node: u32, affected: u64) -> bool {
    let entry = &P::PLAN.matches[P::PLAN.entry_of(node) as usize];
    let is_first = entry.salience > const { P::FEATURES.fails_above };
    let mut facts = entry.facts.iter();
    entry.fails
        && is_first
        && P::PLAN.is_of_facts(node)
        && !facts.any(|part| bit_of(part.kind) & affected != 0)
}
