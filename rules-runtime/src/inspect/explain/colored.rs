//! Explanations in colour, for terminals: the same text with ANSI escapes around some lines.
//!
//! Whether it goes to a terminal the caller knows, or asks [`std::io::IsTerminal`].

use alloc::format;
use core::fmt;

use crate::inspect::explain::{Explanation, FactExplanation, Outcome};

const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const RED: &str = "\x1b[1;31m";
const GREEN: &str = "\x1b[32m";
const PLAIN: &str = "\x1b[0m";

/// An explanation to be written in colour.
#[derive(Debug, Clone, Copy)]
pub struct Colored<'a, T>(&'a T);

impl Explanation {
    /// The explanation in colour, for a terminal: what nothing gets past in red, matches in green, what stands
    /// inside other conditions dim.
    ///
    /// ```
    /// # use rules_runtime::rules;
    /// use std::io::{IsTerminal, stdout};
    ///
    /// # rules! { ruleset Bell; fact Door; rule ring { when { Door; } then {} } }
    /// # let bell = Bell::new();
    /// let explanation = bell.explain(BellRule::Ring);
    /// if stdout().is_terminal() {
    ///     print!("{}", explanation.colored());
    /// } else {
    ///     print!("{explanation}");
    /// }
    /// ```
    #[must_use]
    pub fn colored(&self) -> Colored<'_, Self> {
        Colored(self)
    }
}

impl FactExplanation {
    /// The explanation in colour, for a terminal: patterns that the fact passes in green, others in red.
    #[must_use]
    pub fn colored(&self) -> Colored<'_, Self> {
        Colored(self)
    }
}

impl fmt::Display for Colored<'_, Explanation> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}", self.0);
        for (number, line) in text.lines().enumerate() {
            let rest = line.trim_start();
            let indent = line.len() - rest.len();
            let style = match number {
                0 => BOLD,
                _ if line.starts_with(">>>>") => RED,
                _ if rest.starts_with("to fire:") => GREEN,
                // Conditions of the rule itself stand in the first column of texts.
                _ if indent > 5 || rest.starts_with("done:") => DIM,
                _ => "",
            };
            write_line(f, style, line)?;
        }
        Ok(())
    }
}

impl fmt::Display for Colored<'_, FactExplanation> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}", self.0);
        let patterns = self.0.patterns.iter().map(|pattern| match pattern.outcome {
            Outcome::Passes(_) => GREEN,
            Outcome::Fails { .. } | Outcome::Waits | Outcome::Unreached => RED,
        });
        let styles = core::iter::once(BOLD).chain(patterns);
        for (line, style) in text.lines().zip(styles) {
            write_line(f, style, line)?;
        }
        Ok(())
    }
}

fn write_line(f: &mut fmt::Formatter<'_>, style: &str, line: &str) -> fmt::Result {
    if style.is_empty() {
        writeln!(f, "{line}")
    } else {
        writeln!(f, "{style}{line}{PLAIN}")
    }
}
