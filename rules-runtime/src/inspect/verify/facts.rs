//! Working memory: the list of the facts of each type, their slots and identities, and the alpha memories.

use alloc::vec;
use alloc::vec::Vec;

use super::sorted;
use crate::containers::fields::Fields as _;
use crate::containers::index::NIL;
use crate::generated::program::FieldsOf;
use crate::generated::program::{Holds, Program, Visitor};
use crate::joins::network::Network;
use crate::joins::reduced::has_partner;
use crate::memory::identity::Identity;
use crate::memory::slab::Slab;
use crate::memory::store::Store;
use crate::plan::{Reduced, Side};
use crate::support::candidate_of;

/// Checks the facts; those of each alpha memory, as their tests say.
pub(super) fn verify_facts<P: Program>(
    memory: &P::Memory,
    network: &Network<P::Mode>,
) -> Vec<Vec<u32>> {
    let mut facts = Facts::<P> {
        memory,
        network,
        alphas: vec![Vec::new(); P::PLAN.alphas.len()],
    };
    P::visit(&mut facts);
    for (alpha, slots) in P::PLAN.alphas.iter().zip(&facts.alphas) {
        for feed in alpha.feeds {
            if let Side::Gate(gate) = feed.side {
                assert!(slots.len() <= 1, "one fact opens gate {gate}");
                let slot = slots.first().copied().unwrap_or(NIL);
                assert_eq!(network.gates.fact(gate), slot, "gate {gate}");
            }
        }
        for &(index, _) in alpha.indexes {
            let slots = if network.facts.is_made(index) {
                &slots[..]
            } else {
                &[]
            };
            let partners = P::PLAN.indexes[index as usize].reduced;
            assert!(
                partners.is_none_or(|Reduced { of, .. }| {
                    !network.facts.is_made(index) || network.facts.is_made(of)
                }),
                "the partners of index {index} are indexed"
            );
            let mut linked = Vec::new();
            network
                .facts
                .each(index, 0, false, |slot| linked.push(slot));
            // One that is reduced may have facts whose partners have gone.
            let is_in = |slot: u32| {
                (has_partner::<P>(index, slot, memory, &network.facts)
                    && !network.reductions.are_late(index))
                    || linked.contains(&slot)
            };
            let slots: Vec<u32> = slots.iter().copied().filter(|&slot| is_in(slot)).collect();
            assert_eq!(
                sorted(linked),
                sorted(slots.iter().copied()),
                "index {index}"
            );
            for &slot in &slots {
                let hash = P::hash_fact(index, memory, slot);
                assert_eq!(
                    network.facts.hash_of(index, slot),
                    Some(hash),
                    "index {index}"
                );
                if P::PLAN.indexes[index as usize].ordered && network.facts.is_made(index) {
                    let item = network.facts.item(index, slot);
                    let places = P::order_fact(index, memory, slot);
                    assert_eq!(item.map(|item| item.places), Some(places), "index {index}");
                }
            }
        }
    }
    facts.alphas
}

struct Facts<'a, P: Program> {
    memory: &'a P::Memory,
    network: &'a Network<P::Mode>,
    alphas: Vec<Vec<u32>>,
}

impl<P: Program> Visitor<P> for Facts<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let slab: &Slab<F, P::Mode> = P::slab(self.memory);
        let store: &Store<F> = slab;
        if P::Identity::RANKS {
            slab.verify_candidates::<P::Identity>(|candidate| {
                let supports = &self.network.supports;
                supports.is_supported(candidate_of::<P>((P::KIND, candidate)))
            });
        }
        assert!(
            store.touched.is_empty()
                && store.table.support_changes.is_empty()
                && !store.table.applied
        );
        let slots = listed(store);
        slab.verify_identities::<P::Identity>(&slots, <P as Holds<F>>::number);
        for &slot in slots.iter().filter(|&&slot| !store.is_waiting(slot)) {
            let fact = (P::KIND, slot);
            let supports = &self.network.supports;
            assert!(
                supports.is_stated(fact) || supports.is_supported(fact),
                "nothing holds up {fact:?}"
            );
            assert_eq!(
                self.network.tokens.changes(P::KIND, slot),
                FieldsOf::<P>::NONE
            );
            let mut alphas = Vec::new();
            P::classify(self.memory, slot, FieldsOf::<P>::ALL, &mut alphas);
            for alpha in alphas {
                self.alphas[alpha as usize].push(slot);
            }
        }
    }
}

/// The slots of the facts, in the order of insertion; all others are free.
fn listed<T>(store: &Store<T>) -> Vec<u32> {
    let (mut slots, mut before, mut at) = (Vec::new(), NIL, store.table.first);
    while at != NIL {
        let entry = store.table.entry(at);
        assert!(entry.tag != 0 && store.table.staged(at) == 0 && entry.neighbours.prev == before);
        assert!(store.values[at as usize].is_some(), "a fact has a value");
        slots.push(at);
        (before, at) = (at, entry.neighbours.next);
    }
    let standing = slots
        .iter()
        .filter(|&&slot| !store.is_waiting(slot))
        .count();
    assert_eq!(
        (store.table.last, store.table.len as usize),
        (before, standing)
    );
    for &slot in &store.table.free {
        assert_eq!(
            store.table.tags[slot as usize], 0,
            "a free slot has no fact"
        );
        assert!(store.values[slot as usize].is_none());
    }
    let all = sorted(slots.iter().chain(&store.table.free).copied());
    let every = 0..store.values.len() as u32;
    assert!(all.into_iter().eq(every), "a slot is free or has a fact");
    slots
}
