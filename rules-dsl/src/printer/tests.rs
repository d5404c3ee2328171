use std::str::FromStr;

use proc_macro2::TokenStream;

use super::text;

/// The text is printed as it stands, and again after all its spacing has been blown up.
#[track_caller]
fn keeps(expected: &str) {
    let tokens = TokenStream::from_str(expected).unwrap();
    assert_eq!(text(&tokens), expected);
    let wide = tokens.to_string();
    let tokens = TokenStream::from_str(&wide.replace(' ', "\n  ")).unwrap();
    assert_eq!(text(&tokens), expected);
}

#[test]
fn a_pattern_reads_as_rustfmt_would_write_it() {
    keeps("m @ Move { status: MoveStatus::Pending, row, column }");
    keeps("Cell { row: 1..=3, mark: Mark::X | Mark::O, .. }");
    keeps("Cell {}");
    keeps("Edge(x, _, ..)");
    keeps("model::Edge(x, Some(y))");
    keeps("grid @ Grid if grid.cell(row, column) == Cell::Empty");
    keeps("Point { x: < 3, y: == a.b.0 }");
}

#[test]
fn prefix_operators_hug_their_operand() {
    keeps("if !x && *y == -1 && f(&mut z, &&w)");
    keeps("if a - -b > c * *d & e");
    keeps("let x = &a[1..][..2]");
    keeps("if !(a || b)");
}

#[test]
fn angles_are_arguments_or_comparisons() {
    keeps("let x: Vec<Option<u8>> = foo::<A, B>()");
    keeps("let x = <T as Trait<A>>::f(a) >> 2");
    keeps("if a < b && c > d");
    keeps("if MAX < b && c > d");
    keeps("let f: Box<dyn Fn(&'a T) -> Vec<u8>> = g");
    keeps("let x: Vec<u8> = y as u8 << 3");
}

#[test]
fn closures_macros_and_blocks_keep_their_shape() {
    keeps("if xs.iter().any(|x| x.0 > 1 || y)");
    keeps("if xs.map(|&(a, b)| a | b).all(move || true)");
    keeps("if matches!(x, Some(_) if y != 2)");
    keeps("let x = if a { b } else { c? }");
    keeps("let x = [0; 3]");
    keeps("let x = match y { A => 1, _ => 2 }");
    keeps("if self.x.await.y");
    keeps("if name == r#type && c == 'x' && s == \"a,b\"");
}

#[test]
fn the_languages_own_forms_read_well() {
    keeps(
        "t = sum(v * w for { Factor { card, name, v }; Weight { name, w }; }) by (card) if t > 3",
    );
    keeps("xs = collect(x @ P { a: 1 })");
    keeps("forall A { x } => { B { x }; }");
    keeps("either { A; } or { B; }");
    keeps("not Cell { row, column: == row + 1 }");
    keeps("for (i, x): (usize, u8) in 0..n");
    keeps("if let Some(x) = y.z()");
}

#[test]
fn spacing_of_the_source_says_nothing() {
    let loose = TokenStream::from_str("m@Move{row,column:1 ..= 3}if a<b&&c==- 1").unwrap();
    assert_eq!(
        text(&loose),
        "m @ Move { row, column: 1..=3 } if a < b && c == -1"
    );
}

#[test]
fn a_comma_before_a_bracket_is_left_out_unless_it_makes_a_tuple() {
    let printed = |tokens: &str| text(&TokenStream::from_str(tokens).unwrap());
    assert_eq!(
        printed("Cell { row, mark: Mark::X, }"),
        "Cell { row, mark: Mark::X }"
    );
    assert_eq!(printed("Edge(x, y,)"), "Edge(x, y)");
    assert_eq!(printed("f(x,) + [1, 2,][0]"), "f(x) + [1, 2][0]");
    assert_eq!(printed("let (x,) = (y,)"), "let (x,) = (y,)");
    assert_eq!(printed("let (x, y,) = m!(a,)"), "let (x, y) = m!(a,)");
}

#[test]
fn the_last_angles_may_close_two_pairs() {
    keeps("HashMap<String, Vec<u8>>");
    keeps("a::<Vec<Vec<u8>>>");
}

#[test]
fn a_visibility_keeps_its_parentheses() {
    keeps("pub(crate) fact Edge(pub(in a::b) u8, pub (u8, u8))");
}
