//! Clients make games, join, play, leave, come back and watch.

use std::time::Duration;

use crate::client::{Client, Running, Seat, generous};
use recall::server::Limits;
use recall::store::Store;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

fn cell(cell: u8) -> Value {
    json!({ "action_type": "play_move", "cell": cell })
}

/// Two clients at a board, the first of whom begins.
async fn two_at_a_board(server: &Running) -> [(Client, Seat); 2] {
    let (mut ann, mut bob) = (server.client().await, server.client().await);
    let ann_seat = ann.create("tic_tac_toe", json!({}), 0).await;
    let bob_seat = bob.join(&ann_seat.game, "Bob").await;
    let started = bob.ask("recall_start_game", bob_seat.with(json!({}))).await;
    assert_eq!(started["success"], true, "{started}");
    [(ann, ann_seat), (bob, bob_seat)]
}

#[tokio::test(flavor = "multi_thread")]
async fn an_action_is_answered_with_its_effects_and_told_to_all() {
    let server = Running::start().await;
    let [(mut ann, ann_seat), (mut bob, _)] = two_at_a_board(&server).await;

    let answer = ann.act(&ann_seat, cell(4)).await;
    assert_eq!(answer["success"], true);
    assert_eq!(answer["action_type"], "play_move");
    assert_eq!(answer["player_id"], ann_seat.player.as_str());
    let effect = json!({ "type": "draw_mark", "success": true, "cell": 4, "mark": "X" });
    assert_eq!(answer["effects"], json!([effect]));
    assert_eq!(answer["errors"], json!([]));
    let data = json!({ "player_id": ann_seat.player, "cell": 4, "mark": "X" });
    let told = json!({ "type": "broadcast", "event": "move_played", "data": data });
    assert_eq!(answer["notifications"], json!([told]));

    let state = bob.state(|view| view["cells"][4] == "X").await;
    assert_eq!(state["player_id"], ann_seat.player.as_str());
    let fired = state["fired"].as_array().expect("a list");
    let why = "A move in turn onto an empty cell is played";
    let said = |firing: &Value| {
        firing["rule"] == "play_move" && firing["why"].as_str().is_some_and(|w| w.starts_with(why))
    };
    assert!(fired.iter().any(said), "{fired:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_action_changes_nothing_and_only_who_tried_hears_of_it() {
    let server = Running::start().await;
    let [(mut ann, ann_seat), (mut bob, bob_seat)] = two_at_a_board(&server).await;

    let refused = bob.act(&bob_seat, cell(0)).await;
    assert_eq!(refused["success"], false);
    assert_eq!(refused["errors"][0]["code"], "move_out_of_turn");
    assert_eq!(refused["effects"], json!([]));

    assert_eq!(ann.act(&ann_seat, cell(0)).await["success"], true);
    let state = ann
        .state(|view| {
            view["cells"]
                .as_array()
                .is_some_and(|cells| cells[0] != Value::Null)
        })
        .await;
    assert_eq!(state["action_type"], "play_move");
    assert_eq!(state["view"]["cells"][0], "X");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_counts_for_its_own_game_alone() {
    let server = Running::start().await;
    let [(mut ann, ann_seat), (_, bob_seat)] = two_at_a_board(&server).await;
    let other = ann.create("tic_tac_toe", json!({}), 1).await;
    assert_ne!(ann_seat.session, bob_seat.session);
    assert_eq!(ann_seat.session.len(), 32);

    let mut mixed = ann_seat.clone();
    mixed.session = other.session;
    let answer = ann.act(&mixed, cell(0)).await;
    assert_eq!(answer["event"], "error");
    assert_eq!(answer["data"]["code"], "unknown_session");
    mixed.session = ann_seat.player.clone();
    let answer = ann.act(&mixed, cell(0)).await;
    assert_eq!(answer["data"]["code"], "unknown_session");
}

#[tokio::test(flavor = "multi_thread")]
async fn computer_players_fill_seats_and_move_when_it_is_their_turn() {
    let server = Running::start().await;
    let mut ann = server.client().await;
    let options = json!({ "level": "perfect", "first_seat": 1, "pace": 10 });
    let seat = ann.create("tic_tac_toe", options, 1).await;
    ann.ask("recall_start_game", seat.with(json!({}))).await;
    let state = ann.state(|view| view["turn"] == seat.player.as_str()).await;
    let cells = state["view"]["cells"].as_array().expect("cells");
    assert_eq!(cells.iter().filter(|cell| **cell == "X").count(), 1);
    let fired = state["fired"].as_array().expect("a list").iter();
    let names: Vec<_> = fired.map(|firing| firing["rule"].as_str()).collect();
    assert!(names.contains(&Some("take_the_centre")), "{names:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_sees_the_own_hand_and_who_watches_sees_none() {
    let server = Running::start().await;
    let mut ann = server.client().await;
    let seat = ann
        .create("crazy_eights", json!({ "pace": 60_000 }), 2)
        .await;
    ann.ask("recall_start_game", seat.with(json!({}))).await;
    let before = ann.state(|view| view["phase"] == "playing").await;
    drop(ann);

    let mut again = server.client().await;
    let answer = again.ask("recall_rejoin_game", seat.with(json!({}))).await;
    assert_eq!(answer["success"], true, "{answer}");
    let after = again.event("game_state").await;
    assert_eq!(after["view"], before["view"]);
    assert_eq!(after["view"]["hand"].as_array().map(Vec::len), Some(5));

    let mut watcher = server.client().await;
    watcher
        .ask("recall_subscribe", json!({ "game_id": seat.game }))
        .await;
    let seen = watcher.event("game_state").await;
    assert_eq!(seen["view"]["hand"], json!([]));
    assert_eq!(seen["view"]["players"][0]["cards"], 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_drawn_card_is_told_to_who_drew_it_alone() {
    let server = Running::start().await;
    let (mut ann, mut bob) = (server.client().await, server.client().await);
    let ann_seat = ann.create("crazy_eights", json!({}), 0).await;
    let bob_seat = bob.join(&ann_seat.game, "Bob").await;
    ann.ask("recall_start_game", ann_seat.with(json!({}))).await;
    let state = bob.state(|view| view["phase"] == "playing").await;
    assert_eq!(state["view"]["turn"], ann_seat.player.as_str());

    let draw = json!({ "action_type": "draw_card" });
    let answer = ann.act(&ann_seat, draw).await;
    let events = |answer: &Value| -> Vec<_> {
        let told = answer["notifications"].as_array().expect("a list").iter();
        told.map(|told| told["event"].clone()).collect()
    };
    assert_eq!(events(&answer), ["card_drawn", "card_received"]);
    assert!(!answer.to_string().contains("\"to\""), "{answer}");

    // What Bob hears until it has been his turn.
    let refused = bob.act(&bob_seat, json!({ "action_type": "deal" })).await;
    assert_eq!(refused["success"], false);
    loop {
        let told = bob.event("notification").await;
        assert_ne!(told["event"], "card_received");
        if told["event"] == "card_drawn" {
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_later_is_told_what_happened_before_as_far_as_it_concerned_them() {
    let server = Running::start().await;
    let (mut ann, mut bob) = (server.client().await, server.client().await);
    let ann_seat = ann.create("crazy_eights", json!({}), 0).await;
    let bob_seat = bob.join(&ann_seat.game, "Bob").await;
    ann.ask("recall_start_game", ann_seat.with(json!({}))).await;
    let draw = json!({ "action_type": "draw_card" });
    assert_eq!(ann.act(&ann_seat, draw).await["success"], true);
    ann.ask("recall_leave_game", ann_seat.with(json!({}))).await;
    let events = |past: &Value| -> Vec<String> {
        let happened = past["happened"].as_array().expect("a list").iter();
        let told = happened.flat_map(|one| one["notifications"].as_array().expect("a list"));
        told.map(|told| told["event"].as_str().expect("a name").to_owned())
            .collect()
    };
    let public = [
        "player_joined",
        "player_joined",
        "game_started",
        "card_drawn",
    ];
    let all = [
        "player_joined",
        "player_joined",
        "game_started",
        "card_drawn",
        "card_received",
    ];

    let mut again = server.client().await;
    again
        .ask("recall_rejoin_game", ann_seat.with(json!({})))
        .await;
    let past = again.event("past").await;
    assert_eq!(past["game_id"], ann_seat.game.as_str());
    assert_eq!(events(&past)[..5], all);
    // To come back is told as it happens, and no second time.
    assert!(!events(&past).contains(&"player_rejoined".to_owned()));
    assert_eq!(
        again.event("notification").await["event"],
        "player_rejoined"
    );

    again
        .ask("recall_rejoin_game", bob_seat.with(json!({})))
        .await;
    let mut watcher = server.client().await;
    watcher
        .ask("recall_subscribe", json!({ "game_id": ann_seat.game }))
        .await;
    for client in [&mut again, &mut watcher] {
        let past = client.event("past").await;
        assert_eq!(events(&past)[..4], public);
        assert!(!past.to_string().contains("card_received"), "{past}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_play_for_who_has_left_until_they_come_back() {
    let server = Running::start().await;
    let (mut ann, mut bob) = (server.client().await, server.client().await);
    let ann_seat = ann.create("tic_tac_toe", json!({ "pace": 10 }), 0).await;
    let bob_seat = bob.join(&ann_seat.game, "Bob").await;
    ann.ask("recall_start_game", ann_seat.with(json!({}))).await;
    let left = ann.ask("recall_leave_game", ann_seat.with(json!({}))).await;
    assert_eq!(left["success"], true);
    let state = bob
        .state(|view| view["turn"] == bob_seat.player.as_str())
        .await;
    assert_eq!(state["view"]["players"][0]["present"], false);

    let back = ann
        .ask("recall_rejoin_game", ann_seat.with(json!({})))
        .await;
    assert_eq!(back["success"], true);
    let state = bob
        .state(|view| view["players"][0]["present"] == true)
        .await;
    assert_eq!(state["action_type"], "rejoin");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_starts_again_has_the_game_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = || Store::open(folder.path());
    let limits = Limits {
        idle: Duration::from_millis(100),
        ..generous()
    };
    let server = Running::with_store(open().expect("a store"), limits).await;
    let [(mut ann, ann_seat), (bob, bob_seat)] = two_at_a_board(&server).await;
    assert_eq!(ann.act(&ann_seat, cell(4)).await["success"], true);
    drop((ann, bob, server));

    let store = loop {
        // The file is free when the last room has let go of it.
        match open() {
            Ok(store) => break store,
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    };
    let server = Running::with_store(store, generous()).await;
    let mut bob = server.client().await;
    bob.ask("recall_rejoin_game", bob_seat.with(json!({})))
        .await;
    let state = bob.event("game_state").await;
    assert_eq!(state["view"]["cells"][4], "X");
    assert_eq!(state["view"]["turn"], bob_seat.player.as_str());
    assert_eq!(bob.act(&bob_seat, cell(0)).await["success"], true);
}

/// Status and body of the answer to a GET.
async fn get(server: &Running, address: &str) -> (u16, Value) {
    let mut stream = TcpStream::connect(server.address)
        .await
        .expect("it listens");
    let request = format!("GET {address} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
    stream
        .write_all(request.as_bytes())
        .await
        .expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    let status = head[9..12].parse().expect("a status");
    (status, serde_json::from_str(body).unwrap_or_default())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_single_question_is_answered_without_a_game() {
    let server = Running::start().await;
    let best = "/api/tic-tac-toe/best";
    let (status, reply) = get(&server, &format!("{best}?moves=0x,1o&level=perfect")).await;
    assert_eq!(status, 200);
    assert_eq!(reply["mark"], "x");
    // Crosses in 0 and 3 or 4 or 6 win by a fork.
    assert!(
        [3, 4, 6].contains(&reply["cell"].as_u64().expect("a cell")),
        "{reply}"
    );
    assert!(!reply["fired"].as_array().expect("a list").is_empty());

    let (status, reply) = get(&server, &format!("{best}?level=simple")).await;
    assert_eq!((status, &reply["cell"]), (200, &json!(4)));

    for (query, code) in [
        ("moves=0x,1o&level=good", "bad_query"),
        ("moves=0x,1o", "bad_query"),
        ("level=perfect&more=1", "bad_query"),
        ("moves=0&level=perfect", "bad_move"),
        ("moves=,&level=perfect", "bad_move"),
        ("moves=%C3%A9x&level=perfect", "bad_move"),
        ("moves=0x,0o&level=perfect", "move_in_use"),
        ("moves=9x&level=perfect", "move_not_valid"),
        ("moves=0o&level=perfect", "move_out_of_turn"),
        ("moves=0x,3o,1x,4o,2x&level=perfect", "game_over"),
    ] {
        let (status, reply) = get(&server, &format!("{best}?{query}")).await;
        assert_eq!(status, 400, "{query}");
        assert_eq!(reply["error"]["code"], code, "{query}: {reply}");
    }
    let (status, reply) = get(&server, "/api/nothing").await;
    assert_eq!(
        (status, &reply["error"]["code"]),
        (404, &json!("not_found"))
    );
}
