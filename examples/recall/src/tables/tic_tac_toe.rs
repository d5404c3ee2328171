//! Noughts and crosses, for two.

use std::ops::RangeInclusive;

use recall_game::table::{Failure, Firing, PlayerId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tic_tac_toe::model::{Grid, Line, Mark, MoveError, Stage};
use tic_tac_toe::{Game as Referee, Level, Referee as Rules};

use super::seated::{Done, Game, Waits};
use super::watcher::Watcher;

/// A game of noughts and crosses.
pub(crate) struct TicTacToe {
    game: Referee<Watcher>,
    level: Level,
    /// Who draws crosses, and so begins.
    first: usize,
    watcher: Watcher,
}

/// What a player does.
#[derive(Deserialize)]
#[serde(tag = "action_type", rename_all = "snake_case")]
pub(crate) enum Action {
    /// Draws the own mark in a cell, numbered row by row from 0.
    PlayMove { cell: u8 },
}

impl TicTacToe {
    /// An empty board. `first` is the seat that begins; computer players play at `level`.
    pub(crate) fn new(level: Level, first: usize) -> Self {
        let watcher = Watcher::new(describe);
        Self {
            game: Referee::with_listener(watcher.clone()),
            level,
            first,
            watcher,
        }
    }

    fn mark(&self, seat: usize) -> Mark {
        if seat == self.first { Mark::X } else { Mark::O }
    }

    fn seat(&self, mark: Mark) -> usize {
        match mark {
            Mark::X => self.first,
            Mark::O => 1 - self.first,
        }
    }
}

impl Game for TicTacToe {
    const SEATS: RangeInclusive<usize> = 2..=2;
    type Action = Action;
    type View = View;
    type PlayerView = PlayerView;

    fn start(&mut self, _players: usize) {
        self.game.new_game();
    }

    fn act(&mut self, seat: usize, player: &PlayerId, action: Action) -> Result<Done, Failure> {
        let Action::PlayMove { cell } = action;
        let mark = self.mark(seat);
        let stage = self.game.play(mark, cell / Grid::SIZE, cell % Grid::SIZE);
        if stage.is_err() {
            self.game.reset_error();
        }
        let stage = stage.map_err(failure)?;
        let mark = mark.to_string();
        let mut done = Done::default()
            .effect("draw_mark", json!({ "cell": cell, "mark": mark }))
            .broadcast(
                "move_played",
                json!({ "player_id": player, "cell": cell, "mark": mark }),
            );
        if matches!(stage, Stage::Win | Stage::Draw) {
            let winner = self.game.winner().map(|_| player);
            done = done.broadcast("game_over", json!({ "winner": winner }));
        }
        Ok(done)
    }

    fn choose(&mut self) -> Option<Action> {
        let chooser = self.watcher.clone();
        let (row, column) = self.level.choose_with(self.game.grid(), chooser)?;
        let cell = row * Grid::SIZE + column;
        Some(Action::PlayMove { cell })
    }

    fn waits(&self) -> Waits {
        if self.game.is_over() {
            Waits::ForNobody
        } else {
            Waits::For(self.seat(self.game.grid().turn()))
        }
    }

    fn view(&self, seat: Option<usize>) -> View {
        let grid = self.game.grid();
        let mark = |cell| grid.cell(cell / Grid::SIZE, cell % Grid::SIZE);
        let turn = matches!(self.waits(), Waits::For(whose) if seat == Some(whose));
        let all = 0..Grid::SIZE * Grid::SIZE;
        let free = all.clone().filter(|&cell| turn && mark(cell).is_none());
        let won = self.game.lines().filter(|line| line.winner().is_some());
        let won = won.flat_map(Line::cells);
        View {
            cells: all.map(|cell| Some(mark(cell)?.to_string())).collect(),
            offers: free.map(|cell| Offered::PlayMove { cell }).collect(),
            line: won.map(|(row, column)| row * Grid::SIZE + column).collect(),
            winner_seat: self.game.winner().map(|mark| self.seat(mark)),
        }
    }

    fn view_of_player(&self, seat: usize) -> PlayerView {
        let mark = self.mark(seat).to_string();
        PlayerView { mark }
    }

    fn take_fired(&mut self) -> Vec<Firing> {
        self.watcher.take()
    }
}

/// What a player sees of the board.
#[derive(Serialize)]
pub(crate) struct View {
    cells: Vec<Option<String>>,
    offers: Vec<Offered>,
    line: Vec<u8>,
    winner_seat: Option<usize>,
}

/// What can be done, as the [`Action`] that does it.
#[derive(Serialize)]
#[serde(tag = "action_type", rename_all = "snake_case")]
enum Offered {
    PlayMove { cell: u8 },
}

/// What everyone sees of a player.
#[derive(Serialize)]
pub(crate) struct PlayerView {
    mark: String,
}

/// The rules of the referee and those of the levels have names of their own.
pub(super) fn describe(rule: &str) -> Option<&'static str> {
    let referee = Rules::RULES.iter().map(|info| (info.name, info.docs));
    let mut rules = referee.chain(Level::rules());
    rules.find(|&(name, _)| name == rule).map(|(_, docs)| docs)
}

/// Why a move is refused.
pub(super) fn failure(error: MoveError) -> Failure {
    let (code, message) = match error {
        MoveError::MoveNotValid => ("move_not_valid", "That cell is off the board."),
        MoveError::MoveInUse => ("move_in_use", "That cell is taken."),
        MoveError::MoveOutOfTurn => ("move_out_of_turn", "It is the other player's turn."),
        MoveError::GameNotStarted => ("game_not_started", "The game has not begun."),
        MoveError::GameOver => ("game_over", "The game is over."),
    };
    Failure::new(code, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_referee_and_the_levels_share_no_name_of_a_rule() {
        for referee in Rules::RULES {
            let shared = Level::rules().find(|&(name, _)| name == referee.name);
            assert_eq!(shared, None);
        }
    }
}
