//! What clients send that a server does not take: it says why, and goes on.

use std::time::Duration;

use crate::client::{Client, PATIENCE, Running, generous};
use futures_util::SinkExt;
use recall::server::Limits;
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::{Error, Message};

async fn code(client: &mut Client, text: &str) -> Value {
    client.send_text(text).await;
    let answer = client.answer().await;
    assert_eq!(answer["event"], "error", "{answer}");
    answer["data"]["code"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_understood_is_told_by_its_code() {
    let server = Running::start().await;
    let mut client = server.client().await;
    let game = "0123456789abcdef";
    let deep = format!("{{\"data\":{}", "[".repeat(5000));
    let with = |event: &str, data: Value| json!({ "event": event, "data": data }).to_string();
    let named = |name: &str| with("recall_join_game", json!({ "game_id": game, "name": name }));
    let create = |data: Value| with("recall_create_game", data);
    for (text, expected) in [
        (String::new(), "malformed_json"),
        ("{".to_owned(), "malformed_json"),
        (deep, "malformed_json"),
        ("[]".to_owned(), "bad_message"),
        (json!({ "event": 1 }).to_string(), "bad_message"),
        (with("recall_fly", json!({})), "unknown_event"),
        (with("recall_subscribe", json!({})), "bad_data"),
        (
            with(
                "recall_player_action",
                json!({ "session_id": "", "game_id": game }),
            ),
            "bad_data",
        ),
        (named(""), "bad_name"),
        (named(" \u{7}"), "bad_name"),
        (named(&"x".repeat(25)), "bad_name"),
        (named("Bob"), "unknown_game"),
        (
            create(json!({ "game": "chess", "name": "Ann" })),
            "bad_data",
        ),
        (
            create(json!({ "game": "tic_tac_toe", "name": "Ann", "options": { "level": 9 } })),
            "bad_options",
        ),
        (
            create(json!({ "game": "crazy_eights", "name": "Ann", "options": { "target": 0 } })),
            "bad_options",
        ),
        (
            create(json!({ "game": "tic_tac_toe", "name": "Ann", "computers": 2 })),
            "table_is_full",
        ),
        (
            create(json!({ "game": "tic_tac_toe", "name": "Ann", "computers": 256 })),
            "bad_data",
        ),
    ] {
        assert_eq!(code(&mut client, &text).await, expected, "{text:.100}");
    }
    let marked = |request: Value| json!({ "event": "recall_fly", "request": request }).to_string();
    client.send_text(&marked(json!(7))).await;
    assert_eq!(client.answer().await["data"]["request"], 7);
    client.send_text(r#"{ "request": 7, "data": {} }"#).await;
    let answer = client.answer().await;
    assert_eq!(answer["data"]["code"], "bad_message");
    assert_eq!(answer["data"]["request"], 7);
    for request in [json!({ "number": 7 }), json!("x".repeat(65)), json!(true)] {
        assert_eq!(code(&mut client, &marked(request)).await, "bad_message");
    }
    assert_eq!(
        code(&mut client, &marked(json!("x".repeat(64)))).await,
        "unknown_event"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_over_the_limit_is_refused_and_one_far_over_it_ends_the_connection() {
    let server = Running::start().await;
    let most = generous().message;
    let mut client = server.client().await;
    assert_eq!(
        code(&mut client, &" ".repeat(most + 1)).await,
        "message_too_large"
    );
    assert_eq!(code(&mut client, "").await, "malformed_json");
    assert_eq!(code(&mut client, &" ".repeat(most * 9)).await, "bad_frame");
    assert_eq!(client.receive().await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_is_slowed_down_and_then_ended() {
    // Nothing is given anew, however long the test takes.
    let limits = Limits {
        rate: 0,
        burst: 3,
        ..generous()
    };
    let server = Running::with_limits(limits).await;
    let mut client = server.client().await;
    for _ in 0..3 {
        assert_eq!(code(&mut client, "").await, "malformed_json");
    }
    // Each answer is read, so that the last word is not lost.
    let mut refused = 0;
    let reason = loop {
        let marked = json!({ "event": "recall_fly", "request": refused });
        client.send_text(&marked.to_string()).await;
        match client.message().await {
            Some(Message::Text(answer)) => {
                let answer: Value = serde_json::from_str(&answer).unwrap();
                assert_eq!(answer["data"]["code"], "too_many_requests");
                assert_eq!(answer["data"]["request"], refused);
            }
            Some(Message::Close(Some(frame))) => break frame.reason.to_string(),
            other => panic!("after {refused} refusals came {other:?}"),
        }
        refused += 1;
    };
    assert!(reason.starts_with("flood"), "{reason}");
    assert!(refused > 50, "{refused} refusals");
    let mut other = server.client().await;
    assert_eq!(code(&mut other, "").await, "malformed_json");
}

#[tokio::test(flavor = "multi_thread")]
async fn more_clients_than_there_is_room_for_are_turned_away() {
    let limits = Limits {
        connections: 2,
        ..generous()
    };
    let server = Running::with_limits(limits).await;
    let (first, _second) = (server.client().await, server.client().await);
    let address = format!("ws://{}/ws", server.address);
    let Err(Error::Http(answer)) = connect_async(&address).await else {
        panic!("a third client is connected");
    };
    assert_eq!(answer.status(), 503);
    let body = answer.into_body().expect("a body");
    assert!(String::from_utf8_lossy(&body).contains("too_many_connections"));

    drop(first);
    // There is room again as soon as the server has seen it.
    while connect_async(&address).await.is_err() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_holds_so_many_games_and_a_game_so_many_followers() {
    let limits = Limits {
        games: 2,
        followers: 2,
        ..generous()
    };
    let server = Running::with_limits(limits).await;
    let mut ann = server.client().await;
    let seat = ann.create("tic_tac_toe", json!({}), 0).await;
    ann.create("tic_tac_toe", json!({}), 0).await;
    let third = json!({ "game": "tic_tac_toe", "name": "Ann" });
    let answer = ann.ask("recall_create_game", third).await;
    assert_eq!(answer["data"]["code"], "too_many_games");

    let watch = json!({ "game_id": seat.game });
    let (mut bob, mut cid) = (server.client().await, server.client().await);
    assert_eq!(
        bob.ask("recall_subscribe", watch.clone()).await["success"],
        true
    );
    let answer = cid.ask("recall_subscribe", watch.clone()).await;
    assert_eq!(answer["data"]["code"], "too_many_followers");
    let join = json!({ "game_id": seat.game, "name": "Cid" });
    let answer = cid.ask("recall_join_game", join).await;
    assert_eq!(answer["data"]["code"], "too_many_followers");

    assert_eq!(
        bob.ask("recall_unsubscribe", watch.clone()).await["success"],
        true
    );
    assert_eq!(cid.ask("recall_subscribe", watch).await["success"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_sends_and_never_reads_is_given_up_and_delays_nobody() {
    let limits = Limits {
        unread: 16,
        ..generous()
    };
    let server = Running::with_limits(limits).await;
    let mut ann = server.client().await;
    let seat = ann
        .create("crazy_eights", json!({ "pace": 60_000 }), 1)
        .await;

    let mut slow = server.client().await;
    slow.send("recall_subscribe", json!({ "game_id": seat.game }))
        .await;
    let flood = tokio::spawn(async move {
        for sent in 0..1_000_000 {
            let message = slow.socket.send(Message::text(""));
            if timeout(PATIENCE, message)
                .await
                .expect("the server reads")
                .is_err()
            {
                return sent;
            }
        }
        panic!("it was never given up");
    });
    // Meanwhile Ann plays as if nothing were.
    let start = ann.ask("recall_start_game", seat.with(json!({}))).await;
    assert_eq!(start["success"], true);
    for _ in 0..20 {
        ann.act(&seat, json!({ "action_type": "draw_card" })).await;
    }
    let messages = flood.await.expect("the server ends the connection");
    assert!(messages > 16, "given up after {messages} messages");
}
