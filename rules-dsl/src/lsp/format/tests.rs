//! What is formatted before anybody asks.

use std::path::{Path, PathBuf};

use super::super::documents::Text;
use super::parts::{Ahead, Parts, format_parts};

const TEXT: &str = "fact A { n: u8 }\nrule r { when { A { n:n }; } then { f(n); } }\nrule broken { when { } }\nfact  B { n: u8 }\n";

/// Formats all that a text has to be formatted; returns how many parts these were.
fn work(text: &str, known: &mut Parts) -> usize {
    let mut ahead = Ahead::new(PathBuf::from("a.rules"), Text::new(text.to_owned()));
    let mut count = 0;
    while ahead.format_next(known) {
        count += 1;
    }
    count
}

#[test]
fn parts_formatted_ahead_are_not_formatted_again() {
    let text = TEXT.replace("rule broken { when { } }\n", "");
    let mut known = Parts::default();
    assert_eq!(work(&text, &mut known), 3);
    assert_eq!(work(&text, &mut known), 0);
    let path = Path::new("a.rules");
    let formatted = |known: &mut Parts| -> Vec<String> {
        let parts = format_parts(path, &text, known).expect("it parses");
        parts.into_iter().map(|part| part.text).collect()
    };
    assert_eq!(formatted(&mut known), formatted(&mut Parts::default()));
}

#[test]
fn a_part_that_does_not_parse_keeps_none_of_the_others_from_being_formatted() {
    let mut known = Parts::default();
    assert_eq!(work(TEXT, &mut known), 4);
    // It alone is tried again.
    assert_eq!(work(TEXT, &mut known), 1);
}

#[test]
fn parts_of_earlier_texts_are_forgotten() {
    let mut known = Parts::default();
    work(TEXT, &mut known);
    work("fact  B { n: u8 }\n", &mut known);
    assert_eq!(work("fact A { n: u8 }\n", &mut known), 1);
}
