//! What a change puts in: the second sweep, in which working memory reads as after it.

use super::Network;
use crate::containers::index::NIL;
use crate::containers::ordered::Item;
use crate::containers::trail::Mode;
use crate::generated::engine_features::HasFeatures as _;
use crate::generated::program::Program;
use crate::joins::reduced;
#[cfg(feature = "serde")]
use crate::joins::worklist::Worklist;
use crate::plan::{Feed, Side};

/// A search that is to begin from a fact.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seeded {
    pub(crate) search: u32,
    pub(crate) slot: u32,
    /// A bit for each of its seeds which the fact is.
    pub(crate) seeds: u64,
}

impl Seeded {
    /// Nothing yet: a search without seeds, whichever it is, does not begin.
    pub(crate) fn none(slot: u32) -> Self {
        Seeded {
            search: 0,
            slot,
            seeds: 0,
        }
    }
}

impl<M: Mode> Network<M> {
    /// Puts a fact into an index.
    #[inline]
    pub(crate) fn link<P: Program<Mode = M>>(&mut self, index: u32, memory: &P::Memory, slot: u32) {
        if const { P::FEATURES.reduced } && reduced::concerns(&P::PLAN.indexes[index as usize]) {
            return reduced::link::<P>(index, memory, slot, self);
        }
        let hash = P::hash_fact(index, memory, slot);
        if const { P::FEATURES.ordered } && P::PLAN.indexes[index as usize].ordered {
            let places = P::order_fact(index, memory, slot);
            self.facts.insert(index, Item { hash, places, slot });
        } else {
            self.facts.link(index, slot, hash);
        }
    }

    /// Notes in `seeded` that its fact is a seed of a search: the next memories that it enters may seed the same. Another
    /// search that stood there begins. What stands there at the end is to [begin](Network::begin), too.
    #[inline]
    pub(crate) fn seed(&mut self, search: u32, seed: u32, seeded: &mut Seeded) {
        if seeded.search != search {
            self.begin(*seeded);
            (seeded.search, seeded.seeds) = (search, 0);
        }
        seeded.seeds |= 1 << seed;
    }

    /// Tells a node of a fact that entered, or that came again. Of searches it is [noted](Network::seed) that they begin.
    #[inline(never)]
    pub(crate) fn feed(&mut self, &Feed { node, side, .. }: &Feed<M::Fields>, slot: u32) {
        match side {
            Side::Token => self.create(node, NIL, slot),
            Side::Left => {
                self.nodes[node as usize].lefts.push(slot);
                self.work.push(node);
            }
            Side::Right => {
                self.nodes[node as usize].rights.push(slot);
                self.work.push(node);
            }
            Side::Gate(gate) => self.gates.enter(gate, node, slot),
            Side::Seed { .. } => unreachable!("a search is no node"),
            Side::Counted(counted) => self.turns.entering.push((counted, slot)),
        }
    }

    /// Notes that a search begins from a fact, if that is a seed of it. Those of several seeds are one.
    #[inline]
    pub(crate) fn begin(&mut self, seeded: Seeded) {
        let Seeded {
            search,
            slot,
            seeds,
        } = seeded;
        if seeds == 0 {
            return;
        }
        let place = &mut self.begun_at[search as usize];
        match self.begun.get_mut(*place as usize) {
            Some(begun) if begun.search == search && begun.slot == slot => begun.seeds |= seeds,
            _ => {
                *place = self.begun.len() as u32;
                self.begun.push(seeded);
            }
        }
    }

    /// Has the recursive queries asked again that rest on facts of a type, of which the change has touched some.
    pub(crate) fn ask_again(&mut self, kind: u32) {
        let settlements = (0..).zip(self.plan.settlements);
        for (number, settlement) in settlements {
            if settlement.reads.contains(&kind) {
                self.unsettled.push(number);
            }
        }
    }

    /// Has all recursive queries asked that rules ask: a session begins.
    pub(crate) fn ask_all(&mut self) {
        let settlements = (0..).zip(self.plan.settlements);
        for (number, settlement) in settlements {
            if settlement.asks {
                self.unsettled.push(number);
            }
        }
    }

    /// Leaves the answers as they are: they have been restored with the facts.
    #[cfg(feature = "serde")]
    pub(crate) fn ask_none(&mut self) {
        self.unsettled = Worklist::new(self.plan.settlements.len());
    }
}
