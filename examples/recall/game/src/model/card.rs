//! The 56 cards: the usual 52, two thieves and two storms.

use std::fmt;

use serde::ser::{Serialize, SerializeStruct, Serializer};

/// A suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names of the suits say what they are")]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// All four.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["clubs", "diamonds", "hearts", "spades"][self as usize]
    }

    /// Its colour.
    #[must_use]
    pub fn colour(self) -> Colour {
        match self {
            Suit::Clubs | Suit::Spades => Colour::Black,
            Suit::Diamonds | Suit::Hearts => Colour::Red,
        }
    }
}

/// A colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Clubs and spades.
    Black,
    /// Diamonds and hearts.
    Red,
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
    Thief,
    Storm,
}

impl Rank {
    /// All fifteen.
    pub const ALL: [Rank; 15] = [
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
        Rank::Thief,
        Rank::Storm,
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        const NAMES: [&str; 15] = [
            "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack",
            "queen", "king", "thief", "storm",
        ];
        NAMES[self as usize]
    }

    /// Its name in a sentence: `a two`.
    #[must_use]
    pub fn with_article(self) -> String {
        let article = match self {
            Rank::Ace | Rank::Eight => "an",
            _ => "a",
        };
        format!("{article} {}", self.name())
    }

    /// The suits in which there are cards of this rank.
    #[must_use]
    pub fn suits(self) -> &'static [Suit] {
        match self {
            Rank::Thief => &[Suit::Hearts, Suit::Spades],
            Rank::Storm => &[Suit::Clubs, Suit::Diamonds],
            _ => &Suit::ALL,
        }
    }
}

/// A card. Its mark differs from game to game, so nobody can name a card that was never seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    /// Its rank.
    pub rank: Rank,
    /// Its suit.
    pub suit: Suit,
    /// Four digits.
    pub mark: u16,
}

impl Card {
    /// All 56, with these marks.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer marks.
    pub fn deck(marks: &[u16]) -> impl Iterator<Item = Card> {
        let faces = Rank::ALL
            .into_iter()
            .flat_map(|rank| rank.suits().iter().map(move |&suit| (rank, suit)));
        faces.enumerate().map(|(number, (rank, suit))| Card {
            rank,
            suit,
            mark: marks[number],
        })
    }

    /// Its colour.
    #[must_use]
    pub fn colour(self) -> Colour {
        self.suit.colour()
    }

    /// The card that this text names, such as `queen_hearts_1234`, whether or not it is in the game.
    #[must_use]
    pub fn named(id: &str) -> Option<Self> {
        let mut words = id.splitn(3, '_');
        let (rank, suit, mark) = (words.next()?, words.next()?, words.next()?);
        let card = Card {
            rank: Rank::ALL.into_iter().find(|known| known.name() == rank)?,
            suit: Suit::ALL.into_iter().find(|known| known.name() == suit)?,
            mark: mark.parse().ok()?,
        };
        (card.to_string() == id).then_some(card)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}_{}_{:04}",
            self.rank.name(),
            self.suit.name(),
            self.mark
        )
    }
}

/// What players are told of a card that they may see.
impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut card = serializer.serialize_struct("Card", 3)?;
        card.serialize_field("card_id", &self.to_string())?;
        card.serialize_field("rank", self.rank.name())?;
        card.serialize_field("suit", self.suit.name())?;
        card.end()
    }
}
