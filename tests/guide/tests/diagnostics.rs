//! The page of the guide about diagnostics: each code has a section, with a ruleset that has the mistake,
//! what is said of it, and a ruleset that has none.

use std::path::Path;

use rules_dsl::unstable::{Code, Level, Source, compile_source};

const PAGE: &str = include_str!("../../../rules-runtime/src/guide/diagnostics.md");

/// A section of the page.
struct Section {
    name: &'static str,
    /// Under which of the two headings it stands.
    level: Level,
    /// Its rulesets, each with whether a report follows it.
    rulesets: Vec<(&'static str, bool)>,
}

fn sections() -> Vec<Section> {
    let (errors, warnings) = PAGE.split_once("\n# Warnings\n").unwrap();
    let of = |part: &'static str, level| {
        let sections = part.split("\n## ").skip(1);
        sections.map(move |text| Section {
            name: text.lines().next().unwrap().trim_matches('`'),
            level,
            rulesets: rulesets(text),
        })
    };
    let errors = of(errors, Level::Error);
    errors.chain(of(warnings, Level::Warning)).collect()
}

fn rulesets(section: &'static str) -> Vec<(&'static str, bool)> {
    let blocks = section.split("```rules\n").skip(1);
    let ruleset = |block: &'static str| {
        let (ruleset, rest) = block.split_once("```\n").unwrap();
        (ruleset, rest.starts_with("\n```text\n"))
    };
    blocks.map(ruleset).collect()
}

/// The codes of what is said of a ruleset.
fn codes(ruleset: &str) -> Vec<Code> {
    let source = Source::from_text(Path::new("shop.rules"), ruleset.to_owned());
    let (_, found) = compile_source(&source);
    found.iter().map(|found| found.code).collect()
}

#[test]
fn every_code_has_its_section_in_the_order_of_the_vocabulary() {
    let sections = sections();
    let names: Vec<&str> = sections.iter().map(|section| section.name).collect();
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    assert_eq!(names, codes);
    for (section, code) in sections.iter().zip(Code::ALL) {
        assert_eq!(section.level, code.level(), "{}", section.name);
        let reported: Vec<bool> = section.rulesets.iter().map(|(_, is)| *is).collect();
        assert_eq!(reported, [true, false], "{}", section.name);
    }
}

#[test]
fn every_wrong_ruleset_has_its_mistake_once_and_no_other() {
    for (section, code) in sections().iter().zip(Code::ALL) {
        let (wrong, _) = section.rulesets[0];
        assert_eq!(codes(wrong), [*code], "{}", section.name);
    }
}

#[test]
fn nothing_is_said_of_a_mended_ruleset() {
    for section in sections() {
        let (mended, _) = section.rulesets[1];
        assert_eq!(codes(mended), [], "{}", section.name);
    }
}
