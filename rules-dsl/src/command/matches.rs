//! How the matches of each rule are found: a table for `rules graph --matches`.

use crate::hir::{ElementId, Operand, Rule, Ruleset};
use crate::names::{member_name, plain};
use crate::network::{Network, Node, Whole, WhyByTokens};
use crate::plan::{KeyPart, Nest, Scan, StepKind, field_of};

use super::rows::written;

/// The table of a ruleset.
pub(super) fn matches_table(ruleset: &Ruleset, network: &Network) -> String {
    let mut rows = vec![["rule", "from", "its matches are found by"].map(str::to_owned)];
    for entry in &network.matches {
        let rule = ruleset.rule(entry.context.rule);
        let mut ways = match &entry.found {
            Ok(whole) => ways(ruleset, rule, &entry.patterns(), whole),
            Err(kept) => {
                let mut ways = vec![why(rule, *kept)];
                let nodes = network.nodes.iter();
                let of_rule = nodes.filter(|node| node.rules.contains(&entry.context.rule));
                ways.extend(of_rule.filter_map(|node| bounded(ruleset, network, node)));
                ways.into_iter().map(|way| (String::new(), way)).collect()
            }
        };
        if entry.bulk {
            ways.push((String::new(), "they fire in bulk".to_owned()));
        }
        if !entry.gates.is_empty() {
            ways.push((String::new(), "they wait behind a gate".to_owned()));
        }
        let mut name = plain(&rule.name);
        for (from, by) in ways {
            rows.push([std::mem::take(&mut name), from, by]);
        }
    }
    written(&rows)
}

/// The facts that a kept join looks up within bounds, and by which fields.
fn bounded(ruleset: &Ruleset, network: &Network, node: &Node) -> Option<String> {
    let (_, bounds) = node.kind.looks_up()?;
    let index = &network.indexes[node.kind.right()?];
    if !node.kept || bounds.is_empty() {
        return None;
    }
    let rule = ruleset.rule(index.context.rule);
    let name = |part: &KeyPart| field_name(rule, part.operand(rule), |_| true);
    let keys = index.key.iter().map(name);
    let order = index.order.iter();
    let ranges = order.map(|part| range_of(&name(part)));
    let fields: Vec<String> = keys.chain(ranges).collect();
    Some(format!("{} by {}", node.text, fields.join(" and ")))
}

/// The searches for matches that are found whole: where each begins, and how it goes on.
fn ways(
    ruleset: &Ruleset,
    rule: &Rule,
    patterns: &[ElementId],
    whole: &Whole,
) -> Vec<(String, String)> {
    let mut ways = Vec::new();
    for seed in &whole.seeds {
        let from = rule.elements[patterns[seed.plan.place].0].text.clone();
        ways.push((from, steps(ruleset, rule, &seed.plan.nest)));
        if let Some(other) = &seed.plan.other {
            let other = steps(ruleset, rule, other);
            let by = format!("or, where that begins with fewer: {other}");
            ways.push((String::new(), by));
        }
    }
    for counted in &whole.counted {
        let back = steps(ruleset, rule, &counted.plan.back);
        let rest = steps(ruleset, rule, &counted.plan.rest);
        let parts = [back, rest];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        ways.push((counted.plan.quantified.text.clone(), parts.join("; ")));
    }
    ways
}

/// The steps of a search.
fn steps(ruleset: &Ruleset, rule: &Rule, nest: &Nest) -> String {
    let steps = nest.steps.iter();
    let steps = steps.filter_map(|step| match &step.kind {
        StepKind::Scan(scan) => Some(looked_up(ruleset, rule, scan)),
        StepKind::Quantified(quantified) => Some(quantified.text.clone()),
        _ => None,
    });
    steps.collect::<Vec<String>>().join("; ")
}

/// A pattern, and by which fields its facts are looked up.
fn looked_up(ruleset: &Ruleset, rule: &Rule, scan: &Scan) -> String {
    let text = &rule.elements[scan.element.0].text;
    if scan.is_of_single(ruleset, rule) {
        return format!("{text}, of which there is one");
    }
    let is_of_scan = |element| element == scan.element;
    let name = |part: &KeyPart| field_name(rule, part.operand(rule), is_of_scan);
    let keys = scan.keys.right.iter().map(name);
    let ranges = scan.keys.ranges.iter();
    let ranges = ranges.map(|range| range_of(&name(&range.field)));
    let fields: Vec<String> = keys.chain(ranges).collect();
    if fields.is_empty() {
        format!("{text}, all of them")
    } else {
        format!("{text} by {}", fields.join(" and "))
    }
}

/// The name of the field that an operand is, or its text where it is none, or one of an element that is not meant.
fn field_name(rule: &Rule, operand: &Operand, is_meant: impl Fn(ElementId) -> bool) -> String {
    let of = field_of(rule, operand).filter(|(element, _)| is_meant(*element));
    of.map_or_else(|| operand.text.clone(), |(_, member)| member_name(member))
}

fn range_of(field: &str) -> String {
    format!("a range of {field}")
}

/// Why partial matches are kept.
fn why(rule: &Rule, reason: WhyByTokens) -> String {
    let why = match reason {
        WhyByTokens::NoPattern => return "there is one".to_owned(),
        WhyByTokens::OnePattern => return "each fact of its pattern is one".to_owned(),
        WhyByTokens::Conditions => "a condition is neither a pattern nor counts the facts of one",
        WhyByTokens::Remembered => remembered(rule),
        WhyByTokens::Late => "a pattern is of facts that step in when a change is over",
        WhyByTokens::Falling => "it counts logical facts",
        WhyByTokens::Outer => "it counts facts to which none of its patterns leads",
        WhyByTokens::Far => "a search would go through all facts of a pattern",
        WhyByTokens::Many => "the rules before it have as many searches as there may be",
        WhyByTokens::Profiled => "a run has searched too much in vain",
    };
    format!("tokens, one for each beginning: {why}")
}

/// By what a rule remembers its matches.
fn remembered(rule: &Rule) -> &'static str {
    if rule.undo.is_some() {
        "it has an `undo`"
    } else if rule.once {
        "it is `#[once]`"
    } else if rule.no_loop {
        "it is `#[no_loop]`"
    } else if rule.then.inserts_logical() {
        "it inserts logical facts"
    } else {
        "it is `#[on_change]`"
    }
}
