//! Rules whose effects make a match of themselves again, and leave what they test as it is: they fire
//! without end, or once too often.
//!
//! Said only where the effect stands in no branch, nothing leaves the block before it, and no other effect
//! of the block can end the matches.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Span, TokenStream, TokenTree};

use crate::diagnostic::Diagnostic;
use crate::hir::{
    Condition, Effect, EffectKind, ElementId, ElementKind, FactTypeId, Identity, Insert, Modify,
    Operand, OperandKind, Rule, Ruleset, Source, TestKind, VariableId,
};
use crate::vocabulary as say;

use super::{Found, Subject, rules};
use crate::names::member_name;

/// Finds the effects by which a rule re-activates itself.
pub(super) fn check_self_reactivation(ruleset: &Ruleset, found: &mut Found<'_>) {
    for subject in rules(ruleset) {
        let rule = subject.rule;
        let is_bounded =
            rule.no_loop || rule.once || rule.lock_on_active || !rule.on_change.is_empty();
        let then = &rule.then;
        if is_bounded || mentions(then.tokens(&then.block.pieces), &["return", "?"]) {
            continue;
        }
        let check = Check {
            ruleset,
            subject,
            rule,
            tested: Tested::by(rule),
        };
        if !check.may_end_matches() {
            let mut effects = then.effects.iter();
            let warning = effects.find_map(|effect| check.warning(effect));
            if let Some(warning) = warning {
                found.push(rule, warning);
            }
        }
    }
}

struct Check<'r> {
    ruleset: &'r Ruleset,
    subject: Subject<'r>,
    rule: &'r Rule,
    tested: Tested,
}

impl Check<'_> {
    /// Whether some effect of the block may change what the rule tests, or ends the firing for now.
    fn may_end_matches(&self) -> bool {
        let mut effects = self.rule.then.effects.iter();
        effects.any(|effect| match &effect.kind {
            EffectKind::Insert(insert) => {
                let fact_type = insert.fact_type;
                fact_type.is_none_or(|fact_type| self.tested.is_whole(fact_type))
            }
            EffectKind::Modify(modify) => {
                let fact_type = modify
                    .element
                    .and_then(|element| self.rule.pattern_type(element));
                match (fact_type, &modify.writes) {
                    (Some(fact_type), Some(fields)) => fields.iter().any(|field| {
                        let member = field.member.as_deref();
                        member.is_none_or(|member| self.tested.is_tested(fact_type, member))
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

    fn warning(&self, effect: &Effect) -> Option<Diagnostic> {
        if !effect.is_unconditional() {
            return None;
        }
        match &effect.kind {
            EffectKind::Insert(insert) => self.reactivating_insert(insert, effect.keyword),
            EffectKind::Modify(modify) => {
                let branches = ["if", "match", "while", "for", "loop", "&", "|"];
                let body = self.rule.then.tokens(&modify.body.pieces);
                let is_certain = !mentions(body, &branches);
                is_certain
                    .then(|| self.reactivating_modify(modify, effect.keyword))
                    .flatten()
            }
            _ => None,
        }
    }

    /// A fact of a type of which any will do for the rule.
    fn reactivating_insert(&self, insert: &Insert, keyword: Span) -> Option<Diagnostic> {
        let inserted = insert.fact_type?;
        let identity = &self.ruleset.fact_types[inserted.0].identity;
        if matches!(
            identity,
            Identity::Unique | Identity::Key(_) | Identity::Best(_)
        ) {
            return None;
        }
        let mut patterns = self.patterns();
        let element = patterns.find(|element| {
            self.rule.pattern_type(*element) == Some(inserted)
                && !self.tested.asks_anything(inserted)
        })?;
        let name = &self.ruleset.fact_types[inserted.0].name;
        let read = self.rule.elements[element.0].span;
        let wording = say::reactivating_insert(self.subject, name);
        Some(wording.at(keyword).label(read, say::ANY_WILL_DO))
    }

    /// A `modify` that writes a field which the rule reads and does not test.
    fn reactivating_modify(&self, modify: &Modify, keyword: Span) -> Option<Diagnostic> {
        let (element, writes) = (modify.element?, modify.writes.as_ref()?);
        if !self.patterns().any(|pattern| pattern == element) {
            return None;
        }
        let ElementKind::Fact {
            fact_type, reads, ..
        } = &self.rule.elements[element.0].kind
        else {
            return None;
        };
        let fields = &self.ruleset.fact_types[fact_type.0].fields;
        let read: Vec<&str> = reads
            .iter()
            .filter_map(|number| fields.get_index(*number)?.0.member.as_deref())
            .collect();
        let mut written = writes.iter().filter_map(|field| field.member.as_deref());
        let member = written.find(|member| read.contains(member))?;
        let wording = say::reactivating_modify(self.subject, member);
        Some(wording.at(keyword))
    }

    /// The patterns that every match has a fact for.
    fn patterns(&self) -> impl Iterator<Item = ElementId> {
        let conditions = self.rule.conditions.iter();
        conditions.filter_map(|condition| match condition {
            Condition::Fact { element, .. } => Some(*element),
            _ => None,
        })
    }
}

/// What a rule tests, by types: the fields, and with `None` the fact whole.
struct Tested(BTreeMap<FactTypeId, BTreeSet<Option<String>>>);

impl Tested {
    fn by(rule: &Rule) -> Self {
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

    fn asks_anything(&self, fact_type: FactTypeId) -> bool {
        self.0.contains_key(&fact_type)
    }
}

/// Whether one of these words or marks stands among tokens, at any depth.
fn mentions(tokens: TokenStream, words: &[&str]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => mentions(group.stream(), words),
        TokenTree::Ident(word) => words.iter().any(|other| word == other),
        TokenTree::Punct(mark) => words
            .iter()
            .any(|other| *other == mark.as_char().to_string()),
        TokenTree::Literal(_) => false,
    })
}
