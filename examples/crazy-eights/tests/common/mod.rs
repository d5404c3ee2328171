//! A referee in plain Rust, which shares nothing with the rules but the names of cards and actions.

#![allow(dead_code, reason = "each test file uses some of it")]

use std::collections::BTreeSet;

use crazy_eights::Table;
use crazy_eights::model::{Action, Agreement, Card, Rank, Suit};

/// A round as a plain program keeps it.
#[derive(Debug, Clone)]
pub(crate) struct Plain {
    pub(crate) agreement: Agreement,
    pub(crate) hands: Vec<Vec<Card>>,
    /// The card that is drawn next is the last.
    pub(crate) stock: Vec<Card>,
    pub(crate) discards: Vec<Card>,
    pub(crate) suit: Suit,
    pub(crate) seat: usize,
    pub(crate) drawn: u32,
    pub(crate) passes: usize,
}

/// How a round goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Course {
    GoesOn,
    Out(usize),
    Blocked,
}

pub(crate) fn points(cards: &[Card]) -> u32 {
    let points = |card: &Card| match card.rank {
        Rank::Eight => 50,
        Rank::King | Rank::Queen | Rank::Jack | Rank::Ten => 10,
        Rank::Ace => 1,
        Rank::Two => 2,
        Rank::Three => 3,
        Rank::Four => 4,
        Rank::Five => 5,
        Rank::Six => 6,
        Rank::Seven => 7,
        Rank::Nine => 9,
    };
    cards.iter().map(points).sum()
}

impl Plain {
    /// A round as it lies on a table after the deal.
    pub(crate) fn dealt(table: &Table, agreement: Agreement) -> Self {
        let round = Plain {
            agreement,
            hands: (0..agreement.players)
                .map(|seat| table.hand(seat))
                .collect(),
            stock: table.stock(),
            discards: table.discards(),
            suit: table.discards()[0].suit,
            seat: usize::from(table.seat()),
            drawn: 0,
            passes: 0,
        };
        let each = if agreement.players == 2 { 7 } else { 5 };
        assert!(round.hands.iter().all(|hand| hand.len() == each));
        assert_eq!(round.discards.len(), 1);
        assert_ne!(round.discards[0].rank, Rank::Eight);
        assert_eq!(
            round.seat,
            (usize::from(table.dealer()) + 1) % round.hands.len()
        );
        round
    }

    fn fits(&self, card: Card) -> bool {
        let last = self.discards[self.discards.len() - 1];
        card.rank == Rank::Eight || card.rank == last.rank || card.suit == self.suit
    }

    fn can_lay(&self) -> bool {
        self.hands[self.seat].iter().any(|&card| self.fits(card))
    }

    fn can_draw(&self) -> bool {
        let limit = self.agreement.draw_limit.map_or(u32::MAX, u32::from);
        let left = !self.stock.is_empty() || self.agreement.turn_over && self.discards.len() > 1;
        left && self.drawn < limit
    }

    /// Everything that the player whose turn it is may do.
    pub(crate) fn legal(&self) -> BTreeSet<String> {
        let mut legal = BTreeSet::new();
        for &card in self.hands[self.seat]
            .iter()
            .filter(|&&card| self.fits(card))
        {
            if card.rank == Rank::Eight {
                for suit in [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs] {
                    legal.insert(Action::Lay(card, Some(suit)).to_string());
                }
            } else {
                legal.insert(Action::Lay(card, None).to_string());
            }
        }
        if self.can_draw() {
            legal.insert(Action::Draw.to_string());
        }
        if legal.is_empty() {
            legal.insert(Action::Pass.to_string());
        }
        legal
    }

    /// Does what is legal. What is turned over is taken from the table, where it was shuffled.
    pub(crate) fn act(&mut self, action: Action, table: &Table) -> Course {
        let seat = self.seat;
        let mut done = true;
        match action {
            Action::Lay(card, named) => {
                self.hands[seat].retain(|&held| held != card);
                self.discards.push(card);
                self.suit = named.unwrap_or(card.suit);
                self.passes = 0;
                if self.hands[seat].is_empty() {
                    return Course::Out(seat);
                }
            }
            Action::Draw => {
                done = self.can_lay();
                if self.stock.is_empty() {
                    self.turn_over(table);
                }
                let card = self.stock.pop().expect("there is a card to be drawn");
                self.hands[seat].push(card);
                self.drawn += 1;
                self.passes = 0;
            }
            Action::Pass => {
                self.passes += 1;
                if self.passes == self.hands.len() {
                    return Course::Blocked;
                }
            }
            Action::Deal => unreachable!("nobody deals in a round"),
        }
        if done {
            self.seat = (seat + 1) % self.hands.len();
            self.drawn = 0;
        }
        Course::GoesOn
    }

    /// Takes over the order in which the table has turned the discards over, and the card drawn since.
    fn turn_over(&mut self, table: &Table) {
        let last = self.discards.pop().expect("a card was laid");
        let mut turned: Vec<_> = std::mem::replace(&mut self.discards, vec![last]);
        let mut stock = table.stock();
        let hand = table.hand(self.seat as u8);
        stock.extend(hand.iter().filter(|card| turned.contains(card)));
        self.stock.clone_from(&stock);
        stock.sort_unstable();
        turned.sort_unstable();
        assert_eq!(stock, turned, "all but the last are turned over");
    }

    /// Checks that a table is as this round is.
    pub(crate) fn assert_is(&self, table: &Table) {
        for (seat, hand) in (0..).zip(&self.hands) {
            let mut hand = hand.clone();
            hand.sort_unstable();
            assert_eq!(table.hand(seat), hand);
        }
        assert_eq!(table.stock(), self.stock);
        assert_eq!(table.discards(), self.discards);
    }
}

/// All cards on a table.
pub(crate) fn cards(table: &Table) -> Vec<Card> {
    let hands = (0..table.players()).flat_map(|seat| table.hand(seat));
    hands.chain(table.stock()).chain(table.discards()).collect()
}
