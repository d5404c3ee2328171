//! Guards, `if`, `let` and `if let`.

use insta::assert_snapshot;

use super::{model, rule, rule_errors};

#[test]
fn a_guard_is_split_at_and() {
    assert_snapshot!(rule("m @ Move { row } if m.mark == Mark::X && (row < 3 && m.ok()) ;", ""), @r#"
    type Move reads {row, mark} whole
    e0 type 0 reads {0, 1} whole `m @ Move { row } if m.mark == Mark::X && (row < 3 && m.ok())`
    v0 m = fact e0
    v1 row = e0.row
    t0 compare e0.mark == (Mark::X) [v0 e0] `m.mark == Mark::X`
    t1 compare v1 < (3) [v1 e0] `row < 3`
    t2 expr m.ok() [v0 e0] `m.ok()`
    when e0 t0 t1 t2
    then []
    "#);
}

#[test]
fn plain_sides_become_operands() {
    assert_snapshot!(rule("a @ A { x }; b @ B if b.x == x && a.y != b.y && -1 < b.z && b.w == limit;", ""), @r#"
    type A reads {x, y}
    type B reads {x, y, z, w}
    e0 type 0 reads {0, 1} `a @ A { x }`
    e1 type 1 reads {0, 1, 2, 3} `b @ B if b.x == x && a.y != b.y && -1 < b.z && b.w == limit`
    v0 a = fact e0
    v1 x = e0.x
    v2 b = fact e1
    t0 compare e1.x == v1 [v1 v2 e0 e1] `b.x == x`
    t1 compare e0.y != e1.y [v0 v2 e0 e1] `a.y != b.y`
    t2 compare (-1) < e1.z [v2 e1] `-1 < b.z`
    t3 compare e1.w == (limit) [v2 e1] `b.w == limit`
    when e0; e1 t0 t1 t2 t3
    then []
    "#);
}

#[test]
fn an_equality_over_different_elements_is_a_join_of_expressions() {
    assert_snapshot!(rule("a @ A; b @ B if a.x + 1 == b.x && a.x + 1 < b.x && a.f(b) == b.y;", ""), @r#"
    type A reads {x} whole
    type B reads {x, y} whole
    e0 type 0 reads {0} whole `a @ A`
    e1 type 1 reads {0, 1} whole `b @ B if a.x + 1 == b.x && a.x + 1 < b.x && a.f(b) == b.y`
    v0 a = fact e0
    v1 b = fact e1
    t0 compare (a.x + 1) == (b.x) [v0 v1 e0 e1] `a.x + 1 == b.x`
    t1 compare (a.x + 1) < e1.x [v0 v1 e0 e1] `a.x + 1 < b.x`
    t2 expr a.f(b) == b.y [v0 v1 e0 e1] `a.f(b) == b.y`
    when e0; e1 t0 t1 t2
    then []
    "#);
}

#[test]
fn an_equality_with_a_constant_side_stays_an_expression() {
    assert_snapshot!(rule("g @ Grid; Move { row, column } if g.cell(row, column) == Cell::Empty;", ""), @r#"
    type Grid reads {} whole
    type Move reads {row, column}
    e0 type 0 reads {} whole `g @ Grid`
    e1 type 1 reads {0, 1} `Move { row, column } if g.cell(row, column) == Cell::Empty`
    v0 g = fact e0
    v1 row = e1.row
    v2 column = e1.column
    t0 expr g.cell(row, column) == Cell::Empty [v0 v1 v2 e0 e1] `g.cell(row, column) == Cell::Empty`
    when e0; e1 t0
    then []
    "#);
}

#[test]
fn tests_and_computed_variables_are_conditions() {
    assert_snapshot!(
        rule("A { x }; let (y, _) = f(x); if y > 1 && g(y); if let Some(z) = h(y); B { z };", ""),
        @r#"
    type A reads {x}
    type B reads {z}
    e0 type 0 reads {0} `A { x }`
    e1 type 1 reads {0} `B { z }`
    v0 x = e0.x
    v1 y = t0
    v2 z = t3
    t0 let (y, _) = f(x) bind v1 [v0 e0] `let (y, _) = f(x)`
    t1 compare v1 > (1) [v1 e0] `y > 1`
    t2 expr g(y) [v1 e0] `g(y)`
    t3 if let Some(z) = h(y) bind v2 [v1 e0] `if let Some(z) = h(y)`
    t4 compare e1.z == v2 [v2 e0 e1] `z`
    when e0; t0; t1; t2; t3; e1 t4
    then []
    "#
    );
}

#[test]
fn rust_scoping_hides_variables() {
    assert_snapshot!(
        rule(
            "A { x, y, z }; \
             if xs.iter().any(|x| x > 1); \
             if { let y = x; y > 1 }; \
             if match o { Some(z) if z > y => z, _ => 0 } > 1; \
             if if let Some(x) = y { x } else { z } > 0;",
            ""
        ),
        @r#"
    type A reads {x, y, z}
    e0 type 0 reads {0, 1, 2} `A { x, y, z }`
    v0 x = e0.x
    v1 y = e0.y
    v2 z = e0.z
    t0 expr xs.iter().any(|x| x > 1) [] `xs.iter().any(|x| x > 1)`
    t1 expr { let y = x; y > 1 } [v0 e0] `{ let y = x; y > 1 }`
    t2 expr match o { Some(z) if z > y => z, _ => 0 } > 1 [v1 e0] `match o { Some(z) if z > y => z, _ => 0 } > 1`
    t3 expr if let Some(x) = y { x } else { z } > 0 [v1 v2 e0] `if let Some(x) = y { x } else { z } > 0`
    when e0; t0; t1; t2; t3
    then []
    "#
    );
}

#[test]
fn macro_calls_use_what_stands_in_them() {
    assert_snapshot!(
        rule(
            r#"A { x, y, z }; if f(format!("{x} {:y$}", 1)); if matches!(x, Some(y) if y > z); if own!(a.x, y: 1, z);"#,
            ""
        ),
        @r#"
    type A reads {x, y, z}
    e0 type 0 reads {0, 1, 2} `A { x, y, z }`
    v0 x = e0.x
    v1 y = e0.y
    v2 z = e0.z
    t0 expr f(format!("{x} {:y$}", 1)) [v0 v1 e0] `f(format!("{x} {:y$}", 1))`
    t1 expr matches!(x, Some(y) if y > z) [v0 v2 e0] `matches!(x, Some(y) if y > z)`
    t2 expr own!(a.x, y: 1, z) [v2 e0] `own!(a.x, y: 1, z)`
    when e0; t0; t1; t2
    then []
    "#
    );
}

#[test]
fn a_function_may_have_a_name_that_is_bound_later() {
    assert_snapshot!(rule("if total(1) > 0; A { total };", ""), @r#"
    type A reads {total}
    e0 type 0 reads {0} `A { total }`
    v0 total = e0.total
    t0 expr total(1) > 0 [] `total(1) > 0`
    when t0; e0
    then []
    "#);
}

/// What the guard of a rule over `A { x, z }` and `B { y, w }` implies, a line each.
fn implied(guard: &str) -> String {
    let facts = "fact A { x: u32, z: f64 } fact B { y: u32, w: f64, t: u64, c: Cell }";
    let when = format!("a @ A {{ x, z }}; B {{ y, w, t, c }} if {guard};");
    let model = model(&format!("{facts} rule r {{ when {{ {when} }} then {{}} }}"));
    let tests = model.lines().filter(|line| line.starts_with('t'));
    let implied = tests.flat_map(|test| test.split(" implies ").skip(1));
    let implied: Vec<&str> = implied
        .map(|ends| ends.split(" [").next().unwrap())
        .collect();
    implied.join("\n")
}

#[test]
fn a_distance_of_two_fields_implies_its_ends_from_either_side() {
    assert_snapshot!(implied("x.abs_diff(y) < 3 && FAR >= (w - a.z).abs()"), @r"
    v1 >= (__rt::Lower(&(y), &(3), __rt::AbsDiff))
    v1 <= (__rt::Upper(&(y), &(3), __rt::AbsDiff))
    v3 >= (__rt::Lower(&(x), &(3), __rt::AbsDiff))
    v3 <= (__rt::Upper(&(x), &(3), __rt::AbsDiff))
    v4 >= (__rt::Lower(&(a.z), &(FAR), __rt::Abs))
    v4 <= (__rt::Upper(&(a.z), &(FAR), __rt::Abs))
    e0.z >= (__rt::Lower(&(w), &(FAR), __rt::Abs))
    e0.z <= (__rt::Upper(&(w), &(FAR), __rt::Abs))
    ");
}

#[test]
fn what_is_no_bound_on_a_distance_of_two_fields_alike_implies_nothing() {
    let guards = [
        "x.abs_diff(y) > 3",
        "x.abs_diff(y) < y * 2",
        "x.abs_diff(y) < *FAR",
        "x.abs_diff(y + 1) < 3",
        "x.abs_diff(1) < y",
        "x.abs_diff(t) < 3",
        "c.abs_diff(c) < 3",
        "z.abs_diff(w) < 3",
        "(z + w).abs() < 1.0",
        "(x - y).abs() < 3",
    ];
    for guard in guards {
        assert_eq!(implied(guard), "", "{guard}");
    }
}

#[test]
fn facts_are_compared_as_long_as_their_values_are_not() {
    assert_snapshot!(
        rule_errors(
            "a @ A;\nb @ A if a == b;\nc @ A if *a != *c;\nd @ A if &a == &d;\ne @ A if *&*a == e;\n\
             f @ A if **a == **f && &**a != &(**f) && *(&**a) == **f;",
            "if **a == **b {}"
        ),
        @r"
    3:12: facts are not compared by `==` (`a.handle() == b.handle()` asks whether they are one fact; values are compared field by field)
    4:13: facts are not compared by `!=` (`a.handle() != c.handle()` asks whether they are one fact; values are compared field by field)
    5:13: facts are not compared by `==` (`a.handle() == d.handle()` asks whether they are one fact; values are compared field by field)
    6:15: facts are not compared by `==` (`a.handle() == e.handle()` asks whether they are one fact; values are compared field by field)
    "
    );
}
