//! What the network counts of its own work, for the feature `metrics`.
//!
//! Without the feature nothing is kept and each of these calls is empty, so that the network makes them where it
//! works, without asking.

#[cfg(feature = "metrics")]
mod kept;

#[cfg(feature = "metrics")]
pub(crate) use kept::Counters;

#[cfg(not(feature = "metrics"))]
pub(crate) use nothing::Counters;

#[cfg(not(feature = "metrics"))]
mod nothing {
    use crate::ids::KindId;
    use crate::joins::found::Matches;
    use crate::plan::Plan;

    /// No counters.
    #[derive(Debug, Clone, Copy)]
    pub(crate) struct Counters;

    #[expect(clippy::unused_self, reason = "the other counters use it")]
    impl Counters {
        /// None.
        pub(crate) fn new<F>(_: &Plan<F>) -> Self {
            Counters
        }

        #[inline]
        pub(crate) fn enters(&mut self, _: u32) {}

        #[inline]
        pub(crate) fn takes(&mut self, _: u32, _: usize) {}

        #[inline]
        pub(crate) fn tests(&mut self, _: u32, _: usize, _: usize) {}

        #[inline]
        pub(crate) fn creates<F>(&mut self, _: &Plan<F>, _: u32) {}

        #[inline]
        pub(crate) fn searched(&mut self, _: &mut Matches, _: usize) {}

        #[inline]
        pub(crate) fn removes(&mut self, _: u32) {}

        #[inline]
        pub(crate) fn expires(&mut self, _: impl Iterator<Item = KindId>) {}
    }
}
