//! Memos: over which facts the rules with `#[once]` and `#[on_change]` have fired.
//!
//! "The same facts" are a match's *subject*: the facts of its patterns, and the keys of its groups. A memo
//! whose facts are gone can never be met again; such memos go when their number has doubled.

#[cfg(feature = "serde")]
mod saved;

use alloc::vec::Vec;

use crate::containers::trail::{Cells, Mode, Pass, Table};
use crate::ids::TokenId;
use crate::memory::handle::FactId;

/// That a rule has fired over some facts.
#[derive(Debug, Clone)]
pub(crate) struct Memo {
    pub(crate) hash: u64,
    pub(crate) rule: u32,
    pub(crate) ids: Vec<FactId>,
    /// The record of the last such firing; [`NIL`](crate::containers::index::NIL) where nothing more of it is asked.
    pub(crate) record: u32,
}

/// The memos of a session.
#[derive(Debug, Clone, Default)]
pub(crate) struct Memos<M: Mode> {
    all: Cells<Option<Memo>, M>,
    free: Cells<u32, M>,
    /// The numbers of memos by their hashes.
    table: Table<(), M>,
    /// How many there may be before those are dropped whose facts are gone.
    bound: usize,
}

impl<M: Mode> Memos<M> {
    pub(crate) fn new() -> Self {
        Memos {
            table: Table::new(1),
            ..Memos::default()
        }
    }

    /// The memo of a number, if there is one.
    pub(crate) fn get(&self, number: u32) -> Option<&Memo> {
        self.all[number as usize].as_ref()
    }

    /// Goes through its state.
    pub(crate) fn trace(&mut self, pass: &mut impl Pass) {
        pass.over(&mut self.all);
        pass.over(&mut self.free);
        pass.over(&mut self.table);
    }

    /// Puts one in.
    pub(crate) fn insert(&mut self, memo: Memo) {
        let hash = memo.hash;
        let number = if let Some(number) = self.free.pop() {
            self.all[number as usize] = Some(memo);
            number
        } else {
            self.all.push(Some(memo));
            (self.all.len() - 1) as u32
        };
        self.table.insert(0, hash, number, ());
    }

    /// Takes one out.
    pub(crate) fn remove(&mut self, number: u32) -> Option<Memo> {
        let memo = self.all[number as usize].take()?;
        self.table.remove(0, memo.hash, number);
        self.free.push(number);
        Some(memo)
    }

    fn len(&self) -> usize {
        self.all.len() - self.free.len()
    }

    /// Takes out those that do not stay, where there have come to be many. Returns them.
    pub(crate) fn sweep(&mut self, stays: impl Fn(&Memo) -> bool) -> Vec<Memo> {
        let mut gone = Vec::new();
        if self.len() > self.bound {
            for number in 0..self.all.len() as u32 {
                if !self.get(number).is_none_or(&stays) {
                    gone.extend(self.remove(number));
                }
            }
            self.bound = 2 * self.len() + 64;
        }
        gone
    }

    /// The memo of a rule's firing over some facts, of those that `same` takes for the same.
    pub(crate) fn find(
        &self,
        (hash, rule): (u64, u32),
        same: impl Fn(&Memo) -> bool,
    ) -> Option<u32> {
        let is = |number| {
            self.get(number)
                .is_some_and(|memo| memo.rule == rule && same(memo))
        };
        let (number, ()) = self.table.find(0, hash, is)?;
        Some(number)
    }
}

/// A group of the match whose firing is the change.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FiredGroup {
    pub(crate) node: u32,
    /// A member of it before the change.
    pub(crate) member: TokenId,
    /// The hash of its key.
    pub(crate) hash: u64,
}
