//! What a snapshot says beside the facts' values: numbers alone, and what they are of a session.

use alloc::vec::Vec;

use hashbrown::HashMap;
use serde::{Deserialize, Serialize};

use super::Persist;
use super::past::count_fields;
use super::paths::{Path, Paths};
use super::records::RecordState;
use super::refusal::Refusal;
use crate::agenda::ActivationKey;
use crate::containers::hash::BuildHasher;
use crate::containers::index::NIL;
use crate::containers::trail::Mode;
use crate::ids::Slot;
use crate::memory::archive::SavedArchive;
use crate::memory::handle::FactId;
use crate::memory::slab::Slab;
use crate::memory::slab::candidates::saved::SavedCandidates;
use crate::memory::slab::saved::FactState;
use crate::network::Network;
use crate::network::conditions::{Holds, Visitor};
use crate::network::supports::candidate_of;
use crate::plan::NodeKind;
use crate::session::program::Program;
use crate::session::work::Work;
use crate::support::Place;

/// A session without its facts' values, its globals and its listener.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct State {
    pub(super) halted: bool,
    /// How many changes there have been.
    pub(super) date: u64,
    /// The tag given out last.
    pub(super) tag: u64,
    /// How many matches have been numbered.
    pub(super) matches: u64,
    /// How many groups have been numbered.
    pub(super) groups: u64,
    /// The groups in focus, the one that fires last.
    pub(super) focus: Vec<u32>,
    /// What is there of each fact type.
    pub(super) types: Vec<TypeState>,
    /// The groups of accumulates by keys, each after those that its members come by.
    pub(super) keyed: Vec<GroupState>,
    /// The matches that have not fired.
    pub(super) pending: Vec<Pending>,
    /// The matches that have fired and are kept.
    pub(super) fired: Vec<FiredMatch>,
    /// What firings have left behind that something needs.
    pub(super) records: Vec<RecordState>,
    /// The matches that have ended and are to be undone.
    pub(super) undoing: Vec<Undoing>,
    /// Over which facts rules have fired that ask for it.
    pub(super) memos: Vec<MemoState>,
    /// For each field of working memory of which records copy something, the numbers of the copies.
    #[serde(skip)]
    pub(super) past: Vec<Vec<u32>>,
}

/// A fact type.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct TypeState {
    /// How many slots there are: what is kept of the past names those that hold no fact now.
    pub(super) slots: u32,
    /// Its facts, in the order of insertion.
    pub(super) facts: Vec<FactState>,
    /// Of a `#[best]` type: what rules derive.
    pub(super) candidates: SavedCandidates,
    /// What is kept of facts as they were.
    pub(super) archive: SavedArchive,
}

impl TypeState {
    /// How many values there are.
    pub(super) fn len(&self) -> usize {
        self.facts.len() + self.candidates.waiting() + self.archive.len()
    }
}

/// A group of an accumulate by keys.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct GroupState {
    /// One of its members.
    pub(super) member: Path,
    pub(super) serial: u64,
    /// The same in other nodes, where what one node did is the work of several now.
    #[serde(skip)]
    pub(super) others: Vec<Path>,
}

/// What an activation is ordered by beside what it is of.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub(super) struct Rank {
    pub(super) salience: i32,
    /// The date of the change that began the match, or ended it.
    pub(super) date: u64,
    /// The match's number.
    pub(super) number: u64,
}

/// A match that has not fired.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Pending {
    pub(super) path: Path,
    pub(super) rank: Rank,
}

/// A match that has fired and is kept.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct FiredMatch {
    pub(super) path: Path,
    pub(super) rank: Rank,
    /// The facts that it supports.
    pub(super) supports: Vec<Place>,
    /// The record by which it is undone when it ends.
    pub(super) record: Option<u32>,
}

/// A match that has ended and is to be undone.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Undoing {
    pub(super) record: u32,
    pub(super) rank: Rank,
}

/// That a rule has fired over some facts.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct MemoState {
    pub(super) rule: u32,
    pub(super) ids: Vec<FactId>,
    pub(super) record: Option<u32>,
}

impl From<ActivationKey> for Rank {
    fn from(key: ActivationKey) -> Self {
        Rank {
            salience: key.salience,
            date: key.date,
            number: key.number,
        }
    }
}

impl State {
    /// The state of a session between two changes.
    pub(crate) fn of<P: Persist<L>, L>(work: &Work<P>) -> Self {
        let network = &work.network;
        let mut types = TypeStates::<P> {
            work,
            types: Vec::new(),
            candidates: HashMap::default(),
        };
        P::visit(&mut types);
        let candidates = types.candidates;
        let mut state = State {
            halted: work.halted,
            date: work.date,
            tag: work.tags.last(),
            matches: network.agenda.numbered(),
            groups: network.summaries.numbered(),
            focus: network.agenda.focused().to_vec(),
            types: types.types,
            ..State::default()
        };
        let paths = state.take_groups(network);
        let records = state.take_records::<P, L>(work);
        state.take_activations(network, &paths, &records);
        state.take_fired(network, &paths, &records, &candidates);
        let memos = network.memos.iter();
        state.memos = memos
            .map(|(rule, ids, record)| MemoState {
                rule,
                ids: ids.to_vec(),
                record: record.map(|record| records[&record]),
            })
            .collect();
        state
    }

    fn take_groups<M: Mode>(&mut self, network: &Network<M>) -> Paths {
        let mut paths = Paths::default();
        for (node, entry) in network.plan.nodes.iter().enumerate() {
            let NodeKind::Summary { by: true, .. } = entry.kind else {
                continue;
            };
            let groups = network
                .summaries
                .keyed(node as u32)
                .into_iter()
                .map(|group| {
                    let (member, _) = network.summaries.members(group);
                    (paths.path(network, member), group)
                });
            // In an order that does not depend on their numbers.
            let mut groups: Vec<(Path, u32)> = groups.collect();
            groups.sort_unstable();
            for (member, group) in groups {
                let serial = network.group_serial(group);
                paths.insert(group, self.keyed.len());
                self.keyed.push(GroupState {
                    member,
                    serial,
                    others: Vec::new(),
                });
            }
        }
        paths
    }

    /// The answer says for the number of each record its place.
    fn take_records<P: Persist<L>, L>(&mut self, work: &Work<P>) -> HashMap<u32, u32, BuildHasher> {
        self.past = alloc::vec![Vec::new(); count_fields::<P, L>(&work.memory)];
        let mut places = HashMap::default();
        for number in work.network.records.needed() {
            places.insert(number, self.records.len() as u32);
            let record = work.network.records.get(number);
            let record = RecordState::of::<P, L>(record, work, &mut self.past);
            self.records.push(record);
        }
        places
    }

    /// Numbers the copies of each of so many fields as they are read: from 0 on. Fails where there are more.
    pub(super) fn number_past(&mut self, fields: usize) -> Result<(), Refusal> {
        self.past = alloc::vec![Vec::new(); fields];
        for field in self.records.iter().flat_map(RecordState::fields) {
            let numbers = self.past.get_mut(field as usize);
            let numbers = numbers.ok_or(Refusal::Altered)?;
            numbers.push(numbers.len() as u32);
        }
        Ok(())
    }

    fn take_activations<M: Mode>(
        &mut self,
        network: &Network<M>,
        paths: &Paths,
        records: &HashMap<u32, u32, BuildHasher>,
    ) {
        for (token, key) in network.agenda.keyed() {
            let rank = Rank::from(key);
            if network.tokens.is_copy(token) {
                let record = records[&network.tokens.get(token).note];
                self.undoing.push(Undoing { record, rank });
            } else {
                let path = paths.match_path(network, token);
                self.pending.push(Pending { path, rank });
            }
        }
    }

    fn take_fired<M: Mode>(
        &mut self,
        network: &Network<M>,
        paths: &Paths,
        records: &HashMap<u32, u32, BuildHasher>,
        candidates: &HashMap<Place, Place, BuildHasher>,
    ) {
        let saved = |place| candidates.get(&place).copied().unwrap_or(place);
        for token in network.tokens.live() {
            let node = &network.plan.nodes[network.tokens.node(token) as usize];
            let NodeKind::Match { index } = node.kind else {
                continue;
            };
            let is_pending = network.tokens.links[token.index()].bucket != NIL;
            if network.plan.matches[index as usize].kept && !is_pending {
                let record = network.records.awaiting(token);
                self.fired.push(FiredMatch {
                    path: paths.match_path(network, token),
                    rank: network.agenda.key(token).into(),
                    supports: network.supports.facts_of(token).map(saved).collect(),
                    record: record.map(|record| records[&record]),
                });
            }
        }
    }
}

/// Collects what there is of each fact type.
struct TypeStates<'a, P: Program> {
    work: &'a Work<P>,
    types: Vec<TypeState>,
    /// The places of candidates that wait, with those that they are saved at.
    candidates: HashMap<Place, Place, BuildHasher>,
}

impl<P: Program> Visitor<P> for TypeStates<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let slab: &Slab<F, P::Mode> = P::slab(&self.work.memory);
        let waiting = (0..).zip(slab.waiting_in_order());
        self.candidates.extend(waiting.map(|(number, candidate)| {
            let place = |candidate| candidate_of::<P>((P::KIND, candidate));
            (place(candidate), place(Slot(number)))
        }));
        let mut last = 0;
        let facts = slab.all_slots().map(|slot| {
            let tag = slab.id(slot).tag;
            FactState {
                slot,
                step: tag - core::mem::replace(&mut last, tag),
                date: slab.date(slot),
                stated: self.work.network.supports.is_stated((P::KIND, slot)),
            }
        });
        self.types.push(TypeState {
            slots: slab.slot_count(),
            facts: facts.collect(),
            candidates: slab.saved_candidates::<P::Identity>(),
            archive: slab.archive.saved(),
        });
    }
}
