//! What is kept: nothing that was refused, by which rules it was played, and what a flipped bit leaves of it.

use std::sync::Arc;

use recall::store::{GameId, Header, Journals, Record, Report, SessionId, Store};
use recall::tables::Kind;
use recall_game::sheets::Sheets;
use recall_game::table::{Input, PlayerId};
use redb::StorageBackend;
use redb::backends::InMemoryBackend;
use serde_json::{Value, json};

use crate::client::{Running, generous};

/// Bytes that outlive the database over them.
#[derive(Debug, Clone)]
struct Bytes(Arc<InMemoryBackend>);

impl Bytes {
    fn of(bytes: &[u8]) -> Self {
        let backend = InMemoryBackend::new();
        backend.set_len(bytes.len() as u64).expect("memory");
        backend.write(0, bytes).expect("memory");
        Self(Arc::new(backend))
    }

    fn all(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.0.len().expect("memory") as usize];
        self.0.read(0, &mut bytes).expect("memory");
        bytes
    }

    fn journals(&self) -> Journals {
        let bytes = self.clone();
        Journals::behind(move || bytes.clone())
    }
}

impl StorageBackend for Bytes {
    fn len(&self) -> std::io::Result<u64> {
        self.0.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> std::io::Result<()> {
        self.0.read(offset, out)
    }

    fn set_len(&self, len: u64) -> std::io::Result<()> {
        self.0.set_len(len)
    }

    fn sync_data(&self) -> std::io::Result<()> {
        self.0.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> std::io::Result<()> {
        self.0.write(offset, data)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_is_neither_written_nor_told() {
    let bytes = Bytes::of(&[]);
    let store = Store::keep(bytes.journals()).expect("a store");
    let server = Running::with_store(store.clone(), generous()).await;
    let (mut ann, mut bob) = (server.client().await, server.client().await);
    let ann_seat = ann.create("recall", json!({}), 0).await;
    let bob_seat = bob.join(&ann_seat.game, "Bob").await;
    ann.ask("recall_start_game", ann_seat.with(json!({}))).await;
    bob.state(|view| view["phase"] == "player_turn").await;
    let game = GameId(ann_seat.game.clone());
    let records = async || {
        let stored = store.load(&game).await.expect("it is read");
        stored.expect("it is there").records.len()
    };
    let before = records().await;
    for _ in 0..200 {
        let answer = bob.act(&bob_seat, json!({ "action_type": "draw" })).await;
        assert_eq!(answer["success"], false, "{answer}");
    }
    assert_eq!(records().await, before);
    // Ann is told of nothing but her own next action.
    ann.state(|view| view["phase"] == "player_turn").await;
    let draw = json!({ "action_type": "draw" });
    assert_eq!(ann.act(&ann_seat, draw).await["success"], true);
    let state = ann.event("game_state").await;
    assert_eq!(state["action_type"], "draw", "{state}");
    assert_eq!(records().await, before + 2);
}

/// The records of a game of noughts and crosses after these cells.
fn records(seen: Option<u32>, cells: &[u8]) -> Vec<Record> {
    let player = |number: u8| PlayerId(format!("player_{number}"));
    let join = |number| {
        let input = Input::Join {
            player: player(number),
            name: format!("Player {number}"),
            computer: false,
        };
        Record::new(input, Some(SessionId(format!("secret-{number}"))))
    };
    let act = |number, action: Value| {
        let player = player(number);
        Record::new(Input::Act { player, action }, None)
    };
    let mut records = vec![join(1), join(2)];
    records.push(act(1, json!({ "action_type": "start_game" })));
    for (place, cell) in (0_u8..).zip(cells) {
        let action = json!({ "action_type": "play_move", "cell": cell });
        records.push(act(1 + place % 2, action));
    }
    if let Some(last) = records.last_mut() {
        last.seen = seen;
    }
    records
}

fn header(rules: &str) -> Header {
    Header {
        kind: Kind::TicTacToe,
        seed: 1,
        options: json!({}),
        created: 0,
        rules: rules.to_owned(),
        sheets: Sheets::default(),
    }
}

async fn keep(store: &Store, game: &str, header: Header, records: Vec<Record>) {
    let game = GameId(game.to_owned());
    let kept = store.append(&game, Some(header), 0, records, false).await;
    kept.expect("it is kept");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_played_by_other_rules_goes_on_only_if_they_make_the_same_of_it() {
    let store = Store::keep(Bytes::of(&[]).journals()).expect("a store");
    let (now, then) = (Kind::TicTacToe.rules(), "of-before");
    assert_eq!(now.len(), 8);
    assert_ne!(now, Kind::Recall.rules());
    keep(&store, "as-ever", header(then), records(None, &[4, 0])).await;
    keep(&store, "differs", header(then), records(Some(7), &[4, 0])).await;
    keep(&store, "refused", header(then), records(None, &[4, 4])).await;
    keep(&store, "damaged", header(now), records(Some(7), &[4, 0])).await;
    let server = Running::with_store(store, generous()).await;
    let mut client = server.client().await;
    let mut code = async |game: &str| {
        let data = json!({ "game_id": game, "session_id": "secret-1" });
        let answer = client.ask("recall_rejoin_game", data).await;
        answer["data"]["code"].as_str().map(str::to_owned)
    };
    assert_eq!(code("as-ever").await, None);
    assert_eq!(code("differs").await.as_deref(), Some("other_rules"));
    assert_eq!(code("refused").await.as_deref(), Some("other_rules"));
    assert_eq!(code("damaged").await.as_deref(), Some("damaged_game"));
}

/// A store of some games, in several transactions, as its bytes.
async fn some_games() -> (Vec<u8>, Vec<(String, Vec<Record>)>) {
    let bytes = Bytes::of(&[]);
    let store = Store::keep(bytes.journals()).expect("a store");
    let games = (0..12).map(|number| (format!("game-{number:011}"), records(None, &[4, 0, 8])));
    let games: Vec<_> = games.collect();
    for (game, records) in &games {
        let (first, rest) = records.split_at(4);
        keep(&store, game, header("now"), first.to_vec()).await;
        let id = GameId(game.clone());
        let kept = store.append(&id, None, 4, rest.to_vec(), true).await;
        kept.expect("it is kept");
    }
    drop(store);
    // The thread that has the file closes it.
    let closed = async {
        while Arc::strong_count(&bytes.0) > 1 {
            tokio::task::yield_now().await;
        }
    };
    closed.await;
    (bytes.all(), games)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bit_flipped_in_any_page_costs_at_most_one_game_which_is_named() {
    const PAGE: usize = 4096;
    let (whole, games) = some_games().await;
    let used = whole.chunks(PAGE).enumerate();
    let used = used.filter(|(_, page)| page.iter().any(|byte| *byte != 0));
    let mut rng = fastrand::Rng::with_seed(5);
    let (mut pages, mut lost) = (0, 0);
    for (page, bytes) in used {
        // Somewhere in what is written there; in the first page, where all begins, in many places.
        let written: Vec<_> = (0..bytes.len())
            .filter(|&place| bytes[place] != 0)
            .collect();
        for _ in 0..if page == 0 { 64 } else { 3 } {
            let place = page * PAGE + written[rng.usize(..written.len())];
            let bit = 1 << rng.u8(..8);
            let mut damaged = whole.clone();
            damaged[place] ^= bit;
            let mut journals = Bytes::of(&damaged).journals();
            let report = journals.mend();
            let report = report.unwrap_or_else(|error| panic!("byte {place}, bit {bit}: {error}"));
            assert!(
                report.damaged.len() <= 1,
                "byte {place}, bit {bit}: {report}"
            );
            check(
                &report,
                journals,
                &games,
                &format!("byte {place}, bit {bit}"),
            )
            .await;
            lost += report.damaged.len();
        }
        pages += 1;
    }
    assert!(pages > 8, "{pages} pages are used");
    assert!(lost > 3, "{lost} games were hit");
}

/// Every game is there as it was, or set aside and named.
async fn check(report: &Report, journals: Journals, games: &[(String, Vec<Record>)], place: &str) {
    let store = Store::keep(journals).expect("the store opens");
    for (game, records) in games {
        let game = GameId(game.clone());
        let named = report.damaged.iter().any(|(damaged, _)| *damaged == game);
        match store.load(&game).await {
            Ok(Some(stored)) => {
                assert!(!named, "{place}");
                assert_eq!(stored.records, *records, "{place}");
            }
            Ok(None) => panic!("{place}: {game} is gone"),
            Err(error) => assert!(named && error.is_damage(), "{place}: {error}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_file_is_checked_and_repaired_by_commands_and_the_server_starts() {
    let (whole, games) = some_games().await;
    let hit = games[3].0.as_bytes();
    let mut damaged = whole.clone();
    // In each copy of the header that there is.
    let places = (0..whole.len() - hit.len()).filter(|&place| {
        whole[place..].starts_with(hit)
            && whole[place..place + 80]
                .windows(6)
                .any(|w| w == b"\"kind\"")
    });
    for place in places {
        damaged[place + hit.len() + 10] ^= 4;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.redb");
    let command = |command: &str| {
        let program = env!("CARGO_BIN_EXE_recall");
        let mut program = std::process::Command::new(program);
        let output = program
            .args(["store", command, "--data"])
            .arg(folder.path());
        let output = output.output().expect("it starts");
        let said = [output.stdout, output.stderr].concat();
        (
            output.status.success(),
            String::from_utf8_lossy(&said).into_owned(),
        )
    };
    for length in [8, 100, 512] {
        std::fs::write(&path, &whole[..length]).expect("it is written");
        let (sound, said) = command("check");
        assert!(!sound && said.contains("`recall store repair`"), "{said}");
    }
    std::fs::write(&path, "a letter").expect("it is written");
    for what in ["check", "repair"] {
        let (sound, said) = command(what);
        assert!(
            !sound && said.contains("`games.redb` is no file of games"),
            "{said}"
        );
    }
    std::fs::write(&path, &whole).expect("it is written");
    let (sound, said) = command("check");
    assert!(sound && said.contains("12, of which 12 are over"), "{said}");

    std::fs::write(&path, &damaged).expect("it is written");
    let (sound, said) = command("check");
    let named = format!("game {} is set aside", games[3].0);
    assert!(
        !sound && said.contains(&named) && said.contains("the file is damaged"),
        "{said}"
    );
    assert_eq!(std::fs::read(&path).expect("it is there"), damaged);

    let (done, said) = command("repair");
    assert!(
        done && said.contains(&named) && said.contains("11, of which"),
        "{said}"
    );
    let kept = folder.path().join("games.redb.damaged-1");
    assert_eq!(std::fs::read(kept).expect("it is kept"), damaged);
    let (sound, said) = command("check");
    assert!(
        !sound && said.contains(&named) && !said.contains("the file is damaged"),
        "{said}"
    );
    Store::open(folder.path()).expect("the server starts");
}
