//! Errors of items, and what is not supported yet.

use insta::assert_snapshot;

use super::errors;

#[test]
fn names_stand_once() {
    assert_snapshot!(
        errors(
            "fact A;\nfact A;\nglobal g: u8;\nglobal g: u8;\nrule play_it { when { } then { } }\n\
             rule play_it { when { } then { } }\nrule playIt { when { } then { } }\n"
        ),
        @r#"
    2:6: duplicate fact `A`, first defined at line 1
    4:8: duplicate global `g`, first defined at line 3
    6:6: duplicate rule `play_it`, first defined at line 5
    7:6: duplicate rule `playIt`: its variant is `PlayIt`, as is that of `play_it`, first defined at line 5
    "#
    );
}

#[test]
fn a_string_among_other_alternatives_is_reported() {
    assert_snapshot!(
        errors("rule r { when {\nA { x: Some(\"a\") | None };\nB { y: (z, z) | (z, _) };\n} then { } }"),
        @r#"
    2:13: a string literal among other alternatives of `|` is not supported yet (test it in a guard)
    3:12: `z` twice in an alternative of `|` is not supported yet (test it in a guard)
    "#
    );
}

#[test]
fn collect_must_know_its_fact() {
    assert_snapshot!(
        errors("rule r { when {\nxs = collect({ A { x }; B { x }; });\nys = collect({ a @ A; b @ B; });\n} then { } }"),
        @r#"
    2:6: `collect` needs to know which fact it collects (give a name to that one and to no other: `collect({ x @ A; B; })`)
    3:6: `collect` needs to know which fact it collects (give a name to that one and to no other: `collect({ x @ A; B; })`)
    "#
    );
}
