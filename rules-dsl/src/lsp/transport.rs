//! Messages over the standard input and output.
//!
//! What is no message is answered by an error of the protocol, and reading goes on with the next: nothing that a
//! client sends ends the process, but the end of its input.

use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use crossbeam_channel::unbounded;
use lsp_server::{Connection, ErrorCode, Message};
use serde_json::{Value, json};

/// So many bytes one message has at the most: what says more is none.
const LONGEST: usize = 1 << 28;

/// The output, which the thread that writes shares with the one that reads.
type Output = Arc<Mutex<io::Stdout>>;

/// A connection over the standard input and output, and the thread that ends when all has been written.
pub(super) fn stdio() -> (Connection, JoinHandle<()>) {
    let output = Output::new(Mutex::new(io::stdout()));
    let (sender, outgoing) = unbounded::<Message>();
    let (incoming, receiver) = unbounded::<Message>();
    let written = Arc::clone(&output);
    let writer = thread::spawn(move || {
        for message in outgoing {
            let mut output = written.lock().unwrap_or_else(PoisonError::into_inner);
            if message.write(&mut *output).is_err() {
                return;
            }
        }
    });
    thread::spawn(move || {
        let mut input = BufReader::new(io::stdin());
        while let Ok(Some(content)) = read_content(&mut input) {
            let sent = match message(&content) {
                Ok(message) => incoming.send(message).is_ok(),
                Err(answer) => write(&output, &answer).is_ok(),
            };
            if !sent {
                return;
            }
        }
    });
    (Connection { sender, receiver }, writer)
}

fn write(output: &Output, answer: &Value) -> io::Result<()> {
    let text = answer.to_string();
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

/// The content of the next message. `None` at the end of the input.
fn read_content(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if let Some((name, value)) = line.split_once(':') {
            if name.trim().eq_ignore_ascii_case("content-length") {
                length = value.trim().parse::<usize>().ok();
            }
        } else if line.is_empty()
            && let Some(length) = length.take().filter(|length| *length <= LONGEST)
        {
            let mut content = Vec::new();
            let read = input.take(length as u64).read_to_end(&mut content)?;
            return Ok((read == length).then_some(content));
        }
    }
}

/// A message, or what is answered where it is none.
fn message(content: &[u8]) -> Result<Message, Value> {
    let value: Value =
        serde_json::from_slice(content).map_err(|error| refusal(ErrorCode::ParseError, &error))?;
    serde_json::from_value(value).map_err(|error| refusal(ErrorCode::InvalidRequest, &error))
}

/// The answer to what has no number that could be named.
fn refusal(code: ErrorCode, error: &serde_json::Error) -> Value {
    let message = format!("expected a message of the protocol: {error}");
    json!({
        "jsonrpc": "2.0",
        "id": null,
        "error": { "code": code as i32, "message": message },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_between_messages_is_passed_over() {
        let mut input: &[u8] = b"hello\r\nContent-Length: x\r\n\r\nContent-Length: 2\r\n\r\n{}";
        assert_eq!(
            read_content(&mut input).ok().flatten().as_deref(),
            Some(&b"{}"[..])
        );
    }

    #[test]
    fn what_is_no_json_and_what_is_no_message_is_refused() {
        let code = |content: &[u8]| {
            message(content)
                .err()
                .map(|answer| answer["error"]["code"].clone())
        };
        assert_eq!(code(b"{"), Some(json!(-32700)));
        assert_eq!(code(b"[1, 2]"), Some(json!(-32600)));
        assert_eq!(code(b"{\"id\": {}, \"method\": 3}"), Some(json!(-32600)));
        assert!(message(b"{\"method\": \"exit\"}").is_ok());
    }

    #[test]
    fn input_that_ends_within_a_message_is_at_its_end() {
        let mut input: &[u8] = b"Content-Length: 20\r\n\r\n{}";
        assert!(read_content(&mut input).is_ok_and(|content| content.is_none()));
    }
}
