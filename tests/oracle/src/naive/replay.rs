//! Derivations replayed: from the facts that were inserted from outside, rule by rule, to the fact derived.
//!
//! Each step is tried afresh: the rule's conditions over the facts that the step names, and its block. Where the
//! conditions ask for what no step names (`not`, `exists`, `forall`, accumulates), they are tried over the whole of
//! working memory, and of a firing that is past only that its block inserts such facts.

use super::Session;
use super::block::{self, Block, Operation};
use super::derivations::{Cause, Firing};
use super::found::{Binding, Part};
use super::matching::{Matcher, Partial};
use super::memory::{Fact, FactId, Memory};
use super::search::alternatives;
use crate::model::{Condition, Effect, effect};
use crate::value::Value;

impl<'r> Session<'r> {
    /// Replays the derivation of a fact: the facts it names that no step gives, none where all is well.
    #[must_use]
    pub fn replay(&self, id: FactId) -> Vec<FactId> {
        let (mut causes, mut steps) = (vec![Cause::Now(id)], Vec::new());
        while let Some(cause) = causes.get(steps.len()).cloned() {
            let of_cause = self.steps(&cause);
            for fact in of_cause.iter().flatten().flat_map(|step| &step.facts) {
                if !causes.contains(fact) {
                    causes.push(fact.clone());
                }
            }
            steps.push(of_cause);
        }
        let mut given: Vec<&Cause> = Vec::new();
        loop {
            let ungiven = causes.iter().zip(&steps);
            let ungiven = ungiven.filter(|(cause, _)| !given.contains(cause));
            let next: Vec<&Cause> = ungiven
                .filter(|(cause, steps)| {
                    let mut steps = steps.iter();
                    steps.any(|step| match step {
                        None => true,
                        Some(step) => {
                            let mut facts = step.facts.iter();
                            let is_past = step.firing.is_some();
                            facts.all(|fact| {
                                given.contains(&fact) || is_past && self.stood_otherwise(fact)
                            }) && (self.gives(step, cause) || self.may_step_in(step, cause))
                        }
                    })
                })
                .map(|(cause, _)| cause)
                .collect();
            if next.is_empty() {
                break;
            }
            given.extend(next);
        }
        let left = causes.iter().filter(|cause| !given.contains(cause));
        left.map(Cause::fact).collect()
    }

    /// Whether a fact that stands may have stood before for reasons that have gone since, which nobody noted: one of a
    /// type of which equal facts are one. What followed from it then may be the reason for which it stands now.
    fn stood_otherwise(&self, cause: &Cause) -> bool {
        let Cause::Now(id) = cause else {
            return false;
        };
        let fact = self.memory.get(*id).filter(|fact| !fact.stated);
        fact.is_some_and(|fact| fact.kind.unique || fact.kind.best.is_some())
    }

    /// Whether a fact that is past may have come with a firing that did not make it: the best of its group fell then, be it
    /// the one that the firing inserted, and a candidate stood in its place that matches of another rule support.
    fn may_step_in(&self, step: &Step<'_>, cause: &Cause) -> bool {
        let (Some(_), Cause::Then(version)) = (step.firing, cause) else {
            return false;
        };
        let kind = &self.memory.history(version.fact).kind;
        let rules = self.ruleset.rules.iter().enumerate();
        let mut others = rules.filter(|(number, _)| *number != step.rule);
        self.ruleset.fact_type(kind).best.is_some()
            && others.any(|(_, rule)| {
                let mut derives = false;
                effect::types(&rule.then, &mut |name, logical| {
                    derives |= name == kind && logical;
                });
                derives
            })
    }

    /// The steps each of which gives a fact; `None` is an insert from outside.
    fn steps(&self, cause: &Cause) -> Vec<Option<Step<'_>>> {
        let supports = match cause {
            Cause::Now(id) => self.supports(*id),
            Cause::Then(_) => Vec::new(),
        };
        let supports = supports.into_iter().map(|(rule, facts, _)| {
            Some(Step {
                rule,
                facts,
                firing: None,
            })
        });
        let mut steps: Vec<Option<Step<'_>>> = supports.collect();
        let is_stated = match cause {
            Cause::Now(id) => self.memory.get(*id).is_some_and(|fact| fact.stated),
            Cause::Then(_) => true,
        };
        if is_stated {
            let origin = self.origin(cause.fact());
            steps.push(origin.map(|(firing, facts)| Step {
                rule: firing.rule,
                facts,
                firing: Some(firing),
            }));
        }
        steps
    }

    /// Whether a step gives the fact that it is said to give.
    fn gives(&self, step: &Step<'_>, cause: &Cause) -> bool {
        let rule = &self.ruleset.rules[step.rule];
        let history = self.memory.history(cause.fact());
        let undoes = step.firing.is_some_and(|firing| firing.undoes);
        let block = if undoes {
            rule.undo.as_deref().unwrap_or_default()
        } else {
            &rule.then
        };
        let mut inserts = false;
        effect::types(block, &mut |name, logical| {
            inserts |= name == history.kind && (logical || step.firing.is_some());
        });
        let alone = names_all(&rule.when);
        if undoes || step.firing.is_some() && !alone {
            return inserts;
        }
        let (values, is_first) = match cause {
            Cause::Now(_) => (&history.values, history.versions == 0),
            Cause::Then(version) => (&version.values, version.number == 0),
        };
        let ids: Vec<FactId> = step.facts.iter().map(Cause::fact).collect();
        let few = alone.then(|| self.memory_of(&step.facts));
        let memory = few.as_ref().unwrap_or(&self.memory);
        let mut matcher = Matcher::new(self.ruleset, memory, self.date);
        matcher.rule = step.rule;
        let start = Partial {
            bindings: Vec::new(),
            parts: Vec::new(),
        };
        let mut found = matcher.all(start, &rule.when).into_iter();
        inserts
            && found.any(|found| {
                // A block reads what its facts hold as it runs: of a match that fired before they were given
                // other values, what it inserted then cannot be told now.
                let same = step.firing.is_some() || self.are_first(&found);
                facts(&found) == ids
                    && (!is_first
                        || !same
                        || made(&found, memory, &rule.then, &history.kind, values))
            })
    }

    /// Working memory that holds these facts alone.
    fn memory_of(&self, facts: &[Cause]) -> Memory<'r> {
        let mut held: Vec<Fact<'r>> = Vec::new();
        for cause in facts {
            let id = cause.fact();
            if held.iter().any(|fact| fact.id == id) {
                continue;
            }
            let history = self.memory.history(id);
            held.push(Fact {
                order: 0,
                id,
                kind: self.ruleset.fact_type(&history.kind),
                values: match cause {
                    Cause::Now(_) => history.values.clone(),
                    Cause::Then(version) => version.values.clone(),
                },
                date: 0,
                written: vec![0; history.values.len()],
                stated: true,
                supports: Vec::new(),
            });
        }
        held.sort_by_key(|fact| fact.id);
        Memory::of_facts(self.ruleset, held)
    }

    /// Whether the facts of a match, those of its accumulates too, have the values that they were inserted with.
    fn are_first(&self, found: &Partial<'r>) -> bool {
        let of_results = found
            .bindings
            .iter()
            .flat_map(|(_, binding)| match binding {
                Binding::Value(_) => Vec::new(),
                Binding::Fact(id) => vec![*id],
                Binding::Facts(ids) => ids.clone(),
            });
        let mut all = facts(found).into_iter().chain(of_results);
        all.all(|id| self.memory.history(id).versions == 0)
    }
}

/// A step of a derivation: a rule over facts.
struct Step<'s> {
    rule: usize,
    facts: Vec<Cause>,
    /// The firing, of a fact that was inserted plainly; else it is a support.
    firing: Option<&'s Firing>,
}

impl Cause {
    fn fact(&self) -> FactId {
        match self {
            Self::Now(id) => *id,
            Self::Then(version) => version.fact,
        }
    }
}

/// Whether all facts that conditions ask for are those of the match.
fn names_all(conditions: &[Condition]) -> bool {
    conditions.iter().all(|condition| match condition {
        Condition::Pattern(pattern) => pattern.window.is_none(),
        Condition::If(_)
        | Condition::IfLet { .. }
        | Condition::Let(..)
        | Condition::For(..)
        | Condition::Kept(..)
        | Condition::LookUp(_)
        | Condition::Again(_) => true,
        Condition::Either(branches) => branches.iter().all(|branch| names_all(branch)),
        // Those that it rests on are not; and the clock is another.
        Condition::Asked(_)
        | Condition::Due(_)
        | Condition::Not(_)
        | Condition::Exists(_)
        | Condition::Unique(_)
        | Condition::Forall(..)
        | Condition::Accumulate(_) => false,
    })
}

fn facts(found: &Partial<'_>) -> Vec<FactId> {
    let facts = found.parts.iter().filter_map(|part| match part {
        Part::Fact(id, _) => Some(*id),
        _ => None,
    });
    facts.collect()
}

/// Whether a block inserts a fact with these values.
fn made<'r>(
    found: &Partial<'r>,
    memory: &Memory<'r>,
    then: &'r [Effect],
    kind: &str,
    values: &[Value],
) -> bool {
    let variables = block::variables(&found.bindings, memory);
    let alternatives = alternatives(&variables, then);
    alternatives.iter().any(|elements| {
        let mut block = Block::new(variables.clone()).choosing(elements);
        block.run(then);
        block.operations.iter().any(|operation| match operation {
            Operation::Insert(name, made) | Operation::InsertLogical(name, made) => {
                *name == kind && made == values
            }
            Operation::Modify(..) | Operation::Retract(_) => false,
        })
    })
}
