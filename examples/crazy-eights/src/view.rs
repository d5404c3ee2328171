//! Draws the table as one of the players sees it.
//!
//! Cards that may be laid stand in brackets, and bold where there are styles; hearts and diamonds are red.

use std::fmt;

use anstyle::{AnsiColor, Style};
use crazy_eights::Table;
use crazy_eights::model::{Action, Card, Rank, Suit};

use crate::seats::Seats;

/// The table as the player whose turn it is sees it.
pub(crate) struct View<'a> {
    pub(crate) table: &'a Table,
    pub(crate) seats: &'a Seats,
}

/// How many of the last discards are shown.
const LAST: usize = 5;

impl fmt::Display for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let View { table, seats } = *self;
        let faint = Style::new().dimmed();
        for seat in 0..table.players() {
            let cards = table.hand_size(seat);
            let name = seats.name(seat);
            let backs = "▒".repeat(cards);
            let score = table.score(seat);
            writeln!(
                f,
                "  {name:<12}{cards:>2} {:<5}  {score:>3} {:<6}  {faint}{backs}{faint:#}",
                noun(cards as u64, "card", "cards"),
                noun(score.into(), "point", "points")
            )?;
        }
        let stock = table.stock_size();
        let cards = noun(stock as u64, "card", "cards");
        writeln!(f, "  {:<12}{stock:>2} {cards}", "Stock")?;
        let discards = table.discards();
        let shown = discards.len().saturating_sub(LAST);
        // A card has a space before it, so these columns are narrower by one.
        write!(f, "  {:<11}", "Discards")?;
        if shown > 0 {
            write!(f, " {faint}…{faint:#}")?;
        }
        for card in &discards[shown..] {
            write!(f, " {}", Face(*card))?;
        }
        writeln!(f)?;
        writeln!(f, "  {:<12}{}", "To follow", Following(table.to_follow()))?;
        write!(f, "  {:<11}", "Your hand")?;
        for card in table.hand(table.seat()) {
            if self.may_be_laid(card) {
                let bold = Style::new().bold();
                write!(f, " {bold}[{bold:#}{}{bold}]{bold:#}", Face(card))?;
            } else {
                write!(f, " {}", Face(card))?;
            }
        }
        writeln!(f)
    }
}

impl View<'_> {
    fn may_be_laid(&self, card: Card) -> bool {
        let mut offers = self.table.offers();
        offers.any(|offer| matches!(offer, Action::Lay(laid, _) if laid == card))
    }
}

/// What so many things are called.
pub(crate) fn noun(count: u64, one: &'static str, several: &'static str) -> &'static str {
    if count == 1 { one } else { several }
}

/// A card in its colour.
pub(crate) struct Face(pub(crate) Card);

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Face(card) = self;
        let style = style(card.suit);
        write!(f, "{style}{card}{style:#}")
    }
}

/// What is to follow, in words.
struct Following((Suit, Rank));

impl fmt::Display for Following {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Following((suit, rank)) = *self;
        let style = style(suit);
        write!(f, "{style}{suit} {}{style:#}", suit.symbol())?;
        match rank {
            Rank::Eight => f.write_str(", or an eight"),
            rank => write!(f, ", any {}, or an eight", rank.label()),
        }
    }
}

fn style(suit: Suit) -> Style {
    match suit {
        Suit::Diamonds | Suit::Hearts => AnsiColor::Red.on_default(),
        Suit::Clubs | Suit::Spades => Style::new(),
    }
}
