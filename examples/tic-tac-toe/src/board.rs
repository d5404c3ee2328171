//! Draws the board for a terminal, and says how the game stands.
//!
//! A free cell shows its number, faintly, for the players to type; the cells of a winning line stand out. The
//! styles are escape sequences: the stream that is written to drops them where nobody would see them.

use std::fmt;

use anstyle::{AnsiColor, Style};
use rules_runtime::Listener;
use tic_tac_toe::Game;
use tic_tac_toe::model::{Grid, Line, Mark, Stage};

/// The board of a game, three lines of cells with rules between them.
pub(crate) struct Board<'a> {
    grid: &'a Grid,
    winning: Vec<(u8, u8)>,
}

impl<'a> Board<'a> {
    /// The board as it is.
    pub(crate) fn of<L: Listener>(game: &'a Game<L>) -> Self {
        let winning = game.lines().filter(|line| line.winner().is_some());
        Board {
            grid: game.grid(),
            winning: winning.flat_map(Line::cells).collect(),
        }
    }

    fn style(&self, row: u8, column: u8) -> Style {
        let style = match self.grid.cell(row, column) {
            None => return Style::new().dimmed(),
            Some(Mark::X) => AnsiColor::Cyan.on_default(),
            Some(Mark::O) => AnsiColor::Yellow.on_default(),
        };
        if self.winning.contains(&(row, column)) {
            style.bold().invert()
        } else {
            style
        }
    }
}

impl fmt::Display for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..Grid::SIZE {
            if row > 0 {
                writeln!(f, "───┼───┼───")?;
            }
            for column in 0..Grid::SIZE {
                f.write_str(if column == 0 { " " } else { " │ " })?;
                let style = self.style(row, column);
                match self.grid.cell(row, column) {
                    Some(mark) => write!(f, "{style}{mark}{style:#}")?,
                    None => write!(f, "{style}{}{style:#}", row * Grid::SIZE + column)?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// How a game stands, as a sentence.
pub(crate) fn result<L: Listener>(game: &Game<L>) -> String {
    match (game.status(), game.winner()) {
        (Stage::Win, Some(winner)) => format!("{winner} wins."),
        (Stage::Draw, _) => "A draw.".to_owned(),
        _ => format!("Not over: {} to move.", game.grid().turn()),
    }
}
