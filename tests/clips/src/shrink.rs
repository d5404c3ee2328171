//! Makes what shows a difference smaller: fewer changes, less of a ruleset.

use oracle::compare::Change;
use oracle::model::{Effect, Ruleset};
use oracle::shrink::cuts;

/// Leaves out changes while the rest still shows a difference, which `attempt` tells.
pub(crate) fn changes(
    attempt: &dyn Fn(&[Change]) -> Result<(), String>,
    mut changes: Vec<Change>,
    mut difference: String,
) -> (Vec<Change>, String) {
    let mut at = changes.len();
    while at > 0 {
        at = at.min(changes.len()) - 1;
        let mut fewer = changes.clone();
        fewer.remove(at);
        if let Err(other) = attempt(&fewer) {
            (changes, difference) = (fewer, other);
        }
    }
    (changes, difference)
}

/// The rulesets one step smaller than a confluent one that are confluent too: those whose fact types and steps are the
/// same.
pub(crate) fn rulesets(ruleset: &Ruleset) -> Vec<Ruleset> {
    let mut found = cuts(ruleset);
    found.retain(|cut| {
        let mut facts = cut.facts.iter();
        let mut effects = cut.rules.iter().flat_map(|rule| &rule.then);
        let here = || ruleset.rules.iter().map(|rule| &rule.then);
        facts.all(|fact| ruleset.facts.contains(fact))
            && effects.all(|effect| match effect {
                Effect::Modify(..) => here().any(|then| then.contains(effect)),
                _ => true,
            })
    });
    found
}
