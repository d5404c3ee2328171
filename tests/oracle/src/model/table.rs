//! Decision tables, and the look-ups that ask them.
//!
//! A column divides its values into few parts: integers below the domain, each in it and those above, both truth
//! values, the colours. A cell is a set of parts; how it is written is another matter.

use super::{Condition, Expression, Query, Rule, Ruleset};
use crate::value::{COLORS, DOMAIN, Kind, Value};

/// A decision table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// How many rows may hold.
    pub hit: Hit,
    /// Whether its result is an `Option`.
    pub optional: bool,
    /// Its parameters, in order; they are called `p0`, `p1` and so on.
    pub params: Vec<Param>,
    /// What it asks.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// The hit policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// At most one row holds.
    Unique,
    /// The first that holds answers.
    First,
    /// All that hold have equal outputs.
    Any,
    /// Each that holds answers.
    Collect,
}

impl Hit {
    /// As written in the attribute.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::First => "first",
            Self::Any => "any",
            Self::Collect => "collect",
        }
    }
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Param {
    /// A value.
    Value(Kind),
    /// A reference to a fact of that type.
    Fact(String),
}

/// A column: a parameter, or a field of one that is a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The place of the parameter.
    pub param: usize,
    /// The field.
    pub field: Option<String>,
    /// The kind of its values.
    pub kind: Kind,
}

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it asks in each column; nothing in the `else` row.
    pub cells: Vec<Cell>,
    /// Whether it is the `else` row.
    pub otherwise: bool,
    /// What it answers.
    pub output: i32,
}

/// A cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The parts of the column's values for which it holds, a bit each.
    pub parts: u8,
    /// In which of the forms it is written.
    pub form: u8,
}

/// How many parts a column of a kind has.
#[must_use]
pub fn parts(kind: Kind) -> usize {
    match kind {
        Kind::Int => DOMAIN as usize + 2,
        Kind::Bool => 2,
        Kind::Color => COLORS.len(),
        Kind::Count | Kind::Float | Kind::Text => unreachable!("no column is of that kind"),
    }
}

/// The part in which a value lies.
#[must_use]
pub fn part(value: Value) -> usize {
    match value {
        Value::Int(int) => (int.clamp(-1, DOMAIN) + 1).unsigned_abs() as usize,
        Value::Bool(truth) => usize::from(truth),
        Value::Color(color) => usize::from(color),
        Value::Count(_) | Value::Float(_) | Value::Text(_) => {
            unreachable!("no column is of that kind")
        }
    }
}

/// A condition that asks a table.
#[derive(Clone, Debug, PartialEq)]
pub struct LookUp {
    /// The variable bound to what a row answers.
    pub name: String,
    /// The table.
    pub table: Table,
    /// What stands for the parameters.
    pub arguments: Vec<Argument>,
}

/// What stands for a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// A value.
    Value(Expression),
    /// A fact variable.
    Fact(String),
}

impl LookUp {
    /// What the columns ask, in the words of the rule: it reads nothing else.
    ///
    /// # Panics
    ///
    /// If a column asks a fact for none of its fields.
    #[must_use]
    pub fn asked(&self) -> Vec<Expression> {
        let columns = self.table.columns.iter();
        let asked = columns.map(|column| match &self.arguments[column.param] {
            Argument::Value(value) => value.clone(),
            Argument::Fact(name) => {
                let field = column.field.clone().expect("a field of the fact");
                Expression::Field(name.clone(), field)
            }
        });
        asked.collect()
    }

    /// The variables that its arguments name, whether or not a column asks for them.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expression)) {
        for argument in &self.arguments {
            if let Argument::Value(value) = argument {
                value.walk(visit);
            }
        }
        for asked in self.asked() {
            asked.walk(visit);
        }
    }
}

impl Ruleset {
    /// The tables that rules and queries ask, each once, in the order in which they are asked first.
    #[must_use]
    pub fn tables(&self) -> Vec<&Table> {
        let mut tables: Vec<&Table> = Vec::new();
        let whens = self.rules.iter().map(|rule| &rule.when);
        for when in whens.chain(self.queries.iter().map(|query| &query.when)) {
            each(when, &mut |look_up| {
                if tables.iter().all(|table| table.name != look_up.table.name) {
                    tables.push(&look_up.table);
                }
            });
        }
        tables
    }

    /// The same with another table of that name.
    #[must_use]
    pub fn with_table(mut self, table: &Table) -> Self {
        let rules = self.rules.iter_mut().map(|Rule { when, .. }| when);
        let queries = self.queries.iter_mut().map(|Query { when, .. }| when);
        for when in rules.chain(queries) {
            each_mut(when, &mut |look_up| {
                if look_up.table.name == table.name {
                    look_up.table = table.clone();
                }
            });
        }
        self
    }
}

fn each<'r>(conditions: &'r [Condition], visit: &mut dyn FnMut(&'r LookUp)) {
    for condition in conditions {
        if let Condition::LookUp(look_up) = condition {
            visit(look_up);
        }
        for block in condition.blocks() {
            each(block, visit);
        }
    }
}

fn each_mut(conditions: &mut [Condition], visit: &mut dyn FnMut(&mut LookUp)) {
    for condition in conditions {
        if let Condition::LookUp(look_up) = condition {
            visit(look_up);
        }
        for block in condition.blocks_mut() {
            each_mut(block, visit);
        }
    }
}
