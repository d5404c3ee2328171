use std::path::{Path, PathBuf};
use std::str::FromStr;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

use super::parsed;
use crate::parse::parse;
use crate::source::Source;

const EVERYTHING: &str = r##"
//! At the head of the file.
/// A ruleset. // not a comment
#[strategy(lex)]
pub(crate) ruleset Referee; /* a comment */

use crate::model::{Cell, Line as L};
type Pair = (u8, Vec<Vec<u8>>);
/// A fact.
#[key(row, column)] #[derive(Debug)]
pub fact Cell { row: u8, #[serde(skip)] pub mark: Option<Box<Mark>> }
fact Edge(u32, pub u32);
fact Marker;
#[unique] pub fact enum Signal { Red, Green { since: &'static str } }
#[trailed] global rng: Vec<SmallRng>;
const LIMIT: usize = { 3 };
impl<'a> From<&'a Cell> for u8 { fn from(c: &'a Cell) -> u8 { c.row } }
my_macro!(a, b);

#[salience(1 - 2)]
#[allow(rules::cross_product)]
rule r#move {
    when {
        c @ Cell { row, mark: Some(m), } if m.name == r#"x " y"# && row>=1;
        not Edge(== row, ..);
        forall Edge(a, _) if a<row => { Marker; }
        either { Signal::Red; } or { Signal::Green { since: "now" }; }
        if let Some('x' | '\'') = m.label::<'static>();
        for (i, x): (usize, u8) in xs.iter().enumerate();
        t = sum(x as f64 * 1.5e-3 for { Cell { row: x }; }) by (row) if t>-1.0;
    }
    then {
        insert logical Edge(1, 2);
        for x in &xs { modify x { x.a += 1; } }
        if let Some(c) = c { retract c; }
    }
    undo { halt; }
}
pub query near(row: u8, p: &'q str) -> impl Iterator<Item = u8> + 'q { when { Cell { row }; } select row + 1 }
query any() { when {} }
group cleanup { /// inner
    #[no_loop] rule sweep { when { Marker; } then { focus cleanup; } } }
"##;

/// The tree in Rust's debug form, without its spans.
fn tree(source: &Source) -> String {
    let (ruleset, diagnostics) = parse(source);
    let report = crate::report::render(&diagnostics, source.files());
    assert!(diagnostics.is_empty(), "{report}");
    let mut text = String::new();
    let debug = format!("{ruleset:?}");
    for (index, piece) in debug.split("bytes(").enumerate() {
        let after = match index {
            0 => piece,
            _ => piece.split_once(')').map_or("", |(_, after)| after),
        };
        text.push_str(after);
    }
    // A span at the very beginning of a text has no debug form of its own.
    text.replace(", span: }", "}").replace("span: ,", "")
}

#[test]
fn both_doors_make_one_tree() {
    let text = EVERYTHING;
    let file = Source::from_text(Path::new("referee.rules"), text.to_owned());
    let tokens = Source::from_tokens(TokenStream::from_str(text).unwrap());
    let rendered = Source::from_tokens(TokenStream::from_str(file.text()).unwrap());
    assert_eq!(tree(&file), tree(&tokens));
    assert_eq!(tree(&file), tree(&rendered));
}

#[test]
fn the_grammar_does_not_depend_on_line_ends() {
    let file = Source::from_text(Path::new("referee.rules"), EVERYTHING.to_owned());
    let crlf = Source::from_text(
        Path::new("referee.rules"),
        format!("\u{feff}{}", EVERYTHING.replace('\n', "\r\n")),
    );
    assert_eq!(tree(&file), tree(&crlf));
}

#[test]
fn a_file_without_a_header_is_named_by_its_stem_and_public() {
    let source = Source::from_text(Path::new("rules/crazy-eights.rules"), String::new());
    let (ruleset, diagnostics) = parse(&source);
    assert!(diagnostics.is_empty());
    assert_eq!(ruleset.name, "CrazyEights");
    assert!(matches!(ruleset.vis, syn::Visibility::Public(_)));
}

#[test]
fn several_files_are_one_ruleset() {
    let files = ["fact A;", "", "fact B;"].map(|text| (PathBuf::from("x.rules"), text.to_owned()));
    let source = Source::from_files(Some("Recall"), files);
    let (ruleset, diagnostics) = parse(&source);
    assert!(diagnostics.is_empty());
    assert_eq!(ruleset.name, "Recall");
    assert_eq!(ruleset.items.len(), 2);
}

#[test]
fn an_item_does_not_reach_into_the_next_file() {
    let first = (PathBuf::from("a.rules"), "\n global x: u8".to_owned());
    let second = (PathBuf::from("b.rules"), "; rule r {}".to_owned());
    let source = Source::from_files(None, [first, second]);
    let (_, diagnostics) = parse(&source);
    let places: Vec<_> = diagnostics
        .iter()
        .map(|diagnostic| {
            let (file, range) = source.files().locate(diagnostic.span).unwrap();
            let (line, column) = file.line_column(range.start);
            let path = file.path().display();
            format!("{path}:{line}:{column}: {}", diagnostic.message)
        })
        .collect();
    assert_eq!(
        places,
        [
            "a.rules:2:12: expected `;`, found the end of the ruleset",
            "b.rules:1:1: expected an item, found `;`",
            "b.rules:1:11: expected `when`, found `}`",
        ]
    );
}

#[test]
fn fragments_of_macros_are_written_out() {
    let hidden = |tokens: TokenStream| TokenTree::from(Group::new(Delimiter::None, tokens));
    let ty = hidden(quote!(Cell));
    let expr = hidden(quote!(a + 1));
    let body = hidden(quote!({
        halt;
    }));
    let doc = hidden(quote!(doc = "x"));
    let source = Source::from_tokens(quote! {
        ruleset R;
        #[#doc]
        rule r { when { #ty { a: == #expr }; } then #body }
    });
    let (ruleset, diagnostics) = parse(&source);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let plain = parsed(
        "ruleset R; #[doc = \"x\"] rule r { when { Cell { a: == (a + 1) }; } then { halt; } }",
    );
    let outline = |ruleset: &crate::ast::Ruleset| match &ruleset.items[0] {
        crate::ast::Item::Rule(rule) => (
            rule.attrs[0].name.clone(),
            super::outline::conditions(&rule.when),
            super::outline::block(&rule.then),
        ),
        item => panic!("{item:?}"),
    };
    assert_eq!(outline(&ruleset), outline(&plain));
}

#[test]
fn tokens_of_a_range_are_the_users_own() {
    let text = "rule a { when { Äpfel { x }; } then {} }";
    let source = Source::from_text(Path::new("a.rules"), text.to_owned());
    let start = source.text().find("{ x").unwrap();
    let tokens: Vec<TokenTree> = source.tokens(start + 2..start + 3).into_iter().collect();
    assert_eq!(tokens.len(), 1);
    let (file, range) = source.files().locate(tokens[0].span().into()).unwrap();
    assert_eq!(&file.text()[range.clone()], "x");
    assert_eq!(file.line_column(range.start), (1, 25));
}

#[test]
fn a_span_reaches_from_the_first_token_to_the_last() {
    let source = Source::from_text(Path::new("a.rules"), "a  b\n c".to_owned());
    assert_eq!(source.text(), "a b c ");
    let (file, range) = source.files().locate(source.span(0..5)).unwrap();
    assert_eq!(&file.text()[range], "a  b\n c");
    let (_, range) = source.files().locate(source.span_at(6).into()).unwrap();
    assert_eq!(range, 6..7);
}
