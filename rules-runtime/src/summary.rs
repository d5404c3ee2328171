//! Summaries: what is said of all the matches of inner conditions together.
//!
//! Each owner token has a group of members, the tokens found by the inner conditions. What arrives and
//! departs in a change is noted, and taken into account when the summary's node works; only a group
//! that then says something else than before gives a new token. So a result is compared once, at
//! the end of a change.

use alloc::vec::Vec;
use core::mem;

use crate::index::{Link, NIL};
use crate::network::{Batch, Keyed, Network, Pair};
use crate::plan::{Plan, Summary};

/// The members found for one owner.
#[derive(Debug, Clone, Copy)]
struct Group {
    /// The owner; [`NIL`] when it has been removed.
    owner: u32,
    /// The first member, where the members are kept.
    first: u32,
    count: u32,
    /// What the group said after the last change: the count, or whether it passed.
    said: u32,
    touched: bool,
}

/// What a group that has said nothing yet said.
const NOTHING: u32 = u32::MAX;

/// The groups of all summaries.
#[derive(Debug, Clone)]
pub(crate) struct Summaries {
    groups: Vec<Group>,
    free: Vec<u32>,
    /// Groups whose owners were removed in this change.
    removed: Vec<u32>,
    nodes: Vec<Pending>,
}

/// What a summary's node has to work on.
#[derive(Debug, Clone, Default)]
struct Pending {
    /// The members that departed in this change.
    departed: Vec<u32>,
    /// The groups that this change has touched.
    touched: Vec<u32>,
}

impl Summaries {
    pub(crate) fn new(plan: &Plan) -> Self {
        Summaries {
            groups: Vec::new(),
            free: Vec::new(),
            removed: Vec::new(),
            nodes: plan.nodes.iter().map(|_| Pending::default()).collect(),
        }
    }

    /// Notes that an owner has been removed; its group goes at the end of the change.
    pub(crate) fn owner_removed(&mut self, group: u32) {
        self.groups[group as usize].owner = NIL;
        self.removed.push(group);
    }

    /// Notes that a member has been removed.
    pub(crate) fn departed(&mut self, node: u32, member: u32) {
        self.nodes[node as usize].departed.push(member);
    }

    /// The first member of a group, and how many there are.
    pub(crate) fn members(&self, group: u32) -> (u32, usize) {
        let Group { first, count, .. } = self.groups[group as usize];
        (first, count as usize)
    }

    /// Frees the groups whose owners were removed in the change.
    pub(crate) fn sweep(&mut self) {
        self.free.append(&mut self.removed);
    }

    /// Gives a new owner its group at a summary's node.
    fn open(&mut self, node: u32, owner: u32) -> u32 {
        let group = Group {
            owner,
            first: NIL,
            count: 0,
            said: NOTHING,
            touched: false,
        };
        let number = if let Some(number) = self.free.pop() {
            self.groups[number as usize] = group;
            number
        } else {
            self.groups.push(group);
            (self.groups.len() - 1) as u32
        };
        self.touch(node, number);
        number
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

    fn take(&mut self, node: u32, member: u32, links: &mut [Link]) {
        let Link { bucket, next, prev } = mem::replace(&mut links[member as usize], Link::NONE);
        if bucket == NIL || self.groups[bucket as usize].owner == NIL {
            return;
        }
        let group = self.touch(node, bucket);
        group.count -= 1;
        if next != NIL {
            links[next as usize].prev = prev;
        }
        if prev == NIL {
            group.first = next;
        } else {
            links[prev as usize].next = next;
        }
    }
}

impl Network {
    /// The work of an owner's node: each new token gets a group, and the search for members begins.
    pub(crate) fn own(&mut self, node: u32, summary: u32) {
        let mut owners = mem::take(&mut self.nodes[node as usize].lefts);
        for owner in owners.drain(..) {
            self.tokens.get_mut(owner).note = self.summaries.open(summary, owner);
            for &output in self.plan.nodes[node as usize].outputs {
                self.create(output, owner, NIL);
            }
        }
        self.nodes[node as usize].lefts = owners;
        self.work.push(summary);
    }

    /// The work of a summary's node: takes in what arrived and departed. The answer is a pair of owner
    /// and result for each group that says something new; what it said before has been removed.
    pub(crate) fn summarize(&mut self, node: u32, of: Summary, steps: u32) -> Batch {
        let mut batch = self.open(node);
        let Network {
            tokens, summaries, ..
        } = self;
        let mut departed = mem::take(&mut summaries.nodes[node as usize].departed);
        for member in departed.drain(..) {
            summaries.take(node, member, &mut tokens.links);
        }
        summaries.nodes[node as usize].departed = departed;
        for &Keyed { item: member, .. } in &batch.lefts {
            let group = tokens.get(tokens.up(member, steps)).note;
            summaries.add(node, group, member, &mut tokens.links);
        }
        let mut touched = mem::take(&mut summaries.nodes[node as usize].touched);
        for number in touched.drain(..) {
            let group = &mut self.summaries.groups[number as usize];
            group.touched = false;
            let Group {
                owner, count, said, ..
            } = *group;
            if owner == NIL {
                continue;
            }
            let (says, result) = match of {
                Summary::None => (u32::from(count == 0), NIL),
                Summary::Some => (u32::from(count > 0), NIL),
                Summary::Count => (count, count),
                Summary::Collect => (0, number),
            };
            if says == said && of != Summary::Collect {
                continue;
            }
            group.said = says;
            if said != NOTHING {
                self.remove_outputs(node, owner);
            }
            let holds = says == 1 || matches!(of, Summary::Count | Summary::Collect);
            if holds {
                batch.pairs.push(Pair {
                    left: owner,
                    right: result,
                });
            }
        }
        self.summaries.nodes[node as usize].touched = touched;
        batch
    }
}
