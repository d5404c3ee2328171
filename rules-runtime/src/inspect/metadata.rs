//! What a ruleset says of itself: its rules, and the results of running them.

use alloc::vec::Vec;
use core::fmt;

#[cfg(feature = "coverage")]
use crate::inspect::coverage::places::ConditionPlace;
use crate::inspect::graph::NetworkGraph;

/// A rule, as it was written.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct RuleInfo<R> {
    /// The rule.
    pub rule: R,
    /// Its name.
    pub name: &'static str,
    /// Its documentation.
    pub docs: &'static str,
    /// Its stage, if it is in one: `#[stage(…)]`.
    pub stage: Option<&'static str>,
    /// Its salience; that of its stage, if it is in one.
    pub salience: i32,
    /// Its tags.
    pub tags: &'static [&'static str],
    /// Its conditions, a text each.
    pub conditions: &'static [&'static str],
    /// Where it is written.
    pub position: Position,
}

impl<R> RuleInfo<R> {
    #[doc(hidden)]
    #[must_use]
    #[expect(clippy::too_many_arguments, reason = "one for each field")]
    pub const fn __new(
        rule: R,
        name: &'static str,
        docs: &'static str,
        stage: Option<&'static str>,
        salience: i32,
        tags: &'static [&'static str],
        conditions: &'static [&'static str],
        position: Position,
    ) -> Self {
        RuleInfo {
            rule,
            name,
            docs,
            stage,
            salience,
            tags,
            conditions,
            position,
        }
    }
}

/// A ruleset, as a listener is told of it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RulesetInfo {
    /// Its name.
    pub name: &'static str,
    /// Its rules, in the order in which they are written.
    pub rules: Vec<RuleInfo<()>>,
    /// Its fact types.
    pub fact_types: Vec<&'static str>,
    /// Its Rete network.
    pub network: &'static NetworkGraph,
    /// Where the conditions of its rules stand; none where it has no explanations.
    #[cfg(feature = "coverage")]
    pub(crate) places: &'static [&'static [ConditionPlace]],
    /// The root of its package.
    #[cfg(feature = "coverage")]
    pub(crate) package: Option<&'static str>,
}

/// A place in a source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The file.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// What a run did.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fired {
    /// How many activations fired.
    pub count: u64,
    /// Why it stopped.
    pub stop: Stop,
    /// At a limit of more than one firing: the rules of the last 100 firings, each with how often it fired,
    /// the most frequent first. Rules that feed one another without end are among them.
    pub recent: Vec<(&'static str, u32)>,
}

impl fmt::Display for Fired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fired {
            count,
            stop,
            recent,
        } = self;
        let plural = if *count == 1 { "" } else { "s" };
        write!(f, "{count} firing{plural}, then {stop}")?;
        for (number, (rule, times)) in recent.iter().enumerate() {
            let before = if number == 0 { "; of late " } else { ", " };
            write!(f, "{before}`{rule}` {times}×")?;
        }
        Ok(())
    }
}

/// Why a run stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// Nothing is left to fire.
    Rest,
    /// It fired as often as it was let.
    Limit,
    /// A rule, or the caller, halted it.
    Halted,
    /// A rule failed and no choice is left.
    Failed,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Rest => "at rest",
            Stop::Limit => "at the limit",
            Stop::Halted => "halted",
            Stop::Failed => "failed",
        })
    }
}
