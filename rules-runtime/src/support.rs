//! Logical support: which matches hold up which facts.
//!
//! A fact inserted with `insert logical` stands while a match that derived it stands. What a change does with that is in
//! `network::supports`, and in `session::settle` which candidate of a `#[best]` type stands.

pub(crate) mod ranks;

use alloc::vec::Vec;

use crate::containers::index::NIL;
use crate::containers::trail::{Cells, Mode, Pass, Rows};
use crate::ids::{KindId, Slot, TokenId};
use crate::support::ranks::Ranks;

/// A match that supports a fact.
#[derive(Debug, Clone, Copy)]
struct Support {
    /// The match's token.
    token: TokenId,
    kind: KindId,
    slot: Slot,
    /// The next fact that the match supports.
    next_of_match: u32,
    /// The neighbours among the fact's supports.
    next_of_fact: u32,
    prev_of_fact: u32,
}

/// What holds up a fact.
#[derive(Debug, Clone, Copy)]
struct Supported {
    first: u32,
    /// Whether it stands by itself too.
    stated: bool,
}

/// A fact, by its type and slot; or a candidate.
pub(crate) type Place = (KindId, Slot);

/// Which matches hold up which facts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Supports<M: Mode> {
    links: Cells<Support, M>,
    free: Cells<u32, M>,
    /// By fact type and slot; facts past the end were only ever inserted plainly.
    facts: Rows<Supported, M>,
    /// For each token of a match that supports something, its first support.
    matches: Cells<u32, M>,
    /// Where nothing goes back: how derived facts rank.
    pub(crate) ranks: Ranks,
}

impl<M: Mode> Supports<M> {
    /// No supports, of facts of so many types, candidates counted apart.
    pub(crate) fn new(kinds: usize) -> Self {
        Supports {
            facts: Rows::new(kinds),
            ..Supports::default()
        }
    }

    /// Goes through its state.
    pub(crate) fn trace(&mut self, pass: &mut impl Pass) {
        pass.over(&mut self.links);
        pass.over(&mut self.free);
        pass.over(&mut self.facts);
        pass.over(&mut self.matches);
    }

    /// Whether a match supports anything.
    pub(crate) fn has_match(&self, token: TokenId) -> bool {
        self.matches
            .get(token.index())
            .is_some_and(|&first| first != NIL)
    }

    fn supported(&mut self, (kind, slot): Place) -> &mut Supported {
        let plain = Supported {
            first: NIL,
            stated: true,
        };
        self.facts.grow_row(kind.number(), slot.index() + 1, plain);
        self.facts.get_mut(kind.number(), slot.index())
    }

    fn get(&self, (kind, slot): Place) -> Supported {
        let unsupported = Supported {
            first: NIL,
            stated: true,
        };
        let facts = self.facts.row(kind.number());
        facts.get(slot.index()).copied().unwrap_or(unsupported)
    }

    /// Whether a fact stands by itself.
    pub(crate) fn is_stated(&self, fact: Place) -> bool {
        self.get(fact).stated
    }

    /// Whether a match supports a fact.
    pub(crate) fn is_supported(&self, fact: Place) -> bool {
        self.get(fact).first != NIL
    }

    /// Lets a fact stand by itself.
    pub(crate) fn state(&mut self, fact: Place) {
        if !self.get(fact).stated {
            self.supported(fact).stated = true;
            self.ranks.forget(fact);
        }
    }

    /// Notes that a new fact stands only while something supports it.
    pub(crate) fn derive(&mut self, fact: Place) {
        self.supported(fact).stated = false;
    }

    /// Adds a support.
    #[inline(never)]
    pub(crate) fn add(&mut self, token: TokenId, (kind, slot): Place) {
        self.matches.grow(token.index() + 1, NIL);
        let next_of_match = self.matches[token.index()];
        let next_of_fact = self.supported((kind, slot)).first;
        let support = Support {
            token,
            kind,
            slot,
            next_of_match,
            next_of_fact,
            prev_of_fact: NIL,
        };
        let number = if let Some(number) = self.free.pop() {
            self.links[number as usize] = support;
            number
        } else {
            self.links.push(support);
            (self.links.len() - 1) as u32
        };
        if next_of_fact != NIL {
            self.links[next_of_fact as usize].prev_of_fact = number;
        }
        self.matches[token.index()] = number;
        self.supported((kind, slot)).first = number;
    }

    /// Takes away all that a match supports; the facts go `into` the list.
    #[inline(never)]
    pub(crate) fn withdraw(&mut self, token: TokenId, into: &mut Vec<Place>) {
        if !self.has_match(token) {
            return;
        }
        let mut number = core::mem::replace(&mut self.matches[token.index()], NIL);
        while number != NIL {
            let Support {
                kind,
                slot,
                next_of_match,
                ..
            } = self.links[number as usize];
            self.unlink(number);
            self.free.push(number);
            into.push((kind, slot));
            number = next_of_match;
        }
    }

    /// Forgets what held up a fact that is gone.
    pub(crate) fn forget(&mut self, fact: Place) {
        let Supported { first, stated } = self.get(fact);
        if first == NIL && stated {
            return;
        }
        self.pass(fact, None);
        self.ranks.forget(fact);
        *self.supported(fact) = Supported {
            first: NIL,
            stated: true,
        };
    }

    /// Passes the supports of a fact to another, or lets go of them.
    #[inline(never)]
    pub(crate) fn pass(&mut self, from: Place, to: Option<Place>) {
        let mut number = self.get(from).first;
        while number != NIL {
            let Support {
                token,
                next_of_fact,
                ..
            } = self.links[number as usize];
            self.unlink(number);
            self.unlink_from_match(number);
            self.free.push(number);
            if let Some(to) = to {
                self.add(token, to);
            }
            number = next_of_fact;
        }
        if let Some(to) = to {
            let stated = self.get(from).stated;
            if stated {
                self.state(to);
            }
        }
    }

    fn unlink(&mut self, number: u32) {
        let Support {
            kind,
            slot,
            next_of_fact,
            prev_of_fact,
            ..
        } = self.links[number as usize];
        if next_of_fact != NIL {
            self.links[next_of_fact as usize].prev_of_fact = prev_of_fact;
        }
        if prev_of_fact == NIL {
            self.supported((kind, slot)).first = next_of_fact;
        } else {
            self.links[prev_of_fact as usize].next_of_fact = next_of_fact;
        }
    }

    fn unlink_from_match(&mut self, number: u32) {
        let Support {
            token,
            next_of_match,
            ..
        } = self.links[number as usize];
        let mut at = self.matches[token.index()];
        if at == number {
            self.matches[token.index()] = next_of_match;
            return;
        }
        while at != NIL {
            let next = self.links[at as usize].next_of_match;
            if next == number {
                self.links[at as usize].next_of_match = next_of_match;
                return;
            }
            at = next;
        }
    }

    /// The facts that a match supports.
    pub(crate) fn facts_of(&self, token: TokenId) -> impl Iterator<Item = Place> + '_ {
        let first = self.matches.get(token.index()).copied().unwrap_or(NIL);
        let some = |number: u32| (number != NIL).then_some(number);
        core::iter::successors(some(first), move |&number| {
            some(self.links[number as usize].next_of_match)
        })
        .map(|number| {
            (
                self.links[number as usize].kind,
                self.links[number as usize].slot,
            )
        })
    }

    /// The matches that support a fact.
    pub(crate) fn matches_of(&self, fact: Place) -> impl Iterator<Item = TokenId> + '_ {
        let some = |number: u32| (number != NIL).then_some(number);
        core::iter::successors(some(self.get(fact).first), move |&number| {
            some(self.links[number as usize].next_of_fact)
        })
        .map(|number| self.links[number as usize].token)
    }
}
