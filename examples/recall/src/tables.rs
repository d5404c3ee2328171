//! Games of this collection, as tables that a server can host.

mod best;
mod crazy_eights;
mod kind;
mod seated;
mod seats;
mod tic_tac_toe;
mod watcher;

pub use best::{BestError, Reply, best_reply};
pub use kind::{Kind, LevelName, OptionsError};
