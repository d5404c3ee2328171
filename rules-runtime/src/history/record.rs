//! Records: what a firing leaves behind, for its `undo` block and for `#[once]` and `#[on_change]`.
//!
//! A record holds a copy of the match: of its token, of those on its left, and of what its accumulates said.
//! The values of its facts are not copied but pinned in the archives, by the date of the firing's change.

#[cfg(feature = "serde")]
mod saved;

use alloc::vec::Vec;

use crate::containers::trail::{Cells, Map, Mode, Pass};
use crate::ids::TokenId;
use crate::memory::handle::FactId;
use crate::support::Place;

/// A match that fired, as it was then.
#[derive(Debug, Clone, Default)]
pub(crate) struct Record {
    /// The copy of its token.
    pub(crate) token: TokenId,
    /// The date of the firing's change.
    pub(crate) date: u64,
    /// Its facts, in the order written.
    pub(crate) ids: Vec<FactId>,
    /// The dates that these had, where the strategy goes by the dates of facts.
    pub(crate) dates: Vec<u64>,
    /// What it has been given.
    pub(crate) copies: Copies,
    /// How many need it.
    users: u8,
}

impl Record {
    /// That of a match that fires in the change of a date: its token, its facts and their dates, and what it has been given.
    /// Nobody needs it yet.
    pub(crate) fn new(
        token: TokenId,
        date: u64,
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

/// What a record has been given, and gives back.
#[derive(Debug, Clone, Default)]
pub(crate) struct Copies {
    /// Each after the one on its left; the match's own last.
    pub(crate) tokens: Vec<TokenId>,
    pub(crate) groups: Vec<u32>,
    /// The facts that are pinned.
    pub(crate) facts: Vec<Place>,
    /// Groups and tokens for which working memory keeps something: the node, the original, the copy.
    pub(crate) states: Vec<(u32, u32, u32)>,
}

/// The records of a session.
#[derive(Debug, Clone, Default)]
pub(crate) struct Records<M: Mode> {
    all: Cells<Record, M>,
    free: Cells<u32, M>,
    /// The record of each match that has fired and is to be undone when it ends.
    undone_by: Map<TokenId, u32, M>,
}

impl<M: Mode> Records<M> {
    /// Goes through its state.
    pub(crate) fn trace(&mut self, pass: &mut impl Pass) {
        pass.over(&mut self.all);
        pass.over(&mut self.free);
        pass.over(&mut self.undone_by);
    }

    pub(crate) fn get(&self, record: u32) -> &Record {
        &self.all[record as usize]
    }

    /// Keeps a record.
    pub(crate) fn push(&mut self, record: Record) -> u32 {
        if let Some(number) = self.free.pop() {
            self.all[number as usize] = record;
            return number;
        }
        self.all.push(record);
        (self.all.len() - 1) as u32
    }

    /// Notes that one more needs a record.
    pub(crate) fn share(&mut self, record: u32) {
        self.all[record as usize].users += 1;
    }

    /// Gives up a use of a record. With the last it is forgotten; its date, and what is to be given back then.
    pub(crate) fn give_up(&mut self, record: u32) -> Option<(u64, Copies)> {
        let place = &mut self.all[record as usize];
        place.users -= 1;
        if place.users > 0 {
            return None;
        }
        let Record { date, copies, .. } = core::mem::take(place);
        self.free.push(record);
        Some((date, copies))
    }

    /// Notes that a record is needed when a match ends.
    pub(crate) fn await_end(&mut self, token: TokenId, record: u32) {
        self.share(record);
        self.undone_by.insert(token, record);
    }

    /// Whether a match is to be undone when it ends.
    pub(crate) fn is_awaited(&self, token: TokenId) -> bool {
        self.undone_by.get(token).is_some()
    }

    /// The record of a match that has ended and is to be undone.
    pub(crate) fn ended(&mut self, token: TokenId) -> Option<u32> {
        if self.undone_by.is_empty() {
            return None;
        }
        let record = self.undone_by.get(token).copied();
        self.undone_by.remove(token);
        record
    }
}
