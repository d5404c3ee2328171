//! What a change does: a firing applies its effects, and at the end of every change the matches are compared
//! with those held.

use super::block::{self, Block, Operation, Variable};
use super::evaluate;
use super::found::Match;
use super::matching::Matcher;
use super::order::Choice;
use super::{End, Held, Session, State, Undone};
use crate::model::Effect;
use crate::value::Value;

impl<'r> Session<'r> {
    /// Fires the first activation; `None` where there was nothing to fire.
    pub(super) fn fire(&mut self) -> Option<End> {
        let choice = self.choose()?;
        if let Choice::Match(number) = choice
            && self.begin_choice(number)
        {
            return Some(self.go_back(None));
        }
        let block = self.run_block(choice, &[]);
        Some(if block.failed {
            End::Failed
        } else if block.gave_up {
            self.go_back(Some(choice))
        } else {
            self.complete(choice, block)
        })
    }

    /// Applies what the block of an activation asks for.
    pub(super) fn complete(&mut self, choice: Choice, block: Block<'r>) -> End {
        let firing = match choice {
            Choice::Undo(number) => {
                let place = self
                    .undone
                    .iter()
                    .position(|undone| undone.number == number);
                let undone = self.undone.remove(place.expect("it is on the agenda"));
                self.memory.begin_firing(self.firing(&undone.found, true));
                None
            }
            Choice::Match(number) => {
                let found = self.mark_fired(number);
                self.memory.begin_firing(self.firing(&found, false));
                Some((number, found))
            }
        };
        let support = firing.as_ref().map(|(number, _)| *number);
        self.date += 1;
        for operation in block.operations {
            match operation {
                Operation::Insert(fact, values) => {
                    self.memory.insert(fact, values, None, self.date);
                }
                Operation::InsertLogical(fact, values) => {
                    self.memory.insert(fact, values, support, self.date);
                }
                Operation::Modify(id, values, written) => {
                    self.memory.modify(id, values, &written, self.date);
                }
                Operation::Retract(id) => self.memory.retract(id),
            }
        }
        self.settle(firing.as_ref().map(|(_, found)| found));
        for group in block.focus {
            self.focus_on(group);
        }
        if block.halt { End::Halted } else { End::Fired }
    }

    /// Runs the block of an activation, which does nothing yet; it chooses these elements.
    pub(super) fn run_block(&self, choice: Choice, elements: &[Value]) -> Block<'r> {
        let (mut block, effects) = match choice {
            Choice::Undo(number) => {
                let mut undone = self.undone.iter();
                let undone = undone.find(|undone| undone.number == number);
                let undone = undone.expect("it is on the agenda");
                let undo = self.ruleset.rules[undone.found.rule].undo.as_deref();
                let block = Block::undoing(undone.variables.clone(), &self.memory);
                (block, undo.unwrap_or_default())
            }
            Choice::Match(number) => {
                let block = Block::new(self.variables(number)).choosing(elements);
                (block, self.then(number))
            }
        };
        block.run(effects);
        block
    }

    /// The match of a number, which is on the agenda.
    fn found(&self, number: u64) -> &Match<'r> {
        let mut held = self.held.iter();
        let held = held.find(|held| held.number == number);
        &held.expect("it is on the agenda").found
    }

    /// The variables of the block of a match.
    pub(super) fn variables(&self, number: u64) -> Vec<(&'r str, Variable<'r>)> {
        block::variables(&self.found(number).bindings, &self.memory)
    }

    /// The block of a match.
    pub(super) fn then(&self, number: u64) -> &'r [Effect] {
        &self.ruleset.rules[self.found(number).rule].then
    }

    /// Notes that a match fires.
    fn mark_fired(&mut self, number: u64) -> Match<'r> {
        let held = self.held.iter().position(|held| held.number == number);
        let held = held.expect("it is on the agenda");
        let dates = self.fact_dates(&self.held[held].found);
        let held = &mut self.held[held];
        held.state = State::Fired;
        held.fired = dates;
        let found = held.found.clone();
        self.remember(number);
        found
    }

    /// Notes what `#[once]` and `#[on_change]` make of a match that has fired, or counts as fired.
    pub(super) fn remember(&mut self, number: u64) {
        let held = self.held.iter().find(|held| held.number == number);
        let held = held.expect("it stands");
        let key = (held.found.rule, held.found.subject());
        if let Some(watched) = held.watched.clone() {
            self.last.insert(key.clone(), watched);
        }
        if self.ruleset.rules[held.found.rule].once {
            self.spent.push(key);
        }
        self.bar();
    }

    /// Ends a change: logical facts without support fall, then the matches are compared with those held.
    pub(super) fn settle(&mut self, firing: Option<&Match<'r>>) {
        self.drop_unfounded();
        let focused = self.focus.last().copied();
        for found in self.match_again() {
            self.begin(found, firing, focused);
        }
        for undone in &mut self.undone {
            self.memory
                .with_retracted(|memory| block::refresh(&mut undone.variables, memory));
        }
        self.memory.end_change();
    }

    /// Compares the matches that there now are with those held: those that are over end. Returns the new ones.
    pub(super) fn match_again(&mut self) -> Vec<Match<'r>> {
        let mut groups = std::mem::take(&mut self.groups);
        let mut now = Matcher::new(self.ruleset, &self.memory, self.date).matches(&mut groups);
        self.groups = groups;
        for mut held in std::mem::take(&mut self.held) {
            if let Some(found) = now.take(&held.found) {
                held.found = found;
                self.held.push(held);
            } else {
                self.end(held);
            }
        }
        now.rest().collect()
    }

    /// Puts a new match on the agenda, unless an attribute of its rule bars it.
    fn begin(&mut self, found: Match<'r>, firing: Option<&Match<'r>>, focused: Option<&str>) {
        let rule = &self.ruleset.rules[found.rule];
        let scope = found.scope(&self.memory);
        let of_stage = |stage: &String| self.ruleset.salience_of(stage);
        let salience = match &rule.salience {
            Some(salience) => evaluate::value(salience, &scope).int(),
            None => rule.stage.as_ref().map_or(0, of_stage),
        };
        let watched = rule.on_change.as_ref().map(|watched| {
            watched
                .iter()
                .map(|watched| evaluate::value(watched, &scope))
                .collect()
        });
        let looped = rule.no_loop
            && firing.is_some_and(|firing| {
                firing.rule == found.rule && firing.subject() == found.subject()
            });
        let locked =
            rule.lock_on_active && rule.group.is_some() && rule.group.as_deref() == focused;
        let barred = self.is_barred(&found, watched.as_ref());
        let state = if looped || locked || barred {
            State::Barred
        } else {
            State::Pending
        };
        if let (State::Pending, true, Some(group)) = (state, rule.auto_focus, &rule.group) {
            self.focus_on(group);
        }
        self.number += 1;
        self.held.push(Held {
            number: self.number,
            date: self.date,
            salience,
            watched,
            state,
            fired: Vec::new(),
            found,
        });
    }

    /// Whether `#[once]` or `#[on_change]` keeps a match from firing.
    fn is_barred(&self, found: &Match<'r>, watched: Option<&Vec<Value>>) -> bool {
        let rule = &self.ruleset.rules[found.rule];
        if !rule.once && rule.on_change.is_none() {
            return false;
        }
        let key = (found.rule, found.subject());
        let spent = rule.once && self.spent.contains(&key);
        let same = rule.on_change.is_some() && self.last.get(&key) == watched;
        spent || same
    }

    /// Takes off the agenda what a firing over the same facts bars.
    fn bar(&mut self) {
        for number in 0..self.held.len() {
            let held = &self.held[number];
            if Self::is_pending(held) && self.is_barred(&held.found, held.watched.as_ref()) {
                self.held[number].state = State::Barred;
            }
        }
    }

    /// Lets go of a match; one that fired leaves its `undo` block to run.
    pub(super) fn end(&mut self, held: Held<'r>) {
        if held.state == State::Fired && self.ruleset.rules[held.found.rule].undo.is_some() {
            let variables = self
                .memory
                .with_retracted(|memory| block::variables(&held.found.bindings, memory));
            self.undone.push(Undone {
                number: held.number,
                date: self.date,
                salience: held.salience,
                fired: held.fired,
                found: held.found,
                variables,
            });
        }
    }
}
