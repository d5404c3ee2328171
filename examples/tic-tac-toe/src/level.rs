//! Computer players: levels of play, each a group of rules that chooses a move.
//!
//! The rules stand in `rules/`: what is on the board, then a file for each level.

mod adviser {
    rules_runtime::include_rules!("adviser");
}

use rules_runtime::Listener;

use crate::model::Grid;
use adviser::{Adviser, AdviserGroup, Cell, Line, On, Turn};

/// How well the computer plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Level {
    /// Wins where it can and blocks where it must, and looks no further.
    Simple,
    /// Never loses, and wins wherever a win can be forced.
    Perfect,
}

impl Level {
    /// The move that a player of this level makes, as row and column, for the player whose turn it is. None
    /// on a full board.
    #[must_use]
    pub fn choose(self, grid: &Grid) -> Option<(u8, u8)> {
        self.choose_with(grid, ())
    }

    /// The same, with a listener that is told what the rules do.
    #[must_use]
    pub fn choose_with<L: Listener>(self, grid: &Grid, listener: L) -> Option<(u8, u8)> {
        let mut adviser = Adviser::builder().listener(listener).build();
        adviser.insert(Turn { mark: grid.turn() });
        adviser.insert_all(incidences());
        adviser.insert_all(cells(grid));
        // What threatens is derived before the level gets the focus.
        adviser.run();
        adviser.focus(match self {
            Level::Simple => AdviserGroup::Simple,
            Level::Perfect => AdviserGroup::Perfect,
        });
        adviser.run();
        let choice = adviser.choice()?;
        Some((choice.number / Grid::SIZE, choice.number % Grid::SIZE))
    }

    /// The rules of the levels, in the order in which they are written: their names, and what they are about.
    pub fn rules() -> impl Iterator<Item = (&'static str, &'static str)> {
        Adviser::RULES.iter().map(|rule| (rule.name, rule.docs))
    }
}

/// The cells, the last first: of equal choices the newest fact's goes first, so the first cell is chosen.
fn cells(grid: &Grid) -> impl Iterator<Item = Cell> {
    (0..Grid::SIZE * Grid::SIZE).rev().map(|number| Cell {
        number,
        mark: grid.cell(number / Grid::SIZE, number % Grid::SIZE),
    })
}

/// Which cells lie on which lines.
fn incidences() -> impl Iterator<Item = On> {
    let last = Grid::SIZE - 1;
    (0..Grid::SIZE).flat_map(move |row| {
        (0..Grid::SIZE).flat_map(move |column| {
            let number = row * Grid::SIZE + column;
            let through = [
                Some(Line::Column(column)),
                Some(Line::Row(row)),
                (row + column == last).then_some(Line::Rising),
                (row == column).then_some(Line::Falling),
            ];
            let through = through.into_iter().flatten();
            through.map(move |line| On { line, number })
        })
    })
}
