//! Who plays a mark: a person, or the computer at a level.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use tic_tac_toe::Level;
use tic_tac_toe::model::Mark;

/// A level, as an argument.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum LevelName {
    /// Wins where it can and blocks where it must
    Simple,
    /// Never loses
    Perfect,
}

impl From<LevelName> for Level {
    fn from(name: LevelName) -> Self {
        match name {
            LevelName::Simple => Level::Simple,
            LevelName::Perfect => Level::Perfect,
        }
    }
}

/// Who plays a mark.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Player {
    /// Somebody at the keyboard.
    Human,
    /// The computer.
    Computer(LevelName),
}

impl ValueEnum for Player {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            Player::Human,
            Player::Computer(LevelName::Simple),
            Player::Computer(LevelName::Perfect),
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Player::Human => Some(PossibleValue::new("human").help("Somebody at the keyboard")),
            Player::Computer(level) => level.to_possible_value(),
        }
    }
}

/// Who plays X, and who plays O.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Players {
    pub(crate) x: Player,
    pub(crate) o: Player,
}

impl Players {
    /// Two people at one keyboard.
    pub(crate) const HUMANS: Players = Players {
        x: Player::Human,
        o: Player::Human,
    };

    /// Who plays a mark.
    pub(crate) fn of(self, mark: Mark) -> Player {
        match mark {
            Mark::X => self.x,
            Mark::O => self.o,
        }
    }

    /// Whether anybody at the keyboard plays.
    pub(crate) fn any_human(self) -> bool {
        [self.x, self.o]
            .iter()
            .any(|player| matches!(player, Player::Human))
    }
}
