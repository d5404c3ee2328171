//! Conditions that others of the rule imply, and negations that others exclude.
//!
//! A conjunction of patterns is met where each of them can be mapped to a pattern that must match, so that
//! all it tests follows from what that one tests (a homomorphism of conjunctive queries: Chandra, Merlin
//! 1977, *Optimal implementation of conjunctive queries in relational data bases*).

use crate::diagnostic::{Diagnostic, SpanRange};
use crate::hir::{Condition, ElementId, Quantifier, Rule, Ruleset, TestId, TestKind};
use crate::vocabulary as say;

use super::{Found, Subject, rules_and_queries};
use crate::analysis::conjunction::Conjunction;
use crate::analysis::terms::{Claim, Reader, Renamed};

/// Finds conditions that others imply or exclude.
pub(super) fn check_subsumption(ruleset: &Ruleset, found: &mut Found<'_>) {
    for subject in rules_and_queries(ruleset) {
        let level = Level {
            ruleset,
            subject,
            rule: subject.rule,
            known: Conjunction::default(),
            matched: Vec::new(),
            is_branch: false,
        };
        for warning in level.check(&subject.rule.conditions) {
            found.push(subject.rule, warning);
        }
    }
}

/// Conditions that hold together: those of a rule, or those of a branch with those around it.
#[derive(Clone)]
struct Level<'r> {
    ruleset: &'r Ruleset,
    subject: Subject<'r>,
    rule: &'r Rule,
    /// What holds.
    known: Conjunction,
    /// The patterns for which there is a fact.
    matched: Vec<ElementId>,
    is_branch: bool,
}

/// A `not` or an `exists` of patterns and tests alone.
#[derive(Clone, Copy)]
struct Inner<'r> {
    conditions: &'r [Condition],
    text: &'r str,
    span: SpanRange,
    first: ElementId,
}

impl<'r> Level<'r> {
    fn check(mut self, conditions: &'r [Condition]) -> Vec<Diagnostic> {
        let Some(mut warnings) = self.learn(conditions) else {
            // They exclude each other, and anything follows.
            return Vec::new();
        };
        for exists in self.quantified(Quantifier::Some, conditions) {
            if let Some(facts) = self.meets(exists.conditions) {
                warnings.extend(self.implied(exists, &facts));
            }
            self.learn(exists.conditions);
        }
        let nots = self.quantified(Quantifier::None, conditions);
        for (number, not) in nots.iter().enumerate() {
            if let Some(facts) = self.meets(not.conditions) {
                warnings.extend(self.excluded(*not, &facts));
            } else {
                warnings.extend(self.implied_negation(*not, &nots, number));
            }
        }
        for condition in conditions {
            if let Condition::Either { branches, .. } = condition {
                for branch in branches {
                    let level = Self {
                        is_branch: true,
                        ..self.clone()
                    };
                    warnings.extend(level.check(branch));
                }
            }
        }
        warnings
    }

    /// Adds what conditions say; of tests that say nothing new there are warnings. `None` where they
    /// cannot hold.
    fn learn(&mut self, conditions: &'r [Condition]) -> Option<Vec<Diagnostic>> {
        let mut warnings = Vec::new();
        let mut learnt: Vec<TestId> = Vec::new();
        for condition in conditions {
            let tests = match condition {
                Condition::Fact { element, tests } => {
                    self.matched.push(*element);
                    tests.as_slice()
                }
                Condition::Test(test) => std::slice::from_ref(test),
                Condition::Accumulate(id) => self.rule.accumulates[id.0].tests.as_slice(),
                _ => &[],
            };
            for &test in tests {
                warnings.extend(self.redundant(test, &learnt));
                for claim in self.reader(&Renamed::new()).claims(test) {
                    self.known.claim(claim, test).ok()?;
                }
                learnt.push(test);
            }
        }
        Some(warnings)
    }

    fn reader<'n>(&self, renamed: &'n Renamed) -> Reader<'n>
    where
        'r: 'n,
    {
        Reader {
            ruleset: self.ruleset,
            rule: self.rule,
            renamed,
        }
    }

    /// A test that follows from those before it.
    fn redundant(&self, test: TestId, before: &[TestId]) -> Option<Diagnostic> {
        let claims = self.reader(&Renamed::new()).claims(test);
        let asks = match &self.rule.tests[test.0].kind {
            TestKind::Match { binds, .. } => binds.is_empty(),
            TestKind::Compare { .. } | TestKind::Relation { .. } | TestKind::Expr(_) => true,
            TestKind::Variant(_) | TestKind::Let { .. } => false,
        };
        // `x == x` asks whether `x` is a number.
        let follows = |claim: &Claim| !claim.is_of_itself() && self.known.implies(claim);
        if !asks || !claims.iter().all(follows) {
            return None;
        }
        let by_itself = before.iter().find(|other| {
            let mut alone = Conjunction::default();
            let others = self.reader(&Renamed::new()).claims(**other);
            let added = others.into_iter().all(|c| alone.claim(c, **other).is_ok());
            added && claims.iter().all(|claim| alone.implies(claim))
        });
        let condition = &self.rule.tests[test.0];
        Some(match by_itself {
            Some(by) => {
                let by = &self.rule.tests[by.0];
                say::subsumed_by(self.subject, &condition.text, &by.text)
                    .at_second(condition.span, by.span.start)
            }
            None => say::subsumed_by_others(self.subject, &condition.text).at(condition.span),
        })
    }

    /// What the conditions with a quantifier range over.
    fn quantified(&self, with: Quantifier, conditions: &'r [Condition]) -> Vec<Inner<'r>> {
        let inner = conditions.iter().filter_map(|condition| match condition {
            Condition::Quantified {
                quantifier,
                conditions,
                text,
            } if *quantifier == with => self.inner(conditions, text),
            _ => None,
        });
        inner.collect()
    }

    fn inner(&self, conditions: &'r [Condition], text: &'r str) -> Option<Inner<'r>> {
        let mut first = None;
        for condition in conditions {
            match condition {
                Condition::Fact { element, .. } => first = first.or(Some(*element)),
                Condition::Test(_) => {}
                _ => return None,
            }
        }
        let first = first?;
        Some(Inner {
            conditions,
            text,
            span: self.rule.elements[first.0].span,
            first,
        })
    }

    /// The facts that meet conditions wherever the level holds: a pattern for each of theirs.
    fn meets(&self, conditions: &[Condition]) -> Option<Vec<ElementId>> {
        let mut renamed = Renamed::new();
        self.map(conditions, &mut renamed)
            .then(|| renamed.into_values().collect())
    }

    fn map(&self, conditions: &[Condition], renamed: &mut Renamed) -> bool {
        let Some((condition, rest)) = conditions.split_first() else {
            return true;
        };
        match condition {
            Condition::Test(test) => self.follow(&[*test], renamed) && self.map(rest, renamed),
            Condition::Fact { element, tests } => self.matched.iter().any(|matched| {
                if self.rule.pattern_type(*matched) != self.rule.pattern_type(*element) {
                    return false;
                }
                renamed.insert(*element, *matched);
                let is_met = self.follow(tests, renamed) && self.map(rest, renamed);
                if !is_met {
                    renamed.remove(element);
                }
                is_met
            }),
            _ => false,
        }
    }

    fn follow(&self, tests: &[TestId], renamed: &Renamed) -> bool {
        tests.iter().all(|test| {
            let always = self.rule.tests[test.0].is_let();
            let claims = self.reader(renamed).claims(*test);
            always || claims.iter().all(|claim| self.known.implies(claim))
        })
    }

    /// An `exists` of which there is a fact already.
    fn implied(&self, exists: Inner<'_>, facts: &[ElementId]) -> Option<Diagnostic> {
        let by = &self.rule.elements[facts.iter().max()?.0];
        let wording = say::subsumed_by(self.subject, exists.text, &by.text);
        Some(wording.at_second(exists.span, by.span.start))
    }

    /// A `not` of what there is.
    fn excluded(&self, not: Inner<'_>, facts: &[ElementId]) -> Option<Diagnostic> {
        let fact = *facts.iter().max()?;
        let element = &self.rule.elements[fact.0];
        let is_later = not.first > fact;
        let (second, first) = if is_later {
            ((not.text, not.span), (element.text.as_str(), element.span))
        } else {
            ((element.text.as_str(), element.span), (not.text, not.span))
        };
        let wording = if self.is_branch {
            say::never_fires_so(self.subject, second.0, first.0)
        } else {
            say::never_fires(self.subject, second.0, first.0)
        };
        Some(wording.at_second(second.1, first.1.start))
    }

    /// A `not` that says no more than another one: what it denies has what that one denies.
    fn implied_negation(
        &self,
        not: Inner<'r>,
        nots: &[Inner<'r>],
        number: usize,
    ) -> Option<Diagnostic> {
        let denies_as_much = |less: &Inner<'r>, more: &Inner<'r>| {
            let mut supposed = self.clone();
            supposed.learn(less.conditions).is_some() && supposed.meets(more.conditions).is_some()
        };
        let others = nots.iter().enumerate();
        let by = others
            .filter(|(other, _)| *other != number)
            .find(|(other, more)| {
                // Of two that say the same the later is too many.
                denies_as_much(&not, more) && (*other < number || !denies_as_much(more, &not))
            });
        let (_, by) = by?;
        let wording = say::subsumed_by(self.subject, not.text, by.text);
        Some(wording.at_second(not.span, by.span.start))
    }
}
