//! What a subscriber of the crate `tracing` is told of sessions: see the tests.
