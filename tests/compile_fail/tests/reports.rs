//! The cases once more, as `.rules` files: what stands in the block of each is compiled as the text of a
//! file, and the report compared with the `.report` beside the case. Where there is none the compiler has
//! nothing to say, and what is wrong is rustc's to find.
//!
//! `TRYBUILD=overwrite` writes the reports anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use proc_macro2::{TokenStream, TokenTree};
use rules_dsl::unstable::{Code, Diagnostics, Source, render};

/// A ruleset without a name is a mistake in a block alone: a file has its own.
const IN_A_BLOCK_ONLY: &str = "no_ruleset_item";

/// A case: a program with mistakes, and what is said of them.
struct Case {
    name: String,
    /// What the build of the program says.
    stderr: String,
    /// What the compiler says of the ruleset as a file.
    found: Diagnostics,
    report: String,
    /// Where the report is kept.
    path: PathBuf,
}

impl Case {
    fn read(program: &Path) -> Self {
        let stderr = fs::read_to_string(program.with_extension("stderr"));
        let name = program.file_stem().unwrap().to_string_lossy().into_owned();
        let text = ruleset_in(&fs::read_to_string(program).unwrap());
        let path = PathBuf::from(format!("{name}.rules"));
        let source = Source::from_files(Some("Case"), [(path, text)]);
        let (_, found) = rules_dsl::unstable::compile_source(&source);
        let report = render(&found, source.files());
        Self {
            name,
            stderr: stderr.unwrap_or_default(),
            found,
            report: report.trim_end().to_owned() + "\n",
            path: program.with_extension("report"),
        }
    }

    /// Whether its mistakes are rustc's to find.
    fn is_rustcs(&self) -> bool {
        self.found.is_empty() && self.name != IN_A_BLOCK_ONLY
    }
}

fn cases() -> Vec<Case> {
    let files = fs::read_dir("tests/cases").unwrap();
    let mut programs: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    programs.sort();
    programs.iter().map(|path| Case::read(path)).collect()
}

/// What stands in the `rules!` of a program, with blanks around it, so that each token keeps its line and
/// its column.
fn ruleset_in(program: &str) -> String {
    let tokens = TokenStream::from_str(program).unwrap();
    let block = block_of(tokens).expect("a case has a `rules!`");
    let range = block.span_open().byte_range().end..block.span_close().byte_range().start;
    let blank = |text: &str| -> String {
        let blank = |character| if character == '\n' { '\n' } else { ' ' };
        text.chars().map(blank).collect()
    };
    blank(&program[..range.start]) + &program[range]
}

fn block_of(tokens: TokenStream) -> Option<proc_macro2::Group> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    tokens.windows(3).find_map(|tokens| match tokens {
        [
            TokenTree::Ident(name),
            TokenTree::Punct(_),
            TokenTree::Group(block),
        ] => (name == "rules").then(|| block.clone()),
        _ => None,
    })
}

/// The places that a text of rustc's, or of ours, tells errors of: each its line and its column.
fn places(text: &str) -> Vec<&str> {
    let mut places = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("error") || line.starts_with("warning") {
            let arrow = lines.find(|line| line.trim_start().starts_with("-->"));
            let (_, place) = arrow.unwrap().split_once(':').unwrap();
            places.push(place);
        }
    }
    places
}

#[test]
fn every_case_is_reported_of_a_file_too() {
    let overwrite = std::env::var_os("TRYBUILD").is_some_and(|value| value == "overwrite");
    let mut wrong = String::new();
    for case in cases() {
        let expected = fs::read_to_string(&case.path).ok();
        let actual = (!case.found.is_empty()).then_some(&case.report);
        if expected.as_ref() == actual {
            continue;
        }
        match actual {
            Some(report) if overwrite => fs::write(&case.path, report).unwrap(),
            None if overwrite => fs::remove_file(&case.path).unwrap(),
            _ => {
                let expected = expected.as_deref().unwrap_or("nothing\n");
                let actual = actual.map_or("nothing\n", String::as_str);
                _ = writeln!(wrong, "{}: expected\n{expected}found\n{actual}", case.name);
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{wrong}`TRYBUILD=overwrite` takes it over"
    );
}

#[test]
fn both_doors_tell_the_same_mistakes_and_rustc_adds_none() {
    for case in cases() {
        if !case.found.is_empty() {
            assert_eq!(places(&case.stderr), places(&case.report), "{}", case.name);
        }
    }
}

#[test]
fn every_code_has_a_case() {
    let cases = cases();
    let codes = cases.iter().flat_map(|case| case.found.iter());
    let codes: BTreeSet<Code> = codes.map(|found| found.code).collect();
    let lacking: Vec<&str> = Code::ALL
        .iter()
        .filter(|code| !codes.contains(code))
        .map(|code| code.name())
        .collect();
    assert!(lacking.is_empty(), "no case for {lacking:?}");
}

#[test]
fn what_rustc_finds_comes_first_and_at_the_token_that_is_wrong() {
    for case in cases().iter().filter(|case| case.is_rustcs()) {
        let mut lines = case.stderr.lines();
        let headline = lines.next().unwrap();
        assert!(!headline.contains("__"), "{}: {headline}", case.name);
        let ends = |line: &str| {
            line.is_empty() || line.starts_with(['n', 'h']) || line.trim_start().starts_with('=')
        };
        let excerpt: Vec<&str> = lines.take_while(|line| !ends(line)).collect();
        // Where the token is the compiler's own, the whole block is underlined.
        let is_whole = excerpt.iter().any(|line| line.contains("|_^"));
        assert!(!is_whole, "{}:\n{}", case.name, excerpt.join("\n"));
    }
}

#[test]
fn no_message_shows_a_name_of_generated_code() {
    for case in cases() {
        // (A line under several lines of a program is one of `_`.)
        let has_name = |line: &&str| {
            let mut parts = line.split("__").skip(1);
            parts.any(|after| after.starts_with(char::is_alphabetic))
        };
        let shown = case.stderr.lines().find(has_name);
        assert_eq!(shown, None, "{}", case.name);
    }
}

#[test]
fn a_third_of_the_cases_is_rustcs() {
    let cases = cases();
    let rustcs = cases.iter().filter(|case| case.is_rustcs()).count();
    assert!(cases.len() >= 80, "{} cases", cases.len());
    assert!(rustcs * 3 >= cases.len(), "{rustcs} of {}", cases.len());
}
