//! Who closes the page is played for after a while, and comes back to the seat from wherever.

use std::time::Duration;

use recall::server::Limits;
use serde_json::{Value, json};

use crate::client::{Running, generous};

fn hasty() -> Limits {
    Limits {
        gone: Duration::from_millis(400),
        ..generous()
    }
}

fn is_away(view: &Value, player: &str) -> bool {
    let players = view["players"].as_array().expect("players");
    let player = players.iter().find(|one| one["player_id"] == player);
    let player = player.expect("the player has a seat");
    player["away"] == true || player["present"] == false
}

/// Two people at a game, one of whom goes and comes back.
async fn goes_and_comes_back(game: &str, options: Value) {
    let server = Running::with_limits(hasty()).await;
    let (mut ann, mut bob) = (server.client().await, server.client().await);
    let ann_seat = ann.create(game, options, 0).await;
    let bob_seat = bob.join(&ann_seat.game, "Bob").await;
    // Before the game nobody is sent away.
    drop(ann);
    tokio::time::sleep(Duration::from_millis(900)).await;
    let started = bob.ask("recall_start_game", bob_seat.with(json!({}))).await;
    assert_eq!(started["success"], true, "{started}");

    // Ann has the turn and no connection.
    bob.state(|view| is_away(view, &ann_seat.player)).await;
    let turn = |view: &Value| {
        view["turn"]
            .get("player_id")
            .unwrap_or(&view["turn"])
            .clone()
    };
    bob.state(|view| turn(view) == bob_seat.player.as_str())
        .await;

    // From another device, by the secret of the seat.
    let mut ann = server.client().await;
    let back = ann
        .ask("recall_rejoin_game", ann_seat.with(json!({})))
        .await;
    assert_eq!(back["success"], true, "{back}");
    let state = ann.state(|view| !is_away(view, &ann_seat.player)).await;
    assert_eq!(state["view"]["you"], ann_seat.player.as_str());
    bob.state(|view| !is_away(view, &ann_seat.player)).await;
    // Who is there is not sent away.
    tokio::time::sleep(Duration::from_millis(900)).await;
    let again = ann
        .ask("recall_rejoin_game", ann_seat.with(json!({})))
        .await;
    assert_eq!(again["success"], true, "{again}");
    let state = ann
        .state(|view| view["you"] == ann_seat.player.as_str())
        .await;
    assert!(!is_away(&state["view"], &ann_seat.player));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_tab_stalls_nobody_at_recall() {
    goes_and_comes_back("recall", json!({})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_tab_stalls_nobody_at_noughts_and_crosses() {
    goes_and_comes_back("tic_tac_toe", json!({ "pace": 50 })).await;
}
