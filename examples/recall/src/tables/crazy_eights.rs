//! Crazy Eights, for two to five.

use std::fmt::{self, Write as _};
use std::ops::RangeInclusive;

use crazy_eights::model::{self, Agreement, Card, Refusal, Shuffler, Suit};
use crazy_eights::{Character, Table};
use recall_game::table::{Failure, Firing, PlayerId};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};

use super::seated::{Done, Game, Waits};
use super::watcher::Watcher;

/// How many of the discards are shown.
const SHOWN: usize = 5;

/// How a game is played.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Terms {
    /// How the computer players play.
    pub(crate) character: Character,
    /// The score that ends the game, if not the usual one.
    pub(crate) target: Option<u32>,
    /// Whether the discards are turned over when the stock is empty.
    pub(crate) turn_over: bool,
}

/// A game of Crazy Eights.
pub(crate) struct CrazyEights {
    terms: Terms,
    seed: u64,
    watcher: Watcher,
    /// None until the game begins.
    table: Option<Table<Watcher>>,
}

/// What a player does. A card is written `10h`, a suit `hearts`.
#[derive(Deserialize)]
#[serde(tag = "action_type", rename_all = "snake_case")]
pub(crate) enum Action {
    /// Lays a card; with an eight, names the suit that is to follow.
    LayCard {
        card: String,
        #[serde(default)]
        suit: Option<String>,
    },
    /// Draws a card.
    DrawCard,
    /// Lets the turn go by.
    Pass,
    /// Deals the next round.
    Deal,
}

impl CrazyEights {
    /// A game whose shuffles are those of this seed.
    pub(crate) fn new(terms: Terms, seed: u64) -> Self {
        Self {
            terms,
            seed,
            watcher: Watcher::new(describe),
            table: None,
        }
    }

    fn table(&self) -> &Table<Watcher> {
        self.table.as_ref().expect("the game has begun")
    }
}

impl Game for CrazyEights {
    const SEATS: RangeInclusive<usize> = 2..=5;
    type Action = Action;
    type View = View;
    type PlayerView = PlayerView;

    fn start(&mut self, players: usize) {
        let usual = Agreement::usual(players).expect("the seats are as many");
        let agreement = Agreement {
            target: self.terms.target.unwrap_or(usual.target),
            turn_over: self.terms.turn_over,
            ..usual
        };
        let shuffler = Shuffler::new(self.seed, 0);
        let watcher = self.watcher.clone();
        self.table = Some(Table::with_listener(agreement, shuffler, watcher));
    }

    fn act(&mut self, seat: usize, player: &PlayerId, action: Action) -> Result<Done, Failure> {
        let action = wanted(&action)?;
        let table = self.table.as_mut().expect("the game has begun");
        let held = match action {
            model::Action::Draw => table.hand(seat as u8),
            _ => Vec::new(),
        };
        table.act(seat as u8, action).map_err(failure)?;
        let done = Done::default();
        let mut done = match action {
            model::Action::Lay(card, suit) => {
                let data = json!({
                    "player_id": player,
                    "card": Face(card).to_string(),
                    "suit": suit.map(|suit| suit.to_string()),
                });
                done.effect(
                    "move_card_to_discard",
                    json!({ "card": Face(card).to_string() }),
                )
                .broadcast("card_laid", data)
            }
            model::Action::Draw => {
                let hand = table.hand(seat as u8);
                let drawn = hand.into_iter().find(|card| !held.contains(card));
                let data = json!({ "card": drawn.map(|card| Face(card).to_string()) });
                done.effect("move_card_to_hand", Value::Null)
                    .broadcast("card_drawn", json!({ "player_id": player }))
                    .private(player, "card_received", data)
            }
            model::Action::Pass => done.broadcast("turn_passed", json!({ "player_id": player })),
            model::Action::Deal => done
                .effect("deal", Value::Null)
                .broadcast("round_dealt", json!({ "round": table.round() })),
        };
        if let Some(end) = table.round_end() {
            done = done.broadcast("round_over", json!(RoundEnd::from(end)));
        }
        if let Some(winner) = table.winner() {
            done = done.broadcast("game_over", json!({ "winner_seat": winner }));
        }
        Ok(done)
    }

    fn choose(&mut self) -> Option<Action> {
        // What a character weighs tells of its hand. The rule that decides in the end is shown, if it tells nothing of it.
        let (action, decided) = self.terms.character.choose_and_say(self.table())?;
        if let Some((rule, why)) = decided {
            self.watcher.tell(rule, why);
        }
        Some(match action {
            model::Action::Lay(card, suit) => Action::LayCard {
                card: Face(card).to_string(),
                suit: suit.map(|suit| suit.to_string()),
            },
            model::Action::Draw => Action::DrawCard,
            model::Action::Pass => Action::Pass,
            model::Action::Deal => Action::Deal,
        })
    }

    fn waits(&self) -> Waits {
        let table = self.table();
        if table.winner().is_some() {
            Waits::ForNobody
        } else if table.round_end().is_some() {
            Waits::ForAnyone
        } else {
            Waits::For(table.seat().into())
        }
    }

    fn view(&self, seat: Option<usize>) -> View {
        let table = self.table();
        let hand = seat.map_or(Vec::new(), |seat| table.hand(seat as u8));
        let offers = match (seat, self.waits()) {
            (Some(_), Waits::ForAnyone) => vec![Offered::Deal],
            (Some(seat), Waits::For(whose)) if seat == whose => {
                table.offers().map(Offered::from).collect()
            }
            _ => Vec::new(),
        };
        let discards = table.discards();
        let shown = &discards[discards.len().saturating_sub(SHOWN)..];
        let (suit, rank) = table.to_follow();
        View {
            hand: written(&hand),
            offers,
            stock: table.stock_size(),
            discards: written(shown),
            to_follow: ToFollow {
                suit: Shown(suit),
                rank: rank.label(),
            },
            round: table.round(),
            round_end: table.round_end().map(RoundEnd::from),
            winner_seat: table.winner(),
        }
    }

    fn view_of_player(&self, seat: usize) -> PlayerView {
        let table = self.table();
        let seat = seat as u8;
        PlayerView {
            cards: table.hand_size(seat),
            score: table.score(seat),
            // When a round is over, all hands lie open: what they hold is what has been scored.
            hand: table.round_end().map(|_| written(&table.hand(seat))),
        }
    }

    fn take_fired(&mut self) -> Vec<Firing> {
        self.watcher.take()
    }
}

/// The action of the rules that is meant.
fn wanted(action: &Action) -> Result<model::Action, Failure> {
    Ok(match action {
        Action::LayCard { card, suit } => {
            let card: Card = card
                .parse()
                .map_err(|_| Failure::new("unknown_card", "There is no such card."))?;
            let named = suit.as_deref().map(|name| {
                let named = Suit::ALL.into_iter().find(|suit| suit.to_string() == name);
                named.ok_or_else(|| Failure::new("unknown_suit", "There is no such suit."))
            });
            model::Action::Lay(card, named.transpose()?)
        }
        Action::DrawCard => model::Action::Draw,
        Action::Pass => model::Action::Pass,
        Action::Deal => model::Action::Deal,
    })
}

/// What a player sees of the table.
#[derive(Serialize)]
pub(crate) struct View {
    hand: Vec<Written>,
    offers: Vec<Offered>,
    stock: usize,
    discards: Vec<Written>,
    to_follow: ToFollow,
    round: u32,
    round_end: Option<RoundEnd>,
    winner_seat: Option<u8>,
}

/// What everyone sees of a player.
#[derive(Serialize)]
pub(crate) struct PlayerView {
    cards: usize,
    score: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    hand: Option<Vec<Written>>,
}

#[derive(Serialize)]
struct ToFollow {
    suit: Shown<Suit>,
    rank: &'static str,
}

#[derive(Serialize)]
struct RoundEnd {
    winner_seat: Option<u8>,
    points: u32,
    blocked: bool,
}

impl From<crazy_eights::RoundEnd> for RoundEnd {
    fn from(end: crazy_eights::RoundEnd) -> Self {
        Self {
            winner_seat: end.winner,
            points: end.points,
            blocked: end.blocked,
        }
    }
}

/// What can be done, as the [`Action`] that does it.
#[derive(Serialize)]
#[serde(tag = "action_type", rename_all = "snake_case")]
enum Offered {
    LayCard {
        card: Written,
        suit: Option<Shown<Suit>>,
    },
    DrawCard,
    Pass,
    Deal,
}

impl From<model::Action> for Offered {
    fn from(action: model::Action) -> Self {
        match action {
            model::Action::Lay(card, suit) => Offered::LayCard {
                card: Shown(Face(card)),
                suit: suit.map(Shown),
            },
            model::Action::Draw => Offered::DrawCard,
            model::Action::Pass => Offered::Pass,
            model::Action::Deal => Offered::Deal,
        }
    }
}

/// A card as it is written in messages: `10h`.
type Written = Shown<Face>;

fn written(cards: &[Card]) -> Vec<Written> {
    cards.iter().map(|&card| Shown(Face(card))).collect()
}

struct Face(Card);

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Face(Card { suit, rank }) = self;
        for letter in rank.label().chars() {
            f.write_char(letter.to_ascii_lowercase())?;
        }
        f.write_char(suit.letter())
    }
}

/// A value that is told as it is displayed.
struct Shown<T>(T);

impl<T: fmt::Display> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

fn describe(rule: &str) -> Option<&'static str> {
    let mut rules = Table::open_rules();
    rules.find(|&(name, _)| name == rule).map(|(_, docs)| docs)
}

fn failure(refusal: Refusal) -> Failure {
    let code = match refusal {
        Refusal::NotYourTurn(_) => return Failure::new("not_your_turn", "It is not your turn."),
        Refusal::NotInHand(_) => "not_in_hand",
        Refusal::DoesNotFit(..) => "does_not_fit",
        Refusal::NamesNoSuit => {
            return Failure::new("names_no_suit", "With an eight a suit is named.");
        }
        Refusal::NamesASuit(_) => "names_a_suit",
        Refusal::StockIsEmpty => "stock_is_empty",
        Refusal::DrawnEnough(_) => "drawn_enough",
        Refusal::CanLay => "can_lay",
        Refusal::CanDraw => "can_draw",
        Refusal::RoundIsNotOver => "round_is_not_over",
        Refusal::RoundIsOver => "round_is_over",
        Refusal::GameIsOver => "game_over",
    };
    let sentence = refusal.to_string();
    let (first, rest) = sentence.split_at(1);
    Failure::new(code, format!("{}{rest}.", first.to_uppercase()))
}
