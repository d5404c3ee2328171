//! A table with people at it, and how tests talk about it.

use recall_game::model::{Card, Place, Rank, Seat, Slot, Suit};
use recall_game::table::{Failure, Input, Millis, Outcome, PlayerId, Table};
use recall_game::{Options, Recall};
use serde_json::{Value, json};

use Rank::*;
use Suit::*;

pub(crate) type Face = (Rank, Suit);

/// Hands that no rule has anything to say of: no two cards alike, and no power among them.
pub(crate) const ANN: [Face; 4] = [(Two, Clubs), (Three, Hearts), (Four, Spades), (Six, Clubs)];
pub(crate) const BOB: [Face; 4] = [(Two, Hearts), (Three, Spades), (Ten, Clubs), (King, Spades)];

/// The first discard.
pub(crate) const UP: Face = (King, Clubs);

/// A table with people.
#[derive(Clone)]
pub(crate) struct Seated {
    pub(crate) table: Recall,
    now: Millis,
}

/// The player of this name.
pub(crate) fn id(name: &str) -> PlayerId {
    PlayerId(name.to_owned())
}

impl Seated {
    /// A table at which these people wait, the deck stacked.
    pub(crate) fn waiting(people: &[&str], deck: &[&[Face]]) -> Self {
        let mut table = Recall::stacked(1, Options::default(), deck.concat());
        for &name in people {
            let joined = table.apply(&Input::Join {
                player: id(name),
                name: name.to_owned(),
                computer: false,
            });
            assert!(joined.success, "{:?}", joined.errors);
        }
        Seated { table, now: 0 }
    }

    /// The same, the game begun.
    pub(crate) fn playing(people: &[&str], deck: &[&[Face]]) -> Self {
        let mut seated = Seated::waiting(people, deck);
        seated.does(people[0], json!({ "action_type": "start_game" }));
        seated
    }

    /// Ann and Bob with their hands; the stock begins with these cards. It is Ann's turn.
    pub(crate) fn two(stock: &[Face]) -> Self {
        Seated::playing(&["ann", "bob"], &[&ANN, &BOB, &[UP], stock])
    }

    /// The same, and Ann has drawn.
    pub(crate) fn drawn(stock: &[Face]) -> Self {
        let mut seated = Seated::two(stock);
        seated.draws("ann");
        seated
    }

    /// What a player's action comes to.
    pub(crate) fn act(&mut self, player: &str, action: Value) -> Outcome {
        let player = id(player);
        self.table.apply(&Input::Act { player, action })
    }

    /// Does what the rules accept.
    #[track_caller]
    pub(crate) fn does(&mut self, player: &str, action: Value) -> Outcome {
        let outcome = self.act(player, action);
        assert!(outcome.success, "{:?}", outcome.errors);
        assert_eq!(outcome.player_id, Some(id(player)));
        outcome
    }

    pub(crate) fn draws(&mut self, player: &str) -> Outcome {
        self.does(player, json!({ "action_type": "draw" }))
    }

    /// Plays the card of this face, which the player knows.
    pub(crate) fn plays(&mut self, player: &str, face: Face) -> Outcome {
        let card_id = self.card(face).to_string();
        self.does(
            player,
            json!({ "action_type": "play_card", "card_id": card_id }),
        )
    }

    pub(crate) fn replaces(&mut self, player: &str, slot: Slot) -> Outcome {
        self.does(player, json!({ "action_type": "replace", "slot": slot }))
    }

    pub(crate) fn calls(&mut self, player: &str) -> Outcome {
        self.does(player, json!({ "action_type": "call_recall" }))
    }

    pub(crate) fn lays(&mut self, player: &str, slot: Slot) -> Outcome {
        self.does(
            player,
            json!({ "action_type": "play_out_of_turn", "slot": slot }),
        )
    }

    /// Lets time pass.
    pub(crate) fn waits(&mut self, time: Millis) -> Outcome {
        self.now += time;
        let outcome = self.table.apply(&Input::Clock { now: self.now });
        assert!(outcome.success, "{:?}", outcome.errors);
        outcome
    }

    /// Draws, and puts the card in the first place; then waits until the next turn.
    pub(crate) fn plays_a_plain_turn(&mut self, player: &str) {
        self.draws(player);
        self.replaces(player, 0);
        self.waits(5_000);
    }

    /// Checks that an action is refused with these codes, and that nothing has changed.
    #[track_caller]
    pub(crate) fn refuses(&mut self, player: &str, action: Value, codes: &[&str]) -> Vec<Failure> {
        let before = self.everything();
        let outcome = self.act(player, action);
        let found: Vec<_> = outcome.errors.iter().map(|error| &error.code[..]).collect();
        assert_eq!(found, codes);
        assert!(!outcome.success && outcome.effects.is_empty() && outcome.notifications.is_empty());
        assert!(outcome.errors.iter().all(|error| !error.message.is_empty()));
        assert_eq!(self.everything(), before);
        outcome.errors
    }

    /// All that can be told of the table.
    pub(crate) fn everything(&self) -> (Vec<(Card, Place)>, Vec<Value>, Option<Millis>) {
        let mut viewers = vec![None];
        viewers.extend(["ann", "bob", "cid"].map(|name| Some(id(name))));
        let views = viewers
            .iter()
            .map(|viewer| self.table.view(viewer.as_ref()));
        (
            self.table.cards().collect(),
            views.collect(),
            self.table.wakes_at(),
        )
    }

    pub(crate) fn view(&self, player: &str) -> Value {
        self.table.view(Some(&id(player)))
    }

    pub(crate) fn phase(&self) -> String {
        self.table.view(None)["phase"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// The card of this face.
    pub(crate) fn card(&self, (rank, suit): Face) -> Card {
        let mut cards = self.table.cards().map(|(card, _)| card);
        cards
            .find(|card| card.rank == rank && card.suit == suit)
            .expect("all faces are in the deck")
    }

    /// Where the card of this face lies.
    pub(crate) fn place(&self, face: Face) -> Place {
        let wanted = self.card(face);
        let mut cards = self.table.cards();
        cards
            .find(|(card, _)| *card == wanted)
            .expect("all cards lie somewhere")
            .1
    }

    /// The faces of a hand that a viewer sees, from left to right.
    pub(crate) fn hand_seen_by(&self, viewer: &str, seat: Seat) -> Vec<Option<String>> {
        let view = self.view(viewer);
        let cards = view["players"][usize::from(seat)]["cards"]
            .as_array()
            .expect("a player has a hand");
        cards
            .iter()
            .map(|card| card["card"]["card_id"].as_str().map(str::to_owned))
            .collect()
    }

    /// Whether a viewer sees the face of the card in a place.
    pub(crate) fn sees(&self, viewer: &str, face: Face) -> bool {
        let id = self.card(face).to_string();
        self.view(viewer).to_string().contains(&id)
    }
}

/// The events of an outcome that are told to a player, or to all.
pub(crate) fn told(outcome: &Outcome, to: Option<&str>) -> Vec<String> {
    let to = to.map(id);
    let told = outcome
        .notifications
        .iter()
        .filter(|notification| notification.to == to);
    told.map(|notification| notification.event.clone())
        .collect()
}

/// The types of the effects of an outcome.
pub(crate) fn effects(outcome: &Outcome) -> Vec<&str> {
    outcome
        .effects
        .iter()
        .map(|effect| &effect.r#type[..])
        .collect()
}
