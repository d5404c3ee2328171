//! One change: from the facts staged to the matches that begin and end.
//!
//! The sweeps over the fact types, generic over the ruleset. See [`Network`] for what they do to the
//! network, and [`Slab`](crate::slab::Slab) for the two states between which they stand.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::index::NIL;
use crate::network::{Network, Pair};
use crate::plan::{Element, NodeKind, Plan};
use crate::program::{Holds, Program, Visitor};
use crate::slab::{ALL, Touched, What};

/// Takes a staged change through the network. Afterwards `network.agenda.fresh` holds the matches that
/// began; the slabs still hold what was before, until `finish`.
pub(crate) fn propagate<P: Program>(memory: &mut P::Memory, network: &mut Network) {
    let mut leaving = Vec::new();
    core::mem::swap(&mut leaving, &mut network.leaving);
    P::visit(&mut Leave::<P> {
        memory,
        network,
        leaving: &mut leaving,
    });
    discount::<P>(memory, network);
    for Leaving {
        alpha,
        slot,
        fields,
    } in leaving.drain(..)
    {
        network.unlink(&P::PLAN.alphas[alpha as usize], slot, fields);
    }
    network.leaving = leaving;
    P::visit(&mut Apply::<P> { memory });
    P::visit(&mut Enter::<P> { memory, network });
    while let Some(node) = network.work.pop() {
        work::<P>(node, memory, network);
    }
}

/// Ends a change: frees what it removed.
pub(crate) fn finish<P: Program>(memory: &mut P::Memory, network: &mut Network) {
    network.sweep();
    P::visit(&mut Finish::<P> { memory });
}

/// A fact that leaves an alpha memory, or leaves it and comes again.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Leaving {
    alpha: u32,
    slot: u32,
    fields: u64,
}

/// The sweep over what the change ends.
struct Leave<'a, P: Program> {
    memory: &'a P::Memory,
    network: &'a mut Network,
    leaving: &'a mut Vec<Leaving>,
}

impl<P: Program> Visitor<P> for Leave<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let slab = P::slab(self.memory);
        for &Touched { slot, ref what } in slab.touched() {
            let fields = match what {
                What::Inserted | What::Void => continue,
                What::Updated { value, written } => P::changes(slab.value(slot), value, *written),
                What::Retracted { .. } => ALL,
            };
            if fields == 0 {
                continue;
            }
            self.network.retire(P::KIND, slot, fields);
            P::classify(self.memory, slot, fields, |alpha| {
                self.network
                    .leave(&P::PLAN.alphas[alpha as usize], slot, fields);
                self.leaving.push(Leaving {
                    alpha,
                    slot,
                    fields,
                });
            });
        }
    }
}

/// Takes the facts that leave off the counts of the tokens that stay.
fn discount<P: Program>(memory: &P::Memory, network: &mut Network) {
    let mut nodes = core::mem::take(&mut network.scratch);
    nodes.extend(network.work.iter());
    for &node in &nodes {
        if let NodeKind::Counted { .. } = P::PLAN.nodes[node as usize].kind {
            let hashed = P::is_hashed(node, memory, network);
            let mut batch = network.open_leaving(node, hashed);
            P::filter(node, memory, network, &mut batch.pairs);
            network.discount(node, batch);
        }
    }
    nodes.clear();
    network.scratch = nodes;
}

/// Goes from the state before the change to the state after it.
struct Apply<'a, P: Program> {
    memory: &'a mut P::Memory,
}

impl<P: Program> Visitor<P> for Apply<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        P::slab_mut(self.memory).apply();
    }
}

/// The sweep over what the change begins.
struct Enter<'a, P: Program> {
    memory: &'a P::Memory,
    network: &'a mut Network,
}

impl<P: Program> Visitor<P> for Enter<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let slab = P::slab(self.memory);
        for &Touched { slot, ref what } in slab.touched() {
            let fields = match what {
                What::Inserted => {
                    self.network.tokens.touch(P::KIND, slot, ALL);
                    ALL
                }
                What::Updated { .. } => self.network.tokens.changes(P::KIND, slot),
                What::Retracted { .. } | What::Void => continue,
            };
            if fields == 0 {
                continue;
            }
            P::classify(self.memory, slot, fields, |alpha| {
                let alpha = &P::PLAN.alphas[alpha as usize];
                for &(index, reads) in alpha.indexes {
                    if reads & fields != 0 {
                        let hash = P::hash_fact(index, self.memory, slot);
                        self.network.link(index, slot, hash);
                    }
                }
                self.network.enter(alpha, slot, fields);
            });
        }
    }
}

/// Forgets the change.
struct Finish<'a, P: Program> {
    memory: &'a mut P::Memory,
}

impl<P: Program> Visitor<P> for Finish<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        P::slab_mut(self.memory).finish();
    }
}

/// Forgets what was staged.
pub(crate) struct Revert<'a, P: Program> {
    pub(crate) memory: &'a mut P::Memory,
}

impl<P: Program> Visitor<P> for Revert<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        P::slab_mut(self.memory).revert::<P::Identity>();
    }
}

/// Stages the effects of a block.
pub(crate) struct Stage<'a, P: Program> {
    pub(crate) memory: &'a mut P::Memory,
    pub(crate) first_tag: u64,
}

impl<P: Program> Visitor<P> for Stage<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        P::slab_mut(self.memory).stage_effects::<P::Identity>(self.first_tag);
    }
}

/// Forgets the effects of a block that failed.
pub(crate) struct Discard<'a, P: Program> {
    pub(crate) memory: &'a mut P::Memory,
}

impl<P: Program> Visitor<P> for Discard<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        P::slab_mut(self.memory).effects.clear();
    }
}

/// The work of one node.
fn work<P: Program>(node: u32, memory: &P::Memory, network: &mut Network) {
    match P::PLAN.nodes[node as usize].kind {
        NodeKind::Join { .. } => {
            let batch = join::<P>(node, true, memory, network);
            network.emit(node, batch);
        }
        NodeKind::JoinFacts { .. } => {
            let batch = join::<P>(node, false, memory, network);
            network.emit(node, batch);
        }
        NodeKind::Counted { passes_some, .. } => {
            let batch = join::<P>(node, true, memory, network);
            network.count(node, passes_some, batch);
        }
        NodeKind::Filter => {
            let mut batch = network.open(node);
            let pairs = batch.lefts.iter().map(|left| Pair {
                left: left.item,
                right: NIL,
            });
            batch.pairs.extend(pairs);
            P::filter(node, memory, network, &mut batch.pairs);
            network.emit(node, batch);
        }
        NodeKind::Owner { summary } => network.own(node, summary),
        NodeKind::Summary { of, steps } => {
            let mut batch = network.summarize(node, of, steps);
            P::filter(node, memory, network, &mut batch.pairs);
            network.emit(node, batch);
        }
        NodeKind::Match { .. } => {}
    }
}

/// Finds what is new and goes together at a node.
fn join<P: Program>(
    node: u32,
    of_tokens: bool,
    memory: &P::Memory,
    network: &mut Network,
) -> crate::network::Batch {
    let mut batch = network.open(node);
    if of_tokens {
        P::hash_lefts(node, memory, network, &mut batch.lefts);
    }
    let hashed = P::is_hashed(node, memory, network);
    network.probe(node, &mut batch, hashed);
    P::filter(node, memory, network, &mut batch.pairs);
    batch
}

/// The facts of a match, in the order written.
pub(crate) fn facts<P: Program>(
    memory: &P::Memory,
    network: &Network,
    token: u32,
) -> impl Iterator<Item = crate::handle::FactId> {
    elements::<P>(network, token)
        .filter_map(move |(kind, number)| kind.map(|kind| P::id(memory, kind, number)))
}

/// The elements of a match: facts by type and slot, branches by number.
fn elements<P: Program>(network: &Network, token: u32) -> impl Iterator<Item = (Option<u32>, u32)> {
    let elements = P::PLAN.matches[network.match_of(token) as usize].elements;
    elements.iter().map(move |&element| match element {
        Element::Fact { steps, kind } => (Some(kind), network.fact(token, steps)),
        Element::LeftFact { steps, kind } => (Some(kind), network.left_fact(token, steps)),
        Element::Branch(branch) => (None, branch),
    })
}

/// Which of two activations of one change fires first: the order of rules, then the elements from left to
/// right, facts by insertion.
pub(crate) fn order<P: Program>(memory: &P::Memory, network: &Network, a: u32, b: u32) -> Ordering {
    let Plan {
        matches,
        oldest_first,
        ..
    } = P::PLAN;
    let rule = |token| matches[network.match_of(token) as usize].rule;
    rule(a).cmp(&rule(b)).then_with(|| {
        let pairs = elements::<P>(network, a).zip(elements::<P>(network, b));
        pairs
            .map(|pair| match pair {
                ((Some(kind_a), slot_a), (Some(kind_b), slot_b)) => {
                    let tag_a = P::id(memory, kind_a, slot_a).tag;
                    let tag_b = P::id(memory, kind_b, slot_b).tag;
                    if *oldest_first {
                        tag_a.cmp(&tag_b)
                    } else {
                        tag_b.cmp(&tag_a)
                    }
                }
                ((_, a), (_, b)) => a.cmp(&b),
            })
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    })
}
