//! The agenda: the matches that have not fired yet, in firing order.
//!
//! One section for the rules outside any group and one for each group; the focus says which fires. Where
//! the strategy goes by dates, saliences are constant and sessions only go on, a section has a queue for each
//! distinct salience; else it is a heap, ordered by all that counts.

pub(crate) mod gate;
mod gated;
pub(crate) mod match_view;
pub(crate) mod queue;
pub(crate) mod recent;
#[cfg(feature = "serde")]
mod saved;
pub(crate) mod waitings;

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::agenda::queue::Queue;
use crate::containers::heap::{Heaps, Order};
use crate::containers::index::{Link, NIL};
use crate::containers::trail::{Cells, Mode, Pass};
use crate::ids::TokenId;
use crate::plan::{Plan, Strategy};
use gated::Gated;

/// What orders an activation in a heap.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ActivationKey {
    pub(crate) salience: i32,
    /// Whether it undoes, and so goes before every other of its salience.
    pub(crate) undoes: bool,
    /// The date of the change that began the match.
    pub(crate) date: u64,
    /// The match's number.
    pub(crate) number: u64,
}

/// The activations of the rules outside any group, or of one group.
#[derive(Debug, Clone, Default)]
struct Section {
    /// In firing order, with the salience of each and whether its activations undo.
    queues: Vec<Queue>,
    ranks: Vec<(i32, bool)>,
    /// The entries whose gates are open, by their places in [`Agenda::gated`].
    open: Vec<u32>,
}

/// The matches that have not fired yet.
#[derive(Debug, Clone, Default)]
pub(crate) struct Agenda<M: Mode> {
    oldest_first: bool,
    /// For each entry of [`Plan::matches`], its section, and the numbers of its queues there: of those
    /// that fire and of those that undo.
    place_of: Vec<(u32, [u32; 2])>,
    /// The rules outside any group first.
    sections: Vec<Section>,
    /// How many activations each section has.
    live: Cells<u32, M>,
    /// The activations of each section, where they are heaps.
    heaps: Heaps<M>,
    /// The groups in focus, the one that fires last.
    focus: Cells<u32, M>,
    /// In a heap, by token.
    keys: Cells<ActivationKey, M>,
    /// How many matches have been given a number.
    matches: u64,
    /// The entries whose matches stand behind gates.
    gated: Vec<Gated>,
    /// For each entry, its place there, or [`NIL`].
    gated_of: Vec<u32>,
    /// Their matches that wait, or began when the gates opened.
    waiting: Heaps<M>,
    /// Of each match that waits its lead, by token.
    leads: Cells<Lead, M>,
    /// The activation that fires next, where it is known without being put anywhere.
    hand: Option<Hand>,
    /// Activations made by the change that is under way.
    pub(crate) fresh: Vec<TokenId>,
    /// Those of them that are never to fire; empty, but for its room.
    pub(crate) barred: Vec<TokenId>,
    /// Those that give their groups the focus; the same.
    pub(crate) focused: Vec<TokenId>,
    /// The groups to which a block gives the focus; the same.
    pub(crate) focusing: Vec<u32>,
}

/// An activation in hand. What comes next is to fire it, more often than not.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hand {
    pub(crate) token: TokenId,
    /// Its entry of the plan.
    pub(crate) entry: u32,
    /// The date of the change that began it.
    pub(crate) date: u64,
}

/// How activations compare: within a section's queue by their elements alone, in a heap by all that counts.
///
/// Where activations stand, it says too: it is known when a ruleset is compiled.
pub(crate) trait Compare {
    /// Whether sections are heaps, and not queues.
    const HEAPS: bool;
    /// Whether matches stand behind gates.
    const GATES: bool;
    /// Which of two activations of one change and salience fires first.
    fn in_change(&self, a: TokenId, b: TokenId) -> Ordering;
    /// The numbers that decide between most activations of one entry, change and salience.
    fn lead(&self, token: TokenId) -> Lead;
    /// Sorts activations of one change and salience.
    fn sort(&self, of_change: &mut [TokenId]);
    /// Which of two activations of one section fires first.
    fn in_heap(&self, a: (TokenId, &ActivationKey), b: (TokenId, &ActivationKey)) -> Ordering;
}

/// The first numbers that order an activation among those of its entry, change and salience: what is less fires first,
/// and of two that are equal nothing is told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Lead(pub(crate) [u64; 3]);

/// The order of a section's heap.
struct InHeap<'a, C, M: Mode> {
    compare: &'a C,
    keys: &'a [ActivationKey],
    links: &'a mut Cells<Link, M>,
}

impl<C: Compare, M: Mode> InHeap<'_, C, M> {
    fn compare(&self, a: TokenId, b: TokenId) -> Ordering {
        let key = |token: TokenId| (token, &self.keys[token.index()]);
        self.compare.in_heap(key(a), key(b))
    }
}

impl<C: Compare, M: Mode> Order for InHeap<'_, C, M> {
    fn before(&self, a: TokenId, b: TokenId) -> bool {
        self.compare(a, b) == Ordering::Less
    }

    fn place(&mut self, member: TokenId, place: u32) {
        self.links[member.index()].next = place;
    }
}

/// The distinct saliences of a group's rules, highest first, each with whether its activations undo.
fn ranks<F>(plan: &Plan<F>, group: u32) -> Vec<(i32, bool)> {
    let mut ranks = Vec::new();
    for entry in plan.matches {
        if let Some(salience) = entry.salience
            && entry.group == group
        {
            ranks.extend_from_slice(&[(salience, false), (salience, entry.undo)]);
        }
    }
    distinct(ranks)
}

/// Some ranks, each once, highest first.
fn distinct(mut ranks: Vec<(i32, bool)>) -> Vec<(i32, bool)> {
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    ranks.dedup();
    ranks
}

impl<M: Mode> Agenda<M> {
    pub(crate) fn new<F>(plan: &Plan<F>) -> Self {
        let mut sections: Vec<Section> = (0..=plan.groups).map(|_| Section::default()).collect();
        let mut place_of = Vec::new();
        for entry in plan.matches {
            let section = &mut sections[entry.group as usize];
            if section.ranks.is_empty() {
                section.ranks = ranks(plan, entry.group);
                let queues = section.ranks.len();
                section.queues.resize_with(queues, Queue::default);
            }
            let rank = |undoes| (entry.salience.unwrap_or_default(), undoes);
            let queue = |rank| section.ranks.partition_point(|&other| other > rank) as u32;
            place_of.push((entry.group, [rank(false), rank(true)].map(queue)));
        }
        let (mut live, mut heaps) = (Cells::default(), Heaps::default());
        live.grow(sections.len(), 0);
        heaps.grow(sections.len());
        let (gated, gated_of) = gated::gated(plan, &place_of);
        let mut waiting = Heaps::default();
        waiting.grow(gated.len());
        Agenda {
            oldest_first: plan.strategy == Strategy::Breadth,
            place_of,
            sections,
            live,
            heaps,
            gated,
            gated_of,
            waiting,
            ..Agenda::default()
        }
    }

    pub(crate) fn len(&self) -> usize {
        let listed: usize = self.live.iter().map(|&live| live as usize).sum();
        listed + usize::from(self.hand.is_some())
    }

    /// Whether an activation of a group is pending.
    pub(crate) fn has_pending(&self, group: u32) -> bool {
        self.live[group as usize] > 0 || group == 0 && self.hand.is_some()
    }

    /// Goes through its state.
    pub(crate) fn trace(&mut self, pass: &mut impl Pass) {
        pass.over(&mut self.live);
        self.heaps.trace(pass);
        pass.over(&mut self.focus);
        pass.over(&mut self.keys);
        pass.over(&mut self.leads);
        pass.number(&mut self.matches);
    }

    /// Whether a group has the focus.
    pub(crate) fn has_focus(&self, group: u32) -> bool {
        self.focus.last() == Some(&group)
    }

    /// Whether the activations of a group may fire: it has the focus, or is none and no group has it.
    pub(crate) fn may_fire(&self, group: u32) -> bool {
        self.focus.last().copied().unwrap_or_default() == group
    }

    /// Whether the turn of a group's activations comes without a further focus: it is on the stack, or none.
    pub(crate) fn is_in_focus(&self, group: u32) -> bool {
        group == 0 || self.focus.contains(&group)
    }

    /// How many groups fire before a group. Those out of focus come last, as if they were one.
    pub(crate) fn turn_of(&self, group: u32) -> usize {
        let mut turns = self.focus.iter().rev().chain([&0]);
        let turn = turns.position(|&other| other == group);
        turn.unwrap_or(usize::MAX)
    }

    /// Gives a group the focus: puts it on top of the stack, from wherever it stands in it.
    #[inline(never)]
    pub(crate) fn focus(&mut self, group: u32) {
        if let Some(place) = self.focus.iter().position(|&other| other == group) {
            self.focus.remove(place);
        }
        self.focus.push(group);
    }

    /// Puts an activation that a change has made on the agenda.
    pub(crate) fn push(
        &mut self,
        links: &mut Cells<Link, M>,
        token: TokenId,
        entry: u32,
        salience: i32,
        date: u64,
        compare: &impl Compare,
    ) {
        self.matches += 1;
        let key = ActivationKey {
            salience,
            undoes: false,
            date,
            number: self.matches,
        };
        self.push_keyed(links, token, entry, key, compare);
    }

    /// Puts the activation on the agenda by which a match is undone that fired and has ended in a change.
    pub(crate) fn push_undo(
        &mut self,
        links: &mut Cells<Link, M>,
        (ended, token): (TokenId, TokenId),
        entry: u32,
        date: u64,
        compare: &impl Compare,
    ) {
        let key = ActivationKey {
            undoes: true,
            date,
            ..self.keys.get(ended.index()).copied().unwrap_or_default()
        };
        self.push_keyed(links, token, entry, key, compare);
    }

    /// What is known of an activation, or of a match that has fired, where activations are ordered by it.
    pub(crate) fn key(&self, token: TokenId) -> ActivationKey {
        self.keys.get(token.index()).copied().unwrap_or_default()
    }

    fn push_keyed<C: Compare>(
        &mut self,
        links: &mut Cells<Link, M>,
        token: TokenId,
        entry: u32,
        key: ActivationKey,
        compare: &C,
    ) {
        if const { C::GATES }
            && let Some(gated) = self.gated(entry)
        {
            self.push_gated(links, gated, token, key.date, compare);
            return;
        }
        if const { !C::HEAPS } {
            let (section, queues) = self.place_of[entry as usize];
            let queue = queues[usize::from(key.undoes)];
            self.live[section as usize] += 1;
            let section = &mut self.sections[section as usize];
            section.queues[queue as usize].push(links, queue, token, key.date);
            return;
        }
        self.keys.grow(token.index() + 1, ActivationKey::default());
        self.keys[token.index()] = key;
        self.put_back(links, token, entry, compare);
    }

    /// The queue of the activations of an entry, where the agenda has queues: those of a lower number fire first.
    #[inline]
    pub(crate) fn queue_of(&self, entry: u32) -> u32 {
        let (_, [queue, _]) = self.place_of[entry as usize];
        queue
    }

    /// Takes an activation that a change has made in hand, if none goes before it; there is none in hand.
    #[inline]
    pub(crate) fn take_in_hand(&mut self, token: TokenId, entry: u32, date: u64) -> bool {
        let (section, [queue, _]) = self.place_of[entry as usize];
        let mut before = self.sections[section as usize].queues[..queue as usize].iter();
        if before.any(|queue| queue.len() > 0) {
            return false;
        }
        self.matches += 1;
        self.hand = Some(Hand { token, entry, date });
        true
    }

    /// The activation in hand.
    #[inline]
    pub(crate) fn in_hand(&self) -> Option<TokenId> {
        self.hand.map(|hand| hand.token)
    }

    /// Lets go of the activation in hand, if it is this one.
    #[inline]
    pub(crate) fn let_go(&mut self, token: TokenId) -> bool {
        self.hand.take_if(|hand| hand.token == token).is_some()
    }

    /// Lets go of the activation in hand.
    pub(crate) fn drop_hand(&mut self) -> Option<Hand> {
        self.hand.take()
    }

    /// Puts an activation that was in hand into its queue, for something else comes next than to fire it.
    pub(crate) fn enqueue(&mut self, links: &mut Cells<Link, M>, hand: Hand) {
        let Hand { token, entry, date } = hand;
        let (section, [queue, _]) = self.place_of[entry as usize];
        self.live[section as usize] += 1;
        let section = &mut self.sections[section as usize];
        section.queues[queue as usize].push(links, queue, token, date);
    }

    /// Takes an activation out of its heap, to be put back when what it is ordered by has changed.
    pub(crate) fn withdraw(
        &mut self,
        links: &mut Cells<Link, M>,
        token: TokenId,
        entry: u32,
        compare: &impl Compare,
    ) -> bool {
        let there = links[token.index()].bucket != NIL;
        self.cancel(links, token, entry, compare);
        there
    }

    /// Puts an activation into its heap, where it stands by what is known of it.
    pub(crate) fn put_back(
        &mut self,
        links: &mut Cells<Link, M>,
        token: TokenId,
        entry: u32,
        compare: &impl Compare,
    ) {
        let (section, _) = self.place_of[entry as usize];
        self.live[section as usize] += 1;
        links[token.index()] = Link {
            bucket: 0,
            next: NIL,
            prev: NIL,
        };
        let keys = &self.keys;
        self.heaps.push(
            section,
            token,
            &mut InHeap {
                compare,
                keys,
                links,
            },
        );
    }

    /// Takes an activation off.
    pub(crate) fn cancel<C: Compare>(
        &mut self,
        links: &mut Cells<Link, M>,
        token: TokenId,
        entry: u32,
        compare: &C,
    ) {
        if const { C::GATES }
            && let Some(gated) = self.gated(entry)
        {
            self.cancel_gated(links, gated, token, compare);
            return;
        }
        let Link { bucket, next, .. } = links[token.index()];
        if bucket == NIL {
            return;
        }
        let (section, _) = self.place_of[entry as usize];
        self.live[section as usize] -= 1;
        if const { C::HEAPS } {
            let keys = &self.keys;
            self.heaps.remove(
                section,
                next as usize,
                &mut InHeap {
                    compare,
                    keys,
                    links,
                },
            );
        } else {
            self.sections[section as usize].queues[bucket as usize].remove(next);
        }
        links[token.index()] = Link::NONE;
    }

    /// Whether there is an activation that would fire.
    pub(crate) fn has_next(&self) -> bool {
        let mut groups = self.focus.iter().chain([&0]);
        groups.any(|&group| self.has_pending(group))
    }

    /// Whether there is nothing to fire, and no group has the focus, to lose it for that.
    #[inline]
    pub(crate) fn is_at_rest(&self) -> bool {
        self.hand.is_none() && self.live[0] == 0 && self.focus.is_empty()
    }

    /// The activation to fire first. Groups that have none lose the focus.
    pub(crate) fn first<C: Compare>(
        &mut self,
        links: &mut Cells<Link, M>,
        compare: &C,
    ) -> Option<TokenId> {
        if let Some(hand) = self.hand {
            return Some(hand.token);
        }
        while let Some(&group) = self.focus.last() {
            if self.live[group as usize] > 0 {
                break;
            }
            self.focus.pop();
        }
        let group = self.focus.last().copied().unwrap_or(0);
        if const { C::HEAPS } {
            return self.heaps.first(group);
        }
        if const { C::GATES }
            && let Some(waiting) = self.first_waiting(group, compare)
        {
            return Some(self.first_beside(waiting, group, links, compare));
        }
        let mut queues = self.sections[group as usize].queues.iter_mut();
        let busy = queues.find(|queue| queue.len() > 0)?;
        busy.first(links, self.oldest_first, |of_change| {
            compare.sort(of_change);
        })
    }

    /// All activations, in unspecified order.
    pub(crate) fn members(&self) -> Vec<TokenId> {
        let queued = self.sections.iter().flat_map(|section| &section.queues);
        let queued = queued.flat_map(|queue| queue.dated().map(|(token, _)| token));
        let heaped =
            (0..self.sections.len()).flat_map(|section| self.heaps.members(section as u32));
        let open = self.sections.iter().flat_map(|section| &section.open);
        let waiting = open.flat_map(|&gated| self.waiting.members(gated));
        queued
            .chain(heaped.copied())
            .chain(waiting.copied())
            .chain(self.in_hand())
            .collect()
    }

    /// All activations in firing order; those of groups without the focus last.
    pub(crate) fn in_order(&self, compare: &impl Compare) -> Vec<TokenId> {
        self.sorted(&|a, b| compare.in_heap((a.0, &a.1), (b.0, &b.1)))
    }

    /// All activations as they would fire by an order. It has that by a pointer, and is not made anew for each ruleset.
    fn sorted(&self, order: &dyn Fn(&Keyed, &Keyed) -> Ordering) -> Vec<TokenId> {
        let focused = self.focus.iter().rev().copied().chain([0]);
        let sections = focused.map(|section| self.keyed_in(section).collect());
        let mut all = Vec::new();
        // Those out of focus as they would fire if they were one group.
        for mut keyed in sections.chain([self.out_of_focus()]) {
            keyed.sort_by(order);
            all.extend(keyed.into_iter().map(|(token, _)| token));
        }
        all
    }

    /// The activations of a section with what is known of them, in unspecified order.
    fn keyed_in(&self, number: u32) -> impl Iterator<Item = Keyed> + '_ {
        let section = &self.sections[number as usize];
        let ranked = section.queues.iter().zip(&section.ranks);
        let queued = ranked.flat_map(|(queue, &(salience, undoes))| {
            queue.dated().map(move |(token, date)| {
                let key = ActivationKey {
                    salience,
                    undoes,
                    date,
                    number: 0,
                };
                (token, key)
            })
        });
        let heap = self.heaps.members(number).iter();
        queued
            .chain(heap.map(|&token| (token, self.keys[token.index()])))
            .chain(self.waiting_in(number))
            .chain(self.in_hand_of(number))
    }

    /// The activation in hand, if it is of this section.
    fn in_hand_of(&self, number: u32) -> Option<(TokenId, ActivationKey)> {
        let Hand { token, entry, date } = self.hand?;
        let (section, [queue, _]) = self.place_of[entry as usize];
        let (salience, undoes) = self.sections[section as usize].ranks[queue as usize];
        let key = ActivationKey {
            salience,
            undoes,
            date,
            number: 0,
        };
        (section == number).then_some((token, key))
    }

    /// The activations of groups that are not in focus, in unspecified order.
    fn out_of_focus(&self) -> Vec<Keyed> {
        let mut all = Vec::new();
        let is_out = |number: &usize| !self.is_in_focus(*number as u32);
        for section in (0..self.sections.len()).filter(is_out) {
            all.extend(self.keyed_in(section as u32));
        }
        all
    }
}

/// An activation with what is known of it.
type Keyed = (TokenId, ActivationKey);
