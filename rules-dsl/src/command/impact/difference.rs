//! Two rulesets side by side: what is new, gone or otherwise, and the rules that it touches.
//!
//! A rule is touched where something of which it is made differs, and where a rule that is touched begins or ends its
//! matches, in the one ruleset or the other. Spaces, comments and documentation make no difference.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use proc_macro2::{TokenStream, TokenTree};
use serde_json::{Value, json};

use super::name;
use crate::analysis::impact::influences;
use crate::generate::{Part, parts};
use crate::hir::{ElementId, Rule, Ruleset};
use crate::names::plain;
use crate::printer;
use crate::vocabulary as say;

/// What differs.
struct Difference {
    /// What both have, and not alike.
    changed: Vec<Part>,
    added: Vec<Part>,
    removed: Vec<Part>,
    /// The rules of the new one that are as they were and are touched, the nearest first, each with what touches it.
    touched: Vec<(String, Part)>,
    /// How many rules of the new one are not.
    untouched: usize,
}

pub(super) fn text(old: &Ruleset, new: &Ruleset) -> String {
    let difference = Difference::between(old, new);
    let mut out = String::new();
    let Difference {
        changed,
        added,
        removed,
        touched,
        untouched,
    } = &difference;
    for (word, parts) in [("changed", changed), ("added", added), ("removed", removed)] {
        for part in parts {
            _ = writeln!(out, "{word:8} {part}");
        }
    }
    if out.is_empty() {
        return "nothing differs\n".to_owned();
    }
    for (rule, by) in touched {
        _ = writeln!(out, "touched  rule `{rule}`, by {by}");
    }
    _ = writeln!(out, "{} not touched", say::counted(*untouched, "rule"));
    out
}

pub(super) fn json(old: &Ruleset, new: &Ruleset) -> String {
    let difference = Difference::between(old, new);
    let touched = difference.touched.iter();
    let touched: Vec<_> = touched
        .map(|(rule, by)| json!({ "rule": rule, "by": part(by) }))
        .collect();
    let parts = |parts: &[Part]| parts.iter().map(part).collect::<Vec<_>>();
    let shown = json!({
        "changed": parts(&difference.changed),
        "added": parts(&difference.added),
        "removed": parts(&difference.removed),
        "touched": touched,
        "untouched": difference.untouched,
    });
    format!("{shown:#}\n")
}

fn part(part: &Part) -> Value {
    json!({ "kind": part.kind, "name": part.name })
}

impl Difference {
    fn between(old: &Ruleset, new: &Ruleset) -> Self {
        let (before, after) = (parts_of(old), parts_of(new));
        let only = |some: &BTreeMap<Part, String>, others: &BTreeMap<Part, String>| {
            let names = some.keys().filter(|name| !others.contains_key(*name));
            names.cloned().collect::<Vec<_>>()
        };
        let (added, removed) = (only(&after, &before), only(&before, &after));
        let changed: Vec<Part> = after
            .iter()
            .filter(|(name, digest)| before.get(*name).is_some_and(|other| other != *digest))
            .map(|(name, _)| name.clone())
            .collect();
        let differ: Vec<&Part> = changed.iter().chain(&added).chain(&removed).collect();
        let (touched, reached) = touched(&[old, new], &differ);
        let of_new: BTreeSet<String> = new.rules.iter().map(|rule| plain(&rule.name)).collect();
        let untouched = of_new.iter().filter(|rule| !reached.contains(rule));
        let untouched = untouched.count();
        let touched = touched.into_iter();
        Self {
            touched: touched.filter(|(rule, _)| of_new.contains(rule)).collect(),
            untouched,
            changed,
            added,
            removed,
        }
    }
}

/// The rules that what differs touches, each with what touches it; and all that are reached, those that differ first.
fn touched(rulesets: &[&Ruleset], differ: &[&Part]) -> (Vec<(String, Part)>, Vec<String>) {
    let (mut touched, mut reached) = (Vec::new(), Vec::new());
    let rules = || {
        let rules = rulesets.iter().flat_map(|ruleset| {
            let rules = ruleset.rules.iter();
            rules.map(move |rule| (*ruleset, rule, plain(&rule.name)))
        });
        rules.collect::<Vec<_>>()
    };
    for (_, _, name) in rules() {
        if differ.contains(&&Part::of("rule", name.as_str())) && !reached.contains(&name) {
            reached.push(name);
        }
    }
    for (ruleset, rule, name) in rules() {
        let by = differ.iter().find(|part| mentions(ruleset, rule, part));
        if let Some(by) = by.filter(|_| !reached.contains(&name)) {
            touched.push((name.clone(), (*by).clone()));
            reached.push(name);
        }
    }
    let ways = rulesets.iter().flat_map(|ruleset| {
        let ways = influences(ruleset).into_iter();
        ways.map(|way| (name(ruleset, way.from), name(ruleset, way.to)))
    });
    let ways: BTreeSet<(String, String)> = ways.collect();
    let mut place = 0;
    while let Some(from) = reached.get(place).cloned() {
        for (_, to) in ways.iter().filter(|(by, _)| *by == from) {
            if !reached.contains(to) {
                touched.push((to.clone(), Part::of("rule", from.as_str())));
                reached.push(to.clone());
            }
        }
        place += 1;
    }
    (touched, reached)
}

/// The parts of a ruleset, each with what tells it from others.
fn parts_of(ruleset: &Ruleset) -> BTreeMap<Part, String> {
    let parts = parts(ruleset).into_iter();
    let mut parts: BTreeMap<Part, String> = parts
        .map(|(part, digest)| (part, digest.to_string()))
        .collect();
    for table in &ruleset.tables {
        let rows: Vec<&Vec<String>> = table.rows.iter().map(|row| &row.written).collect();
        let columns: Vec<&String> = table.columns.iter().map(|column| &column.text).collect();
        let own = format!("{columns:?} {:?} {rows:?}", table.asked);
        let part = parts.entry(Part::of("table", plain(&table.name)));
        part.or_default().push_str(&own);
    }
    for query in ruleset.queries.iter().filter(|query| query.asks.is_none()) {
        let params = query.params.iter();
        let params: Vec<String> = params
            .map(|(variable, ty)| {
                let name = plain(&query.rule.variables[variable.0].name);
                format!("{name}: {}", printer::text(ty))
            })
            .collect();
        let select = query.select.as_ref();
        let select = select.map(|(ty, result)| (printer::text(ty), &result.text));
        let own = format!("{params:?} {:?} {select:?}", query.rule.texts);
        let part = parts.entry(Part::of("query", plain(&query.rule.name)));
        part.or_default().push_str(&own);
    }
    parts
}

/// Whether a rule is made of a part of the ruleset.
fn mentions(ruleset: &Ruleset, rule: &Rule, part: &Part) -> bool {
    let Some(name) = &part.name else {
        // The order of all firings.
        return part.kind == "strategy";
    };
    if matches!(part.kind, "rule" | "group") {
        return false;
    }
    let mut blocks = rule
        .actions()
        .map(|action| action.tokens(&action.block.pieces));
    // A query's conditions stand in the rule under the query's name.
    let elements = (0..rule.elements.len()).map(ElementId);
    let mut types = elements.filter_map(|element| rule.pattern_type(element));
    asks(ruleset, rule, name, &mut BTreeSet::new())
        || blocks.any(|tokens| names(tokens, name))
        || types.any(|id| ruleset.fact_types[id.0].label() == *name)
}

/// Whether conditions name something, or a query that does.
fn asks(ruleset: &Ruleset, rule: &Rule, name: &str, seen: &mut BTreeSet<String>) -> bool {
    let texts = rule
        .texts
        .iter()
        .map(|text| text.parse().unwrap_or_default());
    let texts: Vec<TokenStream> = texts.collect();
    let is_named = |name: &str| texts.iter().any(|text| names(text.clone(), name));
    if is_named(name) {
        return true;
    }
    ruleset.queries.iter().any(|query| {
        let called = plain(&query.rule.name);
        is_named(&called) && seen.insert(called) && asks(ruleset, &query.rule, name, seen)
    })
}

/// Whether a name stands among tokens, at any depth.
fn names(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => names(group.stream(), name),
        TokenTree::Ident(word) => plain(&word) == name,
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
