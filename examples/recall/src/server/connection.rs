//! A client's connection: reads what it sends and posts it, writes what is in its outbox.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use recall_game::table::Failure;
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::{Instant, interval, timeout};

use super::Shared;
use super::door::From;
use super::limits::Bucket;
use super::lobby::{Letter, Matter};
use super::outbox::{Farewell, Outbox, Queue, outbox};
use super::protocol::{self, Said, Wish};
use super::rest;
use crate::store::GameId;

/// How long a client that is given up has to take the reason.
const PARTING: Duration = Duration::from_secs(5);

/// How many messages may go over the limit, one after the other, before the connection ends.
const PATIENCE: u32 = 100;

/// Makes a connection of a request.
pub(super) async fn upgrade(
    State(shared): State<Arc<Shared>>,
    Extension(From(from)): Extension<From>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => {
            let failure = Failure::new("no_websocket", rejection.body_text());
            return rest::error(rejection.status(), &failure);
        }
    };
    if !shared.origins.allow(&headers) {
        let message = "A page from elsewhere asks for this connection.";
        let failure = Failure::new("foreign_origin", message);
        return rest::error(StatusCode::FORBIDDEN, &failure);
    }
    let (outbox, queue) = outbox(shared.limits.unread);
    let Some(place) = shared.clients.enter(from, &outbox) else {
        let message = "As many clients are connected as this server can hold.";
        let failure = Failure::new("too_many_connections", message);
        return rest::error(StatusCode::SERVICE_UNAVAILABLE, &failure);
    };
    let most = shared.limits.message;
    let upgrade = upgrade
        // Above this a message is not even read to its end.
        .max_message_size(most * 8)
        .max_frame_size(most * 8);
    upgrade
        .on_upgrade(async move |socket| {
            serve(socket, outbox, queue, &shared).await;
            drop(place);
        })
        .into_response()
}

async fn serve(socket: WebSocket, outbox: Outbox, queue: Queue, shared: &Shared) {
    let (sink, stream) = socket.split();
    let writer = tokio::spawn(write(sink, queue, shared.limits.silence / 3));
    read(stream, &outbox, shared).await;
    // The rooms have copies of the outbox; what ends the writer is this word.
    outbox.hang_up(Farewell {
        code: 1000,
        reason: "goodbye",
    });
    _ = writer.await;
}

/// Reads until the client goes away, or is given up.
async fn read(mut stream: SplitStream<WebSocket>, outbox: &Outbox, shared: &Shared) {
    let limits = &shared.limits;
    let mut bucket = Bucket::new(limits, Instant::now().into_std());
    let mut refused = 0;
    let mut farewell = outbox.farewell();
    loop {
        let message = tokio::select! {
            message = timeout(limits.silence, stream.next()) => message,
            _ = farewell.changed() => return,
        };
        let message = match message {
            Err(_) => {
                return outbox.hang_up(Farewell {
                    code: 1001,
                    reason: "silent: nothing came from you, not even an answer to a ping",
                });
            }
            Ok(None) => return,
            Ok(Some(Err(_))) => {
                let failure = Failure::new(
                    "bad_frame",
                    "This is no message of a WebSocket, or far too large a one.",
                );
                outbox.tell(&Said::error(&failure, &Value::Null));
                return outbox.hang_up(Farewell {
                    code: 1009,
                    reason: "bad_frame",
                });
            }
            Ok(Some(Ok(message))) => message,
        };
        let text = match message {
            Message::Text(text) => text,
            Message::Ping(_) | Message::Pong(_) => continue,
            Message::Close(_) => return,
            Message::Binary(_) => "".into(),
        };
        if !bucket.take(Instant::now().into_std()) {
            refused += 1;
            if refused > PATIENCE {
                return outbox.hang_up(Farewell {
                    code: 1008,
                    reason: "flood: you send faster than is allowed",
                });
            }
            let failure = Failure::new("too_many_requests", "You send faster than is allowed.");
            let is_read = text.len() <= limits.message;
            let request = is_read.then(|| protocol::request(text.as_str()));
            outbox.tell(&Said::error(&failure, &request.unwrap_or_default()));
            continue;
        }
        refused = 0;
        if text.len() > limits.message {
            let message = format!("A message has at most {} bytes.", limits.message);
            let failure = Failure::new("message_too_large", message);
            outbox.tell(&Said::error(&failure, &Value::Null));
            continue;
        }
        post(text.as_str(), outbox, shared).await;
    }
}

/// Brings what a message asks for to where it is done.
async fn post(text: &str, outbox: &Outbox, shared: &Shared) {
    let (request, wish) = protocol::read(text);
    let posted = match wish {
        Ok(wish) => {
            let (game, matter) = match wish {
                Wish::Create(create) => (GameId::random(), Matter::Create(create)),
                Wish::Game(game, order) => (game, Matter::Order(order)),
            };
            let letter = Letter {
                from: outbox.clone(),
                request: request.clone(),
                matter,
            };
            shared.lobby.post(&game, letter).await
        }
        Err(failure) => Err(failure),
    };
    if let Err(failure) = posted {
        outbox.tell(&Said::error(&failure, &request));
    }
}

/// Writes until the connection ends, and says why it does.
async fn write(mut sink: SplitSink<WebSocket, Message>, queue: Queue, ping: Duration) {
    let Queue {
        mut messages,
        mut farewell,
    } = queue;
    let mut pings = interval(ping);
    let last = loop {
        let message = tokio::select! {
            biased;
            last = last_word(&mut farewell) => break last,
            message = messages.recv() => match message {
                Some(message) => Message::Text(message),
                None => break None,
            },
            _ = pings.tick() => Message::Ping(axum::body::Bytes::new()),
        };
        // What has been said meanwhile goes out with it.
        let all = async {
            sink.feed(message).await?;
            while let Ok(message) = messages.try_recv() {
                sink.feed(Message::Text(message)).await?;
            }
            sink.flush().await
        };
        let sent = tokio::select! {
            sent = all => sent,
            last = last_word(&mut farewell) => break last,
        };
        if sent.is_err() {
            return;
        }
    };
    let part = async {
        // What was said before is read before, as far as it goes.
        while let Ok(message) = messages.try_recv() {
            sink.feed(Message::Text(message)).await?;
        }
        let frame = last.map(|last| CloseFrame {
            code: last.code,
            reason: last.reason.into(),
        });
        sink.send(Message::Close(frame)).await
    };
    _ = timeout(PARTING, part).await;
}

/// Why the connection is to end, as soon as it is.
async fn last_word(farewell: &mut watch::Receiver<Option<Farewell>>) -> Option<Farewell> {
    let said = farewell.wait_for(Option::is_some).await;
    said.map_or(None, |said| *said)
}
