//! Clocks of `jiff::Timestamp`. A span is a `jiff::SignedDuration`.

use jiff::{SignedDuration, Timestamp};

use super::{RealTime, Time};
use crate::values::ordinals::{Ordinal, Saturating};

impl Time for Timestamp {
    type Span = SignedDuration;
    const LEAST: Self = Timestamp::MIN;

    fn after(self, span: SignedDuration) -> Option<Self> {
        self.checked_add(span).ok()
    }
}

impl RealTime for Timestamp {
    fn span(milliseconds: u64) -> Option<SignedDuration> {
        let span = SignedDuration::from_millis(i64::try_from(milliseconds).ok()?);
        Timestamp::MIN.after(span).map(|_| span)
    }
}

impl Ordinal for Timestamp {
    #[inline]
    fn ordinal(&self) -> u64 {
        self.as_nanosecond().ordinal()
    }
}

impl Saturating<SignedDuration> for Timestamp {
    #[inline]
    fn sum(self, span: SignedDuration) -> Self {
        self.checked_add(span).unwrap_or(Timestamp::MAX)
    }

    #[inline]
    fn difference(self, span: SignedDuration) -> Self {
        self.checked_sub(span).unwrap_or(Timestamp::MIN)
    }
}
