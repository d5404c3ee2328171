//! The internal check: every memory, index, list and count is what the facts say it is.
//!
//! For tests. It evaluates the conditions of all nodes anew, over all that may go together, and compares;
//! so it takes the time that the network is there to save.

mod agenda;
mod facts;
mod groups;
mod joins;

use alloc::vec::Vec;

use crate::generated::program::Program;
use crate::joins::network::Network;
use crate::plan::Plan;
use crate::session::work::Work;

/// What is checked, and what has been found of it so far.
struct Check<'a, P: Program> {
    memory: &'a P::Memory,
    network: &'a Network<P::Mode>,
    /// The facts of each alpha memory, as their tests say.
    alphas: Vec<Vec<u32>>,
    /// The tokens at each node.
    tokens: Vec<Vec<u32>>,
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
    let tokens = network
        .tokens
        .verify(P::PLAN, network.agenda.in_hand(), |kind, slot| {
            P::tag(memory, kind, slot) != 0
        });
    let mut check = Check::<P> {
        memory,
        network,
        alphas,
        tokens,
        made: alloc::vec![Vec::new(); P::PLAN.nodes.len()],
    };
    check.verify_joins();
    check.verify_groups();
    check.verify_tokens();
    check.verify_whole();
    check.verify_agenda();
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
