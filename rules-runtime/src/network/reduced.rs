//! Reduced indexes: of the facts that a search looks up, those alone that have a partner.
//!
//! Of `Wanted(x); Link(x, y); Place(y)` a place leads to all its links, of which perhaps one in a thousand is wanted. An
//! index of the links by `y` that has those with a `Wanted(x)` alone leads to these. It is one more index to keep, so it is
//! made when searches have looked at so many facts in vain that making it would have cost less; and it is left to go
//! stale: a fact is taken in when its first partner comes, and stays when the last one goes, for the search makes all its
//! tests anyway. What has gone stale is taken out in the same way, when it has been looked at in vain for long enough.
//!
//! (A semi-join, as in Yannakakis, *Algorithms for acyclic database schemes*, 1981, kept by the changes.)

use alloc::vec::Vec;
use core::slice;

use crate::containers::trail::Mode;
use crate::ids::{KindId, Slot};
use crate::joins::fact_index::{FactIndexes, Facts};
use crate::joins::found::{Matches, Wanted};
use crate::network::conditions::{Conditions, Holds, Visitor};
use crate::network::{Network, on_demand};
use crate::plan::{FactIndex, Reduced, bit_of};

/// So many facts of one key are not worth another index. In a debug build, where sessions are small, they may be.
const FEW: u32 = if cfg!(debug_assertions) { 1 } else { 32 };

/// So many of a key's facts are asked whether they have a partner.
const SAMPLE: usize = 32;

/// Of so many of these one at the most has a partner, if the index is to be reduced.
const ONE_OF: usize = if cfg!(debug_assertions) { 1 } else { 8 };

/// So many times the facts of their type are looked at before an index is made: to make it costs about as much for each.
const LOOKS: u64 = if cfg!(debug_assertions) { 0 } else { 1 };

/// What is to be done for reduced indexes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reductions {
    /// How many facts have been looked at in large look-ups since it was last asked whether they are worth a reduced
    /// index, for each of these.
    looked_at: Vec<u64>,
    /// The partners that have come to facts which cannot be looked up by them yet: the reduced index and the hash.
    late: Vec<(u32, u64)>,
}

impl Reductions {
    /// Nothing is.
    pub(crate) fn new(indexes: &[FactIndex]) -> Self {
        let are_reduced = indexes.iter().any(|index| index.reduced.is_some());
        Reductions {
            looked_at: alloc::vec![0; if are_reduced { indexes.len() } else { 0 }],
            late: Vec::new(),
        }
    }

    /// Whether a partner has come to facts that are not in a reduced index yet.
    #[cfg(debug_assertions)]
    pub(crate) fn are_late(&self, reduced: u32) -> bool {
        self.late.iter().any(|(of, _)| *of == reduced)
    }
}

/// Whether an index is reduced, or has the partners of one that is.
#[inline]
pub(crate) fn concerns(index: &FactIndex) -> bool {
    index.reduced.is_some() || !index.reduces.is_empty()
}

/// Puts a fact into such an index: not into one that is reduced if it has no partner, or is in because it is its own.
#[inline(never)]
pub(crate) fn link<P: Conditions>(
    index: u32,
    memory: &P::Memory,
    slot: Slot,
    network: &mut Network<P::Mode>,
) {
    let facts = &network.facts;
    let is_reduced = P::PLAN.indexes[index as usize].reduced.is_some();
    if is_reduced && (!has_partner::<P>(index, slot, memory, facts) || facts.is_in(index, slot)) {
        return;
    }
    let hash = P::hash_fact(index, memory, slot);
    partner_comes::<P>((index, hash), memory, network);
    network.facts.link(index, slot, hash);
}

/// Whether a fact has what an index asks, if that is reduced.
pub(crate) fn has_partner<P: Conditions>(
    index: u32,
    slot: Slot,
    memory: &P::Memory,
    facts: &FactIndexes<P::Mode>,
) -> bool {
    let reduced = P::PLAN.indexes[index as usize].reduced;
    reduced.is_none_or(|Reduced { by, of, .. }| facts.has(of, P::hash_fact(by, memory, slot)))
}

/// A fact of a hash is about to come into an index: takes into reduced indexes the facts of which it is the first partner.
fn partner_comes<P: Conditions>(
    (of, hash): (u32, u64),
    memory: &P::Memory,
    network: &mut Network<P::Mode>,
) {
    for &reduced in P::PLAN.indexes[of as usize].reduces {
        if network.facts.is_made(reduced) && !network.facts.has(of, hash) {
            take_in::<P>(reduced, hash, memory, network);
        }
    }
}

/// Takes into a reduced index the facts whose partners have a hash; or notes that it is to be done.
fn take_in<P: Conditions>(
    reduced: u32,
    hash: u64,
    memory: &P::Memory,
    network: &mut Network<P::Mode>,
) {
    let Network {
        facts, reductions, ..
    } = network;
    let Some(Reduced { by, .. }) = P::PLAN.indexes[reduced as usize].reduced else {
        return;
    };
    if !facts.is_made(by) {
        reductions.late.push((reduced, hash));
        return;
    }
    for slot in missing(facts, (by, hash), reduced) {
        facts.link(reduced, slot, P::hash_fact(reduced, memory, slot));
    }
}

/// The facts of a hash that are in one index, but not in another.
fn missing<M: Mode>(facts: &FactIndexes<M>, (by, hash): (u32, u64), index: u32) -> Vec<Slot> {
    let mut slots = Vec::new();
    facts.each(by, hash, true, |slot| slots.push(slot));
    slots.retain(|&slot| !facts.is_in(index, slot));
    slots
}

/// Takes in what [`take_in`] has noted, before a search may ask for it.
#[inline]
pub(crate) fn take_in_late<P: Conditions>(memory: &P::Memory, network: &mut Network<P::Mode>) {
    if !network.reductions.late.is_empty() {
        take_in_all_late::<P>(memory, network);
    }
}

#[cold]
fn take_in_all_late<P: Conditions>(memory: &P::Memory, network: &mut Network<P::Mode>) {
    while let Some((reduced, hash)) = network.reductions.late.pop() {
        if let Some(Reduced { by, .. }) = P::PLAN.indexes[reduced as usize].reduced {
            on_demand::make::<P>(by, memory, network);
            if network.facts.is_made(by) {
                take_in::<P>(reduced, hash, memory, network);
            }
        }
    }
}

/// The facts of a hash: those that have a partner, where an index of these is made, or all.
#[inline]
pub(crate) fn look_up<'a, M: Mode>(
    facts: &'a FactIndexes<M>,
    (all, reduced): (u32, &'static [u32]),
    hash: Option<u64>,
    matches: &mut Matches,
) -> Facts<'a, M> {
    let found = facts.iter(asked(facts, (all, reduced)), hash);
    if let Some(hash) = hash
        && found.are_more_than(FEW)
        && !reduced.is_empty()
        && !matches!(matches.wants, Some(Wanted::Own(_)))
    {
        matches.wants = Some(Wanted::Reduced(reduced, hash));
    }
    found
}

/// The index that is asked: one that is reduced, if it is made, or that of all.
#[inline]
fn asked<M: Mode>(facts: &FactIndexes<M>, (all, reduced): (u32, &[u32])) -> u32 {
    let mut reduced = reduced.iter().copied();
    let made = reduced.find(|&index| facts.is_made(index));
    made.unwrap_or(all)
}

/// After a large look-up: reduces an index, or takes out what has gone stale, where that would have been worth it.
#[cold]
pub(crate) fn consider<P: Conditions>(
    reduced: &[u32],
    hash: u64,
    memory: &P::Memory,
    network: &mut Network<P::Mode>,
) {
    let Some(Reduced { all, .. }) = P::PLAN.indexes[reduced[0] as usize].reduced else {
        return;
    };
    let asked = asked(&network.facts, (all, reduced));
    let looked_at = &mut network.reductions.looked_at[reduced[0] as usize];
    *looked_at += u64::from(network.facts.iter(asked, Some(hash)).len());
    if *looked_at < LOOKS * len::<P>(P::PLAN.indexes[asked as usize].kind, memory) {
        return;
    }
    *looked_at = 0;
    // Searches may have found partners in a wider index so far. Where there are none, their own has none.
    for &index in reduced {
        if let Some(Reduced { of, .. }) = P::PLAN.indexes[index as usize].reduced {
            on_demand::make::<P>(of, memory, network);
            network.facts.set_made(of);
        }
    }
    let sample = network.facts.iter(asked, Some(hash)).take(SAMPLE);
    let sample: Vec<Slot> = sample.collect();
    let with_partner = |&index: &u32| {
        let has_partner = |&&slot: &&Slot| has_partner::<P>(index, slot, memory, &network.facts);
        sample.iter().filter(has_partner).count()
    };
    let candidates = if reduced.contains(&asked) {
        slice::from_ref(&asked)
    } else {
        reduced
    };
    let counted = candidates.iter().map(|index| (with_partner(index), *index));
    let Some((_, best)) = counted
        .min()
        .filter(|(with, _)| with * ONE_OF <= sample.len())
    else {
        return;
    };
    if best == asked {
        take_out_stale::<P>(best, memory, &mut network.facts);
    } else {
        make::<P>(best, memory, network);
    }
}

/// Makes a reduced index. That of the partners is made.
fn make<P: Conditions>(reduced: u32, memory: &P::Memory, network: &mut Network<P::Mode>) {
    let Some(Reduced { all, .. }) = P::PLAN.indexes[reduced as usize].reduced else {
        return;
    };
    network.facts.set_made(reduced);
    let slots: Vec<Slot> = network.facts.iter(all, None).collect();
    for slot in slots {
        link::<P>(reduced, memory, slot, network);
    }
}

/// Takes out of a reduced index the facts that have no partner any more.
fn take_out_stale<P: Conditions>(
    reduced: u32,
    memory: &P::Memory,
    facts: &mut FactIndexes<P::Mode>,
) {
    let all: Vec<Slot> = facts.iter(reduced, None).collect();
    for slot in all {
        if !has_partner::<P>(reduced, slot, memory, facts) {
            facts.take_from(reduced, slot);
        }
    }
}

/// How many facts of a type there are.
fn len<P: Conditions>(kind: KindId, memory: &P::Memory) -> u64 {
    let mut facts = CountFacts::<P> {
        kind,
        memory,
        count: 0,
    };
    P::visit_some(bit_of(kind), &mut facts);
    facts.count
}

struct CountFacts<'a, P: Conditions> {
    kind: KindId,
    memory: &'a P::Memory,
    count: u64,
}

impl<P: Conditions> Visitor<P> for CountFacts<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        if P::KIND == self.kind {
            self.count = P::slab(self.memory).len() as u64;
        }
    }
}
