//! The mistakes that the guide shows are reported as it says.
//!
//! A `rules` block of a page is a `.rules` file; the `text` block right after it is the report that the
//! build prints. `GUIDE=overwrite cargo test -p guide` writes the reports into the pages.

use std::fs;
use std::path::{Path, PathBuf};

use rules_dsl::unstable::{Source, compile_source, render};

/// The name under which a mistake is compiled.
const FILE: &str = "shop.rules";

fn guide() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules-runtime/src/guide")
}

/// The pages' names and texts.
fn pages() -> Vec<(PathBuf, String)> {
    let files = fs::read_dir(guide()).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let mut pages: Vec<(PathBuf, String)> = paths
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            (path, text)
        })
        .collect();
    pages.sort();
    pages
}

/// The report on a file's text.
fn report(text: &str) -> String {
    let source = Source::from_text(Path::new(FILE), text.to_owned());
    let (_, diagnostics) = compile_source(&source);
    render(&diagnostics, source.files()).trim_end().to_owned()
}

/// The mistakes of a page: the rules, and the report that is shown.
fn mistakes(page: &str) -> Vec<(&str, &str)> {
    let parts = page.split("```rules\n").skip(1);
    let mistakes = parts.filter_map(|part| {
        let (rules, rest) = part.split_once("```\n")?;
        let (shown, _) = rest.strip_prefix("\n```text\n")?.split_once("```\n")?;
        Some((rules, shown))
    });
    mistakes.collect()
}

#[test]
fn what_is_said_of_a_mistake_is_what_the_guide_shows() {
    let overwrites = std::env::var("GUIDE").is_ok_and(|wish| wish == "overwrite");
    let mut differences = Vec::new();
    for (path, text) in pages() {
        let mut written = text.clone();
        for (rules, shown) in mistakes(&text) {
            let found = format!("{}\n", report(rules));
            if found != shown {
                let block = |report: &str| format!("{rules}```\n\n```text\n{report}```\n");
                written = written.replace(&block(shown), &block(&found));
                differences.push(format!("{}:\n{found}", path.display()));
            }
        }
        if overwrites && written != text {
            fs::write(&path, written).unwrap();
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn the_guide_shows_mistakes() {
    let count: usize = pages().iter().map(|(_, text)| mistakes(text).len()).sum();
    assert!(count > 10, "{count}");
}

#[test]
fn other_rules_of_the_guide_have_no_mistake() {
    for (path, text) in pages() {
        for part in text.split("```rules\n").skip(1) {
            let (rules, rest) = part.split_once("```\n").unwrap();
            if !rest.starts_with("\n```text\n") {
                assert_eq!(report(rules), "", "{}", path.display());
            }
        }
    }
}

#[test]
fn every_page_is_one_of_the_guide() {
    let module = fs::read_to_string(guide().with_extension("rs")).unwrap();
    for (path, _) in pages() {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(module.contains(&format!("\"guide/{name}\"")), "{name}");
    }
}
