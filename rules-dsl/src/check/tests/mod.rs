//! What the checks find, and what they do not.

mod contradictions;
mod cross_products;
mod query_in_rust;
mod rules;
mod soundness;
mod stratification;
mod subsumption;
mod unbounded_events;
mod underivable;
mod unordered_elements;
mod unused_variables;
mod wrong_literals;

use std::path::Path;

use crate::report;
use crate::source::Source;
use crate::unstable::compile_source;

/// What is said of a ruleset, a line each: place, code, message, help.
fn findings(text: &str) -> String {
    let source = Source::from_text(Path::new("test.rules"), text.to_owned());
    let (_, diagnostics) = compile_source(&source);
    let line = |diagnostic: &crate::diagnostic::Diagnostic| {
        let start = diagnostic.span.start.start();
        let message = report::message(diagnostic, source.files());
        let help = diagnostic.help.as_ref().map(|help| format!(" ({help})"));
        format!(
            "{}:{} {}: {message}{}",
            start.line,
            start.column + 1,
            diagnostic.code.name(),
            help.unwrap_or_default()
        )
    };
    let lines: Vec<String> = diagnostics.iter().map(line).collect();
    lines.join("\n")
}

/// What is said of a rule with these conditions, one a line from line 1 on, and an empty block.
fn in_rule(when: &str) -> String {
    findings(&format!(
        "rule r {{ when {{ {when} }} then {{}} }}\n{FACTS}"
    ))
}

/// What is said of a rule with these conditions and this block, which begins line 2.
fn in_block(when: &str, then: &str) -> String {
    findings(&format!(
        "rule r {{ when {{ {when} }} then {{\n{then}\n}} }}\n{FACTS}"
    ))
}

/// The facts that the tests speak of.
const FACTS: &str = "
    fact A { x: i32, y: i32 }
    fact B { x: i32, z: i32 }
    fact Order { total: u32, customer: String, discount: f64, mark: char, open: bool }
    fact Edge(u32, u32);
    fact enum Signal { Red, Amber(u32), Green }
    #[key()] fact Clock { now: u64 }
    #[key(row, column)] fact Cell { row: u8, column: u8, value: u8 }
    #[unique] fact Path(u32, u32);
    fact Job { stage: Stage, next: Option<u32>, code: Code }
";
