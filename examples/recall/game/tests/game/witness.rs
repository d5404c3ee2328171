//! A witness follows a game by what is told of it, and knows who may know which card.
//!
//! It is written in plain Rust against the rules as the README tells them, and shares nothing with the rules that are
//! compiled: from the place of each card after the deal it follows where cards go by broadcasts alone, and it says of
//! each message and each view whether it shows somebody a card that was never that player's to see.

use std::collections::{BTreeMap, BTreeSet};

use recall_game::Recall;
use recall_game::model::{Card, Place, Seat, Slot};
use recall_game::table::{Input, NotificationType, Outcome, PlayerId, Table};
use serde_json::Value;

/// What a witness knows.
#[derive(Default)]
pub(crate) struct Witness {
    players: Vec<PlayerId>,
    hands: BTreeMap<(Seat, Slot), Card>,
    known: Vec<BTreeSet<Card>>,
    discards: Vec<Card>,
    drawn: Option<Card>,
    caller: Option<Seat>,
    pub(crate) turn: Option<Seat>,
    skipped: BTreeSet<Seat>,
    over: bool,
}

impl Witness {
    /// Looks at what an input did, and checks all that can be checked.
    pub(crate) fn looks(&mut self, table: &Recall, input: &Input, outcome: &Outcome) {
        let before = self.known.clone();
        for notification in &outcome.notifications {
            if notification.r#type == NotificationType::Broadcast {
                self.hears(table, outcome, &notification.event, &notification.data);
            }
        }
        self.compares(table);
        self.reads_messages(&before, outcome, input);
    }

    /// A broadcast says what has happened.
    fn hears(&mut self, table: &Recall, outcome: &Outcome, event: &str, data: &Value) {
        let seat = |name: &str| self.seat(&data[name]);
        let slot = |name: &str| data[name].as_u64().map(|slot| slot as Slot);
        let at = |player: &str, place: &str| Some((seat(player)?, slot(place)?));
        match event {
            "player_joined" => {
                self.players
                    .push(PlayerId(data["player_id"].as_str().unwrap().to_owned()));
                self.known.push(BTreeSet::new());
            }
            "cards_dealt" => {
                self.sees_hands(table);
                self.discards.push(card_in(&data["card"]));
                assert!(self.players.len() * 4 == self.hands.len());
                for (&(seat, slot), &card) in &self.hands {
                    if slot < 2 {
                        self.known[usize::from(seat)].insert(card);
                    }
                }
            }
            "turn_began" => self.begins(seat("player_id").unwrap(), data),
            "turn_skipped" => {
                let skipped = seat("player_id").unwrap();
                assert!(self.skipped.remove(&skipped));
                assert_eq!(Some(skipped), self.after_turn());
                self.turn = Some(skipped);
            }
            "card_drawn" => {
                let player = seat("player_id");
                assert_eq!(player, self.turn);
                let drawn = table.cards().find(|(_, place)| *place == Place::Drawn);
                self.drawn = drawn.map(|(card, _)| card);
                self.known[usize::from(player.unwrap())].extend(self.drawn);
            }
            "card_played" | "card_replaced" => self.sees_discard(data),
            "cards_swapped" | "card_stolen" => {
                let own = at("player_id", "slot").unwrap();
                let other = at("target_player", "target_slot").unwrap();
                assert_ne!(Some(other.0), self.caller, "a caller's hand is safe");
                let (given, taken) = (self.hands[&own], self.hands[&other]);
                self.hands.insert(own, taken);
                self.hands.insert(other, given);
                if event == "card_stolen" {
                    self.known[usize::from(own.0)].insert(taken);
                    self.known[usize::from(other.0)].insert(taken);
                }
            }
            "card_looked_at" => {
                let card = self.hands[&at("target_player", "target_slot").unwrap()];
                let viewer = seat("player_id").unwrap();
                self.known[usize::from(viewer)].insert(card);
            }
            "power_used" => self.sees_power(outcome, seat("player_id").unwrap(), &data["power"]),
            "hand_scrambled" => self.sees_storm(table, seat("target_player").unwrap()),
            "penalty_card_taken" => {
                let place = at("player_id", "slot").unwrap();
                let truth = table
                    .cards()
                    .find(|(_, lies)| *lies == Place::Hand(place.0, place.1));
                assert_eq!(self.hands.insert(place, truth.unwrap().0), None);
            }
            "card_shown" => {
                let card = card_in(&data["card"]);
                assert_eq!(self.hands[&at("player_id", "slot").unwrap()], card);
                for known in &mut self.known {
                    known.insert(card);
                }
            }
            "recall_called" => {
                assert_eq!((self.caller, seat("player_id")), (None, self.turn));
                self.caller = self.turn;
            }
            "discards_turned_over" => {
                self.discards = self.discards.split_off(self.discards.len() - 1);
            }
            "game_finished" => {
                self.over = true;
                self.counts(table, &data["results"]);
            }
            _ => {}
        }
    }

    /// A card goes to the discards, from the hand or as it was drawn.
    fn sees_discard(&mut self, data: &Value) {
        let card = card_in(&data["card"]);
        let out_of_turn = data["out_of_turn"] == true;
        let player = self.seat(&data["player_id"]);
        let slot = data["slot"].as_u64().map(|slot| slot as Slot);
        let place = player.zip(slot);
        assert!(out_of_turn || player == self.turn);
        if out_of_turn {
            let top = self.discards.last().unwrap();
            assert_eq!(top.rank, card.rank);
            assert_ne!(player, self.caller, "a caller lays nothing");
            assert_eq!(self.hands.remove(&place.unwrap()), Some(card));
        } else if let Some(place) = place {
            let drawn = self.drawn.take().unwrap();
            assert_eq!(self.hands.insert(place, drawn), Some(card));
        } else {
            assert_eq!(self.drawn.take(), Some(card));
        }
        self.discards.push(card);
        self.forgets(|forgotten| forgotten == card);
    }

    /// A hand is the same in another order, and nobody knows it.
    fn sees_storm(&mut self, table: &Recall, victim: Seat) {
        assert_ne!(Some(victim), self.caller, "a caller's hand is safe");
        let cards = |hands: &BTreeMap<(Seat, Slot), Card>| -> BTreeSet<Card> {
            let hand = hands.iter().filter(|((seat, _), _)| *seat == victim);
            hand.map(|(_, &card)| card).collect()
        };
        let hand = cards(&self.hands);
        self.sees_hands(table);
        assert_eq!(
            cards(&self.hands),
            hand,
            "the hand is the same in another order"
        );
        self.forgets(|card| hand.contains(&card));
    }

    fn begins(&mut self, seat: Seat, data: &Value) {
        if self.turn.is_some() {
            assert_eq!(Some(seat), self.after_turn(), "turns go round");
        }
        assert!(!self.skipped.contains(&seat));
        assert_ne!(
            Some(seat),
            self.caller,
            "the final round ends before the caller's turn"
        );
        assert_eq!(data["final_round"], self.caller.is_some());
        assert_eq!(self.drawn, None);
        self.turn = Some(seat);
    }

    fn sees_power(&mut self, outcome: &Outcome, player: Seat, power: &Value) {
        match power.as_str().unwrap() {
            "peek" => {
                let revealed = outcome
                    .effects
                    .iter()
                    .find(|effect| effect.r#type == "reveal_card");
                let slot = revealed.unwrap().data["slot"].as_u64().unwrap();
                let card = self.hands[&(player, slot as Slot)];
                self.known[usize::from(player)].insert(card);
            }
            "skip" => {
                self.skipped.extend(self.after_turn());
            }
            _ => {}
        }
    }

    /// Whose turn comes next.
    fn after_turn(&self) -> Option<Seat> {
        Some((self.turn? + 1) % self.players.len() as Seat)
    }

    /// What a player is told at the end is what the hands come to.
    fn counts(&self, table: &Recall, results: &Value) {
        let hand = |seat: usize| -> u64 {
            let cards = self
                .hands
                .iter()
                .filter(|((owner, _), _)| usize::from(*owner) == seat);
            cards.map(|(_, card)| points(*card)).sum()
        };
        let hands: Vec<u64> = (0..self.players.len()).map(hand).collect();
        let least = hands.iter().min().copied();
        let caller = self.caller.map(usize::from);
        let total = |seat: usize| {
            hands[seat]
                + if caller == Some(seat) && Some(hands[seat]) != least {
                    10
                } else {
                    0
                }
        };
        let lowest = (0..hands.len()).map(total).min().unwrap();
        let tie_of_caller = caller.is_some_and(|caller| total(caller) == lowest);
        let view = table.view(None);
        for (seat, result) in results.as_array().unwrap().iter().enumerate() {
            let wins = total(seat) == lowest && (!tie_of_caller || caller == Some(seat));
            assert_eq!(result["points"], total(seat));
            assert_eq!(result["winner"], wins);
            assert_eq!(view["players"][seat]["points"], total(seat));
            assert_eq!(view["players"][seat]["winner"], wins);
        }
    }

    /// No card is lost or doubled, and each lies where it was seen to go.
    fn compares(&self, table: &Recall) {
        if self.discards.is_empty() {
            return;
        }
        let mut all = BTreeSet::new();
        let (mut hands, mut discards, mut stock, mut drawn) =
            (BTreeMap::new(), BTreeMap::new(), 0, None);
        for (card, place) in table.cards() {
            assert!(all.insert(card), "{card} is there twice");
            match place {
                Place::Hand(seat, slot) => assert_eq!(hands.insert((seat, slot), card), None),
                Place::Discards(height) => assert_eq!(discards.insert(height, card), None),
                Place::Stock(_) => stock += 1,
                Place::Drawn => assert_eq!(drawn.replace(card), None),
            }
        }
        assert_eq!(all.len(), 56);
        assert_eq!(hands, self.hands);
        assert_eq!(drawn, self.drawn);
        assert!(discards.into_values().eq(self.discards.iter().copied()));
        assert_eq!(
            stock + self.hands.len() + self.discards.len() + usize::from(drawn.is_some()),
            56
        );
    }

    /// Nobody is told of a card that the player could not know before or cannot know now.
    fn reads_messages(&self, before: &[BTreeSet<Card>], outcome: &Outcome, input: &Input) {
        let in_common = |known: &[BTreeSet<Card>]| -> BTreeSet<Card> {
            let mut players = known.iter();
            let first = players.next().cloned().unwrap_or_default();
            players.fold(first, |common, known| &common & known)
        };
        let mut everybody: BTreeSet<Card> = self.discards.iter().copied().collect();
        if self.over {
            everybody.extend(self.hands.values());
        }
        everybody.extend(&in_common(&self.known) | &in_common(before));
        for notification in &outcome.notifications {
            let text = notification.data.to_string();
            match &notification.to {
                None => only(&text, &everybody),
                Some(to) => {
                    let known =
                        &self.known[self.players.iter().position(|player| player == to).unwrap()];
                    only(&text, &(known | &everybody));
                }
            }
        }
        for effect in &outcome.effects {
            only(&serde_json::to_string(effect).unwrap(), &everybody);
        }
        for fired in &outcome.fired {
            assert!(!fired.why.is_empty(), "{} says why it fired", fired.rule);
            only(&format!("{} {}", fired.rule, fired.why), &everybody);
        }
        assert!(outcome.success, "{input:?}: {:?}", outcome.errors);
    }

    /// A view shows all that its viewer may see, and no more.
    pub(crate) fn looks_at_views(&self, table: &Recall) {
        let top = self.discards.last().into_iter().copied();
        let mut open: BTreeSet<Card> = top.collect();
        if self.over {
            open.extend(self.hands.values());
        }
        assert_eq!(cards_in(&table.view(None).to_string()), open);
        for (player, known) in self.players.iter().zip(&self.known) {
            let shown = cards_in(&table.view(Some(player)).to_string());
            assert_eq!(
                shown,
                &open | known,
                "{player} sees all that this player knows, and no more"
            );
        }
    }

    fn seat(&self, player: &Value) -> Option<Seat> {
        let player = player.as_str()?;
        let place = self.players.iter().position(|known| known.0 == player);
        place.map(|place| place as Seat)
    }

    fn sees_hands(&mut self, table: &Recall) {
        let hands = table.cards().filter_map(|(card, place)| match place {
            Place::Hand(seat, slot) => Some(((seat, slot), card)),
            _ => None,
        });
        self.hands = hands.collect();
    }

    fn forgets(&mut self, forgotten: impl Fn(Card) -> bool) {
        for known in &mut self.known {
            known.retain(|&card| !forgotten(card));
        }
    }
}

/// What a card costs, as the README says.
fn points(card: Card) -> u64 {
    let (rank, suit) = (card.rank.name(), card.suit.name());
    let pips = [
        "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    match (pips.iter().position(|&name| name == rank), rank) {
        (Some(place), _) => place as u64 + 1,
        (None, "jack" | "queen") => 10,
        (None, "king") if suit == "hearts" || suit == "diamonds" => 0,
        (None, "king") => 13,
        (None, _) => 15,
    }
}

/// The card that a message tells.
fn card_in(data: &Value) -> Card {
    Card::named(data["card_id"].as_str().expect("a card has an id")).expect("the id names a card")
}

/// All cards that a text names.
pub(crate) fn cards_in(text: &str) -> BTreeSet<Card> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter_map(Card::named).collect()
}

#[track_caller]
fn only(text: &str, allowed: &BTreeSet<Card>) {
    let told = cards_in(text);
    assert!(
        told.is_subset(allowed),
        "{text} tells more than {allowed:?}"
    );
}
