//! Ten thousand games between characters, every step of which is checked against a referee in plain Rust.

mod common;

use std::collections::BTreeSet;

use common::{Course, Plain, cards, points};
use crazy_eights::model::{Action, Agreement, Shuffler};
use crazy_eights::{Character, Table};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

const GAMES: u64 = 10_000;

/// More actions than any round has.
const ENDLESS: usize = 20_000;

/// Two to five players, and every variant in turn. One game in thirty-two goes to the usual score; the others are
/// over with the first round in which anybody scores.
fn agreement(game: u64) -> Agreement {
    let usual = Agreement::usual(2 + game as usize % 4).expect("two to five play");
    let variant = game / 4 % 4;
    let whole = (game / 16).is_multiple_of(32);
    Agreement {
        target: if whole { usual.target } else { 1 },
        draw_limit: (variant & 1 == 1).then_some(3),
        turn_over: variant & 2 == 2,
        ..usual
    }
}

fn character(game: u64, seat: u8) -> Character {
    Character::ALL[(game as usize / 16 + usize::from(seat)) % 3]
}

/// Plays a round, and says how it ended.
fn play_round(table: &mut Table, game: u64, agreement: Agreement) -> (Course, Plain) {
    let mut plain = Plain::dealt(table, agreement);
    for _ in 0..ENDLESS {
        plain.assert_is(table);
        let all = cards(table);
        assert_eq!(all.len(), 52);
        assert_eq!(all.into_iter().collect::<BTreeSet<_>>().len(), 52);

        let seat = table.seat();
        assert_eq!(usize::from(seat), plain.seat);
        let offers: Vec<_> = table.offers().map(|offer| offer.to_string()).collect();
        let legal = plain.legal();
        assert_eq!(offers.len(), legal.len(), "nothing is offered twice");
        assert_eq!(offers.into_iter().collect::<BTreeSet<_>>(), legal);

        let action = character(game, seat).choose(table);
        let action = action.expect("something can be done");
        assert!(legal.contains(&action.to_string()), "{action} is illegal");
        table.act(seat, action).expect("it is offered");
        let course = plain.act(action, table);
        if course != Course::GoesOn {
            return (course, plain);
        }
        assert_eq!(table.round_end(), None);
    }
    panic!("game {game} does not end");
}

/// Plays a game to its end.
fn play(game: u64) {
    let agreement = agreement(game);
    let mut table = Table::new(agreement, Shuffler::new(11, game));
    let mut scores = vec![0; usize::from(agreement.players)];
    for round in 1.. {
        assert!(round < 1000, "game {game} does not end");
        assert_eq!(table.round(), round);
        let (course, plain) = play_round(&mut table, game, agreement);
        let end = table.round_end().expect("the round is over");

        let held: Vec<_> = plain.hands.iter().map(|hand| points(hand)).collect();
        let least = *held.iter().min().expect("there are players");
        let winner = match course {
            Course::Out(seat) => Some(seat),
            _ if held.iter().filter(|&&points| points == least).count() == 1 => {
                held.iter().position(|&points| points == least)
            }
            _ => None,
        };
        let gain: u32 = held.iter().map(|points| points - least).sum();
        assert_eq!(end.blocked, course == Course::Blocked);
        assert_eq!(end.winner.map(usize::from), winner);
        assert_eq!(end.points, winner.map_or(0, |_| gain));
        if let Some(winner) = winner {
            scores[winner] += gain;
        }
        let shown: Vec<_> = (0..agreement.players)
            .map(|seat| table.score(seat))
            .collect();
        assert_eq!(shown, scores);

        let reached = scores.iter().position(|&score| score >= agreement.target);
        assert_eq!(table.winner().map(usize::from), reached);
        if reached.is_some() {
            assert_eq!(table.offers().count(), 0);
            return;
        }
        assert!(table.offers().eq([Action::Deal]));
        table
            .act(table.seat(), Action::Deal)
            .expect("it is offered");
    }
}

#[test]
fn every_step_of_ten_thousand_games_is_as_a_plain_referee_says() {
    (0..GAMES).into_par_iter().for_each(play);
}
