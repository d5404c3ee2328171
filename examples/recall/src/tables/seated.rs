//! A game with the seats around it: what is common to the tables whose rules know players by number alone.

use recall_game::table::{
    Effect, Failure, Firing, Input, Millis, Notification, NotificationType, Outcome, PlayerId,
    Table,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};

use super::seats::{PlayerView, Seats};

/// What an input did, where nothing was refused.
#[derive(Default)]
pub(crate) struct Done {
    effects: Vec<Effect>,
    notifications: Vec<Notification>,
}

impl Done {
    /// An effect, with an object of what it was done to.
    pub(crate) fn effect(mut self, name: &str, data: Value) -> Self {
        let data = match data {
            Value::Object(data) => data,
            _ => Map::new(),
        };
        self.effects.push(Effect {
            r#type: name.to_owned(),
            success: true,
            data,
        });
        self
    }

    /// Something that everyone is told.
    pub(crate) fn broadcast(self, event: &str, data: Value) -> Self {
        self.notify(None, event, data)
    }

    /// Something that one player is told.
    pub(crate) fn private(self, player: &PlayerId, event: &str, data: Value) -> Self {
        self.notify(Some(player.clone()), event, data)
    }

    fn notify(mut self, to: Option<PlayerId>, event: &str, data: Value) -> Self {
        let r#type = match to {
            None => NotificationType::Broadcast,
            Some(_) => NotificationType::Private,
        };
        self.notifications.push(Notification {
            r#type,
            to,
            event: event.to_owned(),
            data,
        });
        self
    }
}

/// Who can act next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Waits {
    /// The player in this seat.
    For(usize),
    /// Any player.
    ForAnyone,
    /// Nobody: the game is over.
    ForNobody,
}

/// A game whose players are numbered seats.
pub(crate) trait Game: Send {
    /// How many can play.
    const SEATS: std::ops::RangeInclusive<usize>;

    /// What a player does, beside `start_game`.
    type Action: DeserializeOwned;

    /// What a player sees: an object.
    type View: Serialize;

    /// What everyone sees of a player: an object.
    type PlayerView: Serialize;

    /// Begins with so many players.
    fn start(&mut self, players: usize);

    /// What a player does.
    fn act(
        &mut self,
        seat: usize,
        player: &PlayerId,
        action: Self::Action,
    ) -> Result<Done, Failure>;

    /// What the rules choose for whoever is to act.
    fn choose(&mut self) -> Option<Self::Action>;

    /// Who is to act; asked once the game has begun.
    fn waits(&self) -> Waits;

    /// What a player sees, or one who has no seat; asked once the game has begun.
    fn view(&self, seat: Option<usize>) -> Self::View;

    /// What everyone sees of a player.
    fn view_of_player(&self, seat: usize) -> Self::PlayerView;

    /// Takes which rules have fired since the last time.
    fn take_fired(&mut self) -> Vec<Firing>;
}

/// A game at a table.
pub(crate) struct Seated<G> {
    game: G,
    name: &'static str,
    seats: Seats,
    begun: bool,
    now: Millis,
    /// How long a computer player thinks.
    pace: Millis,
    /// When it began to.
    since: Millis,
}

impl<G: Game> Seated<G> {
    /// A table at which nobody sits.
    pub(crate) fn new(name: &'static str, game: G, pace: Millis) -> Self {
        Self {
            game,
            name,
            seats: Seats::new(*G::SEATS.end()),
            begun: false,
            now: 0,
            pace,
            since: 0,
        }
    }

    fn attempt(&mut self, input: &Input) -> Result<Done, Vec<Failure>> {
        match input {
            Input::Join {
                player,
                name,
                computer,
            } => {
                if self.begun {
                    return Err(vec![Failure::new("game_begun", "The game has begun.")]);
                }
                self.seats.join(player, name, *computer)?;
                let data = json!({ "player_id": player, "name": name, "computer": computer });
                Ok(Done::default()
                    .effect("take_seat", json!({ "player_id": player }))
                    .broadcast("player_joined", data))
            }
            Input::Leave { player } => {
                self.seats.set_present(player, false)?;
                Ok(Done::default().broadcast("player_left", json!({ "player_id": player })))
            }
            Input::Rejoin { player } => {
                self.seats.set_present(player, true)?;
                Ok(Done::default().broadcast("player_rejoined", json!({ "player_id": player })))
            }
            Input::Act { player, action } => self.act(player, action),
            Input::Clock { now } => self.pass_time(*now),
        }
    }

    fn act(&mut self, player: &PlayerId, action: &Value) -> Result<Done, Vec<Failure>> {
        let seat = self.seats.place(player)?;
        if action["action_type"] == "start_game" {
            return self.start();
        }
        let action = G::Action::deserialize(action).map_err(|error| {
            vec![Failure::new(
                "bad_action",
                format!("No such action: {error}."),
            )]
        })?;
        if !self.begun {
            let failure = Failure::new("game_not_started", "The game has not begun.");
            return Err(vec![failure]);
        }
        let done = self.game.act(seat, player, action);
        done.map_err(|failure| vec![failure])
    }

    fn start(&mut self) -> Result<Done, Vec<Failure>> {
        let mut failures = Vec::new();
        if self.begun {
            failures.push(Failure::new("game_begun", "The game has begun."));
        }
        let (players, fewest) = (self.seats.len(), *G::SEATS.start());
        if players < fewest {
            let message = format!("At least {fewest} play, and {players} are here.");
            failures.push(Failure::new("too_few_players", message));
        }
        if !failures.is_empty() {
            return Err(failures);
        }
        self.begun = true;
        self.game.start(players);
        Ok(Done::default()
            .effect("start_game", Value::Null)
            .broadcast("game_started", json!({ "players": players })))
    }

    fn pass_time(&mut self, now: Millis) -> Result<Done, Vec<Failure>> {
        if now < self.now {
            let failure = Failure::new("clock_went_back", "Time does not go back.");
            return Err(vec![failure]);
        }
        self.now = now;
        if self.wakes_at().is_none_or(|due| now < due) {
            return Ok(Done::default());
        }
        let seat = match self.game.waits() {
            Waits::For(seat) => seat,
            _ => 0,
        };
        let Some(action) = self.game.choose() else {
            return Ok(Done::default());
        };
        let player = self.seats.player(seat).clone();
        let done = self.game.act(seat, &player, action);
        done.map_err(|failure| vec![failure])
    }
}

/// What somebody sees of a table.
#[derive(Serialize)]
struct View<'a, V, P> {
    game: &'static str,
    you: Option<&'a PlayerId>,
    players: Vec<PlayerView<'a, P>>,
    phase: &'static str,
    #[serde(flatten)]
    begun: Option<Begun<'a, V>>,
}

/// What there is to see once the game has begun.
#[derive(Serialize)]
struct Begun<'a, V> {
    turn: Option<&'a PlayerId>,
    #[serde(flatten)]
    game: V,
}

impl<G: Game> Seated<G> {
    fn seen_by<'a>(&'a self, viewer: Option<&'a PlayerId>) -> View<'a, G::View, G::PlayerView> {
        let seat = viewer.and_then(|viewer| self.seats.find(viewer));
        let begun = self.begun.then(|| {
            let turn = match self.game.waits() {
                Waits::For(seat) => Some(self.seats.player(seat)),
                _ => None,
            };
            let game = self.game.view(seat);
            Begun { turn, game }
        });
        View {
            game: self.name,
            you: viewer.filter(|_| seat.is_some()),
            players: (self.seats).view(|seat| self.begun.then(|| self.game.view_of_player(seat))),
            phase: match (self.begun, self.is_over()) {
                (false, _) => "waiting",
                (true, false) => "playing",
                (true, true) => "finished",
            },
            begun,
        }
    }
}

impl<G: Game> Table for Seated<G> {
    fn apply(&mut self, input: &Input) -> Outcome {
        let (action_type, player_id) = match input {
            Input::Join { player, .. } => ("join", Some(player)),
            Input::Leave { player } => ("leave", Some(player)),
            Input::Rejoin { player } => ("rejoin", Some(player)),
            Input::Act { player, action } => {
                (action["action_type"].as_str().unwrap_or(""), Some(player))
            }
            Input::Clock { .. } => ("clock", None),
        };
        let before = self.wakes_at();
        let done = self.attempt(input);
        let changed = done
            .as_ref()
            .is_ok_and(|done| !done.notifications.is_empty());
        if changed || before.is_none() {
            self.since = self.now;
        }
        let (success, done, errors) = match done {
            Ok(done) => (true, done, Vec::new()),
            Err(errors) => (false, Done::default(), errors),
        };
        Outcome {
            success,
            action_type: action_type.to_owned(),
            player_id: player_id.cloned(),
            effects: done.effects,
            notifications: done.notifications,
            errors,
            fired: self.game.take_fired(),
            decision: None,
        }
    }

    fn view(&self, viewer: Option<&PlayerId>) -> Value {
        serde_json::to_value(self.seen_by(viewer)).expect("a view has texts for keys")
    }

    fn view_text(&self, viewer: Option<&PlayerId>) -> Box<RawValue> {
        to_raw_value(&self.seen_by(viewer)).expect("a view has texts for keys")
    }

    fn wakes_at(&self) -> Option<Millis> {
        if !self.begun {
            return None;
        }
        let automatic = match self.game.waits() {
            Waits::For(seat) => self.seats.is_automatic(seat),
            Waits::ForAnyone => self.seats.all_automatic(),
            Waits::ForNobody => false,
        };
        automatic.then_some(self.since + self.pace)
    }

    fn is_over(&self) -> bool {
        self.begun && self.game.waits() == Waits::ForNobody
    }
}
