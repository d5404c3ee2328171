//! Joins whose sides bound one another: what stands on the left a field of the fact on the right, by `<` and its kin.
//!
//! On the right the facts stand in an ordered index, on the left the tokens in an order of their own: what is new on either side
//! finds on the other what lies within its bounds. The tests of the join are made of what is found, so a place that says too
//! little costs time and nothing else.

use alloc::vec::Vec;

use crate::containers::ordered::{Bounds, Item, Ordered, Within};
use crate::containers::trail::{Map, Mode, Pass};
use crate::ids::TokenId;
use crate::plan::{JoinBound, JoinBounds, Node, Plan};

/// By what the sides of a join look one another up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct JoinLookUp {
    /// Whether their keys hash alike.
    pub(crate) hashed: bool,
    /// The values on the left that bound fields on the right.
    pub(crate) bounds: JoinBounds,
    /// Of each of these, whether both sides have places in one order.
    pub(crate) ordered: [bool; 2],
}

impl JoinLookUp {
    /// The hash by which one side looks up the other, if it does.
    pub(crate) fn hash(self, hash: u64) -> Option<u64> {
        self.hashed.then_some(hash)
    }

    /// Within what the facts lie that go with what has these places on the left.
    pub(crate) fn on_the_right(self, places: [u64; 2]) -> [Bounds; 2] {
        let mut within = [Bounds::ALL; 2];
        for (number, bound) in self.in_order() {
            let field = &mut within[usize::from(bound.field)];
            if bound.least {
                field.from(places[number]);
            } else {
                field.to(places[number]);
            }
        }
        within
    }

    /// Within what lies on the left what goes with a fact of these places.
    pub(crate) fn on_the_left(self, places: [u64; 2]) -> [Bounds; 2] {
        let mut within = [Bounds::ALL; 2];
        for (number, bound) in self.in_order() {
            let field = places[usize::from(bound.field)];
            if bound.least {
                within[number].to(field);
            } else {
                within[number].from(field);
            }
        }
        within
    }

    fn in_order(self) -> impl Iterator<Item = (usize, JoinBound)> {
        let bounds = self.bounds.into_iter().flatten().enumerate();
        bounds.filter(move |(number, _)| self.ordered[*number])
    }
}

/// The tokens on the left of such joins.
#[derive(Debug, Clone)]
pub(crate) struct BoundedTokens<M: Mode> {
    /// Those at each node, up to the last that has any.
    nodes: Vec<Ordered<M>>,
    /// How each stands there.
    items: Map<TokenId, Item, M>,
}

impl<M: Mode> BoundedTokens<M> {
    /// No tokens.
    pub(crate) fn new(plan: &Plan<M::Fields>) -> Self {
        let last = plan.nodes.iter().rposition(Node::is_bounded);
        let nodes = 0..last.map_or(0, |last| last + 1);
        BoundedTokens {
            nodes: nodes.map(|_| Ordered::default()).collect(),
            items: Map::default(),
        }
    }

    /// Puts a token in at a node. It is in only where it comes a second time; then it changes its place.
    #[inline(never)]
    pub(crate) fn insert(&mut self, node: u32, item: Item) {
        let token = TokenId(item.number);
        self.remove(node, token);
        self.nodes[node as usize].insert(item);
        self.items.insert(token, item);
    }

    /// Takes a token out, if it is in.
    #[inline(never)]
    pub(crate) fn remove(&mut self, node: u32, token: TokenId) {
        if let Some(&item) = self.items.get(token) {
            self.nodes[node as usize].remove(item);
            self.items.remove(token);
        }
    }

    /// Whether there are none at a node.
    pub(crate) fn is_empty(&self, node: u32) -> bool {
        self.nodes[node as usize].is_empty()
    }

    /// How a token stands at its node.
    #[cfg(debug_assertions)]
    pub(crate) fn item(&self, token: TokenId) -> Option<Item> {
        self.items.get(token).copied()
    }

    /// All at a node.
    #[cfg(debug_assertions)]
    pub(crate) fn all(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        self.nodes[node as usize].all()
    }

    /// Those at a node that have a hash and lie within bounds.
    pub(crate) fn within(&self, node: u32, hash: u64, bounds: [Bounds; 2]) -> Within<'_> {
        self.nodes[node as usize].within(hash, bounds)
    }

    /// Goes through its state.
    pub(crate) fn trace(&mut self, plan: &Plan<M::Fields>, pass: &mut impl Pass) {
        for (tokens, node) in self.nodes.iter_mut().zip(plan.nodes) {
            if node.is_bounded() {
                pass.over(tokens);
            }
        }
        pass.over(&mut self.items);
    }
}
