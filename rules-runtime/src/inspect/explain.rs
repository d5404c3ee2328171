//! Why a rule did or did not fire: what an explanation says.
//!
//! Nothing is kept for it while a session runs. Generated code counts it when it is asked for, by loops
//! over the facts in the order in which the conditions are written; `examine::counting` is what those loops count
//! with, `again` what they gather with, `display` writes the answer, `colored` in colour.

pub(crate) mod again;
mod colored;
mod display;

pub use colored::Colored;

use alloc::string::String;
use alloc::vec::Vec;

use crate::inspect::metadata::Position;
use crate::memory::handle::{FactId, HandleError};

/// Why a rule did or did not fire. `Display` writes it as a table, a line for each condition and test.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The rule's name.
    pub rule: &'static str,
    /// Where it is written.
    pub position: Position,
    /// Its conditions in the order written, each before those inside it.
    pub conditions: Vec<ConditionCounts>,
    /// Its matches, in unspecified order.
    pub matches: Vec<ExplainedMatch>,
    /// Whether its activations may fire now: it is in the group that has the focus, or in none and no
    /// group has it.
    pub has_focus: bool,
}

impl Explanation {
    /// The first condition that no partial match gets past, by its place in `conditions`; of those inside
    /// others none.
    #[must_use]
    pub fn blocked_at(&self) -> Option<usize> {
        let blocks = |condition: &ConditionCounts| condition.depth == 0 && condition.passed == 0;
        self.conditions.iter().position(blocks)
    }

    /// The matches that are still to fire.
    pub fn pending(&self) -> impl Iterator<Item = &ExplainedMatch> {
        self.matches.iter().filter(|found| found.pending)
    }
}

/// How many partial matches reach and pass a condition.
///
/// A partial match is one of the conditions before it together. Where a condition stands inside another
/// (`not`, a branch of `either`, an accumulate), it is one of those outside and of those before it inside.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConditionCounts {
    /// Its source.
    pub text: &'static str,
    /// How many conditions it stands in.
    pub depth: usize,
    /// How many partial matches reach it. One, that of no fact, reaches the first.
    pub reached: u64,
    /// How many partial matches there are with it.
    pub passed: u64,
    /// Of a pattern: the facts of its type, and how many of them pass the tests that ask nothing of other facts.
    pub facts: Option<FactCounts>,
    /// Its tests, left to right.
    pub tests: Vec<TestCounts>,
}

/// What a pattern makes of the facts of its type, each by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct FactCounts {
    /// How many there are.
    pub all: u64,
    /// How many pass each test that is on them alone.
    pub suitable: u64,
}

/// What a test is made on, and what its counts count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Counted {
    /// Facts, each by itself.
    Facts,
    /// A fact together with a partial match: a join.
    Pairs,
    /// The results of an accumulate.
    Results,
    /// Partial matches.
    Matches,
}

/// How many passed and how many failed a test. What fails a test is not put to those after it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TestCounts {
    /// Its source.
    pub text: &'static str,
    /// What is counted.
    pub counted: Counted,
    /// How many passed.
    pub passed: u64,
    /// How many failed.
    pub failed: u64,
}

/// A match of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainedMatch {
    /// Its facts, in the order in which the conditions are written.
    pub facts: Vec<FactId>,
    /// The rule's variables with their values, as `Debug` writes them.
    pub bindings: Vec<(&'static str, String)>,
    /// Whether it is on the agenda. Else it has fired, or `skip` or an attribute of the rule has kept it
    /// from firing.
    pub pending: bool,
}

/// What the patterns of a rule make of one fact.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FactExplanation {
    /// The rule's name.
    pub rule: &'static str,
    /// The fact.
    pub fact: FactId,
    /// Its type.
    pub fact_type: &'static str,
    /// The rule's patterns of the fact's type, those inside other conditions among them.
    pub patterns: Vec<FactInPattern>,
    /// What is wrong with the handle; there are no patterns then.
    pub error: Option<HandleError>,
}

/// What a pattern makes of a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FactInPattern {
    /// The pattern's source.
    pub text: &'static str,
    /// What it makes of it.
    pub outcome: Outcome,
}

/// How far a fact gets in a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// It fails a test: alone, or together with each partial match that reaches the pattern.
    Fails {
        /// The test's source.
        test: &'static str,
        /// What it is made on.
        counted: Counted,
        /// The values compared, the first time that it failed, as `Debug` writes them.
        values: Vec<(&'static str, String)>,
    },
    /// It is an event whose time lies ahead: no pattern meets it yet.
    Waits,
    /// It passes the tests on itself, and no partial match reaches the pattern.
    Unreached,
    /// It passes, and there are so many partial matches with it.
    Passes(u64),
}
