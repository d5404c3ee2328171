//! The clients that follow a game, and what each of them is told.

use axum::extract::ws::Utf8Bytes;
use recall_game::table::{Failure, Firing, Outcome, PlayerId};

use super::hosted::Hosted;
use super::outbox::{Following, Outbox, text};
use super::protocol::{Decided, Said, State, concerns};
use crate::store::GameId;

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
        if let Some(Follower { outbox, player, .. }) = follower {
            let player = player.as_ref();
            outbox.tell(&self.state(hosted, player, ("", None), &[]));
            let happened = hosted.past.until(past, player);
            let game_id = &self.game;
            outbox.tell(&Said::Past { game_id, happened });
        }
    }

    /// Tells everyone what has happened, and how the game stands now. Who sees the same is told the same text: it is
    /// put together once for all who only watch.
    pub(super) fn publish(&mut self, outcomes: &[Outcome], hosted: &Hosted) {
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
        let fired: Vec<&Firing> = accepted().flat_map(|outcome| &outcome.fired).collect();
        let done = (last.action_type.as_str(), last.player_id.as_ref());
        let mut told: Vec<(Option<&PlayerId>, Vec<Utf8Bytes>)> = Vec::new();
        for Follower { outbox, player, .. } in &self.followers {
            let player = player.as_ref();
            let known = told.iter().position(|(other, _)| *other == player);
            let place = known.unwrap_or_else(|| {
                let mut texts = Vec::new();
                accepted().for_each(|outcome| self.add_outcome(outcome, player, &mut texts));
                texts.push(text(&self.state(hosted, player, done, &fired)));
                told.push((player, texts));
                told.len() - 1
            });
            told[place].1.iter().for_each(|text| outbox.send(text));
        }
    }

    /// Adds what a player, or one who has no seat, is told of an outcome.
    fn add_outcome(
        &self,
        outcome: &Outcome,
        player: Option<&PlayerId>,
        texts: &mut Vec<Utf8Bytes>,
    ) {
        let game_id = &self.game;
        if let Some(decision) = outcome.decision {
            texts.push(text(&Said::Decision(Decided {
                game_id,
                player_id: outcome.player_id.as_ref(),
                decision,
            })));
        }
        for notification in &outcome.notifications {
            if concerns(notification, player) {
                texts.push(text(&Said::Notification {
                    game_id,
                    notification,
                }));
            }
        }
    }

    /// How the game stands for a player, or for one who has no seat, after what was done, and by whom.
    fn state<'a>(
        &'a self,
        hosted: &'a Hosted,
        player: Option<&PlayerId>,
        (action_type, player_id): (&'a str, Option<&'a PlayerId>),
        fired: &'a [&'a Firing],
    ) -> Said<'a> {
        Said::GameState(State {
            game_id: &self.game,
            number: hosted.written,
            action_type,
            player_id,
            view: hosted.view(player),
            fired,
        })
    }
}
