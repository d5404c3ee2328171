//! Recall in the terminal: a person against computer players, line by line.
//!
//! All that can be done is listed and numbered, as the rules offer it. Time is the table's: a window waits for the
//! person's answer, and computer players do not let anybody wait.

mod show;
mod why;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, Write};

use recall_game::sheets::Sheets;
use recall_game::table::{Input, Millis, Notification, PlayerId, Table};
use recall_game::{Options, Recall};
use serde_json::{Value, json};
use streams::typed::{Shown, lines};

use show::show;
use words::{Words, place_of};

const HELP: &str = "\
Each player has four cards, of which you have seen the first two of yours. Who
holds the fewest points in the end wins. Type the number of what you want to
do. An empty line draws a card or lets a window go by; else it shows again what
you can do. `rules` tells how it is played and what cards are worth, `why` why
the others did what they did last, `help` shows this again, `quit` leaves.
";

const RULES: &str = "\
In your turn you draw a card. Play it, or a card that you know, whose place it
takes; or put it in the place of any of your cards. After a turn everybody may
lay a card of the rank of the last discard: a card less. A card that you do not
know is a chance: if it is another, it stays, and you take one more. Instead of
drawing you call Recall: each other player has one more turn. Without the lowest
hand then, it costs you ten points.

  ace to ten   their pips     seven, eight   look at one of your cards
  jack         10 points      nine           the next player sits out
  queen        10             jack           swap a card for another's, unseen
  king         red 0,         queen          look at any card
               black 13       thief          steal a card, and leave one for it
  thief        15             storm          shuffle another player's hand
  storm        15             Powers count when a card is played in turn.
";

/// Plays until the game or the input ends, or somebody quits.
pub(crate) fn play(
    computers: u8,
    seed: u64,
    sheets: &Sheets,
    input: impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut game = Game::new(computers, seed, sheets);
    writeln!(output, "Recall, seed {seed}.\n\n{HELP}")?;
    game.apply(&game.does(&json!({ "action_type": "start_game" })), output)?;
    let mut lines = lines(input);
    // Which of the own cards the power is for, where that is asked first.
    let mut own_slot = None;
    while !game.table.is_over() {
        let view = game.view();
        let offers = view["offers"].as_array().cloned().unwrap_or_default();
        let asked_second = own_slot.is_some();
        let choices = choices(ordered(offers.clone(), &view), own_slot);
        let due = game.table.wakes_at();
        if let (true, Some(now)) = (offers.is_empty(), due) {
            game.apply(&Input::Clock { now }, output)?;
            continue;
        }
        show(&view, output)?;
        for (number, choice) in (1..).zip(&choices) {
            writeln!(output, "  {number:>2}  {}", game.in_words(choice, &view))?;
        }
        let window = due.filter(|_| !view["window"].is_null());
        let empty = Empty::of(&choices, window, asked_second);
        match &empty {
            Empty::LetGo(_) => write!(output, "What do you do? (Enter lays nothing) ")?,
            Empty::Do(choice) => {
                let words = game.in_words(choice, &view);
                write!(output, "What do you do? (Enter: {words}) ")?;
            }
            Empty::GoBack => write!(output, "What do you do? (Enter goes back) ")?,
            Empty::List => write!(output, "What do you do? ")?,
        }
        output.flush()?;
        let Some(line) = lines.next() else {
            // The input ended in the line of the prompt.
            return writeln!(output);
        };
        let line = line?.trim().to_owned();
        let numbered = line
            .parse()
            .ok()
            .and_then(|number: usize| choices.get(number.checked_sub(1)?));
        match line.as_str() {
            "quit" | "q" => return Ok(()),
            "help" | "?" => write!(output, "\n{HELP}")?,
            "rules" => write!(output, "\n{RULES}")?,
            "why" => game.tell_why(output)?,
            "" => match empty {
                Empty::LetGo(now) => game.apply(&Input::Clock { now }, output)?,
                Empty::Do(choice) => own_slot = game.choose(choice, output)?,
                Empty::GoBack => own_slot = None,
                Empty::List => {}
            },
            text => match numbered {
                Some(choice) => own_slot = game.choose(choice, output)?,
                None => writeln!(
                    output,
                    "`{}` is none of these: type a number, or `help`.",
                    Shown(text)
                )?,
            },
        }
    }
    show(&game.view(), output)?;
    game.tell_end(output)?;
    loop {
        write!(output, "`why` tells all now, Enter leaves: ")?;
        output.flush()?;
        let Some(line) = lines.next() else {
            return writeln!(output);
        };
        if line?.trim() != "why" {
            return Ok(());
        }
        game.tell_why(output)?;
    }
}

/// How many lines of what can be done fit below the table.
const LINES: usize = 15;

/// A line of what can be done.
enum Choice {
    /// Something that is offered.
    Do(Value),
    /// The power is used with the own card of this place; on which other card is asked next.
    OwnCard(u64),
}

/// What an empty line does.
enum Empty<'a> {
    /// Lets the window go by, which closes then.
    LetGo(Millis),
    /// The only thing that there is to do, or what a turn begins with.
    Do(&'a Choice),
    /// Asks again which own card the power is for.
    GoBack,
    /// Shows again what can be done: which card to play is not to be left to chance.
    List,
}

impl<'a> Empty<'a> {
    fn of(choices: &'a [Choice], window: Option<Millis>, asked_second: bool) -> Self {
        let draws = |choice: &&Choice| matches!(choice, Choice::Do(offer) if offer["action_type"] == "draw");
        match (window, choices) {
            (Some(now), _) => Self::LetGo(now),
            (None, [only]) => Self::Do(only),
            _ if asked_second => Self::GoBack,
            _ => choices.iter().find(draws).map_or(Self::List, Self::Do),
        }
    }
}

/// The offers in an order in which they are found: cards that can be played as they lie, the drawn one first.
fn ordered(mut offers: Vec<Value>, view: &Value) -> Vec<Value> {
    // Cards can be played only at the step of a turn at which all else is to put the drawn one somewhere.
    offers.sort_by_key(|offer| place_of(offer, view).unwrap_or(u64::MAX));
    offers
}

/// What there is to choose from: what is offered, or, where that is much, first with which of the own cards. Once that
/// is chosen, what is offered for it.
fn choices(offers: Vec<Value>, own_slot: Option<u64>) -> Vec<Choice> {
    let slot = |offer: &Value| offer["own_slot"].as_u64();
    if own_slot.is_some() {
        let fit = offers.into_iter().filter(|offer| slot(offer) == own_slot);
        return fit.map(Choice::Do).collect();
    }
    if offers.len() <= LINES {
        return offers.into_iter().map(Choice::Do).collect();
    }
    let own: BTreeSet<_> = offers.iter().filter_map(slot).collect();
    let others = offers.into_iter().filter(|offer| slot(offer).is_none());
    let own = own.into_iter().map(Choice::OwnCard);
    own.chain(others.map(Choice::Do)).collect()
}

struct Game {
    table: Recall,
    you: PlayerId,
    /// Who of the others decided what last.
    decided: BTreeMap<PlayerId, usize>,
}

impl Game {
    fn new(computers: u8, seed: u64, sheets: &Sheets) -> Self {
        let table = Recall::with_sheets(seed, Options { explains: false }, sheets);
        let table = table.expect("the sheets have been read");
        let mut table = table.keeping_decisions();
        let you = PlayerId("you".to_owned());
        let person = (you.clone(), "You".to_owned(), false);
        // Numbered as they sit, as on the page.
        let others = (1..=computers).map(|number| {
            let name = format!("Computer {}", number + 1);
            (PlayerId(name.clone()), name, true)
        });
        for (player, name, computer) in std::iter::once(person).chain(others) {
            let joined = table.apply(&Input::Join {
                player,
                name,
                computer,
            });
            assert!(joined.success, "there are seats enough");
        }
        let decided = BTreeMap::new();
        Self {
            table,
            you,
            decided,
        }
    }

    fn view(&self) -> Value {
        self.table.view(Some(&self.you))
    }

    fn does(&self, action: &Value) -> Input {
        let (player, action) = (self.you.clone(), action.clone());
        Input::Act { player, action }
    }

    /// Puts an input on the table, and tells what came of it.
    fn apply(&mut self, input: &Input, output: &mut impl Write) -> io::Result<()> {
        let outcome = self.table.apply(input);
        for error in &outcome.errors {
            writeln!(output, "{}", error.message)?;
        }
        if let (Some(decision), Some(player)) = (outcome.decision, &outcome.player_id) {
            self.decided.insert(player.clone(), decision);
        }
        let mine = |told: &&Notification| told.to.as_ref().is_none_or(|to| *to == self.you);
        for told in outcome.notifications.iter().filter(mine) {
            if let Some(sentence) = self.words().sentence(told) {
                writeln!(output, "{sentence}.")?;
            }
        }
        Ok(())
    }

    /// Does what was chosen; or says which own card it is about, where it is asked next what to do with it.
    fn choose(&mut self, choice: &Choice, output: &mut impl Write) -> io::Result<Option<u64>> {
        match choice {
            Choice::OwnCard(slot) => return Ok(Some(*slot)),
            Choice::Do(offer) => self.apply(&self.does(offer), output)?,
        }
        Ok(None)
    }

    fn words(&self) -> Words<'_> {
        Words { you: &self.you }
    }

    fn in_words(&self, choice: &Choice, view: &Value) -> String {
        match choice {
            Choice::Do(offer) => self.words().offered(offer, view),
            Choice::OwnCard(slot) => self.words().with_own_card(*slot, view),
        }
    }

    /// Why each of the others did what it did last, as far as the person may know.
    fn tell_why(&self, output: &mut impl Write) -> io::Result<()> {
        writeln!(output)?;
        for (player, &decision) in &self.decided {
            if let Some(why) = self.table.why(Some(&self.you), decision) {
                why::tell(&player.0, &why, &self.words(), output)?;
            }
        }
        if self.decided.is_empty() {
            writeln!(output, "Nobody has decided anything yet.")?;
        }
        Ok(())
    }

    fn tell_end(&self, output: &mut impl Write) -> io::Result<()> {
        let view = self.table.view(None);
        let caller = &view["recall_called_by"];
        for player in view["players"].as_array().into_iter().flatten() {
            let ends = if player["winner"] == true {
                "  wins"
            } else if player["player_id"] == *caller {
                "  ten of them for calling Recall without the lowest hand"
            } else {
                ""
            };
            let name = player["name"].as_str().unwrap_or_default();
            writeln!(
                output,
                "  {name:<12} {:>3} points{ends}",
                player["points"].to_string()
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(lines: &[u8], seed: u64) -> String {
        let mut output = Vec::new();
        play(2, seed, &Sheets::default(), lines, &mut output).expect("it is written");
        String::from_utf8(output).expect("UTF-8")
    }

    /// Does the first thing, and lets windows go by; now and then another thing, which may not be there.
    fn whole_game() -> Vec<u8> {
        b"1\n\n2\n".repeat(300)
    }

    #[test]
    fn whole_games_are_played_by_numbers_and_empty_lines() {
        for seed in 0..5 {
            let told = played(&whole_game(), seed);
            assert!(told.contains("  wins"), "{told}");
            assert!(!told.contains('_'), "{told}");
        }
    }

    #[test]
    fn what_is_typed_is_shown_cut_off_and_does_not_steer_the_terminal() {
        let long = format!("\x1b[2J{}\nquit\n", "9".repeat(1_000_000));
        let told = played(long.as_bytes(), 1);
        let line = told.lines().find(|line| line.contains("is none of these"));
        let line = line.expect("it is told");
        assert!(
            line.contains("`\\u{1b}[2J9") && line.contains("9…` is none"),
            "{line}"
        );
        assert!(line.len() < 400, "{line}");
    }

    #[test]
    fn what_is_no_number_is_a_bad_line() {
        let told = played(b"\xff\n99\n0\nhelp\nquit\n", 1);
        assert_eq!(told.matches("is none of these").count(), 3, "{told}");
        assert_eq!(told.matches("Each player has four cards").count(), 2);
    }

    #[test]
    fn an_empty_line_draws_and_plays_no_card() {
        let told = played(b"\n\n\nquit\n", 1);
        assert_eq!(told.matches("(Enter: draw a card)").count(), 1, "{told}");
        assert_eq!(told.matches("\nWhat do you do? ").count(), 4, "{told}");
        assert!(told.contains("You draw the "), "{told}");
        for done in ["You play ", "You keep "] {
            assert!(!told.contains(done), "{told}");
        }
    }

    #[test]
    fn the_drawn_card_stands_first_and_is_marked_and_the_others_follow_as_they_lie() {
        for seed in 0..10 {
            let told = played(b"\n", seed);
            let (_, list) = told.rsplit_once("drawn [").expect("a card is drawn");
            let lines: Vec<_> = list.lines().skip(1).collect();
            for (line, end) in lines
                .iter()
                .zip(["drawn)", "card 1)", "card 2)", "of card 1"])
            {
                assert!(line.ends_with(end), "{told}");
            }
        }
    }

    #[test]
    fn the_first_card_is_seen_before_the_second_and_a_miss_is_told_before_its_penalty() {
        let told = played(b"quit\n", 1);
        let [first, second] = [1, 2].map(|card| told.find(&format!("You see your card {card}:")));
        assert!(first.is_some() && first < second, "{told}");
        // Unknown cards are laid until one is wrong.
        let (miss, penalty) = (0..20)
            .map(|seed| played(b"\n1\n3\n4\nquit\n", seed))
            .find_map(|told| Some((told.find(", and stays.")?, told.find("a penalty card.")?)))
            .expect("somebody misses");
        assert!(miss < penalty);
    }

    #[test]
    fn the_window_after_a_call_of_recall_is_told() {
        let window = |seed| {
            let told = played(b"2\nquit\n", seed);
            let (_, called) = told.split_once("You call Recall").expect("it is called");
            let next = called.lines().nth(1).expect("more is told");
            next.ends_with("s may be laid now.")
        };
        // A king, a thief or a storm cannot be followed.
        let windows = (0..10).filter(|&seed| window(seed)).count();
        assert!(windows >= 6, "{windows}");
    }

    #[test]
    fn rules_and_reasons_are_told_when_they_are_asked_for() {
        assert!(played(b"why\nquit\n", 1).contains("Nobody has decided anything yet."));
        let told = played(b"rules\n\n1\n1\n\n\nwhy\nquit\n", 1);
        assert!(
            told.contains("steal a card, and leave one for it"),
            "{told}"
        );
        assert!(told.contains("Computer 2, by "), "{told}");
        let lines = HELP.lines().chain(RULES.lines());
        assert!(lines.map(str::len).max() <= Some(80));
    }

    #[test]
    fn reasons_that_rest_on_hidden_cards_are_told_as_far_as_they_may_be_and_after_the_game_whole() {
        let asked = b"1\nwhy\n\nwhy\n2\nwhy\n".repeat(300);
        let (mut hidden, mut partly) = (0, 0);
        for seed in 0..5 {
            let told = played(&asked, seed);
            let (during, after) = told
                .split_once("`why` tells all now, Enter leaves: ")
                .expect("the game ends");
            let lines: Vec<_> = during.lines().collect();
            for (number, _) in lines
                .iter()
                .enumerate()
                .filter(|(_, line)| line.contains("by one of these rules"))
            {
                let one = ["  1. A low card", "  2. A card is played for"];
                assert!(one.iter().any(|rule| lines[number + 1].starts_with(rule)));
                assert!(
                    lines[number + 2].starts_with("  4. What scores best"),
                    "{told}"
                );
                hidden += 1;
                partly += usize::from(lines[number + 3].contains(" × 0."));
            }
            assert!(after.contains("Computer 2, by rule "), "{after}");
            assert!(!after.contains("hidden"), "{after}");
        }
        assert!(hidden > 10 && partly > 10, "{hidden}, {partly}");
    }

    #[test]
    fn many_uses_of_a_power_are_asked_for_in_two_steps() {
        let offer = |own: u64, target: u64| json!({ "own_slot": own, "target_slot": target });
        let pairs = (0..4).flat_map(|own| (0..4).map(move |target| offer(own, target)));
        let declined = json!({ "action_type": "decline_power" });
        let offers: Vec<_> = std::iter::once(declined.clone()).chain(pairs).collect();
        let first = choices(offers.clone(), None);
        let asked = |choice: &Choice| match choice {
            Choice::OwnCard(slot) => Some(*slot),
            Choice::Do(offer) => {
                assert_eq!(*offer, declined);
                None
            }
        };
        let asked: Vec<_> = first.iter().map(asked).collect();
        assert_eq!(asked, [Some(0), Some(1), Some(2), Some(3), None]);
        let second = choices(offers, Some(2));
        assert_eq!(second.len(), 4);
        for (target, choice) in (0..).zip(&second) {
            assert!(matches!(choice, Choice::Do(done) if *done == offer(2, target)));
        }
    }
}
