//! What happens in a game and what can be done, as sentences for the person at the terminal.

use recall_game::table::{Notification, PlayerId};
use serde_json::{Value, json};

use super::show::face;

/// Speaks to a person of what the table says.
pub(super) struct Words<'a> {
    /// Who is spoken to.
    pub(super) you: &'a PlayerId,
}

impl Words<'_> {
    /// What happened, as a sentence without its end; none for what goes without saying.
    pub(super) fn sentence(&self, told: &Notification) -> Option<String> {
        let data = &told.data;
        let id = data["player_id"].as_str().unwrap_or_default();
        let says = |you: &str, other: &str| {
            let (name, verb) = if id == self.you.0 {
                ("You", you)
            } else {
                (id, other)
            };
            format!("{name} {verb}")
        };
        let whose = |field: &str| match data[field].as_str().unwrap_or_default() {
            id if id == self.you.0 => "your".to_owned(),
            id => format!("{id}'s"),
        };
        let slot = |field: &str| data[field].as_u64().unwrap_or_default() + 1;
        let card = || face(&data["card"]);
        Some(match told.event.as_str() {
            "cards_dealt" => format!("The cards are dealt, and the {} is turned up", card()),
            "turn_skipped" => says("sit out", "sits out"),
            "drawn_card_revealed" => format!("You draw the {}", card()),
            "card_drawn" if id != self.you.0 => says("draw", "draws a card"),
            "card_revealed" => format!(
                "You see {} card {}: the {}",
                whose("player_id"),
                slot("slot"),
                card()
            ),
            "card_played" if data["out_of_turn"] == true => {
                format!("{} the {} out of turn", says("lay", "lays"), card())
            }
            "card_played" => format!("{} the {}", says("play", "plays"), card()),
            "card_replaced" => format!(
                "{} the {}",
                says(
                    "keep the card drawn and discard",
                    "keeps the card drawn and discards"
                ),
                card()
            ),
            "penalty_card_taken" => says("take a penalty card", "takes a penalty card"),
            "card_shown" => {
                let whose = match id {
                    id if id == self.you.0 => "Your".to_owned(),
                    id => format!("{id}'s"),
                };
                let slot = slot("slot");
                format!("{whose} card {slot} is the {}, and stays", card())
            }
            "cards_swapped" => format!(
                "{} card {} for {} card {}",
                says("swap", "swaps"),
                slot("slot"),
                whose("target_player"),
                slot("target_slot")
            ),
            "card_looked_at" => format!(
                "{} at {} card {}",
                says("look", "looks"),
                match data["target_player"].as_str() {
                    Some(own) if own == id && id == self.you.0 => "your own".to_owned(),
                    Some(own) if own == id => "their own".to_owned(),
                    _ => whose("target_player"),
                },
                slot("target_slot")
            ),
            "card_stolen" => format!(
                "{} {} card {} and {} card {} for it",
                says("steal", "steals"),
                whose("target_player"),
                slot("target_slot"),
                if id == self.you.0 { "leave" } else { "leaves" },
                slot("slot")
            ),
            "card_stolen_from_you" => format!("The stolen card was the {}", card()),
            "hand_scrambled" => format!(
                "{} {} cards",
                says("shuffle", "shuffles"),
                whose("target_player")
            ),
            "recall_called" => format!(
                "{}: everybody else has one more turn",
                says("call Recall", "calls Recall")
            ),
            "out_of_turn_window_opened" => {
                let ranks = plural(data["rank"].as_str().unwrap_or_default());
                format!("{ranks} may be laid now")
            }
            "power_used" if id != self.you.0 && data["power"] == "peek" => {
                says("look", "looks at a card of their own")
            }
            "power_used" if data["power"] == "skip" => says(
                "let the next player sit out",
                "lets the next player sit out",
            ),
            "discards_turned_over" => "The discards are shuffled and turned over".to_owned(),
            _ => return None,
        })
    }

    /// An offer, in words.
    pub(super) fn offered(&self, offer: &Value, view: &Value) -> String {
        let slot = |field: &str| offer[field].as_u64().map(|slot| slot + 1);
        let own = slot("own_slot").map(|slot| format!(" your card {slot}"));
        let whose = offer["target_player"].as_str().map(|id| match id {
            id if id == self.you.0 => "your".to_owned(),
            id => format!("{id}'s"),
        });
        let card = slot("target_slot").map_or("cards".to_owned(), |slot| format!("card {slot}"));
        let target = whose.map(|whose| format!(" {whose} {card}"));
        let parts: Vec<_> = [own, target].into_iter().flatten().collect();
        let place = slot("slot").unwrap_or_default();
        match offer["action_type"].as_str().unwrap_or_default() {
            "draw" => "draw a card".to_owned(),
            "call_recall" => "call Recall".to_owned(),
            "decline_power" => "do without the power".to_owned(),
            "play_card" => {
                let id = offer["card_id"].as_str().unwrap_or_default();
                let mut words = id.split('_');
                let (rank, suit) = (
                    words.next().unwrap_or_default(),
                    words.next().unwrap_or_default(),
                );
                let whence = match place_of(offer, view) {
                    Some(0) => " (just drawn)".to_owned(),
                    Some(place) => format!(" (your card {place})"),
                    None => String::new(),
                };
                format!("play the {rank} of {suit}{whence}")
            }
            "replace" => format!("put it in the place of card {place}"),
            "play_out_of_turn" => format!("lay card {place} out of turn"),
            "use_power" => {
                let power = view["power"].as_str().unwrap_or_default();
                let deed = match power {
                    "peek" | "look" => "look at",
                    "skip" => "let the next player sit out",
                    "storm" => "shuffle",
                    power => power,
                };
                format!("{deed}{}", parts.join(" and"))
            }
            other => other.replace('_', " "),
        }
    }

    /// The use of a power with one of the own cards, in words.
    pub(super) fn with_own_card(&self, slot: u64, view: &Value) -> String {
        let offer = json!({ "action_type": "use_power", "own_slot": slot });
        format!("{} …", self.offered(&offer, view))
    }
}

/// Where the card lies that an offer would play: 0 as it was drawn, else the place of the own hand, counted from 1.
pub(super) fn place_of(offer: &Value, view: &Value) -> Option<u64> {
    let is_it = |card: &Value| card["card_id"].is_string() && card["card_id"] == offer["card_id"];
    if is_it(&view["drawn"]["card"]) {
        return Some(0);
    }
    let mut players = view["players"].as_array()?.iter();
    let you = players.find(|player| player["player_id"] == view["you"])?;
    let mut cards = you["cards"].as_array()?.iter();
    let held = cards.find(|held| is_it(&held["card"]))?;
    held["slot"].as_u64().map(|slot| slot + 1)
}

/// All cards of a rank, at the beginning of a sentence: `Queens`.
fn plural(rank: &str) -> String {
    let all = match rank {
        "six" => "sixes".to_owned(),
        "thief" => "thieves".to_owned(),
        rank => format!("{rank}s"),
    };
    let (first, others) = all.split_at(1);
    format!("{}{others}", first.to_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(event: &str, data: Value) -> Option<String> {
        let you = PlayerId("you".to_owned());
        Words { you: &you }.sentence(&Notification::broadcast(event, data))
    }

    #[test]
    fn a_window_is_told_as_a_sentence_about_cards() {
        for (rank, sentence) in [
            ("queen", "Queens may be laid now"),
            ("six", "Sixes may be laid now"),
            ("ace", "Aces may be laid now"),
        ] {
            let opened = told("out_of_turn_window_opened", json!({ "rank": rank }));
            assert_eq!(opened.as_deref(), Some(sentence));
        }
    }

    #[test]
    fn a_card_that_can_be_played_is_named_with_where_it_lies() {
        let you = PlayerId("you".to_owned());
        let card = |id: &str| json!({ "card_id": id });
        let view = json!({
            "you": "you",
            "drawn": { "card": card("queen_hearts_1000") },
            "players": [{ "player_id": "you", "cards": [
                { "slot": 0, "card": null }, { "slot": 2, "card": card("two_clubs_2000") },
            ] }],
        });
        let words = |id: &str| {
            let offer = json!({ "action_type": "play_card", "card_id": id });
            Words { you: &you }.offered(&offer, &view)
        };
        assert_eq!(
            words("queen_hearts_1000"),
            "play the queen of hearts (just drawn)"
        );
        assert_eq!(
            words("two_clubs_2000"),
            "play the two of clubs (your card 3)"
        );
    }
}
