//! A card: the session of a key, and the lines of the stream that it takes.

use std::sync::OnceLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use keyed::{Decoded, Hosted};
use serde::{Deserialize, Serialize};

use super::rules::{Alert, Confirmed, Fraud, Payment};

/// How long an epoch is, in milliseconds.
const EPOCH: u64 = 1000;

/// How far ahead of the machine's clock a line may be, in milliseconds: a day.
const AHEAD: u64 = 24 * 60 * 60 * 1000;

/// A line of the stream.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    /// When, in milliseconds.
    pub(crate) at: u64,
    /// Whose; none where only time passes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) card: Option<u64>,
    pub(crate) kind: What,
    /// What is paid, in cents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) amount: Option<i64>,
    /// Where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) country: Option<String>,
}

/// What happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum What {
    /// The card pays.
    Payment,
    /// Its holder confirms.
    Confirmed,
    /// Time passes, and nothing happens.
    Tick,
}

/// What a card takes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Input {
    Payment(Payment),
    Confirmed(Confirmed),
}

/// The epoch in which an instant lies: it ends with it.
fn epoch_of(at: u64) -> u64 {
    at.div_ceil(EPOCH).max(1)
}

/// The latest epoch that a line may be of now.
pub(crate) fn latest() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    epoch_of(now.map_or(0, |now| now.as_millis() as u64) + AHEAD)
}

/// What a line of the stream says.
pub(crate) fn decode(line: &[u8]) -> Result<Decoded<u64, Input>, String> {
    let line: Line = serde_json::from_slice(line).map_err(|error| {
        // The line is that of the stream, not that of the text which is read.
        let error = error.to_string();
        match error.split_once(" at line 1 ") {
            Some((what, place)) => format!("{place}: {what}"),
            None => error,
        }
    })?;
    let epoch = epoch_of(line.at);
    let at = Duration::from_millis(line.at);
    let input = match line.kind {
        What::Tick => return Ok(Decoded::Tick(epoch)),
        What::Payment => Input::Payment(Payment {
            at,
            amount: line.amount.ok_or("it has no field `amount`")?,
            country: line.country.ok_or("it has no field `country`")?,
        }),
        What::Confirmed => Input::Confirmed(Confirmed { at }),
    };
    let key = line.card.ok_or("it has no key: expected a field `card`")?;
    Ok(Decoded::Input { epoch, key, input })
}

/// The session of a card.
pub(crate) struct Card(Fraud);

impl Hosted for Card {
    type Key = u64;
    type Input = Input;
    type Output = Alert;

    fn version() -> u64 {
        static VERSION: OnceLock<u64> = OnceLock::new();
        *VERSION.get_or_init(|| {
            // A snapshot begins with what the ruleset is made of.
            let empty = serde_json::to_value(&Self::begin(&0).0);
            let head = empty.map(|empty| empty[0].to_string());
            crc32fast::hash(head.unwrap_or_default().as_bytes()).into()
        })
    }

    fn begin(_: &u64) -> Self {
        Card(Fraud::builder().now(Duration::ZERO).build(Vec::new()))
    }

    fn insert(&mut self, inputs: Vec<Input>) -> Result<(), String> {
        self.0.transaction(|change| {
            for input in inputs {
                match input {
                    Input::Payment(payment) => _ = change.insert(payment),
                    Input::Confirmed(confirmed) => _ = change.insert(confirmed),
                }
            }
            Ok(())
        })
    }

    fn run(&mut self) -> Result<(), String> {
        let fired = self.0.run();
        fired.map(|_| ()).map_err(|error| error.to_string())
    }

    fn advance_to(&mut self, epoch: u64) -> Result<(), String> {
        let fired = self
            .0
            .advance_to(Duration::from_millis(epoch.saturating_mul(EPOCH)));
        fired.map(|_| ()).map_err(|error| error.to_string())
    }

    fn take_outputs(&mut self) -> Vec<Alert> {
        std::mem::take(&mut self.0.globals_mut().alerts)
    }

    fn next_epoch(&self) -> Option<u64> {
        let next = self.0.next_instant()?;
        Some(epoch_of(next.as_millis() as u64))
    }

    fn save(&self) -> Result<Vec<u8>, String> {
        postcard::to_stdvec(&self.0).map_err(|error| error.to_string())
    }

    fn load(snapshot: &[u8]) -> Result<Self, String> {
        postcard::from_bytes(snapshot).map(Card).map_err(|error| {
            // The errors of the format keep no words.
            let mut again = postcard::Deserializer::from_bytes(snapshot);
            let refusal = Fraud::builder().refusal(&mut again);
            refusal.unwrap_or_else(|| error.to_string())
        })
    }

    fn describe(&self) -> Vec<String> {
        let payments = self.0.facts::<Payment>().map(|payment| {
            let Payment {
                at,
                amount,
                country,
            } = payment;
            format!("payment of {amount} in {country} at {} ms", at.as_millis())
        });
        payments.collect()
    }
}
