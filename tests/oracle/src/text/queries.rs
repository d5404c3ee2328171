//! Queries as text.

use super::{conditions, expressions, line};
use crate::model::Query;

/// The text of one query.
pub(super) fn query(out: &mut String, query: &Query) {
    let params = query.params.iter();
    let params: Vec<String> = params
        .map(|(name, kind)| format!("{name}: {}", kind.rust()))
        .collect();
    let result = query.select.as_ref().map(|select| {
        let kinds: Vec<&str> = select.iter().map(|(_, kind)| kind.rust()).collect();
        format!(" -> ({},)", kinds.join(", "))
    });
    let head = format!(
        "query {}({}){} {{",
        query.name,
        params.join(", "),
        result.unwrap_or_default()
    );
    line(out, 0, &head);
    line(out, 1, "when {");
    conditions::block(out, &query.when, 2);
    line(out, 1, "}");
    if let Some(select) = &query.select {
        let values = select.iter();
        let values: Vec<String> = values
            .map(|(value, _)| expressions::expression(value))
            .collect();
        line(out, 1, &format!("select ({},)", values.join(", ")));
    }
    line(out, 0, "}");
}
