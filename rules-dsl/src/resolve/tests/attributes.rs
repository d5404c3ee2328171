//! Attributes of rulesets, rules, facts and globals.

use insta::assert_snapshot;
use quote::quote;

use crate::hir::Strategy;
use crate::resolve::names::text;

use super::{errors, resolved};

#[test]
fn settings_of_a_ruleset_are_read() {
    let (ruleset, diagnostics) = resolved(
        "/// Docs.\n#[strategy(breadth)] #[crate(my::runtime)] #[allow(rules::cross_product, dead_code)]\n\
         pub ruleset Referee;",
    );
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    assert_eq!(ruleset.strategy, Strategy::Breadth);
    assert_eq!(text(&ruleset.runtime), "my::runtime");
    assert!(ruleset.allows.contains("cross_product"));
    let attrs = &ruleset.attrs;
    assert_snapshot!(text(&quote!(#(#attrs)*)), @r#"#[doc = " Docs."] #[allow(dead_code)]"#);
}

#[test]
fn settings_of_a_rule_are_read() {
    let (ruleset, diagnostics) = resolved(
        "/// One.\n/// Two.\n#[salience(HIGH + 1)] #[no_loop] #[tag(a, \"b c\")] #[tag(d::e)]\n\
         #[allow(rules::unused_variable, unused)] rule r { when { } then { } }",
    );
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let rule = &ruleset.rules[0];
    assert_eq!(rule.docs, ["One.", "Two."]);
    assert_eq!(rule.tags, ["a", "b c", "d::e"]);
    assert!(rule.no_loop);
    assert_eq!(
        rule.salience.as_ref().map(text).as_deref(),
        Some("HIGH + 1")
    );
    assert!(rule.allows.contains("unused_variable"));
    let attrs = &rule.attrs;
    assert_snapshot!(text(&quote!(#(#attrs)*)), @"#[allow(unused)]");
}

#[test]
fn declared_facts_become_rust_items() {
    let (ruleset, diagnostics) = resolved(
        "pub fact Cell { row: u8, pub(crate) mark: Mark } #[unique] fact Edge(u32, u32); \
         #[derive(Debug)] #[allow(dead_code)] fact enum Signal { Red, Blue(u8) } fact Unit; fn f() {}",
    );
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let items: Vec<String> = ruleset.items.iter().map(text).collect();
    assert_snapshot!(items.join("\n"), @r#"
    #[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::cmp::PartialEq)] pub struct Cell { pub row: u8, pub (crate) mark: Mark }
    #[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::cmp::PartialEq, ::core::cmp::Eq, ::core::hash::Hash)] struct Edge(u32, u32);
    #[derive(Debug)] #[allow(dead_code)] enum Signal { Red, Blue(u8) }
    #[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::cmp::PartialEq)] struct Unit;
    fn f() {}
    "#);
}

#[test]
fn attributes_that_are_not_there_are_errors() {
    assert_snapshot!(
        errors(
            "#[strateg(depth)]\n#[strategy(dept)]\nruleset R;\n#[salence(1)]\n#[allow(rules::cross_produkt)]\n\
             #[no_loop(1)]\n#[salience()]\nrule r { when { } then { } }\n#[trayled] global g: u8;\n"
        ),
        @r#"
    1:3: there is no attribute `strateg` of a ruleset (did you mean `strategy`?)
    2:12: there is no strategy `dept` (did you mean `depth`?)
    9:3: there is no attribute `trayled` of a global (did you mean `trailed`?)
    4:3: there is no attribute `salence` of a rule (did you mean `salience`?)
    5:16: there is no warning `rules::cross_produkt` (did you mean `cross_product`?)
    6:11: `#[no_loop]` takes no arguments
    7:3: `#[salience(…)]` takes an expression of type `i32`
    "#
    );
}

#[test]
fn attributes_of_later_are_reported_at_their_words() {
    assert_snapshot!(
        errors(
            "#[strategy(lex)]\n#[backtrack]\n#[error(E)]\nruleset R;\n#[key(a)]\nfact A { a: u8 }\n\
             #[derived]\nfact B;\n#[once]\n#[on_change(x)]\n#[lock_on_active]\n#[auto_focus]\n\
             #[salience(x as i32)]\nrule r { when { A { a: x }; } then { } }\n#[trailed]\nglobal g: u8;\n"
        ),
        @r#"
    1:12: `lex` is not supported yet
    2:3: `backtrack` is not supported yet
    3:3: `error` is not supported yet
    15:3: `trailed` is not supported yet
    5:3: `key` is not supported yet
    7:3: `derived` is not supported yet
    9:3: `once` is not supported yet
    10:3: `on_change` is not supported yet
    11:3: `lock_on_active` is not supported yet
    12:3: `auto_focus` is not supported yet
    13:12: `salience` computed from variables is not supported yet
    "#
    );
}

#[test]
fn an_attribute_given_twice_is_an_error() {
    assert_snapshot!(errors("#[salience(1)]\n#[salience(2)]\nrule r { when { } then { } }"), @"2:3: `#[salience]` is given twice");
}
