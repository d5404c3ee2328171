//! The computer characters: what they know, and how well they play.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crazy_eights::model::{Action, Agreement, Shuffler};
use crazy_eights::{Character, Simulation, Summary, Table};
use rules_runtime::{ActivationEvent, Listener};

fn simulate(characters: &[Character], games: u64) -> Summary {
    let agreement = Agreement::usual(characters.len()).expect("two to five play");
    let simulation = Simulation {
        characters: characters.to_vec(),
        agreement,
        seed: 1,
        games,
    };
    simulation.run()
}

#[test]
fn who_thinks_more_wins_more() {
    let [careless, thrifty, watchful] = Character::ALL;
    for [worse, better] in [
        [careless, thrifty],
        [careless, watchful],
        [thrifty, watchful],
    ] {
        let players = simulate(&[worse, better], 50).players;
        assert!(
            players[0].games_won < players[1].games_won,
            "{better} against {worse}: {players:?}"
        );
    }
}

#[test]
fn a_simulation_has_the_same_result_every_time() {
    let characters = [Character::Thrifty, Character::Watchful, Character::Careless];
    let first = simulate(&characters, 8);
    assert_eq!(first, simulate(&characters, 8));
    assert_eq!(first.games, 8);
    let won = first.players.iter().map(|player| player.games_won);
    assert_eq!(won.sum::<u64>(), 8);
    assert_ne!(first.digest, simulate(&characters, 7).digest);
}

#[test]
fn what_is_told_of_a_choice_tells_no_more_of_the_hand_than_the_choice() {
    let (mut kept, mut eights, mut limited) = (0, 0, 0);
    for game in 0..60 {
        let usual = Agreement::usual(3).expect("three can play");
        let agreement = Agreement {
            draw_limit: (game % 2 == 1).then_some(1),
            ..usual
        };
        let character = Character::ALL[game as usize % 3];
        let mut table = Table::new(agreement, Shuffler::new(4, game));
        while table.round_end().is_none() {
            let (action, told) = character
                .choose_and_say(&table)
                .expect("something can be done");
            // Everybody sees whether a card might have been drawn.
            let may_draw = table.offers().any(|offer| offer == Action::Draw);
            let is_chosen = table.offers().count() > 1;
            match action {
                // Which of Thrifty's rules lays an eight depends on the other cards.
                Action::Lay(_, Some(_)) if character == Character::Thrifty => {
                    assert_eq!(told, None);
                    eights += 1;
                }
                Action::Lay(..) => {
                    assert_eq!(told.is_some(), may_draw);
                    limited += u32::from(is_chosen && !may_draw);
                }
                // So it does whether a card is drawn where one fits.
                Action::Draw => {
                    assert_eq!(told, None);
                    kept += u32::from(is_chosen);
                }
                _ => assert_eq!(told, None),
            }
            table.act(table.seat(), action).expect("it is offered");
        }
    }
    assert!(kept > 0, "an eight is kept somewhere");
    assert!(eights > 0, "an eight is laid somewhere");
    assert!(
        limited > 0,
        "a card is chosen somewhere where nobody may draw"
    );
}

/// A listener that notes which rules fire.
struct Fired<'a>(&'a RefCell<BTreeSet<&'static str>>);

impl Listener for Fired<'_> {
    fn rule_fired(&mut self, activation: ActivationEvent<'_>) {
        self.0.borrow_mut().insert(activation.rule);
    }
}

#[test]
fn every_rule_of_the_characters_is_of_use() {
    let fired = RefCell::default();
    for game in 0..40 {
        let agreement = Agreement::usual(2 + game as usize % 3).expect("two to four play");
        let mut table = Table::new(agreement, Shuffler::new(3, game));
        while table.round_end().is_none() {
            let seat = table.seat();
            let character = Character::ALL[(usize::from(seat) + game as usize) % 3];
            let action = character.choose_with(&table, Fired(&fired));
            let action = action.expect("something can be done");
            assert!(table.offers().any(|offer| offer == action));
            table.act(seat, action).expect("it is offered");
        }
        let deal = Some(Action::Deal).filter(|_| table.winner().is_none());
        assert_eq!(Character::Careless.choose(&table), deal);
    }
    let fired = fired.into_inner();
    for (rule, _) in Character::rules() {
        assert!(fired.contains(rule), "{rule} never fires");
    }
}
