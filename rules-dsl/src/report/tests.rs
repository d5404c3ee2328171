use std::path::PathBuf;

use proc_macro2::TokenStream;
use quote::quote;

use super::{render, to_compile_errors};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, SpanRange};
use crate::source::Source;

fn source() -> Source {
    let first = (
        PathBuf::from("a.rules"),
        "fact A;\nfact Ä; fact A;\n".to_owned(),
    );
    let second = (PathBuf::from("b.rules"), "rule b {\n}\n".to_owned());
    Source::from_files(None, [first, second])
}

fn span(source: &Source, text: &str, nth: usize) -> SpanRange {
    let (at, _) = source.text().match_indices(text).nth(nth).unwrap();
    source.span(at..at + text.len())
}

#[test]
fn a_terminal_report_shows_the_place_the_labels_and_the_help() {
    let source = source();
    let diagnostic = Diagnostic::error(
        Code::DuplicateName,
        span(&source, "A", 1),
        "`A` is there twice",
    )
    .label(span(&source, "A", 0), "first here")
    .label(span(&source, "b", 0), "used here")
    .help("rename one");
    let report = render(&diagnostic.into(), source.files());
    assert_eq!(
        report.trim_end(),
        "error: `A` is there twice
 --> a.rules:2:14
  |
1 | fact A;
  |      - first here
2 | fact Ä; fact A;
  |              ^
  |
 ::: b.rules:1:6
  |
1 | rule b {
  |      - used here
  |
  = help: rename one"
    );
}

#[test]
fn a_span_over_several_lines_shows_the_first() {
    let source = source();
    let warning = Diagnostic::warning(Code::NeverFires, span(&source, "rule b { }", 0), "never");
    let report = render(&warning.into(), source.files());
    assert_eq!(
        report.trim_end(),
        "warning: never\n --> b.rules:1:1\n  |\n1 | rule b {\n  | ^^^^^^^^"
    );
}

#[test]
fn the_macro_says_errors_and_warnings_in_rust() {
    let source = source();
    let at = span(&source, "A", 0);
    let mut diagnostics = Diagnostics::new();
    diagnostics.push(Diagnostic::error(Code::Never, at, "no").help("yes"));
    diagnostics.push(Diagnostic::warning(
        Code::UnusedVariable,
        at,
        "`x` is unused",
    ));
    let expected: TokenStream = quote! {
        ::core::compile_error! { "no\nhelp: yes" }
        const _: () = {
            #[allow(non_upper_case_globals)]
            #[deprecated(note = "`x` is unused")]
            const unused_variable: () = ();
            unused_variable
        };
    };
    assert_eq!(
        to_compile_errors(&diagnostics, source.files()).to_string(),
        expected.to_string()
    );
}
