//! Writes explanations for people: aligned tables.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::inspect::explain::{
    ConditionCounts, Counted, ExplainedMatch, Explanation, FactExplanation, Outcome, TestCounts,
};

/// How many matches are written out.
const SHOWN: usize = 10;

/// A line of the table.
struct Line {
    marked: bool,
    text: String,
    passed: u64,
    failed: Option<u64>,
    note: String,
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.matches.len();
        let pending = self.pending().count();
        let matches = match all {
            0 => String::from("no match"),
            1 => String::from("1 match"),
            _ => format!("{all} matches"),
        };
        write!(f, "`{}` at {}: {matches}", self.rule, self.position)?;
        if all > 0 {
            write!(f, ", {pending} to fire")?;
        }
        if pending > 0 && !self.has_focus {
            write!(f, " when its group has the focus")?;
        }
        writeln!(f)?;
        let lines = self.lines();
        let widths = Widths::of(&lines);
        if !lines.is_empty() {
            let Widths {
                text,
                passed,
                failed,
            } = widths;
            writeln!(
                f,
                "     {:text$}  {:>passed$}  {:>failed$}",
                "", "passed", "failed"
            )?;
        }
        for line in &lines {
            line.write(&widths, f)?;
        }
        for found in self.matches.iter().take(SHOWN) {
            found.fmt(f)?;
        }
        match all.saturating_sub(SHOWN) {
            0 => Ok(()),
            more => writeln!(f, "     and {more} more"),
        }
    }
}

impl Explanation {
    fn lines(&self) -> Vec<Line> {
        let blocked = self.blocked_at();
        let mut lines = Vec::new();
        for (number, condition) in self.conditions.iter().enumerate() {
            lines.push(condition.line(blocked == Some(number)));
            // A test that is a condition of its own is said already.
            let tests = condition.tests.iter();
            let tests = tests.filter(|test| test.counted != Counted::Matches);
            lines.extend(tests.map(|test| test.line(condition.depth + 1)));
        }
        lines
    }
}

impl ConditionCounts {
    fn line(&self, marked: bool) -> Line {
        let facts = self.facts.map(|facts| match facts.all {
            1 => format!(", {} of 1 fact", facts.suitable),
            all => format!(", {} of {all} facts", facts.suitable),
        });
        Line {
            marked,
            text: format!("{:1$}{2}", "", 2 * self.depth, self.text),
            passed: self.passed,
            failed: None,
            note: format!("reached by {}{}", self.reached, facts.unwrap_or_default()),
        }
    }
}

impl TestCounts {
    fn line(&self, depth: usize) -> Line {
        let note = match self.counted {
            Counted::Facts => "facts",
            Counted::Pairs => "pairs",
            Counted::Results => "results",
            Counted::Matches => "partial matches",
        };
        Line {
            marked: false,
            text: format!("{:1$}{2}", "", 2 * depth, self.text),
            passed: self.passed,
            failed: Some(self.failed),
            note: String::from(note),
        }
    }
}

/// The widths of the columns.
struct Widths {
    text: usize,
    passed: usize,
    failed: usize,
}

impl Widths {
    fn of(lines: &[Line]) -> Self {
        let text = lines.iter().map(|line| line.text.chars().count()).max();
        let digits = |number: u64| format!("{number}").len();
        let passed = lines.iter().map(|line| digits(line.passed)).max();
        let failed = lines
            .iter()
            .filter_map(|line| line.failed)
            .map(digits)
            .max();
        let head = "passed".len();
        Widths {
            text: text.unwrap_or_default(),
            passed: passed.unwrap_or_default().max(head),
            failed: failed.unwrap_or_default().max(head),
        }
    }
}

impl Line {
    fn write(&self, widths: &Widths, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Widths {
            text,
            passed,
            failed,
        } = widths;
        let mark = if self.marked { ">>>>" } else { "" };
        let failures = self.failed.map(|failed| format!("{failed}"));
        writeln!(
            f,
            "{mark:4} {:text$}  {:>passed$}  {:>failed$}  {}",
            self.text,
            self.passed,
            failures.unwrap_or_default(),
            self.note,
        )
    }
}

impl fmt::Display for ExplainedMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = if self.pending { "to fire" } else { "done" };
        write!(f, "     {state}:")?;
        for fact in &self.facts {
            write!(f, " {fact:?}")?;
        }
        for (number, (name, value)) in self.bindings.iter().enumerate() {
            let before = match (number, self.facts.is_empty()) {
                (0, true) => " ",
                (0, false) => "; ",
                _ => ", ",
            };
            write!(f, "{before}{name} = {value}")?;
        }
        writeln!(f)
    }
}

impl fmt::Display for FactExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FactExplanation {
            rule,
            fact,
            fact_type,
            patterns,
            error,
        } = self;
        if let Some(error) = error {
            return writeln!(f, "{error}");
        }
        if patterns.is_empty() {
            return writeln!(
                f,
                "`{rule}` has no pattern for a `{fact_type}` such as {fact:?}"
            );
        }
        writeln!(f, "`{fact_type}` {fact:?} in `{rule}`")?;
        for pattern in patterns {
            writeln!(f, "  `{}`: {}", pattern.text, pattern.outcome)?;
        }
        Ok(())
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Fails {
                test,
                counted,
                values,
            } => {
                write!(f, "fails `{test}`")?;
                if *counted == Counted::Pairs {
                    write!(f, " with each partial match")?;
                }
                for (number, (name, value)) in values.iter().enumerate() {
                    let before = match (number, counted) {
                        (0, Counted::Pairs) => ", first of all with",
                        (0, _) => ", with",
                        _ => " and",
                    };
                    write!(f, "{before} {name} = {value}")?;
                }
                Ok(())
            }
            Outcome::Waits => f.write_str("waits: its time lies ahead of the clock"),
            Outcome::Unreached => {
                f.write_str("passes the tests on itself, but no partial match reaches the pattern")
            }
            Outcome::Passes(1) => f.write_str("passes, in 1 partial match"),
            Outcome::Passes(all) => write!(f, "passes, in {all} partial matches"),
        }
    }
}
