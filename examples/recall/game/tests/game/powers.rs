//! The power of each card, and every reason for which it is refused.

use recall_game::model::{Place, Rank::*, Suit::*};
use serde_json::{Value, json};

use crate::seated::{ANN, BOB, Face, Seated, UP, effects, told};

const CID: [Face; 4] = [(Two, Spades), (Three, Clubs), (Four, Hearts), (Six, Spades)];

/// Ann has played a card and may use its power.
fn played(face: Face) -> Seated {
    let mut seated = Seated::drawn(&[face]);
    seated.plays("ann", face);
    seated
}

fn power(own: Option<u8>, target: Option<(&str, u8)>) -> Value {
    json!({
        "action_type": "use_power",
        "own_slot": own,
        "target_player": target.map(|(player, _)| player),
        "target_slot": target.map(|(_, slot)| slot),
    })
}

// ---- All powers ----

#[test]
fn a_power_is_offered_when_its_card_is_played() {
    for (face, name) in [
        ((Seven, Clubs), "peek"),
        ((Eight, Clubs), "peek"),
        ((Nine, Clubs), "skip"),
        ((Jack, Clubs), "swap"),
        ((Queen, Clubs), "look"),
        ((Thief, Hearts), "steal"),
        ((Storm, Clubs), "storm"),
    ] {
        let seated = played(face);
        let view = seated.view("ann");
        assert_eq!(
            (&view["power"], &view["turn"]["step"]),
            (&json!(name), &json!("power"))
        );
        assert_eq!(view["actions"], json!(["use_power", "decline_power"]));
    }
    for face in [(Ace, Clubs), (Five, Clubs), (Ten, Hearts), (King, Hearts)] {
        assert_eq!(played(face).view("ann")["power"], Value::Null);
    }
}

#[test]
fn a_power_can_be_declined() {
    let mut seated = played((Queen, Hearts));
    let outcome = seated.does("ann", json!({ "action_type": "decline_power" }));
    assert_eq!(
        told(&outcome, None),
        ["power_declined", "out_of_turn_window_opened"]
    );
}

#[test]
fn nobody_uses_a_power_that_is_not_offered() {
    let mut seated = Seated::drawn(&[(Queen, Hearts)]);
    seated.refuses("ann", power(None, None), &["wrong_step"]);
    seated.refuses(
        "ann",
        json!({ "action_type": "decline_power" }),
        &["wrong_step"],
    );
    seated.plays("ann", (Queen, Hearts));
    seated.refuses("bob", power(None, Some(("ann", 0))), &["not_your_turn"]);
    seated.refuses(
        "bob",
        json!({ "action_type": "decline_power" }),
        &["not_your_turn"],
    );
}

#[test]
fn all_that_a_power_lacks_is_told() {
    let lacking = ["own_card_missing", "target_missing", "target_card_missing"];
    for (face, missing) in [
        ((Seven, Clubs), &lacking[..1]),
        ((Jack, Clubs), &lacking[..]),
        ((Queen, Clubs), &lacking[1..]),
        ((Thief, Hearts), &lacking[..]),
        ((Storm, Clubs), &lacking[1..2]),
    ] {
        played(face).refuses("ann", power(None, None), missing);
    }
}

#[test]
fn a_power_is_used_on_cards_and_players_that_are_there() {
    let mut seated = played((Jack, Clubs));
    seated.refuses("ann", power(Some(9), Some(("bob", 0))), &["empty_place"]);
    seated.refuses("ann", power(Some(0), Some(("bob", 9))), &["empty_place"]);
    seated.refuses(
        "ann",
        power(Some(9), Some(("bob", 9))),
        &["empty_place", "empty_place"],
    );
    seated.refuses("ann", power(Some(0), Some(("zoe", 0))), &["unknown_target"]);
}

#[test]
fn nobody_attacks_the_own_hand() {
    for face in [(Jack, Clubs), (Thief, Hearts), (Storm, Clubs)] {
        played(face).refuses("ann", power(Some(0), Some(("ann", 1))), &["target_is_self"]);
    }
}

#[test]
fn who_has_called_recall_is_safe_from_attacks_but_not_from_looks() {
    let final_round = |face: Face| {
        let mut seated = Seated::two(&[face]);
        seated.calls("ann");
        seated.waits(5_000);
        seated.draws("bob");
        seated.plays("bob", face);
        seated
    };
    final_round((Jack, Clubs)).refuses(
        "bob",
        power(Some(0), Some(("ann", 0))),
        &["target_is_safe"],
    );
    let mut seated = final_round((Queen, Clubs));
    seated.does("bob", power(None, Some(("ann", 0))));
    assert!(seated.sees("bob", ANN[0]));
}

// ---- One after the other ----

#[test]
fn a_seven_peeks_at_an_own_card() {
    let mut seated = played((Seven, Clubs));
    let outcome = seated.does("ann", power(Some(3), None));
    assert_eq!(
        effects(&outcome),
        ["reveal_card", "use_power", "open_window"]
    );
    assert_eq!(told(&outcome, Some("ann")), ["card_revealed"]);
    assert_eq!(
        told(&outcome, None),
        ["power_used", "out_of_turn_window_opened"]
    );
    assert!(seated.sees("ann", ANN[3]) && !seated.sees("bob", ANN[3]));
}

#[test]
fn a_nine_skips_the_next_player() {
    let hands: [&[Face]; 5] = [&ANN, &BOB, &CID, &[UP], &[(Nine, Clubs)]];
    let mut seated = Seated::playing(&["ann", "bob", "cid"], &hands);
    seated.draws("ann");
    seated.plays("ann", (Nine, Clubs));
    let outcome = seated.does("ann", power(None, None));
    assert_eq!(
        effects(&outcome),
        ["skip_player", "use_power", "open_window"]
    );
    let outcome = seated.waits(5_000);
    assert_eq!(
        told(&outcome, None),
        ["out_of_turn_window_closed", "turn_skipped", "turn_began"]
    );
    assert_eq!(seated.view("cid")["turn"]["player_id"], "cid");
}

#[test]
fn a_jack_swaps_two_cards_unseen() {
    let mut seated = played((Jack, Clubs));
    let outcome = seated.does("ann", power(Some(0), Some(("bob", 3))));
    assert!(effects(&outcome).contains(&"swap_cards"));
    assert_eq!(told(&outcome, None)[0], "cards_swapped");
    assert_eq!(seated.place(ANN[0]), Place::Hand(1, 3));
    assert_eq!(seated.place(BOB[3]), Place::Hand(0, 0));
    // Who knew a card has followed it.
    assert!(seated.sees("ann", ANN[0]) && !seated.sees("bob", ANN[0]));
    assert!(!seated.sees("ann", BOB[3]) && !seated.sees("bob", BOB[3]));
}

#[test]
fn a_queen_looks_at_any_card() {
    for (target, face) in [(("bob", 3), BOB[3]), (("ann", 3), ANN[3])] {
        let mut seated = played((Queen, Hearts));
        let outcome = seated.does("ann", power(None, Some(target)));
        assert_eq!(told(&outcome, Some("ann")), ["card_revealed"]);
        assert_eq!(told(&outcome, None)[0], "card_looked_at");
        assert!(seated.sees("ann", face) && !seated.sees("bob", face));
    }
}

#[test]
fn a_thief_steals_a_card_and_the_victim_alone_is_told_which() {
    let hands: [&[Face]; 5] = [&ANN, &BOB, &CID, &[UP], &[(Thief, Hearts)]];
    let mut seated = Seated::playing(&["ann", "bob", "cid"], &hands);
    seated.draws("ann");
    seated.plays("ann", (Thief, Hearts));
    let outcome = seated.does("ann", power(Some(3), Some(("bob", 2))));
    assert_eq!(told(&outcome, Some("bob")), ["card_stolen_from_you"]);
    assert_eq!(told(&outcome, Some("ann")), ["card_revealed"]);
    assert_eq!(told(&outcome, Some("cid")), [""; 0]);
    assert!(told(&outcome, None).contains(&"card_stolen".to_owned()));
    // What is done is told before what only the victim is told of it.
    let events = outcome.notifications.iter().map(|told| &told.event);
    let stolen: Vec<_> = events
        .filter(|event| event.starts_with("card_stolen"))
        .collect();
    assert_eq!(stolen, ["card_stolen", "card_stolen_from_you"]);
    assert_eq!(seated.place(BOB[2]), Place::Hand(0, 3));
    assert_eq!(seated.place(ANN[3]), Place::Hand(1, 2));
    assert!(
        seated.sees("ann", BOB[2]) && seated.sees("bob", BOB[2]) && !seated.sees("cid", BOB[2])
    );
    // Nothing follows a thief: the next turn has begun.
    assert_eq!(seated.view("bob")["turn"]["player_id"], "bob");
}

#[test]
fn after_a_storm_nobody_knows_the_cards_of_a_hand() {
    let mut seated = played((Storm, Clubs));
    assert!(seated.sees("bob", BOB[0]) && seated.sees("bob", BOB[1]));
    let outcome = seated.does("ann", power(None, Some(("bob", 0))));
    assert!(effects(&outcome).contains(&"scramble_hand"));
    assert_eq!(told(&outcome, Some("bob")), ["your_hand_was_scrambled"]);
    assert!(told(&outcome, None).contains(&"hand_scrambled".to_owned()));
    assert_eq!(seated.hand_seen_by("bob", 1), [None, None, None, None]);
    for face in BOB {
        assert!(matches!(seated.place(face), Place::Hand(1, 0..=3)));
    }
}
