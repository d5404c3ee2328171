//! What the feature `tracing` tells the program's subscriber: a span for each firing, events for what changes.
//!
//! Without the feature nothing of it is compiled. With it, and no subscriber that asks, a firing and a change cost a
//! look at an atomic each.

/// Whether anyone but the listener may be told of anything.
pub(crate) const COMPILED: bool = cfg!(feature = "tracing");

#[cfg(feature = "tracing")]
mod subscriber;

#[cfg(feature = "tracing")]
pub(crate) use subscriber::{EventSink, also, firing, follows_changes, is_enabled};

#[cfg(not(feature = "tracing"))]
pub(crate) use absent::{EventSink, also, firing, follows_changes, is_enabled};

#[cfg(not(feature = "tracing"))]
mod absent {
    use crate::ids::TokenId;
    use crate::session::program::Program;
    use crate::session::work::Work;

    /// Who is told what changes.
    pub(crate) type EventSink<'a, L> = &'a mut L;

    /// Tells a listener.
    pub(crate) fn also<L>(listener: &mut L) -> EventSink<'_, L> {
        listener
    }

    /// Whether anyone but the listener is to be told.
    pub(crate) const fn is_enabled() -> bool {
        false
    }

    /// Whether anyone but the listener is to be told of each change.
    pub(crate) const fn follows_changes() -> bool {
        false
    }

    /// The span of a firing, of which nobody is told.
    pub(crate) struct NoSpan;

    /// Nothing begins.
    pub(crate) fn firing<P: Program>(_: &Work<P>, _: TokenId) -> NoSpan {
        NoSpan
    }
}
