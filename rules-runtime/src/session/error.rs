//! What a run says when a rule's block has failed.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use crate::memory::handle::FactId;

/// A rule's block has returned an error, under `#[error(E)]`.
///
/// None of the block's effects has been applied and the activation is still on the agenda, so the next run
/// fires it again; [`Session::skip`](crate::Session::skip) takes it off.
///
/// It is an [`Error`] whenever `E` can be shown: also where `E` is an `anyhow::Error`, a `Box<dyn Error>` or a `String`, so
/// that `session.run()?` goes into any of these.
#[derive(Clone)]
#[non_exhaustive]
pub struct RuleError<E, R> {
    /// What the block returned.
    pub error: E,
    /// The rule.
    pub rule: R,
    /// The facts of the match, in the order in which the rule's conditions are written.
    pub facts: Vec<FactId>,
    /// The rule's name, as it is written.
    pub(crate) name: &'static str,
    /// What `error` is as an [`Error`], where it is or holds one.
    pub(crate) source: Source<E>,
}

/// Finds what an error of a block is as an [`Error`].
pub(crate) type Source<E> = for<'a> fn(&'a E) -> Option<&'a (dyn Error + 'static)>;

impl<E: fmt::Debug, R: fmt::Debug> fmt::Debug for RuleError<E, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RuleError")
            .field("error", &self.error)
            .field("rule", &self.rule)
            .field("facts", &self.facts)
            .finish_non_exhaustive()
    }
}

impl<E: PartialEq, R: PartialEq> PartialEq for RuleError<E, R> {
    fn eq(&self, other: &Self) -> bool {
        self.error == other.error && self.rule == other.rule && self.facts == other.facts
    }
}

impl<E: Eq, R: Eq> Eq for RuleError<E, R> {}

impl<E: fmt::Display, R> fmt::Display for RuleError<E, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the rule `{}` failed: {}", self.name, self.error)
    }
}

impl<E: fmt::Debug + fmt::Display, R: fmt::Debug> Error for RuleError<E, R> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        (self.source)(&self.error)
    }
}
