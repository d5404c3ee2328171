//! Which rules are told to have fired, and to what stage of a firing each of them belongs.

use std::collections::BTreeMap;

use recall_game::Options;
use recall_game::simulation::play;
use recall_game::table::Firing;
use serde_json::json;

use crate::seated::Seated;

#[test]
fn each_rule_that_is_told_has_a_stage() {
    let mut stages = BTreeMap::new();
    let mut tell = |fired: &[Firing]| {
        for Firing { rule, stage, .. } in fired {
            let known = stages.entry(rule.clone()).or_insert(stage.clone());
            assert_eq!(known, stage, "{rule}");
        }
    };
    for seed in 0..20 {
        let options = Options { explains: false };
        play(seed, 4, options, |_, _, outcome| tell(&outcome.fired));
    }
    let draws = json!({ "action_type": "draw" });
    tell(&Seated::two(&[]).act("bob", draws).fired);

    let stage = |rule: &str| stages.get(rule).map_or("untold", |stage| stage);
    assert_eq!(stage("draw"), "action");
    assert_eq!(stage("not_your_turn"), "request");
    assert_eq!(stage("move_card_to_discard"), "effect");
    assert_eq!(stage("peek"), "power");
    assert_eq!(stage("steal"), "power");
    assert_eq!(stage("open_window"), "phase");
    assert_eq!(stage("move_clock"), "plumbing");
    // It fires for each move of a computer player, and is not told.
    assert_eq!(stage("decide"), "untold");
    let mut decided = 0;
    play(0, 2, Options { explains: true }, |table, _, outcome| {
        let player = outcome.player_id.as_ref();
        let why = player.and_then(|player| table.explain_decision(player));
        decided += u32::from(why.is_some_and(|why| why.contains("`decide`")));
    });
    assert!(decided > 0);
}
