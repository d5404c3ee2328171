//! Tests that exclude each other: an error within one pattern, which then can never hold; a warning where
//! it takes several conditions, which may each hold, but not together.

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostic;
use crate::hir::{Condition, Function, Quantifier, Rule, Ruleset, TestId};
use crate::vocabulary as say;

use super::wrong_literals::is_wrong;
use super::{Found, Subject, rules_and_queries};
use crate::analysis::conjunction::{Conjunction, Contradiction};
use crate::analysis::constants::range_of_type;
use crate::analysis::terms::{Claim, Reader, Renamed, Term, declared_type, result_of};
use crate::analysis::values::{Comparison, Kind, Scalar, Values};
use crate::printer::text;

/// Finds the tests that exclude each other.
pub(super) fn check_contradictions(ruleset: &Ruleset, found: &mut Found<'_>) {
    let renamed = &Renamed::new();
    for subject in rules_and_queries(ruleset) {
        let mut walk = Walk {
            ruleset,
            subject,
            rule: subject.rule,
            renamed,
            diagnostics: Vec::new(),
            excluded: false,
            counts: BTreeSet::new(),
        };
        walk.conditions(
            &subject.rule.conditions,
            &mut Conjunction::default(),
            Place::Rule,
        );
        for diagnostic in walk.diagnostics {
            found.push(subject.rule, diagnostic);
        }
    }
}

/// Where conditions stand: what follows where they cannot hold beside those around them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The rule never fires.
    Rule,
    /// The branch never holds.
    Branch,
    /// The negation always holds.
    Not,
    /// Something else, of which nothing is said.
    Elsewhere,
}

struct Walk<'r> {
    ruleset: &'r Ruleset,
    subject: Subject<'r>,
    rule: &'r Rule,
    renamed: &'r Renamed,
    diagnostics: Vec<Diagnostic>,
    /// Whether conditions have been found to exclude each other: what else does may follow from it.
    excluded: bool,
    /// The results of `count`.
    counts: BTreeSet<Term>,
}

impl Walk<'_> {
    fn conditions(&mut self, conditions: &[Condition], known: &mut Conjunction, place: Place) {
        for condition in conditions {
            self.condition(condition, known, place);
        }
    }

    fn condition(&mut self, condition: &Condition, known: &mut Conjunction, place: Place) {
        match condition {
            Condition::Fact { tests, .. } => self.pattern(tests, known, place),
            Condition::Test(test) => self.tests(&[*test], known, place),
            Condition::Quantified {
                quantifier: Quantifier::None,
                conditions,
                ..
            } => {
                let inside = match place {
                    Place::Rule | Place::Branch => Place::Not,
                    Place::Not | Place::Elsewhere => Place::Elsewhere,
                };
                self.conditions(conditions, &mut known.clone(), inside);
            }
            Condition::Quantified {
                quantifier: Quantifier::Some | Quantifier::One,
                conditions,
                ..
            } => {
                self.conditions(conditions, &mut known.clone(), place);
            }
            Condition::Either { branches, .. } => {
                let inside = match place {
                    Place::Rule | Place::Branch => Place::Branch,
                    Place::Not | Place::Elsewhere => Place::Elsewhere,
                };
                for branch in branches {
                    self.conditions(branch, &mut known.clone(), inside);
                }
            }
            Condition::Accumulate(id) => {
                let accumulate = &self.rule.accumulates[id.0];
                self.conditions(&accumulate.source, &mut known.clone(), Place::Elsewhere);
                if let Function::Count = accumulate.function {
                    self.counts.insert(result_of(accumulate.element));
                }
                self.pattern(&accumulate.tests, known, place);
            }
            Condition::Each(_) => {}
        }
    }

    /// Tests of one pattern, which have to hold by themselves.
    fn pattern(&mut self, tests: &[TestId], known: &mut Conjunction, place: Place) {
        let mut alone = Conjunction::default();
        for &test in tests {
            if is_wrong(self.ruleset, self.rule, test) {
                return;
            }
            for claim in self.claims(test) {
                if let Some(never) = self.never_of_type(test, &claim) {
                    self.diagnostics.push(never);
                    return;
                }
                if let Err(contradiction) = alone.claim(claim, test) {
                    let never = self.never(test, contradiction);
                    self.diagnostics.push(never);
                    return;
                }
            }
        }
        self.tests(tests, known, place);
    }

    /// Tests that have to hold beside those known.
    fn tests(&mut self, tests: &[TestId], known: &mut Conjunction, place: Place) {
        for &test in tests {
            for claim in self.claims(test) {
                if let Some(of_type) = self.type_of(&claim) {
                    known.assume(&of_type.term, &of_type.values);
                }
                if let Err(contradiction) = known.claim(claim, test) {
                    self.exclude(test, contradiction, place);
                    return;
                }
            }
        }
    }

    fn claims(&self, test: TestId) -> Vec<Claim> {
        let reader = Reader {
            ruleset: self.ruleset,
            rule: self.rule,
            renamed: self.renamed,
        };
        reader.claims(test)
    }

    fn exclude(&mut self, test: TestId, contradiction: Contradiction, place: Place) {
        if self.excluded || place == Place::Elsewhere {
            return;
        }
        self.excluded = true;
        let name = self.subject;
        let second = &self.rule.tests[test.0];
        let first = contradiction.with.filter(|first| *first != test);
        let first = first.map(|first| &self.rule.tests[first.0]);
        let condition = &second.text;
        let wording = match (place, first) {
            (Place::Rule, Some(first)) => say::never_fires(name, condition, &first.text),
            (Place::Rule, None) => say::never_fires_after_others(name, condition),
            (Place::Branch, Some(first)) => say::never_fires_so(name, condition, &first.text),
            (Place::Branch, None) => say::never_fires_so_after_others(name, condition),
            (Place::Not | Place::Elsewhere, Some(first)) => {
                say::absent_anyhow(name, condition, &first.text)
            }
            (Place::Not | Place::Elsewhere, None) => {
                say::absent_anyhow_after_others(name, condition)
            }
        };
        self.diagnostics.push(match first {
            Some(first) => wording.at_second(second.span, first.span.start),
            None => wording.at(second.span),
        });
    }

    fn never(&self, test: TestId, contradiction: Contradiction) -> Diagnostic {
        let second = &self.rule.tests[test.0];
        match contradiction.with {
            Some(first) if first == test => say::never_by_itself(&second.text).at(second.span),
            Some(first) => {
                let first = &self.rule.tests[first.0];
                say::never_beside(&second.text, &first.text)
                    .at_second(second.span, first.span.start)
            }
            None => say::never_after_others(&second.text).at(second.span),
        }
    }

    /// A test that no value of the type passes.
    fn never_of_type(&self, test: TestId, claim: &Claim) -> Option<Diagnostic> {
        let Claim::Among { term, values } = claim else {
            return None;
        };
        if values.is_empty() {
            let test = &self.rule.tests[test.0];
            return Some(say::never_by_itself(&test.text).at(test.span));
        }
        let of_type = self.type_of(claim)?;
        if !of_type.values.intersect(values).is_empty() {
            return None;
        }
        let what = match term {
            Term::Field(_, member) => member.clone()?,
            Term::Other(_) => "count".to_owned(),
        };
        let test = &self.rule.tests[test.0];
        Some(say::never_of_type(&test.text, what, of_type.name).at(test.span))
    }

    /// The type of what a claim is about, where it is known.
    fn type_of(&self, claim: &Claim) -> Option<OfType> {
        let Claim::Among { term, .. } = claim else {
            return None;
        };
        match term {
            Term::Field(element, Some(member)) => {
                let ty = declared_type(self.ruleset, self.rule, *element, member)?;
                Some(OfType {
                    term: term.clone(),
                    values: range_of_type(ty)?,
                    name: text(ty),
                })
            }
            Term::Other(_) if self.counts.contains(term) => Some(OfType {
                term: term.clone(),
                values: Values::compared(Kind::Integer, Comparison::AtLeast, Scalar::Whole(0)),
                name: "usize".to_owned(),
            }),
            Term::Field(_, None) | Term::Other(_) => None,
        }
    }
}

/// What the type of something says of it.
struct OfType {
    term: Term,
    values: Values,
    name: String,
}
