//! The work of a node whose sides bound one another: what is new on one side is paired with what lies within its bounds on the
//! other.

use crate::containers::fields::Fields as _;
use crate::containers::ordered::Item;
use crate::containers::trail::Mode;
use crate::ids::Slot;
use crate::joins::bounded::JoinLookUp;
use crate::network::conditions::Conditions;
use crate::network::engine_features::HasFeatures as _;
use crate::network::{Batch, Keyed, Network, Pair};
use crate::plan::NodeKind;

/// Pairs what is new at a node that joins, or counts, with what may go with it: new facts with what was there on the left, what is
/// new on the left with all facts.
pub(crate) fn pair<P: Conditions>(
    node: u32,
    batch: &mut Batch,
    memory: &P::Memory,
    network: &mut Network<P::Mode>,
) {
    let hashed = P::is_hashed(node, memory, network);
    if const { P::FEATURES.bounded } && P::PLAN.nodes[node as usize].is_bounded() {
        let look_up = look_up::<P>(node, hashed, memory, network);
        place_lefts::<P>(node, batch, memory, network);
        place_rights::<P>(node, batch, memory);
        network.pair_rights_within(node, batch, look_up);
        network.probe_within(node, batch, look_up);
    } else {
        network.pair_rights(node, batch, hashed);
        network.probe(node, batch, hashed);
    }
}

/// Pairs the facts of a batch with what was on the left of the node before the change.
pub(crate) fn pair_rights<P: Conditions>(
    node: u32,
    batch: &mut Batch,
    memory: &P::Memory,
    network: &Network<P::Mode>,
) {
    let hashed = P::is_hashed(node, memory, network);
    if const { P::FEATURES.bounded } && P::PLAN.nodes[node as usize].is_bounded() {
        let look_up = look_up::<P>(node, hashed, memory, network);
        place_rights::<P>(node, batch, memory);
        network.pair_rights_within(node, batch, look_up);
    } else {
        network.pair_rights(node, batch, hashed);
    }
}

/// Pairs tokens that stand at a node that counts with the facts that may go with them.
pub(crate) fn pair_lefts<P: Conditions>(
    node: u32,
    batch: &mut Batch,
    memory: &P::Memory,
    network: &Network<P::Mode>,
) {
    P::hash_lefts(node, memory, network, &mut batch.lefts);
    let hashed = P::is_hashed(node, memory, network);
    if const { P::FEATURES.bounded } && P::PLAN.nodes[node as usize].is_bounded() {
        let look_up = look_up::<P>(node, hashed, memory, network);
        place_lefts::<P>(node, batch, memory, network);
        network.pair_lefts_within(node, batch, look_up);
    } else {
        network.pair_lefts(node, batch, hashed);
    }
}

fn look_up<P: Conditions>(
    node: u32,
    hashed: bool,
    memory: &P::Memory,
    network: &Network<P::Mode>,
) -> JoinLookUp {
    JoinLookUp {
        hashed,
        bounds: P::PLAN.nodes[node as usize].bounds,
        ordered: P::is_ordered(node, memory, network),
    }
}

fn place_lefts<P: Conditions>(
    node: u32,
    batch: &mut Batch,
    memory: &P::Memory,
    network: &Network<P::Mode>,
) {
    let [places, _] = &mut batch.places;
    for left in &batch.lefts {
        places.push(match P::PLAN.nodes[node as usize].kind {
            NodeKind::JoinFacts { left: index, .. } => {
                P::order_fact(index, memory, Slot(left.item))
            }
            _ => P::order_left(node, memory, network, left.token()),
        });
    }
}

fn place_rights<P: Conditions>(node: u32, batch: &mut Batch, memory: &P::Memory) {
    let Some(index) = P::PLAN.nodes[node as usize].kind.right() else {
        return;
    };
    let [_, places] = &mut batch.places;
    for right in &batch.rights {
        places.push(P::order_fact(index, memory, Slot(right.item)));
    }
}

impl<M: Mode> Network<M> {
    #[inline(never)]
    fn pair_rights_within(&self, node: u32, batch: &mut Batch, look_up: JoinLookUp) {
        let Batch {
            lefts,
            rights,
            pairs,
            places: [_, places],
        } = batch;
        for (&Keyed { item: right, hash }, &places) in rights.iter().zip(&*places) {
            let within = look_up.on_the_left(places);
            if let NodeKind::JoinFacts { left, part, .. } = &self.plan.nodes[node as usize].kind {
                for left in self.facts.within(*left, look_up.hash(hash), within) {
                    // Left facts that are new here come with `lefts`.
                    let is_new = || self.tokens.changes(part.kind, left).meets(part.reads);
                    if lefts.is_empty() || !is_new() {
                        let left = left.number();
                        pairs.push(Pair { left, right });
                    }
                }
            } else {
                let hash = look_up.hash(hash).unwrap_or_default();
                let lefts = self.bounded.within(node, hash, within);
                pairs.extend(lefts.map(|left| Pair { left, right }));
            }
        }
    }

    /// Pairs what is new on the left with all facts that may go with it. Puts new tokens into the node's order.
    #[inline(never)]
    fn probe_within(&mut self, node: u32, batch: &mut Batch, look_up: JoinLookUp) {
        let of_facts = matches!(
            self.plan.nodes[node as usize].kind,
            NodeKind::JoinFacts { .. }
        );
        let [places, _] = &batch.places;
        for (left, &places) in batch.lefts.iter().zip(places).filter(|_| !of_facts) {
            let item = Item {
                hash: look_up.hash(left.hash).unwrap_or_default(),
                places,
                number: left.item,
            };
            self.bounded.insert(node, item);
        }
        self.pair_lefts_within(node, batch, look_up);
    }

    fn pair_lefts_within(&self, node: u32, batch: &mut Batch, look_up: JoinLookUp) {
        let Some(index) = self.plan.nodes[node as usize].kind.right() else {
            return;
        };
        let Batch {
            lefts,
            pairs,
            places: [places, _],
            ..
        } = batch;
        for (&Keyed { item: left, hash }, &places) in lefts.iter().zip(&*places) {
            let within = look_up.on_the_right(places);
            for right in self.facts.within(index, look_up.hash(hash), within) {
                let right = right.number();
                pairs.push(Pair { left, right });
            }
        }
    }
}
