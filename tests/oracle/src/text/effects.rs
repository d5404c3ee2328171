//! Effects as text of the rule language.

use super::expressions::{expression, operand, written};
use super::line;
use crate::model::{Effect, Ruleset};

/// Effects, one a line.
pub(super) fn block(out: &mut String, ruleset: &Ruleset, effects: &[Effect], depth: usize) {
    for effect in effects {
        statement(out, ruleset, effect, depth);
    }
}

fn statement(out: &mut String, ruleset: &Ruleset, effect: &Effect, depth: usize) {
    let (head, inner) = match effect {
        Effect::Insert(fact, values) => {
            let made = literal(ruleset, fact, values.iter().map(written));
            return line(out, depth, &format!("insert {made};"));
        }
        Effect::InsertLogical(fact, values) => {
            let made = literal(ruleset, fact, values.iter().map(written));
            return line(out, depth, &format!("insert logical {made};"));
        }
        Effect::Modify(name, writes) => {
            let writes = writes.iter();
            let writes: Vec<String> = writes
                .map(|write| format!("{name}.{} = {};", write.field, written(&write.value)))
                .collect();
            return line(
                out,
                depth,
                &format!("modify {name} {{ {} }}", writes.join(" ")),
            );
        }
        Effect::Retract(name) => return line(out, depth, &format!("retract {name};")),
        Effect::Return => return line(out, depth, "return;"),
        Effect::Err => return line(out, depth, "return Err(Failed);"),
        Effect::Halt => return line(out, depth, "halt;"),
        Effect::Focus(group) => return line(out, depth, &format!("focus {group};")),
        Effect::Choose(name, low, high) => {
            let (low, high) = (operand(low), operand(high));
            return line(out, depth, &format!("choose {name} in {low}..{high};"));
        }
        Effect::Fail => return line(out, depth, "fail;"),
        Effect::If(test, inner) => (format!("if {}", expression(test)), inner),
        Effect::Each(item, list, inner) => (format!("for {item} in {list}"), inner),
        Effect::First(item, list, inner) => {
            (format!("if let Some({item}) = {list}.first()"), inner)
        }
        Effect::Local(item, fact, inner) => {
            line(out, depth, "{");
            line(out, depth + 1, &format!("let {item} = {fact};"));
            block(out, ruleset, inner, depth + 1);
            return line(out, depth, "}");
        }
    };
    line(out, depth, &format!("{head} {{"));
    block(out, ruleset, inner, depth + 1);
    line(out, depth, "}");
}

/// A fact as a Rust expression, from the texts of its fields' values.
#[must_use]
pub fn literal(ruleset: &Ruleset, fact: &str, values: impl Iterator<Item = String>) -> String {
    let declared = ruleset.fact_type(fact);
    if declared.tuple {
        let values: Vec<String> = values.collect();
        format!("{fact}({})", values.join(", "))
    } else {
        let fields = declared.fields.iter().zip(values);
        let fields: Vec<String> = fields
            .map(|((field, _), value)| format!("{field}: {value}"))
            .collect();
        format!("{fact} {{ {} }}", fields.join(", "))
    }
}
