//! Whole games among computer players, looked at by a witness after every action.

use std::thread;

use recall_game::Options;
use recall_game::simulation::{play, simulate};

use crate::witness::Witness;

const GAMES: u64 = 2_000;

/// In every so many games each view of each player is looked at, too.
const VIEWS: u64 = 10;

fn play_and_look(seed: u64) -> (u64, u32) {
    let mut witness = Witness::default();
    let players = 2 + (seed % 5) as u8;
    let mut actions = 0;
    let table = play(
        seed,
        players,
        Options { explains: false },
        |table, input, outcome| {
            witness.looks(table, input, outcome);
            if seed.is_multiple_of(VIEWS) {
                witness.looks_at_views(table);
            }
            actions += 1;
        },
    );
    (actions, table.turns())
}

#[test]
fn in_two_thousand_games_no_card_is_lost_or_told_and_turns_phases_and_totals_are_right() {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let totals = thread::scope(|scope| {
        let work = |worker: usize| {
            let seeds = (worker as u64..GAMES).step_by(workers);
            seeds
                .map(play_and_look)
                .fold((0, 0), |(actions, turns), (more_actions, more_turns)| {
                    (actions + more_actions, turns + more_turns)
                })
        };
        let handles: Vec<_> = (0..workers)
            .map(|worker| scope.spawn(move || work(worker)))
            .collect();
        let totals = handles
            .into_iter()
            .map(|handle| handle.join().expect("no game goes wrong"));
        totals.fold((0, 0), |(actions, turns), (more_actions, more_turns)| {
            (actions + more_actions, turns + more_turns)
        })
    });
    // Games are neither over at once nor do they go on for ever.
    assert!(
        totals.0 > 50 * GAMES && u64::from(totals.1) > 10 * GAMES,
        "{totals:?}"
    );
}

#[test]
fn the_same_seed_gives_the_same_games() {
    assert_eq!(simulate(10, 7), simulate(10, 7));
    assert_ne!(simulate(10, 7), simulate(10, 8));
}
