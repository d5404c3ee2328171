//! The same text through both doors is the same ruleset.

use std::path::Path;

use behaviour::Recorder;
use doors::model::{Order, Urgency};
use doors::{block, file, tea_shop, without_positions};
use proc_macro2::{TokenStream, TokenTree};
use rules_dsl::unstable::{Source, Table, compile_source, compile_tokens};

const FILE: &str = include_str!("../rules/warehouse.rules");
const BLOCK: &str = include_str!("../src/block.rs");

/// The text between the braces of the `rules!` block.
fn block_text() -> &'static str {
    let (_, text) = BLOCK.split_once("rules! {\n").unwrap();
    text.trim_end().strip_suffix('}').unwrap()
}

/// The code that the file's door makes.
fn code_of_file() -> TokenStream {
    let source = Source::from_text(Path::new("rules/warehouse.rules"), FILE.to_owned());
    let (code, diagnostics) = compile_source(&source);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    code
}

#[test]
fn the_two_texts_are_the_same_but_for_indentation() {
    let block = block_text().lines().map(str::trim);
    assert!(block.eq(FILE.lines().map(str::trim)));
}

#[test]
fn both_doors_give_the_same_code_but_for_positions() {
    let of_block = compile_tokens(block_text().parse().unwrap());
    let of_file = code_of_file();
    assert_ne!(of_block.to_string(), of_file.to_string());
    let of_block = without_positions(of_block).to_string();
    let of_file = without_positions(of_file).to_string();
    let for_editors = of_block.strip_prefix(&of_file).unwrap();
    assert!(
        for_editors.contains("fn types_0 (_ : & Order"),
        "{for_editors}"
    );
    assert!(!for_editors.contains("impl"), "{for_editors}");
}

/// So one that is misspelt is one error, although a file has a place in the code for each mention.
#[test]
fn a_type_that_is_declared_elsewhere_is_mentioned_once() {
    let text = "rule r {
        when { n = count(Fit(_)); t = accumulate(Longest, x for Fit(x)) by (x); not Fit(1); }
        then { println!(\"{n} {t}\"); }
    }";
    let source = Source::from_text(Path::new("rules/tailor.rules"), text.to_owned());
    let (code, _) = compile_source(&source);
    let count = |name| {
        identifiers(code.clone())
            .iter()
            .filter(|ident| *ident == name)
            .count()
    };
    // An accumulator is asked whether it is one, and then named.
    assert_eq!([count("Fit"), count("Longest")], [1, 2]);
}

fn identifiers(code: TokenStream) -> Vec<String> {
    let of_token = |token| match token {
        TokenTree::Group(group) => identifiers(group.stream()),
        TokenTree::Ident(name) => vec![name.to_string()],
        _ => Vec::new(),
    };
    code.into_iter().flat_map(of_token).collect()
}

#[test]
fn compiling_twice_gives_the_same_code() {
    assert_eq!(code_of_file().to_string(), code_of_file().to_string());
}

#[test]
fn both_doors_tell_the_same_of_the_rules() {
    let of_block = block::Warehouse::RULES;
    let of_file = file::Warehouse::RULES;
    assert_eq!(of_block.len(), of_file.len());
    for (a, b) in of_block.iter().zip(of_file) {
        assert_eq!(a.name, b.name);
        assert_eq!(a.docs, b.docs);
        assert_eq!(a.tags, b.tags);
        assert_eq!(a.salience, b.salience);
        assert_eq!(a.conditions, b.conditions);
    }
    assert_eq!(
        of_file[0].conditions,
        [
            "order @ Order { article, urgency: Urgency::High } if order.open() > 0",
            "shelf @ Shelf { article, quantity: 1.. }",
            "not Weather::Storm { force: > 9 }",
        ]
    );
    assert_eq!(
        block::Warehouse::network().to_dot(),
        file::Warehouse::network().to_dot()
    );
}

#[test]
fn each_door_tells_the_positions_of_its_own_text() {
    let texts = [
        (block::Warehouse::RULES[0].position, "src/block.rs", BLOCK),
        (
            file::Warehouse::RULES[0].position,
            "rules/warehouse.rules",
            FILE,
        ),
    ];
    for (position, path, text) in texts {
        assert!(position.file.ends_with(path), "{position}");
        let line = text.lines().nth(position.line as usize - 1).unwrap();
        assert!(
            line[position.column as usize - 1..].starts_with("send_urgent"),
            "{position}"
        );
    }
}

/// Runs one of the two rulesets, which are types of their own, and tells what happened.
macro_rules! run {
    ($door:ident) => {{
        use $door::{Shelf, Warehouse, Weather};
        let mut session = Warehouse::builder().listener(Recorder::default()).build(0);
        let order = |article: &str, quantity, urgency| Order {
            article: article.to_owned(),
            quantity,
            urgency,
            sent: 0,
        };
        session.insert_all([
            order("tea", 25, Urgency::High),
            order("jam", 5, Urgency::Low),
            order("ink", 5, Urgency::High),
        ]);
        let storm = session.insert(Weather::Storm { force: 10 });
        for (article, quantity) in [("tea", 12), ("ink", 5)] {
            let article = article.to_owned();
            session.insert(Shelf { article, quantity });
        }
        let mut lines = vec![session.run().to_string()];
        let scarce = session.scarce(10);
        lines.extend(scarce.map(|(article, left)| format!("{left} of {article} left")));
        session
            .update(storm, |weather| *weather = Weather::Fine)
            .unwrap();
        lines.push(session.run().to_string());
        lines.push(format!("{} sent", session.globals().sent));
        lines.extend(session.listener_mut().take());
        lines
    }};
}

#[test]
fn both_doors_run_the_same() {
    let of_block = run!(block);
    assert_eq!(of_block, run!(file));
    assert!(of_block.contains(&"17 sent".to_owned()), "{of_block:#?}");
    assert!(
        of_block.contains(&"5 of ink left".to_owned()),
        "{of_block:#?}"
    );
}

#[test]
fn a_file_without_a_ruleset_item_is_named_by_its_stem() {
    let mut shop = tea_shop::TeaShop::new();
    shop.insert(tea_shop::Pot { cups: 3 });
    assert_eq!(shop.with_cups(3).count(), 1);
    assert_eq!(shop.run().count, 3);
    assert_eq!(shop.with_cups(3).count(), 0);
}

#[test]
fn the_generated_code_of_a_small_ruleset_is_readable() {
    let path = concat!(env!("OUT_DIR"), "/tea_shop.rs");
    insta::assert_snapshot!("tea_shop", std::fs::read_to_string(path).unwrap());
}

#[test]
fn the_table_beside_the_generated_file_leads_from_it_to_the_text() {
    let generated = concat!(env!("OUT_DIR"), "/warehouse.rs");
    let code = std::fs::read_to_string(generated).unwrap();
    let table = std::fs::read_to_string(Table::path(Path::new(generated))).unwrap();
    let table: Table = table.parse().unwrap();
    for fragment in ["(order.open() > 0)", "fact(&order),", "*sent += amount;"] {
        let start = code.find(fragment).unwrap();
        let (path, range) = table.locate(&(start..start + fragment.len())).unwrap();
        assert_eq!(std::fs::read_to_string(path).unwrap(), FILE);
        assert!(fragment.contains(&FILE[range]), "{fragment}");
    }
}
