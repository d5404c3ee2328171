//! Search: a copy of the session for each choice point, and the way back to the latest one that has an alternative left.

use super::block::{Block, Variable};
use super::evaluate;
use super::order::Choice;
use super::{End, Session, Stop};
use crate::model::Effect;
use crate::value::Value;

/// Where a search stands.
#[derive(Clone, Debug, Default)]
pub(super) struct Search<'r> {
    /// The choice points, the latest last.
    points: Vec<Point<'r>>,
    /// Whether a run has come to a solution, and the session has not gone back since.
    at_solution: bool,
    /// The date at which no alternative was left.
    exhausted: Option<u64>,
}

/// A choice point.
#[derive(Clone, Debug)]
struct Point<'r> {
    /// The session before the firing, without choice points.
    before: Box<Session<'r>>,
    /// The number of the match that chooses.
    number: u64,
    /// How many of its alternatives have been tried.
    tried: usize,
}

impl Search<'_> {
    /// Notes how a run has ended.
    pub(super) fn ended(&mut self, stop: Stop) {
        self.at_solution |= matches!(stop, Stop::Rest | Stop::Halted);
    }
}

impl Session<'_> {
    /// Runs to the next solution, and returns whether there is one: at a solution it fails first.
    ///
    /// # Panics
    ///
    /// If it fires without end.
    pub fn next_solution(&mut self) -> bool {
        let found = self.next_solution_within(u64::MAX);
        found.expect("no limit is reached")
    }

    /// The same; `None` if so many activations fire before there is one.
    pub fn next_solution_within(&mut self, limit: u64) -> Option<bool> {
        if self.search.exhausted == Some(self.date) {
            return Some(false);
        }
        self.search.exhausted = None;
        let end = if std::mem::take(&mut self.search.at_solution) {
            self.go_back(None)
        } else {
            End::Fired
        };
        let stop = match end {
            End::Exhausted => Stop::Exhausted,
            End::Halted => Stop::Halted,
            End::Fired | End::Failed => self.run_limit(limit).stop,
        };
        self.search.ended(stop);
        if stop == Stop::Exhausted {
            self.search.exhausted = Some(self.date);
        }
        (stop != Stop::Limit).then_some(stop != Stop::Exhausted)
    }

    /// Sets a choice point, if the rule of the match chooses. Returns whether it does.
    pub(super) fn begin_choice(&mut self, number: u64) -> bool {
        let chooses = matches!(self.then(number), [Effect::Choose(..), ..]);
        if chooses {
            let points = std::mem::take(&mut self.search.points);
            let before = Box::new(self.clone());
            self.search.points = points;
            self.search.points.push(Point {
                before,
                number,
                tried: 0,
            });
        }
        chooses
    }

    /// Fires the match of the latest choice point with its next alternative; where that fails, with the ones after it and then
    /// those of the points before. Where none is left, the session is as before the first choice, and the match that chose
    /// there, or the activation that failed where none did, counts as fired.
    pub(super) fn go_back(&mut self, failed: Option<Choice>) -> End {
        let mut first = failed;
        while let Some(point) = self.search.points.last_mut() {
            let (number, tried) = (point.number, point.tried);
            point.tried += 1;
            if tried > 0 {
                self.restore();
            }
            let alternatives = alternatives(&self.variables(number), self.then(number));
            if let Some(elements) = alternatives.get(tried) {
                let block = self.run_block(Choice::Match(number), elements);
                if !block.gave_up {
                    return self.complete(Choice::Match(number), block);
                }
            } else {
                self.search.points.pop();
                first = Some(Choice::Match(number));
            }
        }
        if let Some(first) = first {
            self.take_off(first);
        }
        End::Exhausted
    }

    /// Becomes as it was at the latest choice point.
    fn restore(&mut self) {
        let Search {
            points, exhausted, ..
        } = std::mem::take(&mut self.search);
        let before = &points.last().expect("a choice point").before;
        self.memory.go_back_to(&before.memory);
        *self = Self {
            memory: self.memory.clone(),
            ..(**before).clone()
        };
        self.search = Search {
            points,
            at_solution: false,
            exhausted,
        };
    }
}

/// The alternatives of a block: what each of its choices chooses, in the order in which they are tried.
pub(super) fn alternatives<'r>(
    variables: &[(&'r str, Variable<'r>)],
    then: &'r [Effect],
) -> Vec<Vec<Value>> {
    let mut alternatives = vec![Vec::new()];
    for (place, effect) in then.iter().enumerate() {
        let Effect::Choose(_, low, high) = effect else {
            break;
        };
        let further = alternatives.into_iter().flat_map(|chosen| {
            let mut block = Block::new(variables.to_vec()).choosing(&chosen);
            block.run(&then[..place]);
            let bound = |expression| evaluate::value(expression, &block).int();
            let elements = bound(low)..bound(high);
            elements.map(move |element| [chosen.as_slice(), &[Value::Int(element)]].concat())
        });
        alternatives = further.collect();
    }
    alternatives
}
