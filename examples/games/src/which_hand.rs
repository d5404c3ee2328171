//! A game for one, in a page: guess which hand holds the coin.
//!
//! The state is a session. A move is a fact inserted into a copy of it, and the rules say how that ends.

use rules_runtime::rules;

use crate::outcome::Standing;
use crate::state::{Positions, State};

/// A hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hand {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

rules! {
    ruleset Hands;

    #[key()]
    fact Coin { hand: Hand }
    #[key()]
    fact Guess { hand: Hand }
    #[key()]
    fact End { standing: Standing }

    rule right {
        when { Coin { hand }; Guess { hand }; }
        then { insert End { standing: Standing::Won }; }
    }

    rule wrong {
        when { Coin { hand }; Guess { hand: != hand }; }
        then { insert End { standing: Standing::Lost }; }
    }
}

/// A state of the game: before the guess, or after it.
#[derive(Clone)]
pub struct WhichHand {
    hands: Hands,
}

impl WhichHand {
    /// A game in which this hand holds the coin.
    #[must_use]
    pub fn holding(hand: Hand) -> Self {
        let mut hands = Hands::new();
        hands.insert(Coin { hand });
        WhichHand { hands }
    }
}

impl State for WhichHand {
    type Player = ();
    type Move = Hand;
    type Outcome = Standing;

    fn player(&self) {}

    fn moves(&self) -> Vec<Hand> {
        match self.hands.guess() {
            None => vec![Hand::Left, Hand::Right],
            Some(_) => Vec::new(),
        }
    }

    fn result(&self) -> Option<Standing> {
        self.hands.end().map(|end| end.standing)
    }

    fn after(&self, &hand: &Hand) -> Self {
        let mut next = self.clone();
        next.hands.insert(Guess { hand });
        next.hands.run();
        next
    }
}

impl Positions for WhichHand {
    type Position = (Option<Hand>, Option<Hand>);

    fn position(&self) -> Self::Position {
        let coin = self.hands.coin().map(|coin| coin.hand);
        (coin, self.hands.guess().map(|guess| guess.hand))
    }
}
