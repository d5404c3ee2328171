//! Depends on what is built once, and does nothing.
