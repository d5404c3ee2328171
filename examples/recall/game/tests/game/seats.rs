//! Players take seats, go away and come back.

use recall_game::table::{Input, Outcome, Table};

use crate::seated::{Seated, id, told};

fn codes(outcome: &Outcome) -> Vec<&str> {
    outcome.errors.iter().map(|error| &error.code[..]).collect()
}

fn join(seated: &mut Seated, name: &str) -> Outcome {
    seated.table.apply(&Input::Join {
        player: id(name),
        name: name.to_owned(),
        computer: false,
    })
}

fn leave(seated: &mut Seated, name: &str) -> Outcome {
    seated.table.apply(&Input::Leave { player: id(name) })
}

fn rejoin(seated: &mut Seated, name: &str) -> Outcome {
    seated.table.apply(&Input::Rejoin { player: id(name) })
}

#[test]
fn six_have_seats_and_each_of_them_one() {
    let mut seated = Seated::waiting(&[], &[]);
    for name in ["ann", "bob", "cid", "dan", "eve", "fay"] {
        let outcome = join(&mut seated, name);
        assert_eq!(told(&outcome, None), ["player_joined"]);
        assert_eq!(outcome.action_type, "join");
    }
    assert_eq!(codes(&join(&mut seated, "gus")), ["table_is_full"]);
    assert_eq!(
        codes(&join(&mut seated, "ann")),
        ["already_seated", "table_is_full"]
    );
}

#[test]
fn seats_are_taken_before_the_game() {
    let mut seated = Seated::two(&[]);
    let before = seated.everything();
    assert_eq!(codes(&join(&mut seated, "cid")), ["game_has_begun"]);
    assert_eq!(seated.everything(), before);
}

#[test]
fn who_leaves_before_the_game_frees_the_seat() {
    let mut seated = Seated::waiting(&["ann", "bob"], &[]);
    assert!(leave(&mut seated, "ann").success);
    assert_eq!(codes(&leave(&mut seated, "ann")), ["not_seated"]);
    assert!(join(&mut seated, "cid").success);
    let view = seated.view("cid");
    assert_eq!(
        (
            &view["players"][1]["player_id"],
            view["players"][1]["seat"].as_u64()
        ),
        (&"cid".into(), Some(0))
    );
}

#[test]
fn the_rules_decide_for_who_is_away_and_the_player_comes_back_to_the_same_cards() {
    let mut seated = Seated::two(&[]);
    let hand = seated.hand_seen_by("ann", 0);
    assert_eq!(seated.table.wakes_at(), None);
    assert_eq!(codes(&rejoin(&mut seated, "ann")), ["not_away"]);
    assert!(leave(&mut seated, "ann").success);
    assert_eq!(codes(&leave(&mut seated, "ann")), ["already_away"]);
    assert_eq!(seated.view("bob")["players"][0]["away"], true);
    let outcome = seated.waits(seated.table.wakes_at().expect("the rules are to decide"));
    assert_eq!(
        (&outcome.action_type[..], outcome.player_id),
        ("draw", Some(id("ann")))
    );
    assert!(rejoin(&mut seated, "ann").success);
    assert_eq!(seated.table.wakes_at(), None);
    assert_eq!(seated.hand_seen_by("ann", 0), hand);
    seated.replaces("ann", 0);
}

#[test]
fn who_has_no_seat_neither_leaves_it_nor_comes_back_to_it() {
    let mut seated = Seated::two(&[]);
    assert_eq!(codes(&leave(&mut seated, "zoe")), ["not_seated"]);
    assert_eq!(codes(&rejoin(&mut seated, "zoe")), ["not_seated"]);
}
