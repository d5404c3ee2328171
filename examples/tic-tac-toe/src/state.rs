//! The game as an immutable state, for tree walks and searches.
//!
//! The state is the referee's session; to move is to copy it and make the move in the copy.

use games::outcome::WonBy;
use games::{Positions, State};

use crate::game::Game;
use crate::model::{Grid, Mark, Stage};

/// The states are those of a game that has begun and stands in no error. A move is a row and a column.
impl State for Game {
    type Player = Mark;
    type Move = (u8, u8);
    type Outcome = WonBy<Mark>;

    fn player(&self) -> Mark {
        self.grid().turn()
    }

    fn moves(&self) -> Vec<(u8, u8)> {
        if self.status() != Stage::Active {
            return Vec::new();
        }
        let cells =
            (0..Grid::SIZE).flat_map(|row| (0..Grid::SIZE).map(move |column| (row, column)));
        cells
            .filter(|&(row, column)| self.grid().is_free(row, column))
            .collect()
    }

    fn result(&self) -> Option<WonBy<Mark>> {
        match self.status() {
            Stage::Win => self.winner().map(WonBy::Player),
            Stage::Draw => Some(WonBy::Nobody),
            _ => None,
        }
    }

    fn after(&self, &(row, column): &(u8, u8)) -> Self {
        let mut next = self.clone();
        next.play(self.player(), row, column)
            .expect("the move is one of those that there are");
        next
    }
}

/// What follows depends on the marks alone, not on the order in which they were drawn.
impl Positions for Game {
    type Position = Grid;

    fn position(&self) -> Grid {
        self.grid().clone()
    }
}
