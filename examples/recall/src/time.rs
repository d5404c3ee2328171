//! The time of the day.

use std::time::{SystemTime, UNIX_EPOCH};

use recall_game::table::Millis;

/// Milliseconds since 1970.
pub(crate) fn unix_now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as Millis)
}
