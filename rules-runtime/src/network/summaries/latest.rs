//! The latest of the members of a group, which alone an accumulate such as `count(P last 100)` ranges over.
//!
//! A node of its own stands before the summary's. It keeps all members of each group in the order of their events'
//! times, of equal times in that of insertion, and lets the last so many pass. When one of them goes, the one before them
//! passes again. A member that comes last or goes first costs a step; any other a search, and a shift.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::mem;

use crate::aggregates::summary::Summaries;
use crate::containers::index::NIL;
use crate::containers::trail::Mode;
use crate::ids::TokenId;
use crate::network::Network;
use crate::network::conditions::Conditions;
use crate::network::order::member_order;
use crate::network::summaries::summarize::find_group;

/// In the note of a member: whether it has passed, and whether it is one of the latest.
const PASSES: u32 = 1;
const LATEST: u32 = 2;

/// The work of a node that lets the latest members pass: takes in what arrived and departed.
pub(crate) fn pass_latest<P: Conditions>(
    node: u32,
    (number, steps): (usize, u32),
    memory: &P::Memory,
    network: &mut Network<P::Mode>,
) {
    let batch = network.open(node);
    // A group is known by its members: so others come before these go.
    for left in &batch.lefts {
        let member = left.token();
        let owner = network.tokens.up(member, steps);
        let group = find_group::<P>(node, owner, member, memory, network);
        let Network {
            summaries, tokens, ..
        } = &mut *network;
        summaries.add(node, group, member, &mut tokens.links);
    }
    let mut turned = Vec::new();
    let mut departed = mem::take(&mut network.summaries.nodes[node as usize].departed);
    for member in departed.drain(..) {
        depart::<P>(node, number, member, memory, network, &mut turned);
    }
    network.summaries.nodes[node as usize].departed = departed;
    for left in &batch.lefts {
        arrive::<P>(node, number, left.token(), memory, network, &mut turned);
    }
    network.close(batch);
    network.summaries.end_empty(node);
    for member in turned {
        network.let_pass(node, member);
    }
}

/// Puts a member among those of its group; `turned` are those that become one of the latest, or are one no more.
fn arrive<P: Conditions>(
    node: u32,
    number: usize,
    member: TokenId,
    memory: &P::Memory,
    network: &mut Network<P::Mode>,
    turned: &mut Vec<TokenId>,
) {
    let group = network.tokens.links[member.index()].bucket;
    let place = place::<P>((node, group), member, memory, network);
    let Network {
        tokens, summaries, ..
    } = network;
    let members = summaries.by_time.or_default(group, Clone::clone);
    members.insert(place, member);
    let Some(first) = members.len().checked_sub(number) else {
        tokens.get_mut(member).note |= LATEST;
        turned.push(member);
        return;
    };
    if place < first {
        return;
    }
    tokens.get_mut(member).note |= LATEST;
    turned.push(member);
    if let Some(before) = first.checked_sub(1) {
        let other = members[before];
        tokens.get_mut(other).note &= !LATEST;
        turned.push(other);
    }
}

/// Takes a member out of its group.
fn depart<P: Conditions>(
    node: u32,
    number: usize,
    member: TokenId,
    memory: &P::Memory,
    network: &mut Network<P::Mode>,
    turned: &mut Vec<TokenId>,
) {
    let group = network.tokens.links[member.index()].bucket;
    if group == NIL {
        return;
    }
    let owner = network.summaries.groups[group as usize].owner;
    if network.tokens.is_dead(owner) {
        // The whole group goes, and needs no order any more; what it was ordered by may be another by now.
        let links = &mut network.tokens.links;
        network.summaries.take(node, member, links);
        return;
    }
    let place = place::<P>((node, group), member, memory, network);
    let Network {
        tokens, summaries, ..
    } = network;
    summaries.take(node, member, &mut tokens.links);
    let members = summaries.by_time.or_default(group, Clone::clone);
    debug_assert_eq!(members.get(place), Some(&member), "members are in order");
    members.remove(place);
    // One of the latest is one still where there were no more than so many.
    let was_latest = tokens.get(member).note & LATEST != 0;
    if let Some(before) = members.len().checked_sub(number)
        && was_latest
    {
        let other = members[before];
        tokens.get_mut(other).note |= LATEST;
        turned.push(other);
    }
}

/// The place of a member among those of its group, or where it belongs.
fn place<P: Conditions>(
    (node, group): (u32, u32),
    member: TokenId,
    memory: &P::Memory,
    network: &Network<P::Mode>,
) -> usize {
    let Some(members) = network.summaries.by_time.get(group) else {
        return 0;
    };
    let follows = |&other: &TokenId| order::<P>(node, other, member, memory, network).is_ge();
    // What comes is as good as always the last, what goes the first.
    match (members.front(), members.back()) {
        (Some(first), _) if follows(first) => 0,
        (_, Some(last)) if !follows(last) => members.len(),
        _ => members.partition_point(|other| !follows(other)),
    }
}

/// The order of two members in time.
pub(crate) fn order<P: Conditions>(
    node: u32,
    a: TokenId,
    b: TokenId,
    memory: &P::Memory,
    network: &Network<P::Mode>,
) -> Ordering {
    let [first, second] = [(a, network.moment_of(a)), (b, network.moment_of(b))];
    let inserted = || member_order::<P>(node, memory, network.match_view(), a, b);
    P::compare_times(node, memory, network, first, second).then_with(inserted)
}

impl<M: Mode> Network<M> {
    /// Lets a member pass if it is one of the latest now, or no more if it is not.
    fn let_pass(&mut self, node: u32, member: TokenId) {
        if self.tokens.is_dead(member) {
            return;
        }
        let known = self.tokens.get(member).note;
        let is_latest = known & LATEST != 0;
        if is_latest == (known & PASSES != 0) {
            return;
        }
        self.tokens.get_mut(member).note = known ^ PASSES;
        if !is_latest {
            self.remove_outputs(node, member);
            return;
        }
        for &output in self.plan.nodes[node as usize].outputs {
            self.create(output, member.number(), NIL);
        }
    }

    /// The members of a group in the order of time, and whether each has passed.
    #[cfg(debug_assertions)]
    pub(crate) fn in_time(&self, group: u32) -> Vec<(TokenId, bool)> {
        let members = self.summaries.by_time.get(group).into_iter().flatten();
        let passes = |&member: &TokenId| (member, self.tokens.get(member).note & PASSES != 0);
        members.map(passes).collect()
    }
}

impl<M: Mode> Summaries<M> {
    /// Ends the groups of a node that have no members any more; the others are as the change leaves them.
    fn end_empty(&mut self, node: u32) {
        let mut touched = mem::take(&mut self.nodes[node as usize].touched);
        for number in touched.drain(..) {
            let group = &mut self.groups[number as usize];
            (group.touched, group.members_changed) = (false, false);
            if group.count == 0 {
                self.end(node, number);
                self.by_time.remove(number);
            }
        }
        self.nodes[node as usize].touched = touched;
    }
}
