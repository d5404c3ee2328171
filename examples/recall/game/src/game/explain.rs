//! Why a computer player decided as it did: the engine's own explanations, asked for at the moment of the decision.

use std::fmt::Write as _;

use super::Recall;
use crate::rules::{self, RecallRule};
use crate::table::PlayerId;

/// The rules of decision, in their order.
pub(super) const RULES_OF_DECISION: [RecallRule; 5] = [
    RecallRule::KeepALowCard,
    RecallRule::PlayForAUsefulPower,
    RecallRule::CallRecallWhenAhead,
    RecallRule::DoWhatScoresBest,
    RecallRule::DrawByDefault,
];

impl Recall {
    /// Why a computer player did what it did last: what the decision comes from, what speaks for each candidate, and
    /// what came of each rule of decision. None before its first decision, and where tables do not keep this.
    ///
    /// It goes down to where cards lie, those among them that nobody may see: it is for the time after the game.
    #[must_use]
    pub fn explain_decision(&self, player: &PlayerId) -> Option<&str> {
        self.explanations.get(player).map(String::as_str)
    }

    /// Keeps the explanation of the decision that stands.
    pub(super) fn keep_explanation(&mut self) {
        let Some(decision) = self.session.handles::<rules::Decision>().next() else {
            return;
        };
        let player = self
            .session
            .get(decision)
            .and_then(|decision| self.session.player(decision.seat));
        let Some(player) = player.map(|player| player.id.clone()) else {
            return;
        };
        let mut text = self.session.why(decision).to_string();
        self.write_scores(&mut text);
        for rule in RULES_OF_DECISION {
            // A string takes everything.
            _ = write!(text, "\n{}", self.session.explain(rule));
        }
        self.explanations.insert(player, text);
    }

    /// A line for each candidate: its score, and the factors that it is summed from.
    fn write_scores(&self, text: &mut String) {
        for score in self.session.facts::<rules::Score>() {
            _ = write!(text, "\n{:.3} {:?}:", score.total, score.choice);
            let factors = self.session.facts::<rules::Factor>();
            for factor in factors.filter(|factor| factor.choice == score.choice) {
                _ = write!(text, " {:?} {:.2}", factor.quality, factor.value);
            }
        }
        text.push('\n');
    }
}
