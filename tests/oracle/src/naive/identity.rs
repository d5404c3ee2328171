//! What makes a match the same match or another: its elements, with the values that the rule reads.

use super::found::{Binding, Key, Part};
use super::matching::{Matcher, Partial};
use super::memory::FactId;
use super::reads;
use crate::model::{Accumulate, Condition, Expression};

impl<'r> Matcher<'_, 'r> {
    /// What makes the match the same match or another.
    pub(super) fn identity(&self, partial: &Partial<'r>) -> Vec<Key> {
        let (conditions, attributes) = self.written();
        let mut keys = Vec::new();
        for part in &partial.parts {
            match part {
                Part::Fact(id, pattern) => {
                    let kind = self.ruleset.fact_type(&pattern.fact);
                    let places = reads::of_pattern(kind, pattern, &conditions, &attributes);
                    self.read(*id, &places, &mut keys);
                }
                Part::Branch(number) | Part::Item(number) => keys.push(Key::Number(*number)),
                Part::Group(key, _) => keys.extend(key.iter().copied().map(Key::Value)),
                Part::Answer(value) | Part::Result(_, Binding::Value(value)) => {
                    keys.push(Key::Value(*value));
                }
                Part::Result(accumulate, Binding::Fact(id)) => {
                    self.read_result(accumulate, &[*id], &conditions, &mut keys);
                }
                Part::Result(accumulate, Binding::Facts(ids)) => {
                    keys.push(Key::Number(ids.len()));
                    self.read_result(accumulate, ids, &conditions, &mut keys);
                }
            }
        }
        keys
    }

    /// The conditions and attributes that say what is read: those of the rule or, after all rules, of the
    /// query. (What any condition names is read, also one of a branch that the match is not in.)
    fn written(&self) -> (Vec<&'r Condition>, Vec<&'r Expression>) {
        let rules = &self.ruleset.rules;
        if let Some(rule) = rules.get(self.rule) {
            return (rule.when.iter().collect(), rule.attributes().collect());
        }
        let query = &self.ruleset.queries[self.rule - rules.len()];
        (query.when.iter().collect(), Vec::new())
    }

    fn read_result(
        &self,
        accumulate: &Accumulate,
        ids: &[FactId],
        conditions: &[&Condition],
        keys: &mut Vec<Key>,
    ) {
        let (_, attributes) = self.written();
        let name = reads::result_type(accumulate).expect("its members are facts");
        let kind = self.ruleset.fact_type(name);
        let places = reads::of_result(kind, accumulate, conditions, &attributes);
        for id in ids {
            self.read(*id, &places, keys);
        }
    }

    fn read(&self, id: FactId, places: &[usize], keys: &mut Vec<Key>) {
        let fact = self.memory.get(id).expect("a fact of a match is there");
        keys.push(Key::Fact(id));
        let of_place = |place: &usize| Key::of(fact.values[*place], fact.written[*place]);
        keys.extend(places.iter().map(of_place));
    }
}
