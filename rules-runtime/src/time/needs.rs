//! Events that no condition needs any more: which of them may go.
//!
//! The compiler says until when an event is needed. When the clock has passed that instant the event goes, unless a match
//! with it supports a fact, is to be undone, or is pending; then it is held, and asked again at later ticks.

use alloc::vec::Vec;
use core::ops::Bound;

use super::Time;
use super::clock::{Clock, Entry, Happening, Step};
use crate::containers::trail::{Mode, Trail as _};
use crate::ids::KindId;
use crate::memory::handle::FactId;
use crate::network::conditions::{Holds, Visitor};
use crate::plan::bit_of;
use crate::session::program::Program;
use crate::session::work::Work;

/// At a tick so many events that are held are asked in vain.
const ASKED: usize = 4;

/// The events that may go at a tick.
#[derive(Debug)]
pub(super) struct Going<T> {
    /// Those whose time is over, with the instant, and whether they go or are held.
    over: Vec<(T, FactId, bool)>,
    /// Those that were held, and go.
    freed: Vec<FactId>,
    /// The last that was asked of those that are held.
    asked: Option<FactId>,
}

impl<T> Default for Going<T> {
    fn default() -> Self {
        Going {
            over: Vec::new(),
            freed: Vec::new(),
            asked: None,
        }
    }
}

impl<T> Going<T> {
    /// Whether none goes.
    pub(super) fn is_none(&self) -> bool {
        self.freed.is_empty() && self.over.iter().all(|(.., goes)| !goes)
    }

    /// Those that go.
    pub(super) fn events(&self) -> impl Iterator<Item = FactId> + '_ {
        let over = self.over.iter().filter(|(.., goes)| *goes);
        let over = over.map(|(_, event, _)| *event);
        over.chain(self.freed.iter().copied())
    }
}

impl<T: Time, M: Mode> Clock<T, M> {
    /// Notes until when an event is needed.
    pub(super) fn need(&mut self, until: T, event: FactId) {
        self.needed.insert(over((until, event)), 0);
        self.trail.note(Step::Needed((until, event), true));
    }

    /// An event is gone.
    pub(super) fn need_not(&mut self, until: T, event: FactId) {
        if self.needed.remove(&over((until, event))).is_some() {
            self.trail.note(Step::Needed((until, event), false));
        } else if self.held.remove(&event) {
            self.trail.note(Step::Held(event, false));
        }
    }

    /// Whether none is needed no more when the clock comes to an instant, and none is held.
    #[inline]
    pub(super) fn needs_all(&self, now: T) -> bool {
        let first = self.needed.first_instant();
        self.held.is_empty() && first.is_none_or(|until| until >= now)
    }

    /// Finds the events that are needed no more when the clock comes to an instant; `may_go` says whether nothing else holds
    /// one. What the list had is forgotten.
    pub(super) fn find_going(
        &self,
        now: T,
        mut may_go: impl FnMut(FactId) -> bool,
        going: &mut Going<T>,
    ) {
        going.over.clear();
        self.needed.before(now, |(until, _, event)| {
            going.over.push((until, event, may_go(event)));
        });
        going.freed.clear();
        going.asked = self.asked;
        let after = self.asked.map_or(Bound::Unbounded, Bound::Excluded);
        let later = self.held.range((after, Bound::Unbounded));
        let until = self.asked.map_or(Bound::Unbounded, Bound::Included);
        let earlier = self
            .asked
            .map(|_| self.held.range((Bound::Unbounded, until)));
        let mut in_vain = 0;
        for &event in later.chain(earlier.into_iter().flatten()) {
            going.asked = Some(event);
            if may_go(event) {
                going.freed.push(event);
                continue;
            }
            in_vain += 1;
            if in_vain == ASKED {
                break;
            }
        }
    }

    /// Notes which of the events go that are needed no more. Those stay noted until they are gone.
    pub(super) fn hold(&mut self, going: &Going<T>) {
        for &(until, event, goes) in &going.over {
            if !goes {
                self.need_not(until, event);
                self.held.insert(event);
                self.trail.note(Step::Held(event, true));
            }
        }
        if self.asked != going.asked {
            let before = core::mem::replace(&mut self.asked, going.asked);
            self.trail.note(Step::Asked(before));
        }
    }
}

/// The entry of an event that is needed until an instant.
pub(super) fn over<T>((until, event): (T, FactId)) -> Entry<T> {
    (until, Happening::Expires, event)
}

/// Whether nothing holds an event that no condition needs: no match with it supports a fact, is to be undone or is pending,
/// and none is pending that may rest on it.
pub(super) fn may_go<P: Program>(work: &Work<P>, event: FactId) -> bool {
    let network = &work.network;
    let mut rested_on = RestedOn {
        kind: event.kind,
        groups: &[],
    };
    P::visit_some(bit_of(event.kind), &mut rested_on);
    let mut groups = rested_on.groups.iter();
    if groups.any(|&group| network.agenda.has_pending(group)) {
        return false;
    }
    !network
        .tokens
        .is_in_match(P::PLAN, event.kind, event.slot, |token| {
            let entry = network.match_of(token);
            network.agenda.is_on(&network.tokens.links, token, entry)
                || network.supports.has_match(token)
                || network.records.is_awaited(token)
        })
}

/// Finds the groups whose pending activations may rest on events of a type.
struct RestedOn {
    kind: KindId,
    groups: &'static [u32],
}

impl<P: Program> Visitor<P> for RestedOn {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        if P::KIND == self.kind {
            self.groups = P::RESTED_ON;
        }
    }
}
