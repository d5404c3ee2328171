use super::{conditions, outline};
use crate::printer;

#[track_caller]
fn reads(when: &str, expected: &str) {
    assert_eq!(outline::conditions(&conditions(when)), expected);
}

#[test]
fn a_fact_pattern_names_a_type_and_asks_of_its_fields() {
    reads("Grid;", "Grid");
    reads("g @ model::Grid;", "g@model::Grid");
    reads("Cell {};", "Cell{}");
    reads("Cell { .. };", "Cell{}");
    reads(
        "Cell { row, mark: Mark::X, .. };",
        "Cell{row mark~<Mark::X>}",
    );
    reads(
        "c @ Cell { row: 1..=3, kind: A | B, };",
        "c@Cell{row~<1..=3> kind~<A | B>}",
    );
    reads(
        "Cell { next: Some(Node { at, .. }), row };",
        "Cell{next~<Some(Node { at, .. })> row}",
    );
    reads("Pair { 0: x };", "Pair{0~<x>}");
    reads(
        "P { name: \"Ann, ; } {\", c: '}', r#type };",
        "P{name~<\"Ann, ; } {\"> c~<'}'> r#type}",
    );
    reads(
        "P { a: r#\"\"}\"#, b: b'\\'', c: -1.5e3 };",
        "P{a~<r#\"\"}\"#> b~<b'\\''> c~<-1.5e3>}",
    );
    reads("::a::B;", "::a::B");
}

#[test]
fn a_relation_stands_between_fields_and_guard() {
    reads(
        "b @ B { x } within 10s after a if x > 1;",
        "b@B{x} <within 10s after a> if<x > 1>",
    );
    reads(
        "B(..) within LONG before a;",
        "B( ..0) <within LONG before a>",
    );
    reads("B after a before c;", "B <after a> <before c>");
    reads("not { B within 5min of a; }", "not[B <within 5min of a>]");
    reads(
        "after @ After { before } after of;",
        "after@After{before} <after of>",
    );
}

#[test]
fn a_tuple_pattern_has_positions_and_a_rest() {
    reads("Edge(x, y);", "Edge(0~<x> 1~<y>)");
    reads("Edge(_, 1 | 2,);", "Edge(0~<_> 1~<1 | 2>)");
    reads("Edge(x, ..);", "Edge(0~<x> ..1)");
    reads("Edge(.., y);", "Edge(0~<y> ..0)");
    reads("Edge(..);", "Edge( ..0)");
    reads("Edge(..=3, < n);", "Edge(0~<..=3> 1<<n>)");
    reads("Shape::Circle(r);", "Shape::Circle(0~<r>)");
}

#[test]
fn a_comparison_ends_at_a_comma_outside_brackets() {
    reads(
        "C { a: == b + 1, c: != d, e: < f };",
        "C{a==<b + 1> c!=<d> e<<f>}",
    );
    reads(
        "C { a: <= f(x, y), b: >= [1, 2][0], d: > -1 };",
        "C{a<=<f(x, y)> b>=<[1, 2][0]> d><-1>}",
    );
    reads("C { a: == foo::<A, B>(x), b };", "C{a==<foo::<A, B>(x)> b}");
    reads(
        "C { a: == <T as U<A, B>>::X, b };",
        "C{a==<<T as U<A, B>>::X> b}",
    );
    reads(
        "C { a: == D { x: 1, y: 2 }, b };",
        "C{a==<D { x: 1, y: 2 }> b}",
    );
}

#[test]
fn a_guard_belongs_to_the_pattern_before_it() {
    reads("C { a } if a > 3;", "C{a} if<a > 3>");
    reads("C { a } if a == D { x: 1 };", "C{a} if<a == D { x: 1 }>");
    reads("not C { a } if a > 3;", "not[C{a} if<a > 3>]");
    reads("not { C { a } if a > 3; D; }", "not[C{a} if<a > 3>; D]");
    reads(
        "forall C { a } if a > 3 => D { a } if b;",
        "forall[C{a} if<a > 3>][D{a} if<b>]",
    );
    reads(
        "n = count(C { a } if a > 3) if n > 1;",
        "n=count[C{a} if<a > 3>] if<n > 1>",
    );
}

#[test]
fn negation_and_its_kin_take_a_pattern_or_a_block() {
    reads(
        "not A; exists B; not { A; B; } exists { A; };",
        "not[A]; exists[B]; not[A; B]; exists[A]",
    );
    reads(
        "forall A => B; forall A => { B; C; }",
        "forall[A][B]; forall[A][B; C]",
    );
    reads("forall { A; B; } => { C; }; D;", "forall[A; B][C]; D");
    reads("not { not { exists { A; } } }", "not[not[exists[A]]]");
    reads("not {}", "not[]");
    reads(
        "either { A; } or { B; C; } or {} D;",
        "either[A | B; C | ]; D",
    );
}

#[test]
fn words_of_conditions_are_names_elsewhere() {
    reads("not @ A; not not @ A;", "not@A; not[not@A]");
    reads(
        "exists = count(A); either::A; forall @ or;",
        "exists=count[A]; either::A; forall@or",
    );
    reads(
        "by @ A { rule, when, count, sum: select };",
        "by@A{rule when count sum~<select>}",
    );
    reads(
        "t = sum(by for A { by }) by (by);",
        "t=sum<by>[A{by}] by by",
    );
}

#[test]
fn tests_and_bindings_are_rust() {
    reads("if a > 3 && b;", "test<a > 3 && b>");
    reads(
        "if xs.iter().any(|x| { let y = x; y > 1 });",
        "test<xs.iter().any(|x| { let y = x; y > 1 })>",
    );
    reads(
        "if a >= b; if c == d; if matches!(e, A | B);",
        "test<a >= b>; test<c == d>; test<matches!(e, A | B)>",
    );
    reads("if let Some(x) = y.z();", "testlet<Some(x)><y.z()>");
    reads("if let A | B = y;", "testlet<A | B><y>");
    reads("if let 1..=3 = y;", "testlet<1..=3><y>");
    reads(
        "let x = a + b; let (x, y) = z; let P { x: w, .. } = z;",
        "let<x><a + b>; let<(x, y)><z>; let<P { x: w, .. }><z>",
    );
    reads(
        "let x: HashMap<u8, Box<dyn Fn(A) -> B>> = c;",
        "let<x: HashMap<u8, Box<dyn Fn(A) -> B>>><c>",
    );
    reads("let x: Vec<u8>= c;", "let<x: Vec<u8>><c>");
    reads(
        "let a::B = c; let x = y == z;",
        "let<a::B><c>; let<x><y == z>",
    );
    reads(
        "for x in 0..n; for (i, x) in xs; for A { a, b: c } in xs;",
        "for<x><><0..n>; for<(i, x)><><xs>; for<A { a, b: c }><><xs>",
    );
    reads(
        "for x: Vec<A> in xs.f(); for inner in inside;",
        "for<x><Vec<A>><xs.f()>; for<inner><><inside>",
    );
}

#[test]
fn accumulates_have_a_function_a_source_keys_and_a_guard() {
    reads("n = count(A);", "n=count[A]");
    reads("xs = collect(x @ A { b });", "xs=collect[x@A{b}]");
    reads(
        "t = sum(v * w for { A { v }; B { w }; }) by (k, l,) if t > 3;",
        "t=sum<v * w>[A{v}; B{w}] by k by l if<t > 3>",
    );
    reads(
        "a = min(x for A { x }); b = max(x for A); c = avg(x for A);",
        "a=min<x>[A{x}]; b=max<x>[A]; c=avg<x>[A]",
    );
    reads(
        "a = min_by(p.f(x, 1) for p @ A); b = max_by(x for A { x });",
        "a=minby<p.f(x, 1)>[p@A]; b=maxby<x>[A{x}]",
    );
    reads(
        "r = accumulate(My<A, B>, (x, y) for A { x, y });",
        "r=user<My<A, B>><(x, y)>[A{x y}]",
    );
    reads(
        "t = sum(xs.map(|x| { for y in x { } 1 }) for A);",
        "t=sum<xs.map(|x| { for y in x {} 1 })>[A]",
    );
}

#[test]
fn a_condition_keeps_its_tokens_without_the_semicolon() {
    let when = "a @ A { x: 1 } if y; not { B; }; not C; n = count(A);";
    let texts: Vec<String> = conditions(when)
        .iter()
        .map(|condition| printer::text(&condition.tokens))
        .collect();
    assert_eq!(
        texts,
        ["a @ A { x: 1 } if y", "not { B; }", "not C", "n = count(A)"]
    );
}

#[test]
fn a_call_of_a_query_binds_results_or_is_a_test() {
    reads("linked(a, b + 1);", "call<>linked<a><b + 1>");
    reads("r#type();", "call<>r#type<>");
    reads(
        "linked(Vec::<(u8, u8)>::new()) if a > 3;",
        "call<>linked<Vec::<(u8, u8)>::new()> if<a > 3>",
    );
    reads("x in next(a) if x < 3;", "call<x>next<a> if<x < 3>");
    reads("(x, _) in next(a,);", "call<(x, _)>next<a>");
    reads("not _ in next(a);", "not[call<_>next<a>]");
    reads(
        "n = sum(x for x in next(a)) by (a);",
        "n=sum<x>[call<x>next<a>] by a",
    );
    reads(
        "forall x in next(a) => linked(x);",
        "forall[call<x>next<a>][call<>linked<x>]",
    );
    reads("Edge(a, b);", "Edge(0~<a> 1~<b>)");
}
