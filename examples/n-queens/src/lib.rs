//! The queens problem: to place as many queens as a board has columns so that none can take another.
//!
//! Two ways to solve it, both with rules:
//!
//! - [`Search`]: a rule database that says which queens can be taken, and around it a search that tries each
//!   placement in its context and takes it back;
//! - [`Placing`]: a ruleset that chooses and fails by itself.
//!
//! Both are iterators over the same solutions in the same order.
//!
//! ```
//! use n_queens::{Placing, Search};
//!
//! assert_eq!(Search::new(8, ()).count(), 92);
//! assert!(Placing::new(6, ()).eq(Search::new(6, ())));
//! ```

mod board;
mod database;
mod placing;
mod search;
mod solution;
mod stats;

pub use board::Board;
pub use database::{Assertion, Database, Kind};
pub use placing::Placing;
pub use search::Search;
pub use solution::Solution;
pub use stats::Stats;
