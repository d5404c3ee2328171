//! Games as tables of rules, and the server that plays them in browsers.
#![forbid(unsafe_code)]

mod game;
pub mod model;
mod rules;
pub mod server;
mod sheets;
mod simulation;
pub mod store;
pub mod table;
pub mod tables;
mod time;

pub use game::{Memories, Options, Recall};
pub use sheets::{Sheets, SheetsError};
pub use simulation::{Summary, play, simulate};
