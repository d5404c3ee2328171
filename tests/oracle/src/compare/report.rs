//! The text of a disagreement: the ruleset, the changes as Rust, and both sides.

use super::{Change, Edit, Pending, apply};
use crate::driver::camel;
use crate::model::Ruleset;
use crate::naive::{FactId, Row, Session};
use crate::text;
use crate::value::Value;
use std::fmt::Write as _;

/// The disagreement as a test that is ready to be pasted, with what is said of both sides below.
pub(super) fn report(
    case: &str,
    sequence: u64,
    ruleset: &Ruleset,
    changes: &[Change],
    difference: &str,
) -> String {
    let written = text::ruleset(ruleset);
    let written = written.lines().map(|line| format!("    {line}"));
    let written: Vec<String> = written.map(|line| line.trim_end().to_owned()).collect();
    let written = written.join("\n");
    let test = format!("case_{case}_{sequence}").replace([':', ','], "_");
    let mut lines = vec![format!("let mut s = {}::new();", ruleset.name)];
    let mut session = Session::new(ruleset);
    for (number, change) in changes.iter().enumerate() {
        lines.push(format!("{} // {}", call(ruleset, change), number + 1));
        apply(ruleset, &mut session, change);
    }
    lines.extend(assertions(ruleset, &session));
    let lines = lines.join("\n    ");
    format!(
        "the engine and the naive matcher disagree (ORACLE_SEED={case}.{sequence})\n\n\
         rules_runtime::rules! {{\n{written}\n}}\n\n\
         #[test]\nfn {test}() {{\n    {lines}\n}}\n\n\
         {difference}\n"
    )
}

/// What must hold after the last change.
fn assertions(ruleset: &Ruleset, session: &Session<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for declared in &ruleset.facts {
        let name = &declared.name;
        let there = session.facts(name).into_iter();
        let there = there.map(|fact| literal(ruleset, name, &fact.values));
        let there: Vec<String> = there.collect();
        lines.push(format!(
            "assert_eq!(s.facts::<{name}>().cloned().collect::<Vec<{name}>>(), [{}]);",
            there.join(", ")
        ));
    }
    let name = &ruleset.name;
    let rules = session.agenda().into_iter().map(|activation| {
        let rule = &ruleset.rules[activation.rule];
        format!("{name}Rule::{}", camel(&rule.name))
    });
    lines.push(format!(
        "assert_eq!(s.agenda().map(|next| next.rule()).collect::<Vec<{name}Rule>>(), [{}]);",
        rules.collect::<Vec<_>>().join(", ")
    ));
    lines.push("s.__verify();".into());
    lines
}

/// Facts of one type as Rust.
pub(super) fn facts<'v>(
    ruleset: &Ruleset,
    name: &str,
    facts: impl Iterator<Item = &'v Vec<Value>>,
) -> String {
    let shown: Vec<String> = facts.map(|values| literal(ruleset, name, values)).collect();
    if shown.is_empty() {
        return format!("no {name}");
    }
    shown.join(", ")
}

/// An activation; `None` for a fact that no change ended with.
pub(super) type Activation = Pending<Option<FactId>>;

/// An agenda, one activation a line.
pub(super) fn agenda(ruleset: &Ruleset, session: &Session<'_>, agenda: &[Activation]) -> String {
    let mut out = String::new();
    for activation in agenda {
        let shown = activation.facts.iter().map(|id| {
            let Some(id) = id else {
                return "unknown".into();
            };
            session.get(*id).map_or_else(
                || format!("gone#{}", id.0),
                |fact| {
                    format!(
                        "{}#{}",
                        literal(ruleset, &fact.kind.name, &fact.values),
                        id.0
                    )
                },
            )
        });
        let shown: Vec<String> = shown.collect();
        let name = &ruleset.rules[activation.rule].name;
        let mark = if activation.focused {
            ""
        } else {
            " (no focus)"
        };
        write!(out, "\n    {name}{mark}: {}", shown.join(", ")).expect("a string takes any text");
    }
    if out.is_empty() {
        return "\n    nothing".into();
    }
    out
}

fn literal(ruleset: &Ruleset, name: &str, values: &[Value]) -> String {
    text::literal(ruleset, name, values.iter().map(|value| value.rust()))
}

/// What a query gives on both sides.
pub(super) fn results(expected: &[Vec<Value>], found: &[Vec<Value>]) -> String {
    let shown = |results: &[Vec<Value>]| -> String {
        let results = results.iter().map(|values| {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            format!("({})", values.join(", "))
        });
        results.collect::<Vec<_>>().join(" ")
    };
    format!(
        "results\n  expected {}\n  found    {}",
        shown(expected),
        shown(found)
    )
}

/// A change as Rust.
pub(super) fn call(ruleset: &Ruleset, change: &Change) -> String {
    match change {
        Change::Edit(one) => find(ruleset, one, 0) + &edit(ruleset, "s", one, 0),
        Change::InsertAll(kind, values) => {
            let name = &ruleset.facts[*kind].name;
            let shown = facts(ruleset, name, values.iter());
            format!("s.insert_all([{shown}]);")
        }
        Change::Transaction(edits) => {
            let numbered = || edits.iter().enumerate();
            let found = numbered().map(|(number, one)| find(ruleset, one, number));
            let made = numbered().map(|(number, one)| edit(ruleset, "tx", one, number));
            let (found, made): (String, Vec<String>) = (found.collect(), made.collect());
            let made = made.join(" ");
            format!("{found}s.transaction(|tx| {{ {made} Ok::<_, ()>(()) }});")
        }
        Change::Step => "s.step();".into(),
        Change::Next => "s.next_solution();".into(),
        Change::Run(u64::MAX) => "s.run();".into(),
        Change::Skip => "s.skip();".into(),
        Change::Tick(t) => format!("while s.tick_to({t}).unwrap() {{}}"),
        Change::Advance(t) => format!("s.advance_to({t}).unwrap();"),
        Change::Run(limit) => format!("s.run_limit({limit});"),
        Change::Ask(query, arguments) => {
            let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
            let name = ruleset.questions()[*query].name;
            format!("s.{name}({});", arguments.join(", "))
        }
    }
}

/// The statement that finds the handle of an edit, where it has one. There may be none: some changes only count.
fn find(ruleset: &Ruleset, edit: &Edit, number: usize) -> String {
    match edit {
        Edit::Insert(..) => String::new(),
        Edit::Update(kind, place, _) | Edit::Retract(kind, place) => {
            let name = &ruleset.facts[*kind].name;
            format!("let h{number} = s.handles::<{name}>().nth({place}); ")
        }
    }
}

fn edit(ruleset: &Ruleset, on: &str, edit: &Edit, number: usize) -> String {
    // Within a transaction an edit before may have taken the fact away.
    let end = if on == "s" { "unwrap()" } else { "ok()" };
    let call = match edit {
        Edit::Insert(kind, values) => {
            let name = &ruleset.facts[*kind].name;
            return format!("{on}.insert({});", literal(ruleset, name, values));
        }
        Edit::Update(kind, _, values) => {
            let fields = ruleset.facts[*kind].fields.iter().zip(values);
            let writes: Vec<String> = fields
                .map(|((field, _), value)| format!("f.{field} = {};", value.rust()))
                .collect();
            format!("update(h{number}, |f| {{ {} }})", writes.join(" "))
        }
        Edit::Retract(..) => format!("retract(h{number})"),
    };
    format!("if let Some(h{number}) = h{number} {{ {on}.{call}.{end}; }}")
}

/// The rows of an explanation of a rule, from the first that differs.
pub(super) fn rows(rule: &str, expected: &[Row], found: &[Row]) -> String {
    let mut pairs = expected.iter().zip(found);
    let same = pairs.position(|(expected, found)| expected != found);
    let from = same.unwrap_or(expected.len().min(found.len()));
    let (expected, found) = (expected.get(from), found.get(from));
    format!(
        "row {from} of the explanation of `{rule}`\n  expected {expected:?}\n  found    {found:?}"
    )
}
