//! Why a computer player decided as it did: all of it for whose decision it was and after the game, and nothing that
//! rests on a hidden card for anybody else.

use std::collections::BTreeSet;

use recall_game::model::{Card, Rank::*, Suit::*};
use recall_game::simulation::play;
use recall_game::table::{Input, Notification, Outcome, PlayerId, Table};
use recall_game::{Memories, Options, Recall};
use serde_json::{Value, json};

use crate::computers::{against_bob, moves};
use crate::seated::id;
use crate::witness::cards_in;

/// What was chosen.
fn chosen(why: &Value) -> Option<&Value> {
    let mut candidates = why["candidates"].as_array()?.iter();
    candidates.find(|candidate| candidate["chosen"] == true)
}

/// The value of a side of a candidate.
fn value(candidate: &Value, side: &str) -> Option<f64> {
    let mut sides = candidate["sides"].as_array()?.iter();
    sides.find(|one| one["side"] == side)?["value"].as_f64()
}

fn why(table: &Recall, viewer: &str, outcome: &Outcome) -> Value {
    let decision = outcome.decision.expect("it was decided");
    let viewer = id(viewer);
    table.why(Some(&viewer), decision).expect("it is explained")
}

#[test]
fn what_rests_on_no_hidden_card_is_told_at_once() {
    let mut table = against_bob(&[(Nine, Spades)]);
    let drawn = moves(&mut table);
    let told = why(&table, "bob", &drawn);
    assert_eq!(told["rule"], "draw_by_default");
    assert_eq!(told["rules"].as_array().unwrap().len(), 5);
    assert_eq!(
        told["weights"][0],
        json!({ "side": "points", "weight": 0.4 })
    );

    // A nine is played: it lies open, and what its power is worth between two players is known.
    let played = moves(&mut table);
    let told = why(&table, "bob", &played);
    assert_eq!(told["rule"], "play_for_a_useful_power");
    assert_eq!(told["complete"], false);
    let nine = chosen(&told).expect("it lies open");
    assert_eq!(nine["action"]["action_type"], "play_card");
    assert_eq!(value(nine, "power"), Some(0.7));
    let power = nine["sides"]
        .as_array()
        .unwrap()
        .iter()
        .find(|side| side["side"] == "power");
    assert_eq!(power.unwrap()["rule"], "power_of_a_card");
    let total = 0.4 * 0.5 + 0.3 * 0.7 + 0.1;
    assert!(
        (nine["total"].as_f64().unwrap() - total).abs() < 1e-9,
        "{nine}"
    );
    // What else could have been done rests on cards that Bob does not see.
    let others = told["candidates"].as_array().unwrap().iter();
    assert_eq!(others.filter(|other| other["chosen"] == false).count(), 0);
}

#[test]
fn a_low_card_that_is_kept_is_not_given_away_until_the_game_is_over() {
    let mut table = against_bob(&[(Ace, Spades), (Five, Hearts)]);
    moves(&mut table);
    let kept = moves(&mut table);
    let told = why(&table, "bob", &kept);
    assert_eq!(told["rule"], Value::Null);
    assert_eq!(
        told["possible"],
        json!(["keep_a_low_card", "do_what_scores_best"])
    );
    let card = chosen(&told).expect("the card that was discarded lies open");
    assert_eq!(
        (value(card, "points"), &card["total"]),
        (None, &Value::Null)
    );
    assert_eq!(value(card, "progress"), Some(1.0));

    // Ann, for whom it was decided, is told.
    let all = why(&table, "ann", &kept);
    assert_eq!(
        (&all["rule"], &all["complete"]),
        (&json!("keep_a_low_card"), &json!(true))
    );
    let points = value(chosen(&all).unwrap(), "points").unwrap();
    assert!((points - (0.5 + 5.5 / 30.0)).abs() < 1e-9, "{points}");

    let mut over = |action: &str| {
        let action = json!({ "action_type": action });
        while table.view(Some(&id("bob")))["turn"]["player_id"] != "bob"
            || !table.view(None)["window"].is_null()
        {
            let now = table.wakes_at().expect("something is due");
            table.apply(&Input::Clock { now });
        }
        let player = id("bob");
        assert!(table.apply(&Input::Act { player, action }).success);
    };
    over("call_recall");
    while !table.is_over() {
        let now = table.wakes_at().expect("something is due");
        table.apply(&Input::Clock { now });
    }
    let told = why(&table, "bob", &kept);
    assert_eq!(told, why(&table, "ann", &kept));
    assert_eq!(told["rule"], "keep_a_low_card");
    assert_eq!(table.why(None, kept.decision.unwrap()), Some(told));
    assert_eq!(table.why(None, 999), None);
}

/// Whom notifications concern.
fn heard<'a>(outcome: &'a Outcome, viewer: Option<&PlayerId>) -> Vec<&'a Notification> {
    let told = outcome.notifications.iter();
    told.filter(|told| told.to.is_none() || told.to.as_ref() == viewer)
        .collect()
}

/// The cards that a viewer sees.
fn seen(table: &Recall, viewer: Option<&PlayerId>) -> BTreeSet<Card> {
    let mut seen = cards_in(&table.view(viewer).to_string());
    // Under the topmost discard lie others, all of which were seen.
    let discards = table
        .cards()
        .filter(|(_, place)| matches!(place, recall_game::model::Place::Discards(_)));
    seen.extend(discards.map(|(card, _)| card));
    seen
}

#[test]
fn in_whole_games_explanations_are_the_same_wherever_hidden_cards_lie() {
    let (mut compared, mut told) = (0, 0);
    for seed in 0..10 {
        let players = 2 + (seed % 5) as u8;
        let viewers: Vec<_> = (1..=players)
            .map(|number| Some(id(&format!("player{number}"))))
            .collect();
        let mut before: Option<Recall> = None;
        play(
            seed,
            players,
            Options::default(),
            |table, input, outcome| {
                let (Some(decision), Some(before)) =
                    (outcome.decision, before.replace(table.clone()))
                else {
                    return;
                };
                let decider = outcome.player_id.as_ref();
                for viewer in viewers
                    .iter()
                    .chain([&None])
                    .map(Option::as_ref)
                    .filter(|&viewer| viewer != decider)
                {
                    let why = table.why(viewer, decision).expect("it is explained");
                    if table.is_over() {
                        continue;
                    }
                    let sees = seen(table, viewer);
                    assert!(cards_in(&why.to_string()).is_subset(&sees), "{why}");
                    told += u32::from(chosen(&why).is_some());
                    // What lies open to the viewer before or after is where it is; all else could be elsewhere.
                    let known = &sees | &seen(&before, viewer);
                    for memories in [Memories::StayWithCards, Memories::StayWithPlaces] {
                        let mut imagined = before.imagined_but_for(&known, seed, memories);
                        let elsewhere = imagined.apply(input);
                        let same = elsewhere.player_id == outcome.player_id
                            && heard(&elsewhere, viewer) == heard(outcome, viewer)
                            && imagined.view(viewer) == table.view(viewer);
                        if same {
                            assert_eq!(
                                imagined.why(viewer, decision),
                                Some(why.clone()),
                                "{viewer:?} learns of a hidden card"
                            );
                            compared += 1;
                        }
                    }
                }
            },
        );
    }
    assert!(
        compared > 2_500 && told > 1_500,
        "{compared} compared, {told} told"
    );
}

#[test]
fn all_is_told_after_whole_games_as_the_engine_explains_it() {
    for seed in 0..5 {
        let mut decisions = Vec::new();
        let table = play(seed, 3, Options::default(), |table, _, outcome| {
            if let (Some(decision), Some(player)) = (outcome.decision, &outcome.player_id) {
                let text = table.explain_decision(player).expect("it is explained");
                decisions.push((decision, player.clone(), text.to_owned()));
            }
        });
        assert!(
            decisions
                .iter()
                .map(|(number, ..)| *number)
                .eq(0..decisions.len())
        );
        for (decision, player, text) in decisions {
            let why = table.why(None, decision).expect("it is explained");
            assert_eq!(
                (&why["complete"], &why["player_id"]),
                (&json!(true), &json!(player))
            );
            let rule = why["rule"].as_str().expect("a rule has decided");
            let possible = why["possible"].as_array().unwrap();
            assert!(possible.contains(&why["rule"]), "{why}");
            assert!(text.contains(rule), "{rule}: {text}");
            assert!(chosen(&why).is_some());
            for candidate in why["candidates"].as_array().unwrap() {
                let Some(total) = candidate["total"].as_f64() else {
                    continue;
                };
                assert!(text.contains(&format!("\n{total:.3} ")), "{total}: {text}");
                let weighed = candidate["sides"].as_array().unwrap().iter().map(|side| {
                    let weights = why["weights"].as_array().unwrap().iter();
                    let mut weights = weights.filter(|weight| weight["side"] == side["side"]);
                    side["value"].as_f64().unwrap()
                        * weights.next().unwrap()["weight"].as_f64().unwrap()
                });
                assert!((weighed.sum::<f64>() - total).abs() < 1e-9, "{candidate}");
                for side in candidate["sides"].as_array().unwrap() {
                    assert!(!side["why"].as_str().unwrap().is_empty(), "{side}");
                }
            }
        }
    }
}
