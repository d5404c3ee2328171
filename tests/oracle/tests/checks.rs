//! What the compiler says of generated rulesets, against what the naive matcher does with them: a rule with a
//! pattern of which it is said that it never holds does not fire.

use oracle::elements::Elements;
use oracle::model::Ruleset;
use oracle::naive::Session;
use oracle::{generate, text};
use rules_dsl::unstable::{Code, Diagnostic};

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
        let change = generate::change(&mut random, ruleset, &session, Elements::ALL);
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
    let mut said = 0;
    for seed in 0..36 {
        let ruleset = generate::refused(seed, Elements::ALL);
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
                said += 1;
            }
        }
    }
    assert!(said > 2, "it is said of {said} patterns only");
}
