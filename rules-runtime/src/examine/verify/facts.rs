//! Working memory: the list of the facts of each type, their slots and identities, and the alpha memories.

use alloc::vec;
use alloc::vec::Vec;

use super::{Check, sorted};
use crate::containers::fields::Fields as _;
use crate::containers::trail::Mode;
use crate::ids::Slot;
use crate::memory::identity::Identity;
use crate::memory::slab::Slab;
use crate::memory::slot_table::SlotTable;
use crate::memory::store::Store;
use crate::network::Network;
use crate::network::conditions::{FieldsOf, Holds, Visitor};
use crate::network::supports::candidate_of;
use crate::plan::{Reduced, Side};
use crate::session::program::Program;

/// Checks the facts; those of each alpha memory, as their tests say.
pub(super) fn verify_facts<P: Program>(
    memory: &P::Memory,
    network: &Network<P::Mode>,
) -> Vec<Vec<Slot>> {
    let mut facts = Facts::<P> {
        memory,
        network,
        alphas: vec![Vec::new(); P::PLAN.alphas.len()],
    };
    P::visit(&mut facts);
    facts.alphas
}

impl<M: Mode> Check<'_, M> {
    /// Gates and indexes have the facts of their alpha memories.
    pub(super) fn verify_memories(&self) {
        for (alpha, slots) in self.plan.alphas.iter().zip(&self.alphas) {
            for feed in alpha.feeds {
                if let Side::Gate(gate) = feed.side {
                    assert!(slots.len() <= 1, "one fact opens gate {gate}");
                    let slot = slots.first().copied().unwrap_or(Slot::NONE);
                    assert_eq!(self.network.gates.fact(gate), slot, "gate {gate}");
                }
            }
            for &(index, _) in alpha.indexes {
                self.verify_index(index, slots);
            }
        }
    }

    /// An index, if it is made, has these facts, each under its key.
    fn verify_index(&self, index: u32, slots: &[Slot]) {
        let Network {
            facts, reductions, ..
        } = self.network;
        let slots = if facts.is_made(index) { slots } else { &[] };
        if let Some(Reduced { of, .. }) = self.plan.indexes[index as usize].reduced {
            assert!(
                !facts.is_made(index) || facts.is_made(of),
                "the partners of index {index} are indexed"
            );
        }
        let mut linked = Vec::new();
        facts.each(index, 0, false, |slot| linked.push(slot));
        // One that is reduced may have facts whose partners have gone.
        let is_in = |slot: Slot| {
            (self.ruleset.has_partner(index, slot) && !reductions.are_late(index))
                || linked.contains(&slot)
        };
        let slots: Vec<Slot> = slots.iter().copied().filter(|&slot| is_in(slot)).collect();
        assert_eq!(
            sorted(linked),
            sorted(slots.iter().copied()),
            "index {index}"
        );
        for &slot in &slots {
            let (hash, places) = self.ruleset.key_of(index, slot);
            assert_eq!(facts.hash_of(index, slot), Some(hash), "index {index}");
            if places.is_some() {
                let item = facts.item(index, slot);
                assert_eq!(item.map(|item| item.places), places, "index {index}");
            }
        }
    }
}

struct Facts<'a, P: Program> {
    memory: &'a P::Memory,
    network: &'a Network<P::Mode>,
    alphas: Vec<Vec<Slot>>,
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
        let has_value = |slot: Slot| store.values[slot.index()].is_some();
        let slots = listed(&store.table, store.values.len(), &has_value);
        slab.verify_identities::<P::Identity>(&slots, <P as Holds<F>>::number);
        for &slot in &slots {
            if store.is_waiting(slot) {
                continue;
            }
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

/// The slots of the facts of a type, in the order of insertion. They have values; the rest of all slots are free, and have none.
fn listed(table: &SlotTable, all: usize, has_value: &dyn Fn(Slot) -> bool) -> Vec<Slot> {
    let (mut slots, mut before, mut at) = (Vec::new(), Slot::NONE, table.first);
    while at != Slot::NONE {
        let entry = table.entry(at);
        assert!(entry.tag != 0 && table.staged(at) == 0 && entry.neighbours.prev == before);
        assert!(has_value(at), "a fact has a value");
        slots.push(at);
        (before, at) = (at, entry.neighbours.next);
    }
    let standing = slots.iter().filter(|&&slot| !table.is_waiting(slot));
    assert_eq!((table.last, table.len as usize), (before, standing.count()));
    for &slot in &table.free {
        assert_eq!(table.tags[slot.index()], 0, "a free slot has no fact");
        assert!(!has_value(slot));
    }
    let known = sorted(slots.iter().chain(&table.free).copied());
    let is_each = known.into_iter().eq(Slot::each(all));
    assert!(is_each, "a slot is free or has a fact");
    slots
}
