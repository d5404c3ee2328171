//! Which rules fired: what the engine's listener tells.
//!
//! A rule is told by its name and its documentation, never by what it matched: that might be a card that nobody
//! may see. Rules of computer players are not told at all, as which of them fire depends on what one player knows.

use std::collections::BTreeMap;
use std::mem;
use std::sync::LazyLock;

use rules_runtime::{ActivationEvent, Listener, RuleInfo};

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
            let &(why, stage) = TOLD.get(rule)?;
            Some(Firing {
                rule: rule.into(),
                why: why.into(),
                stage: stage.into(),
            })
        });
        told.collect()
    }
}

/// The rules that may be told, each with what its documentation says and its stage.
static TOLD: LazyLock<BTreeMap<&str, (&str, &str)>> = LazyLock::new(|| {
    let rules = rules::Recall::<()>::RULES.iter();
    rules
        .filter(|rule| !rule.position.file.contains("ai_logic"))
        .map(|rule| (rule.name, (rule.docs, stage(rule))))
        .collect()
});

/// To what a rule belongs: its file says so.
fn stage<R>(rule: &RuleInfo<R>) -> &'static str {
    const STAGES: [(&str, &str); 7] = [
        ("requests.rules", "request"),
        ("effects.rules", "effect"),
        ("actions/", "action"),
        ("cards/", "power"),
        ("special_powers/", "power"),
        ("phases/", "phase"),
        ("", "table"),
    ];
    if rule.tags.contains(&"plumbing") {
        return "plumbing";
    }
    let file = rule.position.file.replace('\\', "/");
    let mut stages = STAGES.iter();
    let stage = stages.find(|(part, _)| file.contains(part));
    stage.map_or("table", |&(_, stage)| stage)
}
