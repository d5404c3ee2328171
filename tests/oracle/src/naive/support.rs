//! Founded support: a logical fact stands while a match that derived it stands, and facts that support only
//! each other fall together.
//!
//! The least fixpoint, computed afresh after every change. Types are taken layer by layer: the matches that
//! derive a layer's facts are tested against the facts of lower layers, which are settled, and against those
//! of the layer itself that have been found to stand so far.

use super::found::Groups;
use super::matching::Matcher;
use super::{Session, State};
use crate::model::{Ruleset, condition, effect};
use std::collections::{BTreeMap, BTreeSet};

impl<'r> Session<'r> {
    /// Takes out the logical facts that nothing supports any more.
    pub(super) fn drop_unfounded(&mut self) {
        let layers = stratify(self.ruleset).expect("a stratified ruleset");
        let last = layers.values().max().copied().unwrap_or(0);
        for layer in 1..=last {
            let of_layer = |name: &str| layers.get(name) == Some(&layer);
            loop {
                self.drop_of(&of_layer);
                if !self.memory.displace(of_layer) {
                    break;
                }
            }
            self.memory.step_in(of_layer, self.date);
        }
        if last > 0 {
            let standing = self.standing();
            self.memory.keep_supports(&standing);
            self.memory.drop_ahead();
        }
    }

    /// Takes out the facts and candidates of a layer that nothing supports.
    fn drop_of(&mut self, of_layer: &impl Fn(&str) -> bool) {
        let mut aside = self.memory.set_aside(|fact| of_layer(&fact.kind.name));
        loop {
            let standing = self.standing();
            let (founded, rest): (Vec<_>, Vec<_>) = aside.into_iter().partition(|fact| {
                let mut supports = fact.supports.iter();
                supports.any(|support| standing.contains(support))
            });
            aside = rest;
            if founded.is_empty() {
                break;
            }
            for fact in founded {
                self.memory.put_back(fact);
            }
        }
        for fact in aside {
            self.memory.let_fall(fact);
        }
        let standing = self.standing();
        self.memory.drop_waiting(of_layer, &standing);
    }

    /// The matches that have fired and that hold in working memory as it is.
    fn standing(&self) -> Vec<u64> {
        let mut groups: Groups<'r> = self.groups.clone();
        let now = Matcher::new(self.ruleset, &self.memory, self.date).matches(&mut groups);
        let fired = self.held.iter().filter(|held| held.state == State::Fired);
        let standing = fired.filter(|held| now.contains(&held.found));
        standing.map(|held| held.number).collect()
    }
}

/// The layer of each fact type: 0 where no rule inserts it logically, else not below what its rules match
/// and above what they negate or accumulate, and above `#[best]` types that do not rest on it; `None` where a type is negated or accumulated through a cycle of
/// logical inserts.
///
/// # Panics
///
/// If a rule names a type that is not declared.
#[must_use]
pub fn stratify(ruleset: &Ruleset) -> Option<BTreeMap<&str, usize>> {
    let names = ruleset.facts.iter().map(|declared| declared.name.as_str());
    let mut layers: BTreeMap<&str, usize> = names.map(|name| (name, 0)).collect();
    let led_to = led_to(ruleset);
    loop {
        let before = layers.clone();
        for rule in &ruleset.rules {
            let mut read = Vec::new();
            condition::types(&rule.when, false, &mut |name, negated| {
                read.push((name, negated));
            });
            effect::types(&rule.then, &mut |head, logical| {
                if !logical {
                    return;
                }
                let needed = read.iter().map(|&(name, negated)| {
                    let is_best = ruleset.fact_type(name).best.is_some();
                    let is_settled = is_best && !led_to[head].contains(name);
                    let layer = layers[name];
                    layer + usize::from((negated || is_settled) && layer > 0)
                });
                let needed = needed.max().unwrap_or_default();
                let layer = layers.get_mut(head).expect("a declared type");
                *layer = (*layer).max(needed).max(1);
            });
        }
        if layers == before {
            return Some(layers);
        }
        if layers.values().any(|layer| *layer > layers.len()) {
            return None;
        }
    }
}

/// For each fact type, those of which logical facts can rest on its facts, itself among them.
fn led_to(ruleset: &Ruleset) -> BTreeMap<&str, BTreeSet<&str>> {
    let names = ruleset.facts.iter().map(|declared| declared.name.as_str());
    let mut all: BTreeMap<&str, BTreeSet<&str>> =
        names.map(|name| (name, BTreeSet::from([name]))).collect();
    loop {
        let before = all.clone();
        for rule in &ruleset.rules {
            let mut heads = BTreeSet::new();
            effect::types(&rule.then, &mut |head, logical| {
                if logical {
                    heads.extend(before[head].iter().copied());
                }
            });
            condition::types(&rule.when, false, &mut |name, _| {
                let led_to = all.get_mut(name).expect("a declared type");
                led_to.extend(heads.iter().copied());
            });
        }
        if all == before {
            return all;
        }
    }
}
