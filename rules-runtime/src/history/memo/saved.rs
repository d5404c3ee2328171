//! Memos as a snapshot has them.

use alloc::vec::Vec;

use super::{Memo, Memos};
use crate::containers::hash::hash_one;
use crate::containers::index::NIL;
use crate::containers::trail::Mode;
use crate::memory::handle::FactId;

impl<M: Mode> Memos<M> {
    /// The memos: rule, facts, and the record where there is one; in unspecified order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &[FactId], Option<u32>)> {
        self.all.iter().flatten().map(|memo| {
            let record = (memo.record != NIL).then_some(memo.record);
            (memo.rule, &*memo.ids, record)
        })
    }

    /// Puts a memo in.
    pub(crate) fn restore(&mut self, rule: u32, ids: Vec<FactId>, record: Option<u32>) {
        let hash = hash_one(&(rule, &*ids));
        self.insert(Memo {
            hash,
            rule,
            ids,
            record: record.unwrap_or(NIL),
        });
    }
}
