//! Adds look-ups to a ruleset that is made, by random numbers of their own.

mod rows;

use super::scope::Scope;
use super::{Generator, will_do};
use crate::elements::Element;
use crate::model::table::{Argument, Column, Hit, LookUp, Param, Table};
use crate::model::{Condition, Effect, Expression, Function, Operator, Ruleset, Test, condition};
use crate::value::Kind;

/// How many rulesets of a hundred have tables.
const HAVE: u32 = 40;

/// The names of tables, by their place.
const NAMES: [&str; 3] = ["first_table", "second_table", "third_table"];

/// What a look-up leaves for the rest of its rule.
struct Added {
    name: String,
    /// The conditions before it, where it stands in no other.
    before: Option<Vec<Condition>>,
    conditions: Vec<Condition>,
}

impl Generator {
    /// Adds tables, and look-ups in rules and queries, to one of several rulesets.
    pub(super) fn add_look_ups(&mut self, ruleset: Ruleset) -> Ruleset {
        if !self.uses(Element::Tables) || !self.of_tables.chance(HAVE) {
            return ruleset;
        }
        let mut with = ruleset.clone();
        self.with_look_ups(&mut with);
        if will_do(&with) { with } else { ruleset }
    }

    fn with_look_ups(&mut self, ruleset: &mut Ruleset) {
        // What is chosen here must not move what is chosen of the rest.
        let of_rest = std::mem::replace(&mut self.random, self.of_tables.clone());
        let names_before = self.named;
        let names = &NAMES[..self.random.within(1, 3)];
        let tables: Vec<Table> = names.iter().map(|name| self.table(name)).collect();
        let mut shared: Vec<Added> = Vec::new();
        for rule in &mut ruleset.rules {
            // Another rule with the same beginning goes on with the same look-up.
            for added in &shared {
                let before = added.before.as_deref().unwrap_or_default();
                if rule.when.starts_with(before) && self.random.chance(60) {
                    let conditions = added.conditions.iter().cloned();
                    rule.when.splice(before.len()..before.len(), conditions);
                    break;
                }
            }
            for _ in 0..*self.random.weighted(&[(3, 0), (4, 1), (2, 2)]) {
                let start = Scope::default();
                let Some(added) = self.add_look_up(&mut rule.when, &tables, &start) else {
                    continue;
                };
                if added.before.is_some() {
                    for effects in [Some(&mut rule.then), rule.undo.as_mut()] {
                        self.use_answer(effects.map_or(&mut [], Vec::as_mut_slice), &added.name);
                    }
                    if rule.salience.is_none()
                        && self.uses(Element::ComputedSalience)
                        && self.random.chance(10)
                    {
                        rule.salience = Some(Expression::Variable(added.name.clone()));
                    }
                    shared.push(added);
                }
            }
        }
        for query in &mut ruleset.queries {
            let mut start = Scope::default();
            for (name, kind) in &query.params {
                start.bind(name, *kind);
            }
            let added = self.add_look_up(&mut query.when, &tables, &start);
            if let (
                Some(Added {
                    name,
                    before: Some(_),
                    ..
                }),
                Some(select),
            ) = (added, &mut query.select)
            {
                select.push((Expression::Variable(name), Kind::Int));
            }
        }
        self.of_tables = std::mem::replace(&mut self.random, of_rest);
        self.named = names_before;
    }

    fn table(&mut self, name: &str) -> Table {
        let (mut params, mut columns) = (Vec::new(), Vec::new());
        for _ in 0..*self.random.weighted(&[(4, 1), (4, 2), (2, 3)]) {
            if columns.len() < 3 && self.random.chance(35) {
                let fact = self.random.pick(&self.facts.clone()).clone();
                for (field, kind) in &fact.fields {
                    let is_first = columns
                        .last()
                        .is_none_or(|column: &Column| column.param != params.len());
                    if columns.len() < 3 && (is_first || self.random.chance(50)) {
                        columns.push(Column {
                            param: params.len(),
                            field: Some(field.clone()),
                            kind: *kind,
                        });
                    }
                }
                params.push(Param::Fact(fact.name));
                continue;
            }
            let kinds = [(6, Kind::Int), (2, Kind::Bool), (3, Kind::Color)];
            let kind = *self.random.weighted(&kinds);
            if columns.len() < 3 && !self.random.chance(8) || columns.is_empty() {
                columns.push(Column {
                    param: params.len(),
                    field: None,
                    kind,
                });
            }
            params.push(Param::Value(kind));
        }
        let hits = [
            (5, Hit::Unique),
            (4, Hit::First),
            (2, Hit::Any),
            (4, Hit::Collect),
        ];
        let hit = *self.random.weighted(&hits);
        let optional = hit != Hit::Collect && self.random.chance(35);
        let kinds: Vec<Kind> = columns.iter().map(|column| column.kind).collect();
        Table {
            name: name.into(),
            hit,
            optional,
            rows: self.rows(hit, optional, &kinds),
            params,
            columns,
        }
    }

    /// Adds a look-up to conditions that stand together, or to some that stand in one of them.
    fn add_look_up(
        &mut self,
        block: &mut Vec<Condition>,
        tables: &[Table],
        start: &Scope,
    ) -> Option<Added> {
        let open: Vec<usize> = (0..block.len())
            .filter(|place| has_room(&block[*place]))
            .collect();
        if !open.is_empty() && self.random.chance(40) {
            let place = *self.random.pick(&open);
            let mut scope = start.clone();
            self.enter(&block[..place], &mut scope);
            let mut inner = scope.inner();
            let mut blocks = block[place].blocks_mut();
            let chosen = self.random.below(blocks.len());
            if let Condition::Forall(left, _) = &block[place]
                && chosen == 1
            {
                let left = left.clone();
                self.enter(&left, &mut inner);
            }
            blocks = block[place].blocks_mut();
            let added = self.add_look_up(blocks.swap_remove(chosen), tables, &inner);
            if let (Some(added), Condition::Accumulate(accumulate)) = (&added, &mut block[place])
                && added.before.is_some()
                && self.random.chance(50)
                && let Function::Sum(of) | Function::Min(of) | Function::Max(of) | Function::Avg(of) =
                    &mut accumulate.function
            {
                *of = Expression::Variable(added.name.clone());
            }
            return added.map(|added| Added {
                before: None,
                ..added
            });
        }
        // What stands in another condition begins with a pattern.
        let first = usize::from(start.depth > 0).min(block.len());
        let place = self.random.within(first, block.len());
        let mut scope = start.clone();
        self.enter(&block[..place], &mut scope);
        let look_up = self.look_up(tables, &scope)?;
        let name = look_up.name.clone();
        scope.bind(&name, Kind::Int);
        let mut conditions = vec![Condition::LookUp(look_up)];
        conditions.extend(self.about_answer(&name, &scope));
        let before = block[..place].to_vec();
        block.splice(place..place, conditions.iter().cloned());
        Some(Added {
            name,
            before: Some(before),
            conditions,
        })
    }

    /// A look-up of a table for which there is a fact where it asks for one.
    fn look_up(&mut self, tables: &[Table], scope: &Scope) -> Option<LookUp> {
        let table = self.random.pick(tables).clone();
        let mut arguments = Vec::new();
        for param in &table.params {
            arguments.push(match param {
                Param::Value(kind) => Argument::Value(self.expression(scope, *kind)),
                Param::Fact(fact) => {
                    let facts = scope.facts.iter().filter(|(_, of)| of == fact);
                    let facts: Vec<String> = facts.map(|(name, _)| name.clone()).collect();
                    if facts.is_empty() {
                        return None;
                    }
                    Argument::Fact(self.random.pick(&facts).clone())
                }
            });
        }
        Some(LookUp {
            name: self.fresh("r"),
            table,
            arguments,
        })
    }

    /// What tests an answer, or joins by it.
    fn about_answer(&mut self, name: &str, scope: &Scope) -> Option<Condition> {
        let answer = Expression::Variable(name.into());
        match self.random.below(100) {
            0..35 => {
                let operators = [Operator::Less, Operator::Greater, Operator::Unequal];
                let operator = *self.random.pick(&operators);
                let limit = self.random.int(1, 2);
                Some(Condition::If(answer.with(operator, limit)))
            }
            35..55 => {
                let mut others = self.atoms(scope, Kind::Int);
                others.retain(|other| *other != answer);
                if others.is_empty() {
                    return None;
                }
                let other = self.random.pick(&others).clone();
                Some(Condition::If(answer.with(Operator::AtMost, other)))
            }
            55..80 => {
                let declared = self.random.pick(&self.facts.clone()).clone();
                let mut pattern = condition::fact(&declared.name);
                pattern = pattern.bind(&declared.fields[0].0, name);
                if declared.tuple {
                    for (field, _) in &declared.fields[1..] {
                        pattern = pattern.test(field, Test::Any);
                    }
                }
                Some(pattern.into())
            }
            _ => None,
        }
    }

    /// Writes an answer into the first fact that a block inserts.
    fn use_answer(&mut self, effects: &mut [Effect], name: &str) {
        for effect in effects {
            if let Effect::Insert(fact, values) | Effect::InsertLogical(fact, values) = effect {
                let declared = self.facts.iter().find(|declared| declared.name == *fact);
                let fields = &declared.expect("a declared type").fields;
                let integers = (0..fields.len()).filter(|place| fields[*place].1 == Kind::Int);
                let integers: Vec<usize> = integers.collect();
                if self.random.chance(70) {
                    let place = *self.random.pick(&integers);
                    values[place] = Expression::Variable(name.into());
                }
                return;
            }
        }
    }
}

/// Whether a look-up may stand in a condition: what collects facts, or finds one, is over one pattern.
fn has_room(condition: &Condition) -> bool {
    match condition {
        Condition::Accumulate(accumulate) => accumulate.function.member().is_none(),
        condition => !condition.blocks().is_empty(),
    }
}
