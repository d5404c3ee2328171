//! Many games between computer characters, counted.

use std::fmt::{self, Write as _};
use std::ops::AddAssign;

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use serde::{Serialize, Serializer};

use crate::character::Character;
use crate::model::{Action, Agreement, Shuffler};
use crate::table::Table;

/// Games to be played. The same simulation has the same result on every machine.
#[derive(Debug, Clone)]
pub struct Simulation {
    /// Who plays; in each game everybody sits one seat further.
    pub characters: Vec<Character>,
    /// What the players agree on.
    pub agreement: Agreement,
    /// What the cards are shuffled by.
    pub seed: u64,
    /// How many games there are.
    pub games: u64,
}

/// What games came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// How many games there were.
    pub games: u64,
    /// How many rounds.
    pub rounds: u64,
    /// How many of them ended because nobody could play any more.
    pub blocked: u64,
    /// How many cards were laid or drawn, and how many turns let go by.
    pub actions: u64,
    /// Of all that was done, in its order.
    pub digest: Digest,
    /// What each player made of it.
    pub players: Vec<Player>,
}

/// What a player made of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Player {
    /// Who plays.
    pub character: Character,
    /// How many games the player has won.
    pub games_won: u64,
    /// How many rounds.
    pub rounds_won: u64,
    /// The points of all games.
    pub points: u64,
}

/// How many games are played before they are added up: memory is needed for so many, however many there are.
const BATCH: u64 = 1024;

/// A digest: equal games have equal ones, other games most likely others. FNV-1a (Fowler, Noll and Vo).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digest(u64);

impl Simulation {
    /// Plays all games.
    ///
    /// # Panics
    ///
    /// Panics unless there are as many characters as players.
    #[must_use]
    pub fn run(&self) -> Summary {
        self.run_with(|| ())
    }

    /// The same; `played` is called after each game, in the thread that has played it.
    ///
    /// # Panics
    ///
    /// Panics unless there are as many characters as players.
    #[must_use]
    pub fn run_with(&self, played: impl Fn() + Sync) -> Summary {
        let mut total = self.nothing_yet();
        while total.games < self.games {
            let first = total.games;
            let last = self.games.min(first.saturating_add(BATCH));
            let games: Vec<_> = (first..last)
                .into_par_iter()
                .map(|game| {
                    let summary = self.play(game, |_| ());
                    played();
                    summary
                })
                .collect();
            // In their order, on which the digest depends.
            for game in &games {
                total += game;
            }
        }
        total
    }

    /// Plays one of the games; `watch` is shown the table after every action.
    ///
    /// # Panics
    ///
    /// Panics unless there are as many characters as players.
    pub fn play(&self, game: u64, mut watch: impl FnMut(&Table)) -> Summary {
        assert_eq!(self.characters.len(), usize::from(self.agreement.players));
        let mut table = Table::new(self.agreement, Shuffler::new(self.seed, game));
        let mut summary = self.nothing_yet();
        summary.games = 1;
        loop {
            let seat = table.seat();
            let character = self.characters[self.place(game, seat)];
            let Some(action) = character.choose(&table) else {
                break;
            };
            table
                .act(seat, action)
                .expect("a character chooses from what is offered");
            summary.digest.add(format_args!("{seat} {action}\n"));
            summary.actions += u64::from(action != Action::Deal);
            watch(&table);
            if let Some(end) = table.round_end() {
                summary.rounds += 1;
                summary.blocked += u64::from(end.blocked);
                if let Some(winner) = end.winner {
                    summary.players[self.place(game, winner)].rounds_won += 1;
                }
            }
        }
        for seat in 0..table.players() {
            let player = &mut summary.players[self.place(game, seat)];
            player.points += u64::from(table.score(seat));
            player.games_won += u64::from(table.winner() == Some(seat));
        }
        summary
    }

    fn nothing_yet(&self) -> Summary {
        let nothing = |&character| Player {
            character,
            games_won: 0,
            rounds_won: 0,
            points: 0,
        };
        Summary {
            games: 0,
            rounds: 0,
            blocked: 0,
            actions: 0,
            digest: Digest::EMPTY,
            players: self.characters.iter().map(nothing).collect(),
        }
    }

    /// Which of the characters sits in a seat.
    fn place(&self, game: u64, seat: u8) -> usize {
        let players = self.characters.len();
        (usize::from(seat) + (game % players as u64) as usize) % players
    }
}

impl AddAssign<&Summary> for Summary {
    fn add_assign(&mut self, other: &Summary) {
        self.games += other.games;
        self.rounds += other.rounds;
        self.blocked += other.blocked;
        self.actions += other.actions;
        self.digest.add(format_args!("{}\n", other.digest));
        for (player, other) in self.players.iter_mut().zip(&other.players) {
            player.games_won += other.games_won;
            player.rounds_won += other.rounds_won;
            player.points += other.points;
        }
    }
}

impl Digest {
    const EMPTY: Digest = Digest(0xcbf2_9ce4_8422_2325);

    fn add(&mut self, text: fmt::Arguments<'_>) {
        self.write_fmt(text).expect("a digest takes everything");
    }
}

impl fmt::Write for Digest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{self, AssertUnwindSafe};
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    fn of(games: u64) -> Simulation {
        let agreement = Agreement::usual(2).expect("two can play");
        Simulation {
            characters: vec![Character::Careless; 2],
            agreement: Agreement {
                target: 1,
                ..agreement
            },
            seed: 1,
            games,
        }
    }

    #[test]
    fn games_are_added_up_in_their_order_in_several_batches_too() {
        let simulation = of(BATCH + 3);
        let mut expected = simulation.nothing_yet();
        for game in 0..simulation.games {
            expected += &simulation.play(game, |_| ());
        }
        let played = AtomicU64::new(0);
        let total = simulation.run_with(|| {
            played.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!(total, expected);
        assert_eq!(played.into_inner(), BATCH + 3);
    }

    #[test]
    fn as_many_games_as_can_be_counted_are_begun() {
        let stop = || panic::resume_unwind(Box::new("stopped"));
        let run = panic::catch_unwind(AssertUnwindSafe(|| of(u64::MAX).run_with(stop)));
        let stopped = run.expect_err("a game is played, and then it stops");
        assert_eq!(stopped.downcast_ref(), Some(&"stopped"));
    }
}
