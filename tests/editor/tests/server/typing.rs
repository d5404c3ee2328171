//! Random key strokes: typing, deleting, putting a part of a text elsewhere.

use fastrand::Rng;
use lsp_types as lsp;
use serde_json::{Value, json};

/// What is typed: pieces of the language, of Rust, and of what is neither.
const PIECES: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    ";",
    ",",
    "\"",
    "'",
    "//",
    "/*",
    "*/",
    "\n",
    "\r\n",
    "\t",
    "🦀",
    "é",
    "\u{feff}",
    " ",
    "@",
    "#[",
    "]",
    "rule r",
    "when {",
    "then {",
    "not ",
    "either ",
    " or ",
    "x",
    "Cell",
    "::",
    ".",
    ":",
    "=",
    "== ",
    "if ",
    "let ",
    "insert ",
    "modify ",
    "r#\"",
    "0..=",
    "group g {",
    "query q(",
    "table t(",
    "fact F",
    "|",
    "||",
    "within 5s after a",
    "A\u{301}",
    "\u{0}",
];

/// Edits a text somewhere: types, deletes, or puts another part of it there. Returns the change.
pub(crate) fn edit(text: &mut String, rng: &mut Rng) -> Value {
    let boundaries: Vec<usize> = text
        .char_indices()
        .map(|(at, _)| at)
        .chain([text.len()])
        .collect();
    // A place between `\r` and `\n` is none.
    let is_place = |at: &usize| !(text[..*at].ends_with('\r') && text[*at..].starts_with('\n'));
    let places: Vec<usize> = boundaries.into_iter().filter(is_place).collect();
    let first = rng.usize(..places.len());
    let last = (first + rng.usize(..12)).min(places.len() - 1);
    let (start, end) = match rng.u8(..3) {
        0 => (places[first], places[first]),
        _ => (places[first], places[last]),
    };
    let from = places[rng.usize(..places.len())];
    let new = match rng.u8(..3) {
        0 => String::new(),
        1 => text[from..].chars().take(rng.usize(..30)).collect(),
        _ => PIECES[rng.usize(..PIECES.len())].to_owned(),
    };
    let range = lsp::Range {
        start: lines(text, start),
        end: lines(text, end),
    };
    text.replace_range(start..end, &new);
    json!({ "range": range, "text": new })
}

/// The position of an offset in a text whose lines may end by `\r` alone.
pub(crate) fn lines(text: &str, at: usize) -> lsp::Position {
    let before: String = text[..at].replace("\r\n", "\n").replace('\r', "\n");
    let line = before.matches('\n').count();
    let units = before.rsplit('\n').next().unwrap_or_default();
    lsp::Position {
        line: u32::try_from(line).expect("a short text"),
        character: u32::try_from(units.encode_utf16().count()).expect("a short text"),
    }
}
