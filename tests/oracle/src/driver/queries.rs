//! The part of the driver that asks queries.

use crate::model::{Query, Ruleset};
use crate::value::Kind;

/// The method that asks a query, by its place in the ruleset.
pub(super) fn asking(ruleset: &Ruleset) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = |text: &str| lines.push(text.to_string());
    line("        fn ask(&self, query: usize, v: &[Value]) -> Vec<Vec<Value>> {");
    line("            match query {");
    for (place, query) in ruleset.queries.iter().enumerate() {
        line(&format!("                {place} => {},", asked(query)));
    }
    line("                _ => unreachable!(),");
    line("            }");
    line("        }");
    lines
}

/// The call of a query, with what it gives as values.
fn asked(query: &Query) -> String {
    let params = query.params.iter().enumerate();
    let arguments = params.map(|(place, (_, kind))| super::taken(place, *kind));
    let arguments = arguments.collect::<Vec<_>>().join(", ");
    let call = format!("self.0.{}({arguments})", query.name);
    let Some(select) = &query.select else {
        return format!("if {call} {{ vec![vec![]] }} else {{ vec![] }}");
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
    format!("{call}.map(|row| vec![{}]).collect()", values.join(", "))
}
