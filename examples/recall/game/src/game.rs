//! The game of Recall as a table: inputs become facts, the rules run, and what they say is read.
//!
//! No decision of the game is made here.

mod chronicle;
mod decision;
mod explain;
mod sight;

use std::collections::{BTreeMap, BTreeSet};

use crazy_eights::model::Shuffler;
use rules_runtime::{Listener, Stop};
use serde_json::Value;

use crate::model::{Action, Card, Phase, Place, Rank, Suit};
use crate::rules;
use crate::sheets::{Sheets, SheetsError};
use crate::table::{Effect, Failure, Input, Millis, Notification, Outcome, PlayerId, Table};
use chronicle::Chronicle;
use decision::Decided;

type Session = rules::Recall<Chronicle>;

/// What can be chosen when a table is set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Whether the table keeps, for each computer player, why it decided as it did.
    pub explains: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { explains: true }
    }
}

/// What players remember where a table is imagined with its cards in another order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memories {
    /// The same cards, wherever they lie.
    StayWithCards,
    /// The cards of the same places, whichever they are.
    StayWithPlaces,
}

/// Takes off the table all facts of a type, in the order in which rules put them there.
macro_rules! take_all {
    ($session:expr, $fact:ty) => {{
        let handles: Vec<_> = $session.handles::<$fact>().collect();
        let taken = handles
            .into_iter()
            .map(|handle| $session.retract(handle).expect("the fact is there"));
        taken.collect::<Vec<$fact>>()
    }};
}

/// A session without a fact of the game.
pub(crate) fn empty_session<L: Listener>(seed: u64, listener: L) -> rules::Recall<L> {
    let shuffler = Shuffler::new(seed, 0);
    rules::Recall::builder().listener(listener).build(shuffler)
}

/// A game of Recall. The same seed and the same inputs give the same game.
#[derive(Clone)]
pub struct Recall {
    session: Session,
    options: Options,
    explanations: BTreeMap<PlayerId, String>,
    /// All decisions of computer players, where they are kept.
    decisions: Option<Vec<Decided>>,
    /// What players are told of all cards, where these are not those of the build.
    cards: Option<Value>,
}

impl Recall {
    /// A table at which nobody sits yet.
    #[must_use]
    pub fn new(seed: u64, options: Options) -> Self {
        Self::of(empty_session(seed, Chronicle::default()), options)
    }

    /// The same with other rows in its tables.
    ///
    /// # Errors
    ///
    /// Fails if rows are refused, and names each cell that is wrong.
    pub fn with_sheets(seed: u64, options: Options, sheets: &Sheets) -> Result<Self, SheetsError> {
        let mut session = empty_session(seed, Chronicle::default());
        sheets.load(&mut session)?;
        let mut table = Self::of(session, options);
        table.cards = (!sheets.is_empty()).then(|| table.all_cards());
        Ok(table)
    }

    /// What cards of each rank cost and can do, by the rows that the program was built with: as a game's view tells it
    /// where the game has rows of its own.
    #[must_use]
    pub fn usual_cards() -> Value {
        Self::new(0, Options::default()).all_cards()
    }

    fn of(mut session: Session, options: Options) -> Self {
        session.insert(rules::Round {
            phase: Phase::Waiting,
            caller: None,
            turns: 0,
        });
        session.insert(rules::Clock { now: 0 });
        // What the rules make of an empty table, such as what each action needs, is no news to anybody.
        session.run();
        session.listener_mut().take();
        Recall {
            session,
            options,
            explanations: BTreeMap::new(),
            decisions: options.explains.then(Vec::new),
            cards: None,
        }
    }

    /// The same table, which keeps each decision of a computer player for [`Table::why`].
    #[must_use]
    pub fn keeping_decisions(mut self) -> Self {
        self.decisions = Some(Vec::new());
        self
    }

    /// A table at which the deck is stacked: these cards lie on top of the stock when cards are dealt, the first
    /// uppermost. It is for puzzles and tests.
    #[must_use]
    pub fn stacked(seed: u64, options: Options, first: Vec<(Rank, Suit)>) -> Self {
        let mut table = Recall::new(seed, options);
        table.session.insert(rules::Stacked { first });
        table
    }

    /// Every card and where it lies, whoever may see it. It is for who checks the rules, not for players.
    pub fn cards(&self) -> impl Iterator<Item = (Card, Place)> {
        self.session
            .facts::<rules::Lies>()
            .map(|lies| (lies.card, lies.place))
    }

    /// The same table as a player may imagine it: all cards that the player has not seen lie in another order. Tests
    /// compare what computer players do at both.
    #[must_use]
    pub fn imagined_by(&self, player: &PlayerId, seed: u64) -> Self {
        let seat = self.session.seat_of(player).next();
        let visible: BTreeSet<Card> = self.session.visible(seat).collect();
        self.imagined_but_for(&visible, seed, Memories::StayWithCards)
    }

    /// The same table with all cards but these in another order. Tests compare what is told of both.
    #[must_use]
    pub fn imagined_but_for(&self, fixed: &BTreeSet<Card>, seed: u64, memories: Memories) -> Self {
        let mut other = self.clone();
        let (cards, places): (Vec<_>, Vec<_>) = self
            .cards()
            .filter(|(card, _)| !fixed.contains(card))
            .unzip();
        let mut order = cards.clone();
        Shuffler::new(seed, 1).shuffle(&mut order);
        let moved: BTreeMap<Card, Card> = cards.into_iter().zip(order).collect();
        let lies = moved.values().zip(places);
        let lies = lies.map(|(&card, place)| rules::Lies { card, place });
        other.session.insert_all(lies);
        if memories == Memories::StayWithPlaces {
            let memories = take_all!(other.session, rules::Knows);
            let memories = memories.into_iter().map(|rules::Knows { seat, card }| {
                let card = moved.get(&card).copied().unwrap_or(card);
                rules::Knows { seat, card }
            });
            other.session.insert_all(memories);
        }
        other
    }

    /// How many turns have begun.
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.round().turns
    }

    /// Puts an input on the table. What is no action at all is refused here.
    fn put(&mut self, input: &Input) -> Result<(), Failure> {
        match input.clone() {
            Input::Join {
                player,
                name,
                computer,
            } => {
                self.session.insert(rules::Arrival {
                    player,
                    name,
                    computer,
                });
            }
            Input::Leave { player } => {
                self.session.insert(rules::Departure { player });
            }
            Input::Rejoin { player } => {
                self.session.insert(rules::Return { player });
            }
            Input::Clock { now } => {
                self.session.insert(rules::Tick { now });
            }
            Input::Act { player, action } => {
                let action: Action = serde_json::from_value(action)
                    .map_err(|error| Failure::new("malformed_action", error.to_string()))?;
                self.session.insert(rules::Request { player, action });
            }
        }
        Ok(())
    }

    /// Lets the rules run until nothing is left to be done. They halt at each decision of a computer player.
    fn run(&mut self) {
        while self.session.run().stop == Stop::Halted {
            if self.options.explains {
                self.keep_explanation();
            }
            if self.decisions.is_some() {
                let decided = self.decided();
                self.decisions
                    .iter_mut()
                    .for_each(|all| all.extend(decided.clone()));
            }
        }
    }

    /// A decision has been carried out: what it turned up lies open now. Says which it was.
    fn settle_decision(&mut self, before: usize) -> Option<usize> {
        let open: BTreeSet<Card> = self.session.visible(None).collect();
        let last = self.decisions.as_mut()?.get_mut(before)?;
        last.settle(&open);
        Some(before)
    }

    /// Who did what: the player whose action was accepted, or else what the input itself says.
    fn doer(&mut self, input: &Input) -> (String, Option<PlayerId>) {
        if let Some(accepted) = self.take_accepted() {
            let player = self
                .session
                .player(accepted.seat)
                .map(|player| player.id.clone());
            return (accepted.kind.to_string(), player);
        }
        match input {
            Input::Join { player, .. } => ("join".to_owned(), Some(player.clone())),
            Input::Leave { player } => ("leave".to_owned(), Some(player.clone())),
            Input::Rejoin { player } => ("rejoin".to_owned(), Some(player.clone())),
            Input::Clock { .. } => ("clock".to_owned(), None),
            Input::Act { player, action } => {
                let named = action.get("action_type").and_then(|named| named.as_str());
                (named.unwrap_or_default().to_owned(), Some(player.clone()))
            }
        }
    }

    fn take_accepted(&mut self) -> Option<rules::Accepted> {
        let accepted = self.session.handles::<rules::Accepted>().next()?;
        self.session.retract(accepted).ok()
    }

    fn round(&self) -> &rules::Round {
        self.session
            .round()
            .expect("a table has its round from the beginning")
    }

    fn now(&self) -> Millis {
        self.session
            .clock()
            .expect("a table has its clock from the beginning")
            .now
    }
}

impl Table for Recall {
    fn apply(&mut self, input: &Input) -> Outcome {
        let decisions = self.decisions.as_ref().map_or(0, Vec::len);
        let put = self.put(input);
        self.run();
        let mut errors = take_all!(self.session, Failure);
        errors.extend(put.err());
        let (action_type, player_id) = self.doer(input);
        Outcome {
            success: errors.is_empty(),
            action_type,
            player_id,
            effects: take_all!(self.session, Effect),
            notifications: take_all!(self.session, Notification),
            errors,
            fired: self.session.listener_mut().take(),
            decision: self.settle_decision(decisions),
        }
    }

    fn why(&self, viewer: Option<&PlayerId>, decision: usize) -> Option<Value> {
        let viewer = viewer.and_then(|id| self.session.seat_of(id).next());
        let decided = self.decisions.as_ref()?.get(decision)?;
        Some(self.tell_decision(viewer, decided))
    }

    fn view(&self, viewer: Option<&PlayerId>) -> Value {
        self.seen_from(viewer.and_then(|id| self.session.seat_of(id).next()))
    }

    fn wakes_at(&self) -> Option<Millis> {
        self.session.wakes_at().min()
    }

    fn is_over(&self) -> bool {
        self.round().phase == Phase::Finished
    }
}
