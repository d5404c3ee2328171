//! Watches a stream of log lines, and says what is wrong: logins that somebody guesses at, sensors that have fallen silent
//! or whose mean rises, jobs without an answer.
//!
//! `rules` has the rules, and says of what type events and alarms are; `record` reads lines; `monitor` takes them in their
//! time, and tells which alarms are raised and over; `generate` makes a stream of which it is known what must be found.
#![forbid(unsafe_code)]

pub mod generate;
pub mod monitor;
pub mod record;
pub mod rules;
