//! The streams and files of programs.
//!
//! | module | |
//! |---|---|
//! | [`typed`] | lines of an input, and how they are shown again |
//! | [`errors`] | errors of streams and files, with what they are about |
//! | [`files`] | files that are there whole or not at all |
//! | [`locks`] | locks of files |

pub mod errors;
pub mod files;
pub mod locks;
pub mod typed;
