//! What a player types.

use crazy_eights::model::{Action, Card, Suit};

/// What can be typed beside a card.
pub(crate) const WORDS: &str = "`draw`, `pass`, `rules`, `why`, `help` or `quit`";

/// A line, understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entry {
    /// Something to be done in the game; whether it may be is for the rules to say.
    Do(Action),
    /// Nothing was typed.
    Nothing,
    /// What can be typed is to be told.
    Help,
    /// The rules of the game are to be told.
    Rules,
    /// Why the others did what they did is to be told.
    Why,
    /// The player leaves.
    Quit,
}

impl Entry {
    /// Reads a line. The error says what is wrong with it.
    pub(crate) fn parse(line: &str) -> Result<Self, String> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else {
            return Ok(Entry::Nothing);
        };
        let entry = match first.to_lowercase().as_str() {
            "quit" | "exit" | "q" => Entry::Quit,
            "help" | "?" => Entry::Help,
            "rules" => Entry::Rules,
            "why" => Entry::Why,
            "draw" | "d" => Entry::Do(Action::Draw),
            "pass" | "p" => Entry::Do(Action::Pass),
            word => {
                let card: Card = word
                    .parse()
                    .map_err(|error| format!("{error}; or {WORDS}"))?;
                let named = words.next().map(parse_suit).transpose()?;
                Entry::Do(Action::Lay(card, named))
            }
        };
        match words.next() {
            None => Ok(entry),
            Some(word) => Err(format!("`{word}` is too much")),
        }
    }
}

/// Reads a suit: its name, or the first letter or the symbol of it.
fn parse_suit(word: &str) -> Result<Suit, String> {
    let lower = word.to_lowercase();
    let suit = Suit::ALL.into_iter().find(|suit| {
        let name = suit.to_string();
        [
            &name[..],
            &name[..1],
            suit.symbol().encode_utf8(&mut [0; 4]),
        ]
        .contains(&lower.as_str())
    });
    suit.ok_or_else(|| {
        format!("`{word}` is no suit: expected `clubs`, `diamonds`, `hearts` or `spades`")
    })
}

#[cfg(test)]
mod tests {
    use crazy_eights::model::Rank;

    use super::*;

    fn card(suit: Suit, rank: Rank) -> Card {
        Card { suit, rank }
    }

    #[test]
    fn a_card_is_laid_and_an_eight_names_a_suit() {
        let queen = Action::Lay(card(Suit::Hearts, Rank::Queen), None);
        assert_eq!(Entry::parse("qh"), Ok(Entry::Do(queen)));
        assert_eq!(Entry::parse(" Q♥ "), Ok(Entry::Do(queen)));
        let eight = Action::Lay(card(Suit::Spades, Rank::Eight), Some(Suit::Clubs));
        for line in ["8s c", "8S Clubs", "8♠ ♣"] {
            assert_eq!(Entry::parse(line), Ok(Entry::Do(eight)), "{line}");
        }
    }

    #[test]
    fn words_may_be_short() {
        assert_eq!(Entry::parse("d"), Ok(Entry::Do(Action::Draw)));
        assert_eq!(Entry::parse("PASS"), Ok(Entry::Do(Action::Pass)));
        assert_eq!(Entry::parse("q"), Ok(Entry::Quit));
        assert_eq!(Entry::parse("?"), Ok(Entry::Help));
        assert_eq!(Entry::parse("Rules"), Ok(Entry::Rules));
        assert_eq!(Entry::parse("why"), Ok(Entry::Why));
        assert_eq!(Entry::parse("  "), Ok(Entry::Nothing));
    }

    #[test]
    fn what_is_not_understood_is_said() {
        for (line, message) in [
            (
                "fish",
                "`fish` is no card: expected a rank and a suit, such as `10h`; or `draw`, `pass`, `rules`, `why`, `help` or `quit`",
            ),
            (
                "8h fish",
                "`fish` is no suit: expected `clubs`, `diamonds`, `hearts` or `spades`",
            ),
            ("8h s s", "`s` is too much"),
            ("draw 2", "`2` is too much"),
        ] {
            assert_eq!(Entry::parse(line), Err(message.to_owned()));
        }
    }
}
