//! The game as players see it: a method for each thing they do and see, in front of a session of the rules.
//!
//! The session is the state of the game, and a copy of it is a game that goes on alike. No decision of the game is
//! made here.

use games::State;
use games::outcome::WonBy;
use rules_runtime::Listener;

use crate::model::{Action, Agreement, Card, Deed, Place, Rank, Refusal, Shuffler, Suit};
use crate::rules::table;

/// A game of Crazy Eights.
///
/// The listener, if there is one, is told what the session of the rules does.
#[derive(Clone)]
pub struct Table<L: Listener = ()> {
    session: table::Table<L>,
}

/// How a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundEnd {
    /// Who scored; nobody if several held least when no one could play.
    pub winner: Option<u8>,
    /// What the winner scored.
    pub points: u32,
    /// Whether nobody could play any more.
    pub blocked: bool,
}

impl Table {
    /// Sits down the players, the last of whom deals, and begins the first round.
    ///
    /// # Panics
    ///
    /// Panics unless two to five play.
    #[must_use]
    pub fn new(agreement: Agreement, shuffler: Shuffler) -> Self {
        Table::with_listener(agreement, shuffler, ())
    }

    /// The rules of which everybody may know that they fire, in the order in which they are written: their names,
    /// and what they are about. The others fire on what only the player knows whose turn it is.
    pub fn open_rules() -> impl Iterator<Item = (&'static str, &'static str)> {
        let rules = table::Table::RULES.iter();
        let open = rules.filter(|rule| !rule.tags.contains(&"private"));
        open.map(|rule| (rule.name, rule.docs))
    }
}

impl<L: Listener> Table<L> {
    /// The same, with a listener on the session.
    ///
    /// # Panics
    ///
    /// Panics unless two to five play.
    #[must_use]
    pub fn with_listener(agreement: Agreement, shuffler: Shuffler, listener: L) -> Self {
        let Agreement {
            players,
            target,
            draw_limit,
            turn_over,
        } = agreement;
        assert!((2..=5).contains(&players), "{players} cannot play");
        let mut session = table::Table::builder().listener(listener).build(shuffler);
        session.insert(table::Agreed {
            players,
            hand: agreement.hand(),
            target,
            // Nobody draws more cards than there are.
            draw_limit: draw_limit.unwrap_or(u8::MAX),
            turn_over,
        });
        session.insert_all((0..players).map(|seat| table::Player { seat, score: 0 }));
        session.insert_all(Card::all().map(|card| table::Lies {
            card,
            place: Place::Stock(0),
        }));
        session.insert(table::Round {
            number: 1,
            dealer: players - 1,
            stage: table::Stage::Gathering,
        });
        session.run();
        Table { session }
    }

    /// Does what a player wants to do.
    ///
    /// # Errors
    ///
    /// Fails if the rules refuse it. Nothing has changed then.
    #[expect(
        clippy::missing_panics_doc,
        reason = "a refusal stands until it is taken"
    )]
    pub fn act(&mut self, seat: u8, action: Action) -> Result<(), Refusal> {
        self.session.insert(table::Wish { seat, action });
        self.session.run();
        let Some(refused) = self.session.handles::<table::Refused>().next() else {
            return Ok(());
        };
        let refused = self.session.retract(refused);
        Err(refused.expect("nothing has come between").why)
    }

    /// Whose turn it is; after a round, whose was the last.
    #[must_use]
    pub fn seat(&self) -> u8 {
        self.turn().seat
    }

    /// What that player can do.
    pub fn offers(&self) -> impl Iterator<Item = Action> {
        self.session.offers()
    }

    /// How many play.
    #[must_use]
    pub fn players(&self) -> u8 {
        self.session.len::<table::Player>() as u8
    }

    /// The points of a player in all rounds so far.
    #[must_use]
    pub fn score(&self, seat: u8) -> u32 {
        self.session.player(seat).map_or(0, |player| player.score)
    }

    /// The cards in a player's hand, suit by suit.
    #[must_use]
    pub fn hand(&self, seat: u8) -> Vec<Card> {
        let mut hand: Vec<_> = self.session.hand(seat).collect();
        hand.sort_unstable();
        hand
    }

    /// How many cards a player holds.
    #[must_use]
    pub fn hand_size(&self, seat: u8) -> usize {
        self.session.hand(seat).count()
    }

    /// Suit and rank that are to follow.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "a card is turned up at once")]
    pub fn to_follow(&self) -> (Suit, Rank) {
        let to_follow = self.session.to_follow().expect("a card is turned up");
        (to_follow.suit, to_follow.rank)
    }

    /// The discards, the last card last.
    #[must_use]
    pub fn discards(&self) -> Vec<Card> {
        self.pile(|place| match place {
            Place::Discards(height) => Some(height),
            _ => None,
        })
    }

    /// The stock, the card that is drawn next last.
    #[must_use]
    pub fn stock(&self) -> Vec<Card> {
        self.pile(|place| match place {
            Place::Stock(depth) => Some(depth),
            _ => None,
        })
    }

    /// How many cards there are in the stock.
    #[must_use]
    pub fn stock_size(&self) -> usize {
        let lies = self.session.facts::<table::Lies>();
        lies.filter(|lies| matches!(lies.place, Place::Stock(_)))
            .count()
    }

    /// How many cards the player whose turn it is has drawn in this turn.
    #[must_use]
    pub fn drawn(&self) -> u8 {
        self.turn().drawn
    }

    /// What everybody has seen happen in this round, and who did it.
    pub fn happened(&self) -> impl Iterator<Item = (u8, Deed)> {
        let happened = self.session.facts::<table::Happened>();
        happened.map(|happened| (happened.seat, happened.deed))
    }

    /// The number of the round, from 1.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.round_fact().number
    }

    /// Who deals in this round.
    #[must_use]
    pub fn dealer(&self) -> u8 {
        self.round_fact().dealer
    }

    /// How the round ended, if it is over.
    #[must_use]
    pub fn round_end(&self) -> Option<RoundEnd> {
        let over = matches!(
            self.round_fact().stage,
            table::Stage::Over | table::Stage::LastOver
        );
        let ended = self.session.ended().filter(|_| over)?;
        Some(RoundEnd {
            winner: ended.winner,
            points: ended.points,
            blocked: ended.blocked,
        })
    }

    /// Who has won the game, if it is over.
    #[must_use]
    pub fn winner(&self) -> Option<u8> {
        match self.round_fact().stage {
            table::Stage::LastOver => self.session.ended()?.winner,
            _ => None,
        }
    }

    /// The cards of a pile, from the bottom up.
    fn pile(&self, height: impl Fn(Place) -> Option<i16>) -> Vec<Card> {
        let lies = self.session.facts::<table::Lies>();
        let mut pile: Vec<_> = lies
            .filter_map(|lies| Some((height(lies.place)?, lies.card)))
            .collect();
        pile.sort_unstable();
        pile.into_iter().map(|(_, card)| card).collect()
    }

    fn turn(&self) -> &table::Turn {
        self.session.turn().expect("a round begins at once")
    }

    fn round_fact(&self) -> &table::Round {
        self.session.round().expect("a round begins at once")
    }
}

/// A player is a seat. After a round the next is dealt: that is a move of its own.
impl State for Table {
    type Player = u8;
    type Move = Action;
    type Outcome = WonBy<u8>;

    fn player(&self) -> u8 {
        self.seat()
    }

    fn moves(&self) -> Vec<Action> {
        self.offers().collect()
    }

    fn result(&self) -> Option<WonBy<u8>> {
        self.winner().map(WonBy::Player)
    }

    fn after(&self, &action: &Action) -> Self {
        let mut next = self.clone();
        next.act(self.seat(), action)
            .expect("the action is one of those offered");
        next
    }
}
