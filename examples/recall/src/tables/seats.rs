//! Who sits at a table, in the order in which they came.

use recall_game::table::{Failure, PlayerId};
use serde::Serialize;

/// A player's seat.
pub(crate) struct Seat {
    player: PlayerId,
    name: String,
    computer: bool,
    present: bool,
}

/// The seats that are taken.
pub(crate) struct Seats {
    taken: Vec<Seat>,
    most: usize,
}

impl Seats {
    /// So many can sit down.
    pub(crate) fn new(most: usize) -> Self {
        let taken = Vec::new();
        Self { taken, most }
    }

    /// A player sits down.
    pub(crate) fn join(
        &mut self,
        player: &PlayerId,
        name: &str,
        computer: bool,
    ) -> Result<(), Vec<Failure>> {
        let mut failures = Vec::new();
        if self.find(player).is_some() {
            failures.push(Failure::new(
                "already_joined",
                "You sit at this table already.",
            ));
        }
        if self.taken.len() == self.most {
            failures.push(Failure::new("table_is_full", "Every seat is taken."));
        }
        if !failures.is_empty() {
            return Err(failures);
        }
        self.taken.push(Seat {
            player: player.clone(),
            name: name.to_owned(),
            computer,
            present: true,
        });
        Ok(())
    }

    /// A player goes away, or comes back.
    pub(crate) fn set_present(
        &mut self,
        player: &PlayerId,
        present: bool,
    ) -> Result<(), Vec<Failure>> {
        let place = self.place(player)?;
        let seat = &mut self.taken[place];
        let failure = match (seat.present, present) {
            (true, true) => Failure::new("not_away", "You have not left this table."),
            (false, false) => Failure::new("already_left", "You have left this table already."),
            _ => {
                seat.present = present;
                return Ok(());
            }
        };
        Err(vec![failure])
    }

    /// Where a player sits.
    pub(crate) fn place(&self, player: &PlayerId) -> Result<usize, Vec<Failure>> {
        let nowhere = || vec![Failure::new("not_seated", "You do not sit at this table.")];
        self.find(player).ok_or_else(nowhere)
    }

    /// Where a player sits, if anywhere.
    pub(crate) fn find(&self, player: &PlayerId) -> Option<usize> {
        self.taken.iter().position(|seat| seat.player == *player)
    }

    /// Who sits there.
    pub(crate) fn player(&self, place: usize) -> &PlayerId {
        &self.taken[place].player
    }

    /// How many sit.
    pub(crate) fn len(&self) -> usize {
        self.taken.len()
    }

    /// Whether rules decide for the player there: a computer player, or one who is away.
    pub(crate) fn is_automatic(&self, place: usize) -> bool {
        self.taken[place].computer || !self.taken[place].present
    }

    /// Whether rules decide for everyone.
    pub(crate) fn all_automatic(&self) -> bool {
        (0..self.len()).all(|place| self.is_automatic(place))
    }

    /// The players, with what a game tells of each.
    pub(crate) fn view<'s, P>(
        &'s self,
        particulars: impl Fn(usize) -> Option<P>,
    ) -> Vec<PlayerView<'s, P>> {
        let one = |(place, seat): (usize, &'s Seat)| {
            let Seat {
                player,
                name,
                computer,
                present,
            } = seat;
            PlayerView {
                player_id: player,
                name,
                computer: *computer,
                present: *present,
                particulars: particulars(place),
            }
        };
        self.taken.iter().enumerate().map(one).collect()
    }
}

/// What everyone sees of a player.
#[derive(Serialize)]
pub(crate) struct PlayerView<'a, P> {
    player_id: &'a PlayerId,
    name: &'a str,
    computer: bool,
    present: bool,
    #[serde(flatten)]
    particulars: Option<P>,
}
