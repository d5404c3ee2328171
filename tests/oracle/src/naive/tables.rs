//! Asks tables: their rows one after another.

use super::found::{Binding, Part};
use super::matching::{Matcher, Partial};
use crate::model::table::{Hit, Row, Table, part};
use crate::model::{LookUp, Ruleset};
use crate::value::Value;

impl<'r> Matcher<'_, 'r> {
    /// What a look-up answers: the rows that do, by their places, and the value of each.
    pub(super) fn answers(&self, partial: &Partial<'r>, look_up: &LookUp) -> Vec<(usize, Value)> {
        let asked = look_up.asked();
        let values: Vec<Value> = asked
            .iter()
            .map(|asked| self.value(partial, asked))
            .collect();
        let rows = answering(&look_up.table, &values).into_iter();
        rows.map(|row| (row, Value::Int(look_up.table.rows[row].output)))
            .collect()
    }

    /// A match goes on by a row that answers. Under the table's name it remembers the row.
    pub(super) fn look_up(&self, start: &Partial<'r>, look_up: &'r LookUp) -> Vec<Partial<'r>> {
        let answers = self.answers(start, look_up).into_iter().enumerate();
        let bound = answers.map(|(number, (row, answer))| {
            let mut partial = start.clone();
            if look_up.table.hit == Hit::Collect {
                partial.parts.push(Part::Item(number));
            }
            partial.bind(&look_up.table.name, Binding::Value(Value::Count(row + 1)));
            partial.bind(&look_up.name, Binding::Value(answer));
            partial
        });
        bound.collect()
    }
}

/// The rows that answered the look-ups of a match, those inside other conditions left out.
pub(super) fn rows_of(ruleset: &Ruleset, bindings: &[(&str, Binding)]) -> Vec<String> {
    let tables = ruleset.tables();
    let rows = bindings.iter().filter_map(|(name, binding)| match binding {
        Binding::Value(Value::Count(row)) if tables.iter().any(|table| table.name == *name) => {
            Some(format!("{name}: row {row}"))
        }
        _ => None,
    });
    rows.collect()
}

/// The rows of a table that answer, by their places.
///
/// # Panics
///
/// If the table has an overlap or a gap where it may have none.
#[must_use]
pub(super) fn answering(table: &Table, values: &[Value]) -> Vec<usize> {
    let mut holding = Vec::new();
    for (place, row) in table.rows.iter().enumerate() {
        if row.otherwise && holding.is_empty() || !row.otherwise && holds(row, values) {
            holding.push(place);
        }
    }
    let outputs = |place: &usize| table.rows[*place].output;
    let is_one = holding
        .windows(2)
        .all(|pair| outputs(&pair[0]) == outputs(&pair[1]));
    let may_be_none = table.optional || table.hit == Hit::Collect;
    assert!(
        may_be_none || !holding.is_empty(),
        "a gap in {table:?} at {values:?}"
    );
    match table.hit {
        Hit::Unique => assert!(holding.len() < 2, "an overlap in {table:?} at {values:?}"),
        Hit::Any => assert!(is_one, "unlike outputs in {table:?} at {values:?}"),
        Hit::First => {}
        Hit::Collect => return holding,
    }
    holding.truncate(1);
    holding
}

fn holds(row: &Row, values: &[Value]) -> bool {
    let mut cells = row.cells.iter().zip(values);
    cells.all(|(cell, value)| cell.parts >> part(*value) & 1 == 1)
}
