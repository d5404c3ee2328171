//! Roads and rights: shortest routes on a map that changes while one looks, and who may read which document.
//!
//! Both are a ruleset with a `#[best(…)]` fact: of all ways to a town the shortest stands, and of all reasons for which
//! somebody may read a document the nearest. When it falls, the next best is there in the same change.

pub mod drawing;
pub mod map;
pub mod rights;
pub mod roads;
mod words;

pub use words::{Mistake, words};
