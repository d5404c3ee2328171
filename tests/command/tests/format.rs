//! Formatting changes neither what a ruleset says nor what has been formatted.

use std::fmt::Write as _;
use std::path::Path;

use corpus::{Ruleset, rulesets};
use doors::without_positions;
use oracle::elements::Elements;
use proc_macro2::{TokenStream, TokenTree};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use rules_dsl::unstable::{Source, WIDTH, compile_source, format};

/// How many generated rulesets are formatted.
const SEEDS: u64 = 40;

fn source(path: &Path, text: &str) -> Source {
    Source::from_text(path, text.to_owned())
}

/// A text formatted; `None` where it does not parse.
fn formatted(path: &Path, text: &str) -> Option<String> {
    format(&source(path, text)).ok()
}

/// What a text compiles to, without positions; what is wrong with it, where something is.
fn compiled(path: &Path, text: &str) -> (String, TokenStream) {
    // What the lexer keeps of one text is of no use to the next.
    proc_macro2::extra::invalidate_current_thread_spans();
    let (code, diagnostics) = compile_source(&source(path, text));
    let mut found = String::new();
    for diagnostic in &diagnostics {
        let message = &diagnostic.message;
        let without_lines: String = message.chars().filter(|c| !c.is_ascii_digit()).collect();
        writeln!(found, "{}: {without_lines}", diagnostic.code.name()).unwrap();
    }
    (found, without_positions(code))
}

/// Code as it is read.
fn readable(code: &TokenStream) -> String {
    match syn::parse2(code.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        Err(_) => code.to_string(),
    }
}

/// Asserts that a text, which parses, says the same when formatted, and stays as it then is.
#[track_caller]
fn assert_formats(path: &Path, text: &str) {
    let once = match format(&source(path, text)) {
        Ok(once) => once,
        Err(diagnostics) => panic!("{}: {diagnostics:?}\n{text}", path.display()),
    };
    let twice = formatted(path, &once);
    assert_eq!(twice.as_ref(), Some(&once), "{}", path.display());
    let [(found, code), (found_once, code_once)] = [text, &once].map(|text| compiled(path, text));
    let place = path.display();
    assert_eq!(found, found_once, "{place}\n{once}");
    // Commas at the end of what the user wrote come and go, unseen in code as it is read.
    if code.to_string() != code_once.to_string() {
        assert_eq!(readable(&code), readable(&code_once), "{place}\n{once}");
    }
}

/// The tokens of a text with as little between them as may be, or a line end.
fn respaced(text: &str, tokens: TokenStream, space: char) -> String {
    let mut spaced = String::new();
    let mut end = 0;
    push_respaced(text, tokens, space, &mut spaced, &mut end);
    spaced
}

fn push_respaced(text: &str, tokens: TokenStream, space: char, out: &mut String, end: &mut usize) {
    for token in tokens {
        let spans = match &token {
            TokenTree::Group(group) => [group.span_open(), group.span_close()],
            token => [token.span(), token.span()],
        };
        let [open, close] = spans.map(|span| span.byte_range());
        let mut leaf = |range: std::ops::Range<usize>| {
            // Documentation is several tokens of one range.
            if range.start >= *end {
                let is_joined = *end == range.start && *end > 0;
                let leaf = &text[range.clone()];
                out.extend((!is_joined).then_some(space));
                out.push_str(leaf);
                out.extend(leaf.starts_with("//").then_some('\n'));
                *end = range.end;
            }
        };
        leaf(open);
        if let TokenTree::Group(group) = token {
            push_respaced(text, group.stream(), space, out, end);
            let mut leaf = |range: std::ops::Range<usize>| {
                if range.start >= *end {
                    out.push(space);
                    out.push_str(&text[range.clone()]);
                    *end = range.end;
                }
            };
            leaf(close);
        }
    }
}

/// The rulesets of the tree that parse.
fn well_formed() -> Vec<Ruleset> {
    let rulesets = rulesets().into_iter();
    let well_formed: Vec<Ruleset> = rulesets
        .filter(|ruleset| formatted(&ruleset.path, &ruleset.text).is_some())
        .collect();
    assert!(well_formed.len() > 100, "{}", well_formed.len());
    well_formed
}

#[test]
fn every_ruleset_of_the_tree_says_the_same_when_formatted() {
    let rulesets = well_formed().into_par_iter();
    rulesets.for_each(|ruleset| assert_formats(&ruleset.path, &ruleset.text));
}

#[test]
fn a_ruleset_on_one_line_and_one_with_a_token_a_line_say_the_same_when_formatted() {
    for Ruleset { path, text, .. } in well_formed().into_iter().step_by(4) {
        for space in [' ', '\n'] {
            let respaced = respaced(&text, text.parse().unwrap(), space);
            assert_formats(&path, &respaced);
        }
    }
}

#[test]
fn every_generated_ruleset_says_the_same_when_formatted() {
    for seed in 0..SEEDS {
        let ruleset = oracle::generate::ruleset(seed, Elements::ALL);
        let text = oracle::text::ruleset(&ruleset);
        let path = format!("seed_{seed}.rules");
        assert_formats(Path::new(&path), &text);
    }
}

#[test]
fn every_rules_file_of_the_tree_that_parses_is_formatted() {
    let is_file = |ruleset: &&Ruleset| ruleset.path.extension().is_some_and(|name| name == "rules");
    for Ruleset { path, text, .. } in well_formed().iter().filter(is_file) {
        assert_eq!(
            formatted(path, text).as_ref(),
            Some(text),
            "{}",
            path.display()
        );
    }
}

#[test]
fn the_rulesets_of_the_examples_and_the_readme_are_formatted_by_hand() {
    let shown = ["examples", "tests/readme"];
    let shown = |ruleset: &&Ruleset| shown.iter().any(|path| ruleset.path.starts_with(path));
    let rulesets = rulesets();
    let shown: Vec<&Ruleset> = rulesets.iter().filter(shown).collect();
    assert!(shown.len() > 2);
    for Ruleset { path, text, .. } in shown {
        let lines = text
            .lines()
            .map(|line| line.strip_prefix("    ").unwrap_or(line));
        let text: Vec<&str> = lines.collect();
        let text = format!("{}\n", text.join("\n").trim());
        if path.extension().is_some_and(|name| name == "rs") {
            assert_eq!(formatted(path, &text), Some(text), "{}", path.display());
        }
    }
}

#[test]
fn no_line_is_too_long_that_was_not_before() {
    for Ruleset { path, text, .. } in well_formed() {
        let longest = |text: &str| text.lines().map(|line| line.chars().count()).max();
        let once = formatted(&path, &text).unwrap();
        assert!(
            longest(&once) <= longest(&text).max(Some(WIDTH)),
            "{}",
            path.display()
        );
    }
}
