//! What players and watchers are told in whole games of Crazy Eights: never a card in somebody else's hand, until the
//! round is over and all hands lie open.

use std::collections::BTreeSet;

use recall::tables::Kind;
use recall_game::table::{Input, NotificationType, Outcome, PlayerId, Table};
use serde_json::{Value, json};

fn ids() -> Vec<PlayerId> {
    (1..=3)
        .map(|number| PlayerId(format!("player_{number}")))
        .collect()
}

/// The cards in a player's hand, as that player sees them.
fn hand(table: &dyn Table, player: &PlayerId) -> BTreeSet<String> {
    let view = table.view(Some(player));
    let cards = view["hand"].as_array().expect("a hand").iter();
    cards
        .map(|card| card.as_str().expect("a card").to_owned())
        .collect()
}

/// Every text in a message.
fn texts(message: &Value, found: &mut Vec<String>) {
    match message {
        Value::String(text) => found.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| texts(value, found)),
        Value::Object(fields) => fields.values().for_each(|value| texts(value, found)),
        _ => {}
    }
}

/// Whether the round is over: somebody has no cards left, or nobody can do anything.
fn round_is_over(view: &Value) -> bool {
    let blocked = view["round_end"]["blocked"] == true;
    let players = view["players"].as_array().expect("players").iter();
    let is_over = blocked || players.clone().any(|player| player["cards"] == 0);
    assert_eq!(is_over, !view["round_end"].is_null(), "{view}");
    is_over
}

/// Takes the hands that lie open out of a view: each is the whole of what that player holds.
fn take_open_hands(table: &dyn Table, view: &mut Value) -> usize {
    let players = view["players"].as_array_mut().expect("players").iter_mut();
    let open = players.zip(ids()).filter_map(|(player, id)| {
        let open = player.as_object_mut()?.remove("hand")?;
        let cards = open.as_array().expect("cards").iter();
        let cards: BTreeSet<_> = cards
            .map(|card| card.as_str().expect("a card").to_owned())
            .collect();
        assert_eq!(cards, hand(table, &id), "the open hand of {id}");
        Some(())
    });
    open.count()
}

/// What this viewer is told of an outcome, and sees then, but for the hands that lie open when a round is over.
fn told(table: &dyn Table, outcome: &Outcome, viewer: Option<&PlayerId>) -> Vec<String> {
    let mut found = Vec::new();
    let mut view = table.view(viewer);
    if round_is_over(&view) {
        assert_eq!(take_open_hands(table, &mut view), ids().len());
    }
    texts(&view, &mut found);
    let notifications = outcome
        .notifications
        .iter()
        .filter(|told| match told.r#type {
            NotificationType::Broadcast => true,
            NotificationType::Private => told.to.as_ref() == viewer && viewer.is_some(),
        });
    notifications.for_each(|told| texts(&told.data, &mut found));
    found.extend(outcome.fired.iter().map(|firing| firing.why.to_string()));
    if outcome.player_id.as_ref() == viewer {
        let effects = outcome.effects.iter();
        effects.for_each(|effect| texts(&Value::Object(effect.data.clone()), &mut found));
    }
    found
}

#[test]
fn nobody_is_told_of_a_card_in_a_hand_of_another_before_the_round_is_over() {
    for seed in 0..6 {
        let options = json!({ "pace": 0 });
        let mut table = Kind::CrazyEights.table(seed, &options).expect("a table");
        for player in ids() {
            let name = player.to_string();
            let computer = true;
            assert!(
                table
                    .apply(&Input::Join {
                        player,
                        name,
                        computer
                    })
                    .success
            );
        }
        let action = json!({ "action_type": "start_game" });
        let player = ids().remove(0);
        assert!(table.apply(&Input::Act { player, action }).success);
        let (mut inputs, mut over) = (0, 0);
        while let Some(now) = table.wakes_at() {
            let outcome = table.apply(&Input::Clock { now });
            assert!(outcome.success, "{:?}", outcome.errors);
            inputs += 1;
            over += usize::from(round_is_over(&table.view(None)));
            for viewer in ids().iter().map(Some).chain([None]) {
                let found = told(table.as_ref(), &outcome, viewer);
                for other in ids().iter().filter(|&other| Some(other) != viewer) {
                    let hand = hand(table.as_ref(), other);
                    let leaked = found.iter().find(|text| hand.contains(*text));
                    assert_eq!(leaked, None, "{viewer:?} is told of a card of {other}");
                }
            }
        }
        assert!(table.is_over());
        assert!(inputs > 20, "{inputs} inputs");
        assert!((1..inputs).contains(&over), "{over} times over");
    }
}
