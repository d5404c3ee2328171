//! Cards and actions by their names.

use recall_game::model::{Action, ActionKind, Card};
use serde_json::{from_value, json, to_value};

#[test]
fn a_kind_is_named_as_clients_name_it() {
    for kind in ActionKind::ALL {
        assert_eq!(to_value(kind).unwrap(), json!(kind.name()));
        let action = json!({ "action_type": kind.name(), "card_id": "", "slot": 0 });
        assert_eq!(from_value::<Action>(action).unwrap().kind(), kind);
    }
}

#[test]
fn there_are_fifty_six_cards_and_each_is_read_as_it_is_written() {
    let marks: Vec<u16> = (7..100).collect();
    let deck: Vec<_> = Card::deck(&marks).collect();
    assert_eq!(deck.len(), 56);
    for card in deck {
        assert_eq!(Card::named(&card.to_string()), Some(card));
    }
}

#[test]
fn what_names_no_card_is_none() {
    for text in [
        "",
        "queen",
        "queen_hearts",
        "queen_hearts_x",
        "queen_hearts_7",
        "queen_hearts_+007",
    ] {
        assert_eq!(Card::named(text), None, "{text}");
    }
}
