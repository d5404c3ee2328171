//! Records as a snapshot has them.

use alloc::vec::Vec;

use super::{Copies, Record, Records};
use crate::containers::trail::Mode;
use crate::memory::handle::FactId;

impl<M: Mode> Records<M> {
    /// The numbers of the records that something needs.
    pub(crate) fn needed(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.all.len() as u32).filter(|&number| self.get(number).users > 0)
    }

    /// The record by which a match will be undone when it ends.
    pub(crate) fn awaiting(&self, token: u32) -> Option<u32> {
        self.undone_by.get(token).copied()
    }
}

impl Record {
    /// What it has been given.
    pub(crate) fn copies(&self) -> &Copies {
        &self.copies
    }

    /// The record of a match that has been given this: its token, the date of its firing, its facts and their
    /// dates. Nothing needs it yet.
    pub(crate) fn restored(
        (token, date): (u32, u64),
        (ids, dates): (Vec<FactId>, Vec<u64>),
        copies: Copies,
    ) -> Self {
        Record {
            token,
            date,
            ids,
            dates,
            copies,
            users: 0,
        }
    }
}
