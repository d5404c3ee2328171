//! What is wrong with where a clock is to go, and what stops it on its way.

use alloc::boxed::Box;
use alloc::format;
use core::error::Error;
use core::fmt::{self, Debug};

use crate::memory::handle::POISONED;
use crate::session::error::RuleError;

/// A clock is not where it was to go: it does not go back. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClockError {
    /// `None` where the session is poisoned.
    back: Option<(Box<str>, Box<str>)>,
}

impl ClockError {
    pub(super) fn back(now: impl Debug, to: impl Debug) -> Self {
        let [now, to] = [format!("{now:?}"), format!("{to:?}")].map(Into::into);
        ClockError {
            back: Some((now, to)),
        }
    }

    pub(super) fn poisoned() -> Self {
        ClockError { back: None }
    }
}

impl fmt::Display for ClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.back {
            Some((now, to)) => write!(f, "the clock is at {now} and does not go back to {to}"),
            None => f.write_str(POISONED),
        }
    }
}

impl Error for ClockError {}

/// What ends `advance_to` under `#[error(E)]`: there is no way to that instant, or a rule's block has failed on the way,
/// and the clock is where it did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AdvanceError<E> {
    /// The clock does not go there. Nothing has changed.
    Clock(ClockError),
    /// A block has returned an error. The session is as before that firing; the rule is told by its name.
    Rule(RuleError<E, &'static str>),
}

impl<E> From<ClockError> for AdvanceError<E> {
    fn from(error: ClockError) -> Self {
        AdvanceError::Clock(error)
    }
}

impl<E: fmt::Display> fmt::Display for AdvanceError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdvanceError::Clock(error) => fmt::Display::fmt(error, f),
            AdvanceError::Rule(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl<E: Debug + fmt::Display> Error for AdvanceError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            AdvanceError::Clock(_) => None,
            AdvanceError::Rule(error) => error.source(),
        }
    }
}
