//! Records as a snapshot has them.

use alloc::vec::Vec;

use super::{Copies, Record, Records};
use crate::handle::FactId;

impl Records {
    /// The numbers of the records that something needs.
    pub(crate) fn needed(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.all.len() as u32).filter(|&number| self.get(number).users > 0)
    }

    /// The record by which a match will be undone when it ends.
    pub(crate) fn awaiting(&self, token: u32) -> Option<u32> {
        self.undone_by.get(&token).copied()
    }
}

impl Record {
    /// What it has been given.
    pub(crate) fn copies(&self) -> &Copies {
        &self.copies
    }

    /// The record of a match (its token, the date of its firing, its facts) that has been given this; nothing
    /// needs it yet.
    pub(crate) fn restored((token, date, ids): (u32, u64, Vec<FactId>), copies: Copies) -> Self {
        Record {
            token,
            date,
            ids,
            copies,
            users: 0,
        }
    }
}
