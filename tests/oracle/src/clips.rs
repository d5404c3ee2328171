//! Writes a model as a program of CLIPS, for the elements that both languages have ([`Elements::CLIPS`]).
//!
//! A fact type becomes a `deftemplate`, a rule a `defrule`, a condition the conditional element of its name. An enum's
//! variants and truth values are symbols. CLIPS takes an equal fact for the same fact, as `#[unique]` does; facts of
//! other types have a slot more that tells them apart. A variable is renamed wherever it is bound, so that what is
//! local here is local there; one of `let` is written out where it is used.
//!
//! [`Elements::CLIPS`]: crate::elements::Elements::CLIPS

mod conditions;
mod effects;
mod expressions;
mod scope;

use crate::model::{FactType, Ruleset, effect};
use crate::value::{COLORS, Kind, Value};
use scope::{Names, Scope};
use std::fmt::Write as _;

/// The slot that tells equal facts apart.
const IDENTITY: &str = "id";

/// The text of a whole program.
///
/// # Panics
///
/// If the ruleset uses an element that CLIPS has not.
#[must_use]
pub fn program(ruleset: &Ruleset) -> String {
    let mut out = String::new();
    for declared in &ruleset.facts {
        out += &template(declared);
    }
    for rule in &ruleset.rules {
        let mut scope = Scope::default();
        let mut writer = Writer {
            ruleset,
            names: Names::default(),
            written: effects::names(&rule.then),
        };
        let when = writer.block(&rule.when, &mut scope);
        let then = effects::block(&mut writer, &rule.then, &mut scope);
        write!(out, "\n(defrule {}", rule.name).expect("a string takes any text");
        if let Some(salience) = &rule.salience {
            let salience = expressions::expression(salience, &scope);
            write!(out, "\n  (declare (salience {salience}))").expect("a string takes any text");
        }
        let mut logical = false;
        effect::types(&rule.then, &mut |_, supported| logical |= supported);
        // A fact for the sake of no condition stands for good.
        let (open, close) = if logical && !when.is_empty() {
            ("\n  (logical", ")")
        } else {
            ("", "")
        };
        write!(out, "{open}").expect("a string takes any text");
        for element in &when {
            write!(out, "\n  {element}").expect("a string takes any text");
        }
        write!(out, "{close}\n  =>").expect("a string takes any text");
        for action in &then {
            write!(out, "\n  {action}").expect("a string takes any text");
        }
        out += ")\n";
    }
    out
}

/// A fact as CLIPS writes it, without the slot `id` that tells it from equal ones: `(A (x 1) (y TRUE))`.
#[must_use]
pub fn fact(declared: &FactType, values: &[Value]) -> String {
    let values = values.iter().map(|value| constant(*value));
    assertion(declared, values, None)
}

/// The name of a field's slot.
fn slot(field: &str) -> String {
    if field.starts_with(char::is_numeric) {
        format!("p{field}")
    } else {
        field.into()
    }
}

/// A value as CLIPS writes it.
fn constant(value: Value) -> String {
    match value {
        Value::Int(int) => int.to_string(),
        Value::Bool(truth) => if truth { "TRUE" } else { "FALSE" }.into(),
        Value::Color(color) => COLORS[usize::from(color)].into(),
        Value::Count(_) | Value::Float(_) | Value::Text(_) => {
            unreachable!("no field is of that kind")
        }
    }
}

/// A fact to be asserted; a new one is told from others by CLIPS itself.
fn assertion(
    declared: &FactType,
    values: impl Iterator<Item = String>,
    identity: Option<&str>,
) -> String {
    let fields = declared.fields.iter().zip(values);
    let mut slots: Vec<String> = fields
        .map(|((field, _), value)| format!("({} {value})", slot(field)))
        .collect();
    slots.extend(identity.map(|identity| format!("({IDENTITY} {identity})")));
    format!("({} {})", declared.name, slots.join(" "))
}

fn template(declared: &FactType) -> String {
    let mut slots: Vec<String> = declared
        .fields
        .iter()
        .map(|(field, kind)| {
            let takes = match kind {
                Kind::Int => "type INTEGER".into(),
                Kind::Bool => "allowed-symbols TRUE FALSE".into(),
                Kind::Color => format!("allowed-symbols {}", COLORS.join(" ")),
                Kind::Count | Kind::Float | Kind::Text => unreachable!("no field is of that kind"),
            };
            format!("(slot {} ({takes}))", slot(field))
        })
        .collect();
    if !declared.unique {
        slots.push(format!("(slot {IDENTITY} (default-dynamic (gensym*)))"));
    }
    format!("(deftemplate {} {})\n", declared.name, slots.join(" "))
}

/// The writer of one rule.
struct Writer<'r> {
    ruleset: &'r Ruleset,
    names: Names,
    /// The fact variables that the rule's effects modify or retract.
    written: Vec<&'r str>,
}
