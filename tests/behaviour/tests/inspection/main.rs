//! What a session tells of itself: explanations, derivations, listeners, recordings, the network, copies.
//! One behaviour a test; each file here is a module of one test binary.

mod copies;
mod explain;
mod listeners;
mod metadata;
mod network;
mod recording;
mod testing;
mod why;
