//! The candidates of a `#[best]` fact type: what rules derive of it, of which the best of each group stands.
//!
//! A candidate that waits is no fact: it has no handle, and nothing sees it. It is supported as a fact is, and goes when
//! nothing supports it. Of each group at most one candidate stands, as a fact in the slab. Between two changes a group
//! with candidates has one that stands, and none that waits is better.

#[cfg(feature = "serde")]
pub(crate) mod saved;

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::mem;

use hashbrown::HashTable;

use super::Slab;
use super::undo_log::Step;
use crate::containers::hash::scattered;
use crate::containers::trail::{Mode, Trail as _};
use crate::ids::Slot;
use crate::memory::identities::Identities;
use crate::memory::identity::Identity;
use crate::memory::slot_table::SupportChange;

/// The candidates of a fact type.
#[derive(Clone)]
pub(crate) struct Candidates<T> {
    ranking: Ranking,
    /// Those that wait, by their numbers.
    values: Vec<Option<T>>,
}

/// What is known of the candidates of a fact type without their values.
#[derive(Clone)]
struct Ranking {
    waiting: Vec<Option<Waiting>>,
    free: Vec<Slot>,
    groups: Vec<Group>,
    free_groups: Vec<u32>,
    /// The groups that are in use, by the hashes of their keys.
    by_key: HashTable<u32>,
    /// The candidates that wait, by their identities.
    known: Identities,
    /// The groups to which the current change has done something.
    unsettled: Vec<u32>,
}

/// A candidate that waits.
#[derive(Clone, Copy)]
pub(crate) struct Waiting {
    /// The hash of its identity.
    hash: u64,
    /// The tag of the insert that made it: of equally good ones the first stands.
    order: u64,
    group: u32,
}

/// The candidates of which one stands.
#[derive(Clone)]
pub(crate) struct Group {
    /// The hash of its key.
    hash: u64,
    /// The slot of the fact that stands; [`Slot::NONE`] where none does.
    standing: Slot,
    /// Of the candidate that stands.
    order: u64,
    /// Those that wait, the best one last.
    waiting: Vec<Slot>,
    is_unsettled: bool,
}

/// What is taken back.
#[derive(Clone)]
pub(crate) enum CandidateStep<T> {
    /// A candidate waits at a place of its group; whether it is in a new slot.
    Waits(Slot, usize, bool),
    /// One has left its place.
    Left(Slot, usize, Waiting, T),
    /// What stood of a group, and its order.
    Stood(u32, Slot, u64),
    /// A group is in use; whether it is in a new slot.
    Opened(u32, bool),
    /// A group, of which this is the hash of the key, is in use no more.
    Closed(u32, u64),
}

impl<T> Candidates<T> {
    pub(super) const fn new() -> Self {
        Candidates {
            ranking: Ranking::new(),
            values: Vec::new(),
        }
    }
}

impl Ranking {
    const fn new() -> Self {
        Ranking {
            waiting: Vec::new(),
            free: Vec::new(),
            groups: Vec::new(),
            free_groups: Vec::new(),
            by_key: HashTable::new(),
            known: Identities::new(),
            unsettled: Vec::new(),
        }
    }

    fn get(&self, candidate: Slot) -> &Waiting {
        let waiting = &self.waiting[candidate.index()];
        waiting.as_ref().expect("a candidate waits in its slot")
    }

    /// Whether a candidate waits in a slot.
    fn waits(&self, candidate: Slot) -> bool {
        let waiting = self.waiting.get(candidate.index());
        waiting.is_some_and(Option::is_some)
    }

    fn enter_key(&mut self, group: u32) {
        let groups = &self.groups;
        let hash = groups[group as usize].hash;
        self.by_key.insert_unique(scattered(hash), group, |&of| {
            scattered(groups[of as usize].hash)
        });
    }

    fn leave_key(&mut self, group: u32) {
        let hash = self.groups[group as usize].hash;
        let entry = self.by_key.find_entry(scattered(hash), |&of| of == group);
        if let Ok(entry) = entry {
            entry.remove();
        }
    }

    fn unsettle(&mut self, group: u32) {
        let of = &mut self.groups[group as usize];
        if !mem::replace(&mut of.is_unsettled, true) {
            self.unsettled.push(group);
        }
    }

    /// A free place for a candidate that waits; whether it is new.
    fn next_place(&mut self) -> (Slot, bool) {
        if let Some(candidate) = self.free.pop() {
            return (candidate, false);
        }
        self.waiting.push(None);
        (Slot((self.waiting.len() - 1) as u32), true)
    }

    fn put(&mut self, candidate: Slot, place: usize, waiting: Waiting) {
        self.known.insert(waiting.hash, candidate);
        let group = &mut self.groups[waiting.group as usize];
        group.waiting.insert(place, candidate);
        self.waiting[candidate.index()] = Some(waiting);
    }

    fn take(&mut self, candidate: Slot, place: usize) -> Waiting {
        let waiting = self.waiting[candidate.index()].take();
        let waiting = waiting.expect("a candidate waits in its slot");
        self.known.remove(waiting.hash, candidate);
        let group = &mut self.groups[waiting.group as usize];
        group.waiting.remove(place);
        waiting
    }

    /// Forgets which groups a change that was broken off has touched.
    fn abandon(&mut self) {
        for group in self.unsettled.drain(..) {
            if let Some(group) = self.groups.get_mut(group as usize) {
                group.is_unsettled = false;
            }
        }
    }

    /// Gives back the memory that is not used.
    fn shrink_to_fit(&mut self) {
        self.waiting.shrink_to_fit();
        self.free.shrink_to_fit();
        self.free_groups.shrink_to_fit();
        self.known.shrink_to_fit();
        for group in &mut self.groups {
            group.waiting.shrink_to_fit();
        }
    }
}

impl<T> Candidates<T> {
    /// Whether a candidate waits in a slot.
    pub(crate) fn waits(&self, candidate: Slot) -> bool {
        self.ranking.waits(candidate)
    }

    /// A candidate that waits.
    fn value(&self, candidate: Slot) -> &T {
        let value = self.values[candidate.index()].as_ref();
        value.expect("a candidate waits in its slot")
    }

    /// The candidate that waits and is the same as a value, of the hash of its identity.
    fn find<I: Identity<T>>(&self, hash: u64, value: &T) -> Option<Slot> {
        let is_same = |candidate| I::same(self.value(candidate), value);
        self.ranking.known.find(hash, is_same)
    }

    fn put(&mut self, candidate: Slot, place: usize, waiting: Waiting, value: T) {
        self.ranking.put(candidate, place, waiting);
        let places = self.ranking.waiting.len();
        self.values.resize_with(places, || None);
        self.values[candidate.index()] = Some(value);
    }

    fn take(&mut self, candidate: Slot, place: usize) -> (Waiting, T) {
        let waiting = self.ranking.take(candidate, place);
        let value = self.values[candidate.index()].take();
        (waiting, value.expect("a candidate waits in its slot"))
    }

    /// Forgets which groups a change that was broken off has touched.
    pub(super) fn abandon(&mut self) {
        self.ranking.abandon();
    }

    /// Takes a step back.
    pub(super) fn take_back(&mut self, step: CandidateStep<T>) {
        match step {
            CandidateStep::Waits(candidate, place, is_new) => {
                self.take(candidate, place);
                if is_new {
                    self.values.pop();
                    self.ranking.waiting.pop();
                } else {
                    self.ranking.free.push(candidate);
                }
            }
            CandidateStep::Left(candidate, place, waiting, value) => {
                self.ranking.free.pop();
                self.put(candidate, place, waiting, value);
            }
            CandidateStep::Stood(group, slot, order) => {
                let group = &mut self.ranking.groups[group as usize];
                (group.standing, group.order) = (slot, order);
            }
            CandidateStep::Opened(group, is_new) => {
                self.ranking.leave_key(group);
                if is_new {
                    self.ranking.groups.pop();
                } else {
                    self.ranking.free_groups.push(group);
                }
            }
            CandidateStep::Closed(group, hash) => {
                self.ranking.free_groups.pop();
                // Another key may have had its place since.
                self.ranking.groups[group as usize].hash = hash;
                self.ranking.enter_key(group);
            }
        }
    }

    /// Gives back the memory that is not used.
    pub(super) fn shrink_to_fit(&mut self) {
        self.ranking.shrink_to_fit();
        self.values.shrink_to_fit();
    }
}

impl<T, M: Mode> Slab<T, M> {
    /// The candidates that wait.
    pub(crate) fn candidates(&self) -> &Candidates<T> {
        &self.candidates
    }

    /// The group of a fact, if a candidate of it waits or stands.
    fn group_of<I: Identity<T>>(&self, fact: &T) -> Option<u32> {
        let is_same = |&group: &u32| {
            let Group {
                standing, waiting, ..
            } = &self.candidates.ranking.groups[group as usize];
            let of = match (waiting.last(), *standing) {
                (Some(&candidate), _) => self.candidates.value(candidate),
                (None, Slot::NONE) => return false,
                (None, slot) => self.store.value(slot),
            };
            I::same_group(of, fact)
        };
        let by_key = &self.candidates.ranking.by_key;
        by_key.find(scattered(I::group(fact)), is_same).copied()
    }

    fn open_group(&mut self, hash: u64) -> u32 {
        let new = Group {
            hash,
            standing: Slot::NONE,
            order: 0,
            waiting: Vec::new(),
            is_unsettled: false,
        };
        let all = &mut self.candidates.ranking;
        let (group, is_new) = if let Some(group) = all.free_groups.pop() {
            all.groups[group as usize] = new;
            (group, false)
        } else {
            all.groups.push(new);
            ((all.groups.len() - 1) as u32, true)
        };
        all.enter_key(group);
        self.note(CandidateStep::Opened(group, is_new));
        group
    }

    fn note(&mut self, step: CandidateStep<T>) {
        self.trail.note(Step::Candidate(step));
    }

    fn set_standing(&mut self, group: u32, slot: Slot, order: u64) {
        let of = &mut self.candidates.ranking.groups[group as usize];
        let slot = mem::replace(&mut of.standing, slot);
        let order = mem::replace(&mut of.order, order);
        self.note(CandidateStep::Stood(group, slot, order));
    }

    /// Lets a candidate wait.
    fn wait<I: Identity<T>>(&mut self, waiting: Waiting, value: T) -> Slot {
        let all = &mut self.candidates;
        let of_group = &all.ranking.groups[waiting.group as usize].waiting;
        let is_worse = |&other: &Slot| match I::rank(all.value(other), &value) {
            Ordering::Less => false,
            Ordering::Equal => all.ranking.get(other).order > waiting.order,
            Ordering::Greater => true,
        };
        let place = of_group.partition_point(is_worse);
        let (candidate, is_new) = all.ranking.next_place();
        all.put(candidate, place, waiting, value);
        self.note(CandidateStep::Waits(candidate, place, is_new));
        candidate
    }

    /// Takes out a candidate that waits.
    fn take_waiting<I: Identity<T>>(&mut self, candidate: Slot) -> (Waiting, T) {
        let all = &mut self.candidates;
        let group = all.ranking.get(candidate).group;
        let mut places = all.ranking.groups[group as usize].waiting.iter();
        let place = places.rposition(|&other| other == candidate);
        let place = place.expect("a candidate waits in its group");
        let (waiting, value) = all.take(candidate, place);
        all.ranking.free.push(candidate);
        self.trail.note_with(|| {
            let copy = I::copy(&value);
            Step::Candidate(CandidateStep::Left(candidate, place, waiting, copy))
        });
        (waiting, value)
    }

    /// Stages what a block derives: a candidate, or a support of one that is there.
    pub(crate) fn stage_candidate<I: Identity<T>>(&mut self, value: T, order: u64) {
        let hash = I::hash(&value).unwrap_or_default();
        if let Some(slot) = self.find_identity::<I>(hash, &value, Slot::NONE) {
            self.note_insert(slot, false, true);
            return;
        }
        let known = self.candidates.find::<I>(hash, &value);
        let (candidate, is_new) = if let Some(candidate) = known {
            (candidate, false)
        } else {
            let group = self.group_of::<I>(&value);
            let group = group.unwrap_or_else(|| self.open_group(I::group(&value)));
            let waiting = Waiting { hash, order, group };
            (self.wait::<I>(waiting, value), true)
        };
        let changes = &mut self.store.table.support_changes;
        changes.push(SupportChange::Waits { candidate, is_new });
    }

    /// Has the group of a candidate settled when the change has made all facts fall.
    pub(crate) fn unsettle(&mut self, candidate: Slot) {
        let group = self.candidates.ranking.get(candidate).group;
        self.candidates.ranking.unsettle(group);
    }

    /// Takes out a candidate that nothing supports.
    pub(crate) fn drop_candidate<I: Identity<T>>(&mut self, candidate: Slot) {
        self.unsettle(candidate);
        self.take_waiting::<I>(candidate);
    }

    /// Notes that the fact in a slot falls: its group has none that stands.
    pub(crate) fn falls<I: Identity<T>>(&mut self, slot: Slot) {
        let group = self.group_of::<I>(self.store.value(slot));
        if let Some(group) = group
            && self.candidates.ranking.groups[group as usize].standing == slot
        {
            self.candidates.ranking.unsettle(group);
            self.set_standing(group, Slot::NONE, 0);
        }
    }

    /// Lets the facts wait than which a candidate is better. Returns their slots with the candidates that they become;
    /// each is still to be taken out of its slot.
    pub(crate) fn displace<I: Identity<T>>(&mut self) -> Vec<(Slot, Slot)> {
        let mut displaced = Vec::new();
        for number in 0..self.candidates.ranking.unsettled.len() {
            let group = self.candidates.ranking.unsettled[number];
            let Group {
                standing,
                order,
                ref waiting,
                ..
            } = self.candidates.ranking.groups[group as usize];
            let (Some(&best), false) = (waiting.last(), standing == Slot::NONE) else {
                continue;
            };
            let value = self.store.value(standing);
            if I::rank(self.candidates.value(best), value) != Ordering::Less {
                continue;
            }
            let waiting = Waiting {
                hash: I::hash(value).unwrap_or_default(),
                order,
                group,
            };
            let value = I::copy(value);
            self.set_standing(group, Slot::NONE, 0);
            displaced.push((standing, self.wait::<I>(waiting, value)));
        }
        displaced
    }

    /// The best candidates of the groups of which none stands, in the order in which they were derived. With it, the
    /// groups are settled.
    pub(crate) fn next_to_stand(&mut self) -> Vec<Slot> {
        let mut next: Vec<Slot> = Vec::new();
        let mut unsettled = mem::take(&mut self.candidates.ranking.unsettled);
        for group in unsettled.drain(..) {
            let of = &mut self.candidates.ranking.groups[group as usize];
            of.is_unsettled = false;
            if of.standing != Slot::NONE {
                continue;
            }
            if let Some(&best) = of.waiting.last() {
                next.push(best);
                continue;
            }
            let hash = of.hash;
            self.candidates.ranking.leave_key(group);
            self.candidates.ranking.free_groups.push(group);
            self.note(CandidateStep::Closed(group, hash));
        }
        self.candidates.ranking.unsettled = unsettled;
        next.sort_unstable_by_key(|&candidate| self.candidates.ranking.get(candidate).order);
        next
    }

    /// Makes a candidate a fact, with a tag and a date. Returns its slot.
    pub(crate) fn stand<I: Identity<T>>(
        &mut self,
        candidate: Slot,
        tag: u64,
        date: Option<u64>,
    ) -> Slot {
        let (Waiting { hash, order, group }, value) = self.take_waiting::<I>(candidate);
        let slot = self.step_in(value, Some(hash), (tag, date));
        self.set_standing(group, slot, order);
        slot
    }

    /// Checks the candidates between two changes.
    ///
    /// # Panics
    ///
    /// Panics where something is not as it should be.
    #[cfg(debug_assertions)]
    pub(crate) fn verify_candidates<I: Identity<T>>(&self, is_supported: impl Fn(Slot) -> bool) {
        let Candidates { ranking: all, .. } = &self.candidates;
        assert!(all.unsettled.is_empty(), "all groups are settled");
        let mut found = 0;
        for &number in &all.by_key {
            let group = &all.groups[number as usize];
            assert!(group.standing != Slot::NONE, "the best of a group stands");
            let standing = self.store.value(group.standing);
            assert_eq!(I::group(standing), group.hash, "the key of a group");
            assert_eq!(self.group_of::<I>(standing), Some(number));
            let mut better = (standing, group.order);
            for &candidate in group.waiting.iter().rev() {
                let waiting = all.get(candidate);
                let value = self.candidates.value(candidate);
                assert!(is_supported(candidate), "nothing holds up a candidate");
                assert!(waiting.group == number && I::same_group(standing, value));
                assert!(!I::same(better.0, value), "equal candidates are one");
                let rank = I::rank(better.0, value);
                let is_before = rank.then(better.1.cmp(&waiting.order)) == Ordering::Less;
                assert!(is_before, "a better candidate waits");
                assert_eq!(Some(waiting.hash), I::hash(value));
                better = (value, waiting.order);
                found += 1;
            }
        }
        let waiting = all.waiting.iter().flatten().count();
        assert_eq!(waiting, found, "a candidate is of one group");
        assert_eq!(all.free.len() + found, all.waiting.len());
        assert_eq!(all.known.iter().count(), found, "identities of candidates");
        let in_use = all.by_key.len();
        assert_eq!(all.free_groups.len() + in_use, all.groups.len());
        assert_eq!(self.store.len(), in_use, "of each group one fact stands");
    }
}
