//! The groups of accumulates as a snapshot has them: those by keys, and the copies that records keep.

use alloc::vec::Vec;

use super::{Emitted, Group, Summaries};
use crate::aggregates::number::{SavedTotal, Total};
use crate::containers::index::NIL;
use crate::containers::trail::Mode;
use crate::ids::TokenId;

impl<M: Mode> Summaries<M> {
    /// How many groups have been numbered.
    pub(crate) fn numbered(&self) -> u64 {
        self.serial
    }

    /// Goes on numbering from there.
    pub(crate) fn restore_numbered(&mut self, groups: u64) {
        self.serial = groups;
    }

    /// The groups by keys at a node, in unspecified order.
    pub(crate) fn keyed(&self, node: u32) -> Vec<u32> {
        let some = |group: u32| (group != NIL).then_some(group);
        let firsts = self.keys.firsts(node);
        firsts
            .flat_map(|first| {
                core::iter::successors(some(first), move |&group| {
                    some(self.links[group as usize].next)
                })
            })
            .collect()
    }

    /// Gives a group another number.
    pub(crate) fn renumber(&mut self, group: u32, serial: u64) {
        self.groups[group as usize].serial = serial;
    }

    /// What the copy of a group says: its count, its sum, and whether it has a best member.
    pub(crate) fn copied(&self, group: u32) -> (u32, SavedTotal, bool) {
        let Group {
            count,
            total,
            emitted,
            ..
        } = &self.groups[group as usize];
        (*count, total.saved(), matches!(emitted, Emitted::Best(_)))
    }

    /// Makes a copy of a group that is no more, without members yet.
    pub(crate) fn restore_copy(&mut self, count: u32, serial: u64, total: &SavedTotal) -> u32 {
        self.place_copy(Group {
            owner: TokenId::NONE,
            first: TokenId::NONE,
            count,
            emitted: Emitted::Nothing,
            touched: false,
            members_changed: false,
            serial,
            total: Total::restored(total),
        })
    }
}
