//! Recall in the terminal: a person against computer players, line by line.
//!
//! All that can be done is listed and numbered, as the rules offer it. Time is the table's: a window waits for the
//! person's answer, and computer players do not let anybody wait.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, Write};

use anstyle::{AnsiColor, Style};
use recall::table::{Input, Notification, PlayerId, Table};
use recall::{Options, Recall, Sheets};
use serde_json::{Value, json};

const HELP: &str = "\
Each player has four cards, of which you have seen the first two of yours. Who
holds the fewest points in the end wins. Type the number of what you want to
do; an empty line does the first, or lets a window go by. `rules` tells how it
is played and what cards are worth, `why` why the others did what they did
last, `help` shows this again, `quit` leaves.
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
    let mut lines = input.split(b'\n');
    // Which of the own cards the power is for, where that is asked first.
    let mut own_slot = None;
    while !game.table.is_over() {
        let view = game.view();
        let offers = view["offers"].as_array().cloned().unwrap_or_default();
        let choices = choices(offers.clone(), own_slot.take());
        let due = game.table.wakes_at();
        if let (true, Some(now)) = (offers.is_empty(), due) {
            game.apply(&Input::Clock { now }, output)?;
            continue;
        }
        show(&view, output)?;
        for (number, choice) in (1..).zip(&choices) {
            let words = match choice {
                Choice::Do(offer) => game.offered(offer, &view),
                Choice::OwnCard(slot) => game.with_own_card(*slot, &view),
            };
            writeln!(output, "  {number:>2}  {words}")?;
        }
        let window = due.filter(|_| !view["window"].is_null());
        let empty = if window.is_some() {
            "Enter lays nothing"
        } else {
            "Enter does the first"
        };
        write!(output, "What do you do? ({empty}) ")?;
        output.flush()?;
        let Some(line) = lines.next() else {
            // The input ended in the line of the prompt.
            return writeln!(output);
        };
        let line = String::from_utf8_lossy(&line?).trim().to_owned();
        let chosen = line
            .parse()
            .ok()
            .and_then(|number: usize| choices.get(number.checked_sub(1)?));
        let chosen = match (line.as_str(), window) {
            ("", None) => choices.first(),
            _ => chosen,
        };
        match (line.as_str(), window, chosen) {
            ("quit" | "q", ..) => return Ok(()),
            ("help" | "?", ..) => write!(output, "\n{HELP}")?,
            ("rules", ..) => write!(output, "\n{RULES}")?,
            ("why", ..) => game.tell_why(output)?,
            ("", Some(now), _) => game.apply(&Input::Clock { now }, output)?,
            (_, _, Some(Choice::OwnCard(slot))) => own_slot = Some(*slot),
            (_, _, Some(Choice::Do(offer))) => game.apply(&game.does(offer), output)?,
            (text, _, None) => writeln!(
                output,
                "`{text}` is none of these: type a number, or `help`."
            )?,
        }
    }
    show(&game.view(), output)?;
    game.tell_end(output)
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
            if let Some(sentence) = self.sentence(told) {
                writeln!(output, "{sentence}.")?;
            }
        }
        Ok(())
    }

    /// Why each of the others did what it did last, as far as the person may know.
    fn tell_why(&self, output: &mut impl Write) -> io::Result<()> {
        writeln!(output)?;
        for (player, &decision) in &self.decided {
            let Some(why) = self.table.why(Some(&self.you), decision) else {
                continue;
            };
            let about = |rule: &Value| {
                let mut rules = why["rules"].as_array().into_iter().flatten();
                let found = rules.find(|known| known["rule"] == *rule)?;
                Some(found["why"].as_str()?.to_owned())
            };
            match about(&why["rule"]) {
                Some(rule) => writeln!(output, "{player}, by rule {rule}")?,
                None => writeln!(output, "{player}: it rests on a card that you cannot see.")?,
            }
            let candidates = || why["candidates"].as_array().into_iter().flatten();
            let weighed = |candidate: &Value| candidate["total"].is_number();
            // What was not done says nothing without what was.
            if !candidates().any(|candidate| candidate["chosen"] == true && weighed(candidate)) {
                continue;
            }
            writeln!(
                output,
                "  Score (0 to 1) of what could be done; what rests on hidden cards is left out:"
            )?;
            for candidate in candidates() {
                let Some(total) = candidate["total"].as_f64() else {
                    continue;
                };
                let done = if candidate["chosen"] == true {
                    ", done"
                } else {
                    ""
                };
                let action = self.offered(&candidate["action"], &why);
                writeln!(output, "  {total:.2}  {action}{done}")?;
            }
        }
        if self.decided.is_empty() {
            writeln!(output, "Nobody has decided anything yet.")?;
        }
        Ok(())
    }

    /// What happened, as a sentence without its end; none for what goes without saying.
    fn sentence(&self, told: &Notification) -> Option<String> {
        let data = &told.data;
        let id = data["player_id"].as_str().unwrap_or_default();
        let says = |you: &str, other: &str| {
            let (name, verb) = if id == self.you.0 {
                ("You", you)
            } else {
                (id, other)
            };
            format!("{name} {verb}")
        };
        let whose = |field: &str| match data[field].as_str().unwrap_or_default() {
            id if id == self.you.0 => "your".to_owned(),
            id => format!("{id}'s"),
        };
        let slot = |field: &str| data[field].as_u64().unwrap_or_default() + 1;
        let card = || face(&data["card"]);
        Some(match told.event.as_str() {
            "cards_dealt" => format!("The cards are dealt, and the {} is turned up", card()),
            "turn_skipped" => says("sit out", "sits out"),
            "drawn_card_revealed" => format!("You draw the {}", card()),
            "card_drawn" if id != self.you.0 => says("draw", "draws a card"),
            "card_revealed" => format!(
                "You see {} card {}: the {}",
                whose("player_id"),
                slot("slot"),
                card()
            ),
            "card_played" if data["out_of_turn"] == true => {
                format!("{} the {} out of turn", says("lay", "lays"), card())
            }
            "card_played" => format!("{} the {}", says("play", "plays"), card()),
            "card_replaced" => format!(
                "{} the {}",
                says(
                    "keep the card drawn and discard",
                    "keeps the card drawn and discards"
                ),
                card()
            ),
            "penalty_card_taken" => says("take a penalty card", "takes a penalty card"),
            "card_shown" => {
                let whose = match id {
                    id if id == self.you.0 => "Your".to_owned(),
                    id => format!("{id}'s"),
                };
                let slot = slot("slot");
                format!("{whose} card {slot} is the {}, and stays", card())
            }
            "cards_swapped" => format!(
                "{} card {} for {} card {}",
                says("swap", "swaps"),
                slot("slot"),
                whose("target_player"),
                slot("target_slot")
            ),
            "card_looked_at" => format!(
                "{} at {} card {}",
                says("look", "looks"),
                match data["target_player"].as_str() {
                    Some(own) if own == id && id == self.you.0 => "your own".to_owned(),
                    Some(own) if own == id => "their own".to_owned(),
                    _ => whose("target_player"),
                },
                slot("target_slot")
            ),
            "card_stolen" => format!(
                "{} {} card {} and {} card {} for it",
                says("steal", "steals"),
                whose("target_player"),
                slot("target_slot"),
                if id == self.you.0 { "leave" } else { "leaves" },
                slot("slot")
            ),
            "card_stolen_from_you" => format!("The stolen card was the {}", card()),
            "hand_scrambled" => format!(
                "{} {} cards",
                says("shuffle", "shuffles"),
                whose("target_player")
            ),
            "recall_called" => format!(
                "{}: everybody else has one more turn",
                says("call Recall", "calls Recall")
            ),
            "out_of_turn_window_opened" => {
                let rank = data["rank"].as_str().unwrap_or_default();
                format!("Cards of the rank {rank} may be laid now")
            }
            "power_used" if id != self.you.0 && data["power"] == "peek" => {
                says("look", "looks at a card of their own")
            }
            "power_used" if data["power"] == "skip" => says(
                "let the next player sit out",
                "lets the next player sit out",
            ),
            "discards_turned_over" => "The discards are shuffled and turned over".to_owned(),
            _ => return None,
        })
    }

    /// An offer, in words.
    fn offered(&self, offer: &Value, view: &Value) -> String {
        let slot = |field: &str| offer[field].as_u64().map(|slot| slot + 1);
        let own = slot("own_slot").map(|slot| format!(" your card {slot}"));
        let whose = offer["target_player"].as_str().map(|id| match id {
            id if id == self.you.0 => "your".to_owned(),
            id => format!("{id}'s"),
        });
        let card = slot("target_slot").map_or("cards".to_owned(), |slot| format!("card {slot}"));
        let target = whose.map(|whose| format!(" {whose} {card}"));
        let parts: Vec<_> = [own, target].into_iter().flatten().collect();
        let place = slot("slot").unwrap_or_default();
        match offer["action_type"].as_str().unwrap_or_default() {
            "draw" => "draw a card".to_owned(),
            "call_recall" => "call Recall".to_owned(),
            "decline_power" => "do without the power".to_owned(),
            "play_card" => {
                let id = offer["card_id"].as_str().unwrap_or_default();
                let mut words = id.split('_');
                let (rank, suit) = (
                    words.next().unwrap_or_default(),
                    words.next().unwrap_or_default(),
                );
                format!("play the {rank} of {suit}")
            }
            "replace" => format!("put it in the place of card {place}"),
            "play_out_of_turn" => format!("lay card {place} out of turn"),
            "use_power" => {
                let power = view["power"].as_str().unwrap_or_default();
                let deed = match power {
                    "peek" | "look" => "look at",
                    "skip" => "let the next player sit out",
                    "storm" => "shuffle",
                    power => power,
                };
                format!("{deed}{}", parts.join(" and"))
            }
            other => other.replace('_', " "),
        }
    }

    /// The use of a power with one of the own cards, in words.
    fn with_own_card(&self, slot: u64, view: &Value) -> String {
        let offer = json!({ "action_type": "use_power", "own_slot": slot });
        format!("{} …", self.offered(&offer, view))
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

/// The table as the person sees it.
fn show(view: &Value, output: &mut impl Write) -> io::Result<()> {
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
fn face(card: &Value) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn played(lines: &[u8], seed: u64) -> String {
        let mut output = Vec::new();
        play(2, seed, &Sheets::default(), lines, &mut output).expect("it is written");
        String::from_utf8(output).expect("UTF-8")
    }

    #[test]
    fn whole_games_are_played_by_numbers_and_empty_lines() {
        for seed in 0..5 {
            // Sometimes another than the first, which may be none of those that there are.
            let lines = b"\n1\n2\n".repeat(300);
            let told = played(&lines, seed);
            assert!(told.contains("  wins"), "{told}");
            assert!(!told.contains('_'), "{told}");
        }
    }

    #[test]
    fn what_is_no_number_is_a_bad_line() {
        let told = played(b"\xff\n99\n0\nhelp\nquit\n", 1);
        assert_eq!(told.matches("is none of these").count(), 3, "{told}");
        assert_eq!(told.matches("Each player has four cards").count(), 2);
    }

    #[test]
    fn rules_and_reasons_are_told_when_they_are_asked_for() {
        assert!(played(b"why\nquit\n", 1).contains("Nobody has decided anything yet."));
        let told = played(b"rules\n\n\n\n\n\nwhy\nquit\n", 1);
        assert!(
            told.contains("steal a card, and leave one for it"),
            "{told}"
        );
        assert!(told.contains("Computer 2, by rule "), "{told}");
        let lines = HELP.lines().chain(RULES.lines());
        assert!(lines.map(str::len).max() <= Some(80));
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
