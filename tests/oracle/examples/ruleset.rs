//! Prints the text of a generated ruleset: `cargo run -p oracle --example ruleset -- 7`, of the first elements;
//! with `all` after the seed, of all; with `clips`, of those that CLIPS has too, and its program.

use oracle::elements::Elements;
use oracle::{clips, generate, text};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seed = arguments.next().map(|seed| seed.parse().expect("a seed"));
    let seed = seed.unwrap_or(0);
    let elements = arguments.next();
    let ruleset = match elements.as_deref() {
        Some("all") => generate::ruleset(seed, Elements::ALL),
        Some("clips") => generate::confluent(seed),
        _ => generate::ruleset(seed, Elements::FIRST),
    };
    print!("{}", text::ruleset(&ruleset));
    if elements.as_deref() == Some("clips") {
        print!("\n{}", clips::program(&ruleset));
    }
}
