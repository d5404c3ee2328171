//! What a change says of events, as the calendar has it: which of them wait, and when each goes.

use alloc::vec::Vec;
use core::any::TypeId;
use core::marker::PhantomData;
use core::mem;

use super::calls::Clocked;
use super::clock::Happening;
use super::{Clock, Time};
use crate::containers::trail::Mode;
use crate::ids::KindId;
use crate::memory::fact::Fact;
use crate::memory::handle::FactId;
use crate::memory::store::{FactChange, Touched};
use crate::network::conditions::{Holds, Visitor};
use crate::plan::bit_of;
use crate::session::program::Program;

/// Facts of a type have a time.
#[diagnostic::on_unimplemented(
    message = "facts of type `{F}` are no events of this ruleset",
    label = "no event",
    note = "an event is a fact with `#[event(at = …)]`, in a ruleset with `#[clock(T)]`"
)]
pub trait Event<F: 'static>: Clocked + Holds<F> {
    /// When an event begins.
    fn begins(event: &F) -> Self::Time;

    /// When it ends.
    fn ends(event: &F) -> Self::Time {
        Self::begins(event)
    }

    /// How long after its end it expires, where the ruleset says so.
    #[must_use]
    fn expires() -> Option<<Self::Time as Time>::Span> {
        None
    }

    /// Until when an event may be needed, where it does not expire; `None` is for ever.
    #[must_use]
    fn needed(event: &F) -> Option<Self::Time> {
        _ = event;
        None
    }
}

/// Whether the time of an event lies ahead of the clock.
#[must_use]
pub fn lies_ahead<P: Event<F>, F: 'static>(memory: &P::Memory, event: &F) -> bool {
    P::begins(event) > P::clock(memory).now()
}

/// Whether an instant is no earlier than another, and less than a span after it. (The sum of both may lie after the last
/// instant there is.)
#[doc(hidden)]
#[must_use]
#[inline]
pub fn is_within<T: Time>(earlier: T, later: T, span: T::Span) -> bool {
    earlier <= later && earlier.after(span).is_none_or(|end| later < end)
}

/// The instant a span after another; `None` where it lies after all time.
#[doc(hidden)]
#[must_use]
#[inline]
pub fn later<T: Time>(instant: T, span: T::Span) -> Option<T> {
    instant.after(span)
}

/// The later of two instants, of which `None` lies after all time.
#[doc(hidden)]
#[must_use]
#[inline]
pub fn latest<T: Time>(one: Option<T>, other: Option<T>) -> Option<T> {
    Some(one?.max(other?))
}

/// The earlier of two instants, of which `None` lies after all time.
#[doc(hidden)]
#[must_use]
#[inline]
pub fn earlier<T: Time>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// Whether an instant is still to come.
#[doc(hidden)]
#[must_use]
#[inline]
pub fn is_to_come<T: Time>(now: T, instant: Option<T>) -> bool {
    instant.is_none_or(|instant| now < instant)
}

/// Whether two facts are one.
#[doc(hidden)]
#[must_use]
#[inline]
pub fn are_one<A: 'static, B: 'static>(one: &Fact<'_, A>, other: &Fact<'_, B>) -> bool {
    TypeId::of::<A>() == TypeId::of::<B>() && Fact::__slot(one) == Fact::__slot(other)
}

/// Whether two states of an event have the same time.
#[must_use]
pub fn keeps_time<P: Event<F>, F: 'static>(before: &F, after: &F) -> bool {
    P::begins(before) == P::begins(after) && P::ends(before) == P::ends(after)
}

/// How many events of a type came after their time.
#[must_use]
pub fn late<P: Event<F>, F: 'static>(memory: &P::Memory) -> u64 {
    P::clock(memory).late(<P as Holds<F>>::KIND)
}

/// When an event expires; `None` where that is never.
#[must_use]
fn expiry<P: Event<F>, F: 'static>(event: &F) -> Option<P::Time> {
    P::ends(event).after(P::expires()?)
}

/// What a change of events says to the clock.
#[derive(Debug)]
pub(super) enum Told<T> {
    Waits(T, FactId),
    Stands {
        expires: Option<T>,
        needed: Option<T>,
        is_late: bool,
        event: FactId,
    },
    Goes(T, FactId),
    IsGone {
        expires: Option<T>,
        needed: Option<T>,
        event: FactId,
    },
}

/// Takes what a change has done with the events of a type to the calendar; `date` is that of the change before.
pub fn schedule<P: Event<F>, F: 'static>(memory: &mut P::Memory, date: u64) {
    if P::slab(memory).touched().is_empty() {
        return;
    }
    let clock = P::clock_mut(memory);
    let (now, mut told) = (clock.now(), mem::take(&mut clock.lists.told));
    let slab = P::slab(memory);
    for &Touched { slot, ref what } in slab.touched() {
        let event = slab.id(slot);
        match what {
            FactChange::Inserted => {
                let (begins, expires, needed) = {
                    let value = slab.value(slot);
                    (P::begins(value), expiry::<P, F>(value), P::needed(value))
                };
                told.push(if slab.is_waiting(slot) {
                    Told::Waits(begins, event)
                } else {
                    Told::Stands {
                        expires,
                        needed,
                        is_late: begins < now,
                        event,
                    }
                });
            }
            FactChange::Retracted { .. } => {
                let value = slab.before(slot);
                told.push(if slab.is_waiting(slot) {
                    Told::Goes(P::begins(value), event)
                } else {
                    Told::IsGone {
                        expires: expiry::<P, F>(value),
                        needed: P::needed(value),
                        event,
                    }
                });
            }
            FactChange::Updated { .. } | FactChange::Cancelled => {}
        }
    }
    tell(told, P::clock_mut(memory), P::KIND, date);
}

/// The same of facts that each stand for an instant to come: they go when it has come.
pub fn schedule_to_come<P: Clocked + Holds<F>, F: 'static>(
    memory: &mut P::Memory,
    date: u64,
    instant: impl Fn(&F) -> Option<P::Time>,
) {
    if P::slab(memory).touched().is_empty() {
        return;
    }
    let mut told = mem::take(&mut P::clock_mut(memory).lists.told);
    let slab = P::slab(memory);
    for &Touched { slot, ref what } in slab.touched() {
        let event = slab.id(slot);
        told.push(match what {
            FactChange::Inserted => Told::Stands {
                expires: instant(slab.value(slot)),
                needed: None,
                is_late: false,
                event,
            },
            FactChange::Retracted { .. } => Told::IsGone {
                expires: instant(slab.before(slot)),
                needed: None,
                event,
            },
            FactChange::Updated { .. } | FactChange::Cancelled => continue,
        });
    }
    tell(told, P::clock_mut(memory), P::KIND, date);
}

/// Tells the clock what a change says of the events of a type; the list is used again.
fn tell<T: Time, M: Mode>(
    mut told: Vec<Told<T>>,
    clock: &mut Clock<T, M>,
    kind: KindId,
    date: u64,
) {
    for told in told.drain(..) {
        told.tell(clock, kind, date);
    }
    clock.lists.told = told;
}

impl<T: Time> Told<T> {
    fn tell<M: Mode>(self, clock: &mut Clock<T, M>, kind: KindId, date: u64) {
        match self {
            Told::Waits(begins, event) => clock.add((begins, Happening::Enters, event), date),
            Told::Stands {
                expires,
                needed,
                is_late,
                event,
            } => {
                if is_late {
                    clock.count_late(kind);
                }
                if let Some(expires) = expires {
                    clock.add((expires, Happening::Expires, event), date);
                }
                if let Some(needed) = needed {
                    clock.need(needed, event);
                }
            }
            Told::Goes(begins, event) => clock.remove((begins, Happening::Enters, event)),
            Told::IsGone {
                expires,
                needed,
                event,
            } => {
                if let Some(expires) = expires {
                    clock.remove((expires, Happening::Expires, event));
                }
                if let Some(needed) = needed {
                    clock.need_not(needed, event);
                }
            }
        }
    }
}

/// Stages what happens to events.
pub(super) struct Happen<'a, P: Program> {
    memory: &'a mut P::Memory,
    what: &'a [(Happening, FactId)],
    kinds: u64,
    program: PhantomData<P>,
}

impl<'a, P: Program> Happen<'a, P> {
    /// Stages it. Returns the fact types of which it says something.
    pub(super) fn stage(memory: &'a mut P::Memory, what: &'a [(Happening, FactId)]) -> u64 {
        let mut happen = Happen::<P> {
            memory,
            what,
            kinds: 0,
            program: PhantomData,
        };
        P::visit(&mut happen);
        happen.kinds
    }
}

impl<P: Program> Visitor<P> for Happen<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        if const { !P::EVENT } {
            return;
        }
        let slab = P::slab_mut(self.memory);
        let of_type = self.what.iter().filter(|(_, event)| event.kind == P::KIND);
        for &(what, FactId { slot, .. }) in of_type {
            match what {
                Happening::Enters => slab.wake(slot),
                Happening::Expires => slab.expire::<P::Identity>(slot),
            }
            self.kinds |= bit_of(P::KIND);
        }
    }
}
