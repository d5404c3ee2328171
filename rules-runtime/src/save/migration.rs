//! From the numbers of a snapshot by another version of a ruleset to those of this one, where the two go together.
//!
//! Types and rules are found by their names. A rule that is there in both must have the same conditions: then its matches
//! mean the same. What stands in the way is named.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::header::{Header, SavedPart};
use super::layout::{Entry, Layout};
use super::refusal::Refusal;
use super::{Persist, RulesetPart};
use crate::ids::KindId;
use crate::memory::handle::FactId;
use crate::support::Place;

/// What has become of what the numbers in a snapshot stand for.
#[derive(Debug)]
pub(crate) struct Migration {
    /// For each fact type its number now.
    pub(super) kinds: Vec<Option<KindId>>,
    /// Which of the fact types of now are new.
    pub(super) new_kinds: Vec<bool>,
    /// For each fact type what it is called in the snapshot.
    pub(super) kind_names: Vec<String>,
    /// For each rule its number now.
    pub(super) rules: Vec<Option<u32>>,
    /// For each rule its name in the snapshot.
    pub(super) rule_names: Vec<String>,
    /// For each entry of the plan that saved the snapshot the rule.
    pub(super) entry_rules: Vec<u32>,
    /// For each of these the entry now.
    pub(super) entries: Vec<Option<u32>>,
    /// Which of the entries of now are new: of new rules, or of a type that is new in a `kind`.
    pub(super) new_entries: Vec<bool>,
    /// For each entry of which nodes are numbered in the snapshot, these; the match node first.
    pub(super) saved_chains: BTreeMap<u32, Vec<u32>>,
    /// For the match node of each of them the entry.
    pub(super) match_nodes: BTreeMap<u32, u32>,
    /// For each of them the nodes that led to it, and those that do now, where they work alike.
    pub(super) chains: BTreeMap<u32, Alike>,
    /// For each agenda group its number now; the first is for the rules outside all groups.
    pub(super) groups: Vec<Option<u32>>,
    /// What each rule of now does otherwise than in the snapshot.
    pub(super) reordered: Vec<Reordered>,
    /// What differs in the globals, if anything does.
    pub(super) globals: Vec<String>,
}

/// What a rule does otherwise with what is pending and what has fired.
#[derive(Debug)]
pub(super) struct Reordered {
    /// Whether its salience is computed otherwise.
    pub(super) salience: bool,
    /// Whether it is in another group, or gives it the focus otherwise.
    pub(super) focus: bool,
    /// The types of the facts that it derives now.
    pub(super) derives: &'static [u32],
}

/// Nodes that work alike, each with the one that does so now.
#[derive(Debug)]
pub(super) struct Alike {
    pub(super) nodes: Vec<(u32, u32)>,
    /// Whether these are all: then copies of tokens mean the same, too.
    pub(super) is_whole: bool,
}

/// For each part of a snapshot its place now, and what stands in the way of that.
///
/// The snapshot may have several of the names that a part has had: what had the oldest is the part, and what had a later one
/// then was something else, which is gone. Of fact types, those without facts are gone.
fn parts_now(saved: &Header, parts: &[RulesetPart]) -> (Vec<Option<usize>>, Vec<String>) {
    let mut now = alloc::vec![None; saved.parts.len()];
    let mut differences = Vec::new();
    for (place, part) in parts.iter().enumerate() {
        let names = part.was.iter().copied().chain([part.name]);
        let find = |name| saved.parts.iter().position(|part| part.name == name);
        let earlier: Vec<usize> = names.filter_map(find).collect();
        let is_type = part.name.starts_with("fact type `");
        let with_facts = earlier.iter().copied();
        let mut with_facts = with_facts.filter(|&place| is_type && saved.has_facts(place));
        let one = with_facts.next();
        if let Some(before) = one.or_else(|| earlier.first().copied()) {
            now[before] = Some(place);
        }
        if let Some((one, other)) = one.zip(with_facts.next()) {
            let [one, other] = [one, other].map(|place| &saved.parts[place].name);
            differences.push(alloc::format!(
                "{one} and {other} are one, and there are facts of both (keep both types until those of one are retracted)"
            ));
        }
    }
    (now, differences)
}

impl Migration {
    /// From what a header says. Fails where the versions do not go together.
    pub(super) fn new<P: Persist<L>, L>(saved: &Header, layout: &Layout) -> Result<Self, Refusal> {
        let parts = P::PARTS;
        let (now, mut in_the_way) = parts_now(saved, parts);
        in_the_way.extend(differences(saved, parts, &now));
        if !in_the_way.is_empty() {
            return Err(Refusal::Version {
                ruleset: P::NAME,
                differences: in_the_way,
            });
        }
        let numbered = |prefix: &str| {
            let is_it = |name: &str| name.starts_with(prefix);
            let names: Vec<&str> = parts.iter().map(|part| part.name).collect();
            let saved = saved.parts.iter().enumerate();
            let saved = saved.filter(|(_, part)| is_it(&part.name));
            let numbers = saved.map(|(place, _)| {
                let before = &names[..now[place]?];
                Some(before.iter().filter(|name| is_it(name)).count() as u32)
            });
            numbers.collect::<Vec<_>>()
        };
        let rules = numbered("rule `");
        let groups = numbered("group `").into_iter();
        let kind_now = |place: &u32| {
            let now = (*now.get(*place as usize)?)? as u32;
            layout.kinds.iter().position(|&part| part == now)
        };
        let kinds = saved.layout.kinds.iter().map(kind_now);
        let kinds: Vec<Option<KindId>> = kinds.map(|kind| Some(KindId(kind? as u32))).collect();
        let names = saved.layout.kinds.iter();
        let names = names.map(|&place| saved.parts.get(place as usize));
        let names: Option<Vec<String>> =
            names.map(|part| Some(part?.name.clone().into())).collect();
        let entries = entries(&saved.layout, layout, &rules, &kinds)?;
        let is_new = |number: usize| !kinds.contains(&Some(KindId(number as u32)));
        let rule_names = saved.parts.iter().map(|part| &*part.name);
        Ok(Migration {
            new_kinds: (0..layout.kinds.len()).map(is_new).collect(),
            new_entries: (0..layout.entries.len())
                .map(|entry| !entries.contains(&Some(entry as u32)))
                .collect(),
            kinds,
            kind_names: names.ok_or(Refusal::Altered)?,
            rule_names: rule_names
                .filter(|name| name.starts_with("rule `"))
                .map(String::from)
                .collect(),
            entry_rules: saved
                .layout
                .entries
                .iter()
                .map(|entry| entry.rule)
                .collect(),
            saved_chains: saved
                .layout
                .chains
                .iter()
                .map(|chain| (chain.entry, chain.nodes.clone()))
                .collect(),
            match_nodes: saved
                .layout
                .chains
                .iter()
                .filter_map(|chain| Some((*chain.nodes.first()?, chain.entry)))
                .collect(),
            chains: chains(&saved.layout, layout, &entries),
            groups: core::iter::once(Some(0))
                .chain(groups.map(|group| Some(group? + 1)))
                .collect(),
            globals: globals(saved, parts),
            reordered: reordered(saved, parts, &now),
            rules,
            entries,
        })
    }

    /// A fact's place now; nothing where its type is gone.
    pub(super) fn place(&self, (kind, slot): Place) -> Option<Place> {
        if let Some(kind) = self.kinds.get(kind.index()) {
            return Some(((*kind)?, slot));
        }
        // A candidate that waits.
        let kind = self.kinds.get(kind.index() - self.kinds.len())?;
        Some(((*kind)?.of_candidates(self.new_kinds.len()), slot))
    }

    /// The name of a fact now; nothing where its type is gone.
    pub(super) fn id(&self, id: FactId) -> Option<FactId> {
        let kind = (*self.kinds.get(id.kind.index())?)?;
        Some(FactId { kind, ..id })
    }

    /// An entry of the plan now; nothing where its rule is gone, or a type from a `kind` of it.
    pub(super) fn entry(&self, entry: u32) -> Result<Option<u32>, Refusal> {
        let entry = self.entries.get(entry as usize);
        entry.copied().ok_or(Refusal::Altered)
    }

    /// The name of the rule that an entry was of.
    pub(super) fn rule_name(&self, entry: u32) -> String {
        let rule = self.entry_rules.get(entry as usize);
        let name = rule.and_then(|&rule| self.rule_names.get(rule as usize));
        name.cloned().unwrap_or_default()
    }
}

/// What stands in the way of the whole: parts that may not change.
fn differences(saved: &Header, parts: &[RulesetPart], now: &[Option<usize>]) -> Vec<String> {
    let mut differences = Vec::new();
    for (part, now) in saved.parts.iter().zip(now) {
        let name = &*part.name;
        let is_free = name.starts_with("global `") || name == "the network";
        let difference = match now {
            _ if is_free => continue,
            None if is_kept(name) => alloc::format!("{name} is gone"),
            None => continue,
            Some(now) if parts[*now].digest != part.digest => {
                alloc::format!("{} {}", parts[*now].name, changed(name))
            }
            Some(now) => match renamed(part, &parts[*now], parts) {
                None => continue,
                Some((before, now)) => alloc::format!(
                    "`{now}` stands where `{before}` stood (if it is the same fact type, with another name: `#[was({before})]`)"
                ),
            },
        };
        // A type that has another name shows in each rule that names it.
        if !differences.contains(&difference) {
            differences.push(difference);
        }
    }
    for (place, part) in parts.iter().enumerate() {
        if is_kept(part.name) && !now.contains(&Some(place)) {
            differences.push(alloc::format!("{} is new", part.name));
        }
    }
    differences
}

/// A fact type that a part named, and another that stands in its place.
fn renamed<'a>(
    saved: &'a SavedPart,
    now: &RulesetPart,
    parts: &[RulesetPart],
) -> Option<(&'a str, &'static str)> {
    let is_other = |before: &str, now: &'static str| {
        let is_it = |part: &&RulesetPart| part.name == alloc::format!("fact type `{now}`");
        let was = parts.iter().find(is_it).map_or(&[][..], |part| part.was);
        before != now && !was.contains(&&*alloc::format!("fact type `{before}`"))
    };
    let mut types = saved.types.iter().zip(now.types);
    let (before, now) = types.find(|(before, now)| is_other(before, now))?;
    Some((before, now))
}

/// What each rule of now does otherwise than in the snapshot.
fn reordered(saved: &Header, parts: &[RulesetPart], now: &[Option<usize>]) -> Vec<Reordered> {
    let parts = parts.iter().enumerate();
    let rules = parts.filter(|(_, part)| part.name.starts_with("rule `"));
    let reordered = rules.map(|(place, part)| {
        let before = now.iter().position(|&now| now == Some(place));
        let before = before.map(|before| &saved.parts[before]);
        Reordered {
            salience: before.is_some_and(|before| before.salience != part.salience),
            focus: before.is_some_and(|before| before.focus != part.focus),
            derives: part.derives,
        }
    });
    reordered.collect()
}

/// Whether a part is of all versions or none.
fn is_kept(name: &str) -> bool {
    ["the strategy", "the clock", "`#[backtrack]`"].contains(&name) || name.starts_with("table `")
}

/// What a part has that is another than before.
fn changed(name: &str) -> &'static str {
    if name.starts_with("rule `") {
        "has other conditions, or another `#[once]` or `#[on_change]` (under a name of its own its matches begin anew)"
    } else if name.starts_with("fact type `") {
        "has another `#[key]`, `#[unique]`, `#[best]` or `#[event]`"
    } else if name.starts_with("the instants ") {
        "have changed"
    } else {
        "has changed"
    }
}

/// What differs in the globals.
fn globals(saved: &Header, parts: &[RulesetPart]) -> Vec<String> {
    let is_global = |name: &str| name.starts_with("global `");
    let before = saved.parts.iter().map(|part| (&*part.name, part.digest));
    let before: Vec<_> = before.filter(|(name, _)| is_global(name)).collect();
    let now = parts.iter().map(|part| (part.name, part.digest));
    let now: Vec<_> = now.filter(|(name, _)| is_global(name)).collect();
    let mut differences = Vec::new();
    for &(name, digest) in &now {
        match before.iter().find(|(saved, _)| *saved == name) {
            None => differences.push(alloc::format!("{name} is new")),
            Some((_, saved)) if *saved != digest => {
                differences.push(alloc::format!("{name} has another type"));
            }
            Some(_) => {}
        }
    }
    let gone = before
        .iter()
        .filter(|(saved, _)| now.iter().all(|(name, _)| name != saved));
    differences.extend(gone.map(|(name, _)| alloc::format!("{name} is gone")));
    if differences.is_empty() && before != now {
        differences.push("the order of its globals has changed".into());
    }
    differences
}

/// For each entry of the plan that saved the snapshot the one now: that of the same rule with facts of the same types. Of
/// several such, which differ in an `either`, each stays in its place.
fn entries(
    saved: &Layout,
    now: &Layout,
    rules: &[Option<u32>],
    kinds: &[Option<KindId>],
) -> Result<Vec<Option<u32>>, Refusal> {
    let mut entries = Vec::new();
    let mut counts: BTreeMap<Entry, usize> = BTreeMap::new();
    for Entry { rule, kinds: of } in &saved.entries {
        let rule = rules.get(*rule as usize).ok_or(Refusal::Altered)?;
        let of = of.iter().map(|&kind| kinds.get(kind.index()).copied());
        let of: Option<Vec<Option<KindId>>> = of.collect();
        let of: Option<Vec<KindId>> = of.ok_or(Refusal::Altered)?.into_iter().collect();
        let entry = rule.zip(of).and_then(|(rule, kinds)| {
            let entry = Entry { rule, kinds };
            let mut alike = (0..).zip(&now.entries).filter(|(_, now)| **now == entry);
            let count = counts.entry(entry.clone()).or_default();
            let found = alike.nth(*count);
            *count += 1;
            found.map(|(number, _)| number)
        });
        entries.push(entry);
    }
    Ok(entries)
}

/// The nodes that led to each entry with those that do now, where they work alike.
fn chains(saved: &Layout, now: &Layout, entries: &[Option<u32>]) -> BTreeMap<u32, Alike> {
    let alike = saved.chains.iter().filter_map(|chain| {
        let entry = (*entries.get(chain.entry as usize)?)?;
        let other = now.chain(entry)?;
        let is_alike = other.shape == chain.shape && other.nodes.len() == chain.nodes.len();
        let is_whole = other.filters.len() == chain.filters.len();
        let pairs = |before: &[u32], now: &[u32]| {
            let pairs = before.iter().copied().zip(now.iter().copied());
            pairs.collect::<Vec<_>>()
        };
        is_alike.then(|| {
            let mut nodes = pairs(&chain.nodes, &other.nodes);
            if is_whole {
                nodes.extend(pairs(&chain.filters, &other.filters));
            }
            (chain.entry, Alike { nodes, is_whole })
        })
    });
    alike.collect()
}
