//! Runs a `then` or `undo` block: the effects it asks for, in order, to be applied together at its end.
//!
//! The block sees facts as they were when it began. A `modify` works on a draft of the fact, shared by all
//! the fact's names; only the name it was written with reads the new values afterwards.

use super::evaluate::{self, Scope};
use super::found::Binding;
use super::memory::{Fact, FactId, Memory};
use crate::model::{Effect, Expression};
use crate::value::Value;

/// An effect on working memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Operation<'r> {
    Insert(&'r str, Vec<Value>),
    InsertLogical(&'r str, Vec<Value>),
    /// The values of a fact after it, and which fields it has written.
    Modify(FactId, Vec<Value>, Vec<usize>),
    Retract(FactId),
}

/// What a name in the block stands for.
#[derive(Clone, Debug)]
pub(super) enum Variable<'r> {
    Value(Value),
    Fact(Fact<'r>),
    Facts(Vec<Fact<'r>>),
}

/// The variables of a match, its facts as they are in `memory`.
pub(super) fn variables<'r>(
    bindings: &[(&'r str, Binding)],
    memory: &Memory<'r>,
) -> Vec<(&'r str, Variable<'r>)> {
    let fact = |id: &FactId| memory.get(*id).expect("a fact of the match").clone();
    let bound = bindings.iter().map(|(name, binding)| {
        let variable = match binding {
            Binding::Value(value) => Variable::Value(*value),
            Binding::Fact(id) => Variable::Fact(fact(id)),
            Binding::Facts(ids) => Variable::Facts(ids.iter().map(fact).collect()),
        };
        (*name, variable)
    });
    bound.collect()
}

/// Brings the facts in variables up to date; one that is gone stays as it was.
pub(super) fn refresh<'r>(variables: &mut [(&'r str, Variable<'r>)], memory: &Memory<'r>) {
    for (_, variable) in variables {
        if let Variable::Fact(fact) = variable
            && let Some(now) = memory.get(fact.id)
        {
            *fact = now.clone();
        }
    }
}

/// A block under way.
pub(super) struct Block<'r> {
    variables: Vec<(&'r str, Variable<'r>)>,
    drafts: Vec<Fact<'r>>,
    /// The facts that are gone, or that it has retracted: effects on them do nothing.
    gone: Vec<FactId>,
    /// The effects on working memory so far.
    pub(super) operations: Vec<Operation<'r>>,
    /// Whether it said `halt`.
    pub(super) halt: bool,
    /// Whether it returned an error.
    pub(super) failed: bool,
    /// Whether it said `fail`.
    pub(super) gave_up: bool,
    /// The groups it focuses, in order.
    pub(super) focus: Vec<&'r str>,
    /// The elements that it has yet to choose, the last one first.
    chosen: Vec<Value>,
}

impl<'r> Scope<'r> for Block<'r> {
    fn value(&self, name: &str) -> Value {
        match self.variable(name) {
            Variable::Value(value) => *value,
            other => panic!("expected a value in `{name}`, found {other:?}"),
        }
    }

    fn fact(&self, name: &str) -> &Fact<'r> {
        match self.variable(name) {
            Variable::Fact(fact) => fact,
            other => panic!("expected a fact in `{name}`, found {other:?}"),
        }
    }

    fn members(&self, name: &str) -> Vec<&Fact<'r>> {
        match self.variable(name) {
            Variable::Facts(facts) => facts.iter().collect(),
            other => panic!("expected facts in `{name}`, found {other:?}"),
        }
    }
}

impl<'r> Block<'r> {
    pub(super) fn new(variables: Vec<(&'r str, Variable<'r>)>) -> Self {
        Self {
            variables,
            drafts: Vec::new(),
            gone: Vec::new(),
            operations: Vec::new(),
            halt: false,
            failed: false,
            gave_up: false,
            focus: Vec::new(),
            chosen: Vec::new(),
        }
    }

    /// The block of an `undo`, some of whose facts may be gone. A `modify` starts from what a fact is now, also where the
    /// variable reads it as it was at the firing.
    pub(super) fn undoing(variables: Vec<(&'r str, Variable<'r>)>, memory: &Memory<'r>) -> Self {
        let facts = variables.iter().flat_map(|(_, variable)| match variable {
            Variable::Fact(fact) => std::slice::from_ref(fact),
            Variable::Facts(facts) => facts.as_slice(),
            Variable::Value(_) => &[],
        });
        let (mut drafts, mut gone) = (Vec::new(), Vec::new());
        for fact in facts {
            match memory.get(fact.id) {
                Some(now) => drafts.push(now.clone()),
                None => gone.push(fact.id),
            }
        }
        Self {
            drafts,
            gone,
            ..Self::new(variables)
        }
    }

    /// The same that chooses these elements, the first one first.
    pub(super) fn choosing(mut self, elements: &[Value]) -> Self {
        self.chosen = elements.iter().rev().copied().collect();
        self
    }

    /// Runs statements in order; whether the block goes on after them.
    pub(super) fn run(&mut self, effects: &'r [Effect]) -> bool {
        effects.iter().all(|effect| self.statement(effect))
    }

    fn statement(&mut self, effect: &'r Effect) -> bool {
        match effect {
            Effect::Insert(fact, values) => {
                let operation = Operation::Insert(fact, self.values(values));
                self.operations.push(operation);
            }
            Effect::InsertLogical(fact, values) => {
                let operation = Operation::InsertLogical(fact, self.values(values));
                self.operations.push(operation);
            }
            Effect::Modify(name, _) if self.gone.contains(&self.fact(name).id) => {}
            Effect::Modify(name, writes) => {
                let matched = self.fact(name).clone();
                let drafted = self.drafts.iter().find(|draft| draft.id == matched.id);
                self.set(name, Variable::Fact(drafted.unwrap_or(&matched).clone()));
                for write in writes {
                    let mut draft = self.fact(name).clone();
                    let place = draft.kind.place(&write.field);
                    draft.values[place] = evaluate::value(&write.value, self);
                    self.set(name, Variable::Fact(draft));
                }
                let draft = self.fact(name).clone();
                let fields = writes.iter().map(|write| draft.kind.place(&write.field));
                let operation = Operation::Modify(draft.id, draft.values.clone(), fields.collect());
                self.operations.push(operation);
                self.drafts.retain(|other| other.id != draft.id);
                self.drafts.push(draft);
            }
            Effect::Retract(name) => {
                let id = self.fact(name).id;
                self.operations.push(Operation::Retract(id));
                self.gone.push(id);
            }
            Effect::If(test, effects) => {
                return !evaluate::value(test, self).truth() || self.run(effects);
            }
            Effect::Each(item, list, effects) => {
                let members: Vec<Fact<'r>> = self.members(list).into_iter().cloned().collect();
                return members
                    .into_iter()
                    .all(|member| self.with(item, member, effects).0);
            }
            Effect::First(item, list, effects) => {
                let first = self.members(list).first().copied().cloned();
                return first.is_none_or(|member| self.with(item, member, effects).0);
            }
            Effect::Local(item, fact, effects) => {
                let (goes_on, held) = self.with(item, self.fact(fact).clone(), effects);
                // Both names are of one variable of Rust: what was modified by one is read by the other.
                self.set(fact, held);
                return goes_on;
            }
            Effect::Return => return false,
            Effect::Err => {
                self.failed = true;
                return false;
            }
            Effect::Choose(name, ..) => {
                let element = self.chosen.pop().expect("an element for each choice");
                self.variables.push((name, Variable::Value(element)));
            }
            Effect::Fail => {
                self.gave_up = true;
                return false;
            }
            Effect::Halt => self.halt = true,
            Effect::Focus(group) => self.focus.push(group),
        }
        true
    }

    /// Runs statements with one more variable: whether the block goes on after them, and what the variable then is.
    fn with(
        &mut self,
        name: &'r str,
        fact: Fact<'r>,
        effects: &'r [Effect],
    ) -> (bool, Variable<'r>) {
        self.variables.push((name, Variable::Fact(fact)));
        let goes_on = self.run(effects);
        let (_, held) = self.variables.pop().expect("it was pushed");
        (goes_on, held)
    }

    fn values(&self, expressions: &[Expression]) -> Vec<Value> {
        let evaluated = expressions
            .iter()
            .map(|expression| evaluate::value(expression, self));
        evaluated.collect()
    }

    fn variable(&self, name: &str) -> &Variable<'r> {
        let mut variables = self.variables.iter().rev();
        let found = variables.find(|(bound, _)| *bound == name);
        &found
            .unwrap_or_else(|| panic!("unbound variable `{name}`"))
            .1
    }

    fn set(&mut self, name: &str, variable: Variable<'r>) {
        let mut variables = self.variables.iter_mut().rev();
        let found = variables.find(|(bound, _)| *bound == name);
        found.expect("it is bound").1 = variable;
    }
}
