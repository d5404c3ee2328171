//! Rules whose effects make matches of one another round and round, and leave what they test as it is: once one of them
//! fires, all of them fire without end.
//!
//! Said only of rules that ask for the same beside the facts by which they activate one another, for else one of them may
//! have no match; only where the effects stand in no branch, and nothing leaves the blocks before them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use proc_macro2::{Span, TokenStream, TokenTree};

use crate::diagnostic::{Code, Diagnostic};
use crate::hir::{Condition, EffectKind, ElementKind, FactTypeId, Modify, Rule, Ruleset};
use crate::names::plain;
use crate::source::mentions;
use crate::vocabulary as say;

use super::Found;
use super::tested::{Tested, fires_for_each_match, inserts_anew, is_certain, patterns};

/// Finds rules that activate one another without end. One that activates itself is found by another check.
pub(super) fn check_rule_cycles(ruleset: &Ruleset, found: &mut Found<'_>) {
    let check = Check::of(ruleset);
    let mut told = BTreeSet::new();
    for start in 0..ruleset.rules.len() {
        if told.contains(&start) {
            continue;
        }
        let Some(cycle) = check.shortest_cycle(start) else {
            continue;
        };
        if !check.goes_round(&cycle) {
            continue;
        }
        told.extend(cycle.iter().map(|step| step.from));
        let is_allowed = |step: &&Step| {
            let allows = &ruleset.rules[step.from].allows;
            allows.contains(Code::RuleCycle.name())
        };
        if !cycle.iter().any(|step| is_allowed(&step)) {
            found.push(&ruleset.rules[start], check.warning(&cycle));
        }
    }
}

/// An effect of a rule that makes a match of another.
#[derive(Clone, Copy)]
struct Step {
    from: usize,
    to: usize,
    /// The type of the fact that is inserted or modified.
    fact_type: FactTypeId,
    change: Change,
    /// The word of the effect.
    keyword: Span,
}

/// How a match is made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    /// A field takes a value that depends on others.
    Follows,
    /// A fact is inserted.
    Insert,
    /// A field takes a value that is not the one before.
    Grows,
}

struct Check<'r> {
    ruleset: &'r Ruleset,
    tested: Vec<Tested>,
    /// By the rule from which they lead, in the order of the rules to which they lead.
    steps: Vec<Vec<Step>>,
}

impl<'r> Check<'r> {
    fn of(ruleset: &'r Ruleset) -> Self {
        let rules = &ruleset.rules;
        let tested: Vec<Tested> = rules.iter().map(Tested::by).collect();
        let mut readers: BTreeMap<FactTypeId, BTreeSet<usize>> = BTreeMap::new();
        let fire = rules.iter().map(fires_for_each_match);
        let fire: Vec<bool> = fire.collect();
        for (number, rule) in rules.iter().enumerate().filter(|(n, _)| fire[*n]) {
            for (_, fact_type) in patterns(rule) {
                readers.entry(fact_type).or_default().insert(number);
            }
        }
        let steps = rules.iter().zip(&fire).enumerate();
        let steps = steps.map(|(from, (rule, fires))| {
            let mut steps = BTreeMap::new();
            if *fires {
                for made in made_by(ruleset, rule) {
                    let readers = readers.get(&made.fact_type).into_iter().flatten();
                    for &to in readers.filter(|to| **to != from) {
                        if let Some(change) = made.makes_match(ruleset, &rules[to], &tested[to]) {
                            steps.entry(to).or_insert(Step {
                                from,
                                to,
                                fact_type: made.fact_type,
                                change,
                                keyword: made.keyword,
                            });
                        }
                    }
                }
            }
            steps.into_values().collect()
        });
        Check {
            ruleset,
            steps: steps.collect(),
            tested,
        }
    }

    /// The shortest way from a rule back to it.
    fn shortest_cycle(&self, start: usize) -> Option<Vec<Step>> {
        let mut reached = vec![None; self.ruleset.rules.len()];
        let mut ahead = VecDeque::from([start]);
        while let Some(rule) = ahead.pop_front() {
            for step in &self.steps[rule] {
                if reached[step.to].is_some() {
                    continue;
                }
                reached[step.to] = Some(*step);
                ahead.push_back(step.to);
                if step.to == start {
                    return Some(way_back(&reached, start));
                }
            }
        }
        None
    }

    /// Whether no rule of a cycle changes what one of them tests, and each has a match where the one before it has one.
    fn goes_round(&self, cycle: &[Step]) -> bool {
        let types: BTreeSet<FactTypeId> = cycle.iter().map(|step| step.fact_type).collect();
        let asked = |step: &Step| asked(&self.ruleset.rules[step.from], &types);
        let group = |step: &Step| self.ruleset.rules[step.from].group;
        let Some(first) = cycle.first() else {
            return false;
        };
        // What only follows comes to rest: a value that is equal is no change.
        let is_new = cycle.iter().any(|step| step.change == Change::Grows)
            || cycle.iter().all(|step| step.change == Change::Insert);
        if !is_new {
            return false;
        }
        let Some(first_asked) = asked(first) else {
            return false;
        };
        cycle.iter().all(|step| {
            let rule = &self.ruleset.rules[step.from];
            group(step) == group(first)
                && asked(step).as_ref() == Some(&first_asked)
                && !cycle
                    .iter()
                    .any(|other| self.tested[other.from].may_be_changed_by(rule))
        })
    }

    fn warning(&self, cycle: &[Step]) -> Diagnostic {
        let name = |step: &Step| format!("`{}`", self.ruleset.rules[step.from].name);
        let names: Vec<String> = cycle.iter().map(name).collect();
        let round = format!("{} -> {}", names.join(" -> "), names[0]);
        let mut diagnostic = say::rule_cycle(names[0].as_str(), round).at(cycle[0].keyword);
        for step in &cycle[1..] {
            diagnostic = diagnostic.label(step.keyword, say::ACTIVATES_THE_NEXT);
        }
        diagnostic
    }
}

fn way_back(reached: &[Option<Step>], start: usize) -> Vec<Step> {
    let mut way = Vec::new();
    let mut rule = start;
    while let Some(step) = reached[rule] {
        way.push(step);
        rule = step.from;
        if rule == start {
            break;
        }
    }
    way.reverse();
    way
}

/// What each firing of a rule inserts or modifies.
struct Made {
    fact_type: FactTypeId,
    /// The fields that a `modify` changes, each with how; `None` of an insert.
    changed: Option<BTreeMap<String, Change>>,
    keyword: Span,
}

/// What each firing of a rule makes anew: facts of which there may be any number, and fields of its own facts.
fn made_by(ruleset: &Ruleset, rule: &Rule) -> Vec<Made> {
    let effects = rule.then.effects.iter();
    let certain = effects.filter(|effect| effect.is_unconditional());
    let made = certain.filter_map(|effect| {
        let (fact_type, changed) = match &effect.kind {
            EffectKind::Insert(insert) => (inserts_anew(ruleset, rule, insert)?, None),
            EffectKind::Modify(modify) if is_certain(rule, modify) => {
                let element = modify.target.element?;
                let mut own = patterns(rule).filter(|(own, _)| *own == element);
                (own.next()?.1, Some(changed_by(ruleset, rule, modify)))
            }
            _ => return None,
        };
        Some(Made {
            fact_type,
            changed,
            keyword: effect.keyword,
        })
    });
    made.collect()
}

/// The fields that a `modify` changes as long as others change, as far as its text says so, each with how: `c.n += 1` and
/// `c.n = n - 1` change it each time, `c.n = m` follows. One that takes a constant has it from then on.
fn changed_by(ruleset: &Ruleset, rule: &Rule, modify: &Modify) -> BTreeMap<String, Change> {
    let fact_type = modify
        .target
        .element
        .and_then(|element| rule.pattern_type(element));
    let fields = fact_type.map(|fact_type| &ruleset.fact_types[fact_type.0].fields);
    let fields = fields.into_iter().flat_map(|fields| fields.keys());
    let fields: Vec<&str> = fields.filter_map(|field| field.member.as_deref()).collect();
    let tokens: Vec<TokenTree> = rule.then.tokens(&modify.body.pieces).into_iter().collect();
    let is_mark = |token: &TokenTree, marks: &[char]| matches!(token, TokenTree::Punct(mark) if marks.contains(&mark.as_char()));
    let statements = tokens.split(|token| is_mark(token, &[';']));
    let changed = statements.filter_map(|statement| {
        let [_, dot, member, rest @ ..] = statement else {
            return None;
        };
        let name = match member {
            TokenTree::Ident(name) => plain(name),
            position => position.to_string(),
        };
        let change = match rest {
            [mark, equals, ..] if is_mark(mark, &['+', '-', '^']) && is_mark(equals, &['=']) => {
                Change::Grows
            }
            [equals, value @ ..] if is_mark(equals, &['=']) => {
                let steps = value
                    .iter()
                    .skip(1)
                    .any(|token| is_mark(token, &['+', '-']));
                let value: TokenStream = value.iter().cloned().collect();
                if steps && mentions(value.clone(), &[name.as_str()]) {
                    Change::Grows
                } else if mentions(value, &fields) {
                    Change::Follows
                } else {
                    return None;
                }
            }
            _ => return None,
        };
        is_mark(dot, &['.']).then_some((name, change))
    });
    changed.collect()
}

impl Made {
    /// How it makes a match of a rule; `None` where it does not.
    fn makes_match(&self, ruleset: &Ruleset, next: &Rule, tested: &Tested) -> Option<Change> {
        let mut patterns = patterns(next).filter(|(_, of)| *of == self.fact_type);
        let Some(changed) = &self.changed else {
            let is_match = !tested.asks_anything(self.fact_type) && patterns.next().is_some();
            return is_match.then_some(Change::Insert);
        };
        let fields = &ruleset.fact_types[self.fact_type.0].fields;
        let ways = patterns.flat_map(|(pattern, _)| {
            let reads = match &next.elements[pattern.0].kind {
                ElementKind::Fact { reads, .. } => Some(reads),
                _ => None,
            };
            let read = reads.into_iter().flatten();
            let read = read.filter_map(|&number| fields.get_index(number));
            read.filter_map(|(field, _)| changed.get(field.member.as_deref()?))
        });
        ways.max().copied()
    }
}

/// What a rule asks for beside facts of these types, and what it tests of those; `None` where that cannot be compared with
/// another rule's.
fn asked(
    rule: &Rule,
    types: &BTreeSet<FactTypeId>,
) -> Option<BTreeSet<(Option<FactTypeId>, String)>> {
    let mut asked = BTreeSet::new();
    for condition in &rule.conditions {
        match condition {
            Condition::Fact { element, tests } => {
                let fact_type = rule.pattern_type(*element)?;
                if !types.contains(&fact_type) {
                    asked.insert((Some(fact_type), String::new()));
                }
                for test in tests.iter().map(|test| &rule.tests[test.0]) {
                    if !test.is_let() {
                        asked.insert((Some(fact_type), test.text.clone()));
                    }
                }
            }
            Condition::Test(test) => {
                let test = &rule.tests[test.0];
                if !test.is_let() {
                    asked.insert((None, test.text.clone()));
                }
            }
            Condition::Quantified { text, .. } => {
                asked.insert((None, text.clone()));
            }
            Condition::Either { .. } | Condition::Accumulate(_) | Condition::Each(_) => {
                return None;
            }
        }
    }
    Some(asked)
}
