//! A store that fails: nothing is acknowledged, nothing has happened, and when it works again the game goes on.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::client::{Running, generous};
use recall::store::{Journals, Store};
use redb::StorageBackend;
use redb::backends::InMemoryBackend;
use serde_json::json;

/// Bytes that outlive the database over them, on a disk that can be full.
#[derive(Debug, Clone, Default)]
struct Disk {
    bytes: Arc<InMemoryBackend>,
    full: Arc<AtomicBool>,
}

impl Disk {
    fn set_full(&self, full: bool) {
        self.full.store(full, Ordering::SeqCst);
    }

    fn room(&self) -> io::Result<()> {
        if self.full.load(Ordering::SeqCst) {
            Err(io::ErrorKind::StorageFull.into())
        } else {
            Ok(())
        }
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        self.bytes.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.bytes.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.room()?;
        self.bytes.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.room()?;
        self.bytes.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.room()?;
        self.bytes.write(offset, data)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_written_has_not_happened() {
    let disk = Disk::default();
    let journals = {
        let disk = disk.clone();
        Journals::behind(move || disk.clone())
    };
    let store = Store::keep(journals).expect("a store");
    let server = Running::with_store(store, generous()).await;
    let (mut ann, mut bob) = (server.client().await, server.client().await);
    let ann_seat = ann.create("tic_tac_toe", json!({}), 0).await;
    let bob_seat = bob.join(&ann_seat.game, "Bob").await;
    ann.ask("recall_start_game", ann_seat.with(json!({}))).await;
    let cell = |cell| json!({ "action_type": "play_move", "cell": cell });
    assert_eq!(ann.act(&ann_seat, cell(4)).await["success"], true);
    bob.state(|view| view["cells"][4] == "X").await;

    disk.set_full(true);
    for _ in 0..3 {
        let answer = bob.act(&bob_seat, cell(0)).await;
        assert_eq!(answer["event"], "error");
        assert_eq!(answer["data"]["code"], "store_failed");
    }
    let data = json!({ "game": "tic_tac_toe", "name": "Cid" });
    let answer = bob.ask("recall_create_game", data).await;
    assert_eq!(answer["data"]["code"], "store_failed");

    disk.set_full(false);
    let answer = bob.act(&bob_seat, cell(8)).await;
    assert_eq!(answer["success"], true, "{answer}");
    let state = ann.state(|view| view["cells"][8] == "O").await;
    assert_eq!(state["view"]["cells"][0], json!(null));
    assert_eq!(state["view"]["cells"][4], "X");
}
