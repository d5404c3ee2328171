//! The nodes that join, count and filter: what each has made is what its tests say, evaluated anew.

use alloc::vec::Vec;

use hashbrown::HashSet;

use super::{Check, alpha_of, sorted};
use crate::containers::hash::BuildHasher;
use crate::containers::index::NIL;
use crate::containers::trail::Mode;
use crate::ids::{Slot, TokenId};
use crate::joins::found::Matches;
use crate::network::{Keyed, Pair};
use crate::plan::{NodeKind, Quantifier, Seed, Seeding, Side};

/// The facts of matches of one node, by their slots.
type Found = HashSet<Vec<Slot>, BuildHasher>;

impl<M: Mode> Check<'_, M> {
    pub(super) fn verify_joins(&mut self) {
        for &root in self.plan.roots {
            self.made[root as usize].push((NIL, NIL));
        }
        for alpha in 0..self.plan.alphas.len() {
            for feed in self.plan.alphas[alpha].feeds {
                if feed.side == Side::Token {
                    let facts = self.alphas[alpha].iter();
                    self.made[feed.node as usize].extend(facts.map(|&slot| (NIL, slot.number())));
                }
            }
        }
        for node in 0..self.plan.nodes.len() as u32 {
            match self.plan.nodes[node as usize].kind {
                NodeKind::Join { right } => {
                    self.verify_left_index(node);
                    let lefts = numbers(&self.tokens[node as usize]);
                    let pairs = self.pairs(node, &lefts, right);
                    self.expect(node, &pairs);
                }
                NodeKind::JoinFacts { left, right, .. } => {
                    let lefts = &self.alphas[alpha_of(self.plan, left)];
                    let lefts: Vec<u32> = lefts.iter().map(|left| left.number()).collect();
                    let pairs = self.pairs(node, &lefts, right);
                    self.expect(node, &pairs);
                }
                NodeKind::Counted { right, quantifier } => {
                    self.verify_left_index(node);
                    self.verify_counts(node, right, quantifier);
                }
                NodeKind::Filter { tag } => {
                    let lefts = self.tokens[node as usize].iter();
                    let mut pairs = lefts.map(|&left| Pair::of(left, tag)).collect();
                    self.ruleset.filter(node, &mut pairs);
                    self.expect(node, &pairs);
                }
                NodeKind::Owner { .. } => {
                    let owners = self.tokens[node as usize].iter();
                    let pairs = owners.map(|&owner| Pair::of(owner, NIL));
                    self.expect(node, &pairs.collect::<Vec<_>>());
                }
                NodeKind::Sharers { summary } => {
                    let owner = Pair {
                        left: NIL,
                        right: NIL,
                    };
                    let sharers = &self.tokens[node as usize];
                    let (known, has_owner) = self.network.sharers(node);
                    assert_eq!(
                        sorted(known),
                        sorted(sharers.iter().copied()),
                        "node {node}"
                    );
                    let is_due = !sharers.is_empty();
                    let lingers = self.network.lingers(node, summary);
                    assert!(has_owner == is_due || has_owner && lingers, "node {node}");
                    let owners = if has_owner { &[owner][..] } else { &[] };
                    self.expect(node, owners);
                }
                NodeKind::Each { .. } => self.expect_elements(node),
                NodeKind::Summary { .. }
                | NodeKind::Last { .. }
                | NodeKind::Drawn { .. }
                | NodeKind::Match { .. } => {}
            }
        }
    }

    /// All pairs of some lefts and the facts of an index that meet a node's tests.
    fn pairs(&self, node: u32, lefts: &[u32], right: u32) -> Vec<Pair> {
        let rights = &self.alphas[alpha_of(self.plan, right)];
        let pairs = lefts.iter();
        let mut pairs = pairs
            .flat_map(|&left| {
                rights.iter().map(move |right| Pair {
                    left,
                    right: right.number(),
                })
            })
            .collect();
        self.ruleset.filter(node, &mut pairs);
        pairs
    }

    /// Each token at a node stands in its index, under the hash of its key, or in its order.
    fn verify_left_index(&self, node: u32) {
        let (network, tokens) = (self.network, &self.tokens[node as usize]);
        let keyed = tokens.iter().map(|token| Keyed {
            item: token.number(),
            hash: 0,
        });
        let mut keyed: Vec<Keyed> = keyed.collect();
        self.ruleset.hash_lefts(node, &mut keyed);
        if network.is_bounded(node) {
            for Keyed { item, hash } in keyed {
                let places = self.ruleset.places_of(node, TokenId(item));
                let known = network.bounded.item(TokenId(item));
                let known = known.map(|item| (item.hash, item.places));
                assert_eq!(known, Some((hash, places)), "token {item} at node {node}");
            }
            let known = network.bounded.all(node);
            assert_eq!(sorted(known), sorted(numbers(tokens)), "node {node}");
            return;
        }
        for Keyed { item, hash } in keyed {
            let known = network.lefts.hash_of(&network.tokens.links, item);
            assert_eq!(known, Some(hash), "token {item} at node {node}");
        }
        let linked = network.lefts.firsts(node).flat_map(|first| {
            let some = |item: u32| (item != NIL).then_some(item);
            core::iter::successors(some(first), move |&item| {
                some(network.tokens.links[item as usize].next)
            })
        });
        assert_eq!(sorted(linked), sorted(numbers(tokens)), "node {node}");
    }

    fn verify_counts(&mut self, node: u32, right: u32, quantifier: Quantifier) {
        let mut passing = Vec::new();
        let tokens = &self.tokens[node as usize];
        let pairs = self.pairs(node, &numbers(tokens), right);
        for &token in tokens {
            let count = pairs.iter().filter(|pair| pair.token() == token).count() as u32;
            let passes = quantifier.holds_of(count);
            let known = self.network.count_of(token);
            assert_eq!(known, (count, passes), "token {token} at node {node}");
            if passes {
                passing.push(Pair::of(token, NIL));
            }
        }
        self.expect(node, &passing);
    }

    /// The elements of a `for`, which are counted only as they come: those that there are, at any output, meet the tests. At a
    /// match node they may be gone, for they have fired.
    fn expect_elements(&mut self, node: u32) {
        let tokens = &self.network.tokens;
        let mut elements = Vec::new();
        for &output in self.plan.nodes[node as usize].outputs {
            let outputs = self.tokens[output as usize].iter();
            let outputs = outputs.map(|&token| tokens.get(token));
            let is_of_token = self.plan.nodes[output as usize].left_fact.is_none();
            let of_node = outputs.filter(|token| {
                is_of_token && token.left != NIL && tokens.node(token.left_token()) == node
            });
            elements.extend(of_node.map(|token| (token.left, token.fact)));
        }
        let mut elements = sorted(elements);
        elements.dedup();
        let pairs = elements.into_iter();
        let mut pairs: Vec<Pair> = pairs.map(|(left, right)| Pair { left, right }).collect();
        let count = pairs.len();
        self.ruleset.filter(node, &mut pairs);
        assert_eq!(pairs.len(), count, "the elements at node {node}");
        self.expect(node, &pairs);
    }

    /// All outputs of a node should have a token of each pair.
    pub(super) fn expect(&mut self, node: u32, pairs: &[Pair]) {
        for &output in self.plan.nodes[node as usize].outputs {
            let made = pairs.iter().map(|pair| (pair.left, pair.right));
            self.made[output as usize].extend(made);
        }
    }

    /// A match that was found whole is found again, and from whichever pattern it is looked for the same are found. One may
    /// be gone that has fired.
    pub(super) fn verify_whole(&self) {
        let mut all: Vec<Option<Found>> = alloc::vec![None; self.plan.nodes.len()];
        let mut found = Matches::default();
        for (alpha, slots) in self.plan.alphas.iter().zip(&self.alphas) {
            for &Seeding { search, seed, .. } in alpha.seedings {
                let Seed { nodes, asks } = self.plan.searches[search as usize].seeds[seed as usize];
                let mut asks = asks.iter();
                // While there is nothing to be asked for, an index is not made.
                let can_ask = asks.all(|&index| {
                    let has_none = self.alphas[alpha_of(self.plan, index)].is_empty();
                    self.network.facts.is_made(index) || has_none
                });
                if !can_ask {
                    continue;
                }
                let mut from_here: Vec<Found> = nodes.iter().map(|_| Found::default()).collect();
                for &slot in slots {
                    self.ruleset.search(search, 1 << seed, slot, &mut found);
                    let mut rest = &found.facts[..];
                    for node in &found.nodes {
                        let facts;
                        (facts, rest) = rest.split_at(self.plan.whole(*node).len());
                        let place = nodes.iter().position(|other| other == node);
                        from_here[place.expect("a seed says what it finds")].insert(facts.to_vec());
                    }
                    found.clear();
                }
                for (place, (&node, from_here)) in nodes.iter().zip(from_here).enumerate() {
                    match &all[node as usize] {
                        // It begins at two patterns alike: what it finds was put to the first of them.
                        _ if nodes[..place].contains(&node) => {}
                        Some(all) => assert_eq!(
                            *all, from_here,
                            "node {node} by seed {seed} of search {search}"
                        ),
                        None => all[node as usize] = Some(from_here),
                    }
                }
            }
        }
        for (node, tokens) in (0..).zip(&self.tokens) {
            let width = self.plan.whole(node).len() as u32;
            let mut seen = Found::default();
            for &token in tokens.iter().filter(|_| width > 0) {
                let places = 0..width;
                let facts: Vec<Slot> = places
                    .map(|place| self.network.fact_at(token, place))
                    .collect();
                let is_found = all[node as usize]
                    .as_ref()
                    .is_some_and(|all| all.contains(&facts));
                assert!(is_found, "{facts:?} at node {node}");
                assert!(seen.insert(facts), "a match of node {node} is there twice");
            }
        }
    }

    /// The tokens at all nodes are made of what they should be. A match may be gone that has fired.
    pub(super) fn verify_tokens(&mut self) {
        for (node, made) in self.made.iter_mut().enumerate() {
            made.sort_unstable();
            if !self.plan.whole(node as u32).is_empty() {
                continue;
            }
            let found = sorted(self.tokens[node].iter().map(|&token| {
                let token = self.network.tokens.get(token);
                (token.left, token.fact)
            }));
            if matches!(self.plan.nodes[node].kind, NodeKind::Match { .. }) {
                let is_made = |token| made.binary_search(token).is_ok();
                assert!(
                    found.iter().all(is_made),
                    "node {node}: {found:?} of {made:?}"
                );
            } else {
                assert_eq!(&found, made, "the tokens at node {node}");
            }
        }
    }
}

/// The numbers of tokens, as they stand in pairs.
fn numbers(tokens: &[TokenId]) -> Vec<u32> {
    tokens.iter().map(|token| token.number()).collect()
}
