//! What a change puts in: the second sweep, in which working memory reads as after it.

use core::mem;

use super::Network;
use crate::containers::fields::Fields as _;
use crate::containers::index::NIL;
use crate::containers::ordered::Item;
use crate::containers::trail::Mode;
use crate::ids::{KindId, Slot};
#[cfg(feature = "serde")]
use crate::joins::worklist::Worklist;
use crate::network::conditions::{Conditions, FieldsOf, Holds};
use crate::network::engine_features::HasFeatures as _;
use crate::network::reduced;
use crate::plan::{Feed, NodeKind, Seeding, Side};

/// A search that is to begin from a fact.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seeded {
    pub(crate) search: u32,
    pub(crate) slot: Slot,
    /// A bit for each of its seeds which the fact is.
    pub(crate) seeds: u64,
}

impl Seeded {
    /// Nothing yet: a search without seeds, whichever it is, does not begin.
    pub(crate) fn none(slot: Slot) -> Self {
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
    pub(crate) fn link<P: Conditions<Mode = M>>(
        &mut self,
        index: u32,
        memory: &P::Memory,
        slot: Slot,
    ) {
        if const { P::FEATURES.reduced } && reduced::concerns(&P::PLAN.indexes[index as usize]) {
            return reduced::link::<P>(index, memory, slot, self);
        }
        let hash = P::hash_fact(index, memory, slot);
        if const { P::FEATURES.ordered } && P::PLAN.indexes[index as usize].ordered {
            let places = P::order_fact(index, memory, slot);
            let item = Item {
                hash,
                places,
                number: slot.number(),
            };
            self.facts.insert(index, item);
        } else {
            self.facts.link(index, slot, hash);
        }
    }

    /// Whether facts of a type are in indexes that read one of these fields.
    #[must_use]
    #[inline]
    pub fn indexes_read(&self, kind: KindId, fields: M::Fields) -> bool {
        self.facts.read(kind, fields)
    }

    /// Puts a fact into an index, if it is made.
    #[inline]
    pub fn index<P: Conditions<Mode = M>>(&mut self, index: u32, memory: &P::Memory, slot: Slot) {
        if self.facts.is_made(index) {
            self.link::<P>(index, memory, slot);
        }
    }

    /// Counts a fact that enters an alpha memory.
    #[inline]
    pub fn enters(&mut self, alpha: u32) {
        self.counters.enters(alpha);
    }

    /// Tells the nodes of a fact that enters an alpha memory, or comes again with new values in these fields.
    pub fn feed_from(&mut self, alpha: u32, slot: Slot, fields: M::Fields) {
        self.feed_each(self.plan.alphas[alpha as usize].feeds, slot, fields);
    }

    #[inline]
    fn feed_each(&mut self, feeds: &[Feed<M::Fields>], slot: Slot, fields: M::Fields) {
        for feed in feeds {
            if feed.reads.meets(fields) {
                self.feed(feed, slot);
            }
        }
    }

    /// Notes in `seeded` that a search begins from its fact: the next memories that it enters may begin the same. Another
    /// search that stood there begins. What stands there at the end is to [begin](Network::begin_seeded), too.
    #[inline]
    pub(crate) fn seed(&mut self, seeding: &Seeding<M::Fields>, seeded: &mut Seeded) {
        if seeded.search != seeding.search {
            self.begin_seeded(*seeded);
            (seeded.search, seeded.seeds) = (seeding.search, 0);
        }
        seeded.seeds |= 1 << seeding.seed;
    }

    /// Tells a node of a fact that entered, or that came again.
    #[inline(never)]
    pub(crate) fn feed(&mut self, &Feed { node, side, .. }: &Feed<M::Fields>, slot: Slot) {
        match side {
            Side::Token => {
                self.create(node, NIL, slot.number());
            }
            Side::Left => {
                self.nodes[node as usize].lefts.push(slot.number());
                self.work.push(node);
            }
            // A token that is still to come is paired with all facts.
            Side::Right if self.has_no_tokens(node) => {}
            Side::Right => {
                self.nodes[node as usize].rights.push(slot.number());
                self.work.push(node);
            }
            Side::Gate(gate) => self.gates.enter(gate, node, slot),
            Side::Counted(counted) => self.turns.entering.push((counted, slot)),
        }
    }

    /// Whether no token stands at a node that pairs tokens with facts; one that comes in this change is not there yet. (This is
    /// right unlinking: R. B. Doorenbos, *Production Matching for Large Learning Systems*, 1995.)
    #[inline]
    fn has_no_tokens(&self, node: u32) -> bool {
        let pairs_tokens = matches!(
            self.plan.nodes[node as usize].kind,
            NodeKind::Join { .. } | NodeKind::Counted { .. }
        );
        if self.is_bounded(node) {
            pairs_tokens && self.bounded.is_empty(node)
        } else {
            pairs_tokens && self.lefts.is_empty(node)
        }
    }

    /// Notes that a search begins from a fact, if that is one of these seeds of it. Those of several seeds are one.
    #[inline]
    pub fn begin(&mut self, search: u32, slot: Slot, seeds: u64) {
        self.begin_seeded(Seeded {
            search,
            slot,
            seeds,
        });
    }

    #[inline]
    pub(crate) fn begin_seeded(&mut self, seeded: Seeded) {
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
    pub(crate) fn ask_again(&mut self, kind: KindId) {
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

/// Lets a fact into its alpha memories by the plan: see [`Holds::enter`].
pub(crate) fn enter_by_plan<P: Holds<F>, F: 'static>(
    memory: &P::Memory,
    network: &mut Network<P::Mode>,
    slot: Slot,
    fields: FieldsOf<P>,
) {
    let mut alphas = mem::take(&mut network.alphas);
    P::classify(memory, slot, fields, &mut alphas);
    // Otherwise nothing finds it.
    if !alphas.is_empty() {
        enter_memories::<P>((P::KIND, slot), fields, &alphas, memory, network);
        alphas.clear();
    }
    network.alphas = alphas;
}

/// Lets a fact, of a type and in a slot, that is new, or has new values in these fields, into these alpha memories.
fn enter_memories<P: Conditions>(
    (kind, slot): (KindId, Slot),
    fields: FieldsOf<P>,
    alphas: &[u32],
    memory: &P::Memory,
    network: &mut Network<P::Mode>,
) {
    let is_indexed = network.indexes_read(kind, fields);
    let mut seeded = Seeded::none(slot);
    for &alpha in alphas {
        network.enters(alpha);
        let alpha = &P::PLAN.alphas[alpha as usize];
        if is_indexed {
            for &(index, reads) in alpha.indexes {
                if reads.meets(fields) {
                    network.index::<P>(index, memory, slot);
                }
            }
        }
        for seeding in alpha.seedings {
            if seeding.reads.meets(fields) {
                network.seed(seeding, &mut seeded);
            }
        }
        network.feed_each(alpha.feeds, slot, fields);
    }
    network.begin_seeded(seeded);
}
