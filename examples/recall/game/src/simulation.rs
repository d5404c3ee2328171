//! Whole games among computer players, as fast as they go: the clock is moved to when something is due.

use crate::game::{Options, Recall};
use crate::table::{Input, Outcome, PlayerId, Table};

/// What many games came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many games were played.
    pub games: u64,
    /// How many inputs they took.
    pub inputs: u64,
    /// How many actions computer players did.
    pub actions: u64,
    /// How many turns there were.
    pub turns: u64,
}

/// Plays games of two to six computer players. The same seed gives the same games on every machine.
#[must_use]
pub fn simulate(games: u64, seed: u64) -> Summary {
    let mut summary = Summary {
        games,
        ..Summary::default()
    };
    for game in 0..games {
        let players = 2 + (game % 5) as u8;
        let table = play(
            seed.wrapping_add(game),
            players,
            Options { explains: false },
            |_, _, outcome| {
                summary.inputs += 1;
                summary.actions += u64::from(outcome.player_id.is_some());
            },
        );
        summary.turns += u64::from(table.turns());
    }
    summary
}

/// Plays a game of so many computer players; `watch` is shown the table after each input, and what the input did.
///
/// # Panics
///
/// Panics unless two to six play, and if the rules refuse what a computer player does.
pub fn play(
    seed: u64,
    players: u8,
    options: Options,
    mut watch: impl FnMut(&Recall, &Input, &Outcome),
) -> Recall {
    let mut table = Recall::new(seed, options);
    let mut put = |table: &mut Recall, input: Input| {
        let outcome = table.apply(&input);
        assert!(
            outcome.success,
            "{input:?} was refused: {:?}",
            outcome.errors
        );
        watch(table, &input, &outcome);
    };
    let player = |number| PlayerId(format!("player{number}"));
    for number in 1..=players {
        let name = format!("Computer {number}");
        put(
            &mut table,
            Input::Join {
                player: player(number),
                name,
                computer: true,
            },
        );
    }
    let action = serde_json::json!({ "action_type": "start_game" });
    put(
        &mut table,
        Input::Act {
            player: player(1),
            action,
        },
    );
    while let Some(now) = table.wakes_at() {
        put(&mut table, Input::Clock { now });
    }
    assert!(
        table.is_over(),
        "nobody has anything to do, and the game is not over"
    );
    table
}
