//! Players without a connection, and since when.

use std::collections::HashMap;
use std::time::Duration;

use recall_game::table::PlayerId;
use tokio::time::Instant;

/// The players of a game who are missing.
#[derive(Default)]
pub(super) struct Missing {
    since: HashMap<PlayerId, Instant>,
}

impl Missing {
    /// Nobody is.
    pub(super) fn forget(&mut self) {
        self.since.clear();
    }

    /// Looks who of these players is here; gives back those who have been missing for so long.
    pub(super) fn look<'p>(
        &mut self,
        players: impl Iterator<Item = &'p PlayerId>,
        is_here: impl Fn(&PlayerId) -> bool,
        long: Duration,
    ) -> Vec<PlayerId> {
        let now = Instant::now();
        let mut gone = Vec::new();
        for player in players {
            if is_here(player) {
                self.since.remove(player);
                continue;
            }
            let since = *self.since.entry(player.clone()).or_insert(now);
            if now.duration_since(since) >= long {
                self.since.remove(player);
                gone.push(player.clone());
            }
        }
        gone
    }
}
