//! A stream of payments, most of them as they should be.

use std::io::{self, Write};

use fastrand::Rng;

use super::card::{Line, What};

/// How long it is between two events of a card on average, in milliseconds.
const GAP: u64 = 600_000;
const COUNTRIES: [&str; 8] = ["AT", "CH", "DE", "ES", "FR", "IT", "PL", "SE"];

/// What a stream is made of.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct Shape {
    /// How many cards there are
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) keys: u64,
    /// How many lines
    #[arg(long, default_value_t = 100_000)]
    pub(crate) events: u64,
    /// Another seed gives another stream
    #[arg(long, default_value_t = 7)]
    pub(crate) seed: u64,
    /// How many of a hundred events are those of one card
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=100))]
    pub(crate) hot: u64,
}

/// Writes a stream; the same shape gives the same. The more cards, the more happens in a second.
pub(crate) fn generate(shape: Shape, mut to: impl Write) -> io::Result<()> {
    let mut rng = Rng::with_seed(shape.seed);
    // A card that is tried out by somebody: so many payments still come at once.
    let mut tried = (0, 0);
    let mut micros = 0;
    for _ in 0..shape.events {
        micros += rng.u64(0..=2 * GAP * 1000 / shape.keys);
        let card = if tried.1 > 0 {
            tried.1 -= 1;
            tried.0
        } else if rng.u64(0..100) < shape.hot {
            0
        } else {
            rng.u64(0..shape.keys)
        };
        if tried.1 == 0 && rng.u32(0..1_000) == 0 {
            tried = (card, 6);
        }
        let mut line = Line {
            at: micros / 1000,
            card: Some(card),
            kind: What::Confirmed,
            amount: None,
            country: None,
        };
        if rng.u32(0..20) > 0 {
            let home = (card % COUNTRIES.len() as u64) as usize;
            let abroad = rng.u32(0..500) == 0;
            let place = if abroad {
                rng.usize(0..COUNTRIES.len())
            } else {
                home
            };
            let is_large = rng.u32(0..200) == 0;
            line.kind = What::Payment;
            line.amount = Some(if is_large {
                rng.i64(50_000..500_000)
            } else {
                rng.i64(100..9_000)
            });
            line.country = Some(COUNTRIES[place].to_owned());
        }
        serde_json::to_writer(&mut to, &line)?;
        to.write_all(b"\n")?;
    }
    to.flush()
}
