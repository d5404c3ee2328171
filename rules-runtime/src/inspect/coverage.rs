//! Coverage: which rules fired, and which conditions were ever true and ever false.
//!
//! It is read off the explanations of the rules after each change, until nothing of a rule is left to be seen. What has
//! been seen of a ruleset is in `seen`; `written` has the forms in which it is given out. Generated code says where conditions
//! and the rows of tables stand (`places`); where the environment asks for it, a whole process is looked at (`process`), by a
//! follower that each session has.

pub(crate) mod places;
pub(crate) mod process;
mod seen;
mod written;

use alloc::vec::Vec;

use crate::inspect::explain::Explanation;
use crate::inspect::listener::{ActivationEvent, Listener};
use crate::inspect::metadata::RulesetInfo;

pub use seen::{ConditionCoverage, RuleCoverage, RulesetCoverage};
pub(crate) use written::write_table;

/// A listener that notes which rules fire, and which conditions are ever true and ever false.
///
/// A condition is true when a partial match passes it, and false when one reaches it and none with it passes. A test
/// inside a pattern is true or false of each fact, or pair of facts, that reaches it. So each says whether tests have
/// shown both: that a rule fires is no sign that its guard was ever in its way.
///
/// One may follow several sessions, one after the other, of one ruleset or of several. It looks at
/// [explanations](crate::guide::debugging) after each change, which takes its time: it is for tests. A ruleset that is
/// built without explanations has firings alone.
///
/// ```
/// use rules_runtime::rules;
/// use rules_runtime::testing::Coverage;
///
/// rules! {
///     ruleset Shop;
///     fact Order { total: u32 }
///     fact Discount(u32);
///
///     rule large { when { Order { total: > 100 }; } then { insert Discount(10); } }
///     rule huge { when { Order { total: > 9000 }; } then { insert Discount(20); } }
/// }
///
/// let mut coverage = Coverage::new();
/// let mut shop = Shop::builder().listener(&mut coverage).build();
/// shop.insert(Order { total: 250 });
/// shop.run();
///
/// let unfired: Vec<&str> = coverage.unfired().map(|rule| rule.name).collect();
/// assert_eq!(unfired, ["huge"]);
/// println!("{coverage}");
/// ```
#[derive(Debug, Clone, Default)]
pub struct Coverage {
    pub(crate) rulesets: Vec<RulesetCoverage>,
    /// The ruleset of the session that is followed.
    current: usize,
}

impl Coverage {
    /// Nothing has been seen.
    #[must_use]
    pub const fn new() -> Self {
        Coverage {
            rulesets: Vec::new(),
            current: 0,
        }
    }

    /// The rulesets whose sessions it has followed.
    pub fn rulesets(&self) -> impl Iterator<Item = &RulesetCoverage> {
        self.rulesets.iter()
    }

    /// The rules that have not fired.
    pub fn unfired(&self) -> impl Iterator<Item = &RuleCoverage> {
        let rules = self.rulesets.iter().flat_map(|ruleset| &ruleset.rules);
        rules.filter(|rule| rule.fired == 0)
    }

    /// The conditions and tests of which only one of true and false has been seen, or neither.
    pub fn uncovered(&self) -> impl Iterator<Item = (&RuleCoverage, &ConditionCoverage)> {
        let rules = self.rulesets.iter().flat_map(|ruleset| &ruleset.rules);
        rules.flat_map(|rule| {
            let uncovered = rule.conditions.iter().filter(|one| !one.is_covered());
            uncovered.map(move |condition| (rule, condition))
        })
    }

    /// Adds what another has seen.
    pub fn merge(&mut self, other: &Coverage) {
        for ruleset in &other.rulesets {
            let Some(own) = self.rulesets.iter_mut().find(|own| own.is(ruleset)) else {
                self.rulesets.push(ruleset.clone());
                continue;
            };
            for (own, rule) in own.rules.iter_mut().zip(&ruleset.rules) {
                own.merge(rule);
            }
        }
    }

    /// A session of a ruleset begins. Returns the ruleset's place.
    pub(crate) fn begin(&mut self, info: &RulesetInfo) -> usize {
        let begun = RulesetCoverage::of(info);
        let known = self.rulesets.iter().position(|own| own.is(&begun));
        self.current = known.unwrap_or(self.rulesets.len());
        if known.is_none() {
            self.rulesets.push(begun);
        }
        self.current
    }

    /// Whether nothing is left to be seen of a rule's conditions.
    pub(crate) fn has_seen_all(&self, ruleset: usize, rule: usize) -> bool {
        let conditions = &self.rulesets[ruleset].rules[rule].conditions;
        !conditions.is_empty() && conditions.iter().all(ConditionCoverage::is_covered)
    }

    /// Sees the explanation of a rule; whether it has something new.
    pub(crate) fn explained(
        &mut self,
        ruleset: usize,
        rule: usize,
        explanation: &Explanation,
    ) -> bool {
        self.rulesets[ruleset].rules[rule].explained(explanation)
    }
}

impl Listener for Coverage {
    const EXPLAINS: bool = true;

    fn session_begins(&mut self, ruleset: RulesetInfo) {
        self.begin(&ruleset);
    }

    fn rule_fired(&mut self, activation: ActivationEvent<'_>) {
        let Some(ruleset) = self.rulesets.get_mut(self.current) else {
            return;
        };
        let mut rules = ruleset.rules.iter_mut();
        if let Some(rule) = rules.find(|rule| rule.name == activation.rule) {
            rule.fired += 1;
        }
    }

    fn wants_explanations(&self) -> bool {
        true
    }

    fn wants_explanation_of(&self, rule: usize) -> bool {
        !self.has_seen_all(self.current, rule)
    }

    fn rule_explained(&mut self, rule: usize, explanation: &Explanation) {
        self.explained(self.current, rule, explanation);
    }
}
