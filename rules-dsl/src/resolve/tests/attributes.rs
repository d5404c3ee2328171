//! Attributes of rulesets, rules, facts and globals.

use insta::assert_snapshot;
use quote::quote;
use syn::parse_quote;

use crate::hir::Strategy;
use crate::resolve::names::text;

use super::{errors, model, resolved};

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
    #[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::cmp::PartialEq)] pub struct Cell { pub row: u8, pub(crate) mark: Mark }
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
fn every_strategy_is_known() {
    for (written, strategy) in [
        ("depth", Strategy::Depth),
        ("breadth", Strategy::Breadth),
        ("lex", Strategy::Lex),
        ("mea", Strategy::Mea),
        ("complexity", Strategy::Complexity),
        ("simplicity", Strategy::Simplicity),
        ("order", Strategy::Order),
        (
            "random(SEED + 1)",
            Strategy::Random(Box::new(parse_quote!(SEED + 1))),
        ),
    ] {
        let (ruleset, diagnostics) = resolved(&format!("#[strategy({written})] ruleset R;"));
        assert!(diagnostics.is_empty(), "{diagnostics:#?}");
        assert_eq!(ruleset.strategy, strategy);
    }
}

#[test]
fn a_strategy_takes_what_it_takes() {
    let of = |strategy: &str| errors(&format!("#[strategy({strategy})] ruleset R;"));
    assert_snapshot!(of("random"), @"1:12: `#[strategy(…)]` takes a seed with `random`: `random(42)`");
    assert_snapshot!(of("random()"), @"1:12: `#[strategy(…)]` takes a seed with `random`: `random(42)`");
    assert_snapshot!(of("lex(1)"), @"1:12: `#[strategy(…)]` takes nothing more with `lex`");
    assert_snapshot!(of("1"), @"1:12: `#[strategy(…)]` takes a strategy, such as `depth` or `breadth`");
}

#[test]
fn an_error_type_is_read() {
    let (ruleset, diagnostics) = resolved("#[error(Box<dyn model::Error>)] ruleset R;");
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    assert_eq!(
        ruleset.error.as_ref().map(text).as_deref(),
        Some("Box<dyn model::Error>")
    );
    assert_snapshot!(errors("#[error()]\nruleset R;"), @"1:3: `#[error(…)]` takes a type");
}

#[test]
fn flags_of_a_rule_are_read() {
    let (ruleset, diagnostics) = resolved(
        "group g { #[once] #[lock_on_active] #[auto_focus] rule r { when { } then { } } rule s { when { } then { } } }",
    );
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let flags = |at: usize| {
        let rule = &ruleset.rules[at];
        [
            rule.once,
            rule.lock_on_active,
            rule.auto_focus,
            rule.no_loop,
        ]
    };
    assert_eq!(flags(0), [true, true, true, false]);
    assert_eq!(flags(1), [false; 4]);
}

#[test]
fn the_focus_means_nothing_outside_groups() {
    assert_snapshot!(errors("#[lock_on_active]\n#[auto_focus]\nrule r { when { } then { } }"), @r#"
    1:3: `#[lock_on_active]` means nothing in a rule outside all groups (put the rule in a group: `group name { rule … }`)
    2:3: `#[auto_focus]` means nothing in a rule outside all groups (put the rule in a group: `group name { rule … }`)
    "#);
}

#[test]
fn a_salience_may_be_computed() {
    assert_snapshot!(
        model(
            "#[salience(BASE + x * m.weight)] rule r { when { m @ M { x }; n = count(A); } then { } } \
             #[salience(n as i32)] rule s { when { n = count(A); } then { } }"
        ),
        @r#"
    type M reads {x, weight}
    type A reads {}
    e0 type 0 reads {0, 1} `m @ M { x }`
    e1 inner type 1 reads {} `A`
    e2 accumulate `n = count(A)`
    v0 m = fact e0
    v1 x = e0.x
    v2 n = accumulate e2
    when e0; e2 = count { e1 }
    salience (BASE + x * m.weight) [v0 v1 e0]
    then []
    e0 inner type 1 reads {} `A`
    e1 accumulate `n = count(A)`
    v0 n = accumulate e1
    when e1 = count { e0 }
    salience (n as i32) [v0 e1]
    then []
    "#
    );
}

#[test]
fn what_on_change_names_is_read() {
    assert_snapshot!(
        model(
            "#[on_change(x, m.y.len())] #[on_change(xs)] rule r { when { m @ M { x }; xs = collect(A); } then { } }"
        ),
        @r#"
    type M reads {x, y}
    type A reads {} whole
    e0 type 0 reads {0, 1} `m @ M { x }`
    e1 inner type 1 reads {} whole `A`
    e2 accumulate `xs = collect(A)`
    v0 m = fact e0
    v1 x = e0.x
    v2 xs = accumulate e2
    when e0; e2 = collect e1 { e1 }
    on_change (x) [v1 e0]
    on_change (m.y.len()) [v0 e0]
    on_change (xs) [v2 e2]
    then []
    "#
    );
}

#[test]
fn expressions_of_attributes_see_what_a_match_has() {
    assert_snapshot!(
        errors(
            "global g: u8;\n#[salience(x)]\n#[on_change(y, g)]\nrule r { when { not A { x }; y = count(B); } then { } }\n\
             #[salience(g)]\nrule s { when { } then { } }\n#[on_change()]\nrule t { when { } then { } }"
        ),
        @r#"
    3:16: a condition cannot use the global `g` (globals belong to `then` blocks; what conditions read must be facts)
    2:12: `x` has no value here: it is local to the `not` at line 4
    5:12: a condition cannot use the global `g` (globals belong to `then` blocks; what conditions read must be facts)
    7:3: `#[on_change(…)]` takes expressions, separated by commas
    "#
    );
}

#[test]
fn complexity_counts_tests_as_written() {
    let complexity = |when: &str| {
        let (ruleset, diagnostics) =
            resolved(&format!("rule r {{ when {{ {when} }} then {{ }} }}"));
        assert!(diagnostics.is_empty(), "{diagnostics:#?}");
        ruleset.rules[0].complexity
    };
    assert_eq!(complexity(""), 0);
    assert_eq!(complexity("A; A;"), 2);
    // A variable that binds is no test; one that joins is, as are a constant, a comparison and a nested pattern.
    assert_eq!(
        complexity("A { x, y: _ }; B { x, y: 1, z: > 2, w: Some(v) };"),
        6
    );
    assert_eq!(complexity("A(x, y); B { x, y: > 3 };"), 4);
    assert_eq!(complexity("T(x, x); B { y: x };"), 4);
    assert_eq!(complexity("A { x }; B { y: z, w: x }; C { z, x };"), 6);
    assert_eq!(
        complexity("A { x } if x > 1 && x < 5; if x != 3; if let Some(y) = f(x);"),
        4
    );
    assert_eq!(complexity("Signal::Red; T(1, x, ..);"), 3);
    assert_eq!(
        complexity("not A; forall B { x } => C { x }; let y = 1; for z in 0..y;"),
        4
    );
    // What is local to one place binds anew in another.
    assert_eq!(
        complexity("not A { x }; not B { x }; n = count(C { x });"),
        3
    );
    assert_eq!(
        complexity("either { A { x }; } or { B { x }; } C { x };"),
        4
    );
    assert_eq!(complexity("n = sum(x for A { x, y }) by (y); B { y };"), 3);
    assert_eq!(complexity("n = count(A { x: 1 }) if n > 1;"), 3);
}

#[test]
fn an_attribute_given_twice_is_an_error() {
    assert_snapshot!(errors("#[salience(1)]\n#[salience(2)]\nrule r { when { } then { } }"), @"2:3: `#[salience]` is given twice, first at line 1");
}

#[test]
fn a_stage_is_a_salience_by_name() {
    let (ruleset, diagnostics) = resolved(
        "#[stages(admit, act, _, report, sweep)] ruleset R;\n\
         #[stage(admit)] rule a { when { } then { } } #[stage(act)] rule b { when { } then { } }\n\
         rule c { when { } then { } } #[stage(report)] rule d { when { } then { } }\n\
         #[stage(sweep)] rule e { when { } then { } }",
    );
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let rules = ruleset.rules.iter();
    let said = rules.map(|rule| {
        let [stage, salience] = [
            rule.stage.as_ref().map(text),
            rule.salience.as_ref().map(text),
        ]
        .map(Option::unwrap_or_default);
        format!("{}: {stage} {salience}.", rule.name)
    });
    assert_snapshot!(said.collect::<Vec<_>>().join("\n"), @r"
    a: admit 2000.
    b: act 1000.
    c:  .
    d: report -1000.
    e: sweep -2000.
    ");
}

#[test]
fn rules_in_no_stage_come_last_where_their_place_is_not_said() {
    let (ruleset, diagnostics) =
        resolved("#[stages(admit, act,)] ruleset R;\n#[stage(act)] rule a { when { } then { } }");
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let salience = ruleset.rules[0].salience.as_ref().map(text);
    assert_eq!(salience.as_deref(), Some("1000"));
}

#[test]
fn stages_are_listed_once_and_known() {
    assert_snapshot!(
        errors(
            "#[stages(admit, _, act, admit, _)]\nruleset R;\n#[stage(acd)] rule a { when { } then { } }\n\
             #[stage(zzz)] rule b { when { } then { } }\n#[stage(act)] #[salience(1)] rule c { when { } then { } }\n\
             #[salience(1)] #[stage(act)] rule d { when { } then { } }\n#[stage(1)] rule e { when { } then { } }\n\
             #[stage] rule f { when { } then { } }\n#[stage(_)] rule g { when { } then { } }"
        ),
        @r"
    1:25: the stage `admit` is listed twice, first at line 1
    1:32: `_`, the place of rules that are in no stage, is listed twice
    3:9: there is no stage `acd` (did you mean `act`?)
    4:9: there is no stage `zzz` (the stages are `admit`, `act`)
    5:17: a rule in a stage has the salience of its stage: `#[salience]` does not go with `#[stage]`, which is given at line 5 (what comes earlier or later within a stage is a stage of its own)
    6:18: a rule in a stage has the salience of its stage: `#[stage]` does not go with `#[salience]`, which is given at line 6 (what comes earlier or later within a stage is a stage of its own)
    7:9: `#[stage(…)]` takes the name of a stage
    8:3: `#[stage(…)]` takes the name of a stage
    9:9: `#[stage(…)]` takes the name of a stage
    "
    );
    assert_snapshot!(errors("#[stages()]\nruleset R;"), @"1:3: `#[stages(…)]` takes the stages, first to last, and `_` for rules that are in none: `admit, act, _, report`");
    assert_snapshot!(errors("#[stages(a b)]\nruleset R;"), @"1:10: `#[stages(…)]` takes the stages, first to last, and `_` for rules that are in none: `admit, act, _, report`");
    assert_snapshot!(errors("#[stages(_)]\nruleset R;"), @"1:10: `#[stages(…)]` takes the stages, first to last, and `_` for rules that are in none: `admit, act, _, report`");
    assert_snapshot!(errors("ruleset R;\n#[stage(act)] rule a { when { } then { } }"), @"2:9: there is no stage `act`: the ruleset has no stages (list them on the ruleset, first to last: `#[stages(act, …)]`)");
}
