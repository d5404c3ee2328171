use quote::ToTokens as _;

use super::parsed;
use crate::ast::{FactItem, Item};
use crate::printer;

/// Each item on a line.
fn items(text: &str) -> String {
    let mut lines = String::new();
    for item in parsed(text).items {
        lines += &match item {
            Item::Use(item) => format!("use {}", printer::text(&item.item.to_token_stream())),
            Item::Type(item) => format!("type {}", printer::text(&item.item.to_token_stream())),
            Item::Rust(tokens) => format!("rust {}", printer::text(&tokens)),
            Item::Fact(fact) => {
                let attrs: Vec<_> = fact
                    .attrs
                    .iter()
                    .map(|a| format!("{}({}) ", a.name, a.args))
                    .collect();
                let tokens = match fact.item {
                    FactItem::Struct(item) => item.to_token_stream(),
                    FactItem::Enum(item) => item.to_token_stream(),
                };
                format!("fact {}{}", attrs.concat(), printer::text(&tokens))
            }
            Item::Global(global) => {
                format!("global {} {}", global.name, global.ty.to_token_stream())
            }
            Item::Rule(rule) => format!("rule {} {}", rule.name, rule.when.len()),
            Item::Query(query) => format!(
                "query {} {} {} {}",
                query.vis.to_token_stream(),
                query.name,
                query.params.len(),
                query.select.is_some()
            ),
            Item::Table(table) => format!(
                "table {} {} {} {} {} {}",
                table.vis.to_token_stream(),
                table.name,
                table.params.len(),
                table.columns.len(),
                table.outputs.len(),
                table.rows.len()
            ),
            Item::Kind(kind) => {
                let types = kind.types.iter().map(|ty| ty.to_token_stream().to_string());
                let fields = kind.fields.iter().map(|(name, _)| name.to_string());
                let (types, fields) = (types.collect::<Vec<_>>(), fields.collect::<Vec<_>>());
                let vis = kind.vis.to_token_stream();
                format!(
                    "kind {vis} {} {} {}",
                    kind.name,
                    types.join("|"),
                    fields.join(",")
                )
            }
            Item::Group(group) => format!("group {} {}", group.name, group.rules.len()),
        };
        lines += "\n";
    }
    lines
}

#[test]
fn facts_read_as_structs_and_enums() {
    let text = "fact A; pub fact B(u8, pub u8); #[key(x)] pub(crate) fact C { x: u8 }
                /// Doc.
                fact enum D { E, F(u8) } fact fact { fact: u8 }";
    assert_eq!(
        items(text),
        "fact struct A;
fact pub struct B(u8, pub u8);
fact key(x) pub(crate) struct C { x: u8 }
fact doc(\" Doc.\") enum D { E, F(u8) }
fact struct fact { fact: u8 }
"
    );
}

#[test]
fn rust_items_pass_through() {
    let text = "const A: B = B { c: 1 }; static D: u8 = { 3 }; const fn f() {} struct E(u8);
                struct F { a: u8 } enum G { A } #[test] pub async fn h<T>() -> X<{ 3 }> where T: U {}
                impl<const N: usize> J<N> for K {} trait L {} mod m; mod n { fn x() {} } union U { a: u8 }
                m! {} a::b!(c); n![d]; macro_rules! o { () => {} } extern crate p; unsafe extern \"C\" {}
                rule! {} fn rule() {}";
    assert_eq!(
        items(text)
            .lines()
            .filter(|line| line.starts_with("rust "))
            .count(),
        20
    );
    assert_eq!(items(text).lines().count(), 20);
}

#[test]
fn rules_queries_and_groups_hold_conditions() {
    let text = "pub ruleset R;
                rule rule { when { A; B; } then {} }
                query q() { when { A; } }
                pub(super) query p(a: HashMap<K, V>, b: fn(A) -> B,) -> Vec<T> { when {} select a.b({ 1 }) }
                query s() -> u8 { when {} select 1; }
                group group { #[once] rule a { when {} then {} } rule b { when {} then {} undo {} } }
                group empty {}";
    assert_eq!(
        items(text),
        "rule rule 2
query pub q 0 false
query pub (super) p 2 true
query pub s 0 true
group group 2
group empty 0
"
    );
}

#[test]
fn uses_types_and_globals_are_rust_up_to_the_semicolon() {
    let text =
        "use a::{b, c::*}; pub use d; pub type T = Vec<(A, B)>; global g: Box<dyn Fn(A) -> B>;";
    assert_eq!(
        items(text),
        "use use a::{ b, c::* };
use pub use d;
type pub type T = Vec<(A, B)>;
global g Box < dyn Fn (A) -> B >
"
    );
}

#[test]
fn attributes_have_a_name_and_arguments() {
    let text = "#[salience(a + 1)] #[no_loop] #[doc = \"x\"] #[rustfmt::skip] #[allow(rules::x)]
                rule r { when {} then {} }";
    let Item::Rule(rule) = parsed(text).items.remove(0) else {
        panic!("a rule");
    };
    let attrs: Vec<_> = rule
        .attrs
        .iter()
        .map(|attr| (attr.name.as_str(), attr.args.to_string()))
        .collect();
    let expected = [
        ("salience", "a + 1"),
        ("no_loop", ""),
        ("doc", "\"x\""),
        ("rustfmt::skip", ""),
        ("allow", "rules :: x"),
    ];
    assert_eq!(attrs, expected.map(|(name, args)| (name, args.to_owned())));
}

#[test]
fn tables_have_columns_outputs_and_rows() {
    let text = "pub table a(c: &C, t: u32) -> R { | c.k: K(A or B) | t || x | y: u8 |
                    | A | >= 1 || f(1) | 2 | | not B | 1..=2 or 5 || (a | b) | 3 | | else || 4 | 5 | }
                table b(x: a::B) -> Option<u8> from \"b.csv\" { | x.m::<u8>() || y | }";
    assert_eq!(items(text), "table pub a 2 2 2 3\ntable pub b 1 1 1 0\n");
}
