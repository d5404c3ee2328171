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

use crate::aggregates::number::{self, Number, Numeric, Total};
use crate::containers::fields::Fields as _;
use crate::containers::heap::Heaps;
use crate::containers::index::{Indexes, Link, NIL};
use crate::containers::trail::{Cells, Map, Mode, Pass};
use crate::history::record::Copies;
use crate::joins::network::Network;
use crate::memory::archive::Moment;
use crate::plan::{NodeKind, Plan, Summary};

/// The members found for one owner, or those of one key.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    /// The owner; [`NIL`] when the group is gone.
    pub(crate) owner: u32,
    /// The first member.
    pub(crate) first: u32,
    pub(crate) count: u32,
    pub(crate) emitted: Emitted,
    pub(crate) touched: bool,
    /// Whether its members were touched, and not its count alone.
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
    pub(crate) member: u32,
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
    pub(crate) by_time: Map<u32, VecDeque<u32>, M>,
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
    pub(crate) departed: Vec<u32>,
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
    pub(crate) fn departed(&mut self, node: u32, member: u32) {
        self.nodes[node as usize].departed.push(member);
    }

    /// Ends a group, at once or with its owner.
    #[inline(never)]
    pub(crate) fn end(&mut self, node: u32, number: u32) {
        if self.groups[number as usize].owner != NIL {
            self.groups[number as usize].owner = NIL;
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
    pub(crate) fn members(&self, group: u32) -> (u32, usize) {
        let Group { first, count, .. } = self.groups[group as usize];
        (first, count as usize)
    }

    /// Opens a group.
    #[inline(never)]
    pub(crate) fn open(&mut self, node: u32, owner: u32) -> u32 {
        self.serial += 1;
        let number = if let Some(number) = self.free.pop() {
            number
        } else {
            self.links.push(Link::NONE);
            self.groups.push(Group {
                owner,
                first: NIL,
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
        (group.owner, group.first, group.count) = (owner, NIL, 0);
        (group.emitted, group.touched, group.members_changed) = (Emitted::Nothing, false, false);
        (group.serial, group.total) = (self.serial, Total::default());
        self.heaps.clear(number);
        self.touch(node, number);
        number
    }

    /// A place for a copy of a group, which belongs to no owner.
    fn copy_of(&mut self, group: u32) -> u32 {
        let Group {
            count,
            emitted,
            serial,
            total,
            ..
        } = &self.groups[group as usize];
        let copy = Group {
            owner: NIL,
            first: NIL,
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

    pub(crate) fn add(&mut self, node: u32, number: u32, member: u32, links: &mut Cells<Link, M>) {
        let group = self.touch(node, number);
        group.count += 1;
        group.members_changed = true;
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
    pub(crate) fn take(
        &mut self,
        node: u32,
        member: u32,
        links: &mut Cells<Link, M>,
    ) -> Option<u32> {
        let Link { bucket, next, prev } = mem::replace(&mut links[member as usize], Link::NONE);
        if bucket == NIL || self.groups[bucket as usize].owner == NIL {
            return None;
        }
        let group = self.touch(node, bucket);
        group.count -= 1;
        group.members_changed = true;
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

impl<M: Mode> Network<M> {
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
        } else if let Emitted::Best(best) = self.summaries.groups[group as usize].emitted {
            let member = self.copy(best.member, copies);
            let copy = &mut self.summaries.groups[copy as usize];
            (copy.emitted, copy.first) = (Emitted::Best(Best { member, ..best }), member);
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

    /// The sum of a group.
    #[must_use]
    pub fn sum<T: Numeric>(&self, group: u32) -> T {
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
        match self.summaries.groups[group as usize].emitted {
            Emitted::Best(best) => best.member,
            _ => self.summaries.groups[group as usize].first,
        }
    }

    /// A member of a group that the change has not removed, if there is one; else any.
    #[inline(never)]
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

    /// When the facts of the member that speaks for a group are to be read, for what the group said at a moment: it
    /// may have become a member, or the one that speaks, since then.
    #[must_use]
    pub fn moment_in_group(&self, member: u32, moment: Moment) -> Moment {
        match moment {
            Moment::Before => self.moment_of(member),
            moment => moment,
        }
    }

    /// When a group first had a member, counted in groups.
    #[cfg(feature = "serde")]
    pub(crate) fn group_serial(&self, group: u32) -> u64 {
        self.match_view().group_serial(group)
    }

    /// Whether a fact, the best before the change, is another now, or has changed in these fields.
    #[must_use]
    pub fn best_differs(&self, kind: u32, before: u32, now: u32, reads: M::Fields) -> bool {
        before != now || self.tokens.changes(kind, now).meets(reads)
    }

    /// The work of an owner's node: the search for members begins; without `by` each new token gets its
    /// one group.
    #[inline(never)]
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
