//! Carries the state in a snapshot by another version over into the numbers of this one.
//!
//! Matches of rules that are gone end without their `undo`; what they alone supported falls when the session has been
//! rebuilt. What cannot be carried over is refused with its name.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::mem;

use super::migration::Migration;
use super::paths::Path;
use super::refusal::Refusal;
use super::state::{FiredMatch, GroupState, MemoState, Pending, State, TypeState, Undoing};
use crate::containers::fields::Fields;
use crate::ids::{KindId, Slot};
use crate::plan::{Element, Plan};
use crate::support::Place;

impl State {
    /// The same in the numbers of this version, with what has been left out.
    pub(super) fn carried<F: Fields>(
        mut self,
        migration: &Migration,
        plan: &Plan<F>,
    ) -> Result<State, Refusal> {
        self.carry_types(migration)?;
        self.refuse_fallen_groups(migration)?;
        let aliases = self.carry_groups(migration)?;
        let carry = Carry {
            migration,
            plan,
            aliases,
        };
        let pending = mem::take(&mut self.pending).into_iter();
        let pending = pending.map(|pending| carry.pending(pending));
        self.pending = pending
            .filter_map(Result::transpose)
            .collect::<Result<_, _>>()?;
        let entries = self.records.iter().map(|record| record.entry(migration));
        let entries = entries.collect::<Result<Vec<_>, _>>()?;
        self.state_released(&carry)?;
        let fired = mem::take(&mut self.fired).into_iter();
        let fired = fired.map(|fired| carry.fired(fired));
        self.fired = fired
            .filter_map(Result::transpose)
            .collect::<Result<_, _>>()?;
        let undoing = mem::take(&mut self.undoing).into_iter();
        let undoing = undoing.map(|undoing| carry.undoing(undoing, &entries));
        self.undoing = undoing
            .filter_map(Result::transpose)
            .collect::<Result<_, _>>()?;
        let memos = mem::take(&mut self.memos).into_iter();
        self.memos = memos.filter_map(|memo| carry.memo(memo)).collect();
        self.carry_records(migration, &entries)?;
        let focus = mem::take(&mut self.focus).into_iter();
        let focus = focus.filter_map(|group| *migration.groups.get(group as usize)?);
        self.focus = focus.collect();
        Ok(self)
    }

    /// Refuses what only the version that has saved it can read.
    pub(super) fn refuse_unread(&self, migration: &Migration) -> Result<(), Refusal> {
        for record in &self.records {
            let (entry, _) = record.entry(migration)?;
            if record.fields().next().is_some() {
                return Err(Refusal::Past(migration.rule_name(entry)));
            }
        }
        Ok(())
    }

    /// Lets facts stand as inserted that matches have supported whose rules derive no facts of their type any more.
    fn state_released<F>(&mut self, carry: &Carry<'_, F>) -> Result<(), Refusal> {
        let mut released: BTreeSet<Place> = BTreeSet::new();
        for fired in self.fired.iter().filter(|fired| !fired.supports.is_empty()) {
            let entry = fired.path.first().ok_or(Refusal::Altered)?;
            let Some(entry) = carry.migration.entry(*entry)? else {
                continue;
            };
            let supports = fired.supports.iter().copied();
            let supports = supports.filter_map(|place| carry.migration.place(place));
            released.extend(supports.filter(|&place| !carry.derives(entry, place)));
        }
        for (kind, of_type) in (0..).map(KindId).zip(&mut self.types) {
            let mut of_this = released.range((kind, Slot(0))..=(kind, Slot::NONE));
            if of_this.next().is_none() {
                continue;
            }
            if of_type.candidates.are_ranked() {
                let name = carry.plan.kinds[kind.index()].name;
                return Err(Refusal::Unsupported(name));
            }
            for fact in &mut of_type.facts {
                fact.stated |= released.contains(&(kind, fact.slot));
            }
        }
        Ok(())
    }

    fn carry_types(&mut self, migration: &Migration) -> Result<(), Refusal> {
        let mut types: Vec<TypeState> = Vec::new();
        types.resize_with(migration.new_kinds.len(), TypeState::default);
        let saved = mem::take(&mut self.types);
        if saved.len() != migration.kinds.len() {
            return Err(Refusal::Altered);
        }
        for (of_type, kind) in saved.into_iter().zip(&migration.kinds) {
            if let Some(kind) = kind {
                types[kind.index()] = of_type;
            }
        }
        self.types = types;
        Ok(())
    }

    /// Refuses groups that are reached in another way than before, of rules that are still there.
    fn refuse_fallen_groups(&self, migration: &Migration) -> Result<(), Refusal> {
        let grouped = self.keyed.iter();
        let grouped: BTreeSet<u32> = grouped
            .filter_map(|group| group.member.first().copied())
            .collect();
        for (entry, nodes) in &migration.saved_chains {
            let is_there = migration.entry(*entry)?.is_some();
            let is_alike = migration.chains.contains_key(entry);
            if is_there && !is_alike && nodes.iter().any(|node| grouped.contains(node)) {
                return Err(Refusal::Network(migration.rule_name(*entry)));
            }
        }
        Ok(())
    }

    /// Groups keep their places. Those that are gone have no member; the answer says of those that have become one with
    /// another which that is.
    fn carry_groups(&mut self, migration: &Migration) -> Result<BTreeMap<u32, u32>, Refusal> {
        let mut aliases = BTreeMap::new();
        let mut known: BTreeMap<Path, u32> = BTreeMap::new();
        for (place, group) in (0..).zip(&mut self.keyed) {
            let member = mem::take(&mut group.member);
            let Some((&node, rest)) = member.split_first() else {
                return Err(Refusal::Altered);
            };
            let pairs = migration.chains.values().flat_map(|alike| &alike.nodes);
            let mut nodes: Vec<u32> = pairs
                .filter(|(before, _)| *before == node)
                .map(|(_, now)| *now)
                .collect();
            nodes.sort_unstable();
            nodes.dedup();
            for now in nodes {
                let path: Path = core::iter::once(now).chain(rest.iter().copied()).collect();
                if let Some(&other) = known.get(&path) {
                    aliases.insert(place, other);
                    continue;
                }
                known.insert(path.clone(), place);
                if group.member.is_empty() {
                    group.member = path;
                } else {
                    group.others.push(path);
                }
            }
        }
        Ok(aliases)
    }

    /// Leaves out the records that nothing needs any more.
    fn carry_records(
        &mut self,
        migration: &Migration,
        entries: &[(u32, Option<u32>)],
    ) -> Result<(), Refusal> {
        let mut places: Vec<Option<u32>> = alloc::vec![None; self.records.len()];
        let mut kept = 0;
        let mut keep = |record: &mut u32| {
            let place = places.get_mut(*record as usize).ok_or(Refusal::Altered)?;
            *record = *place.get_or_insert_with(|| {
                kept += 1;
                kept - 1
            });
            Ok::<_, Refusal>(())
        };
        let fired = self.fired.iter_mut().filter_map(|of| of.record.as_mut());
        let undoing = self.undoing.iter_mut().map(|of| &mut of.record);
        let memos = self.memos.iter_mut().filter_map(|of| of.record.as_mut());
        for record in fired.chain(undoing).chain(memos) {
            keep(record)?;
        }
        let mut records = Vec::new();
        let saved = mem::take(&mut self.records).into_iter().zip(entries);
        for ((mut record, &(entry, _)), place) in saved.zip(places) {
            if let Some(place) = place {
                record.carry(entry, migration)?;
                records.push((place, record));
            }
        }
        records.sort_by_key(|(place, _)| *place);
        self.records = records.into_iter().map(|(_, record)| record).collect();
        Ok(())
    }
}

/// What carries matches over.
struct Carry<'a, F: 'static> {
    migration: &'a Migration,
    plan: &'a Plan<F>,
    /// The groups that have become one with another.
    aliases: BTreeMap<u32, u32>,
}

impl<F> Carry<'_, F> {
    /// A match's path now; nothing where its rule is gone, or a type from a `kind` of it.
    fn path(&self, mut path: Path) -> Result<Option<Path>, Refusal> {
        let Some(first) = path.first_mut() else {
            return Err(Refusal::Altered);
        };
        let Some(entry) = self.migration.entry(*first)? else {
            return Ok(None);
        };
        *first = entry;
        let elements = self.plan.matches[entry as usize].elements.iter();
        let told = elements.filter(|element| !matches!(element, Element::Branch(_)));
        for (number, element) in path[1..].iter_mut().zip(told) {
            if let Element::Group { .. } = element
                && let Some(&other) = self.aliases.get(number)
            {
                *number = other;
            }
        }
        Ok(Some(path))
    }

    /// Whether the rule of an entry derives facts of the type of one, which may be a candidate that waits.
    fn derives(&self, entry: u32, (kind, _): Place) -> bool {
        let rule = self.plan.matches[entry as usize].rule;
        let derives = self.migration.reordered[rule as usize].derives;
        derives.contains(&kind.itself(self.plan.kinds.len()).number())
    }

    fn salience(&self, path: &Path, salience: i32) -> i32 {
        let entry = &self.plan.matches[path[0] as usize];
        entry.salience.unwrap_or(salience)
    }

    fn pending(&self, pending: Pending) -> Result<Option<Pending>, Refusal> {
        let Pending { path, mut rank } = pending;
        let Some(path) = self.path(path)? else {
            return Ok(None);
        };
        rank.salience = self.salience(&path, rank.salience);
        Ok(Some(Pending { path, rank }))
    }

    fn fired(&self, fired: FiredMatch) -> Result<Option<FiredMatch>, Refusal> {
        let FiredMatch {
            path,
            mut rank,
            supports,
            record,
        } = fired;
        let Some(path) = self.path(path)? else {
            return Ok(None);
        };
        let entry = &self.plan.matches[path[0] as usize];
        if !entry.kept {
            return Ok(None);
        }
        rank.salience = self.salience(&path, rank.salience);
        let first = path[0];
        let supports = supports.into_iter();
        let supports = supports.filter_map(|place| self.migration.place(place));
        Ok(Some(FiredMatch {
            path,
            rank,
            supports: supports
                .filter(|&place| self.derives(first, place))
                .collect(),
            record: record.filter(|_| entry.undo),
        }))
    }

    fn undoing(
        &self,
        mut undoing: Undoing,
        entries: &[(u32, Option<u32>)],
    ) -> Result<Option<Undoing>, Refusal> {
        let of = entries.get(undoing.record as usize);
        let &(_, entry) = of.ok_or(Refusal::Altered)?;
        let Some(entry) = entry.map(|entry| &self.plan.matches[entry as usize]) else {
            return Ok(None);
        };
        undoing.rank.salience = entry.salience.unwrap_or(undoing.rank.salience);
        Ok(entry.undo.then_some(undoing))
    }

    fn memo(&self, memo: MemoState) -> Option<MemoState> {
        let rule = (*self.migration.rules.get(memo.rule as usize)?)?;
        let ids = memo.ids.into_iter().map(|id| self.migration.id(id));
        Some(MemoState {
            rule,
            ids: ids.collect::<Option<_>>()?,
            record: memo.record,
        })
    }
}

impl GroupState {
    /// The paths of members by which the group may be found.
    pub(super) fn members(&self) -> impl Iterator<Item = &Path> {
        let member = Some(&self.member).filter(|path| !path.is_empty());
        member.into_iter().chain(&self.others)
    }
}
