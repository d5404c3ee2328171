//! What an editor has of a `rules!` block: the user's tokens with their spans in what it expands to, and of a
//! block with a mistake all that the mistake does not touch.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use rules_dsl::unstable::compile_tokens;

const SHOP: &str = "\
ruleset Shop;

use crate::model::{Order, Urgency};

fact Shelf { article: String, quantity: u32 }
#[key(number)]
fact Customer { number: u64, name: String }
fact enum Weather { Fine, Storm { force: u8 } }
global sent: Vec<String>;

const TRUCK: u32 = 10;

#[salience(PRIORITY - 1)]
rule send {
    when {
        order @ Order { article, urgency: Urgency::High, amount: wanted } if order.open() > LIMIT;
        shelf @ Shelf { article, quantity: 1.., quantity: <= TRUCK };
        not Weather::Storm { force: > 9 };
        n = sum(known for Customer { number: known }) if n > 3;
        best = max_by(other.quantity * 2 for other @ Shelf);
        if let Some(first) = order.lines.first();
        let total: u32 = wanted + best.quantity;
        for step in 0..total;
    }
    then {
        let part = order.open().min(step);
        for line in order.lines() {
            if line.matters(part) { modify shelf { shelf.quantity -= part; } }
        }
        sent.push(format!(\"{}\", first.name));
        insert Customer { number: u64::from(part), name: article.clone() };
        retract order;
    }
}

query waiting(least: u32) -> u32 {
    when { Order { amount, amount: >= least }; }
    select amount.saturating_sub(TRUCK)
}
";

/// A word or a literal, and its bytes.
type Token = (String, usize, usize);

/// The words and literals of a stream that have a place, documentation aside.
fn tokens(stream: TokenStream, found: &mut BTreeSet<Token>) {
    for token in stream {
        match token {
            TokenTree::Group(group) => tokens(group.stream(), found),
            TokenTree::Punct(_) => {}
            token => {
                let place = token.span().byte_range();
                if !place.is_empty() {
                    found.insert((token.to_string(), place.start, place.end));
                }
            }
        }
    }
}

/// The tokens of a text between two marks that are not in what the whole text expands to, at their places.
fn lost(text: &str, from: &str, to: &str) -> Vec<String> {
    let stream: TokenStream = text.parse().unwrap();
    let (mut written, mut expanded) = (BTreeSet::new(), BTreeSet::new());
    tokens(stream.clone(), &mut written);
    tokens(compile_tokens(stream), &mut expanded);
    // Two texts that are split into tokens do not share places; this one begins at its own.
    let base = written.iter().map(|(_, start, _)| *start).min().unwrap();
    let start = text.find(from).unwrap() + base;
    let end = text.rfind(to).unwrap() + base;
    let within = written
        .into_iter()
        .filter(|(_, at, _)| (start..end).contains(at));
    let lost = within.filter(|token| !expanded.contains(token));
    lost.map(|(word, ..)| word).collect()
}

/// The language's own words, for which there is nothing in Rust.
const WORDS: [&str; 25] = [
    "by", "fact", "focus", "for", "global", "halt", "if", "in", "insert", "key", "let", "max_by",
    "modify", "not", "query", "retract", "rule", "ruleset", "salience", "select", "sum", "then",
    "undo", "use", "when",
];

/// Whether a word is not to be found: it is the language's, or the rule's name, which is a variant's.
fn is_of_the_language(word: &str) -> bool {
    WORDS.contains(&word) || word == "send"
}

#[test]
fn every_name_and_literal_of_the_user_keeps_its_place() {
    let lost = lost(SHOP, "ruleset", "}");
    let lost: Vec<&String> = lost
        .iter()
        .filter(|word| !is_of_the_language(word))
        .collect();
    assert!(lost.is_empty(), "{lost:?}");
}

/// Mistakes and unfinished text that stand in a rule of their own.
const MISTAKES: [&str; 12] = [
    "rule wrong { when { shelf @ Shelf { quantity } } then { retract shelf; } }",
    "rule wrong { when { shelf @ Shelf { quantity: > }; } then {} }",
    "rule wrong { when { shelf @ Shelf { quan }; } then {} }",
    "rule wrong { when { shelf @ Shelf; if shelf.; } then {} }",
    "rule wrong { when { shelf @ Shelf; } then { shelf. } }",
    "rule wrong { when { shelf @ Shelf; } then { modify shelf { shelf. } } }",
    "rule wrong { when { shelf @ Shelf; } then { modify shelv {} } }",
    "rule wrong { when { shelf @ Shelf; } then { insert } }",
    "rule wrong { when { not { Shelf { article }; } if article.is_empty(); } then {} }",
    "#[sal(3)] rule wrong { when {} then {} }",
    "rule wrong { when { n = cou(Shelf); } then {} }",
    "query wrong(least: u32) -> u32 { when { Shelf { quantity: >= }; } select 1 }",
];

#[test]
fn a_mistake_in_one_rule_leaves_the_others_their_tokens_and_places() {
    let rule = |text: &str| lost(text, "#[salience", "query waiting");
    let query = |text: &str| lost(text, "query waiting", "(TRUCK)");
    for mistake in MISTAKES {
        let before = SHOP.replace("#[salience", &format!("{mistake}\n#[salience"));
        for text in [format!("{SHOP}\n{mistake}\n"), before] {
            let code = compile_tokens(text.parse().unwrap()).to_string();
            assert!(code.contains("compile_error"), "{mistake}");
            assert_eq!(rule(&text), rule(SHOP), "{mistake}");
            assert_eq!(query(&text), query(SHOP), "{mistake}");
        }
    }
}

#[test]
fn a_mistake_anywhere_leaves_the_types_and_their_methods() {
    let elsewhere = [
        "fact Shelf(u32);",
        "fact Broken { x: , }",
        "#[unique(3)] fact Other(u8);",
        "global sent: u32;",
        "group { rule unnamed { when {} then {} } }",
        "rul misspelt { when {} then {} }",
    ];
    for mistake in MISTAKES.into_iter().chain(elsewhere) {
        let text = format!("{SHOP}\n{mistake}\n");
        let code = compile_tokens(text.parse().unwrap()).to_string();
        assert!(code.contains("compile_error"), "{mistake}");
        for part in [
            "struct Shop <",
            "enum ShopRule {",
            "struct ShopGlobals {",
            "struct Shelf {",
            "fn new (",
            "fn builder (",
            "fn transaction <",
            "fn customer (",
            "fn waiting (",
            "const RULES :",
            "Send",
        ] {
            assert!(code.contains(part), "{mistake}: {part}");
        }
        if mistake.starts_with("rule wrong") {
            assert!(code.contains("Wrong"), "{mistake}");
        }
    }
}

#[test]
fn a_mistake_is_one_error() {
    for mistake in MISTAKES {
        let text = format!("{SHOP}\n{mistake}\n");
        let code = compile_tokens(text.parse().unwrap()).to_string();
        let errors = code.matches("compile_error !").count();
        assert_eq!(errors, 1, "{mistake}");
    }
}
