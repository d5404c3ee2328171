//! The game as players see it: a method for each thing they do, in front of a session of the referee.
//!
//! Every method that changes something changes one fact, runs the rules to rest, and reads what they made of
//! it. No decision of the game is made here.

use rules_runtime::{Handle, Listener, RuleInfo, Stop};

use crate::model::{GameStage, Grid, Line, Mark, Move, MoveError, Stage};
use crate::rules::{Referee, RefereeRule};

/// A game of noughts and crosses under a referee.
///
/// The listener, if there is one, is told what the referee's session does.
#[derive(Clone)]
pub struct Game<L: Listener = ()> {
    referee: Referee<L>,
    stage: Handle<GameStage>,
    grid: Handle<Grid>,
}

impl Game {
    /// A board on which no game has begun yet.
    #[must_use]
    pub fn new() -> Self {
        Game::with_listener(())
    }

    /// An empty board on which a game has begun.
    #[must_use]
    pub fn begun() -> Self {
        let mut game = Game::new();
        game.new_game();
        game
    }
}

impl<L: Listener> Game<L> {
    /// The same, with a listener on the referee's session.
    #[must_use]
    pub fn with_listener(listener: L) -> Self {
        let mut referee = Referee::builder().listener(listener).build();
        let stage = referee.insert(GameStage::new());
        let grid = referee.insert(Grid::default());
        referee.insert_all(Line::all());
        Game {
            referee,
            stage,
            grid,
        }
    }

    /// Clears the board and begins a game, whatever was before.
    pub fn new_game(&mut self) {
        self.change_stage(|game| game.stage = Stage::New);
    }

    /// Makes a move, and says how the game stands after it.
    ///
    /// # Errors
    ///
    /// Fails if the referee refuses the move. The error stands, and refuses every further move, until
    /// [`reset_error`](Self::reset_error) or [`new_game`](Self::new_game).
    pub fn play(&mut self, mark: Mark, row: u8, column: u8) -> Result<Stage, MoveError> {
        self.referee.insert(Move::new(mark, row, column));
        self.settle();
        self.error().map_or(Ok(self.status()), Err)
    }

    /// Goes back to how the game stood before a move was refused. Without an error, does nothing.
    pub fn reset_error(&mut self) {
        self.change_stage(GameStage::reset_error);
    }

    /// How the game stands.
    #[must_use]
    pub fn status(&self) -> Stage {
        self.stage().stage
    }

    /// Whether the game has come to an end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.status(), Stage::Win | Stage::Draw)
    }

    /// Why the last move was refused, until the error is reset.
    #[must_use]
    pub fn error(&self) -> Option<MoveError> {
        self.stage().error
    }

    /// Who has won.
    #[must_use]
    pub fn winner(&self) -> Option<Mark> {
        self.stage().winner
    }

    /// The board.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "no rule retracts the grid")]
    pub fn grid(&self) -> &Grid {
        self.referee
            .get(self.grid)
            .expect("no rule retracts the grid")
    }

    /// The eight lines: rows, columns, diagonals.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.referee.facts()
    }

    /// The moves made in this game, in their order, refused ones only while the error stands.
    pub fn record(&self) -> impl Iterator<Item = &Move> {
        self.referee.facts()
    }

    /// The rules of the referee, in the order in which they are written.
    #[must_use]
    pub fn rules(&self) -> &'static [RuleInfo<RefereeRule>] {
        Referee::RULES
    }

    /// The listener.
    #[must_use]
    pub fn listener(&self) -> &L {
        self.referee.listener()
    }

    fn stage(&self) -> &GameStage {
        self.referee
            .get(self.stage)
            .expect("no rule retracts the stage")
    }

    fn change_stage(&mut self, change: impl FnOnce(&mut GameStage)) {
        self.referee
            .update(self.stage, change)
            .expect("no rule retracts the stage");
        self.settle();
    }

    fn settle(&mut self) {
        let fired = self.referee.run();
        debug_assert_eq!(fired.stop, Stop::Rest, "no rule halts");
    }
}

impl Default for Game {
    fn default() -> Self {
        Game::new()
    }
}
