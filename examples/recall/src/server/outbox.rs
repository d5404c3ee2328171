//! What a client is told, and has not read yet.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, watch};

/// Why a connection ends; the code is one of RFC 6455.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Farewell {
    pub(super) code: u16,
    pub(super) reason: &'static str,
}

/// The client does not read.
const SLOW: Farewell = Farewell {
    code: 1008,
    reason: "too_slow: what is sent to you is not read",
};

/// The end of a queue into which rooms put what a client is to read. Putting something in never waits.
#[derive(Clone)]
pub(super) struct Outbox {
    messages: mpsc::Sender<Utf8Bytes>,
    farewell: Arc<watch::Sender<Option<Farewell>>>,
    /// How many games the client follows.
    following: Arc<AtomicUsize>,
}

/// That a client follows a game, as long as this is kept.
pub(super) struct Following {
    games: Arc<AtomicUsize>,
}

impl Drop for Following {
    fn drop(&mut self) {
        self.games.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The other end, from which the connection takes.
pub(super) struct Queue {
    pub(super) messages: mpsc::Receiver<Utf8Bytes>,
    pub(super) farewell: watch::Receiver<Option<Farewell>>,
}

/// A queue in which so many messages can wait.
pub(super) fn outbox(unread: usize) -> (Outbox, Queue) {
    let (sender, messages) = mpsc::channel(unread);
    let (hang_up, farewell) = watch::channel(None);
    let outbox = Outbox {
        messages: sender,
        farewell: Arc::new(hang_up),
        following: Arc::default(),
    };
    (outbox, Queue { messages, farewell })
}

/// A message as it is sent.
pub(super) fn text(message: &impl Serialize) -> Utf8Bytes {
    let text = serde_json::to_string(message).expect("a message has texts for keys");
    text.into()
}

impl Outbox {
    /// Puts a message in; if there is no room for it, the client is given up.
    pub(super) fn tell(&self, message: &impl Serialize) {
        self.send(&text(message));
    }

    /// The same with a message that several are told.
    pub(super) fn send(&self, text: &Utf8Bytes) {
        if let Err(TrySendError::Full(_)) = self.messages.try_send(text.clone()) {
            self.hang_up(SLOW);
        }
    }

    /// Ends the connection. The first reason counts.
    pub(super) fn hang_up(&self, farewell: Farewell) {
        self.farewell.send_if_modified(|said| {
            let first = said.is_none();
            said.get_or_insert(farewell);
            first
        });
    }

    /// Changes when the connection is to end.
    pub(super) fn farewell(&self) -> watch::Receiver<Option<Farewell>> {
        self.farewell.subscribe()
    }

    /// Whether the connection has ended or is about to.
    pub(super) fn is_closed(&self) -> bool {
        self.messages.is_closed() || self.farewell.borrow().is_some()
    }

    /// Remembers that the client follows a game.
    pub(super) fn follow(&self) -> Following {
        let games = self.following.clone();
        games.fetch_add(1, Ordering::Relaxed);
        Following { games }
    }

    /// Whether the client follows any game.
    pub(super) fn follows(&self) -> bool {
        self.following.load(Ordering::Relaxed) > 0
    }

    /// What is the same for one client, and differs for two.
    pub(super) fn client(&self) -> usize {
        Arc::as_ptr(&self.farewell).addr()
    }

    /// Whether both are of one client.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.messages.same_channel(&other.messages)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_does_not_read_is_given_up_and_nobody_waits() {
        let (outbox, mut queue) = outbox(2);
        for number in 0..3 {
            assert!(!outbox.is_closed());
            outbox.tell(&number);
        }
        assert!(outbox.is_closed());
        assert_eq!(*queue.farewell.borrow(), Some(SLOW));
        assert_eq!(queue.messages.try_recv().unwrap().as_str(), "0");

        outbox.hang_up(Farewell {
            code: 1000,
            reason: "later",
        });
        assert_eq!(*queue.farewell.borrow(), Some(SLOW));
    }
}
