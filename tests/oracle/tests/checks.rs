//! What the compiler says of generated rulesets, against what the naive matcher does with them: a rule with a
//! pattern of which it is said that it never holds does not fire, and a firing reaches only the rules of which that is said.

use oracle::elements::{Element, Elements};
use oracle::model::{Rule, Ruleset, effect};
use oracle::naive::{FactId, Session};
use oracle::{generate, text};
use rules_dsl::unstable::{Code, Diagnostic};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Of what rulesets are whose patterns never hold: more elements are refused less often, and mostly within others, where
/// it is not told from outside whether a pattern holds.
const REFUSED: Elements = Elements::FIRST;

/// How many changes a ruleset is tried with.
const CHANGES: u64 = 60;

/// The names of the rules that are on the agenda at some time, whatever is changed.
fn active(ruleset: &Ruleset, seed: u64) -> Vec<&str> {
    let mut session = Session::new(ruleset);
    let mut random = generate::random(seed);
    let mut active = vec![false; ruleset.rules.len()];
    for _ in 0..CHANGES {
        for activation in session.agenda() {
            active[activation.rule] = true;
        }
        let change = generate::change(&mut random, ruleset, &session, REFUSED);
        oracle::compare::apply(ruleset, &mut session, &change);
    }
    let rules = ruleset.rules.iter().zip(active);
    rules
        .filter(|(_, active)| *active)
        .map(|(rule, _)| rule.name.as_str())
        .collect()
}

/// The text of a ruleset without the warnings that it allows, and what the compiler says of it.
fn checked(ruleset: &Ruleset) -> (String, Vec<Diagnostic>) {
    let written = text::ruleset(ruleset);
    let (_, rest) = written.split_once('\n').expect("it allows warnings");
    let found = generate::findings(rest).into_iter().collect();
    (rest.to_owned(), found)
}

/// The rule that a line of a text is in, and the line; `None` where it is in a query.
fn place<'t>(text: &'t str, found: &Diagnostic) -> Option<(&'t str, &'t str)> {
    let line = found.span.start.start().line;
    let before: Vec<&str> = text.lines().take(line).collect();
    let mut heads = before.iter().rev().map(|line| line.trim_start());
    let head = heads.find(|line| line.starts_with("rule ") || line.starts_with("query "));
    let head = head.expect("a rule or a query is around it");
    let rule = head.strip_prefix("rule ")?.strip_suffix(" {")?;
    Some((rule, before[line - 1]))
}

#[test]
fn a_pattern_that_is_said_never_to_hold_does_not() {
    let said = AtomicUsize::new(0);
    oracle::with_each(0..36, |seed| {
        let ruleset = generate::refused(seed, REFUSED);
        let (text, found) = checked(&ruleset);
        let active = active(&ruleset, seed);
        for found in found.iter().filter(|found| found.code == Code::Never) {
            let Some((rule, line)) = place(&text, found) else {
                continue;
            };
            let condition = line.trim_start();
            let is_grouped = text.contains(&format!("\n    rule {rule} {{"));
            let is_outermost = line.len() - condition.len() == if is_grouped { 12 } else { 8 };
            let others = ["not ", "exists ", "unique ", "forall ", "either ", "}"];
            let is_pattern = is_outermost
                && !others.iter().any(|other| condition.starts_with(other))
                && !condition.contains(" = ");
            if is_pattern {
                assert!(
                    !active.contains(&rule),
                    "`{rule}` of seed {seed} fires:\n{text}"
                );
                said.fetch_add(1, Ordering::Relaxed);
            }
        }
    });
    let said = said.into_inner();
    assert!(said > 8, "it is said of {said} patterns only");
}

/// The matches that hold: of which rule, over which facts.
fn matches(session: &Session<'_>) -> Vec<(usize, Vec<FactId>)> {
    let matches = session.matches().into_iter();
    matches.map(|found| (found.rule, found.facts)).collect()
}

fn inserts_logical(rule: &Rule) -> bool {
    let mut logical = false;
    effect::types(&rule.then, &mut |_, is_logical| logical |= is_logical);
    logical
}

/// The way back from a `fail` leads to whatever stood before.
const WITHOUT_SEARCH: Elements = Elements::ALL.without(Element::Search);

#[test]
fn a_firing_begins_and_ends_matches_only_of_rules_that_are_said_to_be_reached() {
    let seen = AtomicUsize::new(0);
    oracle::with_each(0..30, |seed| {
        let ruleset = generate::ruleset(seed, WITHOUT_SEARCH);
        let text = text::ruleset(&ruleset);
        let (_, rest) = text.split_once('\n').expect("it allows warnings");
        let influences = generate::influences(rest);
        let mut session = Session::new(&ruleset);
        let mut random = generate::random(seed);
        for _ in 0..CHANGES {
            let change = generate::change(&mut random, &ruleset, &session, WITHOUT_SEARCH);
            oracle::compare::apply(&ruleset, &mut session, &change);
            let next = session.agenda().into_iter().find(|next| next.focused);
            let Some(next) = next else { continue };
            let before = matches(&session);
            session.step();
            let after = matches(&session);
            // What ends takes its logical facts along, and what they held up.
            let mut ended = vec![next.rule];
            let mut place = 0;
            while let Some(&from) = ended.get(place) {
                for &(_, _, to) in influences.iter().filter(|one| one.0 == from && !one.1) {
                    if !ended.contains(&to) && inserts_logical(&ruleset.rules[to]) {
                        ended.push(to);
                    }
                }
                place += 1;
            }
            for (these, others, enables) in [(&after, &before, true), (&before, &after, false)] {
                for (to, facts) in these.iter().filter(|found| !others.contains(found)) {
                    let is_said = |from: &usize| influences.contains(&(*from, enables, *to));
                    assert!(
                        ended.iter().any(is_said),
                        "seed {seed}: `{}` reaches `{}` ({enables}, {facts:?}):\n{text}",
                        ruleset.rules[next.rule].name,
                        ruleset.rules[*to].name,
                    );
                    seen.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
    });
    assert!(seen.into_inner() > 100, "hardly anything fires");
}
