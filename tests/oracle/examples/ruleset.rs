//! Prints the text of a generated ruleset: `cargo run -p oracle --example ruleset -- 7`.

use oracle::elements::Elements;
use oracle::{generate, text};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seed = arguments.next().map(|seed| seed.parse().expect("a seed"));
    let elements = match arguments.next().as_deref() {
        Some("all") => Elements::ALL,
        _ => Elements::FIRST,
    };
    print!(
        "{}",
        text::ruleset(&generate::ruleset(seed.unwrap_or(0), elements))
    );
}
