//! Why a run cannot go on.

use std::fmt;

/// Why a run cannot go on. Nothing that was acknowledged is lost by it: what is durable is where the next run begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(String);

impl Error {
    pub(crate) fn new(why: impl fmt::Display) -> Self {
        Error(why.to_string())
    }

    /// The same, at this file or in this part.
    pub(crate) fn at(place: impl fmt::Display, why: impl fmt::Display) -> Self {
        Error(format!("{place}: {why}"))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}
