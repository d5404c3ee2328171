//! The 52 cards, and where they lie.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// A suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// ♣
    Clubs,
    /// ♦
    Diamonds,
    /// ♥
    Hearts,
    /// ♠
    Spades,
}

impl Suit {
    /// All four.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// Its symbol.
    #[must_use]
    pub fn symbol(self) -> char {
        match self {
            Suit::Clubs => '♣',
            Suit::Diamonds => '♦',
            Suit::Hearts => '♥',
            Suit::Spades => '♠',
        }
    }

    /// The letter that it begins with.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Suit::Clubs => 'c',
            Suit::Diamonds => 'd',
            Suit::Hearts => 'h',
            Suit::Spades => 's',
        }
    }

    /// The suit of this symbol, or of this letter.
    #[must_use]
    pub fn of(symbol: char) -> Option<Self> {
        let symbol = symbol.to_ascii_lowercase();
        let mut suits = Self::ALL.into_iter();
        suits.find(|suit| [suit.letter(), suit.symbol()].contains(&symbol))
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Suit::Clubs => "clubs",
            Suit::Diamonds => "diamonds",
            Suit::Hearts => "hearts",
            Suit::Spades => "spades",
        })
    }
}

/// A rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names of the ranks say what they are")]
pub enum Rank {
    Ace,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// All thirteen.
    pub const ALL: [Rank; 13] = [
        Rank::Ace,
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
    ];

    /// How it is written.
    #[must_use]
    pub fn label(self) -> &'static str {
        const LABELS: [&str; 13] = [
            "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
        ];
        LABELS[self as usize]
    }

    /// What a card of this rank costs who holds it at the end of a round.
    #[must_use]
    pub fn points(self) -> u8 {
        match self {
            Rank::Eight => 50,
            Rank::Jack | Rank::Queen | Rank::King => 10,
            pips => pips as u8 + 1,
        }
    }
}

/// A card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    /// Its suit.
    pub suit: Suit,
    /// Its rank.
    pub rank: Rank,
}

impl Card {
    /// All 52, suit by suit.
    pub fn all() -> impl Iterator<Item = Card> {
        let cards = |suit| Rank::ALL.into_iter().map(move |rank| Card { suit, rank });
        Suit::ALL.into_iter().flat_map(cards)
    }

    /// Whether it is one of the four that go on everything.
    #[must_use]
    pub fn is_eight(self) -> bool {
        self.rank == Rank::Eight
    }

    /// What it costs who holds it at the end of a round.
    #[must_use]
    pub fn points(self) -> u8 {
        self.rank.points()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank.label(), self.suit.symbol())
    }
}

/// A text that names no card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardError(String);

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CardError(text) = self;
        write!(
            f,
            "`{text}` is no card: expected a rank and a suit, such as `10h`"
        )
    }
}

impl Error for CardError {}

/// Rank and suit, `10♥` or `10h`; `t` is a ten.
impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        let error = || CardError(text.to_owned());
        let symbol = text.chars().next_back().ok_or_else(error)?;
        let suit = Suit::of(symbol).ok_or_else(error)?;
        let label = text[..text.len() - symbol.len_utf8()].to_uppercase();
        let label = if label == "T" { "10" } else { &label };
        let rank = Rank::ALL.into_iter().find(|rank| rank.label() == label);
        Ok(Card {
            suit,
            rank: rank.ok_or_else(error)?,
        })
    }
}

/// Where a card lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// In the stock, face down; the greatest number is on top.
    Stock(i16),
    /// In the hand of the player in this seat.
    Hand(u8),
    /// On the discards, face up; the greatest number is on top.
    Discards(i16),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_read_as_it_is_written() {
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        let ten = Card {
            suit: Suit::Hearts,
            rank: Rank::Ten,
        };
        for text in ["10h", "10H", "th", "T♥"] {
            assert_eq!(text.parse(), Ok(ten), "{text}");
        }
        for text in ["", "h", "1h", "11h", "10", "10x", "fish", "♥"] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_eight_costs_fifty_a_court_card_ten_and_any_other_its_pips() {
        let suit = Card::all().filter(|card| card.suit == Suit::Clubs);
        let pips: u8 = 1 + 2 + 3 + 4 + 5 + 6 + 7 + 9 + 10;
        assert_eq!(suit.map(Card::points).sum::<u8>(), pips + 3 * 10 + 50);
    }
}
