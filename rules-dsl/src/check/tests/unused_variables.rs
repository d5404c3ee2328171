//! Variables that are bound and not used.

use insta::assert_snapshot;

use super::{findings, in_block, in_rule};

#[test]
fn a_variable_that_nothing_uses() {
    assert_snapshot!(in_rule("A { x, y: v };
a @ B { x };
let d = x + 1;
not B { z: u };
n = count(A { x: m });"), @r"
    1:27 unused_variable: rule `r` binds `v` and does not use it (leave it out, or call it `_v`)
    2:1 unused_variable: rule `r` binds `a` and does not use it (leave it out, or call it `_a`)
    3:5 unused_variable: rule `r` binds `d` and does not use it (leave it out, or call it `_d`)
    4:5 never_fires: rule `r` never fires: `not B { z: u }` excludes `a @ B { x }`, which stands at line 2
    4:12 unused_variable: rule `r` binds `u` and does not use it (leave it out, or call it `_u`)
    5:1 unused_variable: rule `r` binds `n` and does not use it (call it `_n`)
    5:18 unused_variable: rule `r` binds `m` and does not use it (leave it out, or call it `_m`)
    ");
}

#[test]
fn a_name_that_is_nearly_another() {
    assert_snapshot!(in_block("Order { customer };
not Order { customer: custmer, open: true };", "log(customer);"), @"2:23 unused_variable: rule `r` binds `custmer` and does not use it (did you mean `customer`?)");
}

#[test]
fn a_variable_of_a_branch_that_is_used_after_it() {
    assert_snapshot!(in_block("either { A { x, y: 1 }; } or { B { x, z: v }; }", "log(x);"), @"1:58 unused_variable: rule `r` binds `v` and does not use it (leave it out, or call it `_v`)");
}

#[test]
fn a_use_is_a_use() {
    assert_eq!(in_block("A { x };", r#"println!("{x}");"#), "");
    assert_eq!(in_block("A { x };", r#"println!("{:>1$}", 1, x);"#), "");
    assert_eq!(in_block("a @ A;", "modify a { a.x = 1; }"), "");
    assert_eq!(in_block("a @ A;", "retract a;"), "");
    assert_eq!(in_block("A { x };", "macro_of_ours!(x);"), "");
    assert_eq!(in_block("A { x }; B { x };", "f();"), "");
    assert_eq!(in_rule("xs = collect(x @ A); if xs.len() > 1;"), "");
    assert_eq!(in_rule("t = sum(x for A { x }); if t > 1;"), "");
    assert_eq!(in_rule("t = sum(x for A { x, y }) by (y) if t > 1;"), "");
    assert_eq!(in_rule("A { x: _x, y: _y };"), "");
    assert_eq!(
        in_rule("best = max_by(x for c @ A { x }); if best.y > 1;"),
        ""
    );
    assert_eq!(in_rule("forall A { x } => B { x };"), "");
    assert_eq!(in_rule("A { x }; not { B { x, z }; B { x: z }; };"), "");
}

#[test]
fn a_salience_uses_and_a_query_selects() {
    assert_snapshot!(findings("
#[salience(x)]
rule r { when { A(x, y); } then {} }
query q(a: u8, b: u8) -> u8 { when { A(a, c); } select c }
"), @r"
    3:22 unused_variable: rule `r` binds `y` and does not use it (leave it out, or call it `_y`)
    4:16 unused_variable: query `q` binds `b` and does not use it (leave it out, or call it `_b`)
    ");
}

#[test]
fn an_answer_is_not_left_out() {
    assert_snapshot!(findings("
fact A(u8, u8);
query reach(a: u8) -> u8 { when { either { A(a, b); } or { m in reach(a); A(m, b); } } select b }
rule r { when { A(a, _); n = count(x in reach(a)); for y in [1, 2]; } then { f(n); } }
"), @r"
    4:36 unused_variable: rule `r` binds `x` and does not use it (call it `_x`)
    4:56 unused_variable: rule `r` binds `y` and does not use it (call it `_y`)
    ");
}
