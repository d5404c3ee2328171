//! Indexes of facts that are made when they are first asked.
//!
//! A join of two sides asks the index of one when something comes to the other. Where that never happens after
//! the facts are there, as when orders come in for customers who are known, the index would be kept for nothing: so
//! it is made of the facts that there are when it is first asked, and kept from then on. While there are none of
//! the type, there is nothing to ask.

use alloc::vec::Vec;

use crate::containers::fields::Fields as _;
use crate::ids::Slot;
use crate::joins::found::Wanted;
use crate::network::conditions::{Conditions, FieldsOf, Holds, Visitor};
use crate::network::engine_features::HasFeatures as _;
use crate::network::{Batch, Keyed, Network, reduced};
use crate::plan::{NodeKind, bit_of};

/// Makes the indexes that a join is about to ask, and gives what is new there the hashes that no index has.
pub(crate) fn prepare<P: Conditions>(
    node: u32,
    batch: &mut Batch,
    memory: &P::Memory,
    network: &mut Network<P::Mode>,
) {
    let (left, right) = match P::PLAN.nodes[node as usize].kind {
        NodeKind::Join { right } => (None, right),
        NodeKind::JoinFacts { left, right, .. } => (Some(left), right),
        _ => return,
    };
    let Batch { lefts, rights, .. } = batch;
    let had_left = network.facts.is_made_if_any(left);
    let had_right = network.facts.is_made(right);
    if !had_right && !lefts.is_empty() {
        make::<P>(right, memory, network);
    }
    if let Some(left) = left
        && !had_left
        && !rights.is_empty()
    {
        make::<P>(left, memory, network);
    }
    if let Some(left) = left
        && !had_left
        && network.facts.is_made(right)
    {
        hash::<P>(left, lefts, memory);
    }
    if !had_right && network.facts.is_made_if_any(left) {
        hash::<P>(right, rights, memory);
    }
}

/// Makes the indexes that a search is about to ask from some of its seeds.
pub(crate) fn make_asked<P: Conditions>(
    search: u32,
    seeds: u64,
    memory: &P::Memory,
    network: &mut Network<P::Mode>,
) {
    for (number, seed) in P::PLAN.searches[search as usize].seeds.iter().enumerate() {
        let bit = 1 << number;
        if seeds & bit == 0 {
            continue;
        }
        let mut is_ready = true;
        for &index in seed.asks {
            make::<P>(index, memory, network);
            is_ready &= network.facts.is_made(index);
        }
        if is_ready {
            network.ready[search as usize] |= bit;
        }
    }
}

/// Makes what a search wanted: of indexes of its own those that some of its seeds ask.
#[cold]
pub(crate) fn make_wanted<P: Conditions>(
    wanted: Wanted,
    seeds: u64,
    memory: &P::Memory,
    network: &mut Network<P::Mode>,
) {
    match wanted {
        Wanted::Own(own) => {
            for own in own {
                if own.seeds & seeds != 0 {
                    make::<P>(own.index, memory, network);
                }
            }
        }
        Wanted::Reduced(reduced, hash) => {
            if const { P::FEATURES.reduced } {
                reduced::consider::<P>(reduced, hash, memory, network);
            }
        }
    }
}

fn hash<P: Conditions>(index: u32, facts: &mut [Keyed], memory: &P::Memory) {
    for Keyed { item, hash } in facts {
        *hash = P::hash_fact(index, memory, Slot(*item));
    }
}

/// Makes an index, if it is not made and there are facts of its type.
pub(crate) fn make<P: Conditions>(index: u32, memory: &P::Memory, network: &mut Network<P::Mode>) {
    if network.facts.is_made(index) {
        return;
    }
    let kind = P::PLAN.indexes[index as usize].kind;
    P::visit_some(
        bit_of(kind),
        &mut Make::<P> {
            index,
            memory,
            network,
        },
    );
}

struct Make<'a, P: Conditions> {
    index: u32,
    memory: &'a P::Memory,
    network: &'a mut Network<P::Mode>,
}

impl<P: Conditions> Visitor<P> for Make<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        if const { !P::PLAN.is_indexed(P::KIND) } {
            return;
        }
        let slab = P::slab(self.memory);
        if P::KIND != P::PLAN.indexes[self.index as usize].kind || slab.len() == 0 {
            return;
        }
        self.network.facts.set_made(self.index);
        let has_all = P::PLAN.indexes[self.index as usize].has_all;
        let mut alphas = Vec::new();
        let (mut slots, mut put_in) = (slab.slots(), 0);
        while let Some((slot, _)) = slots.next_fact() {
            if put_in == SOME {
                let facts = slab.len();
                self.network.facts.make_room(self.index, SOME, facts);
            }
            put_in += 1;
            if has_all {
                self.network.link::<P>(self.index, self.memory, slot);
            } else {
                P::classify(self.memory, slot, FieldsOf::<P>::ALL, &mut alphas);
                self.link(slot, &mut alphas);
            }
        }
    }
}

/// After so many facts an index that is made says whether most have keys of their own. Any number will do that is not small.
const SOME: usize = 1 << 10;

impl<P: Conditions> Make<'_, P> {
    /// Puts a fact of these alpha memories into the index.
    fn link(&mut self, slot: Slot, alphas: &mut Vec<u32>) {
        for alpha in alphas.drain(..) {
            let mut indexes = P::PLAN.alphas[alpha as usize].indexes.iter();
            if indexes.any(|&(index, _)| index == self.index) {
                self.network.link::<P>(self.index, self.memory, slot);
            }
        }
    }
}
