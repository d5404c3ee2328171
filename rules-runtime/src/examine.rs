//! What is asked of a session that stands: why a rule has not fired, where a fact comes from, what its network has done, and
//! whether all that it keeps is as it should be.

pub(crate) mod counting;
#[cfg(feature = "metrics")]
pub(crate) mod metrics;
#[cfg(debug_assertions)]
pub(crate) mod verify;
pub(crate) mod why;

use crate::session::Session;
use crate::session::program::Program;

impl<P: Program, L> Session<P, L> {
    /// Where debug assertions are on: checks that all that is kept is as it should be.
    #[doc(hidden)]
    pub fn __verify(&self) {
        #[cfg(debug_assertions)]
        if !self.work.poisoned {
            verify::verify(&self.work);
        }
    }
}
