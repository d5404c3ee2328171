//! Computer players: what they decide, why, and that they know no more than they may.

use std::collections::BTreeSet;

use recall_game::model::{Rank::*, Suit::*};
use recall_game::simulation::play;
use recall_game::table::{Input, Outcome, Table};
use recall_game::{Options, Recall};
use serde_json::json;

use crate::seated::{ANN, BOB, Face, UP, id};

/// A computer player and Bob; the computer has the first turn.
pub(crate) fn against_bob(stock: &[Face]) -> Recall {
    let mut table = Recall::stacked(
        1,
        Options::default(),
        [&ANN, &BOB, &[UP][..], stock].concat(),
    );
    for (name, computer) in [("ann", true), ("bob", false)] {
        let name = name.to_owned();
        table.apply(&Input::Join {
            player: id(&name),
            name,
            computer,
        });
    }
    let action = json!({ "action_type": "start_game" });
    assert!(
        table
            .apply(&Input::Act {
                player: id("bob"),
                action
            })
            .success
    );
    table
}

/// Lets the computer player do the next thing.
pub(crate) fn moves(table: &mut Recall) -> Outcome {
    let now = table.wakes_at().expect("a computer player is due");
    let outcome = table.apply(&Input::Clock { now });
    assert_eq!(outcome.player_id, Some(id("ann")));
    outcome
}

#[test]
fn a_computer_player_draws_by_default() {
    let mut table = against_bob(&[(Ace, Spades)]);
    assert_eq!(table.wakes_at(), Some(900));
    assert_eq!(moves(&mut table).action_type, "draw");
    let why = table
        .explain_decision(&id("ann"))
        .expect("decisions are explained");
    assert!(why.contains("Decision { seat: 0, choice: Draw }"), "{why}");
    assert!(why.contains("draw_by_default"), "{why}");
}

#[test]
fn a_low_card_goes_where_it_saves_most() {
    let mut table = against_bob(&[(Ace, Spades)]);
    moves(&mut table);
    let outcome = moves(&mut table);
    assert_eq!(outcome.action_type, "replace");
    // The cards at places 2 and 3 are unknown, so they are expected to be dearer than the two and the three.
    assert_eq!(outcome.notifications[0].data["slot"], 3);
    let why = table
        .explain_decision(&id("ann"))
        .expect("decisions are explained");
    assert!(why.contains("keep_a_low_card"), "{why}");
}

#[test]
fn a_card_is_played_for_a_useful_power_and_the_power_is_used() {
    let mut table = against_bob(&[(Queen, Spades)]);
    moves(&mut table);
    let outcome = moves(&mut table);
    assert_eq!(outcome.action_type, "play_card");
    assert_eq!(outcome.notifications[0].data["card"]["rank"], "queen");
    let outcome = moves(&mut table);
    assert_eq!(outcome.action_type, "use_power");
    let looked = outcome
        .notifications
        .iter()
        .find(|told| told.event == "card_looked_at");
    // An own card first: that is most progress.
    assert_eq!(looked.expect("it is told").data["target_player"], "ann");
}

#[test]
fn a_known_card_of_the_rank_is_laid_out_of_turn() {
    let mut table = against_bob(&[(King, Diamonds), (Two, Spades)]);
    moves(&mut table);
    moves(&mut table);
    let closes = table.wakes_at().expect("a window is open");
    assert!(table.apply(&Input::Clock { now: closes }).success);
    let mut bob = |action| {
        let outcome = table.apply(&Input::Act {
            player: id("bob"),
            action,
        });
        assert!(outcome.success, "{:?}", outcome.errors);
        outcome
    };
    let drawn = bob(json!({ "action_type": "draw" }));
    let card = &drawn
        .notifications
        .iter()
        .find(|told| told.to.is_some())
        .expect("Bob sees it")
        .data["card"];
    bob(json!({ "action_type": "play_card", "card_id": card["card_id"] }));
    assert_eq!(moves(&mut table).action_type, "play_out_of_turn");
}

#[test]
fn every_rule_of_decision_decides_and_every_decision_is_explained() {
    let mut deciding = BTreeSet::new();
    for seed in 0..10 {
        play(seed, 3, Options::default(), |table, _, outcome| {
            let Some(player) = outcome
                .player_id
                .as_ref()
                .filter(|_| outcome.action_type != "join")
            else {
                return;
            };
            if outcome.action_type == "start_game" {
                return;
            }
            let why = table
                .explain_decision(player)
                .expect("decisions are explained");
            let verdict = why
                .split("Verdict { number: ")
                .nth(1)
                .expect("a decision comes from a verdict");
            deciding.insert(verdict.chars().next());
        });
    }
    assert_eq!(deciding, "12345".chars().map(Some).collect());
}

#[test]
fn decisions_do_not_depend_on_cards_that_the_player_has_not_seen() {
    for seed in 0..20 {
        let players = 2 + (seed % 5) as u8;
        let mut before: Option<Recall> = None;
        play(
            seed,
            players,
            Options::default(),
            |table, input, outcome| {
                if let (Some(before), Input::Clock { .. }, Some(player)) =
                    (&before, input, &outcome.player_id)
                {
                    let mut imagined = before.imagined_by(player, seed);
                    assert_eq!(imagined.view(Some(player)), before.view(Some(player)));
                    let elsewhere = imagined.apply(input);
                    assert_eq!(elsewhere.player_id.as_ref(), Some(player));
                    assert_eq!(decision(&imagined, outcome), decision(table, outcome));
                }
                before = Some(table.clone());
            },
        );
    }
}

/// What the player who acted has decided.
fn decision(table: &Recall, outcome: &Outcome) -> String {
    let player = outcome.player_id.as_ref().expect("somebody has acted");
    let why = table
        .explain_decision(player)
        .expect("decisions are explained");
    let decision = why
        .split("Decision ")
        .nth(1)
        .expect("a decision is explained");
    decision.lines().next().unwrap_or_default().to_owned()
}
