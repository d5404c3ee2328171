//! Matches behind gates: on the agenda while the gates are open.
//!
//! What stands when the gates open begins in the change that opens them, as one: it needs no date of its own
//! and no place in a queue, only the order that it always has among itself, which a heap keeps. What begins
//! while they are open goes to a queue as other activations do. When they close, both are one heap again, with
//! what has fired in between.

use alloc::vec::Vec;

use super::{ActivationKey, Agenda, Compare, Lead};
use crate::containers::heap::Order;
use crate::containers::index::{Link, NIL};
use crate::containers::trail::{Cells, Mode};
use crate::ids::TokenId;
use crate::plan::Plan;

/// The bucket of a match that stands in a heap.
pub(super) const WAITING: u32 = NIL - 1;
/// In the link of a match without a bucket: it has fired since the gates opened.
const FIRED: u32 = NIL - 1;

/// The matches of an entry of the plan that has gates.
#[derive(Debug, Clone)]
pub(super) struct Gated {
    /// Where its activations queue.
    pub(super) section: u32,
    pub(super) queue: u32,
    salience: i32,
    /// The date of the change that opened all gates, while they are open.
    pub(super) open: Option<u64>,
    /// Those that began later, and stand in the queue.
    late: Vec<TokenId>,
    /// Those that have fired since.
    fired: Vec<TokenId>,
}

/// The order of a heap: that of activations of one change.
struct WaitingOrder<'a, C, M: Mode> {
    compare: &'a C,
    leads: &'a [Lead],
    links: &'a mut Cells<Link, M>,
}

impl<C: Compare, M: Mode> Order for WaitingOrder<'_, C, M> {
    fn before(&self, a: TokenId, b: TokenId) -> bool {
        let order = || self.compare.in_change(a, b);
        let by_lead = self.leads[a.index()].cmp(&self.leads[b.index()]);
        debug_assert!(
            by_lead.is_eq() || by_lead == order(),
            "leads go as the order does"
        );
        by_lead.then_with(order).is_lt()
    }

    fn place(&mut self, member: TokenId, place: u32) {
        self.links[member.index()].next = place;
    }
}

/// The entries that have gates, and the place of each entry among them, or [`NIL`].
pub(super) fn gated<F>(plan: &Plan<F>, place_of: &[(u32, [u32; 2])]) -> (Vec<Gated>, Vec<u32>) {
    let mut gated = Vec::new();
    let places = plan.matches.iter().zip(place_of);
    let places = places.map(|(entry, &(section, [queue, _]))| {
        if entry.gates.is_empty() {
            return NIL;
        }
        gated.push(Gated {
            section,
            queue,
            salience: entry.salience.unwrap_or_default(),
            open: None,
            late: Vec::new(),
            fired: Vec::new(),
        });
        gated.len() as u32 - 1
    });
    let places = places.collect();
    (gated, places)
}

impl<M: Mode> Agenda<M> {
    /// The matches of an entry that stand behind its gates.
    pub(super) fn gated(&self, entry: u32) -> Option<usize> {
        let place = self.gated_of[entry as usize];
        (place != NIL).then_some(place as usize)
    }

    /// Whether a match of an entry is on the agenda.
    pub(crate) fn is_on(&self, links: &[Link], token: TokenId, entry: u32) -> bool {
        match links[token.index()].bucket {
            NIL => self.in_hand() == Some(token),
            WAITING => self
                .gated(entry)
                .is_some_and(|gated| self.gated[gated].open.is_some()),
            _ => true,
        }
    }

    /// The activations of an entry whose gates are open; none while they are closed.
    pub(crate) fn behind_gates(&self, entry: u32) -> Vec<TokenId> {
        let open = |&gated: &usize| self.gated[gated].open.is_some();
        let Some(gated) = self.gated(entry).filter(open) else {
            return Vec::new();
        };
        let waiting = self.waiting.members(gated as u32);
        waiting
            .iter()
            .chain(&self.gated[gated].late)
            .copied()
            .collect()
    }

    /// Puts a match that a change has begun behind its gates.
    pub(super) fn push_gated(
        &mut self,
        links: &mut Cells<Link, M>,
        gated: usize,
        token: TokenId,
        date: u64,
        compare: &impl Compare,
    ) {
        let Gated {
            section,
            queue,
            open,
            ref mut late,
            ..
        } = self.gated[gated];
        if open.is_some() {
            self.live[section as usize] += 1;
        }
        if open.is_some_and(|open| open != date) {
            let queues = &mut self.sections[section as usize].queues;
            queues[queue as usize].push(links, queue, token, date);
            links[token.index()].prev = late.len() as u32;
            late.push(token);
        } else {
            self.stand(links, gated, token, compare);
        }
    }

    fn stand(
        &mut self,
        links: &mut Cells<Link, M>,
        gated: usize,
        token: TokenId,
        compare: &impl Compare,
    ) {
        links[token.index()] = Link {
            bucket: WAITING,
            next: NIL,
            prev: NIL,
        };
        self.leads.grow(token.index() + 1, Lead::default());
        self.leads[token.index()] = compare.lead(token);
        let leads = &self.leads;
        let mut order = WaitingOrder {
            compare,
            leads,
            links,
        };
        self.waiting.push(gated as u32, token, &mut order);
    }

    /// Takes a match from behind its gates, wherever it stands.
    pub(super) fn cancel_gated(
        &mut self,
        links: &mut Cells<Link, M>,
        gated: usize,
        token: TokenId,
        compare: &impl Compare,
    ) {
        let Link { bucket, next, prev } = links[token.index()];
        links[token.index()] = Link::NONE;
        let state = &mut self.gated[gated];
        match bucket {
            NIL if prev == FIRED => {
                take(&mut state.fired, next, |moved| {
                    links[moved.index()].next = next;
                });
                return;
            }
            NIL => return,
            WAITING => {
                let leads = &self.leads;
                let mut order = WaitingOrder {
                    compare,
                    leads,
                    links,
                };
                self.waiting.remove(gated as u32, next as usize, &mut order);
            }
            _ => {
                take(&mut state.late, prev, |moved| {
                    links[moved.index()].prev = prev;
                });
                let queues = &mut self.sections[state.section as usize].queues;
                queues[state.queue as usize].remove(next);
            }
        }
        if state.open.is_some() {
            self.live[state.section as usize] -= 1;
        }
    }

    /// Notes that a match has fired, which is off the agenda: it may fire again when its gates have closed and
    /// opened. Returns whether it has gates.
    pub(crate) fn keep_fired(
        &mut self,
        links: &mut Cells<Link, M>,
        token: TokenId,
        entry: u32,
    ) -> bool {
        let Some(gated) = self.gated(entry) else {
            return false;
        };
        let fired = &mut self.gated[gated].fired;
        links[token.index()] = Link {
            bucket: NIL,
            next: fired.len() as u32,
            prev: FIRED,
        };
        fired.push(token);
        true
    }

    /// Takes the matches of an entry off the agenda: one of its gates is closed.
    pub(crate) fn close(&mut self, links: &mut Cells<Link, M>, entry: u32, compare: &impl Compare) {
        let Some(gated) = self.gated(entry) else {
            return;
        };
        let state = &mut self.gated[gated];
        if state.open.take().is_none() {
            return;
        }
        let (section, queue) = (state.section as usize, state.queue as usize);
        let mut late = core::mem::take(&mut state.late);
        let mut fired = core::mem::take(&mut state.fired);
        self.live[section] -= (self.waiting.members(gated as u32).len() + late.len()) as u32;
        let place = self.sections[section]
            .open
            .iter()
            .position(|&open| open == gated as u32);
        if let Some(place) = place {
            self.sections[section].open.swap_remove(place);
        }
        for token in late.drain(..) {
            let place = links[token.index()].next;
            self.sections[section].queues[queue].remove(place);
            self.stand(links, gated, token, compare);
        }
        for token in fired.drain(..) {
            self.stand(links, gated, token, compare);
        }
        let state = &mut self.gated[gated];
        (state.late, state.fired) = (late, fired);
    }

    /// Puts the matches of an entry on the agenda: the change of this date has opened the last of its gates.
    pub(crate) fn open(&mut self, entry: u32, date: u64) {
        let Some(gated) = self.gated(entry) else {
            return;
        };
        let state = &mut self.gated[gated];
        if state.open.replace(date).is_some() {
            return;
        }
        let section = state.section as usize;
        self.live[section] += self.waiting.members(gated as u32).len() as u32;
        self.sections[section].open.push(gated as u32);
    }

    /// The matches that stood behind gates which the change of this date has opened.
    pub(crate) fn let_in(&self, date: u64) -> impl Iterator<Item = TokenId> + '_ {
        let gated = (0..).zip(&self.gated);
        let opened = gated.filter(move |(_, gated)| gated.open == Some(date));
        opened.flat_map(|(number, _)| self.waiting.members(number).iter().copied())
    }

    /// Checks where the matches of an entry stand behind its gates; returns all of them, if it has gates.
    #[cfg(debug_assertions)]
    pub(crate) fn verify_gates(&self, links: &[Link], entry: u32) -> Option<Vec<TokenId>> {
        let number = self.gated(entry)?;
        let gated = &self.gated[number];
        let waiting = self.waiting.members(number as u32);
        for (place, &token) in waiting.iter().enumerate() {
            let Link { bucket, next, .. } = links[token.index()];
            assert_eq!((bucket, next as usize), (WAITING, place), "{token} waits");
        }
        for (place, &token) in gated.late.iter().enumerate() {
            let Link { bucket, prev, .. } = links[token.index()];
            assert_eq!(
                (bucket, prev as usize),
                (gated.queue, place),
                "{token} is late"
            );
        }
        for (place, &token) in gated.fired.iter().enumerate() {
            let Link { bucket, next, prev } = links[token.index()];
            let expected = (NIL, place, FIRED);
            assert_eq!((bucket, next as usize, prev), expected, "{token} has fired");
        }
        let is_open = gated.open.is_some();
        let listed = self.sections[gated.section as usize]
            .open
            .contains(&(number as u32));
        assert_eq!(is_open, listed, "open gates are listed");
        assert!(is_open || gated.late.is_empty() && gated.fired.is_empty());
        let others = gated.late.iter().chain(&gated.fired);
        Some(waiting.iter().chain(others).copied().collect())
    }

    /// Of the matches of a section that stand behind open gates, the one to fire first: its queue, its date, and
    /// its token.
    pub(super) fn first_waiting(
        &self,
        section: u32,
        compare: &impl Compare,
    ) -> Option<(u32, u64, TokenId)> {
        let open = self.sections[section as usize].open.iter();
        let firsts = open.filter_map(|&gated| {
            let Gated { queue, open, .. } = self.gated[gated as usize];
            Some((queue, open?, self.waiting.first(gated)?))
        });
        firsts.min_by(|a, b| self.in_section(*a, *b, compare))
    }

    /// Which activation of a section fires first, the first of its queues or this one, which waits.
    pub(super) fn first_beside(
        &mut self,
        waiting: (u32, u64, TokenId),
        section: u32,
        links: &mut Cells<Link, M>,
        compare: &impl Compare,
    ) -> TokenId {
        let oldest_first = self.oldest_first;
        let queues = self.sections[section as usize].queues.iter_mut();
        let busy = queues.zip(0..).find(|(queue, _)| queue.len() > 0);
        let dated = busy.and_then(|(queue, number)| {
            if waiting.0 < number {
                return None;
            }
            let first = queue.first(links, oldest_first, |of_change| compare.sort(of_change))?;
            Some((number, queue.date_of_first(oldest_first), first))
        });
        match dated {
            Some(first) if self.in_section(first, waiting, compare).is_le() => first.2,
            _ => waiting.2,
        }
    }

    /// Which of two activations of a section fires first, by their queues, dates and tokens.
    pub(super) fn in_section(
        &self,
        (queue_a, date_a, a): (u32, u64, TokenId),
        (queue_b, date_b, b): (u32, u64, TokenId),
        compare: &impl Compare,
    ) -> core::cmp::Ordering {
        let by_date = if self.oldest_first {
            date_a.cmp(&date_b)
        } else {
            date_b.cmp(&date_a)
        };
        let by_queue = queue_a.cmp(&queue_b);
        by_queue.then(by_date).then_with(|| compare.in_change(a, b))
    }

    /// The matches of a section behind open gates that began in the changes that opened these, with what is known
    /// of them.
    pub(super) fn waiting_in(
        &self,
        section: u32,
    ) -> impl Iterator<Item = (TokenId, ActivationKey)> + '_ {
        let open = self.sections[section as usize].open.iter();
        open.flat_map(|&number| {
            let gated = &self.gated[number as usize];
            let key = ActivationKey {
                salience: gated.salience,
                undoes: false,
                date: gated.open.unwrap_or_default(),
                number: 0,
            };
            let members = self.waiting.members(number).iter();
            members.map(move |&token| (token, key))
        })
    }
}

/// Takes the member at a place out of a list; `moved` is told of the one that is there now.
fn take(list: &mut Vec<TokenId>, place: u32, moved: impl FnOnce(TokenId)) {
    list.swap_remove(place as usize);
    if let Some(&member) = list.get(place as usize) {
        moved(member);
    }
}
