//! Time: the clock of a session, and the facts that have a time, events.
//!
//! A ruleset with `#[clock(T)]` keeps a [`Clock`] beside its facts; all others have nothing of this. The clock knows what
//! is to happen at which instant: an event enters working memory, or expires. A tick makes the next of it one change, and
//! so nothing else in the engine knows time.
//!
//! `units` says what can be an instant, `clock` is the state, `calendar` the order of what is to happen, `events` what a change does to it, `needs` which events
//! may go that nothing needs, `calls` what a session is asked.

mod calendar;
mod calls;
mod clock;
mod error;
mod events;
#[cfg(feature = "jiff")]
mod jiff;
mod needs;
#[cfg(feature = "serde")]
mod saved;
mod units;

pub use calls::{Clocked, advance_error, now, seen, turn_clock};
pub use clock::Clock;
pub use error::{AdvanceError, ClockError};
pub use events::{
    Event, are_one, earlier, is_to_come, is_within, keeps_time, late, later, latest, lies_ahead,
    schedule, schedule_to_come,
};
#[cfg(feature = "serde")]
pub use saved::{arrange_clock, carry_clock, load_clock, save_clock, skip_instant};
pub use units::{
    Instant, InstantItself, InstantOf, InstantOther, RealTime, Time, TimeAlias, is_time, span,
};
