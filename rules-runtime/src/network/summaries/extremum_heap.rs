//! The members of `min` and `max` in heaps, ordered by their values.
//!
//! A value is computed where it is asked for. So members leave their heaps before others arrive, while all can still
//! be computed, and those of which that is not so first.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::mem;

use crate::aggregates::summary::OUT;
use crate::containers::heap::{Heaps, Order};
use crate::containers::index::NIL;
use crate::containers::trail::Mode;
use crate::ids::TokenId;
use crate::network::conditions::Conditions;
use crate::network::{Network, order};
use crate::plan::Summary;

/// The order of a heap's members.
pub(crate) struct ByValue<'a, P: Conditions> {
    pub(crate) node: u32,
    pub(crate) greatest: bool,
    pub(crate) memory: &'a P::Memory,
    pub(crate) network: &'a mut Network<P::Mode>,
}

impl<P: Conditions> Order for ByValue<'_, P> {
    fn before(&self, a: TokenId, b: TokenId) -> bool {
        let value = P::compare(self.node, self.memory, self.network, a, b);
        let value = if self.greatest {
            value.reverse()
        } else {
            value
        };
        let inserted =
            || order::member_order::<P>(self.node, self.memory, self.network.match_view(), a, b);
        value.then_with(inserted) == Ordering::Less
    }

    fn place(&mut self, member: TokenId, place: u32) {
        self.network.tokens.get_mut(member).note = place;
    }
}

/// The heaps of a network, lent out; they come back even where a comparison panics.
pub(crate) struct Lent<'a, M: Mode> {
    pub(crate) network: &'a mut Network<M>,
    pub(crate) heaps: Heaps<M>,
}

impl<'a, M: Mode> Lent<'a, M> {
    pub(crate) fn of(network: &'a mut Network<M>) -> Self {
        Lent {
            heaps: mem::take(&mut network.summaries.heaps),
            network,
        }
    }
}

impl<M: Mode> Drop for Lent<'_, M> {
    fn drop(&mut self) {
        self.network.summaries.heaps = mem::take(&mut self.heaps);
    }
}

/// Takes the members that departed out of a summary's heaps, while all members read alike.
pub(crate) fn leave_heaps<P: Conditions>(
    node: u32,
    of: Summary,
    memory: &P::Memory,
    network: &mut Network<P::Mode>,
) {
    if !matches!(of, Summary::Least | Summary::Greatest) {
        return;
    }
    let departed = mem::take(&mut network.summaries.nodes[node as usize].departed);
    let lost = lost_members(&departed, network);
    let greatest = of == Summary::Greatest;
    let order = (node, greatest, memory);
    for lost in by_group(&lost) {
        match *lost {
            [(_, member)] => leave_heap::<P>(member, order, network),
            _ => leave_together::<P>(lost, order, network),
        }
    }
    for &member in &departed {
        leave_heap::<P>(member, order, network);
    }
    network.summaries.nodes[node as usize].departed = departed;
}

/// Those of the members that departed that can be compared with no other any more, each after its group: they came through
/// a group that says something else now.
#[inline(never)]
fn lost_members<M: Mode>(departed: &[TokenId], network: &Network<M>) -> Vec<(u32, TokenId)> {
    let resting = departed
        .iter()
        .filter(|&&member| network.rests_on_changed(member));
    let mut lost: Vec<(u32, TokenId)> = resting
        .filter_map(|&member| Some((heap_of(member, network)?, member)))
        .collect();
    lost.sort_unstable();
    lost
}

/// Such members, group by group.
fn by_group(lost: &[(u32, TokenId)]) -> impl Iterator<Item = &[(u32, TokenId)]> {
    lost.chunk_by(|one, other| one.0 == other.0)
}

/// The group in whose heap a member stands, where the heap is still needed.
fn heap_of<M: Mode>(member: TokenId, network: &Network<M>) -> Option<u32> {
    let group = network.tokens.links[member.index()].bucket;
    if network.tokens.get(member).note == OUT || group == NIL {
        return None;
    }
    // A group that goes with its owner needs no order; what it was ordered by may be gone already.
    let owner = network.summaries.groups[group as usize].owner;
    (owner != TokenId::NONE && !network.tokens.is_dead(owner)).then_some(group)
}

/// Takes one member out of its heap; the others are compared.
fn leave_heap<P: Conditions>(
    member: TokenId,
    (node, greatest, memory): (u32, bool, &P::Memory),
    network: &mut Network<P::Mode>,
) {
    let heap = heap_of(member, network);
    let place = mem::replace(&mut network.tokens.get_mut(member).note, OUT);
    let Some(heap) = heap else {
        return;
    };
    let lent = &mut Lent::of(network);
    let mut order = ByValue::<P> {
        node,
        greatest,
        memory,
        network: lent.network,
    };
    lent.heaps.remove(heap, place as usize, &mut order);
}

/// Takes several members of one heap out that must not be compared: the heap is made anew of the others.
fn leave_together<P: Conditions>(
    lost: &[(u32, TokenId)],
    (node, greatest, memory): (u32, bool, &P::Memory),
    network: &mut Network<P::Mode>,
) {
    for &(_, member) in lost {
        network.tokens.get_mut(member).note = OUT;
    }
    let heap = lost[0].0;
    let members = network.summaries.heaps.members(heap).to_vec();
    let lent = &mut Lent::of(network);
    lent.heaps.clear(heap);
    let mut order = ByValue::<P> {
        node,
        greatest,
        memory,
        network: lent.network,
    };
    for member in members {
        if order.network.tokens.get(member).note != OUT {
            lent.heaps.push(heap, member, &mut order);
        }
    }
}
