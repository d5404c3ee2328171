//! Search: checkpoints, choice points, and the way back to them, for rulesets with `#[backtrack]`.
//!
//! A level of the search is a checkpoint or a choice point. From the first on the session [notes](crate::containers::trail)
//! what it overwrites, so that going back restores facts, memories, agenda and dates, at the cost of what has
//! changed, and no condition is evaluated. What goes back never goes past a checkpoint that stands.

mod ahead;
mod checkpoints;
mod levels;
#[cfg(feature = "serde")]
mod saved;

use core::fmt;

use crate::containers::trail::Pass;
use crate::ids::TokenId;
use crate::inspect::listener::Listener;
use crate::inspect::metadata::Stop;
use crate::network::engine_features::HasFeatures as _;
use crate::session::audience::Audience as _;
use crate::session::error::RuleError;
use crate::session::firing_mode::FiringMode;
use crate::session::program::Program;
use crate::session::run::End;
use crate::session::{Session, report, spans};
use ahead::Ahead;
use levels::Levels;

pub use checkpoints::{Checkpoint, CheckpointError};

/// A ruleset with `#[backtrack]`. Implemented by generated code alone.
#[diagnostic::on_unimplemented(
    message = "sessions of this ruleset do not go back",
    label = "needs `#[backtrack]` on the ruleset"
)]
pub trait Backtrack: Program<Search = Search<Self>> {
    /// The globals that are `#[trailed]`.
    type Trailed: Clone;

    /// Takes a pass over working memory.
    fn trace(memory: &mut Self::Memory, pass: &mut impl Pass);
    /// A copy of working memory.
    fn copy_memory(memory: &Self::Memory) -> Self::Memory;
    /// Copies of the trailed globals.
    fn trailed(globals: &Self::Globals) -> Self::Trailed;
    /// Gives the trailed globals these values.
    fn restore(globals: &mut Self::Globals, trailed: Self::Trailed);
}

/// The levels of a search, and where it stands.
pub struct Search<P: Backtrack> {
    levels: Levels<P>,
    progress: SearchProgress,
    /// Whether there may be a choice point that waits.
    waits: bool,
    /// Whether the choice point on top, whose activation fires, had waited: the session has gone on since its level.
    resumed: bool,
    /// What is known of alternatives before they are made.
    ahead: Ahead,
}

/// Where a search stands. Each level keeps it, and a rollback restores it.
#[derive(Debug, Clone, Copy, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SearchProgress {
    /// Whether a run has come to a solution, and the session has not gone back since: whatever the caller does
    /// there belongs to it.
    at_solution: bool,
    /// That no alternative was left, if nothing has changed since.
    exhausted: Option<Exhausted>,
}

impl SearchProgress {
    /// The session goes back to before a firing: what was left is no solution. That no alternative is left holds as long as
    /// nothing changes.
    fn goes_back(&mut self) {
        self.at_solution = false;
        if let Some(exhausted) = &mut self.exhausted {
            exhausted.at_solution = false;
        }
    }
}

/// That no alternative was left.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Exhausted {
    /// At which date.
    date: u64,
    /// Whether it was found at a solution, where the session is still.
    at_solution: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Checkpoint(u64),
    /// The session is as before the firing of its first activation.
    Choice(Choice),
}

/// A choice point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Choice {
    /// The number of the match that chooses.
    number: u64,
    /// Its next alternative.
    next: u32,
    /// Whether that has been fired, and its block has returned an error or panicked: it waits for the activation to
    /// fire again.
    waits: bool,
}

impl<P: Backtrack> Default for Search<P> {
    fn default() -> Self {
        Search {
            levels: Levels::default(),
            progress: SearchProgress::default(),
            waits: false,
            resumed: false,
            ahead: Ahead::default(),
        }
    }
}

impl<P: Backtrack> Clone for Search<P> {
    fn clone(&self) -> Self {
        Search {
            levels: self.levels.clone(),
            progress: self.progress,
            waits: self.waits,
            resumed: self.resumed,
            ahead: Ahead::default(),
        }
    }
}

impl<P: Backtrack> FiringMode<P> for Search<P> {
    fn fire<L: Listener>(
        session: &mut Session<P, L>,
        token: TokenId,
    ) -> Result<bool, RuleError<P::Error, P::Rule>> {
        let undoes = session.work.network.tokens.is_copy(token);
        let entry = session.work.entry_of(token);
        if undoes || !entry.chooses {
            // A level has its own copies.
            let trailed = (!undoes && entry.may_fail && session.search.choice().is_none())
                .then(|| P::trailed(&session.globals));
            return match session.fire(token, 0)? {
                End::Done => Ok(true),
                End::Failed | End::Exhausted => {
                    if let Some(trailed) = trailed {
                        P::restore(&mut session.globals, trailed);
                    }
                    session.go_back(Some(token))
                }
            };
        }
        let alternative = session.begin_choice(token);
        session.explore(token, alternative)
    }

    fn change<L: Listener, R>(
        session: &mut Session<P, L>,
        chooses: bool,
        change: impl FnOnce(&mut Session<P, L>) -> R,
    ) -> R {
        let Session { search, work, .. } = session;
        // Where a choice point has just been marked, or gone back to, the state is that of its level.
        let of_level = if chooses && !search.resumed {
            search.levels.marks_of_last()
        } else {
            None
        };
        let mut open = Open {
            marks: of_level.unwrap_or_else(|| search.levels.mark(work)),
            keeps: of_level.is_some(),
            session,
            done: false,
        };
        let result = change(open.session);
        open.done = true;
        result
    }

    fn begins(&mut self, unseen: bool) {
        self.ahead = Ahead::new(unseen);
    }

    #[inline]
    fn is_refused<L: Listener>(session: &mut Session<P, L>, inserts: u64) -> bool {
        (const { P::FEATURES.fails_above.is_some() })
            && session.search.ahead.looks()
            && session.refuse_ahead(inserts)
    }

    fn take_refused(&mut self) -> u64 {
        self.ahead.take_refused()
    }

    fn ended(&mut self, stop: Stop) {
        // A run that ends otherwise may have begun at a solution, to which what it has done then belongs.
        self.progress.at_solution |= matches!(stop, Stop::Rest | Stop::Halted);
    }

    fn skipped<L: Listener>(session: &mut Session<P, L>, token: TokenId) {
        let Session { search, work, .. } = session;
        if search.waits
            && let Some(choice) = search.choice()
            && choice.waits
            && choice.number == work.number_of(token)
        {
            session.drop_level();
        }
    }
}

/// A change that is under way; taken back unless it is done.
struct Open<'a, P: Backtrack, L: Listener> {
    session: &'a mut Session<P, L>,
    marks: usize,
    /// Whether the marks are those of a level.
    keeps: bool,
    done: bool,
}

impl<P: Backtrack, L: Listener> Drop for Open<'_, P, L> {
    fn drop(&mut self) {
        let Session { search, work, .. } = &mut *self.session;
        if !self.done {
            search.levels.recover(self.marks, work);
        }
        if !self.keeps {
            search.levels.unmark(self.marks, work);
        }
    }
}

/// An alternative that is tried.
struct Attempt<'a, P: Backtrack, L: Listener> {
    session: &'a mut Session<P, L>,
    /// Whether it is the first of a choice, and has not come to an end.
    is_first: bool,
}

impl<P: Backtrack, L: Listener> Drop for Attempt<'_, P, L> {
    fn drop(&mut self) {
        if self.is_first {
            self.session.drop_level();
        }
    }
}

impl<P: Backtrack, L: Listener> Session<P, L> {
    fn search_on(&mut self) -> Result<bool, RuleError<P::Error, P::Rule>> {
        self.work.check();
        let SearchProgress {
            at_solution,
            exhausted,
        } = &mut self.search.progress;
        if exhausted.is_some_and(|exhausted| exhausted.date == self.work.date) {
            return Ok(false);
        }
        *exhausted = None;
        let fails = core::mem::take(at_solution);
        let has_choice = self.search.choice().is_some();
        let goes_on = !fails || self.go_back(None)?;
        let is_solution = goes_on && self.fire_up_to(u64::MAX)?.stop != Stop::Failed;
        if !is_solution {
            self.search.progress.exhausted = Some(Exhausted {
                date: self.work.date,
                at_solution: fails && !has_choice,
            });
        }
        Ok(is_solution)
    }

    fn push_level(&mut self, kind: Kind) {
        let trailed = P::trailed(&self.globals);
        let Search {
            levels, progress, ..
        } = &mut self.search;
        levels.push(kind, &mut self.work, *progress, trailed);
    }

    /// Goes back to the state of a level, which stands on as the latest; returns where the search stood there. Where it stands
    /// now, the caller says.
    fn restore(&mut self, place: usize) -> SearchProgress {
        let (progress, trailed) = self.search.levels.restore(place, &mut self.work);
        P::restore(&mut self.globals, trailed);
        #[cfg(feature = "metrics")]
        self.work.network.recount();
        if const { L::MAY_HEAR } && L::hears() {
            spans::also(&mut self.listener).rolled_back();
            report::state(&self.work, &mut self.listener);
            self.tell_end();
        }
        progress
    }

    /// Lets go of the latest level.
    fn drop_level(&mut self) {
        let place = self.search.levels.len().saturating_sub(1);
        self.search.levels.truncate(place, &mut self.work);
    }

    /// The alternative to try first of the activation that fires now: the one that has returned an error the last
    /// time, or the first.
    fn begin_choice(&mut self, token: TokenId) -> u32 {
        let number = self.work.number_of(token);
        let of_it = |choice: &Choice| choice.number == number;
        let on_top = self.search.choice().filter(of_it);
        if let Some(Choice {
            next, waits: true, ..
        }) = on_top
        {
            self.search.resumed = true;
            return next;
        }
        // Where a checkpoint or another choice stands over the one that waits, that one is to stay as it is.
        let waiting = self.search.waiting(number);
        let next = waiting.unwrap_or(0);
        self.search.resumed = false;
        self.push_level(Kind::Choice(Choice {
            number,
            next,
            waits: false,
        }));
        next
    }

    /// Goes back to the latest choice point with an alternative left and fires it; whether there was one. If
    /// not, the session is as before the first, and the match that chose there, or `token` where none
    /// did, counts as fired.
    fn go_back(&mut self, token: Option<TokenId>) -> Result<bool, RuleError<P::Error, P::Rule>> {
        if let Some((token, alternative)) = self.latest_choice() {
            return self.explore(token, alternative);
        }
        if let Some(token) = token {
            self.take_off(token);
        }
        Ok(false)
    }

    /// Restores the state before the latest choice: the activation that chose, and its next alternative.
    fn latest_choice(&mut self) -> Option<(TokenId, u32)> {
        let Choice { next, .. } = self.search.choice()?;
        self.restore(self.search.levels.len() - 1);
        self.search.resumed = false;
        self.search.progress.goes_back();
        let token = self.work.first_activation();
        Some((token.expect("a choice point stands before a firing"), next))
    }

    /// Fires the activation whose choice point is on top with an alternative, or where that fails with later
    /// ones, or with those of choices before it. The session is as before the firing.
    fn explore(
        &mut self,
        mut token: TokenId,
        mut alternative: u32,
    ) -> Result<bool, RuleError<P::Error, P::Rule>> {
        loop {
            match self.try_alternative(token, alternative)? {
                End::Done => return Ok(true),
                End::Failed | End::Exhausted if self.search.resumed => {
                    let before = self.latest_choice();
                    (token, alternative) = before.expect("a choice point is on top");
                }
                End::Failed => {
                    // It has gone back to before the firing, if only over what the block would have done.
                    self.search.progress.goes_back();
                    if let Some(level) = self.search.levels.last() {
                        P::restore(&mut self.globals, level.trailed.clone());
                    }
                    alternative += 1;
                }
                End::Exhausted => {
                    self.drop_level();
                    let Some(before) = self.latest_choice() else {
                        self.take_off(token);
                        return Ok(false);
                    };
                    (token, alternative) = before;
                }
            }
        }
    }

    /// Fires the activation whose choice point is on top with an alternative. Where its block returns an error or panics, the
    /// alternative waits; with the first, there has been no choice.
    fn try_alternative(
        &mut self,
        token: TokenId,
        alternative: u32,
    ) -> Result<End, RuleError<P::Error, P::Rule>> {
        self.search.set_choice(alternative, true);
        let waited = core::mem::replace(&mut self.search.waits, true);
        let mut attempt = Attempt {
            session: self,
            is_first: alternative == 0,
        };
        let end = attempt.session.fire(token, alternative)?;
        attempt.is_first = false;
        let search = &mut attempt.session.search;
        search.waits = waited;
        search.set_choice(alternative + 1, false);
        Ok(end)
    }
}

impl<P: Backtrack> Search<P> {
    /// The choice point on top, where one is on top.
    fn choice(&self) -> Option<Choice> {
        self.levels.last()?.kind.choice()
    }

    /// Says of the choice point on top which alternative is next.
    fn set_choice(&mut self, alternative: u32, waits: bool) {
        if let Some(level) = self.levels.last_mut()
            && let Kind::Choice(choice) = &mut level.kind
        {
            (choice.next, choice.waits) = (alternative, waits);
        }
    }

    /// The alternative for which the activation of a match waits, below checkpoints and other choices too.
    fn waiting(&mut self, number: u64) -> Option<u32> {
        if !self.waits {
            return None;
        }
        let choices = || self.levels.iter().filter_map(|level| level.kind.choice());
        self.waits = choices().any(|choice| choice.waits);
        let mut latest = choices().rev();
        let latest = latest.find(|choice| choice.number == number)?;
        latest.waits.then_some(latest.next)
    }

    /// Notes, before the levels from a place on are let go of, which alternatives have been fired there of a choice
    /// that waited below.
    fn keep_fired(&mut self, place: usize) {
        let mut kinds = self.levels.iter().map(|level| level.kind.choice());
        let below = kinds.by_ref().take(place).enumerate();
        let waiting =
            below.filter_map(|(place, choice)| Some((place, choice.filter(|it| it.waits)?)));
        let Some((waiting, choice)) = waiting.last() else {
            return;
        };
        let fired = kinds.flatten().find(|it| it.number == choice.number);
        if let Some(fired) = fired {
            self.levels.set_kind(waiting, Kind::Choice(fired));
        }
    }
}

impl Kind {
    fn choice(self) -> Option<Choice> {
        match self {
            Kind::Choice(choice) => Some(choice),
            Kind::Checkpoint(_) => None,
        }
    }
}

impl<P: Backtrack> fmt::Debug for Search<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("levels", &self.levels.len())
            .finish_non_exhaustive()
    }
}
