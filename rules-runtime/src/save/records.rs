//! The records of firings as a snapshot has them: copies of tokens and groups, numbered within each record.

use alloc::vec::Vec;

use hashbrown::HashMap;
use serde::{Deserialize, Serialize};

use super::Persist;
use super::migration::{Alike, Migration};
use super::past::Find;
use super::refusal::Refusal;
use crate::aggregates::number::SavedTotal;
use crate::containers::hash::BuildHasher;
use crate::containers::index::NIL;
use crate::containers::trail::Mode;
use crate::history::record::{Copies, Record};
use crate::ids::TokenId;
use crate::memory::handle::FactId;
use crate::network::Network;
use crate::plan::{Element, NodeKind};
use crate::session::work::Work;
use crate::support::Place;

/// A match that fired, as it was then.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct RecordState {
    date: u64,
    ids: Vec<FactId>,
    dates: Vec<u64>,
    /// Each after the one on its left, the match's own last.
    tokens: Vec<TokenCopy>,
    groups: Vec<GroupCopy>,
    /// The facts whose past it asks for.
    facts: Vec<Place>,
    /// What working memory keeps for copies.
    states: Vec<StateCopy>,
}

/// The copy of a token.
#[derive(Debug, Serialize, Deserialize)]
struct TokenCopy {
    node: u32,
    /// Its left as the node has it: a slot, nothing, or a token by its place among the copies.
    left: u32,
    /// Its fact: a slot, a number, or a group by its place among the copies.
    fact: u32,
}

/// The copy of a group.
#[derive(Debug, Serialize, Deserialize)]
struct GroupCopy {
    count: u32,
    serial: u64,
    total: SavedTotal,
    has_best: bool,
    /// The members that may be asked for, by their places among the copies.
    members: Vec<u32>,
}

/// That working memory keeps something for a copy.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct StateCopy {
    /// The node that the copied token or group is of.
    node: u32,
    /// The group or the token, by its place among the copies.
    of: u32,
    /// Where, counted in the fields that keep such things; nowhere if nobody asks for it.
    field: Option<u32>,
}

/// What a token has on its left.
enum LeftOf {
    Nothing,
    Fact,
    Token,
}

fn left_of<M: Mode>(network: &Network<M>, node: u32, left: u32) -> LeftOf {
    match network.plan.nodes[node as usize].left_fact {
        Some(_) => LeftOf::Fact,
        None if left == NIL => LeftOf::Nothing,
        None => LeftOf::Token,
    }
}

/// Whether a token's fact is a group.
fn is_of_group<M: Mode>(network: &Network<M>, node: u32) -> bool {
    let nodes = network.plan.nodes;
    let producer = nodes[node as usize].producer;
    producer != node && matches!(nodes[producer as usize].kind, NodeKind::Summary { .. })
}

fn is_summary<M: Mode>(network: &Network<M>, node: u32) -> bool {
    matches!(
        network.plan.nodes[node as usize].kind,
        NodeKind::Summary { .. }
    )
}

/// The place of each number in a list.
fn places(numbers: impl Iterator<Item = u32>) -> HashMap<u32, u32, BuildHasher> {
    numbers.zip(0..).collect()
}

impl RecordState {
    /// Of a record; the numbers of what working memory keeps for it are added to those of each field.
    pub(super) fn of<P: Persist<L>, L>(
        record: &Record,
        work: &Work<P>,
        past: &mut [Vec<u32>],
    ) -> Self {
        let network = &work.network;
        let Copies {
            tokens,
            groups,
            facts,
            states,
        } = &record.copies;
        let token_at = places(tokens.iter().map(|token| token.number()));
        let group_at = places(groups.iter().copied());
        let token = |&token: &TokenId| {
            let node = network.tokens.node(token);
            let (mut left, mut fact) = {
                let token = network.tokens.get(token);
                (token.left, token.fact)
            };
            if let LeftOf::Token = left_of(network, node, left) {
                left = token_at[&left];
            }
            if is_of_group(network, node) {
                fact = group_at[&fact];
            }
            TokenCopy { node, left, fact }
        };
        let group = |&number: &u32| {
            let (count, total, has_best) = network.summaries.copied(number);
            let members = network.member_tokens(number);
            GroupCopy {
                count,
                serial: network.group_serial(number),
                total,
                has_best,
                members: members.map(|member| token_at[&member.number()]).collect(),
            }
        };
        let state = |&(node, _, number): &(u32, u32, u32)| {
            let of_group = is_summary(network, node);
            let mut find = Find::new(of_group, number);
            let Ok(()) = P::past(&work.memory, &mut find);
            let field = find.found();
            if let Some(field) = field {
                past[field as usize].push(number);
            }
            let places = if of_group { &group_at } else { &token_at };
            StateCopy {
                node,
                of: places[&number],
                field,
            }
        };
        RecordState {
            date: record.date,
            ids: record.ids.clone(),
            dates: record.dates.clone(),
            states: states.iter().map(state).collect(),
            tokens: tokens.iter().map(token).collect(),
            groups: groups.iter().map(group).collect(),
            facts: facts.clone(),
        }
    }

    /// The fields in which working memory keeps something for it, each as often as it does.
    pub(super) fn fields(&self) -> impl Iterator<Item = u32> + '_ {
        self.states.iter().filter_map(|state| state.field)
    }

    /// The entry of the plan that saved it of its match, and the one now.
    pub(super) fn entry(&self, migration: &Migration) -> Result<(u32, Option<u32>), Refusal> {
        let node = self.tokens.last().map(|token| token.node);
        let entry = node.and_then(|node| migration.match_nodes.get(&node));
        let entry = *entry.ok_or(Refusal::Altered)?;
        Ok((entry, migration.entry(entry)?))
    }

    /// Carries a record of an entry over into the numbers of this version.
    pub(super) fn carry(&mut self, entry: u32, migration: &Migration) -> Result<(), Refusal> {
        let alike = migration.chains.get(&entry).filter(|alike| alike.is_whole);
        let Some(Alike { nodes, .. }) = alike else {
            return Err(Refusal::Network(migration.rule_name(entry)));
        };
        let carry = |node: &mut u32| {
            let pair = nodes.iter().find(|(before, _)| before == node);
            pair.map(|(_, now)| *node = *now).ok_or(Refusal::Altered)
        };
        self.tokens
            .iter_mut()
            .try_for_each(|token| carry(&mut token.node))?;
        self.states
            .iter_mut()
            .try_for_each(|state| carry(&mut state.node))?;
        for id in &mut self.ids {
            *id = migration.id(*id).ok_or(Refusal::Altered)?;
        }
        for place in &mut self.facts {
            *place = migration.place(*place).ok_or(Refusal::Altered)?;
        }
        Ok(())
    }

    /// Makes the record again, without its pins; what working memory keeps for it is numbered in the fields
    /// of `past`. Returns its number.
    pub(super) fn restore<M: Mode>(
        &self,
        network: &mut Network<M>,
        past: &mut [Vec<u32>],
    ) -> Result<u32, Refusal> {
        let (tokens, groups) = self.restore_copies(network).ok_or(WRONG)?;
        let mut states = Vec::with_capacity(self.states.len());
        for &StateCopy { node, of, field } in &self.states {
            let number = if is_summary(network, node) {
                groups.get(of as usize).copied()
            } else {
                tokens.get(of as usize).map(|token| token.number())
            };
            let number = number.ok_or(WRONG)?;
            if let Some(field) = field {
                past[field as usize].push(number);
            }
            states.push((node, number, number));
        }
        let token = *tokens.last().ok_or(WRONG)?;
        self.check(network, token)?;
        let copies = Copies {
            tokens,
            groups,
            facts: self.facts.clone(),
            states,
        };
        let facts = (self.ids.clone(), self.dates.clone());
        let record = Record::new(token, self.date, facts, copies);
        let number = network.records.push(record);
        network.tokens.get_mut(token).note = number;
        Ok(number)
    }

    /// Makes the copies again; `None` where they do not fit together.
    fn restore_copies<M: Mode>(
        &self,
        network: &mut Network<M>,
    ) -> Option<(Vec<TokenId>, Vec<u32>)> {
        let nodes = network.plan.nodes.len();
        let has_node = |node: u32| (node as usize) < nodes;
        let are_nodes = self.tokens.iter().all(|token| has_node(token.node))
            && self.states.iter().all(|state| has_node(state.node));
        are_nodes.then_some(())?;
        let tokens = self.tokens.iter();
        let tokens: Vec<TokenId> = tokens
            .map(|token| network.tokens.restore_copy(token.node))
            .collect();
        let groups = self.groups.iter();
        let groups: Vec<u32> = groups
            .map(|group| (group.count, group.serial, &group.total))
            .map(|(count, serial, total)| network.summaries.restore_copy(count, serial, total))
            .collect();
        for (place, &TokenCopy { node, left, fact }) in self.tokens.iter().enumerate() {
            let left = match left_of(network, node, left) {
                LeftOf::Nothing | LeftOf::Fact => left,
                LeftOf::Token => tokens[..place].get(left as usize)?.number(),
            };
            let fact = if is_of_group(network, node) {
                *groups.get(fact as usize)?
            } else {
                fact
            };
            network.tokens.complete_copy(tokens[place], left, fact);
        }
        for (group, &copy) in self.groups.iter().zip(&groups) {
            let members = group.members.iter();
            let members = members.map(|&member| tokens.get(member as usize).copied());
            let members: Option<Vec<TokenId>> = members.collect();
            network.complete_group(copy, &members?, group.has_best);
        }
        Some((tokens, groups))
    }

    /// Fails unless a token is of a match, whose facts are named.
    fn check<M: Mode>(&self, network: &Network<M>, token: TokenId) -> Result<(), Refusal> {
        let node = network.tokens.node(token);
        let NodeKind::Match { index } = network.plan.nodes[node as usize].kind else {
            return Err(WRONG);
        };
        let is_fact =
            |element: &&Element| matches!(element, Element::Fact { .. } | Element::LeftFact { .. });
        let elements = network.plan.matches[index as usize].elements.iter();
        if elements.filter(is_fact).count() == self.ids.len() {
            return Ok(());
        }
        Err(WRONG)
    }
}

const WRONG: Refusal = Refusal::Contradiction("a firing's record does not fit together");
