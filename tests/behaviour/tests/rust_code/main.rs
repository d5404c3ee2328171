//! The seam with Rust: borrows, references, names and macro fragments in rules.
//! One behaviour a test; each file here is a module of one test binary.

mod borrowing;
mod fragments;
mod hygiene;
mod names;
mod parts;
mod references;
mod temporaries;
