//! Why computer players decide as they do, asked of the server: by those who play, by those who watch, and wrongly.

use serde_json::{Value, json};

use crate::client::{Client, Running, Seat};

/// Asks why, as a player or as somebody who watches.
async fn why(client: &mut Client, seat: Option<&Seat>, game: &str, decision: u64) -> Value {
    let mut data = json!({ "game_id": game, "decision": decision });
    if let Some(seat) = seat {
        data = seat.with(data);
    }
    client.ask("recall_why", data).await
}

/// The next decision of a computer player, and what was told right after it.
async fn decision(client: &mut Client) -> (u64, Value) {
    let decided = client.event("decision").await;
    let told = client.event("notification").await;
    assert_eq!(told["data"]["player_id"], decided["player_id"]);
    (decided["decision"].as_u64().expect("a number"), told)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_is_told_before_the_move_and_explained_to_whoever_asks() {
    let server = Running::start().await;
    let mut ann = server.client().await;
    let seat = ann.create("recall", Value::Null, 1).await;
    let begun = ann.ask("recall_start_game", seat.with(json!({}))).await;
    assert_eq!(begun["success"], true);
    // Rules play for who has gone, too: then Ann is told all of what they decide for her.
    let gone = ann.ask("recall_leave_game", seat.with(json!({}))).await;
    assert_eq!(gone["success"], true);
    let mut watcher = server.client().await;
    let watching = json!({ "game_id": seat.game });
    assert_eq!(
        watcher.ask("recall_subscribe", watching).await["success"],
        true
    );
    let (mut own, mut others) = (false, false);
    while !(own && others) {
        let (number, told) = decision(&mut ann).await;
        let asked = why(&mut ann, Some(&seat), &seat.game, number).await;
        assert_eq!(
            (&asked["success"], &asked["action_type"]),
            (&json!(true), &json!("why")),
            "{asked}"
        );
        let is_own = told["data"]["player_id"] == seat.player.as_str();
        assert_eq!(asked["why"]["complete"], is_own);
        let seen = why(&mut watcher, None, &seat.game, number).await;
        assert_eq!(seen["why"]["complete"], false);
        own |= is_own;
        others |= !is_own;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_explained_is_said_so() {
    let server = Running::start().await;
    let mut ann = server.client().await;
    let recall = ann.create("recall", Value::Null, 1).await;
    let crosses = ann.create("tic_tac_toe", Value::Null, 1).await;
    for seat in [&recall, &crosses] {
        let answer = why(&mut ann, Some(seat), &seat.game, 0).await;
        assert_eq!(answer["data"]["code"], "unknown_decision", "{answer}");
    }
    let forged = Seat {
        session: crosses.session.clone(),
        ..recall.clone()
    };
    let answer = why(&mut ann, Some(&forged), &recall.game, 0).await;
    assert_eq!(answer["data"]["code"], "unknown_session", "{answer}");
    for data in [
        json!({}),
        json!({ "game_id": recall.game }),
        json!({ "game_id": recall.game, "decision": -1 }),
    ] {
        let answer = ann.ask("recall_why", data).await;
        assert_eq!(answer["data"]["code"], "bad_data", "{answer}");
    }
}
