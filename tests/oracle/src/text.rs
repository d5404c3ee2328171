//! Writes a model as a `.rules` file, for the compiler under test and for people who read a failing case.

mod accumulators;
mod circles;
mod conditions;
mod effects;
mod expressions;
mod queries;
mod tables;

use crate::model::{Best, Event, FactType, Rule, Ruleset};
use crate::value::{COLORS, Kind};
pub use effects::literal;
use std::fmt::Write as _;

/// The warnings that generated rulesets earn and that say nothing about the engine.
const ALLOWED: [&str; 13] = [
    "cross_product",
    "duplicate_rule",
    "mergeable_rows",
    "never_fires",
    "rule_cycle",
    "self_reactivation",
    "subsumed_condition",
    "unbounded_event",
    "underivable",
    "unreachable_row",
    "unseen_logical",
    "unstratified",
    "unused_variable",
];

/// The text of a whole ruleset.
#[must_use]
pub fn ruleset(ruleset: &Ruleset) -> String {
    let mut out = String::new();
    let allowed = ALLOWED.iter().map(|name| format!("rules::{name}"));
    let allowed: Vec<String> = allowed.collect();
    line(&mut out, 0, &format!("#[allow({})]", allowed.join(", ")));
    line(
        &mut out,
        0,
        &format!("#[strategy({})]", ruleset.strategy.word()),
    );
    if !ruleset.stages.is_empty() {
        let stages = ruleset.stages.join(", ");
        line(&mut out, 0, &format!("#[stages({stages})]"));
    }
    if ruleset.fails {
        line(&mut out, 0, "#[error(Failed)]");
    }
    if ruleset.backtrack {
        line(&mut out, 0, "#[backtrack]");
    }
    if ruleset.clock {
        line(&mut out, 0, "#[clock(i32)]");
    }
    line(&mut out, 0, &format!("pub ruleset {};", ruleset.name));
    out.push('\n');
    if ruleset.fails {
        line(&mut out, 0, "#[derive(Debug)]");
        line(&mut out, 0, "pub struct Failed;");
    }
    let derives = "Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash";
    line(&mut out, 0, &format!("#[derive({derives})]"));
    line(
        &mut out,
        0,
        &format!("pub enum Color {{ {} }}", COLORS.join(", ")),
    );
    out.push('\n');
    out.push_str(&accumulators::definitions(ruleset));
    for declared in &ruleset.facts {
        fact_type(&mut out, declared, is_foreign(ruleset, declared));
    }
    for written in ruleset.tables() {
        out.push('\n');
        tables::table(&mut out, written);
    }
    let mut open: Option<&str> = None;
    for written in &ruleset.rules {
        let group = written.group.as_deref();
        if group != open {
            if open.is_some() {
                line(&mut out, 0, "}");
            }
            if let Some(group) = group {
                out.push('\n');
                line(&mut out, 0, &format!("group {group} {{"));
            }
            open = group;
        }
        out.push('\n');
        rule(&mut out, ruleset, written, usize::from(open.is_some()));
    }
    if open.is_some() {
        line(&mut out, 0, "}");
    }
    let has_rule = |group: &&String| {
        ruleset
            .rules
            .iter()
            .any(|rule| rule.group.as_ref() == Some(*group))
    };
    for group in ruleset.groups.iter().filter(|group| !has_rule(group)) {
        line(&mut out, 0, &format!("group {group} {{}}"));
    }
    for circle in ruleset.circles() {
        for written in &circle.queries {
            out.push('\n');
            circles::query(&mut out, written);
        }
    }
    for written in &ruleset.queries {
        out.push('\n');
        queries::query(&mut out, written);
    }
    out
}

/// Whether a fact type is written as a Rust type, and what tells its facts apart on a `use`: it must be the same. So
/// are those of every second ruleset written.
fn is_foreign(ruleset: &Ruleset, declared: &FactType) -> bool {
    let is_odd = ruleset
        .name
        .bytes()
        .last()
        .is_some_and(|last| last % 2 == 1);
    is_odd
        && (declared.unique
            || declared.key.is_some()
            || declared.best.is_some()
            || declared.event.is_some())
}

fn fact_type(out: &mut String, declared: &FactType, is_foreign: bool) {
    let name = &declared.name;
    identity(out, declared);
    if is_foreign {
        line(out, 0, &format!("use {name};"));
        let mut fields = declared.fields.iter();
        let is_total = fields.all(|(_, kind)| *kind != Kind::Float);
        let total = if is_total { ", Eq, Hash" } else { "" };
        line(
            out,
            0,
            &format!("#[derive(Debug, Clone, PartialEq{total})]"),
        );
    }
    let item = if is_foreign { "struct" } else { "fact" };
    let fields = declared.fields.iter();
    if declared.tuple {
        let kinds: Vec<String> = fields
            .map(|(_, kind)| format!("pub {}", kind.rust()))
            .collect();
        line(out, 0, &format!("pub {item} {name}({});", kinds.join(", ")));
    } else {
        let fields: Vec<String> = fields
            .map(|(field, kind)| format!("pub {field}: {}", kind.rust()))
            .collect();
        let fields = fields.join(", ");
        line(out, 0, &format!("pub {item} {name} {{ {fields} }}"));
    }
    let integers = declared
        .fields
        .iter()
        .filter(|(_, kind)| *kind == Kind::Int);
    let integers: Vec<String> = integers.map(|(field, _)| format!("self.{field}")).collect();
    let total = integers.join(" + ");
    let method = format!("pub fn total(&self) -> i32 {{ {total} }}");
    line(out, 0, &format!("impl {name} {{ {method} }}"));
}

/// The attribute that says how facts are told apart.
fn identity(out: &mut String, declared: &FactType) {
    if declared.unique {
        line(out, 0, "#[unique]");
    }
    if let Some(key) = &declared.key {
        line(out, 0, &format!("#[key({})]", key.join(", ")));
    }
    if let Some(Best { least, value, by }) = &declared.best {
        let (word, by) = (if *least { "min" } else { "max" }, by.join(", "));
        line(out, 0, &format!("#[best({word}: {value}, by({by}))]"));
    }
    if let Some(Event { at, until, expires }) = &declared.event {
        let until = until.iter().map(|until| format!(", until = {until}"));
        let expires = expires.iter().map(|span| format!(", expires = {span}"));
        let rest: String = until.chain(expires).collect();
        line(out, 0, &format!("#[event(at = {at}{rest})]"));
    }
}

/// The text of one rule.
fn rule(out: &mut String, ruleset: &Ruleset, rule: &Rule, depth: usize) {
    if let Some(stage) = &rule.stage {
        line(out, depth, &format!("#[stage({stage})]"));
    }
    if let Some(salience) = &rule.salience {
        line(
            out,
            depth,
            &format!("#[salience({})]", expressions::expression(salience)),
        );
    }
    if let Some(watched) = &rule.on_change {
        let watched: Vec<String> = watched.iter().map(expressions::expression).collect();
        line(out, depth, &format!("#[on_change({})]", watched.join(", ")));
    }
    let flags = [
        (rule.no_loop, "no_loop"),
        (rule.once, "once"),
        (rule.auto_focus, "auto_focus"),
        (rule.lock_on_active, "lock_on_active"),
    ];
    for (_, flag) in flags.iter().filter(|(set, _)| *set) {
        line(out, depth, &format!("#[{flag}]"));
    }
    line(out, depth, &format!("rule {} {{", rule.name));
    line(out, depth + 1, "when {");
    conditions::block(out, &rule.when, depth + 2);
    line(out, depth + 1, "}");
    line(out, depth + 1, "then {");
    effects::block(out, ruleset, &rule.then, depth + 2);
    line(out, depth + 1, "}");
    if let Some(undo) = &rule.undo {
        line(out, depth + 1, "undo {");
        effects::block(out, ruleset, undo, depth + 2);
        line(out, depth + 1, "}");
    }
    line(out, depth, "}");
}

/// One line of text, indented.
fn line(out: &mut String, depth: usize, text: &str) {
    writeln!(out, "{:1$}{text}", "", depth * 4).expect("a string takes any text");
}
