//! What a run says when a rule's block has failed.

use alloc::vec::Vec;
use core::{error, fmt};

use crate::memory::handle::FactId;

/// A rule's block has returned an error, under `#[error(E)]`.
///
/// None of the block's effects has been applied and the activation is still on the agenda, so the next run
/// fires it again; [`Session::skip`](crate::Session::skip) takes it off.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleError<E, R> {
    /// What the block returned.
    pub error: E,
    /// The rule.
    pub rule: R,
    /// The facts of the match, in the order in which the rule's conditions are written.
    pub facts: Vec<FactId>,
}

impl<E: fmt::Display, R: fmt::Debug> fmt::Display for RuleError<E, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the rule `{:?}` failed: {}", self.rule, self.error)
    }
}

impl<E: error::Error + 'static, R: fmt::Debug> error::Error for RuleError<E, R> {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        Some(&self.error)
    }
}
