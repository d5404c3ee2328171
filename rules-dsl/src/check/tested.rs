//! What the conditions of a rule test, whether effects may change it, and what they make each time: for the checks that
//! look for rules which activate themselves or one another.

use std::collections::{BTreeMap, BTreeSet};

use crate::hir::{
    Condition, EffectKind, ElementId, ElementKind, FactTypeId, Identity, Insert, Modify, Operand,
    OperandKind, Rule, Ruleset, Source, TestKind, VariableId,
};
use crate::names::member_name;
use crate::source::mentions;

/// What a rule tests, by types: the fields, and with `None` the fact whole.
pub(super) struct Tested(BTreeMap<FactTypeId, BTreeSet<Option<String>>>);

impl Tested {
    pub(super) fn by(rule: &Rule) -> Self {
        let mut tested = Self(BTreeMap::new());
        // What there is at all of the facts inside other conditions may matter.
        for condition in &rule.conditions {
            for inner in condition.children(rule) {
                rule.walk(inner, &mut |condition| {
                    if let Condition::Fact { element, .. } = condition {
                        tested.add(rule, *element, None);
                    }
                });
            }
            if let Condition::Each(id) = condition {
                tested.add_variables(rule, &rule.eaches[id.0].expr.needs.variables);
            }
        }
        for test in rule.tests.iter().filter(|test| !test.is_let()) {
            tested.add_test(rule, &test.kind, &test.needs.variables);
        }
        tested
    }

    fn add_test(&mut self, rule: &Rule, test: &TestKind, needed: &BTreeSet<VariableId>) {
        match test {
            TestKind::Variant(element) => self.add(rule, *element, None),
            TestKind::Match {
                element, member, ..
            } => {
                self.add(rule, *element, Some(member_name(member)));
                self.add_variables(rule, needed);
            }
            TestKind::Compare { left, right, .. } => {
                self.add_operand(rule, left);
                self.add_operand(rule, right);
            }
            TestKind::Expr(_) | TestKind::Relation { .. } | TestKind::Let { .. } => {
                self.add_variables(rule, needed);
            }
        }
    }

    fn add_operand(&mut self, rule: &Rule, operand: &Operand) {
        match &operand.kind {
            OperandKind::Place { element, member } => {
                self.add(rule, *element, Some(member_name(member)));
            }
            OperandKind::Variable(_) | OperandKind::Expr(_) => {
                self.add_variables(rule, &operand.needs.variables);
            }
        }
    }

    fn add_variables(&mut self, rule: &Rule, variables: &BTreeSet<VariableId>) {
        for variable in variables {
            self.add_variable(rule, *variable);
        }
    }

    fn add_variable(&mut self, rule: &Rule, variable: VariableId) {
        match &rule.variables[variable.0].source {
            Source::Fact(element) => self.add(rule, *element, None),
            Source::Field { element, member } => {
                self.add(rule, *element, Some(member_name(member)));
            }
            Source::Test(test) => match &rule.tests[test.0].kind {
                TestKind::Match {
                    element, member, ..
                } => self.add(rule, *element, Some(member_name(member))),
                _ => self.add_variables(rule, &rule.tests[test.0].needs.variables),
            },
            Source::Either { branches, .. } => {
                for branch in branches {
                    self.add_variable(rule, *branch);
                }
            }
            // Whatever these range over is tested whole.
            Source::Accumulate(_) | Source::Key { .. } | Source::Each(_) | Source::Parameter(_) => {
            }
        }
    }

    fn add(&mut self, rule: &Rule, element: ElementId, member: Option<String>) {
        if let ElementKind::Fact { fact_type, .. } = rule.elements[element.0].kind {
            self.0.entry(fact_type).or_default().insert(member);
        }
    }

    /// Whether some effect of a rule's block may change what is tested, or ends the firing for now.
    pub(super) fn may_be_changed_by(&self, rule: &Rule) -> bool {
        let mut effects = rule.then.effects.iter();
        effects.any(|effect| match &effect.kind {
            EffectKind::Insert(insert) => {
                let fact_type = insert.fact_type;
                fact_type.is_none_or(|fact_type| self.is_whole(fact_type))
            }
            EffectKind::Modify(modify) => {
                let fact_type = modify
                    .target
                    .element
                    .and_then(|element| rule.pattern_type(element));
                match (fact_type, &modify.writes) {
                    (Some(fact_type), Some(fields)) => fields.iter().any(|field| {
                        let member = field.member.as_deref();
                        member.is_none_or(|member| self.is_tested(fact_type, member))
                    }),
                    _ => true,
                }
            }
            EffectKind::Retract(_)
            | EffectKind::Focus { .. }
            | EffectKind::Halt
            | EffectKind::Choose(_)
            | EffectKind::Fail => true,
        })
    }

    fn is_whole(&self, fact_type: FactTypeId) -> bool {
        let members = self.0.get(&fact_type);
        members.is_some_and(|members| members.contains(&None))
    }

    fn is_tested(&self, fact_type: FactTypeId, member: &str) -> bool {
        let tested = |members: &BTreeSet<Option<String>>| {
            members.contains(&None) || members.contains(&Some(member.to_owned()))
        };
        self.0.get(&fact_type).is_some_and(tested)
    }

    pub(super) fn asks_anything(&self, fact_type: FactTypeId) -> bool {
        self.0.contains_key(&fact_type)
    }
}

/// Whether a `modify` writes what it writes each time: nothing in its block branches.
pub(super) fn is_certain(rule: &Rule, modify: &Modify) -> bool {
    let branches = ["if", "match", "while", "for", "loop", "&", "|"];
    !mentions(rule.then.tokens(&modify.body.pieces), &branches)
}

/// Whether a rule fires for each match, and its block always comes to its end.
pub(super) fn fires_for_each_match(rule: &Rule) -> bool {
    let is_bounded = rule.once || rule.lock_on_active || !rule.on_change.is_empty();
    let then = &rule.then;
    !is_bounded && !mentions(then.tokens(&then.block.pieces), &["return", "?"])
}

/// The patterns that every match of a rule has a fact for, with their types.
pub(super) fn patterns(rule: &Rule) -> impl Iterator<Item = (ElementId, FactTypeId)> {
    let conditions = rule.conditions.iter();
    conditions.filter_map(|condition| match condition {
        Condition::Fact { element, .. } => Some((*element, rule.pattern_type(*element)?)),
        _ => None,
    })
}

/// The type of a fact that an `insert` makes each time, and at once: not of one of which there is one at the most, nor of
/// an event that comes some time after another, as `Tick { at: now + 1s }`.
pub(super) fn inserts_anew(ruleset: &Ruleset, rule: &Rule, insert: &Insert) -> Option<FactTypeId> {
    let inserted = insert.fact_type?;
    let fact_type = &ruleset.fact_types[inserted.0];
    let is_one = matches!(
        fact_type.identity,
        Identity::Unique | Identity::Key(_) | Identity::Best(_)
    );
    let comes_later =
        || fact_type.event.is_some() && mentions(rule.then.tokens(&insert.fact), &["+"]);
    (!is_one && !comes_later()).then_some(inserted)
}
