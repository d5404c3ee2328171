//! The game of Recall: its actions, powers, phases and computer players, and two thousand whole games.

mod actions;
mod computers;
mod games;
mod model;
mod phases;
mod powers;
mod seated;
mod seats;
mod sheets;
mod stages;
mod why;
mod witness;
