//! The work of a summary's node: what arrived and departed in the change is taken into account, and each group
//! says what has become of it.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem;

use crate::aggregates::summary::{Best, Emitted, Group};
use crate::containers::index::NIL;
use crate::containers::trail::Mode;
use crate::ids::TokenId;
use crate::memory::archive::Moment;
use crate::network::conditions::Conditions;
use crate::network::engine_features::HasFeatures as _;
use crate::network::summaries::extremum_heap::{ByValue, Lent, leave_heaps};
use crate::network::summaries::lists::same_lists;
use crate::network::{Batch, Keyed, Network, Pair, order};
use crate::plan::{NodeKind, Quantifier, Summary};

/// The work of a summary's node: takes in what arrived and departed. Returns a pair of owner and
/// group for each group that says something new; what it said before has been removed.
pub(crate) fn summarize<P: Conditions>(
    node: u32,
    memory: &mut P::Memory,
    network: &mut Network<P::Mode>,
) -> Box<Batch> {
    let NodeKind::Summary { of, steps, by, .. } = P::PLAN.nodes[node as usize].kind else {
        unreachable!("a summary's node")
    };
    if const { P::FEATURES.sharers } {
        network.end_idle(node, steps);
    }
    let mut batch = network.open(node);
    leave_heaps::<P>(node, of, memory, network);
    if by {
        let member_order = |a: &Keyed, b: &Keyed| {
            order::member_order::<P>(node, memory, network.match_view(), a.token(), b.token())
        };
        batch.sort_lefts(&member_order);
    }
    for left in &batch.lefts {
        arrive::<P>(node, of, steps, by, left.token(), memory, network);
    }
    let same = if of == Summary::Collect {
        same_lists::<P>(node, &batch.lefts, memory, network)
    } else {
        Vec::new()
    };
    depart::<P>(node, of, memory, network);
    for group in same {
        network.summaries.groups[group as usize].members_changed = false;
    }
    let mut touched = mem::take(&mut network.summaries.nodes[node as usize].touched);
    let mut has_turned = false;
    for number in touched.drain(..) {
        has_turned |= settle::<P>(node, of, by, number, memory, network, &mut batch.pairs);
    }
    network.summaries.nodes[node as usize].touched = touched;
    if const { P::FEATURES.sharers } && !has_turned {
        network.tell_new(&mut batch);
    }
    if network.plan.recursive {
        let mut doubted = mem::take(&mut network.nodes[node as usize].doubted);
        network.tokens.leave_out_dead(&mut doubted);
        network.doubt(doubted);
    }
    batch
}

fn arrive<P: Conditions>(
    node: u32,
    of: Summary,
    steps: u32,
    by: bool,
    member: TokenId,
    memory: &mut P::Memory,
    network: &mut Network<P::Mode>,
) {
    let owner = network.tokens.up(member, steps);
    let group = if by {
        find_group::<P>(node, owner, member, memory, network)
    } else {
        network.tokens.get(owner).note
    };
    let Network {
        tokens, summaries, ..
    } = network;
    summaries.add(node, group, member, &mut tokens.links);
    match of {
        Summary::Sum | Summary::Avg => {
            let number = P::number(node, memory, network, member);
            let summaries = &mut network.summaries;
            summaries.groups[group as usize].total.add(number);
            network.tokens.get_mut(member).note = summaries.push_number(number);
        }
        Summary::Least | Summary::Greatest => {
            let lent = &mut Lent::of(network);
            let greatest = of == Summary::Greatest;
            lent.heaps.push(
                group,
                member,
                &mut ByValue::<P> {
                    node,
                    greatest,
                    memory,
                    network: lent.network,
                },
            );
        }
        Summary::User => {
            P::accumulate(node, memory, network, group, (member, Moment::Now), true);
        }
        Summary::Quantified(_) | Summary::Count | Summary::Collect => {}
    }
}

/// Finds the group of an owner to which a member belongs, or opens it.
pub(crate) fn find_group<P: Conditions>(
    node: u32,
    owner: TokenId,
    member: TokenId,
    memory: &P::Memory,
    network: &mut Network<P::Mode>,
) -> u32 {
    let hash =
        P::group_hash(node, memory, network, member) ^ u64::from(owner.number()).rotate_left(40);
    let mut number = network.summaries.keys.first(node, hash);
    while number != NIL {
        if network.summaries.groups[number as usize].owner == owner {
            let known = network.representative(number);
            let same = key_told::<P>(node, memory, network, known).unwrap_or_else(|| {
                let known = (known, network.moment_of(known));
                P::same_group(node, memory, network, known, (node, member))
            });
            if same {
                return number;
            }
        }
        number = network.summaries.links[number as usize].next;
    }
    let summaries = &mut network.summaries;
    let number = summaries.open(node, owner);
    summaries
        .keys
        .link(node, &mut summaries.links, number, hash);
    number
}

/// Of a member whose key rests on a result that is another since this change, and which cannot be computed any more
/// for that: whether its hash tells the key.
pub(crate) fn key_told<P: Conditions>(
    node: u32,
    memory: &P::Memory,
    network: &Network<P::Mode>,
    known: TokenId,
) -> Option<bool> {
    if !network.tokens.is_dead(known) {
        return None;
    }
    P::hash_is_exact(node, memory, network).filter(|_| network.rests_on_changed(known))
}

fn depart<P: Conditions>(
    node: u32,
    of: Summary,
    memory: &mut P::Memory,
    network: &mut Network<P::Mode>,
) {
    let mut departed = mem::take(&mut network.summaries.nodes[node as usize].departed);
    let mut stale: Vec<u32> = Vec::new();
    for member in departed.drain(..) {
        let Network {
            tokens, summaries, ..
        } = network;
        let was_member = tokens.links[member.index()].bucket != NIL;
        let group = summaries.take(node, member, &mut tokens.links);
        if !was_member {
            continue;
        }
        match of {
            Summary::Sum | Summary::Avg => {
                let place = tokens.get(member).note;
                let number = summaries.numbers[place as usize];
                summaries.free_numbers.push(place);
                if let Some(group) = group {
                    summaries.groups[group as usize].total.remove(number);
                }
            }
            Summary::User => {
                let Some(group) = group.filter(|group| !stale.contains(group)) else {
                    continue;
                };
                // What came through a result that is another now added what cannot be computed any more.
                let lost = network.rests_on_changed(member);
                let member = (member, Moment::Before);
                if lost || !P::accumulate(node, memory, network, group, member, false) {
                    stale.push(group);
                }
            }
            Summary::Quantified(_)
            | Summary::Count
            | Summary::Collect
            | Summary::Least
            | Summary::Greatest => {}
        }
    }
    network.summaries.nodes[node as usize].departed = departed;
    for group in stale {
        accumulate_anew::<P>(node, group, memory, network);
    }
}

/// Adds all members of a group to a new state, for an accumulator without an inverse.
fn accumulate_anew<P: Conditions>(
    node: u32,
    group: u32,
    memory: &mut P::Memory,
    network: &Network<P::Mode>,
) {
    P::reset(node, memory, group);
    let mut member = network.summaries.groups[group as usize].first;
    while member != TokenId::NONE {
        P::accumulate(node, memory, network, group, (member, Moment::Now), true);
        member = TokenId(network.tokens.links[member.index()].next);
    }
}

/// Compares what a group says with what it said; whether that is something else.
fn settle<P: Conditions>(
    node: u32,
    of: Summary,
    by: bool,
    number: u32,
    memory: &mut P::Memory,
    network: &mut Network<P::Mode>,
    pairs: &mut Vec<Pair>,
) -> bool {
    let summaries = &mut network.summaries;
    let group = &mut summaries.groups[number as usize];
    group.touched = false;
    let members_changed = mem::take(&mut group.members_changed);
    let Group {
        owner,
        count,
        emitted,
        ..
    } = *group;
    if owner == TokenId::NONE {
        return false;
    }
    let holds = |holds| {
        if holds {
            Emitted::Holds
        } else {
            Emitted::Nothing
        }
    };
    let emits = match of {
        _ if by && count == 0 => Emitted::Nothing,
        Summary::Quantified(quantifier) => holds(quantifier.holds_of(count)),
        Summary::Count => Emitted::Count(count),
        Summary::Collect => Emitted::Holds,
        Summary::Sum => Emitted::Sum(group.total.said()),
        Summary::Avg if count == 0 => Emitted::Nothing,
        Summary::Avg => Emitted::Mean(group.total.as_f64() / f64::from(count)),
        Summary::Least | Summary::Greatest => {
            summaries
                .heaps
                .first(number)
                .map_or(Emitted::Nothing, |member| {
                    let hash = P::best_hash(node, memory, network, member);
                    Emitted::Best(Best { member, hash })
                })
        }
        Summary::User => {
            P::conclude(node, memory, number).map_or(Emitted::Nothing, Emitted::Output)
        }
    };
    network.summaries.groups[number as usize].emitted = emits;
    let same = match (emitted, emits) {
        (Emitted::Best(before), Emitted::Best(now)) => {
            before.member == now.member || !best_differs::<P>(node, before, now, memory, network)
        }
        _ if of == Summary::Collect => emitted == emits && !members_changed,
        _ => emitted == emits,
    };
    if same {
        if of == Summary::Quantified(Quantifier::Some) && members_changed && network.plan.recursive
        {
            let mut outputs = Vec::new();
            for told in network.told_of(owner) {
                let tokens = &network.tokens;
                tokens.outputs(network.plan, told, node, &mut outputs);
            }
            network.doubt(outputs);
        }
        if by && count == 0 {
            end_group(node, of, number, network);
        }
        return false;
    }
    network.summaries.changed.push(number);
    if emitted != Emitted::Nothing {
        if by {
            remove_group_outputs(node, owner, number, network);
        } else if const { P::FEATURES.sharers } {
            let mut told = network.first_told(owner);
            while told != TokenId::NONE {
                network.remove_outputs(node, told);
                told = network.next_told(told);
            }
        } else {
            network.remove_outputs(node, owner);
        }
    }
    if by && count == 0 {
        end_group(node, of, number, network);
    } else if emits != Emitted::Nothing {
        let right = number;
        if const { P::FEATURES.sharers } {
            let told = network.told_of(owner);
            pairs.extend(told.map(|token| Pair::of(token, right)));
        } else {
            pairs.push(Pair::of(owner, right));
        }
    }
    true
}

/// Ends a group of a key, which has no members any more. One that says nothing of those that it has is there still.
fn end_group<M: Mode>(node: u32, of: Summary, number: u32, network: &mut Network<M>) {
    network.summaries.end(node, number);
    if of == Summary::User {
        network.forgotten.push((node, number));
    }
}

/// Whether two best members say different things. What rested on a result that is another since this change is known
/// by its hash alone.
fn best_differs<P: Conditions>(
    node: u32,
    before: Best,
    now: Best,
    memory: &P::Memory,
    network: &Network<P::Mode>,
) -> bool {
    if let (Some(known), Some(hash)) = (before.hash, now.hash)
        && network.rests_on_changed(before.member)
    {
        return known != hash;
    }
    let moment = network.moment_of(before.member);
    P::differs(node, memory, network, (before.member, moment), now.member)
}

/// Removes what a summary has made of one group of an owner.
#[inline(never)]
pub(crate) fn remove_group_outputs<M: Mode>(
    node: u32,
    owner: TokenId,
    number: u32,
    network: &mut Network<M>,
) {
    let mut outputs = mem::take(&mut network.scratch);
    network
        .tokens
        .outputs(network.plan, owner, node, &mut outputs);
    for output in outputs.drain(..) {
        if network.tokens.get(output).fact == number {
            network.remove(output);
        }
    }
    network.scratch = outputs;
}
