//! Summaries: what is said of all the matches of inner conditions together.
//!
//! Each owner token has a group of members, the tokens found by the inner conditions; with `by` it has
//! one for each key. What arrives and departs in a change is noted, and taken into account when the
//! summary's node works; only a group that then says something else than before gives a new token.
//! So a result is compared once, at the end of a change.

#[cfg(feature = "serde")]
mod saved;

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::mem;

use crate::aggregates::number::{self, Number, Total};
use crate::containers::heap::Heaps;
use crate::containers::index::{Indexes, Link, NIL};
use crate::containers::trail::{Cells, Map, Mode, Pass};
use crate::ids::TokenId;
use crate::plan::Plan;

/// The members found for one owner, or those of one key.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    /// The owner; [`TokenId::NONE`] when the group is gone.
    pub(crate) owner: TokenId,
    /// The first member.
    pub(crate) first: TokenId,
    pub(crate) count: u32,
    pub(crate) emitted: Emitted,
    pub(crate) touched: bool,
    /// Whether its members were touched, and not its count alone; of a list, whether other facts are in it.
    pub(crate) members_changed: bool,
    /// When it first had a member, counted in groups.
    pub(crate) serial: u64,
    pub(crate) total: Total,
}

/// What a group emitted after the last change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Emitted {
    /// Nothing yet, or that there is nothing.
    Nothing,
    /// That it holds.
    Holds,
    Count(u32),
    Sum(number::Said),
    Mean(f64),
    Best(Best),
    /// What a user's accumulate comes to, by number.
    Output(u64),
}

/// The best member of a group.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Best {
    pub(crate) member: TokenId,
    /// The hash of its value, where the value may be asked for when it cannot be computed any more.
    pub(crate) hash: Option<u64>,
}

/// The groups of all summaries.
#[derive(Debug, Clone)]
pub(crate) struct Summaries<M: Mode> {
    pub(crate) groups: Cells<Group, M>,
    /// The members of groups that look for the best one, by group.
    pub(crate) heaps: Heaps<M>,
    /// The members of groups of which the latest pass, in the order of time.
    pub(crate) by_time: Map<u32, VecDeque<TokenId>, M>,
    /// The groups of each node by owner and key.
    pub(crate) keys: Indexes<M>,
    /// The place of each group among those of its hash.
    pub(crate) links: Cells<Link, M>,
    pub(crate) free: Cells<u32, M>,
    /// Groups that ended in this change.
    pub(crate) ended: Vec<u32>,
    /// Groups that say something else since this change.
    pub(crate) changed: Vec<u32>,
    pub(crate) serial: u64,
    /// What members add to sums.
    pub(crate) numbers: Cells<Number, M>,
    pub(crate) free_numbers: Cells<u32, M>,
    pub(crate) nodes: Vec<Pending>,
}

/// What a summary's node has to work on.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pending {
    /// The members that departed in this change.
    pub(crate) departed: Vec<TokenId>,
    /// The groups that this change has touched.
    pub(crate) touched: Vec<u32>,
}

/// The note of a member that stands in no heap.
pub(crate) const OUT: u32 = NIL;

impl<M: Mode> Summaries<M> {
    pub(crate) fn new<F>(plan: &Plan<F>) -> Self {
        Summaries {
            groups: Cells::default(),
            heaps: Heaps::default(),
            by_time: Map::default(),
            keys: Indexes::new(plan.nodes.len()),
            links: Cells::default(),
            free: Cells::default(),
            ended: Vec::new(),
            changed: Vec::new(),
            serial: 0,
            numbers: Cells::default(),
            free_numbers: Cells::default(),
            nodes: plan.nodes.iter().map(|_| Pending::default()).collect(),
        }
    }

    /// Notes that a member has been removed.
    pub(crate) fn departed(&mut self, node: u32, member: TokenId) {
        self.nodes[node as usize].departed.push(member);
    }

    /// Ends a group, at once or with its owner.
    #[inline(never)]
    pub(crate) fn end(&mut self, node: u32, number: u32) {
        if self.groups[number as usize].owner != TokenId::NONE {
            self.groups[number as usize].owner = TokenId::NONE;
            self.keys.unlink(node, &mut self.links, number);
            self.ended.push(number);
        }
    }

    /// Frees the groups that ended in the change.
    pub(crate) fn sweep(&mut self) {
        if !self.ended.is_empty() {
            self.free.append(&mut self.ended);
        }
        self.changed.clear();
    }

    /// The first member of a group, and how many there are.
    pub(crate) fn members(&self, group: u32) -> (TokenId, usize) {
        let Group { first, count, .. } = self.groups[group as usize];
        (first, count as usize)
    }

    /// Opens a group.
    #[inline(never)]
    pub(crate) fn open(&mut self, node: u32, owner: TokenId) -> u32 {
        self.serial += 1;
        let number = if let Some(number) = self.free.pop() {
            number
        } else {
            self.links.push(Link::NONE);
            self.groups.push(Group {
                owner,
                first: TokenId::NONE,
                count: 0,
                emitted: Emitted::Nothing,
                touched: false,
                members_changed: false,
                serial: 0,
                total: Total::default(),
            });
            self.heaps.grow(self.groups.len());
            (self.groups.len() - 1) as u32
        };
        let group = &mut self.groups[number as usize];
        (group.owner, group.first, group.count) = (owner, TokenId::NONE, 0);
        (group.emitted, group.touched, group.members_changed) = (Emitted::Nothing, false, false);
        (group.serial, group.total) = (self.serial, Total::default());
        self.heaps.clear(number);
        self.touch(node, number);
        number
    }

    /// A place for a copy of a group, which belongs to no owner.
    pub(crate) fn copy_of(&mut self, group: u32) -> u32 {
        let Group {
            count,
            emitted,
            serial,
            total,
            ..
        } = &self.groups[group as usize];
        let copy = Group {
            owner: TokenId::NONE,
            first: TokenId::NONE,
            count: *count,
            emitted: *emitted,
            touched: false,
            members_changed: false,
            serial: *serial,
            total: total.clone(),
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
        self.heaps.grow(self.groups.len());
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

    pub(crate) fn add(
        &mut self,
        node: u32,
        number: u32,
        member: TokenId,
        links: &mut Cells<Link, M>,
    ) {
        let group = self.touch(node, number);
        group.count += 1;
        group.members_changed = true;
        let next = mem::replace(&mut group.first, member);
        if next != TokenId::NONE {
            links[next.index()].prev = member.number();
        }
        links[member.index()] = Link {
            bucket: number,
            next: next.number(),
            prev: NIL,
        };
    }

    /// Takes a member out of its group, if that is there still.
    pub(crate) fn take(
        &mut self,
        node: u32,
        member: TokenId,
        links: &mut Cells<Link, M>,
    ) -> Option<u32> {
        let Link { bucket, next, prev } = mem::replace(&mut links[member.index()], Link::NONE);
        if bucket == NIL || self.groups[bucket as usize].owner == TokenId::NONE {
            return None;
        }
        let group = self.touch(node, bucket);
        group.count -= 1;
        group.members_changed = true;
        if next != NIL {
            links[next as usize].prev = prev;
        }
        if prev == NIL {
            group.first = TokenId(next);
        } else {
            links[prev as usize].next = next;
        }
        Some(bucket)
    }

    /// Forgets what a change that was broken off was about to do.
    pub(crate) fn abandon(&mut self) {
        self.ended.clear();
        self.changed.clear();
        for node in &mut self.nodes {
            *node = Pending::default();
        }
    }

    /// Goes through its state.
    pub(crate) fn trace(&mut self, pass: &mut impl Pass) {
        pass.over(&mut self.groups);
        self.heaps.trace(pass);
        pass.over(&mut self.by_time);
        self.keys.trace(pass);
        pass.over(&mut self.links);
        pass.over(&mut self.free);
        pass.number(&mut self.serial);
        pass.over(&mut self.numbers);
        pass.over(&mut self.free_numbers);
    }

    pub(crate) fn push_number(&mut self, number: Number) -> u32 {
        if let Some(place) = self.free_numbers.pop() {
            self.numbers[place as usize] = number;
            place
        } else {
            self.numbers.push(number);
            (self.numbers.len() - 1) as u32
        }
    }
}
