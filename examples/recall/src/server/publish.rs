//! The clients that follow a game, and what each of them is told.

use super::hosted::Hosted;
use super::outbox::{Following, Outbox};
use super::protocol::{Decided, Said, State, concerns};
use crate::store::GameId;
use crate::table::{Failure, Firing, Outcome, PlayerId, Table};

/// A client that follows a game.
struct Follower {
    outbox: Outbox,
    /// None for one who has no seat.
    player: Option<PlayerId>,
    _following: Following,
}

/// All who follow a game.
pub(super) struct Followers {
    game: GameId,
    followers: Vec<Follower>,
}

impl Followers {
    /// Nobody yet.
    pub(super) fn new(game: GameId) -> Self {
        let followers = Vec::new();
        Self { game, followers }
    }

    /// Whether another could follow.
    pub(super) fn check(&mut self, outbox: &Outbox, most: usize) -> Result<(), Failure> {
        self.followers
            .retain(|follower| !follower.outbox.is_closed());
        let others = self.followers.iter();
        let others = others.filter(|follower| !follower.outbox.is_same(outbox));
        if others.count() < most {
            Ok(())
        } else {
            let message = "As many clients follow this game as can.";
            Err(Failure::new("too_many_followers", message))
        }
    }

    /// A client follows the game, as a player or without a seat. A player stays one: to follow the game without a
    /// seat as well changes nothing.
    pub(super) fn add(
        &mut self,
        outbox: &Outbox,
        player: Option<&PlayerId>,
        most: usize,
    ) -> Result<(), Failure> {
        if let Err(full) = self.check(outbox, most) {
            // Who plays need not wait for one who watches.
            let only_watches = |follower: &Follower| follower.player.is_none();
            let place = self.followers.iter().position(only_watches);
            let place = place.filter(|_| player.is_some()).ok_or(full)?;
            self.followers.remove(place);
        }
        let known = self.followers.iter_mut();
        let mut known = known.filter(|follower| follower.outbox.is_same(outbox));
        if let Some(follower) = known.next() {
            if player.is_some() {
                follower.player = player.cloned();
            }
        } else {
            self.followers.push(Follower {
                _following: outbox.follow(),
                outbox: outbox.clone(),
                player: player.cloned(),
            });
        }
        Ok(())
    }

    /// A client follows the game no longer.
    pub(super) fn remove(&mut self, outbox: &Outbox) {
        self.followers
            .retain(|follower| !follower.outbox.is_same(outbox));
    }

    /// The game leaves memory: nobody follows it any more, and all are told so.
    pub(super) fn dismiss(&mut self) {
        for follower in self.followers.drain(..) {
            let game_id = &self.game;
            follower.outbox.tell(&Said::GameSetAside { game_id });
        }
    }

    /// Whether this player follows the game.
    pub(super) fn has(&self, player: &PlayerId) -> bool {
        let mut followers = self.followers.iter();
        followers.any(|follower| {
            follower.player.as_ref() == Some(player) && !follower.outbox.is_closed()
        })
    }

    /// Whether anyone does.
    pub(super) fn any(&self) -> bool {
        let mut followers = self.followers.iter();
        followers.any(|follower| !follower.outbox.is_closed())
    }

    /// Shows a follower how the game stands, and what has happened until so many outcomes had been kept.
    pub(super) fn show(&self, outbox: &Outbox, hosted: &Hosted, past: usize) {
        let mut followers = self.followers.iter();
        let follower = followers.find(|follower| follower.outbox.is_same(outbox));
        if let Some(follower) = follower {
            let (table, number) = (hosted.table.as_ref(), hosted.written);
            self.tell_state(follower, table, number, "", None, &[]);
            let happened = hosted.past.until(past, follower.player.as_ref());
            let game_id = &self.game;
            follower.outbox.tell(&Said::Past { game_id, happened });
        }
    }

    /// Tells everyone what has happened, and how the game stands now.
    pub(super) fn publish(&mut self, outcomes: &[Outcome], table: &dyn Table, number: u64) {
        let accepted = || outcomes.iter().filter(|outcome| outcome.success);
        let seen = |outcome: &&Outcome| {
            !(outcome.effects.is_empty()
                && outcome.notifications.is_empty()
                && outcome.fired.is_empty())
        };
        let Some(last) = accepted().rfind(seen) else {
            return;
        };
        self.followers
            .retain(|follower| !follower.outbox.is_closed());
        let fired: Vec<Firing> = accepted()
            .flat_map(|outcome| outcome.fired.iter().cloned())
            .collect();
        for follower in &self.followers {
            for outcome in accepted() {
                self.tell_outcome(follower, outcome);
            }
            self.tell_state(
                follower,
                table,
                number,
                &last.action_type,
                last.player_id.as_ref(),
                &fired,
            );
        }
    }

    fn tell_outcome(&self, follower: &Follower, outcome: &Outcome) {
        let game_id = &self.game;
        if let Some(decision) = outcome.decision {
            let player_id = outcome.player_id.as_ref();
            follower.outbox.tell(&Said::Decision(Decided {
                game_id,
                player_id,
                decision,
            }));
        }
        for notification in &outcome.notifications {
            if concerns(notification, follower.player.as_ref()) {
                follower.outbox.tell(&Said::Notification {
                    game_id,
                    notification,
                });
            }
        }
    }

    fn tell_state(
        &self,
        follower: &Follower,
        table: &dyn Table,
        number: u64,
        action_type: &str,
        player_id: Option<&PlayerId>,
        fired: &[Firing],
    ) {
        follower.outbox.tell(&Said::GameState(State {
            game_id: &self.game,
            number,
            action_type,
            player_id,
            view: table.view(follower.player.as_ref()),
            fired,
        }));
    }
}
