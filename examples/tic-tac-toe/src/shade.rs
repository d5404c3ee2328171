//! The colours of the picture: what the games from a position come to.

use games::Standing;
use games::fold::Tally;
use tic_tac_toe::model::Mark;

/// A colour, and what it says.
pub(crate) struct Shade {
    pub(crate) colour: Colour,
    pub(crate) meaning: String,
}

/// Red, green and blue.
#[derive(Clone, Copy)]
pub(crate) struct Colour([f64; 3]);

impl Colour {
    const X: Colour = Colour([8.0, 145.0, 178.0]);
    const O: Colour = Colour([217.0, 119.0, 6.0]);
    const DRAWN: Colour = Colour([228.0, 228.0, 231.0]);

    /// The colour of a mark: darker, to be seen on a square that its player wins.
    pub(crate) fn of(mark: Mark) -> Self {
        match mark {
            Mark::X => Colour([22.0, 78.0, 99.0]),
            Mark::O => Colour([124.0, 45.0, 18.0]),
        }
    }

    /// The mean of colours, each with its weight.
    fn mean(parts: [(Colour, f64); 3]) -> Self {
        let total: f64 = parts.iter().map(|(_, weight)| weight).sum();
        let channel = |index: usize| {
            let sum: f64 = parts
                .iter()
                .map(|(Colour(channels), weight)| channels[index] * weight)
                .sum();
            sum / total
        };
        Colour([channel(0), channel(1), channel(2)])
    }

    /// The colour as SVG has it.
    pub(crate) fn css(self) -> String {
        let [red, green, blue] = self.0;
        format!("rgb({red:.0},{green:.0},{blue:.0})")
    }
}

impl From<Standing> for Shade {
    fn from(standing: Standing) -> Self {
        let (colour, meaning) = match standing {
            Standing::Won => (Colour::X, "X can win"),
            Standing::Drawn => (Colour::DRAWN, "a draw"),
            Standing::Lost => (Colour::O, "O can win"),
        };
        Shade {
            colour,
            meaning: meaning.to_owned(),
        }
    }
}

impl From<Tally> for Shade {
    fn from(tally: Tally) -> Self {
        let Tally {
            wins,
            draws,
            losses,
        } = tally;
        #[expect(
            clippy::cast_precision_loss,
            reason = "there are some hundred thousand games"
        )]
        let weight = |count: u64| count as f64;
        Shade {
            colour: Colour::mean([
                (Colour::X, weight(wins)),
                (Colour::O, weight(losses)),
                (Colour::DRAWN, weight(draws)),
            ]),
            meaning: format!("X wins {wins}, O wins {losses}, {draws} drawn"),
        }
    }
}
