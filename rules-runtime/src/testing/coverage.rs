//! Coverage: which rules fired, and which conditions were ever true and ever false.
//!
//! It is read off the explanations of the rules after each change, until nothing of a rule is left to be seen.

mod written;

use alloc::vec::Vec;

use crate::inspect::coverage::places::{ConditionPlace, Place};
use crate::inspect::explain::{ConditionCounts, Counted, Explanation};
use crate::inspect::listener::{ActivationEvent, Listener};
use crate::inspect::metadata::{Position, RulesetInfo};

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

/// What has been seen of a ruleset.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RulesetCoverage {
    /// Its name.
    pub name: &'static str,
    /// Its rules, in the order in which they are written.
    pub rules: Vec<RuleCoverage>,
    package: Option<&'static str>,
}

/// What has been seen of a rule.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RuleCoverage {
    /// Its name.
    pub name: &'static str,
    /// Where it is written.
    pub position: Position,
    /// How often it has fired.
    pub fired: u64,
    /// Its conditions and their tests in the order written, each before those inside it; none where nothing explains them.
    pub conditions: Vec<ConditionCoverage>,
    places: &'static [ConditionPlace],
}

/// What has been seen of a condition, or of a test in one.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ConditionCoverage {
    /// Its source.
    pub text: &'static str,
    /// How many conditions it stands in.
    pub depth: usize,
    /// Where it is written.
    pub position: Position,
    /// Whether it may be false: a `let` is always true.
    pub may_fail: bool,
    /// Whether it was ever true.
    pub was_true: bool,
    /// Whether it was ever false.
    pub was_false: bool,
}

impl ConditionCoverage {
    /// Whether both of it have been seen, or what it can be.
    #[must_use]
    pub fn is_covered(&self) -> bool {
        self.was_true && (self.was_false || !self.may_fail)
    }
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

    /// A rule has fired; whether for the first time.
    pub(crate) fn fired(&mut self, ruleset: usize, rule: usize) -> bool {
        let rule = &mut self.rulesets[ruleset].rules[rule];
        rule.fired += 1;
        rule.fired == 1
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

impl RulesetCoverage {
    fn of(info: &RulesetInfo) -> Self {
        let rules = info.rules.iter().zip(info.places);
        let rules = rules.map(|(rule, &places)| RuleCoverage {
            name: rule.name,
            position: rule.position,
            fired: 0,
            conditions: Vec::new(),
            places,
        });
        // Without explanations there are no places.
        let bare = info.rules.iter().skip(info.places.len());
        let bare = bare.map(|rule| RuleCoverage {
            name: rule.name,
            position: rule.position,
            fired: 0,
            conditions: Vec::new(),
            places: &[],
        });
        RulesetCoverage {
            name: info.name,
            rules: rules.chain(bare).collect(),
            package: info.package,
        }
    }

    /// Whether two are of the same ruleset: several of a program may have one name.
    fn is(&self, other: &RulesetCoverage) -> bool {
        let first = |of: &RulesetCoverage| of.rules.first().map(|rule| rule.position);
        let key = |of: &RulesetCoverage| (of.name, of.package, of.rules.len(), first(of));
        key(self) == key(other)
    }
}

impl RuleCoverage {
    fn at(&self, (line, column): Place) -> Position {
        let file = self.position.file;
        Position { file, line, column }
    }

    fn explained(&mut self, explanation: &Explanation) -> bool {
        if self.conditions.is_empty() {
            self.conditions = self.conditions_of(explanation);
        }
        let mut has_news = false;
        let mut own = self.conditions.iter_mut();
        for condition in &explanation.conditions {
            let fails = condition.reached > condition.passed;
            let seen = core::iter::once((condition.passed > 0, fails));
            let tests = tests_apart(condition).map(|(_, test)| (test.passed > 0, test.failed > 0));
            for ((was_true, was_false), own) in seen.chain(tests).zip(own.by_ref()) {
                has_news |= was_true && !own.was_true || was_false && !own.was_false;
                own.was_true |= was_true;
                own.was_false |= was_false;
            }
        }
        has_news
    }

    /// The conditions that an explanation shows, of which nothing has been seen.
    fn conditions_of(&self, explanation: &Explanation) -> Vec<ConditionCoverage> {
        let mut all = Vec::new();
        for (number, condition) in explanation.conditions.iter().enumerate() {
            let place = self.places.get(number);
            let position = place.map_or(self.position, |place| self.at(place.place));
            let unseen = ConditionCoverage {
                text: condition.text,
                depth: condition.depth,
                position,
                may_fail: place.is_none_or(|place| place.may_fail),
                was_true: false,
                was_false: false,
            };
            all.push(unseen.clone());
            let tests = tests_apart(condition).map(|(number, test)| {
                let place = place.and_then(|place| place.tests.get(number));
                ConditionCoverage {
                    text: test.text,
                    depth: condition.depth + 1,
                    position: place.map_or(position, |&place| self.at(place)),
                    may_fail: true,
                    ..unseen
                }
            });
            all.extend(tests);
        }
        all
    }

    fn merge(&mut self, other: &RuleCoverage) {
        self.fired += other.fired;
        if self.conditions.is_empty() {
            self.conditions.clone_from(&other.conditions);
        }
        for (own, condition) in self.conditions.iter_mut().zip(&other.conditions) {
            own.was_true |= condition.was_true;
            own.was_false |= condition.was_false;
        }
    }
}

/// The tests of a condition, by their numbers: a test that is a condition of its own is seen with that.
fn tests_apart(
    condition: &ConditionCounts,
) -> impl Iterator<Item = (usize, &crate::inspect::explain::TestCounts)> {
    let tests = condition.tests.iter().enumerate();
    let alone = condition.tests.len() == 1;
    tests.filter(move |(_, test)| !(alone && test.counted == Counted::Matches))
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
