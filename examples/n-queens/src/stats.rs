//! What a search has cost.

use rules_runtime::{ActivationEvent, FactEvent, Listener};

/// A listener that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stats {
    /// How many rules have fired.
    pub firings: u64,
    /// How many facts were inserted, derived ones among them.
    pub inserted: u64,
    /// How often there was a queen to be placed, and her rows to choose from.
    pub choice_points: u64,
    /// Whether the session has just gone back: what fires next is another alternative of an old choice.
    returned: bool,
}

impl Listener for Stats {
    fn rule_firing(&mut self, activation: ActivationEvent<'_>) {
        let returned = std::mem::take(&mut self.returned);
        if activation.rule == "place" && !returned {
            self.choice_points += 1;
        }
    }

    fn rule_fired(&mut self, _: ActivationEvent<'_>) {
        self.firings += 1;
    }

    fn fact_inserted(&mut self, _: FactEvent<'_>) {
        self.inserted += 1;
    }

    fn rolled_back(&mut self) {
        self.returned = true;
    }
}
