//! Here `$( … )` stands for a fragment, as rustc hands it over: a group without brackets.

use std::str::FromStr as _;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::source::Source;

/// The text of some tokens in which `$( … )` is a fragment; spaces do not count.
#[track_caller]
fn assert_text(tokens: &str, expected: &str) {
    let tokens = TokenStream::from_str(tokens).unwrap();
    let source = Source::from_tokens(with_fragments(tokens));
    assert!(source.problems().is_empty());
    let all = source.tokens(0..source.text().len());
    assert!(
        !has_fragments(all),
        "what goes to syn is what the text shows"
    );
    assert_eq!(source.text().replace(' ', ""), expected.replace(' ', ""));
}

fn with_fragments(tokens: TokenStream) -> TokenStream {
    let mut is_fragment = false;
    let mut result = TokenStream::new();
    for token in tokens {
        match token {
            TokenTree::Punct(mark) if mark.as_char() == '$' => {
                is_fragment = true;
                continue;
            }
            TokenTree::Group(group) => {
                let delimiter = if is_fragment {
                    Delimiter::None
                } else {
                    group.delimiter()
                };
                let group = Group::new(delimiter, with_fragments(group.stream()));
                result.extend([TokenTree::Group(group)]);
            }
            token => result.extend([token]),
        }
        is_fragment = false;
    }
    result
}

fn has_fragments(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => {
            group.delimiter() == Delimiter::None || has_fragments(group.stream())
        }
        _ => false,
    })
}

#[test]
fn operators_on_either_side_take_an_operation_apart() {
    assert_text("x * $(2 + 1)", "x *(2 + 1)");
    assert_text("$(2 + 1) * x", "(2 + 1) * x");
    assert_text("- $(2 + 1)", "-(2 + 1)");
    assert_text("! $(a || b) && c", "!(a || b) && c");
    assert_text("& $(a + b)", "&(a + b)");
    assert_text("x == $(a == b)", "x ==(a == b)");
    assert_text("x >= $(a == b)", "x >=(a == b)");
    assert_text("$(a + b) as u8", "(a + b) as u8");
    assert_text("$(a as u8) < b", "(a as u8) < b");
    assert_text("$(2 + 1).max(3)", "(2 + 1).max(3)");
    assert_text("$(a + b)?", "(a + b)?");
    assert_text("$(a + b)[0]", "(a + b) [0]");
}

#[test]
fn what_holds_together_stands_as_it_is() {
    assert_text("let y = $(2 + 1);", "let y = 2 + 1;");
    assert_text("y += $(2 + 1);", "y += 2 + 1;");
    assert_text("f($(2 + 1), $(x => y))", "f(2 + 1, x => y)");
    assert_text("_ => $(2 + 1),", "_ => 2 + 1,");
    assert_text("$(2 + 1)..$(a + b)", "2 + 1 .. a + b");
    assert_text("x * $(a.b(c)[1]) * $(7)", "x * a.b(c) [1] * 7");
    assert_text("x - $(-1) - $(!y)", "x - - 1 - ! y");
    assert_text("$(a::b)::c { x }", "a::b::c { x }");
    assert_text("#[$(a = \"b\")]", "#[a = \"b\"]");
    assert_text("$(pub(crate)) fact A;", "pub(crate) fact A;");
    assert_text("$() fact A;", "fact A;");
    assert_text("$(let y = 3);", "let y = 3;");
}

#[test]
fn a_prefix_binds_less_than_what_follows() {
    assert_text("$(-1).abs()", "(- 1).abs()");
    assert_text("$(-1)..=$(-2)", "- 1 ..= - 2");
    assert_text("$(&x)[0]", "(& x) [0]");
}

#[test]
fn ranges_closures_and_blocks_are_one_operand() {
    assert_text("for x in $(0..2).rev()", "for x in(0 .. 2).rev()");
    assert_text("for x in $(0..2);", "for x in 0 .. 2;");
    assert_text("$(|x| x + 1)(2)", "(| x | x + 1)(2)");
    assert_text("$(match x { _ => 1 }) + 1", "(match x { _ => 1 }) + 1");
    assert_text("$({ x } + 1);", "({ x } + 1);");
    assert_text("if $(A { x }) == b { }", "if(A { x }) == b { }");
    assert_text("if $(b == A { x }) { }", "if(b == A { x }) { }");
    assert_text("if $(a.b) { }", "if a.b { }");
    assert_text("if $(a == b) { }", "if a == b { }");
    assert_text("x: == $(<A<B, C>>::f()), y", "x: ==(< A < B, C >>::f()), y");
}

#[test]
fn alternatives_of_a_pattern_are_one_pattern() {
    assert_text("n @ $(1 | 2)", "n @(1 | 2)");
    assert_text(
        "n @ $(Some(ref x) | A { x, .. })",
        "n @(Some(ref x) | A { x, .. })",
    );
    assert_text("x: $(1 | 2), y", "x: 1 | 2, y");
    assert_text("[a, $(..)]", "[a, ..]");
}

#[test]
fn a_type_is_one_type() {
    assert_text("& $(dyn A + Send)", "&(dyn A + Send)");
    assert_text("$(Vec<u8>)::new()", "Vec::< u8 >::new()");
    assert_text("$([u8; 3])::default()", "< [u8; 3] >::default()");
    assert_text("$(u8)::MAX", "u8::MAX");
    assert_text("x as $(u8) < y", "x as(u8) < y");
    assert_text("x: Vec<$(Vec<u8>)>", "x: Vec < Vec < u8 > >");
}

#[test]
fn fragments_stand_in_fragments_and_in_brackets() {
    assert_text("x * $($(2 + 1))", "x *(2 + 1)");
    assert_text("x * $($(2 + 1) * 2)", "x *((2 + 1) * 2)");
    assert_text("x * $(f(y * $(2 + 1)))", "x * f(y *(2 + 1))");
    assert_text("vec![y * $(2 + 1)]", "vec ! [y *(2 + 1)]");
}
