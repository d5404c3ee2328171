//! Which rules fired: what the engine's listener tells.
//!
//! A rule is told by its name and its documentation, never by what it matched: that might be a card that nobody
//! may see. Rules of computer players are not told at all, as which of them fire depends on what one player knows.

use std::collections::BTreeMap;
use std::mem;
use std::sync::LazyLock;

use rules_runtime::{ActivationEvent, Listener};

use crate::rules;
use crate::table::Firing;

/// Writes down which rules fire.
#[derive(Debug, Clone, Default)]
pub(super) struct Chronicle {
    fired: Vec<&'static str>,
}

impl Listener for Chronicle {
    fn rule_fired(&mut self, activation: ActivationEvent<'_>) {
        // A rule that fires for one fact after the other is told once.
        if self.fired.last() != Some(&activation.rule) {
            self.fired.push(activation.rule);
        }
    }
}

impl Chronicle {
    /// What has fired since it was last asked.
    pub(super) fn take(&mut self) -> Vec<Firing> {
        let fired = mem::take(&mut self.fired);
        let told = fired.into_iter().filter_map(|rule| {
            let &why = TOLD.get(rule)?;
            Some(Firing {
                rule: rule.to_owned(),
                why: why.to_owned(),
            })
        });
        told.collect()
    }
}

/// The rules that may be told, each with what its documentation says.
static TOLD: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    let rules = rules::Recall::<()>::RULES.iter();
    rules
        .filter(|rule| !rule.position.file.contains("ai_logic"))
        .map(|rule| (rule.name, rule.docs))
        .collect()
});
