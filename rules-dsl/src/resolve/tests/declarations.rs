//! Declared facts: how they are told apart, and who may insert them.

use insta::assert_snapshot;

use crate::hir::{FactType, Identity};
use crate::resolve::names::{member_name, text};

use super::{errors, resolved};

fn identity(of: &FactType) -> String {
    let declaration = of.declaration.as_ref().unwrap();
    let derived = if declaration.derived { " derived" } else { "" };
    match &declaration.identity {
        Identity::Plain => format!("plain{derived}"),
        Identity::Unique => format!("unique{derived}"),
        Identity::Key(key) => {
            let key: Vec<String> = key.iter().map(member_name).collect();
            format!("key({}){derived}", key.join(", "))
        }
    }
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
            "key(row, type)",
            "key(1) derived",
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
    1:7: `A` has no field `rwo` (did you mean `row`?)
    1:23: the key names `row` twice
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
