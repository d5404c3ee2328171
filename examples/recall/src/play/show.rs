//! The table in the terminal: hands, piles, and cards in a few signs or in words.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use serde_json::Value;

/// The table as the person sees it.
pub(super) fn show(view: &Value, output: &mut impl Write) -> io::Result<()> {
    let faint = Style::new().dimmed();
    writeln!(output)?;
    for player in view["players"].as_array().into_iter().flatten() {
        write!(
            output,
            "  {:<12}",
            player["name"].as_str().unwrap_or_default()
        )?;
        for card in player["cards"].as_array().into_iter().flatten() {
            match &card["card"] {
                Value::Null => write!(output, " {faint}[?]{faint:#}")?,
                seen => write!(output, " [{}]", short(seen))?,
            }
        }
        writeln!(output)?;
    }
    write!(output, "  {:<12} {} cards", "Stock", view["stock"])?;
    write!(output, ", discards [{}]", short(&view["discards"]["top"]))?;
    if !view["drawn"]["card"].is_null() {
        write!(output, ", drawn [{}]", short(&view["drawn"]["card"]))?;
    }
    writeln!(output)
}

/// A card in words.
pub(super) fn face(card: &Value) -> String {
    let text = |field: &str| card[field].as_str().unwrap_or_default();
    format!("{} of {}", text("rank"), text("suit"))
}

/// A card in a few signs, red ones in red.
fn short(card: &Value) -> String {
    const RANKS: [(&str, &str); 15] = [
        ("ace", "A"),
        ("two", "2"),
        ("three", "3"),
        ("four", "4"),
        ("five", "5"),
        ("six", "6"),
        ("seven", "7"),
        ("eight", "8"),
        ("nine", "9"),
        ("ten", "10"),
        ("jack", "J"),
        ("queen", "Q"),
        ("king", "K"),
        ("thief", "thief "),
        ("storm", "storm "),
    ];
    let (suit, style) = match card["suit"].as_str() {
        Some("clubs") => ("♣", Style::new()),
        Some("spades") => ("♠", Style::new()),
        Some("hearts") => ("♥", AnsiColor::Red.on_default()),
        Some("diamonds") => ("♦", AnsiColor::Red.on_default()),
        _ => return " ".to_owned(),
    };
    let mut ranks = RANKS.iter();
    let rank = ranks
        .find(|(name, _)| card["rank"] == **name)
        .map_or("?", |(_, sign)| sign);
    format!("{style}{rank}{suit}{style:#}")
}
