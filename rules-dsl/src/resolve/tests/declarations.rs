//! Declared facts: how they are told apart, and who may insert them.

use insta::assert_snapshot;

use crate::hir::{FactType, Identity, KeyField};
use crate::resolve::names::{member_name, text};

use super::{errors, resolved};

fn identity(of: &FactType) -> String {
    let declaration = of.declaration.as_ref();
    let is_derived = declaration.is_some_and(|declaration| declaration.derived);
    let derived = if is_derived { " derived" } else { "" };
    match &of.identity {
        Identity::Plain => format!("plain{derived}"),
        Identity::Unique => format!("unique{derived}"),
        Identity::Key(key) => {
            let key: Vec<String> = key.iter().map(key_field).collect();
            format!("key({}){derived}", key.join(", "))
        }
        Identity::Best(best) => {
            let word = if best.least { "min" } else { "max" };
            let by: Vec<String> = best.by.iter().map(key_field).collect();
            format!(
                "best({word}: {}, by({})){derived}",
                key_field(&best.value),
                by.join(", ")
            )
        }
        Identity::Unsaid => "unsaid".to_owned(),
    }
}

#[test]
fn the_best_of_declared_and_of_foreign_facts_stand() {
    let (ruleset, diagnostics) = resolved(
        "#[best(min: cost, by(from, to))] fact A { from: u8, to: u8, cost: u16 } \
         #[best(max: 0, by(),)] fact B(u8); #[best(min: at, by(of,))] use model::C;",
    );
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let identities: Vec<String> = ruleset.fact_types.iter().map(identity).collect();
    assert_eq!(
        identities,
        [
            "best(min: cost: u16, by(from, to)) derived",
            "best(max: 0: u8, by()) derived",
            "best(min: at, by(of))",
        ]
    );
}

fn key_field(KeyField { member, ty }: &KeyField) -> String {
    let ty = ty.as_ref().map(|ty| format!(": {}", text(ty)));
    format!("{}{}", member_name(member), ty.unwrap_or_default())
}

#[test]
fn facts_are_told_apart() {
    let (ruleset, diagnostics) = resolved(
        "fact A; #[unique] #[derived] fact B; #[key(row, r#type)] fact C { row: u8, r#type: u8, mark: u8 } \
         #[derived] #[key(1)] fact D(u8, u8); #[key()] fact enum E { Red, Blue }",
    );
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let identities: Vec<String> = ruleset.fact_types.iter().map(identity).collect();
    assert_eq!(
        identities,
        [
            "plain",
            "unique derived",
            "key(row: u8, type: u8)",
            "key(1: u8) derived",
            "key()"
        ]
    );
}

#[test]
fn a_fact_with_a_key_derives_as_a_plain_one() {
    let (ruleset, _) = resolved("#[key(a)] #[derived] fact A { a: u8 }");
    assert_snapshot!(text(&ruleset.items[0]), @"#[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::cmp::PartialEq)] struct A { a: u8 }");
}

#[test]
fn a_key_names_fields() {
    assert_snapshot!(
        errors(
            "#[key(rwo, mark, row, row)]\nfact A { row: u8, mark: u8 }\n#[key(2)]\nfact B(u8, u8);\n#[key]\nfact C;\n\
             #[key(x)]\nfact enum D { Red { x: u8 } }\n#[key(a b)]\nfact E { a: u8 }"
        ),
        @r#"
    1:23: the key names `row` twice
    1:7: `A` has no field `rwo` (did you mean `row`?)
    3:7: `B` has no field `2`
    5:3: `#[key]` needs the fields of the key (`#[key(a, b)]`, or `#[key()]` for one fact at the most)
    7:7: `D` has no field `x`
    9:7: `#[key(…)]` takes fields, separated by commas
    "#
    );
}

#[test]
fn attributes_of_facts_exclude_each_other_and_stand_once() {
    assert_snapshot!(
        errors("#[unique]\n#[key(a)]\nfact A { a: u8 }\n#[derived]\n#[derived(1)]\nfact B;"),
        @r#"
    2:3: a fact is either `#[unique]` or has a `#[key(…)]`; this one has `#[unique]` at line 1 (facts of one key are one: leave `#[unique]` out)
    5:3: `#[derived]` is given twice, first at line 4
    5:11: `#[derived]` takes no arguments
    "#
    );
}

#[test]
fn an_accessor_is_a_method_of_the_session() {
    assert_snapshot!(
        errors(
            "#[key(a)]\nfact Run { a: u8 }\nfact Step;\n#[key()]\nfact GameStage;\nquery game_stage() { when { } }\n\
             #[key()]\nfact NextSolution;\n#[key()]\nfact Crate;\n#[key()]\nfact Move;"
        ),
        @r#"
    2:6: a fact with a key cannot be named `Run`: its accessor would be `run`, a method that every session has (give it another name)
    6:7: the query `game_stage` is named `game_stage`, as is the key accessor of `GameStage`, defined at line 5 (give one of them another name)
    8:6: a fact with a key cannot be named `NextSolution`: its accessor would be `next_solution`, a method that every session has (give it another name)
    10:6: a fact with a key cannot be named `Crate`: its accessor would be `crate`, a word of Rust (give it another name)
    "#
    );
}

#[test]
fn a_ruleset_says_how_facts_of_types_from_elsewhere_are_told_apart() {
    let (ruleset, diagnostics) = resolved(
        "#[key(id, at: Vec<u8>)] #[allow(unused)] use a::{A, b::C as D}; #[unique] use {E, self::F}; \
         #[key(0)] type G = (u8, u8); use a::H; rule r { when { H; I; D { x: 1 }; } then { } }",
    );
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let identities = ruleset.fact_types.iter();
    let identities = identities.map(|of| format!("{} {}", of.name, identity(of)));
    assert_eq!(
        identities.collect::<Vec<_>>(),
        [
            "A key(id, at: Vec<u8>)",
            "D key(id, at: Vec<u8>)",
            "E unique",
            "F unique",
            "G key(0)",
            "H unsaid",
            "I unsaid"
        ]
    );
    let uses = ruleset.uses.iter().map(text).collect::<Vec<_>>();
    assert_eq!(
        uses,
        ["#[allow(unused)] use a::{ A, b::C as D };", "use a::H;"]
    );
}

#[test]
fn what_is_said_of_a_type_is_said_once_and_of_its_name() {
    assert_snapshot!(
        errors(
            "#[unique]\n#[key(a)]\nuse a::A;\n#[unique]\nuse a::*;\n#[key()]\nuse a::{self, B as _};\n\
             #[unique]\nuse C;\n#[key(x)]\nuse C;\nfact D;\n#[unique]\nuse D;\n#[derived]\nuse a::E;\n\
             #[key]\nuse a::F;\n#[key(a: )]\nuse a::G;\n#[key(a, a: u8)]\nuse a::H;\n#[unique(a)]\nuse a::I;\n\
             #[key(a)]\nuse a::J as Run;"
        ),
        @r#"
    26:13: a fact with a key cannot be named `Run`: its accessor would be `run`, a method that every session has (give it another name)
    2:3: a fact is either `#[unique]` or has a `#[key(…)]`; this one has `#[unique]` at line 1 (facts of one key are one: leave `#[unique]` out)
    5:8: `#[unique]` and `#[key(…)]` need the names of the types that they are said of (name each type: `use path::{A, B};`)
    7:9: `#[unique]` and `#[key(…)]` need the names of the types that they are said of (name each type: `use path::{A, B};`)
    7:20: `#[unique]` and `#[key(…)]` need the names of the types that they are said of (name each type: `use path::{A, B};`)
    11:5: what tells facts of `C` apart is said twice, first at line 9
    14:5: `D` is declared in this ruleset, and what tells its facts apart belongs there (put the attribute on `fact D`)
    15:3: `#[derived]` stands on a `fact`, not on a type from elsewhere (each ruleset says for itself who inserts the facts that it declares)
    17:3: `#[key]` needs the fields of the key (`#[key(a, b)]`, or `#[key()]` for one fact at the most)
    19:7: `#[key(…)]` takes fields, separated by commas, each with its type or without: `id: u32`
    21:10: the key names `a` twice
    23:10: `#[unique]` takes no arguments
    "#
    );
}
