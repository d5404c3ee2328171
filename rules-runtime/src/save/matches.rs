//! Sorts the matches that hold into those that are pending, those that have fired and are kept, and the
//! rest, which are taken out; and restores what firings have left behind.

use alloc::vec::Vec;
use core::mem;

use hashbrown::{HashMap, HashSet};

use super::migration::Migration;
use super::paths::{Path, Paths};
use super::refusal::Refusal;
use super::state::{FiredMatch, Pending, Rank, State};
use crate::agenda::ActivationKey;
use crate::containers::hash::BuildHasher;
use crate::containers::trail::Mode;
use crate::ids::{KindId, Slot, TokenId};
use crate::network::Network;
use crate::network::order::ByPlan;
use crate::network::supports::candidate_of;
use crate::network::supports::founded::unfounded;
use crate::session::program::Program;
use crate::session::work::Work;
use crate::support::Place;

/// Restores them, given the numbers of records. Returns what a later version of the ruleset is to begin with.
pub(super) fn restore<P: Program>(
    state: &State,
    paths: &Paths,
    records: &[u32],
    migration: Option<&Migration>,
    work: &mut Work<P>,
) -> Result<Begun, Refusal> {
    let mut uses = Uses {
        records,
        uses: alloc::vec![[false; 3]; records.len()],
    };
    let mut sorted = Sorted::default();
    let supportable = Supportable::new::<P>(state);
    sort::<P>(
        state,
        paths,
        migration,
        (&supportable, &mut uses),
        &mut work.network,
        &mut sorted,
    )?;
    let Sorted {
        mut activations,
        behind_gates,
        mut begun,
    } = sorted;
    begun.unsupported = supportable.unsupported(migration, work)?;
    // Gates open at a date that no activation has: each goes into the queues by its own.
    let date = mem::take(&mut work.date);
    work.end_matches();
    work.date = date;
    for token in behind_gates {
        wait(token, work);
    }
    for saved in &state.undoing {
        let record = uses.share(saved.record, Use::Undo, &mut work.network)?;
        activations.push((work.network.records.get(record).token, &saved.rank, true));
    }
    // A queue takes activations in the order of their dates.
    activations.sort_by_key(|(_, rank, _)| rank.date);
    for (token, rank, undoes) in activations {
        let entry = work.entry_of(token);
        let reordered = migration.map(|migration| &migration.reordered[entry.rule as usize]);
        let reordered = reordered.filter(|_| !undoes);
        let is_computed_anew = reordered.is_some_and(|rule| rule.salience);
        activate(state, token, (rank, undoes), is_computed_anew, work)?;
        if entry.auto_focus && reordered.is_some_and(|rule| rule.focus) {
            begun.focused.push(token);
        }
    }
    work.network.agenda.restore_numbered(state.matches);
    for saved in &state.memos {
        let record = saved
            .record
            .map(|record| uses.share(record, Use::Memo, &mut work.network));
        let record = record.transpose()?;
        if saved.rule as usize >= P::RULES.len() {
            return Err(Refusal::Contradiction("a firing is of no rule"));
        }
        work.network
            .memos
            .restore(saved.rule, saved.ids.clone(), record);
    }
    if uses.uses.contains(&[false; 3]) {
        return Err(Refusal::Contradiction("nothing needs a firing's record"));
    }
    Ok(begun)
}

/// What a later version of a ruleset begins with.
#[derive(Default)]
pub(super) struct Begun {
    /// The matches that are new.
    pub(super) matches: Vec<TokenId>,
    /// The facts that were derived and have no support any more.
    pub(super) unsupported: Vec<Place>,
    /// Matches that are pending and whose groups get the focus.
    pub(super) focused: Vec<TokenId>,
}

/// The matches that hold, sorted.
#[derive(Default)]
struct Sorted<'a> {
    activations: Vec<Activation<'a>>,
    behind_gates: Vec<TokenId>,
    begun: Begun,
}

/// An activation to be restored: its token, what it is ordered by, and whether it undoes.
type Activation<'a> = (TokenId, &'a Rank, bool);

/// Puts a match that is not pending behind its gates, or among those that have fired since they opened.
fn wait<P: Program>(token: TokenId, work: &mut Work<P>) {
    let entry = work.network.match_of(token);
    let are_open = work
        .network
        .gates
        .are_open(P::PLAN.matches[entry as usize].gates);
    work.with_agenda(|agenda, links, order| {
        if are_open {
            agenda.keep_fired(links, token, entry);
        } else {
            agenda.restore(links, token, entry, ActivationKey::default(), order);
        }
    });
}

/// Finds among the matches those that are pending, and takes out those that neither are kept nor stand behind
/// gates.
fn sort<'a, P: Program>(
    state: &'a State,
    paths: &Paths,
    migration: Option<&Migration>,
    (supportable, uses): (&Supportable, &mut Uses<'_>),
    network: &mut Network<P::Mode>,
    sorted: &mut Sorted<'a>,
) -> Result<(), Refusal> {
    let pending = state.pending.iter();
    let mut pending: HashMap<&Path, &Pending, BuildHasher> =
        pending.map(|saved| (&saved.path, saved)).collect();
    let fired = state.fired.iter();
    let mut fired: HashMap<&Path, &FiredMatch, BuildHasher> =
        fired.map(|saved| (&saved.path, saved)).collect();
    let Sorted {
        activations,
        behind_gates,
        begun,
    } = sorted;
    let mut found = network.take_fresh();
    for token in found.drain(..) {
        let path = paths.match_path(network, token);
        if migration.is_some_and(|migration| migration.new_entries[path[0] as usize]) {
            begun.matches.push(token);
        } else if let Some(saved) = pending.remove(&path) {
            activations.push((token, &saved.rank, false));
        } else if let Some(saved) = fired.remove(&path) {
            supportable.support(token, saved, network)?;
            let key = key_of(&saved.rank, false);
            network.agenda.restore_key::<ByPlan<'_, P>>(token, key);
            if let Some(record) = saved.record {
                let record = uses.number(record, Use::End)?;
                network.records.await_end(token, record);
            }
        } else if network.plan.matches[network.match_of(token) as usize]
            .gates
            .is_empty()
        {
            network.remove(token);
        } else {
            behind_gates.push(token);
        }
    }
    network.agenda.fresh = found;
    network.ended.clear();
    if let Some(path) = pending.keys().chain(fired.keys()).min() {
        return Err(no_match::<P>(path));
    }
    Ok(())
}

/// Says of a match that was saved and is not found.
fn no_match<P: Program>(path: &Path) -> Refusal {
    let entry = path
        .first()
        .and_then(|&entry| P::PLAN.matches.get(entry as usize));
    match entry {
        Some(entry) => Refusal::Match(P::RULES[entry.rule as usize].name),
        None => Refusal::Contradiction("a match is of no rule"),
    }
}

/// Puts an activation on the agenda. A computed salience is that of the snapshot, or computed anew.
fn activate<P: Program>(
    state: &State,
    token: TokenId,
    (rank, undoes): (&Rank, bool),
    is_computed_anew: bool,
    work: &mut Work<P>,
) -> Result<(), Refusal> {
    let entry = work.network.match_of(token);
    let salience = P::PLAN.matches[entry as usize].salience;
    let is_other = salience.is_some_and(|salience| salience != rank.salience);
    if is_other || rank.date > state.date || rank.number > state.matches {
        return Err(Refusal::Contradiction("an activation is of another rule"));
    }
    let mut key = key_of(rank, undoes);
    if is_computed_anew && salience.is_none() {
        key.salience = P::salience(entry, token, &work.memory, &work.network);
    }
    work.with_agenda(|agenda, links, order| agenda.restore(links, token, entry, key, order));
    Ok(())
}

fn key_of(rank: &Rank, undoes: bool) -> ActivationKey {
    ActivationKey {
        salience: rank.salience,
        undoes,
        date: rank.date,
        number: rank.number,
    }
}

/// The records of firings, and what needs them.
struct Uses<'a> {
    records: &'a [u32],
    /// Of each by what it is used: by one of a kind at the most.
    uses: Vec<[bool; 3]>,
}

/// For what a firing's record is kept.
#[derive(Clone, Copy)]
enum Use {
    /// For the end of its match.
    End,
    /// For the activation that undoes it.
    Undo,
    /// For a rule that remembers what it fired for.
    Memo,
}

impl Uses<'_> {
    /// The number of the record at a place, for something of which one more has need.
    fn number(&mut self, place: u32, by: Use) -> Result<u32, Refusal> {
        let Some(&number) = self.records.get(place as usize) else {
            return Err(Refusal::Contradiction("a firing's record is missing"));
        };
        if mem::replace(&mut self.uses[place as usize][by as usize], true) {
            return Err(Refusal::Contradiction("two need one firing's record"));
        }
        Ok(number)
    }

    /// The same, which is shared.
    fn share<M: Mode>(
        &mut self,
        place: u32,
        by: Use,
        network: &mut Network<M>,
    ) -> Result<u32, Refusal> {
        let number = self.number(place, by)?;
        network.records.share(number);
        Ok(number)
    }
}

/// The facts that matches may support.
struct Supportable {
    /// All facts, if any match supports one.
    there: HashSet<Place, BuildHasher>,
    /// Those that need support.
    derived: Vec<Place>,
}

impl Supportable {
    fn new<P: Program>(state: &State) -> Self {
        let facts = || {
            let types = (0..).map(KindId).zip(&state.types);
            types.flat_map(|(kind, of_type)| {
                let facts = of_type.facts.iter();
                let facts = facts.map(move |fact| ((kind, fact.slot), fact.stated));
                let waiting = Slot::each(of_type.candidates.waiting());
                let place = move |candidate| candidate_of::<P>((kind, candidate));
                facts.chain(waiting.map(move |candidate| (place(candidate), false)))
            })
        };
        let has_supports = state.fired.iter().any(|fired| !fired.supports.is_empty());
        let there = facts().filter(|&((kind, _), _)| has_supports && P::PLAN.is_logical(kind));
        let derived = facts().filter(|(_, stated)| !stated);
        Supportable {
            there: there.map(|(place, _)| place).collect(),
            derived: derived.map(|(place, _)| place).collect(),
        }
    }

    /// Ties a match to the facts that it supports.
    fn support<M: Mode>(
        &self,
        token: TokenId,
        fired: &FiredMatch,
        network: &mut Network<M>,
    ) -> Result<(), Refusal> {
        let kept = network.plan.matches[network.match_of(token) as usize].kept;
        if !kept || fired.supports.iter().any(|fact| !self.there.contains(fact)) {
            return Err(Refusal::Contradiction("a match supports what is not there"));
        }
        for &fact in fired.supports.iter().rev() {
            network.supports.add(token, fact);
        }
        Ok(())
    }

    /// The facts that need support and have none, or support only one another. Fails where there are some without a
    /// migration.
    fn unsupported<P: Program>(
        &self,
        migration: Option<&Migration>,
        work: &mut Work<P>,
    ) -> Result<Vec<Place>, Refusal> {
        let Work {
            memory, network, ..
        } = work;
        if migration.is_some() && P::PLAN.recursive {
            return Ok(unfounded::<P>(&self.derived, memory, network));
        }
        let derived = self.derived.iter().copied();
        let unsupported = derived.filter(|&fact| !network.supports.is_supported(fact));
        let unsupported: Vec<Place> = unsupported.collect();
        if migration.is_none() && !unsupported.is_empty() {
            return Err(Refusal::Contradiction("a fact stands without support"));
        }
        Ok(unsupported)
    }
}
