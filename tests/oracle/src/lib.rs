//! The oracle: what a ruleset means, computed in the plainest way there is.
//!
//! A ruleset is data here ([`model`]). [`generate`] makes one from a seed, [`text`] writes it in the
//! language for the compiler, [`naive`] interprets it by evaluating every rule with nested loops before
//! and after each change, and [`compare`] drives a compiled ruleset and the interpreter side by side.
//! [`clips`] writes a ruleset for an engine of others.
//! Nothing here knows how the engine works; the language's definition is the only source.

#![forbid(unsafe_code)]

pub mod clips;
pub mod compare;
pub mod driver;
pub mod elements;
pub mod generate;
pub mod model;
pub mod naive;
pub mod shrink;
pub mod split;
pub mod text;
pub mod value;
