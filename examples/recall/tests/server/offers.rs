//! What is offered is what is accepted: whole games by robots, of each game that there is.
//!
//! At each step a robot asks for something that is offered, which must be accepted, and for other things that are
//! well-formed, which must be refused unless they are offered. What is refused is told in a sentence.

use std::env;

use fastrand::Rng;
use recall::tables::Kind;
use recall_game::model::{ActionKind, Card, Rank};
use recall_game::table::{Input, PlayerId, Table};
use serde_json::{Map, Value, json};

/// How many games of each kind there are in an ordinary run; `RECALL_GAMES` says how many else,
/// and `RECALL_FIRST` with which of them to begin.
const GAMES: u64 = 25;

/// How many other things are asked for before each step.
const PROBES: usize = 4;

/// No game goes on for ever.
const STEPS: usize = 20_000;

struct Robots {
    table: Box<dyn Table>,
    players: Vec<PlayerId>,
    kind: Kind,
    rng: Rng,
}

impl Robots {
    fn new(kind: Kind, seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let options = match kind {
            Kind::CrazyEights => json!({ "target": 1, "turn_over": seed.is_multiple_of(2) }),
            Kind::TicTacToe | Kind::Recall => json!({}),
        };
        let count = match kind {
            Kind::TicTacToe => 2,
            Kind::CrazyEights => rng.usize(2..=5),
            Kind::Recall => rng.usize(2..=6),
        };
        let mut robots = Self {
            table: kind.table(seed, &options).expect("the options fit"),
            players: Vec::new(),
            kind,
            rng,
        };
        for number in 0..count {
            let player = PlayerId(format!("player{number}"));
            let name = format!("Robot {number}");
            let (computer, joins) = (false, player.clone());
            let join = Input::Join {
                player: joins,
                name,
                computer,
            };
            assert!(robots.table.apply(&join).success);
            robots.players.push(player);
        }
        robots.asks(0, &json!({ "action_type": "start_game" }), Some(true));
        robots
    }

    fn offers(&self, seat: usize) -> Vec<Value> {
        let view = self.table.view(Some(&self.players[seat]));
        view["offers"].as_array().expect("offers").clone()
    }

    /// Asks for something; with `expected` it must be accepted or not.
    fn asks(&mut self, seat: usize, action: &Value, expected: Option<bool>) -> bool {
        let (player, asked) = (self.players[seat].clone(), action.clone());
        let outcome = self.table.apply(&Input::Act {
            player,
            action: asked,
        });
        let errors = &outcome.errors;
        if let Some(expected) = expected {
            assert_eq!(outcome.success, expected, "{seat}: {action}: {errors:?}");
        }
        for error in errors {
            let first = error.message.chars().next().expect("a sentence");
            assert!(!first.is_lowercase(), "{}", error.message);
            assert!(error.message.ends_with('.'), "{}", error.message);
        }
        outcome.success
    }

    /// Asks for things that may or may not be offered; says whether the game went on.
    fn probes(&mut self) -> bool {
        for _ in 0..PROBES {
            let seat = self.rng.usize(..self.players.len());
            let action = self.anything();
            let offers = self.offers(seat);
            let exactly = offers.contains(&action).then_some(true);
            if self.asks(seat, &action, exactly) {
                let is_offered = offers.iter().any(|offer| covers(offer, &action));
                assert!(is_offered, "{seat}: {action} is accepted and not offered");
                return true;
            }
        }
        false
    }

    /// Does something that is offered, or lets time pass.
    fn steps(&mut self) {
        let seats = 0..self.players.len();
        let offers = seats.flat_map(|seat| {
            let offers = self.offers(seat).into_iter();
            offers.map(move |offer| (seat, offer))
        });
        let mut offers: Vec<_> = offers.collect();
        // Calls of Recall would end most games at once, and cards that are drawn none.
        if self.rng.u8(..4) != 0 {
            let rare = |offer: &Value| {
                offer["action_type"] == "call_recall" || offer["action_type"] == "draw_card"
            };
            let others = offers.iter().filter(|(_, offer)| !rare(offer));
            let others: Vec<_> = others.cloned().collect();
            if !others.is_empty() {
                offers = others;
            }
        }
        let due = self.table.wakes_at();
        if let Some(now) = due.filter(|_| offers.is_empty() || self.rng.bool()) {
            assert!(self.table.apply(&Input::Clock { now }).success);
        } else {
            let (seat, offer) = &offers[self.rng.usize(..offers.len())];
            self.asks(*seat, offer, Some(true));
        }
    }

    fn play(mut self) {
        for _ in 0..STEPS {
            if self.table.is_over() {
                return self.is_told();
            }
            if !self.probes() {
                self.steps();
            }
        }
        panic!("the game does not end: {}", self.table.view(None));
    }

    /// A game that is over is nobody's turn, and offers nothing.
    fn is_told(&self) {
        for seat in 0..self.players.len() {
            assert!(self.offers(seat).is_empty());
        }
        let view = self.table.view(None);
        assert_eq!(view["phase"], "finished");
        assert!(view["turn"].is_null(), "{view}");
    }

    /// Something well-formed, which may be offered or not.
    fn anything(&mut self) -> Value {
        match self.kind {
            Kind::TicTacToe => json!({ "action_type": "play_move", "cell": self.rng.u8(..12) }),
            Kind::CrazyEights => self.anything_at_crazy_eights(),
            Kind::Recall => self.anything_at_recall(),
        }
    }

    fn anything_at_crazy_eights(&mut self) -> Value {
        let rng = &mut self.rng;
        let ranks = [
            "a", "2", "3", "4", "5", "6", "7", "8", "8", "9", "10", "j", "q", "k",
        ];
        let suits = ["clubs", "diamonds", "hearts", "spades"];
        let card = format!(
            "{}{}",
            ranks[rng.usize(..ranks.len())],
            &suits[rng.usize(..4)][..1]
        );
        match rng.u8(..6) {
            0 => json!({ "action_type": "draw_card" }),
            1 => json!({ "action_type": "pass" }),
            2 => json!({ "action_type": "deal" }),
            3 => json!({ "action_type": "lay_card", "card": card, "suit": suits[rng.usize(..4)] }),
            _ => json!({ "action_type": "lay_card", "card": card }),
        }
    }

    fn anything_at_recall(&mut self) -> Value {
        let view = self.table.view(None);
        let marked = |card: &Value| card["card_id"].as_str().map(str::to_owned);
        let players = self
            .players
            .iter()
            .map(|player| self.table.view(Some(player)));
        // Cards that somebody has seen, and one that nobody has.
        let mut cards: Vec<String> = Vec::new();
        for view in players {
            let hands = view["players"].as_array().expect("players").iter();
            let hands = hands.flat_map(|player| player["cards"].as_array().expect("cards"));
            cards.extend(hands.filter_map(|card| marked(&card["card"])));
            cards.extend(marked(&view["drawn"]["card"]));
        }
        cards.extend(marked(&view["discards"]["top"]));
        let deck = Card::deck(&[1234; 56]).find(|card| card.rank == Rank::Ace);
        cards.extend(deck.map(|card| card.to_string()));
        let rng = &mut self.rng;
        let kinds = ActionKind::ALL;
        let kind = kinds[rng.usize(..kinds.len())];
        let mut action = Map::from_iter([("action_type".to_owned(), Value::from(kind.name()))]);
        let mut put = |name: &str, value: Value| action.insert(name.to_owned(), value);
        match kind {
            ActionKind::PlayCard => {
                let card = cards.swap_remove(rng.usize(..cards.len()));
                put("card_id", card.into());
            }
            ActionKind::Replace | ActionKind::PlayOutOfTurn => {
                put("slot", rng.u8(..6).into());
            }
            ActionKind::UsePower => {
                if rng.bool() {
                    put("own_slot", rng.u8(..5).into());
                }
                if rng.bool() {
                    let player = rng.usize(..self.players.len());
                    put("target_player", self.players[player].0.clone().into());
                    if rng.bool() {
                        put("target_slot", rng.u8(..5).into());
                    }
                }
            }
            _ => {}
        }
        Value::Object(action)
    }
}

/// Whether an action is one that is offered, though it may say more than is needed.
fn covers(offer: &Value, action: &Value) -> bool {
    let mut fields = offer.as_object().expect("an object").iter();
    fields.all(|(name, value)| action[name] == *value)
}

fn play(kind: Kind) {
    let games = env::var("RECALL_GAMES").ok();
    let games = games.map_or(GAMES, |games| games.parse().expect("a number"));
    let first = env::var("RECALL_FIRST").ok();
    let first = first.map_or(0, |first| first.parse().expect("a number"));
    // The test's output, which is shown where it fails, ends with the game that went wrong.
    for seed in first..games {
        println!("game {seed}");
        Robots::new(kind, seed).play();
    }
}

#[test]
fn at_noughts_and_crosses_what_is_offered_is_what_is_accepted() {
    play(Kind::TicTacToe);
}

#[test]
fn at_crazy_eights_what_is_offered_is_what_is_accepted() {
    play(Kind::CrazyEights);
}

#[test]
fn at_recall_what_is_offered_is_what_is_accepted() {
    play(Kind::Recall);
}
