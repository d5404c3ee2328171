use std::path::Path;

use proc_macro2::TokenStream;

use crate::source::Source;
use crate::unstable::{compile_source, compile_tokens};

const RULE: &str = "
    rule r {
        when { A { __memory, __fact0: __slot } if __memory < __slot; }
        then { println!(\"{__memory} {}\", __slot); }
    }";

fn code() -> String {
    let text = format!("ruleset R; fact A {{ __memory: u8, __fact0: u8 }} {RULE}");
    compile_tokens(text.parse().unwrap()).to_string()
}

#[test]
fn the_users_names_are_written_as_they_were() {
    let code = code();
    assert!(!code.contains("r#__"), "{code}");
    assert!(code.contains("__memory < __slot"), "{code}");
}

#[test]
fn our_names_make_way_for_the_users() {
    let code = code();
    assert!(code.contains("fn a_alpha_0 (__memory_ :"), "{code}");
    assert!(code.contains("let __fact0_ ="), "{code}");
    assert!(code.contains("__fact0_ . __fact0"), "{code}");
}

#[test]
fn a_name_that_the_user_has_too_is_passed_over() {
    let text = format!(
        "ruleset R; fact A {{ __memory: u8, __fact0: u8 }} {RULE}
        rule s {{ when {{ A {{ __memory: __memory_ }} if __memory_ > 1; }} then {{}} }}"
    );
    let code = compile_tokens(text.parse().unwrap()).to_string();
    assert!(code.contains("(__memory__ :"), "{code}");
}

#[test]
fn a_ruleset_without_such_names_is_left_alone() {
    let text: TokenStream = "ruleset R; fact A(u8); rule r { when { A(x) if x > 1; } then {} }"
        .parse()
        .unwrap();
    assert!(compile_tokens(text).to_string().contains("(__memory :"));
}

#[test]
fn texts_and_messages_show_the_names_as_they_were_written() {
    assert!(code().contains("\"A { __memory, __fact0: __slot } if __memory < __slot\""));
    let text = "fact A(u8); rule r { when { A(__x) if __y > 1; } then { retract __x; } }";
    let source = Source::from_text(Path::new("r.rules"), text.to_owned());
    let (_, diagnostics) = compile_source(&source);
    assert!(diagnostics.has_errors());
    for diagnostic in &diagnostics {
        assert!(!diagnostic.message.contains("r#"), "{}", diagnostic.message);
    }
}

#[test]
fn what_stands_behind_one_dot_is_a_member_and_behind_two_it_is_not() {
    let tokens: TokenStream = "S { a: x.x, b: x::x, c: ::x, ..x }; 0..x; 0..=x; x.0.x"
        .parse()
        .unwrap();
    let mapped = super::map_idents(tokens, &mut |ident| {
        (ident == "x").then(|| proc_macro2::Ident::new("y", ident.span()))
    });
    let expected: TokenStream = "S { a: y.x, b: y::x, c: ::x, ..y }; 0..y; 0..=y; y.0.x"
        .parse()
        .unwrap();
    assert_eq!(mapped.to_string(), expected.to_string());
}
