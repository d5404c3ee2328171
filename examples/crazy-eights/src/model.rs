//! What the rules are about: cards, what players can do, and the rules agreed on.
//!
//! Plain Rust types that know nothing of rules.

mod action;
mod agreement;
mod card;
mod shuffler;

pub use action::{Action, Deed, Refusal};
pub use agreement::{Agreement, AgreementError};
pub use card::{Card, CardError, Place, Rank, Suit};
pub use shuffler::Shuffler;
