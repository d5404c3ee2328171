//! Records as a snapshot has them.

use super::Records;
use crate::containers::trail::Mode;
use crate::ids::TokenId;

impl<M: Mode> Records<M> {
    /// The numbers of the records that something needs.
    pub(crate) fn needed(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.all.len() as u32).filter(|&number| self.get(number).users > 0)
    }

    /// The record by which a match will be undone when it ends.
    pub(crate) fn awaiting(&self, token: TokenId) -> Option<u32> {
        self.undone_by.get(token).copied()
    }
}
