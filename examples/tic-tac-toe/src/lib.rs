//! The referee of a noughts-and-crosses game, as rules over plain Rust types, and computer players, as rules too.
//!
//! [`model`] holds what there is: a stage, a grid, moves, lines. `rules.rs` holds what follows from it: the
//! ruleset [`Referee`]. [`Game`] puts a method in front of each thing that players do; it decides nothing. It is
//! a [`games::State`] as well. [`Level`] chooses moves by the rules in `rules/`.
//!
//! ```
//! use tic_tac_toe::Game;
//! use tic_tac_toe::model::{Mark, MoveError, Stage};
//!
//! let mut game = Game::new();
//! game.new_game();
//! assert_eq!(game.play(Mark::X, 1, 1), Ok(Stage::Active));
//!
//! assert_eq!(game.play(Mark::O, 1, 1), Err(MoveError::MoveInUse));
//! game.reset_error();
//! assert_eq!(game.play(Mark::O, 0, 0), Ok(Stage::Active));
//! assert_eq!(game.grid().cell(0, 0), Some(Mark::O));
//! ```

mod game;
mod level;
pub mod model;
mod rules;
mod state;

pub use game::Game;
pub use level::Level;
pub use rules::{Referee, RefereeRule};
