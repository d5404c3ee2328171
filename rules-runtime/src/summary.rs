//! Summaries: what is said of all the matches of inner conditions together.
//!
//! Each owner token has a group of members, the tokens found by the inner conditions; with `by` it has
//! one for each key. What arrives and departs in a change is noted, and taken into account when the
//! summary's node works; only a group that then says something else than before gives a new token.
//! So a result is compared once, at the end of a change.

#[cfg(feature = "serde")]
mod saved;

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::mem;

use crate::archive::Moment;
use crate::heap::{Heap, Order};
use crate::index::{Index, Link, NIL};
use crate::network::{Batch, Keyed, Network, Pair};
use crate::number::{self, Number, Numeric, Total};
use crate::order;
use crate::plan::{NodeKind, Plan, Summary};
use crate::program::Program;
use crate::record::Copies;

/// The members found for one owner, or those of one key.
#[derive(Debug, Clone)]
struct Group {
    /// The owner; [`NIL`] when the group is gone.
    owner: u32,
    /// The first member.
    first: u32,
    count: u32,
    said: Said,
    touched: bool,
    /// Whether its members were touched, and not its count alone.
    stirred: bool,
    /// When it first had a member, counted in groups.
    serial: u64,
    total: Total,
    heap: Heap,
}

/// What a group said after the last change.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Said {
    /// Nothing yet, or that there is nothing.
    Nothing,
    /// That it holds.
    Holds,
    Count(u32),
    Sum(number::Said),
    Mean(f64),
    Best(u32),
    /// What a user's accumulate comes to, by number.
    Output(u64),
}

/// The groups of all summaries.
#[derive(Debug, Clone)]
pub(crate) struct Summaries {
    groups: Vec<Group>,
    /// The place of each group among those of its hash.
    links: Vec<Link>,
    free: Vec<u32>,
    /// Groups that ended in this change.
    ended: Vec<u32>,
    serial: u64,
    /// What members add to sums.
    numbers: Vec<Number>,
    free_numbers: Vec<u32>,
    nodes: Vec<Pending>,
}

/// What a summary's node has to work on, and its groups by key.
#[derive(Debug, Clone, Default)]
struct Pending {
    /// The members that departed in this change.
    departed: Vec<u32>,
    /// The groups that this change has touched.
    touched: Vec<u32>,
    /// The groups by owner and key.
    keys: Index,
}

/// The note of a member that stands in no heap.
const OUT: u32 = NIL;

impl Summaries {
    pub(crate) fn new(plan: &Plan) -> Self {
        Summaries {
            groups: Vec::new(),
            links: Vec::new(),
            free: Vec::new(),
            ended: Vec::new(),
            serial: 0,
            numbers: Vec::new(),
            free_numbers: Vec::new(),
            nodes: plan.nodes.iter().map(|_| Pending::default()).collect(),
        }
    }

    /// Notes that a member has been removed.
    pub(crate) fn departed(&mut self, node: u32, member: u32) {
        self.nodes[node as usize].departed.push(member);
    }

    /// Ends a group, at once or with its owner.
    pub(crate) fn end(&mut self, node: u32, number: u32) {
        let group = &mut self.groups[number as usize];
        if group.owner != NIL {
            group.owner = NIL;
            self.nodes[node as usize]
                .keys
                .unlink(&mut self.links, number);
            self.ended.push(number);
        }
    }

    /// Frees the groups that ended in the change.
    pub(crate) fn sweep(&mut self) {
        self.free.append(&mut self.ended);
    }

    /// The first member of a group, and how many there are.
    pub(crate) fn members(&self, group: u32) -> (u32, usize) {
        let Group { first, count, .. } = self.groups[group as usize];
        (first, count as usize)
    }

    /// Opens a group.
    fn open(&mut self, node: u32, owner: u32) -> u32 {
        self.serial += 1;
        let number = if let Some(number) = self.free.pop() {
            number
        } else {
            self.links.push(Link::NONE);
            self.groups.push(Group {
                owner,
                first: NIL,
                count: 0,
                said: Said::Nothing,
                touched: false,
                stirred: false,
                serial: 0,
                total: Total::default(),
                heap: Heap::default(),
            });
            (self.groups.len() - 1) as u32
        };
        let group = &mut self.groups[number as usize];
        (group.owner, group.first, group.count) = (owner, NIL, 0);
        (group.said, group.touched, group.stirred) = (Said::Nothing, false, false);
        (group.serial, group.total) = (self.serial, Total::default());
        group.heap.clear();
        self.touch(node, number);
        number
    }

    /// A place for a copy of a group, which belongs to no owner.
    fn copy_of(&mut self, group: u32) -> u32 {
        let Group {
            count,
            said,
            serial,
            total,
            ..
        } = &self.groups[group as usize];
        let copy = Group {
            owner: NIL,
            first: NIL,
            count: *count,
            said: *said,
            touched: false,
            stirred: false,
            serial: *serial,
            total: total.clone(),
            heap: Heap::default(),
        };
        self.place_copy(copy)
    }

    fn place_copy(&mut self, copy: Group) -> u32 {
        if let Some(number) = self.free.pop() {
            self.groups[number as usize] = copy;
            return number;
        }
        self.links.push(Link::NONE);
        self.groups.push(copy);
        (self.groups.len() - 1) as u32
    }

    /// Frees copies of groups.
    pub(crate) fn free_copies(&mut self, copies: &mut Vec<u32>) {
        self.free.append(copies);
    }

    fn touch(&mut self, node: u32, number: u32) -> &mut Group {
        let group = &mut self.groups[number as usize];
        if !mem::replace(&mut group.touched, true) {
            self.nodes[node as usize].touched.push(number);
        }
        group
    }

    fn add(&mut self, node: u32, number: u32, member: u32, links: &mut [Link]) {
        let group = self.touch(node, number);
        group.count += 1;
        group.stirred = true;
        let next = mem::replace(&mut group.first, member);
        if next != NIL {
            links[next as usize].prev = member;
        }
        links[member as usize] = Link {
            bucket: number,
            next,
            prev: NIL,
        };
    }

    /// Takes a member out of its group, if that is there still.
    fn take(&mut self, node: u32, member: u32, links: &mut [Link]) -> Option<u32> {
        let Link { bucket, next, prev } = mem::replace(&mut links[member as usize], Link::NONE);
        if bucket == NIL || self.groups[bucket as usize].owner == NIL {
            return None;
        }
        let group = self.touch(node, bucket);
        group.count -= 1;
        group.stirred = true;
        if next != NIL {
            links[next as usize].prev = prev;
        }
        if prev == NIL {
            group.first = next;
        } else {
            links[prev as usize].next = next;
        }
        Some(bucket)
    }

    fn push_number(&mut self, number: Number) -> u32 {
        if let Some(place) = self.free_numbers.pop() {
            self.numbers[place as usize] = number;
            place
        } else {
            self.numbers.push(number);
            (self.numbers.len() - 1) as u32
        }
    }
}

impl Network {
    /// Copies a group as it is, with the members that it may be asked for.
    pub(crate) fn copy_group(
        &mut self,
        of: Summary,
        by: bool,
        group: u32,
        copies: &mut Copies,
    ) -> u32 {
        let copy = self.summaries.copy_of(group);
        if of == Summary::Collect {
            let mut member = self.summaries.groups[group as usize].first;
            while member != NIL {
                let twin = self.copy(member, copies);
                let first = &mut self.summaries.groups[copy as usize].first;
                self.tokens.links[twin as usize].next = core::mem::replace(first, twin);
                member = self.tokens.links[member as usize].next;
            }
        } else if let Said::Best(member) = self.summaries.groups[group as usize].said {
            let best = self.copy(member, copies);
            let copy = &mut self.summaries.groups[copy as usize];
            (copy.said, copy.first) = (Said::Best(best), best);
        } else if by {
            let first = self.copy(self.representative(group), copies);
            self.summaries.groups[copy as usize].first = first;
        }
        copy
    }

    /// The members of a group.
    pub(crate) fn member_tokens(&self, group: u32) -> impl Iterator<Item = u32> + '_ {
        let some = |member: u32| (member != NIL).then_some(member);
        core::iter::successors(
            some(self.summaries.groups[group as usize].first),
            move |&member| some(self.tokens.links[member as usize].next),
        )
    }

    /// The number of a group's members.
    #[must_use]
    pub fn members_of(&self, group: u32) -> usize {
        self.summaries.groups[group as usize].count as usize
    }

    /// The sum of a group, of the type that a block would give; the block is never run.
    #[must_use]
    pub fn sum<T: Numeric>(&self, group: u32, _never_run: impl FnOnce() -> T) -> T {
        T::total(&self.summaries.groups[group as usize].total)
    }

    /// The mean of a group.
    #[must_use]
    pub fn mean(&self, group: u32) -> f64 {
        let Group { total, count, .. } = &self.summaries.groups[group as usize];
        total.as_f64() / f64::from(*count)
    }

    /// The member that says what a group says: for `min`, `max` and their kin the best, else any.
    #[must_use]
    pub fn member(&self, group: u32) -> u32 {
        match self.summaries.groups[group as usize].said {
            Said::Best(member) => member,
            _ => self.summaries.groups[group as usize].first,
        }
    }

    /// A member of a group that the change has not removed, if there is one; else any.
    pub(crate) fn representative(&self, group: u32) -> u32 {
        let first = self.summaries.groups[group as usize].first;
        self.member_tokens(group)
            .find(|&member| !self.tokens.is_dead(member))
            .unwrap_or(first)
    }

    /// When a member's facts read as they were when it was one: where the change has removed it, before.
    pub(crate) fn moment_of(&self, member: u32) -> Moment {
        if self.tokens.is_dead(member) {
            Moment::Before
        } else {
            Moment::Now
        }
    }

    /// When a group first had a member, counted in groups.
    pub(crate) fn group_serial(&self, group: u32) -> u64 {
        self.summaries.groups[group as usize].serial
    }

    /// Whether a fact, the best before the change, is another now, or has changed in these fields.
    #[must_use]
    pub fn best_differs(&self, kind: u32, before: u32, now: u32, reads: u64) -> bool {
        before != now || self.tokens.changes(kind, now) & reads != 0
    }

    /// The work of an owner's node: the search for members begins; without `by` each new token gets its
    /// one group.
    pub(crate) fn own(&mut self, node: u32, summary: u32) {
        let NodeKind::Summary { by, .. } = self.plan.nodes[summary as usize].kind else {
            return;
        };
        let mut owners = mem::take(&mut self.nodes[node as usize].lefts);
        for owner in owners.drain(..) {
            if self.tokens.is_dead(owner) {
                continue;
            }
            let group = if by {
                NIL
            } else {
                self.summaries.open(summary, owner)
            };
            self.tokens.get_mut(owner).note = group;
            for &output in self.plan.nodes[node as usize].outputs {
                self.create(output, owner, NIL);
            }
        }
        self.nodes[node as usize].lefts = owners;
        self.work.push(summary);
    }
}

/// The order of a heap's members.
struct ByValue<'a, P: Program> {
    node: u32,
    greatest: bool,
    memory: &'a P::Memory,
    network: &'a mut Network,
}

impl<P: Program> Order for ByValue<'_, P> {
    fn before(&self, a: u32, b: u32) -> bool {
        let value = P::compare(self.node, self.memory, self.network, a, b);
        let value = if self.greatest {
            value.reverse()
        } else {
            value
        };
        let inserted = || order::member_order::<P>(self.node, self.memory, self.network, a, b);
        value.then_with(inserted) == Ordering::Less
    }

    fn place(&mut self, member: u32, place: u32) {
        self.network.tokens.get_mut(member).note = place;
    }
}

/// Takes the members that departed out of a summary's heaps, while all members read alike.
pub(crate) fn leave_heaps<P: Program>(
    node: u32,
    of: Summary,
    memory: &P::Memory,
    network: &mut Network,
) {
    if !matches!(of, Summary::Least | Summary::Greatest) {
        return;
    }
    let departed = mem::take(&mut network.summaries.nodes[node as usize].departed);
    for &member in &departed {
        let place = mem::replace(&mut network.tokens.get_mut(member).note, OUT);
        let group = network.tokens.links[member as usize].bucket;
        if place == OUT || group == NIL {
            continue;
        }
        // A group that goes with its owner needs no order; what it was ordered by may be gone already.
        let owner = network.summaries.groups[group as usize].owner;
        if owner == NIL || network.tokens.is_dead(owner) {
            continue;
        }
        let mut heap = mem::take(&mut network.summaries.groups[group as usize].heap);
        let greatest = of == Summary::Greatest;
        heap.remove(
            place as usize,
            &mut ByValue::<P> {
                node,
                greatest,
                memory,
                network,
            },
        );
        network.summaries.groups[group as usize].heap = heap;
    }
    network.summaries.nodes[node as usize].departed = departed;
}

/// The work of a summary's node: takes in what arrived and departed. The answer is a pair of owner and
/// group for each group that says something new; what it said before has been removed.
pub(crate) fn summarize<P: Program>(
    node: u32,
    memory: &mut P::Memory,
    network: &mut Network,
) -> Batch {
    let NodeKind::Summary { of, steps, by, .. } = P::PLAN.nodes[node as usize].kind else {
        unreachable!("a summary's node")
    };
    let mut batch = network.open(node);
    leave_heaps::<P>(node, of, memory, network);
    if by {
        let member_order =
            |a: &Keyed, b: &Keyed| order::member_order::<P>(node, memory, network, a.item, b.item);
        batch.lefts.sort_by(member_order);
    }
    for &Keyed { item: member, .. } in &batch.lefts {
        arrive::<P>(node, of, steps, by, member, memory, network);
    }
    depart::<P>(node, of, memory, network);
    let mut touched = mem::take(&mut network.summaries.nodes[node as usize].touched);
    for number in touched.drain(..) {
        settle::<P>(node, of, by, number, memory, network, &mut batch.pairs);
    }
    network.summaries.nodes[node as usize].touched = touched;
    batch
}

fn arrive<P: Program>(
    node: u32,
    of: Summary,
    steps: u32,
    by: bool,
    member: u32,
    memory: &mut P::Memory,
    network: &mut Network,
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
            let mut heap = mem::take(&mut network.summaries.groups[group as usize].heap);
            let greatest = of == Summary::Greatest;
            heap.push(
                member,
                &mut ByValue::<P> {
                    node,
                    greatest,
                    memory,
                    network,
                },
            );
            network.summaries.groups[group as usize].heap = heap;
        }
        Summary::User => {
            P::accumulate(node, memory, network, group, (member, Moment::Now), true);
        }
        Summary::None | Summary::Some | Summary::Count | Summary::Collect => {}
    }
}

/// Finds the group of an owner to which a member belongs, or opens it.
fn find_group<P: Program>(
    node: u32,
    owner: u32,
    member: u32,
    memory: &P::Memory,
    network: &mut Network,
) -> u32 {
    let hash = P::group_hash(node, memory, network, member) ^ u64::from(owner).rotate_left(40);
    let mut number = network.summaries.nodes[node as usize].keys.first(hash);
    while number != NIL {
        if network.summaries.groups[number as usize].owner == owner {
            let known = network.representative(number);
            let known = (known, network.moment_of(known));
            if P::same_group(node, memory, network, known, member) {
                return number;
            }
        }
        number = network.summaries.links[number as usize].next;
    }
    let summaries = &mut network.summaries;
    let number = summaries.open(node, owner);
    summaries.nodes[node as usize]
        .keys
        .link(&mut summaries.links, number, hash);
    number
}

fn depart<P: Program>(node: u32, of: Summary, memory: &mut P::Memory, network: &mut Network) {
    let mut departed = mem::take(&mut network.summaries.nodes[node as usize].departed);
    let mut stale: Vec<u32> = Vec::new();
    for member in departed.drain(..) {
        let Network {
            tokens, summaries, ..
        } = network;
        let was_member = tokens.links[member as usize].bucket != NIL;
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
                let member = (member, Moment::Before);
                if let Some(group) = group
                    && !stale.contains(&group)
                    && !P::accumulate(node, memory, network, group, member, false)
                {
                    stale.push(group);
                }
            }
            Summary::None
            | Summary::Some
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
fn accumulate_anew<P: Program>(node: u32, group: u32, memory: &mut P::Memory, network: &Network) {
    P::reset(node, memory, group);
    let mut member = network.summaries.groups[group as usize].first;
    while member != NIL {
        P::accumulate(node, memory, network, group, (member, Moment::Now), true);
        member = network.tokens.links[member as usize].next;
    }
}

/// Compares what a group says with what it said.
fn settle<P: Program>(
    node: u32,
    of: Summary,
    by: bool,
    number: u32,
    memory: &mut P::Memory,
    network: &mut Network,
    pairs: &mut Vec<Pair>,
) {
    let group = &mut network.summaries.groups[number as usize];
    group.touched = false;
    let stirred = mem::take(&mut group.stirred);
    let Group {
        owner, count, said, ..
    } = *group;
    if owner == NIL {
        return;
    }
    let holds = |holds| if holds { Said::Holds } else { Said::Nothing };
    let says = match of {
        _ if by && count == 0 => Said::Nothing,
        Summary::None => holds(count == 0),
        Summary::Some => holds(count > 0),
        Summary::Count => Said::Count(count),
        Summary::Collect => Said::Holds,
        Summary::Sum => Said::Sum(group.total.said()),
        Summary::Avg if count == 0 => Said::Nothing,
        Summary::Avg => Said::Mean(group.total.as_f64() / f64::from(count)),
        Summary::Least | Summary::Greatest => group.heap.first().map_or(Said::Nothing, Said::Best),
        Summary::User => P::conclude(node, memory, number).map_or(Said::Nothing, Said::Output),
    };
    group.said = says;
    let same = match (said, says) {
        (Said::Best(before), Said::Best(now)) => {
            before == now
                || !P::differs(
                    node,
                    memory,
                    network,
                    (before, network.moment_of(before)),
                    now,
                )
        }
        _ if of == Summary::Collect => said == says && !stirred,
        _ => said == says,
    };
    if same {
        if of == Summary::Some && stirred && network.plan.recursive {
            let mut outputs = Vec::new();
            network
                .tokens
                .outputs(network.plan, owner, node, &mut outputs);
            network.doubt(outputs);
        }
        return;
    }
    if said != Said::Nothing {
        if by {
            remove_group_outputs(node, owner, number, network);
        } else {
            network.remove_outputs(node, owner);
        }
    }
    if says == Said::Nothing {
        if by {
            network.summaries.end(node, number);
            if of == Summary::User {
                network.forgotten.push((node, number));
            }
        }
    } else {
        pairs.push(Pair {
            left: owner,
            right: number,
        });
    }
}

/// Removes what a summary has made of one group of an owner.
fn remove_group_outputs(node: u32, owner: u32, number: u32, network: &mut Network) {
    let mut outputs = Vec::new();
    network
        .tokens
        .outputs(network.plan, owner, node, &mut outputs);
    for output in outputs {
        if network.tokens.get(output).fact == number {
            network.remove(output);
        }
    }
}
