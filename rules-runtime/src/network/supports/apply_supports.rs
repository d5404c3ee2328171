//! What a change does to the support of logical facts: what it begins to hold up, and what falls.
//!
//! Before the sweeps, what is inserted for the sake of a match is tied to it; in the second sweep, when the
//! match nodes work, the facts that only an ended match held up are taken out of the same change.

use alloc::vec::Vec;

use crate::containers::fields::Fields as _;
use crate::ids::TokenId;
use crate::memory::identity::Identity as _;
use crate::memory::slot_table::SupportChange;
use crate::memory::store::FactChange;
use crate::network::conditions::{Conditions, FieldsOf, Holds, Visitor};
use crate::network::engine_features::HasFeatures as _;
use crate::network::supports::candidate_of;
use crate::network::supports::founded::unfounded;
use crate::network::{Network, bounded};
use crate::support::Place;

/// Notes what holds up the facts that the change inserts, and lets go of what held up those that it takes
/// out. A fact inserted for the sake of a match that the change ends is not inserted at all.
pub(crate) struct ApplySupports<'a, P: Conditions> {
    pub(crate) memory: &'a mut P::Memory,
    pub(crate) network: &'a mut Network<P::Mode>,
    /// The match whose effects the change is.
    pub(crate) firing: Option<TokenId>,
}

impl<P: Conditions> Visitor<P> for ApplySupports<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        if const { !P::PLAN.is_logical(P::KIND) } {
            return;
        }
        let slab = P::slab_mut(self.memory);
        let place = |slot| (P::KIND, slot);
        let supports = &mut self.network.supports;
        let mut changes = slab.take_support_changes();
        let firing = self
            .firing
            .filter(|&token| !self.network.tokens.is_dead(token));
        for &step in &changes {
            match step {
                SupportChange::Stated { slot } => supports.state(place(slot)),
                SupportChange::Passed { from, to } => supports.pass(place(from), Some(place(to))),
                SupportChange::Supported { slot, is_new } => {
                    if is_new {
                        supports.derive(place(slot));
                    }
                    if let Some(token) = firing {
                        supports.add(token, place(slot));
                    }
                }
                SupportChange::Waits { candidate, is_new } => {
                    if is_new {
                        supports.derive(candidate_of::<P>(place(candidate)));
                    }
                    if let Some(token) = firing {
                        supports.add(token, candidate_of::<P>(place(candidate)));
                    }
                }
            }
        }
        for step in changes.drain(..) {
            if let SupportChange::Supported { slot, is_new: true } = step
                && !supports.is_stated(place(slot))
                && !supports.is_supported(place(slot))
            {
                slab.stage_retract::<P::Identity>(slot);
            }
            if const { P::Identity::RANKS }
                && let SupportChange::Waits {
                    candidate,
                    is_new: true,
                } = step
            {
                self.network.unsettled.push(P::PLAN.settlement_of(P::KIND));
                let waiting = candidate_of::<P>(place(candidate));
                if supports.is_supported(waiting) {
                    slab.unsettle(candidate);
                } else {
                    supports.forget(waiting);
                    slab.drop_candidate::<P::Identity>(candidate);
                }
            }
        }
        slab.put_support_changes(changes);
        for touched in slab.touched() {
            if let FactChange::Retracted { .. } | FactChange::Cancelled = touched.what {
                supports.forget(place(touched.slot));
            }
        }
    }
}

/// Lets the facts fall that only a match held up which the change has ended.
pub(crate) fn withdraw_supports<P: Conditions>(
    node: u32,
    memory: &mut P::Memory,
    network: &mut Network<P::Mode>,
) {
    let mut ended = core::mem::take(&mut network.nodes[node as usize].touched);
    let mut lost = core::mem::take(&mut network.lost);
    for token in ended.drain(..) {
        network.supports.withdraw(token, &mut lost);
    }
    network.nodes[node as usize].touched = ended;
    for fact in lost.drain(..) {
        if network.supports.is_stated(fact) {
            continue;
        }
        if !network.supports.is_supported(fact) {
            P::visit(&mut Fall::<P> {
                memory,
                network,
                fact,
            });
        } else if const { P::PLAN.recursive } {
            drop_unfounded::<P>(fact, memory, network);
        }
    }
    network.lost = lost;
    if const { !P::PLAN.recursive } {
        return;
    }
    // A match that stands may have come to rest on what it supports.
    for token in core::mem::take(&mut network.nodes[node as usize].doubted) {
        if network.tokens.is_dead(token) {
            continue;
        }
        let supported: Vec<Place> = network.supports.facts_of(token).collect();
        for fact in supported {
            if !network.supports.is_stated(fact) {
                drop_unfounded::<P>(fact, memory, network);
            }
        }
    }
}

/// Lets a fact fall, with what rests on it, where nothing founded holds it up.
fn drop_unfounded<P: Conditions>(
    fact: Place,
    memory: &mut P::Memory,
    network: &mut Network<P::Mode>,
) {
    for fact in unfounded::<P>(&[fact], memory, network) {
        P::visit(&mut Fall::<P> {
            memory,
            network,
            fact,
        });
    }
}

/// Takes a fact out in the middle of the second sweep.
pub(crate) struct Fall<'a, P: Conditions> {
    pub(crate) memory: &'a mut P::Memory,
    pub(crate) network: &'a mut Network<P::Mode>,
    pub(crate) fact: Place,
}

impl<P: Conditions> Visitor<P> for Fall<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        if const { !P::PLAN.is_logical(P::KIND) } {
            return;
        }
        let (kind, slot) = self.fact;
        if const { P::Identity::RANKS } && self.fact == candidate_of::<P>((P::KIND, slot)) {
            self.drop_candidate::<F>();
            return;
        }
        if kind != P::KIND || P::slab(self.memory).view(slot).is_none() {
            return;
        }
        if P::EVENT && P::slab(self.memory).is_waiting(slot) {
            self.network.supports.forget((kind, slot));
            P::slab_mut(self.memory).stage_retract::<P::Identity>(slot);
            return;
        }
        if const { P::Identity::RANKS } {
            self.network.unsettled.push(P::PLAN.settlement_of(kind));
            P::slab_mut(self.memory).falls::<P::Identity>(slot);
        }
        if const { P::FEATURES.asks } {
            self.network.ask_again(kind);
        }
        self.network.tokens.touch(kind, slot, FieldsOf::<P>::ALL);
        self.network.retire(kind, slot, FieldsOf::<P>::ALL);
        let mut alphas = core::mem::take(&mut self.network.alphas);
        P::classify(self.memory, slot, FieldsOf::<P>::ALL, &mut alphas);
        let mut counted = core::mem::take(&mut self.network.leaving_nodes);
        for alpha in alphas.drain(..) {
            let alpha = &P::PLAN.alphas[alpha as usize];
            self.network.expel(alpha, slot, &mut counted);
            for node in counted.drain(..) {
                let mut batch = self.network.open_falling(node, slot);
                bounded::pair_rights::<P>(node, &mut batch, self.memory, self.network);
                self.network.put_off_unsettled(node, &mut batch.pairs);
                P::filter(node, self.memory, self.network, &mut batch.pairs);
                self.network.discount(node, batch);
            }
        }
        (self.network.alphas, self.network.leaving_nodes) = (alphas, counted);
        self.network.facts.leave(kind, slot, FieldsOf::<P>::ALL);
        self.network.supports.forget((kind, slot));
        P::slab_mut(self.memory).stage_retract::<P::Identity>(slot);
    }
}

impl<P: Conditions> Fall<'_, P> {
    /// Takes out a candidate that waits.
    fn drop_candidate<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let slab = P::slab_mut(self.memory);
        let (_, candidate) = self.fact;
        if slab.candidates().waits(candidate) {
            self.network.unsettled.push(P::PLAN.settlement_of(P::KIND));
            self.network.supports.forget(self.fact);
            slab.drop_candidate::<P::Identity>(candidate);
        }
    }
}
