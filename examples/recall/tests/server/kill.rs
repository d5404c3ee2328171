//! The program is killed again and again while games are played; all that it acknowledged is there when it is back.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::client::{Client, PATIENCE, Seat};
use fastrand::Rng;
use serde_json::{Value, json};
use tokio::time::timeout;

const KILLS: u64 = 50;
const TABLES: usize = 6;

/// The program in a process of its own.
pub(crate) struct Program {
    process: Child,
    pub(crate) address: SocketAddr,
}

impl Program {
    fn start(folder: &Path) -> Self {
        Self::start_with(folder, &[])
    }

    /// With further arguments.
    pub(crate) fn start_with(folder: &Path, arguments: &[&OsStr]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_recall"))
            .args(["--port", "0", "--rate", "100000", "--data"])
            .arg(folder)
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let output = process.stdout.take().expect("it is piped");
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("http://").expect("an address");
        Self {
            address: address.parse().expect("an address"),
            process,
        }
    }

    /// As `kill -9` does.
    pub(crate) fn kill(mut self) {
        self.process.kill().expect("it runs");
        self.process.wait().expect("it has ended");
    }
}

/// A game of two, both played by this test, and what of it was acknowledged.
struct Game {
    seats: [Seat; 2],
    moves: Vec<u8>,
}

/// Plays until the server is gone, and counts the moves that were acknowledged; a game that is over is followed by
/// another. Gives back what must be there.
async fn play(
    address: SocketAddr,
    game: Option<Game>,
    seed: u64,
    acknowledged: Arc<AtomicUsize>,
) -> Option<Game> {
    let mut rng = Rng::with_seed(seed);
    let Some(mut client) = Client::try_connect(address).await else {
        return game;
    };
    let mut current = game;
    if let Some(game) = &current
        && !check(&mut client, game).await
    {
        return current;
    }
    loop {
        let Some(game) = &mut current else {
            current = Some(begin(&mut client).await?);
            continue;
        };
        let taken = &game.moves;
        let free: Vec<u8> = (0..9).filter(|cell| !taken.contains(cell)).collect();
        let seat = &game.seats[taken.len() % 2];
        let cell = free[rng.usize(..free.len())];
        let action = seat.with(json!({ "action_type": "play_move", "cell": cell }));
        let Some(answer) = client.try_ask("recall_player_action", action).await else {
            return current;
        };
        // Where the last move was made and not acknowledged, the cell is taken, or it is the other's turn.
        let known = answer["errors"][0]["code"].as_str();
        match (answer["success"] == true, known) {
            (true, _) => {
                acknowledged.fetch_add(1, Ordering::Relaxed);
                game.moves.push(cell);
                let over = |told: &Value| told["event"] == "game_over";
                let told = answer["notifications"].as_array().expect("a list");
                if told.iter().any(over) {
                    current = None;
                }
            }
            (false, Some("move_in_use" | "move_out_of_turn" | "game_over")) => current = None,
            _ => panic!("{answer}"),
        }
    }
}

/// Whether all is there; false if the server is gone before it says so.
async fn check(client: &mut Client, game: &Game) -> bool {
    let seat = &game.seats[0];
    let Some(answer) = client
        .try_ask("recall_rejoin_game", seat.with(json!({})))
        .await
    else {
        return false;
    };
    assert_eq!(answer["success"], true, "a game is lost: {answer}");
    let Some(state) = client.try_event("game_state").await else {
        return false;
    };
    let cells = state["view"]["cells"].as_array().expect("a board");
    for (number, &cell) in game.moves.iter().enumerate() {
        let mark = ["X", "O"][number % 2];
        assert_eq!(
            cells[usize::from(cell)],
            mark,
            "move {number} is lost: {state}"
        );
    }
    let drawn = cells.iter().filter(|cell| !cell.is_null()).count();
    assert!(
        drawn <= game.moves.len() + 1,
        "a move that nobody made: {state}"
    );
    true
}

async fn begin(client: &mut Client) -> Option<Game> {
    let data = json!({ "game": "tic_tac_toe", "name": "Ann" });
    let ann = Seat::of(&client.try_ask("recall_create_game", data).await?);
    let data = json!({ "game_id": ann.game, "name": "Bob" });
    let bob = Seat::of(&client.try_ask("recall_join_game", data).await?);
    let started = client
        .try_ask("recall_start_game", ann.with(json!({})))
        .await?;
    assert_eq!(started["success"], true, "{started}");
    Some(Game {
        seats: [ann, bob],
        moves: Vec::new(),
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_was_acknowledged_is_lost_by_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut games: Vec<Option<Game>> = (0..TABLES).map(|_| None).collect();
    let mut rng = Rng::with_seed(11);
    let acknowledged = Arc::new(AtomicUsize::new(0));
    for kill in 0..KILLS {
        let program = Program::start(folder.path());
        let tables = games.drain(..).zip(0_u64..);
        let before = acknowledged.load(Ordering::Relaxed);
        let tasks: Vec<_> = tables
            .map(|(game, table)| {
                let play = play(
                    program.address,
                    game,
                    kill << 8 | table,
                    acknowledged.clone(),
                );
                tokio::spawn(play)
            })
            .collect();
        // However slow the machine is: it is killed amid the moves, and not before there are any.
        let enough = before + rng.usize(1..60);
        let moves = async {
            while acknowledged.load(Ordering::Relaxed) < enough {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        timeout(PATIENCE, moves).await.expect("moves are made");
        tokio::time::sleep(Duration::from_millis(rng.u64(0..20))).await;
        program.kill();
        for task in tasks {
            games.push(task.await.expect("what was acknowledged is there"));
        }
    }

    // After the last kill as well.
    let program = Program::start(folder.path());
    for game in games.iter().flatten() {
        let mut client = Client::connect(program.address).await;
        assert!(check(&mut client, game).await);
    }
    program.kill();
}
