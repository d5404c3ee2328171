//! Fact patterns and what they ask of fields.

use insta::assert_snapshot;

use super::{model, rule};

#[test]
fn the_first_use_of_a_variable_binds_and_the_next_one_joins() {
    assert_snapshot!(rule("Cell { row, mark: m }; Line { row, mark: m };", ""), @r#"
    type Cell reads {row, mark}
    type Line reads {row, mark}
    e0 type 0 reads {0, 1} `Cell { row, mark: m }`
    e1 type 1 reads {0, 1} `Line { row, mark: m }`
    v0 row = e0.row
    v1 m = e0.mark
    t0 compare e1.row == v0 [v0 e0 e1] `row`
    t1 compare e1.mark == v1 [v1 e0 e1] `mark: m`
    when e0; e1 t0 t1
    then []
    "#);
}

#[test]
fn a_constant_is_matched_and_a_wildcard_asks_nothing() {
    assert_snapshot!(rule("Cell { mark: Mark::X, row: 1..=3, kind: A | B, next: _ };", ""), @r#"
    type Cell reads {mark, row, kind, next}
    e0 type 0 reads {0, 1, 2, 3} `Cell { mark: Mark::X, row: 1..=3, kind: A | B, next: _ }`
    t0 match e0.mark Mark::X [e0] `mark: Mark::X`
    t1 match e0.row 1..=3 [e0] `row: 1..=3`
    t2 match e0.kind A | B [e0] `kind: A | B`
    when e0 t0 t1 t2
    then []
    "#);
}

#[test]
fn a_name_with_a_subpattern_binds_and_asks() {
    assert_snapshot!(rule("Cell { row: r @ 1..=3 }; Line { row: r @ (1 | 2) };", ""), @r#"
    type Cell reads {row}
    type Line reads {row}
    e0 type 0 reads {0} `Cell { row: r @ 1..=3 }`
    e1 type 1 reads {0} `Line { row: r @ (1 | 2) }`
    v0 r = e0.row
    t0 match e0.row 1..=3 [e0] `row: r @ 1..=3`
    t1 compare e1.row == v0 [v0 e0 e1] `row: r @ (1 | 2)`
    t2 match e1.row 1 | 2 [e1] `row: r @ (1 | 2)`
    when e0 t0; e1 t1 t2
    then []
    "#);
}

#[test]
fn a_comparison_is_between_the_place_and_an_operand() {
    assert_snapshot!(
        rule("a @ Cell { row }; Cell { row: > row, col: == a.col, mark: != limit(row) };", ""),
        @r#"
    type Cell reads {row, col, mark}
    e0 type 0 reads {0, 1} `a @ Cell { row }`
    e1 type 0 reads {0, 1, 2} `Cell { row: > row, col: == a.col, mark: != limit(row) }`
    v0 a = fact e0
    v1 row = e0.row
    t0 compare e1.row > v1 [v1 e0 e1] `row: > row`
    t1 compare e1.col == e0.col [v0 e0 e1] `col: == a.col`
    t2 compare e1.mark != (limit(row)) [v1 e0 e1] `mark: != limit(row)`
    when e0; e1 t0 t1 t2
    then []
    "#
    );
}

#[test]
fn a_nested_variable_binds_and_then_joins() {
    assert_snapshot!(
        rule("Cell { next: Some(n) }; Cell { id: n, next: Some((n, ref m)), back: B { m, k } };", ""),
        @r#"
    type Cell reads {next, id, back}
    e0 type 0 reads {0} `Cell { next: Some(n) }`
    e1 type 0 reads {0, 1, 2} `Cell { id: n, next: Some((n, ref m)), back: B { m, k } }`
    v0 n = t0
    v1 m = t2
    v2 k = t3
    t0 match e0.next Some(n) bind v0 [e0] `next: Some(n)`
    t1 compare e1.id == v0 [v0 e0 e1] `id: n`
    t2 match e1.next Some((__join0, m)) bind v1 join __join0 v0 [v0 e0 e1] `next: Some((n, ref m))`
    t3 match e1.back B { m: __join1, k } bind v2 join __join1 v1 [v1 e1] `back: B { m, k }`
    when e0 t0; e1 t1 t2 t3
    then []
    "#
    );
}

#[test]
fn a_nested_variable_that_stands_twice_is_compared_with_itself() {
    assert_snapshot!(rule("Cell { pair: (x, x) };", ""), @r#"
    type Cell reads {pair}
    e0 type 0 reads {0} `Cell { pair: (x, x) }`
    v0 x = t0
    v1 __join0 = t0
    t0 match e0.pair (x, __join0) bind v0 bind v1 [e0] `pair: (x, x)`
    t1 compare v1 == v0 [v0 v1 e0] `pair: (x, x)`
    when e0 t0 t1
    then []
    "#);
}

#[test]
fn alternatives_share_their_variables() {
    assert_snapshot!(rule("Id(n); Cell { next: A(x, n) | B(n, x) };", ""), @r#"
    type Id reads {0}
    type Cell reads {next}
    e0 type 0 reads {0} `Id(n)`
    e1 type 1 reads {0} `Cell { next: A(x, n) | B(n, x) }`
    v0 n = e0.0
    v1 x = t0
    t0 match e1.next A(x, __join0) | B(__join0, x) bind v1 join __join0 v0 [v0 e0 e1] `next: A(x, n) | B(n, x)`
    when e0; e1 t0
    then []
    "#);
}

#[test]
fn string_literals_are_compared_at_any_depth() {
    assert_snapshot!(
        rule(r#"P { name: "Ann", nick: Some("A"), kind: "x" | "y", more: Some("u" | "v") };"#, ""),
        @r#"
    type P reads {name, nick, kind, more}
    e0 type 0 reads {0, 1, 2, 3} `P { name: "Ann", nick: Some("A"), kind: "x" | "y", more: Some("u" | "v") }`
    v0 __join1 = e0.kind
    v1 __join2 = t3
    t0 compare e0.name == ("Ann") [e0] `name: "Ann"`
    t1 match e0.nick Some(__join0) join __join0 ("A") [e0] `nick: Some("A")`
    t2 expr ::core::matches!(::core::convert::AsRef::<str>::as_ref(__join1), "x" | "y") [v0 e0] `kind: "x" | "y"`
    t3 match e0.more Some(__join2) bind v1 [e0] `more: Some("u" | "v")`
    t4 expr ::core::matches!(::core::convert::AsRef::<str>::as_ref(__join2), "u" | "v") [v1 e0] `more: Some("u" | "v")`
    when e0 t0 t1 t2 t3 t4
    then []
    "#
    );
}

#[test]
fn tuple_facts_have_positions() {
    assert_snapshot!(
        model("fact Edge(u32, u32, u32); rule r { when { Edge(a, _, b); Edge(b, ..); Edge(.., a); } then { } }"),
        @r#"
    type Edge reads {0, 2}
    e0 type 0 reads {0, 1} `Edge(a, _, b)`
    e1 type 0 reads {0} `Edge(b, ..)`
    e2 type 0 reads {1} `Edge(.., a)`
    v0 a = e0.0
    v1 b = e0.2
    t0 compare e1.0 == v1 [v1 e0 e1] `b`
    t1 compare e2.2 == v0 [v0 e0 e2] `a`
    when e0; e1 t0; e2 t1
    then []
    "#
    );
}

#[test]
fn a_variant_is_tested_before_its_fields() {
    assert_snapshot!(rule("s @ Shape::Circle { r: > 3 }; Signal::Red; Shape::Point(x, _);", ""), @r#"
    type Shape reads {Circle, Circle.r, Point, Point.0}
    type Signal reads {Red}
    e0 type 0 Shape::Circle reads {0, 1} `s @ Shape::Circle { r: > 3 }`
    e1 type 1 Signal::Red reads {0} `Signal::Red`
    e2 type 0 Shape::Point reads {2, 3} `Shape::Point(x, _)`
    v0 s = fact e0
    v1 x = e2.0
    t0 variant e0 [e0] `Shape::Circle`
    t1 compare e0.r > (3) [e0] `r: > 3`
    t2 variant e1 [e1] `Signal::Red`
    t3 variant e2 [e2] `Shape::Point`
    when e0 t0 t1; e1 t2; e2 t3
    then []
    "#);
}

#[test]
fn raw_and_plain_names_are_one_variable() {
    assert_snapshot!(rule("Cell { r#type }; Cell { kind: r#type } if r#type > 1;", ""), @r#"
    type Cell reads {type, kind}
    e0 type 0 reads {0} `Cell { r#type }`
    e1 type 0 reads {1} `Cell { kind: r#type } if r#type > 1`
    v0 r#type = e0.type
    t0 compare e1.kind == v0 [v0 e0 e1] `kind: r#type`
    t1 compare v0 > (1) [v0 e0] `r#type > 1`
    when e0; e1 t0 t1
    then []
    "#);
}
