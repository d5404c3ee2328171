//! The internal check: every memory, index, list and count is what the facts say it is.
//!
//! For tests. It evaluates the conditions of all nodes anew, over all that may go together, and compares;
//! so it takes the time that the network is there to save.

mod agenda;
mod facts;
mod groups;
mod joins;

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::aggregates::number::Number;
use crate::containers::trail::Mode;
use crate::ids::{Slot, TokenId};
use crate::joins::found::Matches;
use crate::memory::archive::Moment;
use crate::network::summaries::latest;
use crate::network::{Keyed, Network, Pair, reduced};
use crate::plan::Plan;
use crate::session::program::Program;
use crate::session::work::Work;

/// What is checked, and what has been found of it so far. It has the ruleset by a pointer: a check is much code, and so it is not
/// made anew for each.
struct Check<'a, M: Mode> {
    plan: &'static Plan<M::Fields>,
    network: &'a Network<M>,
    /// What only the ruleset knows.
    ruleset: &'a dyn Ruleset,
    /// The facts of each alpha memory, as their tests say.
    alphas: Vec<Vec<Slot>>,
    /// The tokens at each node.
    tokens: Vec<Vec<TokenId>>,
    /// The lefts and facts of which each node should have a token.
    made: Vec<Vec<(u32, u32)>>,
}

/// Checks a session between two changes.
///
/// # Panics
///
/// Panics where something is not as it should be: a bug of the engine, or user code that does not keep to
/// what its traits ask.
pub(crate) fn verify<P: Program>(work: &Work<P>) {
    let Work {
        memory, network, ..
    } = work;
    network.verify_idle();
    let alphas = facts::verify_facts::<P>(memory, network);
    let is_there = |kind, slot| P::tag(memory, kind, slot) != 0;
    let in_hand = network.agenda.in_hand();
    let tokens = network.tokens.verify(P::PLAN, in_hand, &is_there);
    let mut check = Check {
        plan: P::PLAN,
        network,
        ruleset: &Asked::<P> { memory, network },
        alphas,
        tokens,
        made: alloc::vec![Vec::new(); P::PLAN.nodes.len()],
    };
    check.verify_memories();
    check.verify_joins();
    check.verify_groups();
    check.verify_tokens();
    check.verify_whole();
    check.verify_agenda();
}

/// What a check asks of a ruleset: its tests, keys and values.
trait Ruleset {
    /// The hash of a fact's key in an index, and its place where that is ordered.
    fn key_of(&self, index: u32, slot: Slot) -> (u64, Option<[u64; 2]>);
    /// Whether a fact has what an index asks, if that is reduced.
    fn has_partner(&self, index: u32, slot: Slot) -> bool;
    /// Keeps of the pairs at a node those that meet its tests.
    fn filter(&self, node: u32, pairs: &mut Vec<Pair>);
    /// Computes the hashes of tokens at a node, if it has any.
    fn hash_lefts(&self, node: u32, lefts: &mut [Keyed]);
    /// The places of what in a token bounds the facts that join it.
    fn places_of(&self, node: u32, token: TokenId) -> [u64; 2];
    /// Adds the matches of a search from a fact.
    fn search(&self, search: u32, seeds: u64, slot: Slot, found: &mut Matches);
    /// Whether two members of a summary are of one key.
    fn same_group(&self, node: u32, a: TokenId, b: TokenId) -> bool;
    /// What a member adds to a sum.
    fn number(&self, node: u32, member: TokenId) -> Number;
    /// How two members compare by the expression of a summary.
    fn compare(&self, node: u32, a: TokenId, b: TokenId) -> Ordering;
    /// How two members compare in time.
    fn order_in_time(&self, node: u32, a: TokenId, b: TokenId) -> Ordering;
}

/// A ruleset that is asked of these facts.
struct Asked<'a, P: Program> {
    memory: &'a P::Memory,
    network: &'a Network<P::Mode>,
}

impl<P: Program> Ruleset for Asked<'_, P> {
    fn key_of(&self, index: u32, slot: Slot) -> (u64, Option<[u64; 2]>) {
        let is_ordered = P::PLAN.indexes[index as usize].ordered;
        let places = is_ordered.then(|| P::order_fact(index, self.memory, slot));
        (P::hash_fact(index, self.memory, slot), places)
    }

    fn has_partner(&self, index: u32, slot: Slot) -> bool {
        reduced::has_partner::<P>(index, slot, self.memory, &self.network.facts)
    }

    fn filter(&self, node: u32, pairs: &mut Vec<Pair>) {
        P::filter(node, self.memory, self.network, pairs);
    }

    fn hash_lefts(&self, node: u32, lefts: &mut [Keyed]) {
        if P::is_hashed(node, self.memory, self.network) {
            P::hash_lefts(node, self.memory, self.network, lefts);
        }
    }

    fn places_of(&self, node: u32, token: TokenId) -> [u64; 2] {
        P::order_left(node, self.memory, self.network, token)
    }

    fn search(&self, search: u32, seeds: u64, slot: Slot, found: &mut Matches) {
        P::search(search, seeds, slot, self.memory, self.network, found);
    }

    fn same_group(&self, node: u32, a: TokenId, b: TokenId) -> bool {
        P::same_group(node, self.memory, self.network, (a, Moment::Now), (node, b))
    }

    fn number(&self, node: u32, member: TokenId) -> Number {
        P::number(node, self.memory, self.network, member)
    }

    fn compare(&self, node: u32, a: TokenId, b: TokenId) -> Ordering {
        P::compare(node, self.memory, self.network, a, b)
    }

    fn order_in_time(&self, node: u32, a: TokenId, b: TokenId) -> Ordering {
        latest::order::<P>(node, a, b, self.memory, self.network)
    }
}

/// The alpha memory of an index.
fn alpha_of<F>(plan: &Plan<F>, index: u32) -> usize {
    let has =
        |alpha: &crate::plan::Alpha<F>| alpha.indexes.iter().any(|&(other, _)| other == index);
    plan.alphas
        .iter()
        .position(has)
        .expect("an index is of an alpha memory")
}

/// The elements in an order of their own.
fn sorted<T: Ord>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = all.into_iter().collect();
    all.sort_unstable();
    all
}
