//! How the network finds the matches of each rule, condition by condition, in a word each.

use crate::ast::{self, ConditionKind};
use crate::diagnostic::SpanRange;
use crate::hir::{Element, ElementKind, Operand, Rule, RuleId, Ruleset};
use crate::names::plain;
use crate::network::{self, Network};
use crate::plan::{Nest, Plans, Scan, StepKind};
use crate::printer;

use super::{Hint, Place};

/// The words about the conditions of all rules and queries.
pub(super) fn hints(
    ruleset: &Ruleset,
    written: &ast::Ruleset,
    plans: &Plans,
    network: &Network,
    place: &dyn Fn(SpanRange) -> Option<Place>,
) -> Vec<Hint> {
    let mut hints = Hints {
        found: Vec::new(),
        ruleset,
        place,
    };
    let asked = ruleset.queries.iter().filter(|query| query.asks.is_none());
    for id in (0..ruleset.rules.len() + asked.count()).map(RuleId) {
        let rule = ruleset.rule(id);
        let is_query = id.0 >= ruleset.rules.len();
        for nest in plans.joined(id) {
            let gates = if is_query {
                Vec::new()
            } else {
                network::gates(ruleset, rule, nest)
            };
            hints.nest(rule, nest, &gates, false);
        }
    }
    for body in written.bodies() {
        hints.windows(body.when);
    }
    for fact_type in &ruleset.fact_types {
        if let (Some(event), Some(declared)) = (&fact_type.event, &fact_type.declaration)
            && let Some(expires) = &event.expires
        {
            let label = format!("kept {}", printer::text(expires));
            hints.add(declared.span.into(), label, EXPIRES);
        }
    }
    sharing(ruleset, network, &mut hints);
    hints.found
}

const INDEX: &str = "The facts are looked up in an index by these fields.";
const ORDER: &str =
    "The facts are looked up in an index in which they are ordered by these fields.";
const SCAN: &str =
    "Nothing indexes these facts: each one is tested against each match of the conditions before.";
const PRODUCT: &str =
    "Nothing relates these facts to the conditions before: each is paired with each.";
const FIRST: &str = "The search begins here; the facts of the other patterns are joined to these.";
const GATE: &str = "One fact at the most, to which nothing is joined: it lets the rule's matches fire or wait, and is no part of them.";
const WINDOW: &str = "An event is kept as long as it is in its window.";
const EXPIRES: &str = "An event is retracted so long after its end.";
const SHARED: &str = "Equal parts of rules are one part of the network.";

struct Hints<'p> {
    found: Vec<Hint>,
    ruleset: &'p Ruleset,
    place: &'p dyn Fn(SpanRange) -> Option<Place>,
}

impl Hints<'_> {
    /// Adds a word about how the facts of an element are found. What the compiler asks of itself, instants of the clock and
    /// answers of queries, stands in no text.
    fn add_to(&mut self, element: &Element, label: impl Into<String>, explanation: &'static str) {
        let is_written = match element.kind {
            ElementKind::Fact { fact_type, .. } => {
                !self.ruleset.fact_types[fact_type.0].is_hidden()
            }
            _ => false,
        };
        if is_written {
            self.add(element.span, label, explanation);
        }
    }

    fn add(&mut self, span: SpanRange, label: impl Into<String>, explanation: &'static str) {
        let Some(place) = (self.place)(span) else {
            return;
        };
        let label = label.into();
        // Branches, and calls of queries, bring a condition several times.
        let is_known = |hint: &Hint| hint.place == place && hint.label == label;
        if !self.found.iter().rev().take(64).any(is_known) {
            self.found.push(Hint {
                place,
                label,
                explanation,
            });
        }
    }

    fn nest(&mut self, rule: &Rule, nest: &Nest, gates: &[crate::hir::ElementId], is_inner: bool) {
        let is_scan = |step: &&crate::plan::Step| match &step.kind {
            StepKind::Scan(scan) => !gates.contains(&scan.element),
            _ => false,
        };
        let scans = nest.steps.iter().filter(is_scan).count();
        let mut is_first = !is_inner;
        for step in &nest.steps {
            match &step.kind {
                StepKind::Scan(scan) if gates.contains(&scan.element) => {
                    self.add_to(&rule.elements[scan.element.0], "gate", GATE);
                }
                StepKind::Scan(scan) => {
                    if !is_first {
                        self.scan(rule, scan);
                    } else if scans > 1 && scan.keys.left.is_empty() {
                        self.add_to(&rule.elements[scan.element.0], "joins first", FIRST);
                    } else if !scan.keys.left.is_empty() {
                        // A query's parameter, by which it looks up.
                        self.scan(rule, scan);
                    }
                    is_first = false;
                }
                StepKind::Quantified(quantified) => match &quantified.fact {
                    Some(scan) if !is_first => self.scan(rule, scan),
                    Some(_) => {}
                    None => {
                        for nest in &quantified.inner {
                            self.nest(rule, nest, &[], !is_first);
                        }
                    }
                },
                StepKind::Accumulate { inner, .. } => {
                    for nest in inner {
                        self.nest(rule, nest, &[], !is_first);
                    }
                }
                StepKind::Each { .. } => is_first = false,
                StepKind::Tests(_) | StepKind::Branch { .. } | StepKind::Either(_) => {}
            }
        }
    }

    fn scan(&mut self, rule: &Rule, scan: &Scan) {
        let element = &rule.elements[scan.element.0];
        let keys = scan.keys.right.iter().map(|key| key.operand(rule));
        let ranges = scan.keys.ranges.iter();
        let ranges = ranges.map(|range| range.field.operand(rule));
        let (keys, ranges) = (listed(keys), listed(ranges));
        if !keys.is_empty() {
            self.add_to(element, format!("index {keys}"), INDEX);
        }
        if !ranges.is_empty() {
            self.add_to(element, format!("index by order {ranges}"), ORDER);
        }
        if keys.is_empty() && ranges.is_empty() {
            if scan.joins().is_empty() {
                self.add_to(element, "cross product", PRODUCT);
            } else {
                self.add_to(element, "scan", SCAN);
            }
        }
    }

    /// Which events are kept for how long.
    fn windows(&mut self, conditions: &[ast::Condition]) {
        for condition in conditions {
            match &condition.kind {
                ConditionKind::Pattern(pattern) => {
                    for window in &pattern.windows {
                        let label = format!("kept {}", printer::text(&window.span));
                        if let Some(span) = SpanRange::of(&condition.tokens) {
                            self.add(span, label, WINDOW);
                        }
                    }
                }
                ConditionKind::Quantified(_, inner) => self.windows(inner),
                ConditionKind::Forall { over, holds } => {
                    self.windows(over);
                    self.windows(holds);
                }
                ConditionKind::Either(branches) => {
                    for branch in branches {
                        self.windows(branch);
                    }
                }
                ConditionKind::Accumulate(accumulate) => self.windows(&accumulate.source),
                _ => {}
            }
        }
    }
}

/// What an index is by.
fn listed<'o>(operands: impl Iterator<Item = &'o Operand>) -> String {
    let texts = operands.map(|operand| format!("`{}`", operand.text));
    texts.collect::<Vec<_>>().join(", ")
}

/// What the network has once for several rules.
fn sharing(ruleset: &Ruleset, network: &Network, hints: &mut Hints<'_>) {
    for (number, rule) in ruleset.rules.iter().enumerate() {
        let id = RuleId(number);
        let nodes = network.nodes.iter();
        let shared = nodes.filter(|node| node.rules.contains(&id) && node.rules.len() > 1);
        let (mut count, mut others) = (0, Vec::new());
        for node in shared {
            count += 1;
            for other in node.rules.iter().filter(|other| **other != id) {
                let name = plain(&ruleset.rule(*other).name);
                if !others.contains(&name) {
                    others.push(name);
                }
            }
        }
        if count > 0 {
            let nodes = if count == 1 {
                "1 node".to_owned()
            } else {
                format!("{count} nodes")
            };
            let with = match others.as_slice() {
                [one] => format!("`{one}`"),
                [one, rest @ ..] => format!("`{one}` and {} more", rest.len()),
                [] => continue,
            };
            hints.add(
                rule.name.span().into(),
                format!("shares {nodes} with {with}"),
                SHARED,
            );
        }
    }
}
