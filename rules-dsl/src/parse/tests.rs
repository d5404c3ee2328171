//! What parses to what, through both doors, and what is said of what does not.
#![expect(
    clippy::format_push_string,
    reason = "an outline reads best as it is built"
)]

mod conditions;
mod doors;
mod effects;
mod foreign;
mod items;
mod mistakes;
mod outline;

use std::path::Path;

use crate::ast::{Condition, Item, Rule, Ruleset};
use crate::parse::parse;
use crate::report;
use crate::source::Source;

/// The tree of a file that has no mistakes.
#[track_caller]
fn parsed(text: &str) -> Ruleset {
    let source = Source::from_text(Path::new("test.rules"), text.to_owned());
    let (ruleset, diagnostics) = parse(&source);
    let report = report::render(&diagnostics, source.files());
    assert!(diagnostics.is_empty(), "{report}");
    ruleset
}

/// The only rule of a file.
#[track_caller]
fn rule(text: &str) -> Rule {
    match parsed(text).items.remove(0) {
        Item::Rule(rule) => *rule,
        item => panic!("{item:?}"),
    }
}

/// The conditions of a rule with this `when`.
#[track_caller]
fn conditions(when: &str) -> Vec<Condition> {
    rule(&format!("rule r {{ when {{ {when} }} then {{}} }}")).when
}

/// Each mistake of a file on a line: `line:column: message`, its help after `(help)`.
fn mistakes(text: &str) -> String {
    let source = Source::from_text(Path::new("test.rules"), text.to_owned());
    let (_, diagnostics) = parse(&source);
    let mut lines = String::new();
    for diagnostic in &diagnostics {
        let (file, range) = source.files().locate(diagnostic.span).expect("a position");
        let (line, column) = file.line_column(range.start);
        lines += &format!("{line}:{column}: {}\n", diagnostic.message);
        if let Some(help) = &diagnostic.help {
            lines += &format!("  (help) {help}\n");
        }
    }
    lines
}
