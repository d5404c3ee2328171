//! Games as immutable states.
//!
//! A game is a type that implements [`State`]: whose turn it is, which moves there are, the state after one of
//! them, and at the end the result. Nothing is ever changed, so a state can be kept, shared and gone back to.
//! A session of rules is a state like any other, because a session is `Clone`: the state after a move is a
//! copy in which the move was made.
//!
//! | module | |
//! |---|---|
//! | [`outcome`] | results: won, drawn or lost |
//! | [`walk`] | the states of a game tree, depth first or breadth first, made as the walk comes to them |
//! | [`fold`](mod@fold) | results folded up the tree: how many games are won, what is the best |
//! | [`alpha_beta`] | minimax with alpha-beta pruning |
//! | [`which_hand`] | a game in a page |
//!
//! ```
//! use games::fold::{self, Count, Tally};
//! use games::walk;
//! use games::which_hand::{Hand, WhichHand};
//!
//! let game = WhichHand::holding(Hand::Left);
//! assert_eq!(walk::depth_first(game.clone()).count(), 3);
//!
//! let tally = fold::fold(&game, &Count { player: () });
//! assert_eq!(tally, Tally { wins: 1, draws: 0, losses: 1 });
//! ```

pub mod alpha_beta;
pub mod fold;
pub mod outcome;
mod state;
pub mod walk;
pub mod which_hand;

pub use outcome::{Outcome, Standing};
pub use state::{Positions, State};
