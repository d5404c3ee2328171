//! What README.md shows is what happens.

use std::path::Path;
use std::process::Command;

use rules_dsl::unstable::{Source, compile_source, render};

const README: &str = include_str!("../../../README.md");

/// The code blocks of a language, in order; "" is that of blocks without one.
fn blocks(language: &str) -> Vec<&'static str> {
    let mut pieces = README.split("```");
    let mut found = Vec::new();
    while let (Some(_), Some(block)) = (pieces.next(), pieces.next()) {
        let (first, rest) = block.split_once('\n').unwrap();
        if first == language {
            found.push(rest);
        }
    }
    found
}

#[test]
fn the_program_is_the_one_that_is_run_here() {
    let program = include_str!("../src/main.rs");
    let (_, program) = program.split_once("\n\n").unwrap();
    let shown = blocks("rust").into_iter().next();
    assert_eq!(shown, Some(program));
}

#[test]
fn the_documentation_of_the_runtime_begins_with_it() {
    let page = include_str!("../../../rules-runtime/src/lib.rs");
    let (begin, end) = ("//! ```\n", "//! ```\n//!\n//! It prints");
    let (_, block) = page.split_once(begin).unwrap();
    let (block, _) = block.split_once(end).unwrap();
    let lines = block.lines().map(|line| line.strip_prefix("//!").unwrap());
    let lines = lines.map(|line| line.strip_prefix(' ').unwrap_or(line));
    let shown = lines.fold(String::new(), |shown, line| shown + line + "\n");
    assert_eq!(Some(shown.as_str()), blocks("rust").into_iter().next());
}

#[test]
fn the_output_is_what_the_program_prints() {
    let output = Command::new(env!("CARGO_BIN_EXE_readme")).output().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    assert!(blocks("text").contains(&output.as_str()), "{output}");
}

#[test]
fn the_error_message_is_what_the_build_says() {
    let text = include_str!("../rules/shop.rules");
    let source = Source::from_text(Path::new("rules/shop.rules"), text.to_owned());
    let (_, diagnostics) = compile_source(&source);
    let report = format!("{}\n", render(&diagnostics, source.files()).trim_end());
    assert!(blocks("text").contains(&report.as_str()), "{report}");
}

#[test]
fn the_commands_name_what_is_there() {
    let members = include_str!("../../../Cargo.toml");
    for command in blocks("sh").iter().flat_map(|block| block.lines()) {
        if let Some((_, package)) = command.split_once("-p ") {
            let package = package.split_whitespace().next().unwrap();
            assert!(members.contains(&format!("/{package}\"")), "{command}");
        }
    }
}
