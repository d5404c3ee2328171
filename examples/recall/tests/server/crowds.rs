//! Those who take more than is theirs: whatever one of them does, another can play within ten seconds.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use serde_json::json;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::client::{Client, PATIENCE, Running, generous};
use recall::server::Limits;

/// How long somebody may have to wait while others do their worst.
const SOON: Duration = Duration::from_secs(10);

/// Whether somebody new can connect, make a game and play in it.
async fn can_play(address: SocketAddr) -> Client {
    let play = async {
        let mut client = loop {
            match Client::try_connect(address).await {
                Some(client) => break client,
                None => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        };
        let seat = client.create("tic_tac_toe", json!({}), 1).await;
        let started = client.ask("recall_start_game", seat.with(json!({}))).await;
        assert_eq!(started["success"], true, "{started}");
        let action = json!({ "action_type": "play_move", "cell": 4 });
        assert_eq!(client.act(&seat, action).await["success"], true);
        client
    };
    timeout(SOON, play).await.expect("somebody can play soon")
}

#[tokio::test(flavor = "multi_thread")]
async fn who_makes_game_after_game_is_stopped_and_others_find_a_place() {
    let limits = Limits {
        games: 8,
        games_each: 6,
        ..generous()
    };
    let server = Running::with_limits(limits).await;
    let data = json!({ "game": "tic_tac_toe", "name": "Eve" });
    let (mut eve, mut mallory) = (server.client().await, server.client().await);
    let mut seats = Vec::new();
    for _ in 0..6 {
        seats.push(eve.create("tic_tac_toe", json!({}), 0).await);
    }
    let answer = eve.ask("recall_create_game", data.clone()).await;
    assert_eq!(answer["data"]["code"], "too_many_games", "{answer}");
    for _ in 0..2 {
        mallory.create("tic_tac_toe", json!({}), 0).await;
    }

    // All places are taken. Who has most makes room: the game that was not wanted for longest.
    let _guest = can_play(server.address).await;
    let aside = eve.event("game_set_aside").await;
    assert_eq!(aside["game_id"], seats[0].game.as_str());
    // It is kept, and goes on when there is a place again.
    let data = json!({ "game_id": seats[1].game });
    eve.ask("recall_unsubscribe", data).await;
    let back = async {
        loop {
            let answer = eve
                .ask("recall_rejoin_game", seats[0].with(json!({})))
                .await;
            if answer["success"] == true {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(SOON, back).await.expect("the game comes back");
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_that_follow_no_game_make_room() {
    let limits = Limits {
        connections: 4,
        aimless: Duration::from_millis(300),
        ..generous()
    };
    let server = Running::with_limits(limits).await;
    let mut idle = Vec::new();
    for _ in 0..4 {
        idle.push(server.client().await);
    }
    let guest = can_play(server.address).await;
    let last = idle[0].message().await;
    assert!(matches!(last, Some(Message::Close(Some(frame))) if frame.reason.contains("aimless")));
    // Who plays stays.
    tokio::time::sleep(Duration::from_millis(400)).await;
    for _ in 0..8 {
        idle.extend(Client::try_connect(server.address).await);
    }
    let mut guest = guest;
    let answer = guest.ask("recall_fly", json!({})).await;
    assert_eq!(answer["data"]["code"], "unknown_event");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_says_nothing_is_not_waited_for() {
    let limits = Limits {
        strangers: 1000,
        header: Duration::from_millis(300),
        ..generous()
    };
    let server = Running::with_limits(limits).await;
    let mut silent = TcpStream::connect(server.address)
        .await
        .expect("a connection");
    let read = timeout(PATIENCE, silent.read(&mut [0; 64])).await;
    // With an answer that says why, or without.
    _ = read.expect("the connection ends");
}

#[tokio::test(flavor = "multi_thread")]
async fn hundreds_who_say_nothing_keep_nobody_out_where_files_are_few() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut process = Command::new("sh")
        .args(["-c", "ulimit -n 256 && exec \"$0\" --port 0 --data \"$1\""])
        .arg(env!("CARGO_BIN_EXE_recall"))
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    BufReader::new(process.stdout.take().expect("it is piped"))
        .read_line(&mut line)
        .expect("a line");
    let address = line.trim().strip_prefix("http://").expect("an address");
    let address: SocketAddr = address.parse().expect("an address");

    let mut silent = Vec::new();
    for _ in 0..400 {
        let connect = timeout(PATIENCE, TcpStream::connect(address)).await;
        silent.push(connect.expect("it is answered").expect("a connection"));
    }
    let _guest = can_play(address).await;
    process.kill().expect("it runs");
    process.wait().expect("it has ended");
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_from_elsewhere_do_not_connect() {
    let server = Running::start().await;
    let with_origin = |origin: String| {
        let request = format!("ws://{}/ws", server.address);
        let mut request = request.into_client_request().expect("a request");
        let origin = origin.parse().expect("a header");
        request.headers_mut().insert("origin", origin);
        connect_async(request)
    };
    for foreign in ["http://evil.example", "null", "http://127.0.0.1:1"] {
        let Err(Error::Http(answer)) = with_origin(foreign.to_owned()).await else {
            panic!("{foreign} is connected");
        };
        assert_eq!(answer.status(), 403, "{foreign}");
        let body = answer.into_body().expect("a body");
        assert!(String::from_utf8_lossy(&body).contains("foreign_origin"));
    }
    let own = with_origin(format!("http://{}", server.address)).await;
    own.expect("the own page is connected");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_follows_an_answer_does_not_wait_for_its_receipt() {
    let server = Running::start().await;
    let mut client = server.client().await;
    let seat = client.create("tic_tac_toe", json!({}), 0).await;
    client.event("game_state").await;
    let mut times = Vec::new();
    for _ in 0..20 {
        let begun = Instant::now();
        client
            .send("recall_subscribe", json!({ "game_id": seat.game }))
            .await;
        // The answer, and how the game stands: two messages, of which Nagle's algorithm would hold the second back.
        for _ in 0..2 {
            client
                .socket
                .next()
                .await
                .expect("a message")
                .expect("a message");
        }
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    assert!(times[10] < Duration::from_millis(30), "{times:?}");
}

#[test]
fn a_port_in_use_is_named() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address");
    let folder = tempfile::tempdir().expect("a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_recall"))
        .args(["--port", &address.port().to_string(), "--data"])
        .arg(folder.path())
        .output()
        .expect("it starts");
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    let expected = format!("recall: cannot listen at {address}: ");
    assert!(said.starts_with(&expected), "{said}");
}
