//! The game of Recall.
//!
//! All that is decided in it is decided by the rules in `rules/`, which the build script compiles. A table of it takes
//! one input after the other; who hosts the table is of no concern here.
//!
//! | item | |
//! |---|---|
//! | [`Recall`] | a game: people and computer players at a table |
//! | [`model`] | what the rules are about: cards, places, phases and what players can do |
//! | [`sheets`] | rows of the rules' tables, as the program was built with them or as somebody changed them |
//! | [`simulation`] | whole games among computer players |
//! | [`table`] | what a game is to a server: inputs, and what each of them did |
#![forbid(unsafe_code)]

mod game;
pub mod model;
mod rules;
pub mod sheets;
pub mod simulation;
pub mod table;

pub use game::{Memories, Options, Recall};

/// The version of the rules: a checksum of their text and of the sheets that the program was built with.
pub const RULES_VERSION: &str = env!("RECALL_RULES");
