//! Counts what an explanation says, for the loops of generated code.

use alloc::string::String;
use alloc::vec::Vec;

use crate::ids::{KindId, Slot};
use crate::inspect::explain::{
    ConditionCounts, Counted, ExplainedMatch, Explanation, FactCounts, FactExplanation,
    FactInPattern, Outcome, TestCounts,
};
use crate::inspect::listener::Listener;
use crate::memory::fact::Fact;
use crate::memory::handle::{FactId, Handle};
use crate::memory::store::Store;
use crate::network::conditions::Holds;
use crate::network::order;
use crate::session::Session;
use crate::session::program::Program;

/// A condition of a rule. Its counters stand after those of the condition before it: of the partial matches that
/// reach it, of those that pass it, of facts, then of what fails each test.
#[derive(Debug)]
pub struct ConditionPlan {
    /// Its source.
    pub text: &'static str,
    /// How many conditions it stands in.
    pub depth: u32,
    /// Of a pattern: its element, and the type of its facts.
    pub fact: Option<(u32, KindId)>,
    /// Its tests.
    pub tests: &'static [TestPlan],
    /// Whether it is shown: not what another condition is made of.
    pub shown: bool,
}

impl ConditionPlan {
    /// One that is shown, in no other, without facts and tests.
    pub const PLAIN: Self = ConditionPlan {
        text: "",
        depth: 0,
        fact: None,
        tests: &[],
        shown: true,
    };

    fn counters(&self) -> usize {
        OF_TESTS + self.tests.len()
    }
}

/// The places of a condition's counters.
const REACHED: usize = 0;
const PASSED: usize = 1;
const FACTS: usize = 2;
const OF_TESTS: usize = 3;

/// A test of a condition.
#[derive(Debug)]
pub struct TestPlan {
    /// Its source.
    pub text: &'static str,
    /// What it is made on.
    pub counted: Counted,
}

/// Values, each with its source.
type Shown = Vec<(&'static str, String)>;

/// The counters.
#[derive(Debug)]
pub struct Counting {
    counts: Vec<u64>,
    /// The one fact to be tried in a pattern, given by its element.
    only: Option<(u32, Slot)>,
    /// For each counter of failures, the values that failed first.
    values: Vec<(usize, Shown)>,
    matches: Vec<(Vec<u64>, ExplainedMatch)>,
}

impl Counting {
    fn new(conditions: &[ConditionPlan], only: Option<(u32, Slot)>) -> Self {
        let counters = conditions.iter().map(ConditionPlan::counters);
        Counting {
            counts: alloc::vec![0; counters.sum()],
            only,
            values: Vec::new(),
            matches: Vec::new(),
        }
    }

    /// The slots of the facts that are to be tried in a pattern, which are counted.
    pub fn slots<T>(&mut self, element: u32, counter: usize, facts: &Store<T>) -> Vec<Slot> {
        let only = self.only.filter(|&(of, _)| of == element);
        let slots = facts.slots();
        let slots = slots.filter(|&slot| only.is_none_or(|(_, only)| only == slot));
        let slots: Vec<Slot> = slots.collect();
        self.counts[counter] += slots.len() as u64;
        slots
    }

    /// Those facts, where the pattern has no tests on facts alone.
    pub fn facts<'m, T>(
        &mut self,
        element: u32,
        counter: usize,
        facts: &'m Store<T>,
    ) -> Vec<Fact<'m, T>> {
        let slots = self.slots(element, counter, facts).into_iter();
        slots.map(|slot| Fact::__at(facts, slot)).collect()
    }

    /// Counts.
    pub fn count(&mut self, counter: usize) {
        self.counts[counter] += 1;
    }

    /// Counts a failure; where to show which values failed, if that is to be noted.
    pub fn fail(&mut self, counter: usize) -> Option<&mut Shown> {
        self.counts[counter] += 1;
        if self.only.is_none() || self.counts[counter] > 1 {
            return None;
        }
        self.values.push((counter, Vec::new()));
        self.values.last_mut().map(|(_, values)| values)
    }

    /// Notes a match, with the numbers that tell it from others; where to show what it binds.
    pub fn found(&mut self, identity: &[u64], facts: &[FactId]) -> &mut Shown {
        let found = ExplainedMatch {
            facts: facts.into(),
            bindings: Vec::new(),
            pending: false,
        };
        let place = self.matches.len();
        self.matches.push((identity.into(), found));
        &mut self.matches[place].1.bindings
    }

    /// The conditions with what was counted, each with its first counter.
    fn conditions(&self, plans: &'static [ConditionPlan]) -> Vec<(usize, ConditionCounts)> {
        let mut first = 0;
        let condition = |plan: &'static ConditionPlan| {
            let base = first;
            first += plan.counters();
            let count = |place: usize| self.counts[base + place];
            let failed = |number: usize| count(OF_TESTS + number);
            let is_of_facts = |number: &usize| plan.tests[*number].counted == Counted::Facts;
            let (all, passed) = (count(FACTS), count(PASSED));
            // What a test is made on has passed those before it: facts, or what passes in the end and what fails on the way.
            let others = (0..plan.tests.len()).filter(|number| !is_of_facts(number));
            let (mut facts, mut pairs) = (all, passed + others.map(failed).sum::<u64>());
            let test = |(number, test): (usize, &TestPlan)| {
                let left = if is_of_facts(&number) {
                    &mut facts
                } else {
                    &mut pairs
                };
                let failed = failed(number);
                *left -= failed;
                TestCounts {
                    text: test.text,
                    counted: test.counted,
                    passed: *left,
                    failed,
                }
            };
            let tests = plan.tests.iter().enumerate().map(test).collect();
            let counts = ConditionCounts {
                text: plan.text,
                depth: plan.depth as usize,
                reached: count(REACHED),
                passed,
                facts: plan.fact.map(|_| FactCounts {
                    all,
                    suitable: facts,
                }),
                tests,
            };
            (base, counts)
        };
        plans.iter().map(condition).collect()
    }

    /// What a pattern made of the one fact that was tried in it.
    fn outcome(&self, base: usize, condition: &ConditionCounts) -> Outcome {
        let alone = |test: &TestCounts| test.counted == Counted::Facts;
        let facts = condition.facts.map_or(0, |facts| facts.suitable);
        let mut tests = condition.tests.iter().enumerate();
        let failed = if facts == 0 {
            tests.find(|(_, test)| alone(test) && test.failed > 0)
        } else if condition.passed > 0 {
            return Outcome::Passes(condition.passed);
        } else {
            tests.find(|(_, test)| !alone(test) && test.passed == 0 && test.failed > 0)
        };
        let Some((number, test)) = failed else {
            return Outcome::Unreached;
        };
        let counter = base + OF_TESTS + number;
        let values = self.values.iter().find(|(of, _)| *of == counter);
        Outcome::Fails {
            test: test.text,
            counted: test.counted,
            values: values.map(|(_, values)| values.clone()).unwrap_or_default(),
        }
    }
}

impl<P: Program, L: Listener> Session<P, L> {
    /// Explains a rule, given by its place; `count` counts.
    #[doc(hidden)]
    pub fn __explain(
        &self,
        rule: usize,
        plans: &'static [ConditionPlan],
        count: impl FnOnce(&mut Counting),
    ) -> Explanation {
        self.work.check();
        let mut counting = Counting::new(plans, None);
        count(&mut counting);
        let conditions = counting.conditions(plans).into_iter().zip(plans);
        let conditions = conditions.filter(|(_, plan)| plan.shown);
        let network = &self.work.network;
        let activations = self.work.in_order().into_iter();
        let pending: Vec<Vec<u64>> = activations
            .filter(|&token| !network.tokens.is_copy(token) && self.work.rule_of(token) == rule)
            .map(|token| {
                let mut numbers = Vec::new();
                let mut push = |number| numbers.push(number);
                order::identity::<P>(&self.work.memory, network, token, &mut push);
                numbers
            })
            .collect();
        let matches = counting.matches.into_iter();
        let matches = matches.map(|(identity, found)| ExplainedMatch {
            pending: pending.contains(&identity),
            ..found
        });
        let group = P::PLAN
            .matches
            .iter()
            .find(|entry| entry.rule as usize == rule);
        let info = &P::RULES[rule];
        Explanation {
            rule: info.name,
            position: info.position,
            conditions: conditions.map(|((_, counts), _)| counts).collect(),
            matches: matches.collect(),
            has_focus: group.is_none_or(|entry| network.agenda.may_fire(entry.group)),
        }
    }

    /// Explains what the patterns of a rule make of a fact.
    #[doc(hidden)]
    pub fn __explain_fact<F: 'static>(
        &self,
        rule: usize,
        plans: &'static [ConditionPlan],
        handle: Handle<F>,
        count: impl Fn(&mut Counting),
    ) -> FactExplanation
    where
        P: Holds<F>,
    {
        self.work.check();
        let mut explanation = FactExplanation {
            rule: P::RULES[rule].name,
            fact: handle.id(),
            fact_type: P::PLAN.kinds[P::KIND.index()].name,
            patterns: Vec::new(),
            error: None,
        };
        let slot = match self.work.slot(handle) {
            Ok(slot) => slot,
            Err(error) => {
                explanation.error = Some(error);
                return explanation;
            }
        };
        for (number, plan) in plans.iter().enumerate() {
            let Some((element, kind)) = plan.fact else {
                continue;
            };
            if kind != P::KIND {
                continue;
            }
            let outcome = if P::EVENT && P::slab(&self.work.memory).is_waiting(slot) {
                Outcome::Waits
            } else {
                let mut counting = Counting::new(plans, Some((element, slot)));
                count(&mut counting);
                let (base, condition) = counting.conditions(plans).swap_remove(number);
                counting.outcome(base, &condition)
            };
            explanation.patterns.push(FactInPattern {
                text: plan.text,
                outcome,
            });
        }
        explanation
    }
}
