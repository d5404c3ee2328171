//! Games as tables of rules, and the server that plays them in browsers.
#![forbid(unsafe_code)]

pub mod server;
pub mod store;
pub mod tables;
mod time;
