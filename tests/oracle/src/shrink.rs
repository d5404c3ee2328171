//! Makes rulesets smaller, to find the small one in which an engine still goes wrong.
//!
//! A case is written as text: `7` is the ruleset of seed 7, `7:3,0` what is left of it after the cut of
//! number 3 and then that of number 0. Cuts are numbered in the order of [`cuts`], large ones first, and leave
//! a ruleset that compiles.

mod well_formed;

use crate::elements::Elements;
use crate::generate;
use crate::model::table::Hit;
use crate::model::{Condition, Effect, Event, Pattern, Rule, Ruleset, Strategy, Table, Test};
use well_formed::is_well_formed;

/// The ruleset of a case, its session type named after it: `R7x3x0`.
///
/// # Panics
///
/// If the text is no case.
#[must_use]
pub fn case(text: &str, elements: Elements) -> Ruleset {
    let number = |text: &str| -> u64 {
        text.parse()
            .unwrap_or_else(|_| panic!("expected a case as `7` or `7:3,0`, found `{text}`"))
    };
    let (seed, path) = text.split_once(':').unwrap_or((text, ""));
    let mut ruleset = generate::ruleset(number(seed), elements);
    for cut in path.split(',').filter(|cut| !cut.is_empty()) {
        let cut = usize::try_from(number(cut)).expect("a small number");
        ruleset = cuts(&ruleset).swap_remove(cut);
    }
    ruleset.name = format!("R{}", text.replace([':', ','], "x"));
    ruleset
}

/// The cases one step smaller than a case.
#[must_use]
pub fn smaller(text: &str, elements: Elements) -> Vec<String> {
    let count = cuts(&case(text, elements)).len();
    let joint = if text.contains(':') { ',' } else { ':' };
    (0..count)
        .map(|cut| format!("{text}{joint}{cut}"))
        .collect()
}

/// Every ruleset that one cut makes of this one.
#[must_use]
pub fn cuts(ruleset: &Ruleset) -> Vec<Ruleset> {
    let mut found = Vec::new();
    for rule in 0..ruleset.rules.len() {
        let mut cut = ruleset.clone();
        cut.rules.remove(rule);
        found.push(cut);
    }
    for (place, rule) in ruleset.rules.iter().enumerate() {
        found.extend(rules(rule).into_iter().map(|rule| {
            let mut cut = ruleset.clone();
            cut.rules[place] = rule;
            cut
        }));
    }
    for query in 0..ruleset.queries.len() {
        let mut cut = ruleset.clone();
        cut.queries.remove(query);
        found.push(cut);
        for when in blocks(&ruleset.queries[query].when) {
            let mut cut = ruleset.clone();
            cut.queries[query].when = when;
            found.push(cut);
        }
        if ruleset.queries[query].select.is_some() {
            let mut cut = ruleset.clone();
            cut.queries[query].select = None;
            found.push(cut);
        }
    }
    if ruleset.fails {
        let mut cut = ruleset.clone();
        cut.fails = false;
        found.push(cut);
    }
    if ruleset.backtrack {
        let mut cut = ruleset.clone();
        cut.backtrack = false;
        found.push(cut);
    }
    if ruleset.strategy != Strategy::Depth {
        found.push(ruleset.clone().strategy(Strategy::Depth));
    }
    for place in 0..ruleset.facts.len() {
        if ruleset.facts[place].unique || ruleset.facts[place].key.is_some() {
            let mut cut = ruleset.clone();
            (cut.facts[place].unique, cut.facts[place].key) = (false, None);
            found.push(cut);
        }
    }
    for place in 0..ruleset.facts.len() {
        let Some(event) = &ruleset.facts[place].event else {
            continue;
        };
        if event.expires.is_some() || event.until.is_some() {
            let mut cut = ruleset.clone();
            cut.facts[place].event = Some(Event {
                at: event.at.clone(),
                until: None,
                expires: None,
            });
            found.push(cut);
        }
    }
    for table in ruleset.tables() {
        let cuts = rows(table).into_iter();
        found.extend(cuts.map(|cut| ruleset.clone().with_table(&cut)));
    }
    found.retain(is_well_formed);
    for cut in &mut found {
        cut.keep_mentioned();
    }
    found
}

/// A table with one row less, where that leaves no gap.
fn rows(table: &Table) -> Vec<Table> {
    let may_miss = table.optional || table.hit == Hit::Collect;
    let has_else = table.rows.iter().any(|row| row.otherwise);
    let mut found = Vec::new();
    for (place, row) in table.rows.iter().enumerate() {
        if table.rows.len() > 1 && (may_miss || has_else && !row.otherwise) {
            let mut cut = table.clone();
            cut.rows.remove(place);
            found.push(cut);
        }
    }
    found
}

fn rules(rule: &Rule) -> Vec<Rule> {
    let mut found = Vec::new();
    let mut push = |change: &dyn Fn(&mut Rule)| {
        let mut cut = rule.clone();
        change(&mut cut);
        found.push(cut);
    };
    for when in blocks(&rule.when) {
        push(&|cut| cut.when.clone_from(&when));
    }
    for then in statements(&rule.then) {
        push(&|cut| cut.then.clone_from(&then));
    }
    for undo in rule.undo.iter().flat_map(|undo| statements(undo)) {
        push(&|cut| cut.undo = Some(undo.clone()));
    }
    if rule.stage.is_some() {
        push(&|cut| cut.stage = None);
    }
    if rule.salience.is_some() {
        push(&|cut| cut.salience = None);
    }
    if rule.no_loop || rule.once || rule.auto_focus || rule.lock_on_active {
        push(&|cut| {
            (cut.no_loop, cut.once) = (false, false);
            (cut.auto_focus, cut.lock_on_active) = (false, false);
        });
    }
    if rule.on_change.is_some() {
        push(&|cut| cut.on_change = None);
    }
    if rule.group.is_some() {
        push(&|cut| {
            (cut.group, cut.auto_focus, cut.lock_on_active) = (None, false, false);
        });
    }
    if rule.undo.is_some() {
        push(&|cut| cut.undo = None);
    }
    found
}

/// Conditions that stand together with one cut in them; never none at all where there were some.
fn blocks(block: &[Condition]) -> Vec<Vec<Condition>> {
    let mut found = Vec::new();
    for place in 0..block.len() {
        if block.len() > 1 {
            let mut cut = block.to_vec();
            cut.remove(place);
            found.push(cut);
        }
    }
    for (place, condition) in block.iter().enumerate() {
        for smaller in conditions(condition) {
            let mut cut = block.to_vec();
            cut.splice(place..=place, smaller);
            found.push(cut);
        }
    }
    found
}

/// What one cut makes of a condition: one, or several in its place.
fn conditions(condition: &Condition) -> Vec<Vec<Condition>> {
    let single = |condition: Condition| vec![condition];
    match condition {
        Condition::Pattern(pattern) => {
            let cuts = patterns(pattern).into_iter();
            cuts.map(|cut| single(cut.into())).collect()
        }
        Condition::Not(block) => {
            let cuts = blocks(block).into_iter();
            cuts.map(|cut| single(Condition::Not(cut))).collect()
        }
        Condition::Exists(block) => {
            let cuts = blocks(block).into_iter();
            cuts.map(|cut| single(Condition::Exists(cut))).collect()
        }
        Condition::Unique(block) => {
            let cuts = blocks(block).into_iter();
            cuts.map(|cut| single(Condition::Unique(cut))).collect()
        }
        Condition::Forall(left, right) => {
            let lefts = blocks(left).into_iter();
            let lefts = lefts.map(|cut| single(Condition::Forall(cut, right.clone())));
            let rights = blocks(right).into_iter();
            let rights = rights.map(|cut| single(Condition::Forall(left.clone(), cut)));
            lefts.chain(rights).collect()
        }
        Condition::Either(branches) => {
            let mut found = branches.clone();
            for (place, branch) in branches.iter().enumerate() {
                if branches.len() > 2 {
                    let mut cut = branches.clone();
                    cut.remove(place);
                    found.push(single(Condition::Either(cut)));
                }
                for smaller in blocks(branch) {
                    let mut cut = branches.clone();
                    cut[place] = smaller;
                    found.push(single(Condition::Either(cut)));
                }
            }
            found
        }
        Condition::Accumulate(accumulate) => {
            let blocks = blocks(&accumulate.block).into_iter();
            let mut cuts: Vec<_> = blocks
                .map(|block| {
                    let mut cut = accumulate.clone();
                    cut.block = block;
                    cut
                })
                .collect();
            if accumulate.guard.is_some() {
                let mut cut = accumulate.clone();
                cut.guard = None;
                cuts.push(cut);
            }
            if !accumulate.by.is_empty() {
                let mut cut = accumulate.clone();
                cut.by.clear();
                cuts.push(cut);
            }
            let cuts = cuts.into_iter();
            cuts.map(|cut| single(Condition::Accumulate(cut))).collect()
        }
        Condition::Kept(name, low, high) => {
            vec![single(Condition::For(
                name.clone(),
                low.clone(),
                high.clone(),
            ))]
        }
        Condition::If(_)
        | Condition::IfLet { .. }
        | Condition::Let(..)
        | Condition::For(..)
        | Condition::LookUp(_)
        | Condition::Asked(_)
        | Condition::Due(_)
        | Condition::Again(_) => Vec::new(),
    }
}

fn patterns(pattern: &Pattern) -> Vec<Pattern> {
    let mut found = Vec::new();
    let tuple = pattern.fields.iter().any(|(field, _)| field == "0");
    for (place, (_, test)) in pattern.fields.iter().enumerate() {
        let mut cut = pattern.clone();
        if tuple {
            if *test == Test::Any {
                continue;
            }
            cut.fields[place].1 = Test::Any;
        } else {
            cut.fields.remove(place);
        }
        found.push(cut);
    }
    for place in 0..pattern.relations.len() {
        let mut cut = pattern.clone();
        cut.relations.remove(place);
        found.push(cut);
    }
    if pattern.window.is_some() {
        let mut cut = pattern.clone();
        cut.window = None;
        found.push(cut);
    }
    if pattern.last.is_some() {
        let mut cut = pattern.clone();
        cut.last = None;
        found.push(cut);
    }
    if pattern.guard.is_some() {
        let mut cut = pattern.clone();
        cut.guard = None;
        found.push(cut);
    }
    found
}

/// Statements with one cut in them.
fn statements(effects: &[Effect]) -> Vec<Vec<Effect>> {
    let mut found = Vec::new();
    for (place, effect) in effects.iter().enumerate() {
        let mut splice = |smaller: Vec<Effect>| {
            let mut cut = effects.to_vec();
            cut.splice(place..=place, smaller);
            found.push(cut);
        };
        splice(Vec::new());
        match effect {
            Effect::If(test, inner) => {
                splice(inner.clone());
                for smaller in statements(inner) {
                    splice(vec![Effect::If(test.clone(), smaller)]);
                }
            }
            Effect::Modify(name, writes) if writes.len() > 1 => {
                for place in 0..writes.len() {
                    let mut writes = writes.clone();
                    writes.remove(place);
                    splice(vec![Effect::Modify(name.clone(), writes)]);
                }
            }
            _ => {}
        }
    }
    found
}
