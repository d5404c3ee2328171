//! Measures sessions of ten million facts, of a million matches that one insert makes, and of a million facts
//! that fall with one: `cargo run --release -p scale`.
//!
//! `SCALE` divides the sizes: with `SCALE=10` they are a tenth.

use std::time::{Duration, Instant};

use allocation_counter::measure;
use scale::{Alarm, Chain, Fan, Link, Reading, Readings, Root, chain, fan, readings};

/// What was done, with how many, how long it took, and what memory was then in use.
fn report<T>(what: &str, count: u32, each: &str, make: impl FnOnce() -> T) -> T {
    let (mut result, mut took) = (None, Duration::ZERO);
    let memory = measure(|| {
        let start = Instant::now();
        result = Some(make());
        took = start.elapsed();
    });
    let kept = memory.bytes_current.max(0);
    println!(
        "| {what} | {count} | {:.2} s | {} MB | {} B a {each} |",
        took.as_secs_f64(),
        kept / 1_000_000,
        kept / i64::from(count),
    );
    result.expect("it has been made")
}

fn main() {
    let scale = std::env::var("SCALE").map_or(1, |scale| scale.parse().expect("a number"));
    println!("| | number | time | memory | |");
    println!("|---|---|---|---|---|");
    let facts = 10_000_000 / scale;
    let session: Readings = report("facts inserted", facts, "fact", || readings(facts));
    assert_eq!(session.len::<Reading>(), facts as usize);
    assert!(!session.is_empty::<Alarm>());
    drop(session);

    let matches = 1_000_000 / scale;
    let mut session: Fan = report(
        "matches of one insert, with the facts",
        matches,
        "match",
        || fan(matches),
    );
    let root = session.handles::<Root>().next().expect("there is one");
    let start = Instant::now();
    session.retract(root).expect("it is there");
    println!(
        "| and taken back | {matches} | {:.2} s | | |",
        start.elapsed().as_secs_f64()
    );
    assert_eq!(session.agenda().count(), 0);
    drop(session);

    let links = 1_000_000 / scale;
    let mut session: Chain = report("links of a chain of supports", links, "link", || {
        chain(links)
    });
    assert_eq!(session.len::<Link>(), links as usize + 1);
    let first = session.handles::<Link>().next().expect("there is one");
    let start = Instant::now();
    session.retract(first).expect("it is there");
    println!(
        "| and fallen at once | {links} | {:.2} s | | |",
        start.elapsed().as_secs_f64()
    );
    assert!(session.is_empty::<Link>());
}
