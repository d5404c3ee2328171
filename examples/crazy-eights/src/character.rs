//! Computer characters, each a group of rules that chooses what to do.
//!
//! A character knows what its player sees, and nothing else: the own hand, the discards, how many cards the
//! others hold, and what they have done.

use std::fmt;

use clap::ValueEnum;
use rules_runtime::{ActivationEvent, Listener};
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
        match only_offer(table) {
            Some(only) => Some(only),
            None => Some(self.asked(table, listener).choice()?.action),
        }
    }

    /// The same, and which of the [rules](Character::rules) decided, if everybody may know it.
    ///
    /// None where that it decided would tell what the player holds; where there is only one thing to do, for then no rule
    /// is asked; and where nobody may draw, for then a rule is asked only of who holds another card that fits.
    #[must_use]
    pub fn choose_and_say<T: Listener>(
        self,
        table: &Table<T>,
    ) -> Option<(Action, Option<(&'static str, &'static str)>)> {
        if let Some(only) = only_offer(table) {
            return Some((only, None));
        }
        let chooser = self.asked(table, Last::default());
        let Last(decided) = *chooser.listener();
        let may_draw = table.offers().any(|offer| offer == Action::Draw);
        let mut rules = Chooser::RULES.iter();
        let rule = rules.find(|rule| Some(rule.name) == decided);
        let open = rule.filter(|rule| may_draw && !rule.tags.contains(&"private"));
        let told = open.map(|rule| (rule.name, rule.docs));
        Some((chooser.choice()?.action, told))
    }

    /// A session in which the rules of the character have chosen.
    fn asked<T: Listener, L: Listener>(self, table: &Table<T>, listener: L) -> Chooser<L> {
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
        chooser
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

/// What is to be done where there is nothing to choose from.
fn only_offer<T: Listener>(table: &Table<T>) -> Option<Action> {
    let mut offers = table.offers();
    let only = offers.next()?;
    offers.next().is_none().then_some(only)
}

/// Keeps which rule fired last: the one that decides halts.
#[derive(Default)]
struct Last(Option<&'static str>);

impl Listener for Last {
    fn rule_fired(&mut self, activation: ActivationEvent<'_>) {
        self.0 = Some(activation.rule);
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
