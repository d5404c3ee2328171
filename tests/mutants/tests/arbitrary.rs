//! Whatever text and whatever tokens come in, the compiler neither panics nor runs without end.
//!
//! A bounded run of what the targets in `tests/fuzz` do without bound; `PROPTEST_CASES` says how many are tried
//! of each kind.

use std::time::Duration;

use mutants::{balanced, compile_block, compile_file, soup, timed};
use proptest::collection::vec;
use proptest::prelude::*;

/// How many texts of each kind are tried where nothing else is said.
const CASES: u32 = 200;

/// How long a processor may work on a text of some thousand bytes, without optimisation.
const BOUND: Duration = Duration::from_secs(20);

/// Does something with a text within the bound.
fn bounded<T>(text: &str, compile: impl FnOnce(&str) -> T) {
    let (_, took) = timed(|| compile(text));
    assert!(took < BOUND, "{took:?}: {text}");
}

fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok();
    ProptestConfig {
        cases: cases.map_or(CASES, |cases| cases.parse().expect("a number")),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn arbitrary_text_is_compiled_or_rejected(text in any::<String>()) {
        bounded(&text, compile_file);
    }

    #[test]
    fn arbitrary_bytes_are_compiled_or_rejected(bytes in vec(any::<u8>(), 0..400)) {
        bounded(&String::from_utf8_lossy(&bytes), compile_file);
    }

    #[test]
    fn fragments_of_the_language_are_compiled_or_rejected(bytes in vec(any::<u8>(), 0..120)) {
        bounded(&soup(&bytes), compile_file);
        bounded(&balanced(&bytes), compile_file);
    }

    #[test]
    fn arbitrary_tokens_are_compiled_or_rejected(bytes in vec(any::<u8>(), 0..120)) {
        bounded(&balanced(&bytes), compile_block);
    }
}
