//! Whether a ruleset that was cut still compiles: every variable is bound before it is used, every group that
//! is focused has rules.

use crate::model::circle::{Again, Asked};
use crate::model::table::Argument;
use crate::model::{Condition, Effect, Expression, Query, Rule, Ruleset, Test, condition, effect};
use std::collections::BTreeSet;

/// Whether a ruleset has rules, and every one of them is well formed.
pub(super) fn is_well_formed(ruleset: &Ruleset) -> bool {
    let has_rules = |group: &String| {
        let mut rules = ruleset.rules.iter();
        rules.any(|rule| rule.group.as_ref() == Some(group))
    };
    let mut focused = Vec::new();
    for rule in &ruleset.rules {
        groups(&rule.then, &mut focused);
        groups(rule.undo.as_deref().unwrap_or_default(), &mut focused);
    }
    let mut blocks = ruleset.rules.iter().flat_map(Rule::blocks);
    let errors = ruleset.fails || !blocks.any(effect::can_fail);
    let mut blocks = ruleset.rules.iter().flat_map(Rule::blocks);
    let search = ruleset.backtrack || !blocks.any(effect::search);
    let rules = !ruleset.rules.is_empty() && ruleset.rules.iter().all(rule_is_well_formed);
    let queries = ruleset.queries.iter().all(query_is_well_formed);
    rules && queries && errors && search && focused.into_iter().all(has_rules)
}

/// The groups that effects focus.
fn groups<'r>(effects: &'r [Effect], focused: &mut Vec<&'r String>) {
    for effect in effects {
        match effect {
            Effect::Focus(group) => focused.push(group),
            _ => groups(effect.inner(), focused),
        }
    }
}

/// Whether every name that a rule uses is bound where it is used, and none is local first and bound outside
/// later.
fn rule_is_well_formed(rule: &Rule) -> bool {
    let mut names = Names::default();
    let bound = names.block(&rule.when);
    let attributes = rule.attributes().all(|attribute| names.has(attribute));
    let effects = names.statements(&rule.then);
    let undo = rule.undo.as_deref().unwrap_or_default();
    bound && attributes && effects && names.statements(undo)
}

/// The same of a query.
fn query_is_well_formed(query: &Query) -> bool {
    let mut names = Names::default();
    for (name, _) in &query.params {
        names.bind(name);
    }
    let select = query.select.iter().flatten();
    names.block(&query.when) && select.into_iter().all(|(value, _)| names.has(value))
}

/// The names bound at a place, and those that were local somewhere before.
#[derive(Clone, Default)]
struct Names {
    bound: BTreeSet<String>,
    local: BTreeSet<String>,
}

impl Names {
    fn has(&self, expression: &Expression) -> bool {
        let mut all = true;
        let mut need = |name: &String| all &= self.bound.contains(name);
        expression.walk(&mut |part| match part {
            Expression::Variable(name)
            | Expression::Shown(name)
            | Expression::Field(name, _)
            | Expression::Total(name)
            | Expression::Length(name)
            | Expression::Vacant(name)
            | Expression::Sum(name, _) => need(name),
            Expression::Distinct(left, right) => {
                need(left);
                need(right);
            }
            _ => {}
        });
        all
    }

    /// Binds a name; not one that was local before.
    fn bind(&mut self, name: &str) -> bool {
        self.bound.insert(name.into());
        !self.local.contains(name)
    }

    fn block(&mut self, block: &[Condition]) -> bool {
        block.iter().all(|condition| self.condition(condition))
    }

    /// A place inside this one: what it binds is local.
    fn inside(&mut self, look: impl FnOnce(&mut Self) -> bool) -> bool {
        let mut inner = self.clone();
        // Several local places may use one name.
        inner.local.clear();
        let well = look(&mut inner);
        let bound = inner.bound.difference(&self.bound).cloned();
        self.local.extend(bound.chain(inner.local));
        well
    }

    fn condition(&mut self, condition: &Condition) -> bool {
        match condition {
            Condition::Pattern(pattern) => {
                for (_, test) in &pattern.fields {
                    let well = match test {
                        Test::Variable(name) => self.bound.contains(name) || self.bind(name),
                        Test::Compare(_, expression) => self.has(expression),
                        _ => true,
                    };
                    if !well {
                        return false;
                    }
                }
                let mut related = pattern.relations.iter();
                if !related.all(|relation| self.bound.contains(&relation.event)) {
                    return false;
                }
                let named = pattern.name.as_ref().is_none_or(|name| self.bind(name));
                named && pattern.guard.as_ref().is_none_or(|guard| self.has(guard))
            }
            Condition::Not(block) | Condition::Exists(block) | Condition::Unique(block) => {
                self.inside(|inner| inner.block(block))
            }
            Condition::Forall(left, right) => {
                self.inside(|inner| inner.block(left) && inner.block(right))
            }
            Condition::Either(branches) => {
                let common = condition.bound();
                let well = branches.iter().all(|branch| {
                    let before = self.local.clone();
                    let well = self.inside(|inner| inner.block(branch));
                    self.local
                        .retain(|name| before.contains(name) || !common.contains(&name.as_str()));
                    well
                });
                well && common.iter().all(|name| self.bind(name))
            }
            Condition::If(test) | Condition::Due(test) => self.has(test),
            Condition::IfLet {
                name, left, right, ..
            }
            | Condition::For(name, left, right)
            | Condition::Kept(name, left, right) => {
                self.has(left) && self.has(right) && self.bind(name)
            }
            Condition::Let(name, value) => self.has(value) && self.bind(name),
            Condition::Asked(Asked {
                name, arguments, ..
            })
            | Condition::Again(Again {
                name, arguments, ..
            }) => {
                let well = arguments.iter().all(|argument| self.has(argument));
                well && name.as_ref().is_none_or(|name| self.bind(name))
            }
            Condition::LookUp(look_up) => {
                let mut well = look_up.arguments.iter().all(|argument| match argument {
                    Argument::Value(_) => true,
                    Argument::Fact(name) => self.bound.contains(name),
                });
                look_up.walk(&mut |part| well &= self.has(part));
                well && self.bind(&look_up.name)
            }
            Condition::Accumulate(accumulate) => {
                let own = condition::bound(&accumulate.block);
                let keys = accumulate
                    .by
                    .iter()
                    .all(|key| own.contains(&key.as_str()) && !self.bound.contains(key));
                let inside = self.inside(|inner| {
                    let expression = accumulate.function.expression();
                    inner.block(&accumulate.block)
                        && expression.is_none_or(|expression| inner.has(expression))
                });
                for key in &accumulate.by {
                    self.local.remove(key);
                }
                let bound = accumulate.by.iter().all(|key| self.bind(key));
                let guard = accumulate.guard.as_ref();
                keys && inside
                    && bound
                    && self.bind(&accumulate.name)
                    && guard.is_none_or(|guard| self.has(guard))
            }
        }
    }

    fn statements(&self, effects: &[Effect]) -> bool {
        let mut names = self.clone();
        effects.iter().all(|effect| {
            let well = names.statement(effect);
            if let Effect::Choose(name, ..) = effect {
                names.bound.insert(name.clone());
            }
            well
        })
    }

    fn statement(&self, effect: &Effect) -> bool {
        match effect {
            Effect::Insert(_, values) | Effect::InsertLogical(_, values) => {
                values.iter().all(|value| self.has(value))
            }
            Effect::Modify(name, writes) => {
                let written = writes.iter().all(|write| self.has(&write.value));
                self.bound.contains(name) && written
            }
            Effect::Retract(name) => self.bound.contains(name),
            Effect::If(test, inner) => self.has(test) && self.statements(inner),
            Effect::Each(item, held, inner)
            | Effect::First(item, held, inner)
            | Effect::Local(item, held, inner) => {
                let mut names = self.clone();
                names.bound.insert(item.clone());
                self.bound.contains(held) && names.statements(inner)
            }
            Effect::Choose(_, low, high) => self.has(low) && self.has(high),
            Effect::Return | Effect::Err | Effect::Halt | Effect::Focus(_) | Effect::Fail => true,
        }
    }
}
