//! Makes whole rules, often with the beginning of an earlier one.

use super::Generator;
use super::scope::Scope;
use crate::elements::Element;
use crate::model::circle::{Again, Asked};
use crate::model::{Accumulate, Condition, Expression, Function, LookUp, Pattern, Rule, Test};
use crate::value::{Kind, Value};

impl Generator {
    /// A rule, after those there already.
    pub(super) fn rule(&mut self, name: &str, earlier: &[Rule]) -> Rule {
        let earlier: Vec<&Rule> = earlier.iter().collect();
        let mut scope = Scope::default();
        let when = self.conditions(&earlier, &mut scope);
        let then = self.effects(&scope);
        let mut rule = Rule::new(name, when, then);
        self.attributes(&mut rule, &scope);
        rule
    }

    /// The conditions of a rule, often with the beginning of an earlier one's; `scope`, which is empty, becomes the
    /// scope after them.
    pub(super) fn conditions(&mut self, earlier: &[&Rule], scope: &mut Scope) -> Vec<Condition> {
        let mut when = Vec::new();
        if !earlier.is_empty() && self.random.chance(40) {
            let shared = &self.random.pick(earlier).when;
            let length = self.random.within(0, shared.len());
            when.extend_from_slice(&shared[..length]);
            self.enter(&when, scope);
        }
        if !self.random.chance(4) || !when.is_empty() {
            let length = *self.random.weighted(&[(20, 1), (40, 2), (28, 3), (12, 4)]);
            while when.len() < length {
                when.push(self.condition(scope));
            }
        }
        when
    }

    fn attributes(&mut self, rule: &mut Rule, scope: &Scope) {
        if self.random.chance(25) {
            let salience = self.random.int(-1, 2);
            rule.salience = Some(Expression::Constant(Value::Int(salience)));
        }
        rule.no_loop = self.random.chance(20);
        if self.uses(Element::ComputedSalience) && self.random.chance(12) {
            rule.salience = Some(self.expression(scope, Kind::Int));
        }
        rule.once = self.uses(Element::Once) && self.random.chance(10);
        if self.uses(Element::OnChange) && self.random.chance(10) {
            rule.on_change = Some(vec![self.expression(scope, Kind::Int)]);
        }
        if !self.groups.is_empty() && self.random.chance(50) {
            rule.group = Some(self.random.pick(&self.groups.clone()).clone());
            rule.auto_focus = self.random.chance(30);
            rule.lock_on_active = self.random.chance(20);
        }
        if self.uses(Element::Undo) && self.random.chance(15) {
            let mut scope = scope.clone();
            // What a list holds after its members are gone is left open: not used.
            scope.lists.clear();
            scope.undoes = true;
            rule.undo = Some(self.effects(&scope));
        }
    }

    /// Brings what conditions bind into scope.
    pub(super) fn enter(&self, conditions: &[Condition], scope: &mut Scope) {
        for condition in conditions {
            match condition {
                Condition::Pattern(pattern) => self.enter_pattern(pattern, scope),
                Condition::Not(block) | Condition::Exists(block) | Condition::Unique(block) => {
                    self.pass(block, scope);
                }
                Condition::Forall(left, right) => {
                    let mut inner = scope.inner();
                    self.enter(left, &mut inner);
                    self.enter(right, &mut inner);
                    scope.leave(&inner);
                }
                Condition::Either(branches) => {
                    for branch in branches {
                        let mut inner = scope.branch();
                        self.enter(branch, &mut inner);
                        scope.leave(&inner);
                    }
                    // What was bound before, and joined in every branch, keeps its kind.
                    for name in condition.bound() {
                        if !scope.sees(name) {
                            scope.bind(name, Kind::Int);
                        }
                    }
                }
                Condition::If(_) | Condition::Due(_) => {}
                Condition::IfLet { name, .. }
                | Condition::Let(name, _)
                | Condition::For(name, ..)
                | Condition::Kept(name, ..)
                | Condition::LookUp(LookUp { name, .. }) => scope.bind(name, Kind::Int),
                Condition::Asked(Asked { name, .. }) | Condition::Again(Again { name, .. }) => {
                    if let Some(name) = name {
                        scope.bind(name, Kind::Int);
                    }
                }
                Condition::Accumulate(accumulate) => self.enter_accumulate(accumulate, scope),
            }
        }
    }

    /// Remembers the names used in a local place.
    fn pass(&self, block: &[Condition], scope: &mut Scope) {
        let mut inner = scope.inner();
        self.enter(block, &mut inner);
        scope.leave(&inner);
    }

    fn enter_pattern(&self, pattern: &Pattern, scope: &mut Scope) {
        let declared = self
            .facts
            .iter()
            .find(|declared| declared.name == pattern.fact);
        let declared = declared.expect("a declared type");
        for (field, test) in &pattern.fields {
            if let Test::Variable(name) = test
                && !scope.sees(name)
            {
                scope.bind(name, declared.fields[declared.place(field)].1);
            }
        }
        if let Some(name) = &pattern.name {
            scope.bind_fact(name, &pattern.fact);
        }
    }

    fn enter_accumulate(&self, accumulate: &Accumulate, scope: &mut Scope) {
        let mut inner = scope.inner();
        self.enter(&accumulate.block, &mut inner);
        scope.leave(&inner);
        for key in &accumulate.by {
            let held = inner.values.iter().find(|(name, _)| name == key);
            scope.bind(key, held.expect("the block binds its keys").1);
        }
        let name = &accumulate.name;
        let fact = |member: &str| {
            let held = inner.facts.iter().find(|(other, _)| other == member);
            held.expect("the block names its members").1.clone()
        };
        match &accumulate.function {
            Function::Count => scope.bind(name, Kind::Count),
            Function::Sum(_) | Function::Min(_) | Function::Max(_) | Function::User(..) => {
                scope.bind(name, Kind::Int);
            }
            Function::Avg(_) => scope.bind(name, Kind::Float),
            Function::Collect(member) => scope.bind_list(name, &fact(member)),
            Function::MinBy(_, member) | Function::MaxBy(_, member) => {
                scope.bind_fact(name, &fact(member));
            }
        }
    }
}
