//! Accumulates: the members are found like any matches, grouped, and reduced to a result.

use super::evaluate::Scope;
use super::found::{Binding, Part, Place};
use super::matching::{Matcher, Partial};
use super::memory::FactId;
use crate::model::condition::Accumulator;
use crate::model::{Accumulate, Function, Pattern};
use crate::value::{Float, Value};

impl<'r> Matcher<'_, 'r> {
    /// What a partial match becomes by an accumulate: one, or one for each group.
    pub(super) fn accumulate(
        &self,
        start: &Partial<'r>,
        next: &Partial<'r>,
        accumulate: &'r Accumulate,
    ) -> Vec<Partial<'r>> {
        let mut partials = self.results(start, next, accumulate);
        partials.retain(|partial| {
            let guarded = accumulate.guard.as_ref();
            guarded.is_none_or(|guard| self.value(partial, guard).truth())
        });
        partials
    }

    /// The same without its guard.
    pub(super) fn results(
        &self,
        start: &Partial<'r>,
        next: &Partial<'r>,
        accumulate: &'r Accumulate,
    ) -> Vec<Partial<'r>> {
        let mut members = self.all(start.clone(), &accumulate.block);
        if let Some((event, number)) = accumulate.latest() {
            members = self.latest(members, accumulate, event, number);
        }
        let mut groups: Vec<(Vec<Value>, Vec<Partial<'r>>)> = Vec::new();
        if accumulate.by.is_empty() {
            groups.push((Vec::new(), members));
        } else {
            for member in members {
                let scope = self.view(&member);
                let key: Vec<Value> = accumulate.by.iter().map(|name| scope.value(name)).collect();
                match groups.iter_mut().find(|(known, _)| *known == key) {
                    Some((_, members)) => members.push(member),
                    None => groups.push((key, vec![member])),
                }
            }
        }
        let mut partials = Vec::new();
        for (number, (key, members)) in groups.into_iter().enumerate() {
            let mut partial = next.clone();
            if !accumulate.by.is_empty() {
                let place = self.place(start, accumulate, &key, number);
                for (name, value) in accumulate.by.iter().zip(&key) {
                    partial.bind(name, Binding::Value(*value));
                }
                partial.parts.push(Part::Group(key, place));
            }
            let Some(result) = self.result(&accumulate.function, &members) else {
                continue;
            };
            partial.bind(&accumulate.name, result.clone());
            partial.parts.push(Part::Result(accumulate, result));
            partials.push(partial);
        }
        partials
    }

    /// Of the members of each group the latest, by the times of their events; of equal times those inserted later.
    fn latest(
        &self,
        members: Vec<Partial<'r>>,
        accumulate: &Accumulate,
        event: &Pattern,
        number: usize,
    ) -> Vec<Partial<'r>> {
        let place = |member: &Partial<'r>| {
            let scope = self.view(member);
            let keys = accumulate.by.iter();
            let key: Vec<Value> = keys.map(|name| scope.value(name)).collect();
            let mut facts = member.parts.iter().filter_map(|part| match part {
                Part::Fact(id, pattern) if std::ptr::eq(*pattern, event) => Some(*id),
                _ => None,
            });
            let id = facts.next_back().expect("each member is of an event");
            let fact = self.memory.get(id).expect("it is there");
            (key, (fact.begins(), id))
        };
        let places: Vec<_> = members.iter().map(place).collect();
        let members = members.into_iter().enumerate();
        let latest = members.filter(|(member, _)| {
            let (key, time) = &places[*member];
            let others = places.iter();
            let later = others.filter(|(other, at)| other == key && at > time);
            later.count() < number
        });
        latest.map(|(_, member)| member).collect()
    }

    /// What an accumulate computes over its members; `None` where it does not match.
    fn result(&self, function: &Function, members: &[Partial<'r>]) -> Option<Binding> {
        let values = || {
            let of = function.expression().expect("it has an expression");
            members.iter().map(move |member| self.value(member, of))
        };
        let best = |name: &str, better: fn(Value, Value) -> bool| {
            let mut best: Option<(Value, FactId)> = None;
            for (value, id) in values().zip(facts(name, members)) {
                let wins = best.is_none_or(|(held, first)| {
                    better(value, held) || (value == held && id < first)
                });
                if wins {
                    best = Some((value, id));
                }
            }
            best.map(|(_, id)| Binding::Fact(id))
        };
        match function {
            Function::Count => Some(Binding::Value(Value::Count(members.len()))),
            Function::Collect(name) => {
                let mut ids: Vec<FactId> = facts(name, members).collect();
                ids.sort_unstable();
                Some(Binding::Facts(ids))
            }
            Function::Sum(_) => {
                let sum = values().map(Value::int).fold(0, i32::wrapping_add);
                Some(Binding::Value(Value::Int(sum)))
            }
            Function::Min(_) => values().min().map(Binding::Value),
            Function::Max(_) => values().max().map(Binding::Value),
            Function::Avg(_) => {
                let sum: i32 = values().map(Value::int).sum();
                let count = i32::try_from(members.len()).expect("few members");
                let mean = f64::from(sum) / f64::from(count);
                (count > 0).then_some(Binding::Value(Value::Float(Float(mean))))
            }
            Function::User(accumulator, _) => {
                let values: Vec<i32> = values().map(Value::int).collect();
                user(*accumulator, values).map(|value| Binding::Value(Value::Int(value)))
            }
            Function::MinBy(_, name) => best(name, |value, held| value < held),
            Function::MaxBy(_, name) => best(name, |value, held| value > held),
        }
    }

    /// Where a group stands among facts: when it first had a member.
    fn place(
        &self,
        start: &Partial<'r>,
        accumulate: &'r Accumulate,
        key: &[Value],
        number: usize,
    ) -> Place {
        let name = accumulate.name.as_str();
        let group = (self.rule, name, self.identity(start), key.to_vec());
        let known = self.before.0.get(&group).copied();
        let place = known.unwrap_or((self.date, number));
        self.met.borrow_mut().0.insert(group, place);
        place
    }
}

/// What a user's accumulator makes of values; `None` where it does not match.
fn user(accumulator: Accumulator, mut values: Vec<i32>) -> Option<i32> {
    values.sort_unstable();
    match accumulator {
        Accumulator::Distinct => {
            values.dedup();
            Some(i32::try_from(values.len()).expect("few members"))
        }
        Accumulator::Median => Some(values[values.len().checked_sub(1)? / 2]),
        Accumulator::Spread => Some(values.last()? - values.first()?).filter(|&spread| spread > 0),
    }
}

/// The facts that a variable takes in the members.
fn facts<'p>(name: &str, members: &'p [Partial<'_>]) -> impl Iterator<Item = FactId> + use<'p> {
    let name = name.to_string();
    members.iter().map(move |member| match member.bound(&name) {
        Some(Binding::Fact(id)) => *id,
        other => panic!("expected a fact in `{name}`, found {other:?}"),
    })
}
