//! Crazy Eights: the rules of play, the scoring and three computer characters as rules.

mod character;
pub mod model;
mod rules;
mod simulation;
mod table;

pub use character::Character;
pub use simulation::{Digest, Player, Simulation, Summary};
pub use table::{RoundEnd, Table};
