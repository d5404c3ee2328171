//! People and computer characters play, line by line.
//!
//! Reads any input and writes to any output, so a game can be piped in. The program never decides what an action
//! does: it passes each to the rules and tells what came of it.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use crazy_eights::model::{Action, Agreement, Card, Refusal};
use crazy_eights::{Character, RoundEnd, Table};
use streams::typed::{Shown, lines};

use crate::entry::{Entry, WORDS};
use crate::seats::{PlayerName, Seats};
use crate::view::{Face, View, noun};

const HELP: &str = "\
Lay a card that has the suit or the rank of the last one: type it, such as
`10h` or `qs`. The cards that may be laid stand in brackets. An eight may
always be laid, and names a suit: `8c hearts`, or `8c h`. `draw` takes a card;
who has one that fits may do so instead of laying it. Who can do neither types
`pass`. An empty line does what is the only thing to do. `rules` tells how it is
played and what cards count, `why` why the others did what they did last, `help`
shows this again, `quit` leaves.
";

/// How a round goes, by what the players have agreed on.
fn rules(agreement: Agreement) -> String {
    let limit = match agreement.draw_limit {
        None => String::new(),
        Some(limit) => format!(
            "{}.\n",
            capitalized(&Refusal::DrawnEnough(limit).to_string())
        ),
    };
    let stock = if agreement.turn_over {
        "When the stock is empty, the discards but the last one are turned over."
    } else {
        "When the stock is empty, nobody draws any more."
    };
    let target = agreement.target;
    let points = noun(target.into(), "point", "points");
    format!(
        "\
In turn a player lays a card that has the suit or the rank of the last one,
or an eight, which names the suit to follow. Instead of laying a card that
fits, one may draw one. Who has none that fits draws until one does or no more
may be drawn, and then passes.
{limit}{stock}
Who has no cards left ends the round, and scores what all others hold:
fifty for an eight, ten for a court card, else the pips. When nobody can do
anything any more, who holds least scores by how much each other player's hand
is dearer; where several hold least, nobody scores. Rounds go on until somebody
reaches {target} {points}.
"
    )
}

/// Why a game ends before its end.
enum Leave {
    Quit,
    Failed(io::Error),
}

impl From<io::Error> for Leave {
    fn from(error: io::Error) -> Self {
        Leave::Failed(error)
    }
}

/// Plays until the game or the input ends, or somebody quits.
pub(crate) fn play(
    table: Table,
    agreement: Agreement,
    seats: &Seats,
    input: impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    let game = Game {
        table,
        agreement,
        seats,
        lines: lines(input),
        output,
        reasons: BTreeMap::new(),
    };
    match game.play() {
        Ok(()) | Err(Leave::Quit) => Ok(()),
        Err(Leave::Failed(error)) => Err(error),
    }
}

/// A game, and where it is played.
struct Game<'a, I, O> {
    table: Table,
    agreement: Agreement,
    seats: &'a Seats,
    lines: I,
    output: &'a mut O,
    /// Why each character did what it did last in this round, as far as everybody may know.
    reasons: BTreeMap<u8, &'static str>,
}

impl<I: Iterator<Item = io::Result<String>>, O: Write> Game<'_, I, O> {
    fn play(mut self) -> Result<(), Leave> {
        if self.seats.any_human() {
            write!(self.output, "\n{HELP}")?;
        }
        self.tell_deal()?;
        loop {
            if let Some(end) = self.table.round_end() {
                self.tell_round(end)?;
                if let Some(winner) = self.table.winner() {
                    let wins = self.seats.says(winner, "win", "wins");
                    writeln!(self.output, "{wins} the game.")?;
                    return Ok(());
                }
                self.next_round()?;
                continue;
            }
            match self.seats.player(self.table.seat()) {
                PlayerName::Human => self.ask()?,
                PlayerName::Computer(character) => self.answer(character)?,
            }
        }
    }

    /// Lets a person do something. What is not understood or refused is told, and changes nothing.
    fn ask(&mut self) -> Result<(), Leave> {
        let seat = self.table.seat();
        let view = View {
            table: &self.table,
            seats: self.seats,
        };
        writeln!(self.output, "\n{view}")?;
        loop {
            let action = match self.read(seat)? {
                Ok(action) => action,
                Err(message) => {
                    writeln!(self.output, "{}", message.trim_end())?;
                    continue;
                }
            };
            match self.act(seat, action)? {
                Ok(()) => return Ok(()),
                Err(refusal) => {
                    let message = self.say_refusal(refusal);
                    writeln!(self.output, "{message}")?;
                }
            }
        }
    }

    /// Reads what a person wants to do; the error is what to say of it.
    fn read(&mut self, seat: u8) -> Result<Result<Action, String>, Leave> {
        let offers: Vec<_> = self.table.offers().collect();
        let only = match offers[..] {
            [only] => Some(only),
            _ => None,
        };
        let name = self.seats.name(seat);
        match only {
            Some(Action::Lay(card, _)) => {
                let card = Face(card);
                write!(self.output, "{name}: only {card} fits; Enter lays it: ")?;
            }
            Some(Action::Draw) => write!(self.output, "{name}: nothing fits; Enter draws: ")?,
            Some(_) => write!(self.output, "{name}: nothing to be done; Enter passes: ")?,
            None => write!(self.output, "{name}: ")?,
        }
        let entered = self.enter()?;
        Ok(entered.and_then(|action| {
            let action = action.or(only);
            action.ok_or_else(|| format!("Type a card, {WORDS}."))
        }))
    }

    /// Reads a line: something to be done, or nothing where it is empty; the error is what to say of it.
    fn enter(&mut self) -> Result<Result<Option<Action>, String>, Leave> {
        let line = self.line()?;
        Ok(match Entry::parse(&line) {
            Ok(Entry::Do(action)) => Ok(Some(action)),
            Ok(Entry::Nothing) => Ok(None),
            Ok(Entry::Quit) => return Err(Leave::Quit),
            Ok(Entry::Help) => Err(HELP.to_owned()),
            Ok(Entry::Rules) => Err(rules(self.agreement)),
            Ok(Entry::Why) => Err(self.reasons()),
            Err(message) => Err(capitalized(&Shown(&message).to_string())),
        })
    }

    /// Why each character did what it did last.
    fn reasons(&self) -> String {
        if self.reasons.is_empty() {
            return "Nobody has decided anything yet in this round.".to_owned();
        }
        let reasons = self.reasons.iter();
        let reasons =
            reasons.map(|(&seat, reason)| format!("{}: {reason}\n", self.seats.name(seat)));
        reasons.collect()
    }

    /// Lets a character do something.
    fn answer(&mut self, character: Character) -> Result<(), Leave> {
        let chosen = character.choose_and_say(&self.table);
        let (action, reason) = chosen.expect("a round goes on while something can be done");
        let reason = match (reason, action) {
            (Some((_, about)), _) => about,
            // It is only offered where nothing else is.
            (None, Action::Pass) => "There was only one thing to do.",
            (None, _) => "That rests on cards that nobody else sees.",
        };
        self.reasons.insert(self.table.seat(), reason);
        let done = self.act(self.table.seat(), action)?;
        done.expect("a character chooses from what is offered");
        Ok(())
    }

    /// Does something, and tells what was done.
    fn act(&mut self, seat: u8, action: Action) -> Result<Result<(), Refusal>, Leave> {
        let before = self.table.hand(seat);
        if let Err(refusal) = self.table.act(seat, action) {
            return Ok(Err(refusal));
        }
        let sentence = match action {
            Action::Lay(card, None) => {
                let lays = self.seats.says(seat, "lay", "lays");
                format!("{lays} {}", Face(card))
            }
            Action::Lay(card, Some(suit)) => {
                let lays = self.seats.says(seat, "lay", "lays");
                format!(
                    "{lays} {}: {suit} {} are to follow",
                    Face(card),
                    suit.symbol()
                )
            }
            Action::Draw => {
                let draws = self.seats.says(seat, "draw", "draws");
                match self.drawn(seat, &before) {
                    Some(card) => format!("{draws} {}", Face(card)),
                    None => format!("{draws} a card"),
                }
            }
            Action::Pass => self.seats.says(seat, "pass", "passes"),
            Action::Deal => self.seats.says(self.table.dealer(), "deal", "deals"),
        };
        writeln!(self.output, "{sentence}.")?;
        Ok(Ok(()))
    }

    /// The card that a person has drawn; those of the others are hidden.
    fn drawn(&self, seat: u8, before: &[Card]) -> Option<Card> {
        let hand = match self.seats.player(seat) {
            PlayerName::Human => self.table.hand(seat),
            PlayerName::Computer(_) => Vec::new(),
        };
        hand.into_iter().find(|card| !before.contains(card))
    }

    fn tell_deal(&mut self) -> Result<(), Leave> {
        let dealer = self.table.dealer();
        let deals = self
            .seats
            .says(dealer, "deal, and turn up", "deals, and turns up");
        write!(self.output, "\nRound {}. {deals}", self.table.round())?;
        for card in self.table.discards() {
            write!(self.output, " {}", Face(card))?;
        }
        Ok(writeln!(self.output, ".")?)
    }

    fn tell_round(&mut self, end: RoundEnd) -> Result<(), Leave> {
        writeln!(self.output)?;
        if end.blocked {
            writeln!(self.output, "Nobody can do anything any more.")?;
        }
        match end.winner {
            Some(winner) => {
                let scores = self.seats.says(winner, "score", "scores");
                let points = noun(end.points.into(), "point", "points");
                writeln!(self.output, "{scores} {} {points}.", end.points)?;
            }
            None => writeln!(self.output, "Several hold least, and nobody scores.")?,
        }
        for seat in 0..self.table.players() {
            let (name, score) = (self.seats.name(seat), self.table.score(seat));
            let points = noun(score.into(), "point", "points");
            write!(self.output, "  {name:<12}{score:>3} {points:<6}")?;
            for card in self.table.hand(seat) {
                write!(self.output, "  {}", Face(card))?;
            }
            writeln!(self.output)?;
        }
        Ok(())
    }

    fn next_round(&mut self) -> Result<(), Leave> {
        while self.seats.any_human() {
            write!(self.output, "Enter deals, `quit` leaves: ")?;
            let told = match self.enter()? {
                Ok(None) => break,
                Ok(Some(action)) => {
                    let refused = self.table.act(self.table.seat(), action);
                    self.say_refusal(refused.expect_err("between two rounds cards are only dealt"))
                }
                Err(message) => message,
            };
            writeln!(self.output, "{}", told.trim_end())?;
        }
        self.reasons.clear();
        let dealt = self.table.act(self.table.seat(), Action::Deal);
        dealt.expect("after a round the next is dealt");
        self.tell_deal()
    }

    /// What to say of a refused action.
    fn say_refusal(&self, refusal: Refusal) -> String {
        match refusal {
            Refusal::NotYourTurn(seat) => format!("It is the turn of {}.", self.seats.name(seat)),
            refusal => format!("{}.", capitalized(&refusal.to_string())),
        }
    }

    /// The next line; at the end of the input the player leaves.
    fn line(&mut self) -> Result<String, Leave> {
        self.output.flush()?;
        let Some(line) = self.lines.next() else {
            // The input ended in the line of the prompt.
            writeln!(self.output)?;
            return Err(Leave::Quit);
        };
        Ok(line?)
    }
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
