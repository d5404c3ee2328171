//! What nests without end is an error through both doors, and no overflow.

use mutants::{compile_block, compile_file};

/// How deep the nests are.
const DEEP: usize = 10_000;

/// How long the chains are.
const LONG: usize = 2_000;

/// What may stand within itself: what opens it, and what closes it.
const NESTS: [(&str, &str); 28] = [
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("<", ">"),
    ("Vec<", ">"),
    ("Vec::<", ">"),
    ("Some(", ")"),
    ("&", ""),
    ("!", ""),
    ("-", ""),
    ("*", ""),
    ("|x| ", ""),
    ("if a { ", " }"),
    ("if a {} else ", ""),
    ("match a { _ => ", " }"),
    ("loop { ", " }"),
    ("A { x: ", " }"),
    ("not { ", " }"),
    ("exists { ", " }"),
    ("forall A => { ", " }"),
    ("either { A; } or { ", " }"),
    ("n = count({ ", " });"),
    ("modify a { ", " }"),
    ("m!(", ")"),
    ("#[a(", ")]"),
    ("fn f() { ", " }"),
    ("mod m { ", " }"),
    ("a ? ", ""),
];

/// What may follow itself: long, and not deep.
const CHAINS: [&str; 6] = ["a + ", "a && ", "a.", "a::", "a = ", "#[a] "];

/// Where it may stand.
const PLACES: [(&str, &str); 10] = [
    ("", ""),
    ("rule r { when { ", " } then {} }"),
    ("rule r { when { A { x: ", " }; } then {} }"),
    ("rule r { when { if ", "; } then {} }"),
    ("rule r { when { let x: ", " = 1; } then {} }"),
    ("rule r { when {} then { ", " } }"),
    ("rule r { when {} then { insert ", "; } }"),
    ("#[salience(", ")] rule r { when {} then {} }"),
    ("global g: ", ";"),
    ("fn f() -> u8 { ", " }"),
];

/// The texts of a nest so deep, or a chain so long, in each place.
fn texts(open: &str, close: &str, times: usize) -> Vec<String> {
    let nest = format!("{}x{}", open.repeat(times), close.repeat(times));
    let text = |(before, after)| format!("ruleset R; {before}{nest}{after}");
    PLACES.into_iter().map(text).collect()
}

/// The beginning of a text, to name it by.
fn head(text: &str) -> &str {
    &text[..text.len().min(80)]
}

#[test]
fn what_nests_ten_thousand_deep_is_an_error_in_a_file() {
    for (open, close) in NESTS {
        for text in texts(open, close, DEEP) {
            assert!(compile_file(&text).has_errors(), "{}", head(&text));
        }
    }
}

#[test]
fn what_nests_ten_thousand_deep_is_an_error_in_a_block() {
    for (open, close) in NESTS {
        for text in texts(open, close, DEEP) {
            assert_ne!(compile_block(&text), Some(false), "{}", head(&text));
        }
    }
}

#[test]
fn what_is_long_is_compiled_or_rejected() {
    for chain in CHAINS {
        for text in texts(chain, "", LONG) {
            _ = compile_file(&text);
            _ = compile_block(&text);
        }
    }
}

#[test]
fn what_is_opened_ten_thousand_times_and_never_closed_is_an_error() {
    let opens = [
        "(", "[", "{", "<", "/*", "\"", "r#", "'", "#", "rule r {", "either {", "/// a\n",
    ];
    for open in opens {
        assert!(compile_file(&open.repeat(DEEP)).has_errors(), "{open}");
    }
}
