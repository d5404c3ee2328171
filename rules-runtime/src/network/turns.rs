//! Counted patterns of matches that are found whole: `not`, `exists` and `unique` without partial matches.
//!
//! Such a pattern is joined to some of the facts of a match, its *outer* facts. From a fact that it counts the outer
//! facts are looked up that go with it, in both sweeps of a change: for facts that leave while working memory reads as
//! before, for those that enter when it reads as after. For each such tuple of outer facts it is compared once what held
//! before and what holds now: where the condition begins to hold, the matches are searched from the tuple; where it
//! ends to hold, the matches that stand are ended. Tuples with a fact that the change itself touches are left out, for
//! their matches end with it and are found from it.
//!
//! What held before needs no counter: it is what goes with the tuple now and is not new, and what has left.

use alloc::vec::Vec;
use core::mem;

use crate::containers::fields::Fields as _;
use crate::containers::trail::Mode;
use crate::ids::Slot;
use crate::joins::found::Matches;
use crate::network::Network;
use crate::network::conditions::Conditions;
use crate::network::engine_features::HasFeatures as _;
use crate::plan::{Counted, Quantifier};

/// What a change does to counted patterns.
#[derive(Debug, Clone, Default)]
pub(crate) struct Turns {
    /// The facts that leave counted patterns, each after the number of its pattern.
    pub(crate) leaving: Vec<(u32, Slot)>,
    /// Those that enter.
    pub(crate) entering: Vec<(u32, Slot)>,
    /// Tuples of outer facts with which such facts go.
    touched: Vec<Touched>,
    /// Their facts, those of one after those of another.
    facts: Vec<Slot>,
}

/// A tuple of outer facts for which a count may change.
#[derive(Debug, Clone, Copy)]
struct Touched {
    /// The counted pattern.
    counted: u32,
    /// Where its facts begin, and how many they are.
    first: u32,
    width: u32,
    /// How many facts that went with it leave.
    left: u32,
}

impl Turns {
    /// Adds the tuples of a search from a fact, of which so many leave.
    fn add(&mut self, counted: u32, width: usize, facts: &[Slot], left: u32) {
        for tuple in facts.chunks_exact(width) {
            let first = self.facts.len() as u32;
            self.facts.extend_from_slice(tuple);
            self.touched.push(Touched {
                counted,
                first,
                width: width as u32,
                left,
            });
        }
    }

    /// Makes one of what is said of equal tuples.
    fn merge(&mut self) {
        let Turns { touched, facts, .. } = self;
        let key = |of: &Touched| {
            let facts = &facts[of.first as usize..][..of.width as usize];
            (of.counted, facts)
        };
        touched.sort_unstable_by(|a, b| key(a).cmp(&key(b)));
        touched.dedup_by(|next, kept| {
            let is_same = key(next) == key(kept);
            if is_same {
                kept.left += next.left;
            }
            is_same
        });
    }

    /// Forgets the change.
    pub(crate) fn clear(&mut self) {
        self.leaving.clear();
        self.entering.clear();
        self.touched.clear();
        self.facts.clear();
    }

    /// Whether matches may begin or end.
    #[inline]
    pub(crate) fn is_due(&self) -> bool {
        !(self.entering.is_empty() && self.touched.is_empty())
    }

    /// Whether nothing is left of a change.
    #[cfg(debug_assertions)]
    pub(crate) fn is_clear(&self) -> bool {
        self.leaving.is_empty() && self.entering.is_empty() && self.touched.is_empty()
    }
}

/// Finds the outer facts that go with what leaves counted patterns, while working memory reads as before the change and
/// all facts that it touches are known.
#[inline]
pub(crate) fn look_back<P: Conditions>(memory: &P::Memory, network: &mut Network<P::Mode>) {
    if const { P::FEATURES.counts } && !network.turns.leaving.is_empty() {
        let mut leaving = mem::take(&mut network.turns.leaving);
        find_outer::<P>(&mut leaving, 1, memory, network);
        network.turns.leaving = leaving;
    }
}

/// Ends the matches whose counted patterns end to hold, and begins those for which they begin to, when working memory
/// reads as after the change.
#[inline]
pub(crate) fn turn<P: Conditions>(memory: &P::Memory, network: &mut Network<P::Mode>) {
    if network.turns.is_due() {
        turn_all::<P>(memory, network);
    }
}

fn turn_all<P: Conditions>(memory: &P::Memory, network: &mut Network<P::Mode>) {
    let mut entering = mem::take(&mut network.turns.entering);
    find_outer::<P>(&mut entering, 0, memory, network);
    network.turns.entering = entering;
    if network.turns.touched.len() > 1 {
        network.turns.merge();
    }
    let mut touched = mem::take(&mut network.turns.touched);
    let all = mem::take(&mut network.turns.facts);
    let is_first = |of: &Touched| of.counted == touched[0].counted;
    let is_alone = touched.iter().all(is_first);
    for of in &touched {
        let counted = &P::PLAN.counted[of.counted as usize];
        let facts = &all[of.first as usize..][..counted.outer.len()];
        match turn_of::<P>(of, facts, memory, network) {
            Some(Turn::Ends) => network.end_whole(counted, facts),
            Some(Turn::Begins) => {
                let mut found = network.found.take().unwrap_or_default();
                P::complete(of.counted, facts, memory, network, &mut found);
                if !is_alone {
                    network.leave_out_known(counted.node, &mut found);
                }
                network.counters.searched(&mut found, 0);
                network.create_whole(&mut found);
                network.found = Some(found);
            }
            None => {}
        }
    }
    touched.clear();
    (network.turns.touched, network.turns.facts) = (touched, all);
    network.turns.facts.clear();
}

/// What becomes of a condition.
enum Turn {
    /// It holds from now on.
    Begins,
    /// It has held until now.
    Ends,
}

/// What becomes of a counted pattern for a tuple of outer facts with which something goes that enters or leaves.
fn turn_of<P: Conditions>(
    &Touched { counted, left, .. }: &Touched,
    facts: &[Slot],
    memory: &P::Memory,
    network: &Network<P::Mode>,
) -> Option<Turn> {
    let count = |unchanged| P::count(counted, facts, unchanged, memory, network);
    // Something that has left was there, and where nothing has left something has entered.
    let (held, holds) = match P::PLAN.counted[counted as usize].quantifier {
        Quantifier::None if left > 0 => (false, count(false) == 0),
        Quantifier::None => (count(true) == 0, false),
        Quantifier::Some if left > 0 => (true, count(false) > 0),
        Quantifier::Some => (count(true) > 0, true),
        Quantifier::One => (left + count(true) == 1, count(false) == 1),
    };
    match (held, holds) {
        (false, true) => Some(Turn::Begins),
        (true, false) => Some(Turn::Ends),
        _ => None,
    }
}

/// Finds the outer facts that go with facts of counted patterns; `left` of each is gone.
fn find_outer<P: Conditions>(
    facts: &mut Vec<(u32, Slot)>,
    left: u32,
    memory: &P::Memory,
    network: &mut Network<P::Mode>,
) {
    let mut found = network.found.take().unwrap_or_default();
    for (counted, slot) in facts.drain(..) {
        let Counted { outer, .. } = P::PLAN.counted[counted as usize];
        P::outer(counted, slot, memory, network, &mut found);
        network.counters.searched(&mut found, 0);
        // Most facts that are counted go with none.
        if !found.facts.is_empty() {
            let turns = &mut network.turns;
            turns.add(counted, outer.len(), &found.facts, left);
            found.clear();
        }
    }
    network.found = Some(found);
}

impl<M: Mode> Network<M> {
    /// Whether the change that is under way touches a fact in a field that a counted pattern reads.
    #[must_use]
    #[inline]
    pub fn is_counted_anew(&self, counted: u32, slot: Slot) -> bool {
        let part = &self.plan.counted[counted as usize].fact;
        self.tokens.changes(part.kind, slot).meets(part.reads)
    }

    /// Ends the matches in which some outer facts stand together.
    #[inline(never)]
    pub(crate) fn end_whole(&mut self, counted: &Counted<M::Fields>, facts: &[Slot]) {
        let mut matches = mem::take(&mut self.scratch);
        let Counted { node, outer, .. } = *counted;
        self.tokens
            .wholes(self.plan, node, (outer, facts), &mut matches);
        for token in matches.drain(..) {
            self.remove(token);
        }
        self.scratch = matches;
    }

    /// Leaves out of the facts of matches those matches that are there already: the change turns several patterns on
    /// which they depend.
    #[inline(never)]
    pub(crate) fn leave_out_known(
        &mut self,
        node: u32,
        Matches { nodes, facts, .. }: &mut Matches,
    ) {
        self.link_fresh();
        let mut known = mem::take(&mut self.scratch);
        let width = self.plan.whole(node).len();
        let places: Vec<u32> = (0..width as u32).collect();
        let mut kept = 0;
        for at in (0..facts.len()).step_by(width) {
            let tuple = &facts[at..at + width];
            self.tokens
                .wholes(self.plan, node, (&places, tuple), &mut known);
            if known.is_empty() {
                facts.copy_within(at..at + width, kept);
                kept += width;
            }
            known.clear();
        }
        facts.truncate(kept);
        nodes.truncate(kept / width);
        self.scratch = known;
    }
}
