//! Measures sessions of ten million facts, of a million matches that one insert makes, of a million facts that fall with
//! one, and of a stream of a hundred million events: `cargo run --release -p scale`.
//!
//! `SCALE` divides the sizes: with `SCALE=10` they are a tenth. `cargo run --release -p scale stream` is the stream alone.

use std::time::{Duration, Instant};

use allocation_counter::measure;
use scale::{
    Alarm, Answered, Asked, Chain, Fan, Link, Passed, Reading, Readings, Root, Stream, chain, fan,
    pass, readings,
};

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
    if std::env::args().nth(1).is_none_or(|what| what != "stream") {
        facts_and_matches(scale);
    }
    stream(scale);
}

/// A stream of which the content of the windows is kept, in ten parts: what a part allocates and keeps.
fn stream(scale: u32) {
    let part = 10_000_000 / scale;
    let mut stream = Stream::new(0, 0);
    for number in 0..10 {
        let what = format!(
            "events of a stream, part {} of 10, what it adds",
            number + 1
        );
        report(&what, part, "event", || {
            pass(&mut stream, u64::from(part) * number, u64::from(part));
        });
    }
    let kept = stream.len::<Passed>() + stream.len::<Asked>() + stream.len::<Answered>();
    println!("| of them there in the end | {kept} | | | |");
}

fn facts_and_matches(scale: u32) {
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
