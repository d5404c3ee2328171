//! The naive matcher against expectations written by hand, one behaviour a test.

mod common;
mod conditions;
mod effects;
mod floats;
mod logical;
mod matches;
mod order;
mod queries;
mod search;
mod time;
