//! Messages by the ten thousand from one who has no business at a table: nothing changes there, nothing is told.

use crate::client::{Client, Running, Seat};
use fastrand::Rng;
use serde_json::{Value, json};

const MESSAGES: usize = 12_000;
const TOGETHER: usize = 100;

const EVENTS: [&str; 10] = [
    "recall_create_game",
    "recall_join_game",
    "recall_add_computer",
    "recall_leave_game",
    "recall_rejoin_game",
    "recall_start_game",
    "recall_player_action",
    "recall_subscribe",
    "recall_unsubscribe",
    "recall_everything",
];

const FIELDS: [&str; 14] = [
    "game_id",
    "session_id",
    "action_type",
    "player_id",
    "name",
    "game",
    "options",
    "computers",
    "card",
    "card_id",
    "cell",
    "slot",
    "target_player",
    "to",
];

/// What an attacker knows, and what it makes of it.
struct Attacker<'a> {
    rng: Rng,
    games: &'a [&'a Seat],
}

impl Attacker<'_> {
    fn message(&mut self) -> String {
        match self.rng.u8(0..10) {
            0 => self.noise(),
            1 => self.value(4).to_string(),
            2 => self.cut(),
            _ => self.forged().to_string(),
        }
    }

    /// Any characters.
    fn noise(&mut self) -> String {
        let length = self.rng.usize(0..200);
        (0..length).map(|_| self.rng.char(..)).collect()
    }

    /// A message that breaks off.
    fn cut(&mut self) -> String {
        let whole = self.forged().to_string();
        let end = self.rng.usize(0..=whole.len());
        let end = (0..=end).rev().find(|&end| whole.is_char_boundary(end));
        whole[..end.unwrap_or(0)].to_owned()
    }

    /// A message that looks right.
    fn forged(&mut self) -> Value {
        let mut data = json!({});
        for _ in 0..self.rng.usize(0..6) {
            let field = FIELDS[self.rng.usize(..FIELDS.len())];
            data[field] = self.fitting(field);
        }
        if self.rng.u8(0..4) > 0 {
            data["game_id"] = self.fitting("game_id");
            data["session_id"] = self.fitting("session_id");
        }
        let event = EVENTS[self.rng.usize(..EVENTS.len())];
        json!({ "event": event, "data": data, "request": self.value(1) })
    }

    fn fitting(&mut self, field: &str) -> Value {
        let seat = self.games[self.rng.usize(..self.games.len())];
        match (field, self.rng.u8(0..4)) {
            (_, 0) => self.value(3),
            ("game_id", _) => seat.game.as_str().into(),
            // The token is what an attacker does not have; the player's name, anyone has.
            ("session_id" | "player_id" | "target_player" | "to", _) => seat.player.as_str().into(),
            ("action_type", _) => {
                let types = [
                    "start_game",
                    "lay_card",
                    "draw_card",
                    "play_move",
                    "draw",
                    "call_recall",
                ];
                types[self.rng.usize(..types.len())].into()
            }
            ("card", _) => "10h".into(),
            ("card_id", _) => "queen_hearts_1234".into(),
            ("cell" | "slot" | "computers", _) => self.rng.u8(..).into(),
            ("game", _) => ["recall", "tic_tac_toe", "crazy_eights"][self.rng.usize(..3)].into(),
            _ => self.value(2),
        }
    }

    /// Any JSON.
    fn value(&mut self, depth: u8) -> Value {
        match self.rng.u8(0..if depth == 0 { 6 } else { 8 }) {
            0 => Value::Null,
            1 => self.rng.bool().into(),
            2 => self.rng.i64(..).into(),
            3 => (self.rng.f64() * 1e300).into(),
            4 => self.noise().into(),
            5 => "".into(),
            6 => (0..self.rng.usize(0..4))
                .map(|_| self.value(depth - 1))
                .collect(),
            _ => {
                let fields = 0..self.rng.usize(0..4);
                let pairs = fields.map(|_| (self.noise(), self.value(depth - 1)));
                Value::Object(pairs.collect())
            }
        }
    }
}

/// How a game stands for a player.
async fn view(client: &mut Client, seat: &Seat) -> Value {
    let mut fresh = client.ask("recall_rejoin_game", seat.with(json!({}))).await;
    assert_eq!(fresh["success"], true, "{fresh}");
    fresh = loop {
        let state = client.event("game_state").await;
        if state["game_id"] == seat.game.as_str() && state["action_type"] == "" {
            break state;
        }
    };
    fresh["view"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_a_stranger_sends_the_games_of_others_stay_as_they_are() {
    let server = Running::start().await;
    let mut ann = server.client().await;
    let unhurried = json!({ "pace": 60_000 });
    let eights = ann.create("crazy_eights", unhurried.clone(), 3).await;
    let crosses = ann.create("tic_tac_toe", unhurried, 1).await;
    // At Recall nothing happens by itself while a person has the turn.
    let memory = ann.create("recall", json!({}), 1).await;
    let seats = [&eights, &crosses, &memory];
    for seat in seats {
        ann.ask("recall_start_game", seat.with(json!({}))).await;
    }
    let mine = |view: &Value| {
        let turn = &view["turn"]["player_id"];
        view["game"] == "recall" && *turn == memory.player.as_str() && view["window"].is_null()
    };
    ann.state(mine).await;
    let mut before = Vec::new();
    for seat in seats {
        before.push(view(&mut ann, seat).await);
    }

    let mut stranger = server.client().await;
    let mut attacker = Attacker {
        rng: Rng::with_seed(7),
        games: &seats,
    };
    let mut seen = 0;
    for round in 0..MESSAGES / TOGETHER {
        for _ in 0..TOGETHER {
            stranger.send_text(&attacker.message()).await;
        }
        let end = format!("end-{round}");
        let last = json!({ "event": "recall_everything", "request": end });
        stranger.send_text(&last.to_string()).await;
        loop {
            let message = stranger.receive().await.expect("the connection stays");
            if message["data"]["request"] == end.as_str() {
                break;
            }
            seen += 1;
            let text = message.to_string();
            for seat in seats {
                assert!(!text.contains(&seat.session), "{text}");
            }
            if message["event"] == "game_state" {
                let view = &message["data"]["view"];
                assert_eq!(view["you"], Value::Null, "{text}");
                assert!(view["hand"].as_array().is_none_or(Vec::is_empty), "{text}");
                if view["game"] == "recall" {
                    let players = view["players"].as_array().expect("players").iter();
                    let mut cards = players.filter_map(|player| player["cards"].as_array());
                    assert!(cards.all(|cards| cards.iter().all(|card| card["card"].is_null())));
                }
            }
        }
    }
    assert!(seen >= MESSAGES / 2, "{seen} answers");

    for (seat, mut before) in seats.into_iter().zip(before) {
        let mut after = view(&mut ann, seat).await;
        // Time goes on whatever happens.
        for view in [&mut before, &mut after] {
            view["now"] = Value::Null;
        }
        assert_eq!(after, before);
    }
}
