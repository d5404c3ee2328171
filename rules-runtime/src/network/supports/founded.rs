//! Founded support: facts that hold up only one another fall together.
//!
//! Where rules can feed themselves, a fact that loses a support is first taken to fall with all that rests
//! on it, and then whatever still has a support that rests on none of these is kept. (A. Gupta, I. S.
//! Mumick, V. S. Subrahmanian, *Maintaining Views Incrementally*, 1993: delete and rederive.) What has a support that
//! [ranks](crate::support::ranks) before it is not taken to fall. A match rests on the facts of its patterns, and through
//! `exists` on there being a witness.

use alloc::vec::Vec;
use core::mem;

use hashbrown::HashSet;

use crate::containers::fields::Fields as _;
use crate::containers::hash::BuildHasher;
use crate::containers::trail::Mode;
use crate::ids::{KindId, Slot, TokenId};
use crate::network::conditions::{Conditions, FieldsOf, Holds, Visitor};
use crate::network::engine_features::HasFeatures as _;
use crate::network::{Batch, Keyed, Network, Pair, bounded};
use crate::plan::{NodeKind, Part, Quantifier, Side, Summary};
use crate::support::Place;
use crate::support::ranks::{Rank, Ranks};

/// Of facts that have lost a support, or perhaps what a support rested on, and of the facts that rest on them:
/// those that nothing founded holds up. Tokens that could not be tested for it are doubted, when what they rest on is
/// settled.
pub(crate) fn unfounded<P: Conditions>(
    facts: &[Place],
    memory: &P::Memory,
    network: &mut Network<P::Mode>,
) -> Vec<Place> {
    let mut search = OverDeletion::<P> {
        memory,
        ranks: mem::take(&mut network.supports.ranks),
        network,
        over_deleted: HashSet::default(),
        first_unsettled: network.first_unsettled(),
        untested: Vec::new(),
    };
    let mut order = Vec::new();
    for &fact in facts {
        search.doubt(fact, &mut order);
    }
    let mut next = 0;
    while let Some(&fact) = order.get(next) {
        next += 1;
        for token in search.resting_on(fact) {
            for supported in network.supports.facts_of(token) {
                search.doubt(supported, &mut order);
            }
        }
    }
    // What rests on none of the doubted is founded; what rests on that is founded in its turn.
    let mut work = order.clone();
    while let Some(fact) = work.pop() {
        let mut supports = supporting(network, fact);
        if search.over_deleted.contains(&fact)
            && let Some(by) = supports.find(|&token| search.holds(token, TokenId::NONE))
        {
            search.over_deleted.remove(&fact);
            search.rank_after(fact, by);
            for token in search.resting_on(fact) {
                let supported = search.network.supports.facts_of(token);
                work.extend(supported.filter(|fact| search.over_deleted.contains(fact)));
            }
        }
    }
    let OverDeletion {
        ranks,
        over_deleted,
        untested,
        ..
    } = search;
    order.retain(|fact| over_deleted.contains(fact));
    network.supports.ranks = ranks;
    for (node, token) in untested {
        network.nodes[node as usize].doubted.push(token);
        network.work.push(node);
    }
    order
}

/// What is known in the course of a search.
struct OverDeletion<'a, P: Conditions> {
    memory: &'a P::Memory,
    network: &'a Network<P::Mode>,
    ranks: Ranks,
    /// The facts that are taken to fall.
    over_deleted: HashSet<Place, BuildHasher>,
    /// What tokens rest on from this summary on cannot be read.
    first_unsettled: Option<u32>,
    /// Tokens that were taken to have a witness, with the nodes that look for it.
    untested: Vec<(u32, TokenId)>,
}

/// How many supports of a fact are asked whether they rank before it. Any number will do.
const ASKED: usize = 16;

/// Whether it is known of derived facts where they rank: matches rest on facts alone, and nothing goes back.
const fn is_ranked<P: Conditions>() -> bool {
    !(<P::Mode as Mode>::TRAILS || P::FEATURES.witnesses || P::FEATURES.settles)
}

/// The matches that support a fact. One that has ended may be tied to it still, until its node works.
fn supporting<M: Mode>(network: &Network<M>, fact: Place) -> impl Iterator<Item = TokenId> {
    let supports = network.supports.matches_of(fact);
    supports.filter(|&token| !network.tokens.is_dead(token))
}

impl<P: Conditions> OverDeletion<'_, P> {
    /// Takes a fact to fall, where it is not known to stand, and adds it to a list.
    fn doubt(&mut self, fact: Place, order: &mut Vec<Place>) {
        let stands = self.network.supports.is_stated(fact)
            || self.over_deleted.contains(&fact)
            || self.is_well_founded(fact);
        if !stands {
            self.over_deleted.insert(fact);
            order.push(fact);
        }
    }

    /// Whether a fact that is not stated has a support that ranks before it and rests on no doubted fact.
    fn is_well_founded(&self, fact: Place) -> bool {
        if const { !is_ranked::<P>() } {
            return false;
        }
        let OverDeletion { network, .. } = *self;
        let Some(rank) = self.rank(fact) else {
            return false;
        };
        supporting(network, fact).take(ASKED).any(|token| {
            network.places(token).all(|part| {
                let ranks_before = || self.rank(part).is_some_and(|of| of < rank);
                network.supports.is_stated(part)
                    || ranks_before() && !self.over_deleted.contains(&part)
            })
        })
    }

    /// Where a derived fact ranks, if that is known.
    fn rank(&self, fact @ (kind, slot): Place) -> Option<Rank> {
        self.ranks.of(fact, P::tag(self.memory, kind, slot))
    }

    /// Lets a fact rank after those on which a support of it rests.
    fn rank_after(&mut self, fact: Place, by: TokenId) {
        if const { !is_ranked::<P>() } {
            return;
        }
        let OverDeletion { network, .. } = *self;
        let stated = |part: &Place| network.supports.is_stated(*part);
        let mut derived = network.places(by).filter(|part| !stated(part));
        let last = derived.try_fold((0, 0), |last: Rank, part| Some(last.max(self.rank(part)?)));
        let (kind, slot) = fact;
        let tag = P::tag(self.memory, kind, slot);
        self.ranks.set(fact, tag, last);
    }

    /// The matches that rest on a fact.
    fn resting_on(&self, (kind, slot): Place) -> Vec<TokenId> {
        let network = self.network;
        let mut tokens = Vec::new();
        if kind.index() >= P::PLAN.kinds.len() {
            // Of a candidate that waits nothing is seen.
            return tokens;
        }
        network
            .tokens
            .readers(P::PLAN, kind, slot, FieldsOf::<P>::ALL, &mut tokens);
        if const { P::FEATURES.witnesses } {
            self.add_witnessed((kind, slot), &mut tokens);
        }
        network.matches_below(tokens)
    }

    /// Adds the tokens that rest on there being a witness, which a fact may be.
    fn add_witnessed(&self, (kind, slot): Place, tokens: &mut Vec<TokenId>) {
        let OverDeletion {
            memory, network, ..
        } = *self;
        let mut alphas = Alphas::<P> {
            memory,
            fact: (kind, slot),
            found: Vec::new(),
        };
        P::visit(&mut alphas);
        for alpha in alphas.found {
            for feed in P::PLAN.alphas[alpha as usize].feeds {
                let node = feed.node;
                let kind = &P::PLAN.nodes[node as usize].kind;
                let NodeKind::Counted {
                    quantifier: Quantifier::Some,
                    ..
                } = kind
                else {
                    continue;
                };
                if feed.side == Side::Right {
                    let mut batch = network.counting(node, slot);
                    bounded::pair_rights::<P>(node, &mut batch, memory, network);
                    let mut pairs = batch.pairs;
                    pairs.retain(|pair| {
                        let untested = network.is_unsettled(self.first_unsettled, pair.token());
                        tokens.extend(untested.then_some(pair.token()));
                        !untested
                    });
                    P::filter(node, memory, network, &mut pairs);
                    tokens.extend(pairs.into_iter().map(Pair::token));
                }
            }
        }
    }

    /// Whether a token, as far to the left as another, rests on no doubted fact.
    fn holds(&mut self, mut token: TokenId, stop: TokenId) -> bool {
        let tokens = &self.network.tokens;
        while token != stop {
            let at = *tokens.get(token);
            let (node, fact, left) = (at.node(), at.fact, at.left_token());
            let shape = &P::PLAN.nodes[node as usize];
            if self.is_doubted(shape.fact, at.slot())
                || self.is_doubted(shape.left_fact, at.left_slot())
            {
                return false;
            }
            if shape.producer != node {
                let stands = match P::PLAN.nodes[shape.producer as usize].kind {
                    NodeKind::Counted {
                        right,
                        quantifier: Quantifier::Some,
                    } => self.has_witness(shape.producer, right, left),
                    NodeKind::Summary {
                        of: Summary::Quantified(Quantifier::Some),
                        steps,
                        ..
                    } => self.has_member((shape.producer, token), fact, steps),
                    _ => true,
                };
                if !stands {
                    return false;
                }
            }
            if shape.left_fact.is_some() || left == TokenId::NONE {
                break;
            }
            token = left;
        }
        true
    }

    fn is_doubted(&self, part: Option<Part<FieldsOf<P>>>, slot: Slot) -> bool {
        part.is_some_and(|part| self.over_deleted.contains(&(part.kind, slot)))
    }

    /// Whether a node counts for a token a fact that is not doubted.
    fn has_witness(&mut self, node: u32, right: u32, token: TokenId) -> bool {
        let OverDeletion {
            memory, network, ..
        } = *self;
        if network.is_unsettled(self.first_unsettled, token) {
            self.untested.push((node, token));
            return true;
        }
        let (item, hash) = (token.number(), 0);
        let mut batch = Batch {
            lefts: alloc::vec![Keyed { item, hash }],
            ..Batch::default()
        };
        bounded::pair_lefts::<P>(node, &mut batch, memory, network);
        let mut pairs = batch.pairs;
        P::filter(node, memory, network, &mut pairs);
        let mut alphas = P::PLAN.alphas.iter();
        let kind = alphas
            .find(|alpha| alpha.indexes.iter().any(|&(index, _)| index == right))
            .map_or(KindId::NONE, |alpha| alpha.kind);
        pairs
            .iter()
            .any(|pair| !self.over_deleted.contains(&(kind, Slot(pair.right))))
    }

    /// Whether the group of which a node has made a token has a member that rests on no doubted fact.
    fn has_member(&mut self, (node, token): (u32, TokenId), group: u32, steps: u32) -> bool {
        let network = self.network;
        let tokens = &network.tokens;
        let mut members = network.member_tokens(group);
        let has_member = members
            .any(|member| !tokens.is_dead(member) && self.holds(member, tokens.up(member, steps)));
        // While anything before the node has to work, one may still come.
        let may_come = || network.work.first().is_some_and(|next| next <= node);
        if !has_member && may_come() {
            self.untested.push((node, token));
            return true;
        }
        has_member
    }
}

/// Finds the alpha memories of a fact.
struct Alphas<'a, P: Conditions> {
    memory: &'a P::Memory,
    fact: Place,
    found: Vec<u32>,
}

impl<P: Conditions> Visitor<P> for Alphas<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let (kind, slot) = self.fact;
        if kind == P::KIND {
            P::classify(self.memory, slot, FieldsOf::<P>::ALL, &mut self.found);
        }
    }
}
