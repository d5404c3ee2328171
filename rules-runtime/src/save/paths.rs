//! How a snapshot names matches and groups: by the way through the network that leads to them.
//!
//! The numbers of tokens and groups are an accident of the order of changes. A token's path is not: its
//! node, then from right to left the facts, elements and groups that it is made of. Nodes that only test are no part of it:
//! rules that share the rest decide which stand apart. Nor is a match's path an accident, which does not depend on the nodes:
//! its entry of the plan, then its elements as written.

use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::containers::hash::BuildHasher;
use crate::containers::trail::Mode;
use crate::ids::TokenId;
use crate::network::Network;
use crate::plan::{Element, NodeKind};

/// What names a token.
pub(super) type Path = Vec<u32>;

/// What names tokens, given the names of groups by which they came.
#[derive(Default)]
pub(super) struct Paths {
    /// By their numbers, the places of groups among those that are saved.
    groups: HashMap<u32, u32, BuildHasher>,
}

impl Paths {
    /// Notes the place of a group.
    pub(super) fn insert(&mut self, group: u32, place: usize) {
        self.groups.insert(group, place as u32);
    }

    /// The path of a match. The groups of it must have been noted.
    pub(super) fn match_path<M: Mode>(&self, network: &Network<M>, token: TokenId) -> Path {
        let entry = network.plan.entry_of(network.tokens.node(token));
        let elements = network.plan.matches[entry as usize].elements.iter();
        let numbers = elements.filter_map(|element| match *element {
            Element::Fact { steps, .. } => Some(network.fact(token, steps).number()),
            Element::Each { steps } => Some(network.result(token, steps)),
            Element::LeftFact { steps, .. } => Some(network.left_fact(token, steps).number()),
            Element::Whole { place, .. } => Some(network.fact_at(token, place).number()),
            Element::Gate { gate, .. } => Some(network.gates.fact_to_be(gate).number()),
            Element::Group { steps } => {
                let group = network.result(token, steps);
                self.groups.get(&group).copied()
            }
            Element::Branch(_) => None,
        });
        core::iter::once(entry).chain(numbers).collect()
    }

    /// The path of a token. The groups on it must have been noted.
    pub(super) fn path<M: Mode>(&self, network: &Network<M>, mut token: TokenId) -> Path {
        let nodes = network.plan.nodes;
        let mut path = alloc::vec![network.tokens.node(token)];
        let whole = network.plan.whole(network.tokens.node(token));
        if !whole.is_empty() {
            let places = 0..whole.len() as u32;
            path.extend(places.map(|place| network.fact_at(token, place).number()));
            return path;
        }
        if let NodeKind::Summary { branches, .. } = nodes[network.tokens.node(token) as usize].kind
            && branches.len() > 1
        {
            // A member of one of several branches ends in the one by which it came.
            path.push(network.tokens.get(token).fact);
        }
        while token != TokenId::NONE {
            let node = &nodes[network.tokens.node(token) as usize];
            let (left, fact) = (
                network.tokens.get(token).left,
                network.tokens.get(token).fact,
            );
            let came = &nodes[node.producer as usize].kind;
            match (node.fact, came) {
                (Some(_), _) | (None, NodeKind::Each { .. }) => path.push(fact),
                (None, NodeKind::Summary { by: true, .. }) => path.extend(self.groups.get(&fact)),
                (None, _) => {}
            }
            if node.left_fact.is_some() {
                path.push(left);
                break;
            }
            token = TokenId(left);
        }
        path
    }
}
