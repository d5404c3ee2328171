use std::path::Path;

use super::{Leaf, Output, Table, align, leaves};
use crate::source::Source;
use crate::unstable::compile_source;

const TEXT: &str = "\
use crate::model::{Order, Urgency};

/// A shelf.
fact Shelf { article: String, quantity: u32 }

const NOTE: &str = \"two
lines\";

rule send {
    when {
        order @ Order { article, urgency: Urgency::High } if order.open() > 0 && !NOTE.is_empty();
        Shelf { article, quantity: > 0 };
        n = count(Order { article });
    }
    then {
        let amount = if n > 1 { order.open() } else { 1 };
        modify order { order.sent += amount; }
    }
}
";

fn output(text: &str) -> Output {
    let source = Source::from_text(Path::new("rules/shop.rules"), text.to_owned());
    let (code, diagnostics) = compile_source(&source);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    Output::new(&code, source.files())
}

/// What was written as the first occurrence of a text in the generated file.
fn written<'t>(output: &Output, text: &'t str, generated: &str) -> Option<&'t str> {
    // What stands between quotation marks or backticks is about the code, not of it.
    let start = output
        .code
        .match_indices(generated)
        .map(|(start, _)| start)
        .find(|start| output.table.locate(&(*start..start + 1)).is_some())?;
    let (path, range) = output.table.locate(&(start..start + generated.len()))?;
    assert_eq!(path, Path::new("rules/shop.rules"));
    Some(&text[range])
}

#[test]
fn a_line_with_the_users_tokens_names_the_place_of_the_first() {
    let output = output(TEXT);
    let commented = |code: &str, place: &str| {
        let line = format!("{code} // shop.rules:{place}\n");
        assert!(output.code.contains(&line), "{line}{}", output.code);
    };
    commented("    quantity: u32,", "4:31");
    commented("let amount = if n > 1 { order.open() } else { 1 };", "16:9");
    commented("order.sent += amount;", "17:24");
}

#[test]
fn a_comment_stands_neither_in_a_literal_nor_after_documentation() {
    let output = output(TEXT);
    assert!(output.code.contains("const NOTE: &str = \"two\nlines\";\n"));
    assert!(output.code.contains("/// A shelf.\n"));
}

#[test]
fn the_table_leads_from_a_users_token_to_what_was_written() {
    let output = output(TEXT);
    for fragment in [
        "!NOTE.is_empty()",
        "let amount = if n > 1 { order.open() } else { 1 };",
        "order.sent += amount",
    ] {
        assert_eq!(written(&output, TEXT, fragment), Some(fragment));
    }
}

#[test]
fn a_part_of_a_fragment_leads_to_that_part() {
    let output = output(TEXT);
    let start = output.code.find("if n > 1 {").unwrap() + "if ".len();
    let (_, range) = output
        .table
        .locate(&(start..start + "n > 1".len()))
        .unwrap();
    assert_eq!(range.start, TEXT.find("n > 1").unwrap());
    assert_eq!(&TEXT[range], "n > 1");
}

#[test]
fn a_place_in_a_fragment_leads_to_that_place() {
    let output = output(TEXT);
    let at = output.code.find("order.sent += amount").unwrap() + "order.sent".len();
    let (_, range) = output.table.locate(&(at..at)).unwrap();
    let written = TEXT.find("order.sent").unwrap() + "order.sent".len();
    assert_eq!(range, written..written);
}

#[test]
fn what_is_put_into_a_users_place_leads_to_it() {
    // The compiler's way to the field is spanned at the field's name.
    assert_eq!(
        written(&output(TEXT), TEXT, "__fact1.quantity"),
        Some("quantity")
    );
}

#[test]
fn the_compilers_own_code_leads_nowhere() {
    assert_eq!(written(&output(TEXT), TEXT, "#[inline(never)]"), None);
}

#[test]
fn every_run_is_the_same_text_where_it_is_as_long() {
    let output = output(TEXT);
    assert!(output.table.runs.len() > 50);
    let mut end = 0;
    for run in &output.table.runs {
        assert!(end <= run.generated.start);
        end = run.generated.end;
        assert!(TEXT.get(run.written.clone()).is_some());
    }
}

#[test]
fn a_table_written_and_read_is_the_same() {
    let table = output(TEXT).table;
    assert_eq!(table.to_string().parse(), Ok(table.clone()));
    let table = table.of_ruleset(Some("Shop".to_owned()));
    assert_eq!(table.to_string().parse(), Ok(table));
}

#[test]
fn a_text_that_is_no_table_is_an_error() {
    for text in [
        "",
        "rules table 0\n",
        "rules table 2\n\na.rules\n\n1 2 3\n",
        "rules table 2\n\na.rules\n\n1 2 1 3 4\n",
        "rules table 2\n\na.rules\n\n2 1 0 3 4\n",
    ] {
        assert!(text.parse::<Table>().is_err(), "{text}");
    }
}

#[test]
fn no_word_of_the_users_is_lost_between_what_is_given_and_what_is_printed() {
    let source = Source::from_text(Path::new("rules/shop.rules"), TEXT.to_owned());
    let (code, _) = compile_source(&source);
    let code_again = prettyplease::unparse(&syn::parse2(code.clone()).unwrap());
    let (given, printed) = (leaves(&code), leaves(&code_again.parse().unwrap()));
    let paired: Vec<&Leaf> = align(&given, &printed).iter().map(|pair| pair.0).collect();
    let users_words = given.iter().filter(|leaf| {
        let is_word = !leaf
            .text
            .starts_with(|first: char| first.is_ascii_punctuation());
        is_word && source.files().locate(leaf.span.into()).is_some()
    });
    for word in users_words {
        assert!(
            paired.iter().any(|leaf| std::ptr::eq(*leaf, word)),
            "{}",
            word.text
        );
    }
}
