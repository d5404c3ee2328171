//! How games end.

/// What a result is worth to a player. The greater the better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// The player has lost.
    Lost,
    /// Nobody has won.
    Drawn,
    /// The player has won.
    Won,
}

/// The result of a game that is over.
pub trait Outcome<P> {
    /// What it is worth to a player.
    fn standing(&self, player: P) -> Standing;
}

/// The result of a game that one of its players wins, or nobody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WonBy<P> {
    /// This player has won, and every other has lost.
    Player(P),
    /// It is a draw.
    Nobody,
}

impl<P: Copy + Eq> Outcome<P> for WonBy<P> {
    fn standing(&self, player: P) -> Standing {
        match self {
            WonBy::Nobody => Standing::Drawn,
            WonBy::Player(winner) if *winner == player => Standing::Won,
            WonBy::Player(_) => Standing::Lost,
        }
    }
}

/// The result of a game for one is how it ended.
impl Outcome<()> for Standing {
    fn standing(&self, (): ()) -> Standing {
        *self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_of_one_is_a_loss_of_all_others() {
        let won = WonBy::Player(2);
        assert_eq!(
            [1, 2, 3].map(|player| won.standing(player)),
            [Standing::Lost, Standing::Won, Standing::Lost]
        );
        assert_eq!(WonBy::Nobody.standing(1), Standing::Drawn);
    }

    #[test]
    fn to_win_is_better_than_to_draw_and_that_than_to_lose() {
        assert!(Standing::Won > Standing::Drawn && Standing::Drawn > Standing::Lost);
    }
}
