//! Who looks at a session after each change, where the process is asked for coverage.
//!
//! Without the feature `coverage` nothing of it is compiled, and the follower is empty.

/// Whether a process may be asked for coverage.
pub(crate) const COMPILED: bool = cfg!(feature = "coverage");

#[cfg(feature = "coverage")]
mod present;

#[cfg(feature = "coverage")]
pub(crate) use crate::inspect::coverage::process::is_on;
#[cfg(feature = "coverage")]
pub(crate) use present::Follower;

#[cfg(not(feature = "coverage"))]
pub(crate) use absent::{Follower, is_on};

#[cfg(not(feature = "coverage"))]
mod absent {
    use crate::inspect::explain::Explanation;
    use crate::session::program::Program;

    /// Whether the process is asked for coverage.
    pub(crate) const fn is_on() -> bool {
        false
    }

    /// Nobody follows.
    #[derive(Debug, Clone)]
    pub(crate) struct Follower;

    #[expect(clippy::unused_self, reason = "the other follower uses it")]
    impl Follower {
        /// None.
        #[expect(
            clippy::extra_unused_type_parameters,
            reason = "the other follower is of a program"
        )]
        pub(crate) fn of<P: Program>() -> Self {
            Follower
        }

        /// A rule has fired.
        #[inline]
        pub(crate) fn fired(&self, _: u32) {}

        /// Whether it looks at the change that has ended.
        #[inline]
        pub(crate) fn looks(&mut self) -> bool {
            false
        }

        /// Whether a rule's explanation may say something new.
        #[inline]
        pub(crate) fn wants(&mut self, _: usize) -> bool {
            false
        }

        /// Takes the explanation of a rule.
        #[inline]
        pub(crate) fn explained(&self, _: usize, _: &Explanation) {}

        /// It has looked.
        #[inline]
        pub(crate) fn looked(&self) {}
    }
}
