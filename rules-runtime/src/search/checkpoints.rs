//! The calls by which a session is searched: checkpoints, and the next solution.

use core::{error, fmt};

use super::{Backtrack, Kind, SearchProgress};
use crate::inspect::listener::Listener;
use crate::session::Session;
use crate::session::program::Program;

/// Names a checkpoint of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Checkpoint {
    /// Of all checkpoints of all sessions.
    number: u64,
}

/// A checkpoint does not stand any more: it was rolled back or committed, itself or one before it, or it is
/// another session's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckpointError {
    _private: (),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the checkpoint does not stand any more")
    }
}

impl error::Error for CheckpointError {}

/// Each call asks for `Backtrack` itself, and not the block: so rustc says in our words what is missing.
impl<P: Program, L: Listener> Session<P, L> {
    /// Marks the session's state, to come back to it. Checkpoints nest.
    ///
    /// # Panics
    ///
    /// Panics if an earlier panic in a condition has poisoned the session.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     #[backtrack]
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// # }
    /// # let mut shop = Shop::new();
    /// let empty = shop.checkpoint();
    /// shop.insert(Order { total: 250 });
    /// shop.rollback(empty)?;
    /// assert!(shop.is_empty::<Order>());
    /// # Ok::<(), rules_runtime::CheckpointError>(())
    /// ```
    pub fn checkpoint(&mut self) -> Checkpoint
    where
        P: Backtrack,
    {
        self.work.check();
        let number = self.work.tags.next();
        self.push_level(Kind::Checkpoint(number));
        Checkpoint { number }
    }

    /// Takes back everything since a checkpoint, which then stands no more: facts, activations, dates. Handles
    /// made since are stale for good.
    ///
    /// # Errors
    ///
    /// Fails if the checkpoint does not stand.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     #[backtrack]
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// # }
    /// # let mut shop = Shop::new();
    /// let order = shop.insert(Order { total: 250 });
    /// let before = shop.checkpoint();
    /// shop.update(order, |order| order.total = 1).unwrap();
    /// shop.rollback(before)?;
    /// assert_eq!(shop.get(order).unwrap().total, 250);
    /// assert!(shop.rollback(before).is_err());
    /// # Ok::<(), rules_runtime::CheckpointError>(())
    /// ```
    pub fn rollback(&mut self, checkpoint: Checkpoint) -> Result<(), CheckpointError>
    where
        P: Backtrack,
    {
        let place = self.find_checkpoint(checkpoint)?;
        let progress = self.restore(place);
        self.search.levels.truncate(place, &mut self.work);
        self.search.progress = progress;
        Ok(())
    }

    /// Keeps what has been done since a checkpoint, which then stands no more; nor do the choice points made
    /// since.
    ///
    /// # Errors
    ///
    /// Fails if the checkpoint does not stand.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     #[backtrack]
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// # }
    /// # let mut shop = Shop::new();
    /// let before = shop.checkpoint();
    /// shop.insert(Order { total: 250 });
    /// shop.commit(before)?;
    /// assert_eq!(shop.len::<Order>(), 1);
    /// assert!(shop.rollback(before).is_err());
    /// # Ok::<(), rules_runtime::CheckpointError>(())
    /// ```
    pub fn commit(&mut self, checkpoint: Checkpoint) -> Result<(), CheckpointError>
    where
        P: Backtrack,
    {
        let place = self.find_checkpoint(checkpoint)?;
        self.search.keep_fired(place);
        self.search.levels.truncate(place, &mut self.work);
        let SearchProgress {
            at_solution,
            exhausted,
        } = &mut self.search.progress;
        // There may be alternatives again: those of choices before the checkpoint.
        if let Some(found) = exhausted.take()
            && found.date == self.work.date
        {
            *at_solution |= found.at_solution;
        }
        Ok(())
    }

    /// Goes on to the next solution: a state in which no activation is left, or in which a rule has halted.
    /// After a solution, of its own or of a run, it first fails, whatever was called in between: that takes back
    /// what has been done since the latest choice, changes of the caller's included. Without an alternative
    /// left it returns `false`, and does so until something changes.
    ///
    /// # Panics
    ///
    /// Panics if a rule's block does; the session is then as before that firing.
    ///
    /// ```
    /// rules_runtime::rules! {
    ///     #[backtrack]
    ///     ruleset Coloring;
    ///     fact Region(&'static str);
    ///     fact Color { region: &'static str, color: u8 }
    ///     fact Border(&'static str, &'static str);
    ///
    ///     rule color {
    ///         when { Region(region); not Color { region }; }
    ///         then { choose color in 1..=2; insert Color { region, color }; }
    ///     }
    ///     #[salience(1)]
    ///     rule clash {
    ///         when { Border(a, b); Color { region: a, color }; Color { region: b, color }; }
    ///         then { fail; }
    ///     }
    /// }
    ///
    /// let mut coloring = Coloring::new();
    /// coloring.insert_all(["north", "south"].map(Region));
    /// coloring.insert(Border("north", "south"));
    /// let mut solutions = 0;
    /// while coloring.next_solution() {
    ///     solutions += 1;
    /// }
    /// assert_eq!(solutions, 2);
    /// ```
    pub fn next_solution(&mut self) -> P::Outcome<bool>
    where
        P: Backtrack,
    {
        P::outcome(self.search_on())
    }
}

impl<P: Backtrack, L: Listener> Session<P, L> {
    fn find_checkpoint(&self, Checkpoint { number }: Checkpoint) -> Result<usize, CheckpointError> {
        let mut levels = self.search.levels.iter();
        levels
            .rposition(|level| level.kind == Kind::Checkpoint(number))
            .ok_or(CheckpointError { _private: () })
    }
}
