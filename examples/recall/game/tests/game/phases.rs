//! How phases follow one another, and how a game ends.

use recall_game::model::{Rank::*, Suit::*};
use recall_game::table::{Input, Table};
use serde_json::json;

use crate::seated::{ANN, BOB, Face, Seated, UP, id, told};

#[test]
fn a_table_waits_until_the_game_begins() {
    let mut seated = Seated::waiting(&["ann", "bob"], &[]);
    assert_eq!(seated.phase(), "waiting");
    assert!(!seated.table.is_over());
    let outcome = seated.does("ann", json!({ "action_type": "start_game" }));
    let rules: Vec<_> = outcome.fired.iter().map(|fired| &fired.rule[..]).collect();
    assert!(rules.contains(&"deal_a_card") && rules.contains(&"turn_a_card_up"));
    assert_eq!(seated.phase(), "player_turn");
    assert_eq!(seated.view("ann")["turn"]["player_id"], "ann");
}

#[test]
fn players_see_their_first_card_before_their_second() {
    let mut seated = Seated::waiting(&["ann", "bob", "cid"], &[]);
    let outcome = seated.does("ann", json!({ "action_type": "start_game" }));
    for player in ["ann", "bob", "cid"] {
        let seen = outcome.notifications.iter();
        let seen = seen.filter(|told| told.to == Some(id(player)));
        let slots: Vec<_> = seen.map(|told| told.data["slot"].as_u64()).collect();
        assert_eq!(slots, [Some(0), Some(1)], "{player}");
    }
}

#[test]
fn the_window_is_open_for_five_seconds_of_the_clock() {
    let mut seated = Seated::drawn(&[(Five, Hearts)]);
    assert_eq!(seated.table.wakes_at(), None);
    seated.waits(1_000);
    seated.replaces("ann", 0);
    assert_eq!(seated.table.wakes_at(), Some(6_000));
    seated.waits(4_999);
    assert_eq!(seated.phase(), "out_of_turn_window");
    let outcome = seated.waits(1);
    assert_eq!(
        told(&outcome, None),
        ["out_of_turn_window_closed", "turn_began"]
    );
    assert_eq!(seated.phase(), "player_turn");
    assert_eq!(seated.view("bob")["turn"]["player_id"], "bob");
}

#[test]
fn the_clock_does_not_go_back() {
    let mut seated = Seated::drawn(&[(Five, Hearts)]);
    seated.waits(1_000);
    let before = seated.everything();
    let outcome = seated.table.apply(&Input::Clock { now: 999 });
    assert_eq!(
        (outcome.success, &outcome.errors[0].code[..]),
        (false, "clock_goes_back")
    );
    assert_eq!(seated.everything(), before);
    assert!(seated.table.apply(&Input::Clock { now: 1_000 }).success);
}

#[test]
fn a_king_is_not_followed_so_no_window_opens() {
    let mut seated = Seated::drawn(&[(King, Hearts)]);
    seated.plays("ann", (King, Hearts));
    assert_eq!(seated.phase(), "player_turn");
    assert_eq!(seated.view("bob")["turn"]["player_id"], "bob");
}

#[test]
fn after_a_call_each_other_player_has_one_more_turn() {
    let mut seated = Seated::two(&[(Five, Hearts)]);
    seated.calls("ann");
    assert_eq!(seated.phase(), "recall_called");
    seated.waits(5_000);
    assert_eq!(seated.phase(), "final_round");
    assert_eq!(seated.view("bob")["recall_called_by"], "ann");
    seated.draws("bob");
    seated.replaces("bob", 3);
    // Nothing follows the king that was replaced.
    assert_eq!(seated.phase(), "finished");
    assert!(seated.table.is_over());
    assert_eq!(seated.table.wakes_at(), None);
}

/// What the players have in the end, and who has won, when Ann calls Recall at once and Bob replaces his second card.
fn end(ann: [Face; 4], bob: [Face; 4], drawn: Face) -> Vec<(u64, bool)> {
    let mut seated = Seated::playing(&["ann", "bob"], &[&ann, &bob, &[UP, drawn]]);
    seated.calls("ann");
    seated.waits(5_000);
    seated.draws("bob");
    seated.replaces("bob", 1);
    let outcome = seated.waits(5_000);
    let finished = outcome
        .notifications
        .iter()
        .find(|told| told.event == "game_finished");
    let results = &finished.expect("the end is told").data["results"];
    let view = seated.view("bob");
    for (player, result) in view["players"]
        .as_array()
        .unwrap()
        .iter()
        .zip(results.as_array().unwrap())
    {
        assert_eq!(player["points"], result["points"]);
        assert!(
            player["cards"]
                .as_array()
                .unwrap()
                .iter()
                .all(|card| card["card"].is_object())
        );
    }
    let results = results.as_array().unwrap().iter();
    results
        .map(|result| (result["points"].as_u64().unwrap(), result["winner"] == true))
        .collect()
}

#[test]
fn the_lowest_hand_wins() {
    assert_eq!(end(ANN, BOB, (Five, Hearts)), [(15, true), (30, false)]);
}

#[test]
fn who_calls_recall_in_vain_pays_ten_points() {
    let low = [(Ace, Clubs), (Ace, Hearts), (King, Hearts), (Two, Spades)];
    assert_eq!(end(ANN, low, (Ace, Spades)), [(25, false), (4, true)]);
}

#[test]
fn who_has_called_recall_wins_a_tie() {
    let ann = [(Two, Clubs), (Three, Hearts), (Four, Spades), (Six, Clubs)];
    let bob = [(Two, Hearts), (Three, Spades), (Four, Clubs), (Six, Hearts)];
    assert_eq!(end(ann, bob, (Three, Clubs)), [(15, true), (15, false)]);
}

#[test]
fn who_has_no_cards_left_has_called_recall() {
    let twos = [(Two, Clubs), (Two, Diamonds), (Two, Hearts), (Two, Spades)];
    let stock = [(Five, Clubs), (Five, Hearts)];
    let mut seated = Seated::playing(
        &["ann", "bob"],
        &[&twos, &ANN[1..], &[(Ten, Clubs), UP], &stock],
    );
    seated.draws("ann");
    seated.plays("ann", (Two, Clubs));
    for slot in 1..4 {
        seated.lays("ann", slot);
    }
    seated.waits(5_000);
    seated.draws("bob");
    seated.plays("bob", (Five, Hearts));
    seated.lays("ann", 0);
    let outcome = seated.waits(5_000);
    assert_eq!(
        told(&outcome, None),
        [
            "out_of_turn_window_closed",
            "turn_began",
            "recall_called",
            "out_of_turn_window_opened"
        ]
    );
    assert_eq!(seated.view("ann")["recall_called_by"], "ann");
}

#[test]
fn the_discards_are_turned_over_when_the_stock_is_empty() {
    let mut seated = Seated::two(&[]);
    let mut players = ["ann", "bob"].into_iter().cycle();
    while seated.view("ann")["stock"] != 0 {
        seated.plays_a_plain_turn(players.next().expect("turns never end"));
        if seated.view("ann")["discards"]["count"] == 1 {
            break;
        }
    }
    let view = seated.view("ann");
    assert_eq!(
        (&view["stock"], &view["discards"]["count"]),
        (&json!(47), &json!(1))
    );
    assert_eq!(seated.table.cards().count(), 56);
    seated.plays_a_plain_turn(players.next().expect("turns never end"));
}
