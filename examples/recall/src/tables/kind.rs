//! The games that there are, and what can be chosen about each.

use std::error::Error;
use std::fmt;

use crazy_eights::Character;
use recall_game::sheets::Sheets;
use recall_game::table::{Millis, Table};
use recall_game::{Options, Recall};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tic_tac_toe::Level;

use super::crazy_eights::{CrazyEights, Terms};
use super::seated::Seated;
use super::tic_tac_toe::TicTacToe;

/// How long computer players think, if nothing else is chosen.
const PACE: Millis = 700;

/// A game that can be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Noughts and crosses.
    TicTacToe,
    /// Crazy Eights.
    CrazyEights,
    /// Recall.
    Recall,
}

/// What can be chosen at noughts and crosses.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct TicTacToeOptions {
    level: LevelName,
    first_seat: usize,
    pace: Millis,
}

impl Default for TicTacToeOptions {
    fn default() -> Self {
        Self {
            level: LevelName::Perfect,
            first_seat: 0,
            pace: PACE,
        }
    }
}

/// A level, as it is written in messages.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LevelName {
    /// See [`Level::Simple`].
    Simple,
    /// See [`Level::Perfect`].
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

/// What can be chosen at Crazy Eights.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct CrazyEightsOptions {
    character: CharacterName,
    target: Option<u32>,
    turn_over: bool,
    pace: Millis,
}

impl Default for CrazyEightsOptions {
    fn default() -> Self {
        Self {
            character: CharacterName::Watchful,
            target: None,
            turn_over: false,
            pace: PACE,
        }
    }
}

/// What can be chosen at Recall: nothing.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecallOptions {}

/// A character, as it is written in messages.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum CharacterName {
    Careless,
    Thrifty,
    Watchful,
}

impl From<CharacterName> for Character {
    fn from(name: CharacterName) -> Self {
        match name {
            CharacterName::Careless => Character::Careless,
            CharacterName::Thrifty => Character::Thrifty,
            CharacterName::Watchful => Character::Watchful,
        }
    }
}

impl Kind {
    /// The version of its rules: a checksum of their text, and of what tells how a game stands.
    #[must_use]
    pub fn rules(self) -> &'static str {
        match self {
            Kind::TicTacToe => env!("TIC_TAC_TOE_RULES"),
            Kind::CrazyEights => env!("CRAZY_EIGHTS_RULES"),
            Kind::Recall => recall_game::RULES_VERSION,
        }
    }

    /// Whether a new game can have these options. Kept games may have been made with others.
    ///
    /// # Errors
    ///
    /// Fails if it cannot.
    pub fn check(self, options: &Value) -> Result<(), OptionsError> {
        if self == Kind::CrazyEights && options.get("target") == Some(&Value::from(0)) {
            return Err(OptionsError("`target` is at least 1".to_owned()));
        }
        self.table(0, options).map(drop)
    }

    /// A new table. All that is left to chance comes from the seed; `options` is an object, or null.
    ///
    /// # Errors
    ///
    /// Fails if the game has no such options.
    pub fn table(self, seed: u64, options: &Value) -> Result<Box<dyn Table>, OptionsError> {
        self.table_with(seed, options, &Sheets::default())
    }

    /// The same with other rows in the tables of its rules, if the game has such: Recall has.
    ///
    /// # Errors
    ///
    /// Fails as well if these rows are refused.
    pub fn table_with(
        self,
        seed: u64,
        options: &Value,
        sheets: &Sheets,
    ) -> Result<Box<dyn Table>, OptionsError> {
        Ok(match self {
            Kind::TicTacToe => {
                let options: TicTacToeOptions = read(options)?;
                if options.first_seat > 1 {
                    let message = "`first_seat` is 0 or 1".to_owned();
                    return Err(OptionsError(message));
                }
                let game = TicTacToe::new(options.level.into(), options.first_seat);
                Box::new(Seated::new("tic_tac_toe", game, pace(options.pace)?))
            }
            Kind::CrazyEights => {
                let options: CrazyEightsOptions = read(options)?;
                let terms = Terms {
                    character: options.character.into(),
                    target: options.target,
                    turn_over: options.turn_over,
                };
                let game = CrazyEights::new(terms, seed);
                Box::new(Seated::new("crazy_eights", game, pace(options.pace)?))
            }
            Kind::Recall => {
                let RecallOptions {} = read(options)?;
                // Explanations as texts name all cards, and are for those who write rules.
                let options = Options { explains: false };
                let table = Recall::with_sheets(seed, options, sheets);
                let table = table.map_err(|error| OptionsError(error.to_string()))?;
                Box::new(table.keeping_decisions())
            }
        })
    }
}

/// The options of a game; null is none.
fn read<T: Default + serde::de::DeserializeOwned>(options: &Value) -> Result<T, OptionsError> {
    if options.is_null() {
        return Ok(T::default());
    }
    T::deserialize(options).map_err(|error| OptionsError(error.to_string()))
}

fn pace(pace: Millis) -> Result<Millis, OptionsError> {
    if pace <= 60_000 {
        Ok(pace)
    } else {
        Err(OptionsError("`pace` is at most 60000".to_owned()))
    }
}

/// Options that a game does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionsError(String);

impl fmt::Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for OptionsError {}
