//! Makes a session of what a snapshot says: first facts and their past, then what the network finds of them.
//! What of it is pending and what has fired is the work of `matches`.

use alloc::boxed::Box;
use alloc::vec::Vec;

use hashbrown::HashMap;

use super::Persist;
use super::matches;
use super::past::Renumber;
use super::paths::{Path, Paths};
use super::refusal::Refusal;
use super::state::{State, TypeState};
use crate::containers::hash::BuildHasher;
use crate::containers::trail::Mode;
use crate::generated::engine_features::HasFeatures as _;
use crate::generated::program::{Holds, Program, Visitor};
use crate::history::record;
use crate::joins::network::Network;
use crate::memory::tags::Tags;
use crate::plan::NodeKind;
use crate::session::change;
use crate::session::work::Work;
use crate::support::candidate_of;

/// Makes the session. `memory` has the facts' values, those of a type one after the other.
pub(super) fn rebuild<P: Persist<L>, L>(
    state: &State,
    memory: P::Memory,
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
    P::arrange_clock(&mut work.memory).map_err(Refusal::Contradiction)?;
    let records = restore_records::<P, L>(state, &mut work)?;
    let paths = propagate::<P>(state, &mut work)?;
    let mut complete = Complete::<P> {
        memory: &mut work.memory,
        state,
        result: Ok(()),
    };
    P::visit(&mut complete);
    complete.result?;
    matches::restore(state, &paths, &records, &mut work)?;
    focus(state, &mut work)?;
    work.finish(work.staged());
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
        } = &self.state.types[P::KIND as usize];
        let slab = P::slab_mut(&mut self.work.memory);
        self.result = slab
            .make_room(*slots)
            .and_then(|()| slab.arrange::<P::Identity>(facts, candidates, archive, self.state.tag));
        if facts.iter().any(|fact| fact.date > self.state.date) {
            self.result = Err(Refusal::Contradiction("a fact is of a change to come"));
        }
        for fact in facts.iter().filter(|fact| !fact.stated) {
            self.work.network.supports.derive((P::KIND, fact.slot));
        }
        for candidate in 0..candidates.waiting() as u32 {
            let waiting = candidate_of::<P>((P::KIND, candidate));
            self.work.network.supports.derive(waiting);
        }
    }
}

/// Takes the facts through the network, and numbers the groups of each node before another node sees them:
/// members may be ordered by them.
fn propagate<P: Program>(state: &State, work: &mut Work<P>) -> Result<Paths, Refusal> {
    let Work {
        memory, network, ..
    } = work;
    change::enter::<P>(memory, network);
    network.ask_none();
    let mut groups = Groups::new(state)?;
    while let Some(node) = network.work.pop() {
        change::work_at::<P>(node, memory, network);
        if let NodeKind::Summary { by: true, .. } = P::PLAN.nodes[node as usize].kind {
            groups.number(node, network)?;
        }
    }
    if !groups.saved.is_empty() {
        return Err(Refusal::Contradiction("a group has no members"));
    }
    network.summaries.restore_numbered(state.groups);
    Ok(groups.paths)
}

/// The groups of accumulates by keys.
struct Groups<'a> {
    /// Those still to be found, by their members: their places, and their serial numbers.
    saved: HashMap<&'a Path, (usize, u64), BuildHasher>,
    /// Knows those that were found.
    paths: Paths,
}

impl<'a> Groups<'a> {
    fn new(state: &'a State) -> Result<Self, Refusal> {
        let mut serials: Vec<u64> = state.keyed.iter().map(|group| group.serial).collect();
        serials.sort_unstable();
        let is_twice = serials.windows(2).any(|pair| pair[0] == pair[1]);
        if is_twice || serials.last().is_some_and(|&last| last > state.groups) {
            return Err(Refusal::Contradiction("groups are not numbered in order"));
        }
        let groups = state.keyed.iter().enumerate();
        Ok(Groups {
            saved: groups
                .map(|(place, group)| (&group.member, (place, group.serial)))
                .collect(),
            paths: Paths::default(),
        })
    }

    /// Numbers the groups of a node.
    fn number<M: Mode>(&mut self, node: u32, network: &mut Network<M>) -> Result<(), Refusal> {
        for group in network.summaries.keyed(node) {
            let found = network
                .member_tokens(group)
                .find_map(|member| self.saved.remove(&self.paths.path(network, member)));
            let Some((place, serial)) = found else {
                return Err(Refusal::Contradiction("a group is missing"));
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
        record::pin::<P>(number, &mut work.memory, &work.network);
    }
    Ok(numbers)
}

/// Gives facts the dates that they had, and checks that their past is asked for.
struct Complete<'a, P: Program> {
    memory: &'a mut P::Memory,
    state: &'a State,
    result: Result<(), Refusal>,
}

impl<P: Program> Visitor<P> for Complete<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let slab = P::slab_mut(self.memory);
        if P::FEATURES.facts_dates {
            slab.set_dates(&self.state.types[P::KIND as usize].facts);
        }
        if !slab.archive.is_pinned() {
            self.result = Err(Refusal::Contradiction("nothing asks for a fact's past"));
        }
    }
}

/// Gives groups the focus.
fn focus<P: Program>(state: &State, work: &mut Work<P>) -> Result<(), Refusal> {
    for (place, &group) in state.focus.iter().enumerate() {
        if !(1..=P::PLAN.groups).contains(&group) || state.focus[..place].contains(&group) {
            return Err(Refusal::Contradiction("a group has the focus twice"));
        }
        work.network.agenda.focus(group);
    }
    Ok(())
}
