//! Minimax with alpha-beta pruning.
//!
//! After Knuth and Moore, *An Analysis of Alpha-Beta Pruning* (1975): a move is not gone into further once it
//! is sure that another is at least as good, whatever the rest of its tree holds.

use crate::outcome::{Outcome, Standing};
use crate::state::State;

/// A search for what a player does best.
///
/// The player takes what is worth most, all others what is worth least to the player: exact for two players,
/// and for more the worst case, in which all others play against this one.
#[derive(Debug, Clone, Copy)]
pub struct AlphaBeta<P, W> {
    player: P,
    depth: usize,
    worth: W,
}

impl<P: Copy + Eq> AlphaBeta<P, ()> {
    /// Searches to the end of the game.
    ///
    /// # Panics
    ///
    /// The search panics at a state that has neither moves nor a result.
    pub fn to_the_end<S: State<Player = P>>(player: P) -> AlphaBeta<P, impl Fn(&S) -> Standing> {
        let standing = move |state: &S| {
            let result = state.result();
            result
                .expect("the search goes on until the game is over")
                .standing(player)
        };
        AlphaBeta::to_depth(player, usize::MAX, standing)
    }

    /// Searches `depth` moves ahead. `worth` says what a state there, or one that is over before, is worth
    /// to the player.
    pub fn to_depth<W>(player: P, depth: usize, worth: W) -> AlphaBeta<P, W> {
        AlphaBeta {
            player,
            depth,
            worth,
        }
    }
}

impl<P: Copy + Eq, W> AlphaBeta<P, W> {
    /// What a state is worth to the player.
    pub fn value<S, V>(&self, state: &S) -> V
    where
        S: State<Player = P>,
        V: Ord + Copy,
        W: Fn(&S) -> V,
    {
        self.search(state, self.depth, Window::default()).1
    }

    /// The best move from a state and what it is worth; of equal ones the first. None if the game is over,
    /// or nothing is to be searched.
    pub fn best<S, V>(&self, state: &S) -> Option<(S::Move, V)>
    where
        S: State<Player = P>,
        V: Ord + Copy,
        W: Fn(&S) -> V,
    {
        let (step, value) = self.search(state, self.depth, Window::default());
        step.map(|step| (step, value))
    }

    /// The value of a state, exact where it is within the window; and the move that leads to it.
    fn search<S, V>(&self, state: &S, depth: usize, mut window: Window<V>) -> (Option<S::Move>, V)
    where
        S: State<Player = P>,
        V: Ord + Copy,
        W: Fn(&S) -> V,
    {
        let moves = if depth == 0 {
            Vec::new()
        } else {
            state.moves()
        };
        let maximizes = state.player() == self.player;
        let mut best: Option<(S::Move, V)> = None;
        for step in moves {
            let (_, value) = self.search(&state.after(&step), depth - 1, window);
            let better = |old: V| {
                if maximizes { value > old } else { value < old }
            };
            if best.as_ref().is_none_or(|&(_, old)| better(old)) {
                best = Some((step, value));
            }
            if window.narrow(value, maximizes) {
                break;
            }
        }
        match best {
            Some((step, value)) => (Some(step), value),
            None => (None, (self.worth)(state)),
        }
    }
}

/// What both sides are sure of already, elsewhere in the tree.
#[derive(Debug, Clone, Copy)]
struct Window<V> {
    /// The player has at least this.
    alpha: Option<V>,
    /// The others can hold the player to this.
    beta: Option<V>,
}

impl<V> Default for Window<V> {
    fn default() -> Self {
        Window {
            alpha: None,
            beta: None,
        }
    }
}

impl<V: Ord + Copy> Window<V> {
    /// Takes in the value of a move. The answer is whether nothing is left between the bounds.
    fn narrow(&mut self, value: V, maximizes: bool) -> bool {
        if maximizes {
            self.alpha = self.alpha.max(Some(value));
        } else {
            self.beta = Some(self.beta.map_or(value, |beta| beta.min(value)));
        }
        matches!((self.alpha, self.beta), (Some(alpha), Some(beta)) if alpha >= beta)
    }
}
