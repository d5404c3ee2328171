//! Who is told what a session does while it does it: its listener, and the program's subscriber.

use crate::inspect::listener::Listener;
use crate::session::spans;

/// A session's listener, and with it whoever else hears of what the session does.
pub(crate) trait Audience: Listener {
    /// Whether anyone may hear of it. Code that tells stands behind `const { … }` of this: where nobody can, it is left
    /// out before rustc makes code of it.
    const MAY_HEAR: bool = Self::ACTIVE || spans::COMPILED;

    /// Whether anyone hears of firings and of what a search does.
    #[inline]
    fn hears() -> bool {
        Self::ACTIVE || spans::is_enabled()
    }

    /// Whether anyone hears of each change of a fact and each activation.
    #[inline]
    fn hears_changes() -> bool {
        Self::ACTIVE || spans::follows_changes()
    }
}

impl<L: Listener> Audience for L {}
