//! Conditions as text of the rule language.

use super::expressions::{expression, operand};
use super::{circles, line, tables};
use crate::model::{Accumulate, Condition, Function, Pattern, Relation, Side, Test};

/// Conditions, one a line.
pub(super) fn block(out: &mut String, conditions: &[Condition], depth: usize) {
    for condition in texts(conditions) {
        line(out, depth, &condition);
    }
}

/// Conditions that stand together; what follows a look-up may be its guard.
fn texts(conditions: &[Condition]) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = conditions;
    while let [first, after @ ..] = rest {
        rest = after;
        let text = match (first, after) {
            (Condition::LookUp(of), [Condition::If(guard), after @ ..]) if !of.table.optional => {
                rest = after;
                tables::look_up(of, Some(guard))
            }
            _ => text(first),
        };
        found.push(text);
    }
    found
}

/// A condition with what ends it.
fn text(condition: &Condition) -> String {
    match condition {
        Condition::Pattern(written) => format!("{};", pattern(written)),
        Condition::Not(inner) => nested("not", inner),
        Condition::Exists(inner) => nested("exists", inner),
        Condition::Unique(inner) => nested("unique", inner),
        Condition::Forall(left, right) => {
            let end = if let [Condition::Pattern(_)] = right.as_slice() {
                ";"
            } else {
                ""
            };
            format!("forall {} => {}{end}", place(left), place(right))
        }
        Condition::Either(branches) => {
            let branches: Vec<String> = branches.iter().map(|branch| braced(branch)).collect();
            format!("either {}", branches.join(" or "))
        }
        Condition::If(test) => format!("if {};", expression(test)),
        Condition::IfLet {
            constant,
            name,
            left,
            right,
        } => {
            let (left, right) = (expression(left), expression(right));
            format!("if let ({constant}, {name}) = ({left}, {right});")
        }
        Condition::Let(name, value) => format!("let {name} = {};", expression(value)),
        Condition::For(name, low, high) => {
            format!("for {name} in {}..{};", operand(low), operand(high))
        }
        Condition::Kept(name, low, high) => {
            format!("for {name}: i32 in {}..{};", operand(low), operand(high))
        }
        Condition::Accumulate(written) => accumulate(written),
        Condition::LookUp(written) => tables::look_up(written, None),
        Condition::Asked(written) => circles::asked(written),
        Condition::Again(written) => circles::again(written),
        Condition::Due(instant) => format!("due {};", expression(instant)),
    }
}

fn nested(word: &str, inner: &[Condition]) -> String {
    match inner {
        // Without braces such a `not` would wait until it is sure.
        [Condition::Pattern(only)] if word != "not" || !may_come(only) => {
            format!("{word} {};", pattern(only))
        }
        _ => format!("{word} {}", braced(inner)),
    }
}

/// Whether time has to pass before it is sure that there is no such event.
fn may_come(pattern: &Pattern) -> bool {
    let mut relations = pattern.relations.iter();
    relations.any(|relation| relation.span.is_some() && relation.side == Side::After)
}

fn braced(conditions: &[Condition]) -> String {
    format!("{{ {} }}", texts(conditions).join(" "))
}

/// A pattern, or the block that may stand in its place.
fn place(conditions: &[Condition]) -> String {
    match conditions {
        [Condition::Pattern(only)] => pattern(only),
        _ => braced(conditions),
    }
}

fn accumulate(written: &Accumulate) -> String {
    let over = place(&written.block);
    let call = match &written.function {
        Function::Count => format!("count({over})"),
        Function::Collect(_) => format!("collect({over})"),
        Function::Sum(of) => format!("sum({} for {over})", expression(of)),
        Function::Min(of) => format!("min({} for {over})", expression(of)),
        Function::Max(of) => format!("max({} for {over})", expression(of)),
        Function::Avg(of) => format!("avg({} for {over})", expression(of)),
        Function::MinBy(of, _) => format!("min_by({} for {over})", expression(of)),
        Function::MaxBy(of, _) => format!("max_by({} for {over})", expression(of)),
        Function::User(accumulator, of) => {
            let (name, of) = (accumulator.name(), expression(of));
            format!("accumulate({name}, {of} for {over})")
        }
    };
    let by = if written.by.is_empty() {
        String::new()
    } else {
        format!(" by ({})", written.by.join(", "))
    };
    let guard = guarded(written.guard.as_ref());
    format!("{} = {call}{by}{guard};", written.name)
}

fn pattern(written: &Pattern) -> String {
    let name = written.name.as_ref().map(|name| format!("{name} @ "));
    let tuple = written
        .fields
        .iter()
        .any(|(field, _)| field.starts_with(char::is_numeric));
    let fields = match (written.fields.is_empty(), tuple) {
        (true, _) => String::new(),
        (_, true) => format!("({})", positions(written)),
        (_, false) => {
            let fields: Vec<String> = written.fields.iter().map(named).collect();
            format!(" {{ {} }}", fields.join(", "))
        }
    };
    let relations: String = written.relations.iter().map(relation).collect();
    let window = written.window.map(|span| format!(" within {span}"));
    let window = window.unwrap_or_default();
    let last = written.last.map(|number| format!(" last {number}"));
    let last = last.unwrap_or_default();
    let guard = guarded(written.guard.as_ref());
    format!(
        "{}{}{fields}{relations}{window}{last}{guard}",
        name.unwrap_or_default(),
        written.fact
    )
}

fn relation(Relation { span, side, event }: &Relation) -> String {
    let word = match side {
        Side::After => "after",
        Side::Before => "before",
        Side::Either => "of",
    };
    let within = span.map_or(String::new(), |span| format!("within {span} "));
    format!(" {within}{word} {event}")
}

/// The positions of a tuple fact in their order; `..` for those at the end that are not tested, if several.
fn positions(written: &Pattern) -> String {
    let mut texts: Vec<String> = written
        .fields
        .iter()
        .map(|(_, test)| tested(test))
        .collect();
    let rest = texts.iter().rev().take_while(|text| *text == "_").count();
    if rest > 1 {
        texts.truncate(texts.len() - rest);
        texts.push("..".into());
    }
    texts.join(", ")
}

fn named((field, test): &(String, Test)) -> String {
    match test {
        Test::Variable(name) if name == field => field.clone(),
        _ => format!("{field}: {}", tested(test)),
    }
}

fn tested(test: &Test) -> String {
    match test {
        Test::Any => "_".into(),
        Test::Variable(name) => name.clone(),
        Test::Constant(value) => value.to_string(),
        Test::OneOf(values) => {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            values.join(" | ")
        }
        Test::Range(low, high) => format!("{low}..={high}"),
        Test::Compare(operator, value) => format!("{} {}", operator.sign(), expression(value)),
    }
}

fn guarded(guard: Option<&crate::model::Expression>) -> String {
    guard.map_or(String::new(), |guard| format!(" if {}", expression(guard)))
}
