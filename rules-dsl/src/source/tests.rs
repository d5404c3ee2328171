use std::path::Path;
use std::str::FromStr;

use proc_macro2::TokenStream;

use super::Source;
use crate::parse::parse;

/// The first problem that both doors have with a text.
#[track_caller]
fn problem(text: &str) -> String {
    let file = Source::from_text(Path::new("a.rules"), text.to_owned());
    let tokens = Source::from_tokens(TokenStream::from_str(text).unwrap());
    let first = |source: &Source| {
        let (_, diagnostics) = parse(source);
        let first = diagnostics.iter().next().expect("a problem");
        (first.message.clone(), first.span.start.byte_range())
    };
    assert_eq!(first(&file), first(&tokens));
    let (message, range) = first(&file);
    format!("{}: {message}", range.start)
}

const TOO_DEEP: &str = "nested too deep: the limit is 128 levels of brackets";

#[test]
fn brackets_nested_too_deep_are_an_error_at_the_token() {
    let nested = format!(
        "const X: u8 = {}1{};",
        "(".repeat(10_000),
        ")".repeat(10_000)
    );
    assert_eq!(problem(&nested), format!("142: {TOO_DEEP}"));
    let open = "rule a { when { not { ".to_owned() + &"not {".repeat(10_000);
    let nested = format!("{open}{}", "}".repeat(10_003));
    assert!(problem(&nested).ends_with(TOO_DEEP));
}

#[test]
fn generic_arguments_and_operators_nested_too_deep_are_an_error() {
    let types = format!(
        "type X = {}u8{};",
        "Box<".repeat(10_000),
        ">".repeat(10_000)
    );
    assert!(problem(&types).ends_with(TOO_DEEP));
    let prefixes = format!("const X: bool = {}true;", "!".repeat(10_000));
    assert!(problem(&prefixes).ends_with(TOO_DEEP));
    let sums = format!("const X: u8 = {}1;", "1 + ".repeat(10_000));
    assert!(problem(&sums).ends_with(TOO_DEEP));
}

#[test]
fn what_is_not_too_deep_fits_on_a_small_stack() {
    let open = "rule a { when { if ".to_owned() + &"(".repeat(120);
    let text = format!("{open}1{}; }} then {{}} }}", ")".repeat(120));
    let source = Source::from_text(Path::new("a.rules"), text);
    let (_, diagnostics) = parse(&source);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
}

#[test]
fn a_long_list_of_comparisons_is_not_deep() {
    let list = "MAX < b, a < MAX, ".repeat(500);
    let text = format!("const X: &[bool] = &[{list}];");
    let source = Source::from_text(Path::new("a.rules"), text);
    let (_, diagnostics) = parse(&source);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
}

#[test]
fn the_rows_of_a_long_table_are_not_deep() {
    let rows = "| 1..5 | < 3 | \"a\" || a + b || 1 ".repeat(3000);
    let text = format!("table t(a: u8, b: u8, c: &str) -> u8 {{ | a | b | c || x || y {rows} }}");
    let source = Source::from_text(Path::new("a.rules"), text);
    let (_, diagnostics) = parse(&source);
    let deep = diagnostics.iter().find(|found| found.message == TOO_DEEP);
    assert!(deep.is_none(), "{deep:?}");
    // A cell may be too deep.
    let deep = format!(
        "table t(a: u8) -> u8 {{ | a || x | 1 || {}1 }}",
        "1 + ".repeat(3000)
    );
    assert!(problem(&deep).ends_with(TOO_DEEP));
}

#[test]
fn a_great_many_items_are_not_deep() {
    let rule = "/// One.\n/// Two.\n#[salience(1)] rule a { when { A; } then { halt; } }";
    let query = "query q(x: u8) -> u8 { when { A; } select x }";
    let method = "fn f(&self) -> u8 { match self { A => {} B => {} } }";
    let text = format!(
        "{} {} impl A {{ {} }}",
        rule.repeat(1000),
        query.repeat(1000),
        method.repeat(1000)
    );
    let source = Source::from_text(Path::new("a.rules"), text);
    let (ruleset, diagnostics) = parse(&source);
    let deep = diagnostics.iter().find(|found| found.message == TOO_DEEP);
    assert!(deep.is_none() && ruleset.items.len() == 2001, "{deep:?}");
}

#[test]
fn a_thousand_rules_with_nested_brackets_parse() {
    // A grammar that read a bracket again at each level would not come to an end here.
    let rule = "rule a { when { not { not { A { x: == foo::<B, C>(y) }; } } } then { halt; } }";
    let source = Source::from_text(Path::new("a.rules"), rule.repeat(1000));
    let (ruleset, _) = parse(&source);
    assert_eq!(ruleset.items.len(), 1000);
}
