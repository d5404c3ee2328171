//! Recursive queries and their calls as text.

use super::expressions::expression;
use super::{conditions, line};
use crate::model::Expression;
use crate::model::circle::{Again, Asked, Recursive};

/// The text of one query.
pub(super) fn query(out: &mut String, query: &Recursive) {
    let params: Vec<String> = query
        .params
        .iter()
        .map(|name| format!("{name}: i32"))
        .collect();
    let result = if query.select.is_some() {
        " -> i32"
    } else {
        ""
    };
    let head = format!("query {}({}){result} {{", query.name, params.join(", "));
    line(out, 0, &head);
    line(out, 1, "when {");
    conditions::block(out, &query.when, 2);
    line(out, 1, "}");
    if let Some(select) = &query.select {
        line(out, 1, &format!("select {select}"));
    }
    line(out, 0, "}");
}

/// A call in a rule.
pub(super) fn asked(asked: &Asked) -> String {
    call(
        asked.name.as_deref(),
        &asked.called().name,
        &asked.arguments,
    )
}

/// A call in a query of the circle.
pub(super) fn again(again: &Again) -> String {
    call(again.name.as_deref(), &again.called, &again.arguments)
}

fn call(name: Option<&str>, called: &str, arguments: &[Expression]) -> String {
    let arguments: Vec<String> = arguments.iter().map(expression).collect();
    let bound = name.map(|name| format!("{name} in ")).unwrap_or_default();
    format!("{bound}{called}({});", arguments.join(", "))
}
