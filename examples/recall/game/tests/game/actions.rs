//! Each action: what it does, and every reason for which it is refused.

use recall_game::model::{Place, Rank::*, Suit::*};
use serde_json::{Value, json};

use crate::seated::{ANN, BOB, Seated, UP, effects, told};

fn start() -> Value {
    json!({ "action_type": "start_game" })
}

fn draw() -> Value {
    json!({ "action_type": "draw" })
}

fn call() -> Value {
    json!({ "action_type": "call_recall" })
}

fn replace(slot: u8) -> Value {
    json!({ "action_type": "replace", "slot": slot })
}

fn lay(slot: u8) -> Value {
    json!({ "action_type": "play_out_of_turn", "slot": slot })
}

fn play(card_id: &str) -> Value {
    json!({ "action_type": "play_card", "card_id": card_id })
}

// ---- Requests ----

#[test]
fn who_has_no_seat_can_do_nothing() {
    Seated::two(&[]).refuses("zoe", draw(), &["not_seated"]);
}

#[test]
fn what_is_no_action_is_refused() {
    let mut seated = Seated::two(&[]);
    for action in [
        json!({ "action_type": "fly" }),
        json!({ "action_type": "replace" }),
        json!({ "action_type": "replace", "slot": "first" }),
        json!({ "action_type": "replace", "slot": 256 }),
        json!({ "action_type": "play_card", "card_id": 7 }),
        json!({ "card_id": "queen_hearts_1234" }),
        json!("draw"),
        Value::Null,
    ] {
        seated.refuses("ann", action, &["malformed_action"]);
    }
}

#[test]
fn every_failed_validation_is_reported_with_a_sentence() {
    let mut seated = Seated::drawn(&[(Five, Hearts)]);
    let codes = ["not_your_turn", "unknown_card"];
    let failures = seated.refuses("bob", play("ace_clubs_1"), &codes);
    let sentences = failures.iter().map(|failure| &failure.message[..]);
    assert!(sentences.eq(["It is the turn of ann.", "You know of no such card."]));
    seated.replaces("ann", 0);
    let failures = seated.refuses("bob", draw(), &["wrong_phase", "not_your_turn"]);
    let phase = "Drawing a card cannot be done while cards may be laid out of turn.";
    assert_eq!(failures[0].message, phase);
}

// ---- Start ----

#[test]
fn the_game_begins_with_two_players_once() {
    let mut seated = Seated::waiting(&["ann"], &[]);
    seated.refuses("ann", start(), &["too_few_players"]);
    let mut seated = Seated::waiting(&["ann", "bob"], &[]);
    let outcome = seated.does("bob", start());
    assert_eq!(
        told(&outcome, None),
        ["game_started", "cards_dealt", "turn_began"]
    );
    assert_eq!(seated.table.cards().count(), 56);
    seated.refuses("ann", start(), &["wrong_phase"]);
}

#[test]
fn each_player_is_dealt_four_cards_and_sees_two() {
    let seated = Seated::two(&[]);
    for (seat, name, hand) in [(0, "ann", ANN), (1, "bob", BOB)] {
        for (slot, face) in (0..).zip(hand) {
            assert_eq!(seated.place(face), Place::Hand(seat, slot));
            assert_eq!(seated.sees(name, face), slot < 2);
        }
        let seen = seated.hand_seen_by(name, 1 - seat);
        assert_eq!(seen, [None, None, None, None]);
    }
    assert_eq!(seated.place(UP), Place::Discards(0));
    assert!(seated.sees("ann", UP) && seated.sees("zoe", UP));
}

// ---- Draw ----

#[test]
fn who_draws_sees_the_card_and_nobody_else_does() {
    let mut seated = Seated::two(&[(Five, Hearts)]);
    let outcome = seated.draws("ann");
    assert_eq!(effects(&outcome), ["draw_card", "reveal_drawn_card"]);
    assert_eq!(told(&outcome, None), ["card_drawn"]);
    assert_eq!(told(&outcome, Some("ann")), ["drawn_card_revealed"]);
    assert_eq!(told(&outcome, Some("bob")), [""; 0]);
    assert_eq!(seated.place((Five, Hearts)), Place::Drawn);
    assert!(seated.sees("ann", (Five, Hearts)));
    assert!(!seated.sees("bob", (Five, Hearts)));
}

#[test]
fn a_card_is_drawn_once_in_the_own_turn() {
    let mut seated = Seated::two(&[(Five, Hearts)]);
    seated.refuses("bob", draw(), &["not_your_turn"]);
    seated.draws("ann");
    seated.refuses("ann", draw(), &["wrong_step"]);
    seated.replaces("ann", 0);
    seated.refuses("ann", draw(), &["wrong_phase", "wrong_step"]);
}

// ---- Replace ----

#[test]
fn the_drawn_card_takes_the_place_of_another() {
    let mut seated = Seated::drawn(&[(Five, Hearts)]);
    let outcome = seated.replaces("ann", 2);
    assert_eq!(
        effects(&outcome),
        ["move_card_to_discard", "move_card_to_hand", "open_window"]
    );
    assert_eq!(
        told(&outcome, None),
        ["card_replaced", "out_of_turn_window_opened"]
    );
    assert_eq!(seated.place((Five, Hearts)), Place::Hand(0, 2));
    assert_eq!(seated.place(ANN[2]), Place::Discards(1));
    assert!(seated.sees("ann", (Five, Hearts)) && !seated.sees("bob", (Five, Hearts)));
    assert!(seated.sees("bob", ANN[2]));
}

#[test]
fn a_place_without_a_card_cannot_be_replaced() {
    let mut seated = Seated::drawn(&[(Five, Hearts)]);
    seated.refuses("ann", replace(4), &["empty_place"]);
    seated.refuses("bob", replace(4), &["not_your_turn", "empty_place"]);
}

#[test]
fn nothing_is_replaced_before_a_card_is_drawn() {
    Seated::two(&[]).refuses("ann", replace(0), &["wrong_step"]);
}

#[test]
fn a_card_that_is_replaced_has_no_power() {
    let mut seated = Seated::playing(
        &["ann", "bob"],
        &[&[(Queen, Clubs)], &ANN[1..], &BOB, &[UP, (Five, Hearts)]],
    );
    seated.draws("ann");
    seated.replaces("ann", 0);
    assert_eq!(seated.phase(), "out_of_turn_window");
}

// ---- Play a card ----

#[test]
fn the_drawn_card_is_played() {
    let mut seated = Seated::drawn(&[(Five, Hearts)]);
    let outcome = seated.plays("ann", (Five, Hearts));
    assert_eq!(effects(&outcome), ["move_card_to_discard", "open_window"]);
    let played = &outcome.notifications[0];
    assert_eq!(
        (&played.event[..], &played.data["out_of_turn"]),
        ("card_played", &json!(false))
    );
    assert_eq!(seated.place((Five, Hearts)), Place::Discards(1));
}

#[test]
fn a_known_card_of_the_hand_is_played_and_the_drawn_one_takes_its_place() {
    let mut seated = Seated::drawn(&[(Five, Hearts)]);
    seated.plays("ann", ANN[1]);
    assert_eq!(seated.place(ANN[1]), Place::Discards(1));
    assert_eq!(seated.place((Five, Hearts)), Place::Hand(0, 1));
}

#[test]
fn a_card_that_the_player_does_not_know_is_refused_like_one_that_is_not() {
    let mut seated = Seated::drawn(&[(Five, Hearts)]);
    let hidden = seated.card(ANN[3]).to_string();
    let others = seated.card(BOB[0]).to_string();
    let mut answers = vec![];
    for id in [&hidden, &others, "queen_hearts_0001", "fish", ""] {
        answers.push(seated.refuses("ann", play(id), &["unknown_card"]));
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "nobody learns from it what there is");
}

#[test]
fn another_players_card_cannot_be_played() {
    let mut seated = Seated::drawn(&[(Queen, Hearts), (Five, Clubs), (Five, Hearts)]);
    seated.plays("ann", (Queen, Hearts));
    seated.does(
        "ann",
        json!({ "action_type": "use_power", "target_player": "bob", "target_slot": 3 }),
    );
    seated.waits(5_000);
    seated.plays_a_plain_turn("bob");
    seated.draws("ann");
    let others = seated.card(BOB[3]).to_string();
    seated.refuses("ann", play(&others), &["not_your_card"]);
}

#[test]
fn thieves_and_storms_are_not_played_when_recall_has_been_called() {
    for face in [(Thief, Hearts), (Storm, Clubs)] {
        let mut seated = Seated::two(&[face]);
        seated.calls("ann");
        seated.waits(5_000);
        seated.draws("bob");
        let id = seated.card(face).to_string();
        seated.refuses("bob", play(&id), &["too_late_to_play"]);
        seated.replaces("bob", 0);
    }
}

// ---- Play out of turn ----

/// Ann has discarded the two of clubs, so twos may be laid.
fn twos_wanted() -> Seated {
    let mut seated = Seated::drawn(&[(Five, Hearts), (Six, Hearts)]);
    seated.replaces("ann", 0);
    seated
}

#[test]
fn a_card_of_the_rank_is_laid_out_of_turn() {
    let mut seated = twos_wanted();
    let outcome = seated.lays("bob", 0);
    assert_eq!(effects(&outcome), ["move_card_to_discard"]);
    assert_eq!(outcome.notifications[0].data["out_of_turn"], true);
    assert_eq!(seated.place(BOB[0]), Place::Discards(2));
    assert_eq!(seated.hand_seen_by("bob", 1).len(), 3);
}

#[test]
fn an_unknown_card_of_another_rank_goes_back_with_a_penalty() {
    let mut seated = twos_wanted();
    let outcome = seated.lays("bob", 2);
    // The miss comes before what follows from it.
    assert_eq!(effects(&outcome), ["show_card", "take_penalty_card"]);
    assert_eq!(told(&outcome, None), ["card_shown", "penalty_card_taken"]);
    assert_eq!(seated.place(BOB[2]), Place::Hand(1, 2));
    assert_eq!(seated.place((Six, Hearts)), Place::Hand(1, 4));
    assert!(seated.sees("ann", BOB[2]) && seated.sees("bob", BOB[2]));
    assert!(!seated.sees("ann", (Six, Hearts)) && !seated.sees("bob", (Six, Hearts)));
}

#[test]
fn nobody_lays_a_card_of_another_rank_knowingly() {
    let mut seated = twos_wanted();
    let failures = seated.refuses("bob", lay(1), &["another_rank"]);
    assert_eq!(
        failures[0].message,
        "This card is a three, and a two is wanted."
    );
}

#[test]
fn no_card_is_laid_from_an_empty_place() {
    twos_wanted().refuses("bob", lay(7), &["empty_place"]);
}

#[test]
fn cards_are_laid_out_of_turn_in_the_window_alone() {
    let mut seated = twos_wanted();
    seated.waits(5_000);
    seated.refuses("bob", lay(0), &["wrong_phase"]);
}

#[test]
fn nothing_follows_a_king() {
    let mut seated = Seated::two(&[]);
    seated.calls("ann");
    seated.refuses("bob", lay(3), &["not_out_of_turn"]);
}

#[test]
fn who_has_called_recall_lays_nothing() {
    let mut seated = Seated::two(&[(Five, Hearts)]);
    seated.calls("ann");
    seated.waits(5_000);
    seated.draws("bob");
    seated.replaces("bob", 0);
    seated.refuses("ann", lay(0), &["caller_stays"]);
    assert_eq!(seated.view("ann")["actions"], json!([]));
    assert_eq!(seated.view("bob")["actions"], json!(["play_out_of_turn"]));
}

// ---- Call Recall ----

#[test]
fn recall_is_called_instead_of_drawing() {
    let mut seated = Seated::two(&[(Five, Hearts)]);
    seated.refuses("bob", call(), &["not_your_turn"]);
    let outcome = seated.clone().calls("ann");
    assert_eq!(effects(&outcome), ["call_recall"]);
    assert_eq!(told(&outcome, None), ["recall_called"]);
    seated.draws("ann");
    seated.refuses("ann", call(), &["wrong_step"]);
}

#[test]
fn the_window_after_a_call_is_told_where_a_card_may_follow() {
    let mut seated = Seated::playing(&["ann", "bob"], &[&ANN, &BOB, &[(Five, Hearts)]]);
    let outcome = seated.calls("ann");
    assert_eq!(
        told(&outcome, None),
        ["recall_called", "out_of_turn_window_opened"]
    );
    let window = json!({ "rank": "five", "closes_at": 5_000 });
    assert_eq!(outcome.notifications[1].data, window);
    assert_eq!(seated.view("bob")["window"], window);

    // A king lies there: nothing follows it.
    let mut seated = Seated::two(&[]);
    seated.calls("ann");
    let window = json!({ "rank": null, "closes_at": 5_000 });
    assert_eq!(seated.view("bob")["window"], window);
}

#[test]
fn recall_is_called_once() {
    let mut seated = Seated::two(&[]);
    seated.calls("ann");
    seated.refuses("ann", call(), &["wrong_phase", "wrong_step"]);
    seated.waits(5_000);
    seated.refuses("bob", call(), &["wrong_phase"]);
}
