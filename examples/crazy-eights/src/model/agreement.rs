//! What the players agree on before they begin.

use std::error::Error;
use std::fmt;

use serde::Serialize;

/// How many play, to which score, and which variants of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Agreement {
    /// How many play: two to five.
    pub players: u8,
    /// The score that ends the game.
    pub target: u32,
    /// How many cards a player draws in a turn at the most.
    pub draw_limit: Option<u8>,
    /// Whether the discards are turned over when the stock is empty.
    pub turn_over: bool,
}

impl Agreement {
    /// The usual rules: to fifty points a player, without variants.
    ///
    /// # Errors
    ///
    /// Fails unless two to five play.
    pub fn usual(players: usize) -> Result<Self, AgreementError> {
        match u8::try_from(players) {
            Ok(players @ 2..=5) => Ok(Agreement {
                players,
                target: 50 * u32::from(players),
                draw_limit: None,
                turn_over: false,
            }),
            _ => Err(AgreementError { players }),
        }
    }

    /// How many cards each player is dealt.
    #[must_use]
    pub fn hand(&self) -> u8 {
        if self.players == 2 { 7 } else { 5 }
    }
}

/// Too few or too many players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgreementError {
    players: usize,
}

impl fmt::Display for AgreementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected 2 to 5 players, found {}", self.players)
    }
}

impl Error for AgreementError {}
