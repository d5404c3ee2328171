//! Computer characters, each a group of rules that chooses what to do.
//!
//! A character knows what its player sees, and nothing else: the own hand, the discards, how many cards the
//! others hold, and what they have done.

use std::fmt;

use clap::ValueEnum;
use rules_runtime::Listener;
use serde::Serialize;

use crate::model::Action;
use crate::rules::chooser::{Chooser, ChooserGroup, Gone, Held, May, Rival, Seen};
use crate::table::Table;

/// A computer character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Character {
    /// Lays what comes to hand
    Careless,
    /// Gets rid of what is dear, and keeps the eights for bad times
    Thrifty,
    /// Remembers who lacks what, and weighs all that speaks for and against
    Watchful,
}

impl Character {
    /// All three.
    pub const ALL: [Character; 3] = [Character::Careless, Character::Thrifty, Character::Watchful];

    /// What the character does for the player whose turn it is. None when the game is over.
    #[must_use]
    pub fn choose<T: Listener>(self, table: &Table<T>) -> Option<Action> {
        self.choose_with(table, ())
    }

    /// The same, with a listener that is told what the rules do.
    #[must_use]
    pub fn choose_with<T: Listener, L: Listener>(
        self,
        table: &Table<T>,
        listener: L,
    ) -> Option<Action> {
        if let [only] = table.offers().collect::<Vec<_>>()[..] {
            return Some(only);
        }
        let mut chooser = Chooser::builder().listener(listener).build();
        see(table, &mut chooser);
        // What every character makes of it comes first.
        chooser.run();
        chooser.focus(match self {
            Character::Careless => ChooserGroup::Careless,
            Character::Thrifty => ChooserGroup::Thrifty,
            Character::Watchful => ChooserGroup::Watchful,
        });
        chooser.run();
        Some(chooser.choice()?.action)
    }

    /// The rules of the characters, in the order in which they are written: their names, and what they are about.
    pub fn rules() -> impl Iterator<Item = (&'static str, &'static str)> {
        Chooser::RULES.iter().map(|rule| (rule.name, rule.docs))
    }
}

impl fmt::Display for Character {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Character::Careless => "careless",
            Character::Thrifty => "thrifty",
            Character::Watchful => "watchful",
        })
    }
}

/// Puts what the player whose turn it is sees into a session.
fn see<T: Listener, L: Listener>(table: &Table<T>, chooser: &mut Chooser<L>) {
    let seat = table.seat();
    chooser.insert_all(table.offers().map(|action| May { action }));
    chooser.insert_all(table.hand(seat).into_iter().map(|card| Held { card }));
    chooser.insert_all(table.discards().into_iter().map(|card| Gone { card }));
    let players = table.players();
    chooser.insert_all((1..players).map(|after| {
        let seat = (seat + after) % players;
        let cards = table.hand_size(seat);
        Rival { seat, cards }
    }));
    let happened = (0..).zip(table.happened());
    chooser.insert_all(happened.map(|(number, (seat, deed))| Seen { number, seat, deed }));
}
