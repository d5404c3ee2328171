//! Turns `grammar.pest`, as pest reads and optimizes it, into `table.rs`: the grammar as data.
//!
//! This package does not depend on the compiler, so the table can be made anew when the compiler does not build
//! with the old one.

use std::fmt::Write as _;

use pest_meta::ast::RuleType;
use pest_meta::optimizer::{OptimizedExpr, OptimizedRule};

const HEAD: &str = "\
//! The grammar as data: made from `grammar.pest` by `cargo test -p grammar`, which writes this file anew.

use super::matcher::Class::{Any, Digit, XidContinue, XidStart};
use super::matcher::Expression::{
    Ahead, Character, Choice, Named, Optional, Peek, Pop, Push, Repeat, Restore, Sequence, Text,
};
use super::matcher::Kind::{Atomic, Normal, Silent};
use super::matcher::Definition;

/// The rules of the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Rule {
";

/// The text of `table.rs` for the text of `grammar.pest`.
///
/// # Panics
///
/// Where the grammar is wrong, or uses what the matcher does not know.
#[must_use]
pub fn table(grammar: &str) -> String {
    let (_, rules) = match pest_meta::parse_and_optimize(grammar) {
        Ok(parsed) => parsed,
        Err(errors) => panic!("{errors:#?}"),
    };
    let mut text = HEAD.to_owned();
    for rule in &rules {
        _ = writeln!(text, "    {},", rule.name);
    }
    text.push_str("}\n\n/// What each rule matches, in the order of [`Rule`].\n");
    text.push_str("pub(super) static RULES: &[Definition] = &[\n");
    for rule in &rules {
        push_rule(&mut text, rule, &rules);
    }
    text.push_str("];\n");
    text
}

fn push_rule(text: &mut String, rule: &OptimizedRule, rules: &[OptimizedRule]) {
    let kind = match rule.ty {
        RuleType::Normal => "Normal",
        RuleType::Silent => "Silent",
        RuleType::Atomic => "Atomic",
        RuleType::CompoundAtomic | RuleType::NonAtomic => {
            panic!("the matcher does not know the kind of `{}`", rule.name)
        }
    };
    let (name, expression) = (&rule.name, expression(&rule.expr, rules));
    _ = writeln!(
        text,
        "    Definition {{ rule: Rule::{name}, kind: {kind}, expression: {expression} }},"
    );
}

fn expression(expr: &OptimizedExpr, rules: &[OptimizedRule]) -> String {
    let inner = |expr| expression(expr, rules);
    match expr {
        OptimizedExpr::Str(text) => format!("Text({text:?})"),
        OptimizedExpr::Ident(name) => named(name, rules),
        OptimizedExpr::PosPred(expr) => format!("Ahead(true, &{})", inner(expr)),
        OptimizedExpr::NegPred(expr) => format!("Ahead(false, &{})", inner(expr)),
        OptimizedExpr::Seq(..) => format!("Sequence(&[{}])", parts(expr, rules).join(", ")),
        OptimizedExpr::Choice(..) => format!("Choice(&[{}])", parts(expr, rules).join(", ")),
        OptimizedExpr::Opt(expr) => format!("Optional(&{})", inner(expr)),
        OptimizedExpr::Rep(expr) => format!("Repeat(&{})", inner(expr)),
        OptimizedExpr::Push(expr) => format!("Push(&{})", inner(expr)),
        OptimizedExpr::RestoreOnErr(expr) => format!("Restore(&{})", inner(expr)),
        OptimizedExpr::Insens(_)
        | OptimizedExpr::Range(..)
        | OptimizedExpr::PeekSlice(..)
        | OptimizedExpr::Skip(_) => panic!("the matcher does not know {expr:?}"),
    }
}

/// A rule of the grammar, or what pest knows by name.
fn named(name: &str, rules: &[OptimizedRule]) -> String {
    if rules.iter().any(|rule| rule.name == name) {
        return format!("Named(Rule::{name})");
    }
    let expression = match name {
        "ANY" => "Character(Any)",
        "ASCII_DIGIT" => "Character(Digit)",
        "XID_START" => "Character(XidStart)",
        "XID_CONTINUE" => "Character(XidContinue)",
        "PEEK" => "Peek",
        "POP" => "Pop",
        other => panic!("the matcher does not know `{other}`"),
    };
    expression.to_owned()
}

/// The parts of a sequence, or the choices: pest has them as pairs, the rest of them on the right.
fn parts(expr: &OptimizedExpr, rules: &[OptimizedRule]) -> Vec<String> {
    let (mut parts, mut rest) = (Vec::new(), expr);
    loop {
        rest = match (expr, rest) {
            (OptimizedExpr::Seq(..), OptimizedExpr::Seq(left, right))
            | (OptimizedExpr::Choice(..), OptimizedExpr::Choice(left, right)) => {
                parts.push(expression(left, rules));
                right
            }
            _ => break,
        };
    }
    parts.push(expression(rest, rules));
    parts
}
