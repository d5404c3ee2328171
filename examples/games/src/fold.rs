//! Results folded up the tree.
//!
//! A [`Mapper`] gives each state that is over a value, and each other one a value made of those of the states
//! after its moves. [`fold`] gives the value of one state; [`Folder`] works each position out once, and
//! [`tree`] has a value at every node of the top of a tree.

use std::collections::HashMap;
use std::iter::Sum;
use std::ops::Add;

use crate::outcome::{Outcome, Standing};
use crate::state::{Positions, State};

/// How values are made, from the ends of a game up.
pub trait Mapper<S: State> {
    /// What a state is mapped to.
    type Value;

    /// The value of a state that is over.
    fn finished(&self, state: &S, result: &S::Outcome) -> Self::Value;

    /// The value of a state, given those of the states after its moves, in their order. A value that is not
    /// taken is not worked out.
    fn combine(&self, state: &S, values: impl Iterator<Item = Self::Value>) -> Self::Value;
}

/// The value of a state: its whole tree is gone through.
pub fn fold<S: State, M: Mapper<S>>(state: &S, mapper: &M) -> M::Value {
    if let Some(result) = state.result() {
        return mapper.finished(state, &result);
    }
    let moves = state.moves().into_iter();
    mapper.combine(state, moves.map(|step| fold(&state.after(&step), mapper)))
}

/// Folds, working out the value of each position once.
pub struct Folder<S: Positions, M: Mapper<S>> {
    mapper: M,
    known: HashMap<S::Position, M::Value>,
}

impl<S: Positions, M: Mapper<S, Value: Clone> + Clone> Folder<S, M> {
    /// A folder that knows no position yet.
    pub fn new(mapper: M) -> Self {
        Folder {
            mapper,
            known: HashMap::new(),
        }
    }

    /// The value of a state. The mapper must see nothing of a state but its position.
    pub fn value(&mut self, state: &S) -> M::Value {
        let position = state.position();
        if let Some(value) = self.known.get(&position) {
            return value.clone();
        }
        let value = match state.result() {
            Some(result) => self.mapper.finished(state, &result),
            None => self.combine(state),
        };
        self.known.insert(position, value.clone());
        value
    }

    fn combine(&mut self, state: &S) -> M::Value {
        let mapper = self.mapper.clone();
        let moves = state.moves().into_iter();
        mapper.combine(state, moves.map(|step| self.value(&state.after(&step))))
    }
}

/// A value at every node of the top of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree<M, V> {
    /// The value of the state.
    pub value: V,
    /// The moves from it, each with what comes after it; none at the bottom, and where the game is over.
    pub branches: Vec<(M, Tree<M, V>)>,
}

/// The states from this one to those `depth` moves later, each with its value.
pub fn tree<S: State, V>(
    state: &S,
    depth: usize,
    value: &mut impl FnMut(&S) -> V,
) -> Tree<S::Move, V> {
    let mut branches = Vec::new();
    if depth > 0 {
        for step in state.moves() {
            let after = tree(&state.after(&step), depth - 1, value);
            branches.push((step, after));
        }
    }
    Tree {
        value: value(state),
        branches,
    }
}

/// How many games there are that end each way, as a player sees it.
///
/// Two games are two if their moves differ, even where they come to the same positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games that the player wins.
    pub wins: u64,
    /// Games that nobody wins.
    pub draws: u64,
    /// Games that the player loses.
    pub losses: u64,
}

impl Tally {
    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), Add::add)
    }
}

/// Counts how the games from a state end.
#[derive(Debug, Clone, Copy)]
pub struct Count<P> {
    /// Whose wins and losses are counted.
    pub player: P,
}

impl<S: State> Mapper<S> for Count<S::Player> {
    type Value = Tally;

    fn finished(&self, _: &S, result: &S::Outcome) -> Tally {
        let mut tally = Tally::default();
        match result.standing(self.player) {
            Standing::Won => tally.wins = 1,
            Standing::Drawn => tally.draws = 1,
            Standing::Lost => tally.losses = 1,
        }
        tally
    }

    fn combine(&self, _: &S, tallies: impl Iterator<Item = Tally>) -> Tally {
        tallies.sum()
    }
}

/// The best that a player can be sure of: minimax.
///
/// The player takes the best for the player, all others the worst.
#[derive(Debug, Clone, Copy)]
pub struct Best<P> {
    /// Whose best it is.
    pub player: P,
}

impl<S: State> Mapper<S> for Best<S::Player> {
    type Value = Standing;

    fn finished(&self, _: &S, result: &S::Outcome) -> Standing {
        result.standing(self.player)
    }

    fn combine(&self, state: &S, standings: impl Iterator<Item = Standing>) -> Standing {
        let best = if state.player() == self.player {
            standings.max()
        } else {
            standings.min()
        };
        best.expect("a state without a result has moves")
    }
}
