//! Tables and look-ups as text.

use super::{expressions, line};
use crate::model::table::{Argument, Cell, Column, Hit, LookUp, Param, Table, parts};
use crate::value::{COLORS, DOMAIN, Kind};

/// The text of one table.
pub(super) fn table(out: &mut String, table: &Table) {
    if table.hit != Hit::Unique {
        line(out, 0, &format!("#[hit({})]", table.hit.word()));
    }
    let params = table.params.iter().enumerate();
    let params: Vec<String> = params
        .map(|(place, param)| match param {
            Param::Value(kind) => format!("p{place}: {}", kind.rust()),
            Param::Fact(fact) => format!("p{place}: &{fact}"),
        })
        .collect();
    let result = if table.optional { "Option<i32>" } else { "i32" };
    let head = format!("table {}({}) -> {result} {{", table.name, params.join(", "));
    line(out, 0, &head);
    let columns: Vec<String> = table.columns.iter().map(column).collect();
    line(out, 1, &format!("| {} || answer |", columns.join(" | ")));
    for row in &table.rows {
        let cells = row.cells.iter().zip(&table.columns);
        let mut cells: Vec<String> = cells.map(|(of, column)| cell(*of, column.kind)).collect();
        if row.otherwise {
            cells = vec!["else".into()];
        }
        let text = format!("| {} || {} |", cells.join(" | "), row.output);
        line(out, 1, &text);
    }
    line(out, 0, "}");
}

fn column(column: &Column) -> String {
    let field = column.field.as_ref().map(|field| format!(".{field}"));
    let variants = match column.kind {
        Kind::Color => format!(": Color({})", COLORS.join(" or ")),
        _ => String::new(),
    };
    format!("p{}{}{variants}", column.param, field.unwrap_or_default())
}

/// A cell in one of its forms.
fn cell(cell: Cell, kind: Kind) -> String {
    let all = (1 << parts(kind)) - 1;
    let Cell { parts: set, form } = cell;
    let negated = form % 5 == 4;
    if set == all {
        return "-".into();
    }
    let (not, set) = if negated {
        ("not ", all & !set)
    } else {
        ("", set)
    };
    let items = match kind {
        Kind::Int => intervals(set, form),
        Kind::Bool => named(set, &["false".into(), "true".into()]),
        _ => {
            let path = if form % 2 == 0 { "" } else { "Color::" };
            named(set, &COLORS.map(|color| format!("{path}{color}")))
        }
    };
    format!("{not}{}", items.join(" or "))
}

fn named(set: u8, names: &[String]) -> Vec<String> {
    let names = names.iter().enumerate();
    let names = names.filter(|(place, _)| set >> place & 1 == 1);
    names.map(|(_, name)| name.clone()).collect()
}

/// The integers of a set as values, comparisons and ranges.
fn intervals(set: u8, form: u8) -> Vec<String> {
    let count = parts(Kind::Int);
    let mut items = Vec::new();
    let mut place = 0;
    while place < count {
        if set >> place & 1 == 0 {
            place += 1;
            continue;
        }
        let mut end = place;
        while end + 1 < count && set >> (end + 1) & 1 == 1 {
            end += 1;
        }
        // Part 0 is what lies below 0, the last what lies above the domain.
        let [low, high] = [place, end].map(|part| i32::try_from(part).expect("few parts") - 1);
        let (open_below, open_above) = (place == 0, high == DOMAIN);
        items.push(match (open_below, open_above, form % 4) {
            (true, true, _) => "..0 or >= 0".into(),
            (true, _, 0) => format!("< {}", high + 1),
            (true, _, 1) => format!("<= {high}"),
            (true, _, 2) => format!("..{}", high + 1),
            (true, _, _) => format!("..={high}"),
            (_, true, 0 | 1) => format!(">= {low}"),
            (_, true, 2) => format!("> {}", low - 1),
            (_, true, _) => format!("{low}.."),
            (_, _, 0 | 1) if low == high => low.to_string(),
            (_, _, 0 | 2) => format!("{low}..{}", high + 1),
            (_, _, _) => format!("{low}..={high}"),
        });
        place = end + 1;
    }
    items
}

/// The text of a look-up; an `if` directly after one that binds always is its guard.
pub(super) fn look_up(look_up: &LookUp, guard: Option<&crate::model::Expression>) -> String {
    let LookUp {
        name,
        table,
        arguments,
    } = look_up;
    let arguments = arguments.iter().map(|argument| match argument {
        Argument::Value(value) => expressions::expression(value),
        Argument::Fact(name) => name.clone(),
    });
    let arguments: Vec<String> = arguments.collect();
    let call = format!("{}({})", table.name, arguments.join(", "));
    let guard = guard.map(|guard| format!(" if {}", expressions::expression(guard)));
    let guard = guard.unwrap_or_default();
    if table.hit == Hit::Collect {
        format!("{name} in {call}{guard};")
    } else if table.optional {
        format!("if let Some({name}) = {call};")
    } else {
        format!("{name} = {call}{guard};")
    }
}
