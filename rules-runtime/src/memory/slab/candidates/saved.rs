//! Candidates as a snapshot has them: numbers, and apart from them the values of those that wait, in the order in which
//! they were derived.

use alloc::vec::Vec;
use core::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::super::Slab;
use super::Waiting;
use crate::containers::trail::Mode;
use crate::ids::Slot;
use crate::memory::identity::Identity;
use crate::memory::slab::saved::{FactState, Unfit};

/// The candidates of a fact type, without values.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedCandidates {
    /// For each fact the tag of the insert that derived it.
    standing: Vec<u64>,
    /// For each candidate that waits the same, less that of the one before it.
    waiting: Vec<u64>,
}

impl SavedCandidates {
    /// Whether facts stand as the best of their candidates.
    pub(crate) fn are_ranked(&self) -> bool {
        !self.standing.is_empty()
    }

    /// How many candidates wait.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.len()
    }
}

impl<T, M: Mode> Slab<T, M> {
    /// The candidates that wait, in the order in which they were derived.
    pub(crate) fn waiting_in_order(&self) -> Vec<Slot> {
        let all = &self.candidates.ranking;
        let numbers = Slot::each(all.waiting.len());
        let mut waiting: Vec<Slot> = numbers.filter(|&candidate| all.waits(candidate)).collect();
        waiting.sort_unstable_by_key(|&candidate| all.get(candidate).order);
        waiting
    }

    /// The values of candidates that wait.
    pub(crate) fn waiting_values(&self) -> impl Iterator<Item = &T> {
        let waiting = self.waiting_in_order().into_iter();
        waiting.map(|candidate| self.candidates.value(candidate))
    }

    /// The candidates, to be saved.
    pub(crate) fn saved_candidates<I: Identity<T>>(&self) -> SavedCandidates {
        if !I::RANKS {
            return SavedCandidates::default();
        }
        let order_of = |slot: Slot| {
            let group = self.group_of::<I>(self.store.value(slot));
            group.map_or(0, |group| {
                self.candidates.ranking.groups[group as usize].order
            })
        };
        let mut last = 0;
        let waiting = self.waiting_in_order().into_iter().map(|candidate| {
            let order = self.candidates.ranking.get(candidate).order;
            order - core::mem::replace(&mut last, order)
        });
        SavedCandidates {
            standing: self.store.slots().map(order_of).collect(),
            waiting: waiting.collect(),
        }
    }

    /// Restores the candidates of the facts that stand in their slots, and those that wait: the first in the first place.
    pub(crate) fn restore_candidates<I: Identity<T>>(
        &mut self,
        facts: &[FactState],
        saved: &SavedCandidates,
        mut values: impl Iterator<Item = T>,
        last_tag: u64,
    ) -> Result<(), Unfit> {
        let contradiction = Err(Unfit::Contradiction(
            "what rules derive is not in its order",
        ));
        if !I::RANKS {
            let is_empty = saved.standing.is_empty() && saved.waiting.is_empty();
            return if is_empty { Ok(()) } else { contradiction };
        }
        if saved.standing.len() != facts.len() {
            return contradiction;
        }
        for (fact, &order) in facts.iter().zip(&saved.standing) {
            let value = self.store.value(fact.slot);
            if fact.stated || order > last_tag || self.group_of::<I>(value).is_some() {
                return contradiction;
            }
            let hash = I::group(value);
            let group = self.open_group(hash);
            self.set_standing(group, fact.slot, order);
        }
        let mut order = 0_u64;
        for &step in &saved.waiting {
            let Some(value) = values.next() else {
                return contradiction;
            };
            let next = order.checked_add(step);
            let Some(next) = next.filter(|&next| next > order && next <= last_tag) else {
                return contradiction;
            };
            order = next;
            let hash = I::hash(&value).unwrap_or_default();
            let Some(group) = self.group_of::<I>(&value) else {
                return contradiction;
            };
            let of = &self.candidates.ranking.groups[group as usize];
            let standing = self.store.value(of.standing);
            let rank = I::rank(standing, &value).then(of.order.cmp(&order));
            let waits = self.candidates.find::<I>(hash, &value).is_some();
            let is_known = waits || I::same(standing, &value);
            if rank != Ordering::Less || is_known {
                return contradiction;
            }
            self.wait::<I>(Waiting { hash, order, group }, value);
        }
        Ok(())
    }
}
