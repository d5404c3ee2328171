//! What a session with a clock is asked: where the clock is, and to go on.

use alloc::boxed::Box;
use core::mem;

use super::Time;
use super::clock::{Clock, Happening};
use super::error::{AdvanceError, ClockError};
use super::events::{Event, Happen, late};
use super::needs::may_go;
use crate::inspect::listener::Listener;
use crate::inspect::metadata::{Fired, Stop};
use crate::memory::handle::FactId;
use crate::session::Session;
use crate::session::error::RuleError;
use crate::session::firing_mode::FiringMode as _;
use crate::session::program::Program;
use crate::session::work::Work;

/// Rulesets with `#[clock(T)]`.
#[diagnostic::on_unimplemented(
    message = "sessions of this ruleset have no clock",
    label = "needs `#[clock(T)]` on the ruleset"
)]
pub trait Clocked: Program {
    /// The clock's type.
    type Time: Time;
    /// What `advance_to` may fail with: a [`ClockError`], under `#[error(E)]` an `AdvanceError<E>`.
    type AdvanceError: From<ClockError>;

    /// The clock.
    fn clock(memory: &Self::Memory) -> &Clock<Self::Time, Self::Mode>;
    /// The clock.
    fn clock_mut(memory: &mut Self::Memory) -> &mut Clock<Self::Time, Self::Mode>;
    /// What `advance_to` fails with where a block has.
    fn failed(error: RuleError<Self::Error, Self::Rule>) -> Self::AdvanceError;
}

/// What `advance_to` fails with where a block has.
#[must_use]
pub fn advance_error<E, R>(error: RuleError<E, R>) -> AdvanceError<E> {
    AdvanceError::Rule(RuleError {
        error: error.error,
        rule: error.name,
        facts: error.facts,
        name: error.name,
        source: error.source,
    })
}

/// Where the clock is, as a block sees it.
#[must_use]
pub fn now<P: Clocked>(memory: &P::Memory) -> P::Time {
    P::clock(memory).now()
}

/// Where the clock is, as conditions see it: while what a change ends is taken out, where it was before the change.
#[doc(hidden)]
#[must_use]
pub fn seen<P: Clocked>(memory: &P::Memory) -> P::Time {
    P::clock(memory).seen()
}

/// Lets conditions see the clock where it is.
#[doc(hidden)]
pub fn turn_clock<P: Clocked>(memory: &mut P::Memory) {
    P::clock_mut(memory).turn();
}

impl<P: Program, L: Listener> Session<P, L> {
    /// A session whose clock begins at an instant, where one is given.
    #[doc(hidden)]
    #[must_use]
    pub fn __new_at(globals: P::Globals, listener: L, now: Option<P::Time>) -> Self
    where
        P: Clocked,
    {
        let mut work = Box::new(Work::new());
        if let Some(now) = now {
            P::clock_mut(&mut work.memory).set(now);
        }
        Self::begin(work, globals, listener)
    }

    /// Where the clock is.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     #[clock(u64)]
    /// #     ruleset Line;
    /// #     #[event(at = at)]
    /// #     fact Order { at: u64 }
    /// #     rule see { when { Order; } then {} }
    /// # }
    /// let mut line = Line::builder().now(100).build();
    /// assert_eq!(line.now(), 100);
    /// line.advance_to(120)?;
    /// assert_eq!(line.now(), 120);
    /// # Ok::<(), rules_runtime::ClockError>(())
    /// ```
    #[must_use]
    pub fn now(&self) -> P::Time
    where
        P: Clocked,
    {
        self.work.check();
        P::clock(&self.work.memory).now()
    }

    /// The next instant at which time alone changes something: an event enters, leaves a window or expires, or a deadline
    /// comes. It is now where an event came late for it. `None` where nothing waits. Who drives many sessions knows by it which of
    /// them to wake, and when. A deadline counts that a fact has told which is gone, or that no rule waits for after all: at its
    /// instant there may then be nothing to do.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     #[clock(u64)]
    /// #     ruleset Line;
    /// #     #[event(at = at)]
    /// #     fact Order { at: u64 }
    /// #     rule see { when { Order; } then {} }
    /// # }
    /// let mut line = Line::new();
    /// assert_eq!(line.next_instant(), None);
    /// line.insert_all([12, 7].map(|at| Order { at }));
    /// assert_eq!(line.next_instant(), Some(7));
    /// line.advance_to(20)?;
    /// assert_eq!(line.next_instant(), None);
    /// # Ok::<(), rules_runtime::ClockError>(())
    /// ```
    #[must_use]
    pub fn next_instant(&self) -> Option<P::Time>
    where
        P: Clocked,
    {
        self.work.check();
        let clock = P::clock(&self.work.memory);
        let next = clock.next_instant()?;
        Some(next.max(clock.now()))
    }

    /// How many events of a type came when the clock was past their time.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     #[clock(u64)]
    /// #     ruleset Line;
    /// #     #[event(at = at)]
    /// #     fact Order { at: u64 }
    /// #     rule see { when { Order; } then {} }
    /// # }
    /// let mut line = Line::builder().now(100).build();
    /// line.insert_all([99, 100, 101].map(|at| Order { at }));
    /// assert_eq!(line.late::<Order>(), 1);
    /// ```
    #[must_use]
    pub fn late<F: 'static>(&self) -> u64
    where
        P: Event<F>,
    {
        self.work.check();
        late::<P, F>(&self.work.memory)
    }

    /// Makes the next change that time brings up to an instant, and puts the clock to where it happens. At one instant
    /// what leaves goes first, as one change; then what waits for the instant enters, in the order of its insertion, and
    /// what one change has inserted is one change. Returns whether there was any, as [`next_instant`](Self::next_instant) tells: if not,
    /// the clock is at `t`. Events that no rule and no query can need any more go beside, which no rule sees.
    ///
    /// # Errors
    ///
    /// Fails where the clock is past `t`; nothing has then changed.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     #[clock(u64)]
    /// #     ruleset Line;
    /// #     #[event(at = at)]
    /// #     fact Order { at: u64 }
    /// #     rule see { when { Order; } then {} }
    /// # }
    /// let mut line = Line::new();
    /// line.insert_all([7, 12].map(|at| Order { at }));
    /// assert!(line.is_empty::<Order>());
    ///
    /// assert!(line.tick_to(10)?);
    /// assert_eq!((line.now(), line.len::<Order>()), (7, 1));
    /// assert!(!line.tick_to(10)?);
    /// assert_eq!(line.now(), 10);
    /// assert_eq!(
    ///     line.tick_to(9).unwrap_err().to_string(),
    ///     "the clock is at 10 and does not go back to 9",
    /// );
    /// # Ok::<(), rules_runtime::ClockError>(())
    /// ```
    pub fn tick_to(&mut self, t: P::Time) -> Result<bool, ClockError>
    where
        P: Clocked,
    {
        self.check_way(t)?;
        let next_of = |work: &Work<P>| {
            let next = P::clock(&work.memory).next_instant();
            next.filter(|&instant| instant <= t)
        };
        let mut next = next_of(&self.work);
        // What comes of an event that came too late for it meets what was there when it came: a match that the event
        // hindered needs its facts when it goes.
        let is_late = next.is_some_and(|instant| instant < self.now());
        if !is_late && self.free_events(next.unwrap_or(t)) {
            // With events go the instants for which matches of them wait.
            next = next_of(&self.work);
        }
        let Some(instant) = next else {
            P::clock_mut(&mut self.work.memory).set(t);
            return Ok(false);
        };
        P::Search::change(self, false, |session| {
            let clock = P::clock_mut(&mut session.work.memory);
            if instant > clock.now() {
                clock.move_to(instant);
            }
            let mut next = mem::take(&mut clock.lists.next);
            clock.take_next(&mut next);
            session.count_expired(&next);
            let kinds = Happen::<P>::stage(&mut session.work.memory, &next);
            next.clear();
            P::clock_mut(&mut session.work.memory).lists.next = next;
            session.close(kinds);
        });
        Ok(true)
    }

    /// Runs, and goes on to an instant: at each instant on the way at which something happens, runs again. A `halt` ends
    /// it where the clock then is, and so does a `fail` with no alternative left, or an error of a block; the next call
    /// goes on from there. Returns how many rules have fired in all, and why the last run stopped.
    ///
    /// # Errors
    ///
    /// Fails with a [`ClockError`] where the clock is past `t`; nothing has then changed. Under `#[error(E)]` the error is
    /// an [`AdvanceError`](crate::AdvanceError), and a block's error is one too.
    ///
    /// # Panics
    ///
    /// Panics if a rule's block does; the session is then as before that firing.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     #[clock(u64)]
    /// #     ruleset Line;
    /// #     #[event(at = at)]
    /// #     fact Order { at: u64 }
    /// #     rule see { when { Order; } then {} }
    /// # }
    /// let mut line = Line::new();
    /// line.insert_all([7, 12, 90].map(|at| Order { at }));
    /// assert_eq!(line.advance_to(50)?.count, 2);
    /// assert_eq!(line.now(), 50);
    /// # Ok::<(), rules_runtime::ClockError>(())
    /// ```
    pub fn advance_to(&mut self, t: P::Time) -> Result<Fired, P::AdvanceError>
    where
        P: Clocked,
    {
        self.check_way(t)?;
        let mut count = 0;
        loop {
            let fired = self.fire_up_to(u64::MAX).map_err(P::failed)?;
            count += fired.count;
            if fired.stop != Stop::Rest || !self.tick_to(t)? {
                return Ok(Fired { count, ..fired });
            }
        }
    }

    /// Takes the events out that nothing needs any more when the clock comes to an instant; whether there are any. No rule sees
    /// that: it is a change of its own, in which no match begins.
    fn free_events(&mut self, now: P::Time) -> bool
    where
        P: Clocked,
    {
        if P::clock(&self.work.memory).needs_all(now) {
            return false;
        }
        // Of a match in hand no fact knows.
        self.work.put_down();
        let mut going = mem::take(&mut P::clock_mut(&mut self.work.memory).lists.going);
        let clock = P::clock(&self.work.memory);
        clock.find_going(now, |event| may_go(&self.work, event), &mut going);
        if going.is_none() {
            let clock = P::clock_mut(&mut self.work.memory);
            clock.hold(&going);
            clock.lists.going = going;
            return false;
        }
        P::Search::change(self, false, |session| {
            let clock = P::clock_mut(&mut session.work.memory);
            clock.hold(&going);
            let mut events = mem::take(&mut clock.lists.next);
            events.extend(going.events().map(|event| (Happening::Expires, event)));
            session.count_expired(&events);
            let kinds = Happen::<P>::stage(&mut session.work.memory, &events);
            events.clear();
            let lists = &mut P::clock_mut(&mut session.work.memory).lists;
            (lists.next, lists.going) = (events, going);
            session.close_unseen(kinds);
        });
        true
    }

    /// Counts the events that expire.
    fn count_expired(&mut self, what: &[(Happening, FactId)]) {
        let expired = what.iter().filter(|(what, _)| *what == Happening::Expires);
        let counters = &mut self.work.network.counters;
        counters.expires(expired.map(|(_, event)| event.kind));
    }

    /// Whether the clock may go to an instant.
    fn check_way(&self, t: P::Time) -> Result<(), ClockError>
    where
        P: Clocked,
    {
        if self.work.poisoned {
            return Err(ClockError::poisoned());
        }
        let now = P::clock(&self.work.memory).now();
        if t < now {
            return Err(ClockError::back(now, t));
        }
        Ok(())
    }
}
