//! Who sits where, and what they are called.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use crazy_eights::Character;

/// Who plays, as an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PlayerName {
    /// Somebody at the keyboard.
    Human,
    /// The computer.
    Computer(Character),
}

impl ValueEnum for PlayerName {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            PlayerName::Human,
            PlayerName::Computer(Character::Careless),
            PlayerName::Computer(Character::Thrifty),
            PlayerName::Computer(Character::Watchful),
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            PlayerName::Human => Some(PossibleValue::new("human").help("Somebody at the keyboard")),
            PlayerName::Computer(character) => character.to_possible_value(),
        }
    }
}

/// The players of a game.
pub(crate) struct Seats {
    seats: Vec<(String, PlayerName)>,
}

impl Seats {
    /// Gives each player a name; those of a kind are numbered.
    pub(crate) fn new(players: &[PlayerName]) -> Self {
        let name = |seat: usize| {
            let player = players[seat];
            let kind = match player {
                PlayerName::Human => "Player",
                PlayerName::Computer(Character::Careless) => "Careless",
                PlayerName::Computer(Character::Thrifty) => "Thrifty",
                PlayerName::Computer(Character::Watchful) => "Watchful",
            };
            let alike = |players: &[PlayerName]| players.iter().filter(|&&p| p == player).count();
            match (alike(players), player) {
                (1, PlayerName::Human) => "You".to_owned(),
                (1, _) => kind.to_owned(),
                _ => format!("{kind} {}", alike(&players[..=seat])),
            }
        };
        Seats {
            seats: (0..players.len())
                .map(|seat| (name(seat), players[seat]))
                .collect(),
        }
    }

    /// What the player in a seat is called.
    pub(crate) fn name(&self, seat: u8) -> &str {
        &self.seats[usize::from(seat)].0
    }

    /// Who plays in a seat.
    pub(crate) fn player(&self, seat: u8) -> PlayerName {
        self.seats[usize::from(seat)].1
    }

    /// A sentence about a player: `You draw`, `Thrifty draws`.
    pub(crate) fn says(&self, seat: u8, you: &str, other: &str) -> String {
        match self.name(seat) {
            "You" => format!("You {you}"),
            name => format!("{name} {other}"),
        }
    }

    /// Whether anybody at the keyboard plays.
    pub(crate) fn any_human(&self) -> bool {
        self.seats
            .iter()
            .any(|&(_, player)| player == PlayerName::Human)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_of_a_kind_are_numbered_and_a_single_person_is_you() {
        let thrifty = PlayerName::Computer(Character::Thrifty);
        let careless = PlayerName::Computer(Character::Careless);
        let names = |players: &[PlayerName]| {
            let seats = Seats::new(players);
            let name = |seat| seats.name(seat as u8).to_owned();
            (0..players.len()).map(name).collect::<Vec<_>>()
        };
        assert_eq!(
            names(&[PlayerName::Human, thrifty, careless, thrifty]),
            ["You", "Thrifty 1", "Careless", "Thrifty 2"]
        );
        assert_eq!(
            names(&[PlayerName::Human, PlayerName::Human]),
            ["Player 1", "Player 2"]
        );
    }
}
