//! The part of the driver that asks queries.

use super::taken;
use crate::model::{Query, Ruleset};
use crate::value::Kind;

/// The method that asks a query, by its place in the ruleset.
pub(super) fn methods(ruleset: &Ruleset) -> String {
    let queries = ruleset.queries.iter().enumerate();
    let arms: Vec<String> = queries
        .map(|(place, query)| format!("                {place} => {}", asked(query)))
        .collect();
    let arms = arms.join("\n");
    format!(
        "
        fn ask(&self, query: usize, v: &[Value]) -> Vec<Vec<Value>> {{
            let mut found = Vec::new();
            match query {{
{arms}
                _ => unreachable!(),
            }}
            found
        }}"
    )
}

/// The call of a query, with what it gives as values.
fn asked(query: &Query) -> String {
    let params = query.params.iter().enumerate();
    let arguments = params.map(|(place, (_, kind))| taken(place, *kind));
    let arguments = arguments.collect::<Vec<_>>().join(", ");
    let call = format!("self.0.{}({arguments})", query.name);
    let Some(select) = &query.select else {
        return format!("if {call} {{ found.push(Vec::new()); }}");
    };
    let values = select.iter().enumerate();
    let values: Vec<String> = values
        .map(|(place, (_, kind))| match kind {
            Kind::Int => format!("Value::Int(row.{place})"),
            Kind::Bool => format!("Value::Bool(row.{place})"),
            Kind::Color => format!("Value::Color(row.{place} as u8)"),
            Kind::Count => format!("Value::Count(row.{place})"),
            Kind::Float => format!("Value::Float(oracle::value::Float(row.{place}))"),
        })
        .collect();
    let values = values.join(", ");
    format!("for row in {call} {{ found.push(vec![{values}]); }}")
}
