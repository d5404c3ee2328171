//! What the rules of Recall are about: cards, places, phases and what players can do.
//!
//! Plain Rust types that know nothing of rules.

mod action;
mod card;
mod choice;
mod stage;

pub use action::{Action, ActionKind};
pub use card::{Card, Colour, Rank, Suit};
pub use choice::{Choice, Quality};
pub use stage::{Phase, Place, Playable, Power, Seat, Slot, Step};
