//! Groups and the rules in them.

use insta::assert_snapshot;

use super::{errors, model};

#[test]
fn rules_keep_the_order_in_which_they_are_written() {
    assert_snapshot!(
        model(
            "rule a { when { } then { focus scoring; } } group scoring { rule b { when { A; } then { } } rule c { when { } then { } } } \
             rule d { when { } then { } } /// Docs.\ngroup cleaning { rule e { when { } then { focus cleaning; } } }"
        ),
        @r#"
    type A reads {}
    group0 scoring
    group1 cleaning
    when 
    then []
    rule b in group0
    e0 type 0 reads {} `A`
    when e0
    then []
    rule c in group0
    when 
    then []
    when 
    then []
    rule e in group1
    when 
    then []
    "#
    );
}

#[test]
fn groups_and_their_rules_have_names_of_their_own() {
    assert_snapshot!(
        errors(
            "group g { rule r { when { } then { } } }\ngroup g { rule r { when { } then { } } }\n#[salience(1)]\ngroup G { }"
        ),
        @r#"
    2:7: duplicate group `g`, first defined at line 1
    2:16: duplicate rule `r`, first defined at line 1
    4:7: duplicate group `G`: its variant is `G`, as is that of `g`, first defined at line 1
    3:3: there is no attribute `salience` of a group (there are `doc`)
    "#
    );
}
