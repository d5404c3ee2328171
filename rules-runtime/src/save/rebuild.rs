//! Makes a session of what a snapshot says: first facts and their past, then what the network finds of them.
//! What of it is pending and what has fired is the work of `matches`.

use alloc::boxed::Box;
use alloc::vec::Vec;

use hashbrown::HashMap;

use super::Persist;
use super::matches::{self, Begun};
use super::migration::Migration;
use super::past::Renumber;
use super::paths::{Path, Paths};
use super::refusal::Refusal;
use super::state::{State, TypeState};
use crate::containers::hash::BuildHasher;
use crate::containers::trail::Mode;
use crate::ids::{KindId, Slot};
use crate::memory::identity::Identity as _;
use crate::memory::tags::Tags;
use crate::network::conditions::{Holds, Visitor};
use crate::network::engine_features::HasFeatures as _;
use crate::network::supports::candidate_of;
use crate::network::{Network, records};
use crate::plan::NodeKind;
use crate::session::program::Program;
use crate::session::settle::settle;
use crate::session::work::Work;
use crate::session::{change, events};
use crate::support::Place;

/// Makes the session. `memory` has the facts' values, those of a type one after the other; the state is in the numbers of
/// this version, into which `migration` has brought it.
pub(super) fn rebuild<P: Persist<L>, L>(
    state: &State,
    memory: P::Memory,
    migration: Option<&Migration>,
) -> Result<Box<Work<P>>, Refusal> {
    let tags = Tags::after(state.tag).ok_or(Refusal::Contradiction("tags have run out"))?;
    let mut work = Box::new(Work::<P> {
        memory,
        tags,
        date: state.date,
        halted: state.halted,
        ..Work::new()
    });
    let mut arrange = Arrange::<P> {
        work: &mut work,
        state,
        result: Ok(()),
    };
    P::visit(&mut arrange);
    arrange.result?;
    if let Some(migration) = migration {
        P::carry_clock(&mut work.memory, &migration.kinds);
    }
    P::arrange_clock(&mut work.memory).map_err(Refusal::Contradiction)?;
    let records = restore_records::<P, L>(state, &mut work)?;
    let paths = propagate::<P, L>(state, migration, &mut work)?;
    let mut complete = Complete::<P> {
        memory: &mut work.memory,
        state,
        is_migrated: migration.is_some(),
        result: Ok(()),
    };
    P::visit(&mut complete);
    complete.result?;
    let mut begun = matches::restore(state, &paths, &records, migration, &mut work)?;
    focus(state, &mut work)?;
    work.focus_each(&mut begun.focused);
    work.finish(work.staged());
    if migration.is_some() {
        begin(begun, &mut work)?;
    }
    Ok(work)
}

/// Puts the facts into their slots and their past into the archives.
struct Arrange<'a, P: Program> {
    work: &'a mut Work<P>,
    state: &'a State,
    result: Result<(), Refusal>,
}

impl<P: Program> Visitor<P> for Arrange<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        if self.result.is_err() {
            return;
        }
        let TypeState {
            slots,
            facts,
            candidates,
            archive,
        } = &self.state.types[P::KIND.index()];
        let slab = P::slab_mut(&mut self.work.memory);
        let taken = slab
            .make_room(*slots)
            .and_then(|()| slab.arrange::<P::Identity>(facts, candidates, archive, self.state.tag));
        self.result = taken.map_err(Refusal::from);
        if facts.iter().any(|fact| fact.date > self.state.date) {
            self.result = Err(Refusal::Contradiction("a fact is of a change to come"));
        }
        // Of another version, what rules have derived that derive no such facts any more goes in the end.
        if P::PLAN.is_logical(P::KIND) {
            for fact in facts.iter().filter(|fact| !fact.stated) {
                self.work.network.supports.derive((P::KIND, fact.slot));
            }
            self.work.network.supports.ranks.forget_all(self.state.tag);
        }
        for candidate in Slot::each(candidates.waiting()) {
            let waiting = candidate_of::<P>((P::KIND, candidate));
            self.work.network.supports.derive(waiting);
        }
    }
}

/// Takes the facts through the network, and numbers the groups of each node before another node sees them:
/// members may be ordered by them.
fn propagate<P: Persist<L>, L>(
    state: &State,
    migration: Option<&Migration>,
    work: &mut Work<P>,
) -> Result<Paths, Refusal> {
    change::enter::<P>(&work.memory, &mut work.network);
    let mut compare = CompareInstants::<P> {
        work,
        migration,
        part: |kind| P::PARTS[P::KINDS[kind.index()] as usize].name,
        result: Ok(()),
    };
    P::visit(&mut compare);
    compare.result?;
    if migration.is_none() {
        work.network.ask_none();
    }
    let mut groups = Groups::new(state, migration)?;
    loop {
        // What new rules ask is answered; all other answers are there.
        if const { P::FEATURES.settles }
            && migration.is_some()
            && let Some(number) = work.network.due_settlement()
        {
            settle(number, work);
            continue;
        }
        let Some(node) = work.network.work.pop() else {
            break;
        };
        change::work_at::<P>(node, &mut work.memory, &mut work.network);
        if let NodeKind::Summary { by: true, .. } = P::PLAN.nodes[node as usize].kind {
            groups.number(node, &mut work.network)?;
        }
    }
    if let Some(migration) = migration {
        let (date, memory) = (work.date, &mut work.memory);
        P::visit(&mut ScheduleNew::<P> {
            memory,
            date,
            is_new: &migration.new_kinds,
        });
    }
    if !groups.saved.is_empty() {
        return Err(Refusal::Contradiction("a group has no members"));
    }
    work.network.summaries.restore_numbered(groups.numbered);
    Ok(groups.paths)
}

/// Tells the calendar of the instants for which new rules wait.
struct ScheduleNew<'a, P: Program> {
    memory: &'a mut P::Memory,
    date: u64,
    is_new: &'a [bool],
}

impl<P: Program> Visitor<P> for ScheduleNew<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        if P::EVENT && self.is_new[P::KIND.index()] {
            let (memory, date) = (&mut *self.memory, self.date);
            events::Schedule::<P> { memory, date }.visit::<F>();
        }
    }
}

/// Checks that rules which are not new wait for no instants but those for which they waited: they may be others by what a
/// constant is, or a function says, which no digest shows. So it is checked of the same version, too.
struct CompareInstants<'a, P: Program> {
    work: &'a Work<P>,
    migration: Option<&'a Migration>,
    /// What the instants of a type are called.
    part: fn(KindId) -> &'static str,
    result: Result<(), Refusal>,
}

impl<P: Program> Visitor<P> for CompareInstants<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let is_new = |migration: &Migration| migration.new_kinds[P::KIND.index()];
        let is_asked = const { P::HIDDEN && P::EVENT };
        if !is_asked || self.result.is_err() || self.migration.is_some_and(is_new) {
            return;
        }
        let Work {
            memory, network, ..
        } = self.work;
        let slab = P::slab(memory);
        let is_known = |instant: &F| {
            let hash = P::Identity::hash(instant);
            hash.is_some_and(|hash| slab.is_known::<P::Identity>(hash, instant))
        };
        if !P::answers(memory, network).iter().all(is_known) {
            self.result = Err(Refusal::Instants((self.part)(P::KIND)));
        }
    }
}

/// Lets a session of a later version begin with what is new: the matches of new rules begin in a change of their own, then
/// that falls which rules have derived that are gone.
fn begin<P: Program>(begun: Begun, work: &mut Work<P>) -> Result<(), Refusal> {
    let Begun {
        matches,
        unsupported,
        ..
    } = begun;
    if !matches.is_empty() {
        work.date += 1;
        work.network.agenda.fresh = matches;
        work.begin_matches();
    }
    if unsupported.is_empty() {
        return Ok(());
    }
    let mut retract = Retract::<P> {
        work,
        places: &unsupported,
        result: Ok(()),
    };
    P::visit(&mut retract);
    retract.result?;
    work.date += 1;
    change::propagate(work, None, work.staged());
    if P::EVENTS {
        let (date, memory) = (work.date - 1, &mut work.memory);
        P::visit(&mut events::Schedule::<P> { memory, date });
    }
    work.end_matches();
    work.begin_matches();
    work.finish(work.staged());
    Ok(())
}

/// Stages the retraction of facts.
struct Retract<'a, P: Program> {
    work: &'a mut Work<P>,
    places: &'a [Place],
    result: Result<(), Refusal>,
}

impl<P: Program> Visitor<P> for Retract<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let waits = candidate_of::<P>((P::KIND, Slot(0))).0;
        for &(kind, slot) in self.places {
            if kind == waits || kind == P::KIND && P::Identity::RANKS {
                self.result = Err(Refusal::Unsupported(P::PLAN.kinds[P::KIND.index()].name));
            } else if kind == P::KIND {
                self.work.stage_retract::<F>(slot);
            }
        }
    }
}

/// The groups of accumulates by keys.
struct Groups<'a> {
    /// Those still to be found, by their members: their places, and their serial numbers.
    saved: HashMap<&'a Path, (usize, u64), BuildHasher>,
    /// Knows those that were found.
    paths: Paths,
    /// The place and the serial number of the one found last that was not saved; of another version.
    places: usize,
    numbered: u64,
    is_migrated: bool,
}

impl<'a> Groups<'a> {
    fn new(state: &'a State, migration: Option<&Migration>) -> Result<Self, Refusal> {
        let mut serials: Vec<u64> = state.keyed.iter().map(|group| group.serial).collect();
        serials.sort_unstable();
        let is_twice = serials.windows(2).any(|pair| pair[0] == pair[1]);
        if is_twice || serials.last().is_some_and(|&last| last > state.groups) {
            return Err(Refusal::Contradiction("groups are not numbered in order"));
        }
        let groups = state.keyed.iter().enumerate();
        Ok(Groups {
            saved: groups
                .flat_map(|(place, group)| {
                    let members = group.members();
                    members.map(move |member| (member, (place, group.serial)))
                })
                .collect(),
            paths: Paths::default(),
            places: state.keyed.len(),
            numbered: state.groups,
            is_migrated: migration.is_some(),
        })
    }

    /// Numbers the groups of a node.
    fn number<M: Mode>(&mut self, node: u32, network: &mut Network<M>) -> Result<(), Refusal> {
        for group in network.summaries.keyed(node) {
            let found = network
                .member_tokens(group)
                .find_map(|member| self.saved.remove(&self.paths.path(network, member)));
            let (place, serial) = match found {
                Some(found) => found,
                None if self.is_migrated => {
                    self.places += 1;
                    self.numbered += 1;
                    (self.places - 1, self.numbered)
                }
                None => return Err(Refusal::Contradiction("a group is missing")),
            };
            network.summaries.renumber(group, serial);
            self.paths.insert(group, place);
        }
        Ok(())
    }
}

/// Makes the records of firings again, before anything else is numbered that working memory keeps something
/// for, and pins what they ask for. Returns their numbers.
fn restore_records<P: Persist<L>, L>(
    state: &State,
    work: &mut Work<P>,
) -> Result<Vec<u32>, Refusal> {
    let mut past = alloc::vec![Vec::new(); state.past.len()];
    let mut numbers = Vec::with_capacity(state.records.len());
    for saved in &state.records {
        numbers.push(saved.restore(&mut work.network, &mut past)?);
    }
    let fields = past.iter();
    let Ok(()) = P::past_mut(&mut work.memory, &mut Renumber { fields });
    for &number in &numbers {
        records::pin::<P>(number, &mut work.memory, &work.network);
    }
    Ok(numbers)
}

/// Gives facts the dates that they had, and checks that their past is asked for.
struct Complete<'a, P: Program> {
    memory: &'a mut P::Memory,
    state: &'a State,
    is_migrated: bool,
    result: Result<(), Refusal>,
}

impl<P: Program> Visitor<P> for Complete<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let slab = P::slab_mut(self.memory);
        if const { P::FEATURES.facts_dates } {
            slab.set_dates(&self.state.types[P::KIND.index()].facts);
        }
        if self.is_migrated {
            slab.forget_unpinned_past();
        }
        if !slab.archive.is_pinned() {
            self.result = Err(Refusal::Contradiction("nothing asks for a fact's past"));
        }
    }
}

/// Gives groups the focus.
fn focus<P: Program>(state: &State, work: &mut Work<P>) -> Result<(), Refusal> {
    for (place, &group) in state.focus.iter().enumerate() {
        if !(1..=P::PLAN.groups).contains(&group) {
            return Err(Refusal::Contradiction("no group has the focus"));
        }
        if state.focus[..place].contains(&group) {
            return Err(Refusal::Contradiction("a group has the focus twice"));
        }
        work.network.agenda.focus(group);
    }
    Ok(())
}
