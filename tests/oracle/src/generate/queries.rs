//! Makes queries: conditions as of rules, over parameters that join.

use super::Generator;
use super::scope::Scope;
use crate::compare::Change;
use crate::elements::Element;
use crate::model::{Condition, Expression, Query, Rule, Ruleset};
use crate::value::Kind;

use super::Random;

/// The names of queries, by their place.
const QUERIES: [&str; 2] = ["first_query", "second_query"];

impl Generator {
    /// Some queries, beside rules that are there.
    pub(super) fn queries(&mut self, rules: &[Rule]) -> Vec<Query> {
        if !self.uses(Element::Queries) {
            return Vec::new();
        }
        let names = &QUERIES[..self.random.within(1, 2)];
        names.iter().map(|name| self.query(name, rules)).collect()
    }

    fn query(&mut self, name: &str, rules: &[Rule]) -> Query {
        let mut scope = Scope::default();
        let mut params = Vec::new();
        for _ in 0..*self.random.weighted(&[(2, 0), (5, 1), (3, 2)]) {
            let kinds = [(6, Kind::Int), (1, Kind::Bool), (2, Kind::Color)];
            let (name, kind) = (self.fresh("p"), *self.random.weighted(&kinds));
            scope.bind(&name, kind);
            params.push((name, kind));
        }
        let mut when: Vec<Condition> = Vec::new();
        if self.random.chance(20) {
            let shared = &self.random.pick(rules).when;
            when.extend(shared.first().cloned());
            self.enter(&when, &mut scope);
        }
        let length = *self.random.weighted(&[(30, 1), (45, 2), (25, 3)]);
        while when.len() < length {
            when.push(self.condition(&mut scope));
        }
        let select = self.random.chance(75).then(|| self.select(&scope));
        Query {
            name: name.into(),
            params,
            when,
            select,
        }
    }

    /// The values of a result: what is bound, and something computed of it.
    fn select(&mut self, scope: &Scope) -> Vec<(Expression, Kind)> {
        let bound = scope.values.iter();
        let mut values: Vec<_> = bound
            .map(|(name, kind)| (Expression::Variable(name.clone()), *kind))
            .collect();
        for (name, fact) in &scope.facts {
            let declared = self.facts.iter().find(|declared| declared.name == *fact);
            let fields = &declared.expect("a declared type").fields;
            let fields = fields.iter();
            values.extend(fields.map(|(field, kind)| {
                let value = Expression::Field(name.clone(), field.clone());
                (value, *kind)
            }));
        }
        for (name, fact) in &scope.lists {
            let declared = self.facts.iter().find(|declared| declared.name == *fact);
            let field = declared.expect("a declared type").fields[0].0.clone();
            values.push((Expression::Length(name.clone()), Kind::Count));
            values.push((Expression::Sum(name.clone(), field), Kind::Int));
        }
        while values.len() > 4 {
            let place = self.random.below(values.len());
            values.remove(place);
        }
        values.push((self.expression(scope, Kind::Int), Kind::Int));
        values
    }
}

/// A call of a query.
pub(super) fn ask(random: &mut Random, ruleset: &Ruleset) -> Change {
    let questions = ruleset.questions();
    let query = random.below(questions.len());
    let params = questions[query].params.iter();
    let arguments = params.map(|kind| random.value(*kind));
    Change::Ask(query, arguments.collect())
}
