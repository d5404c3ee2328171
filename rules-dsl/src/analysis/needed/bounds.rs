//! How the times of a rule's events stand to one another: what its relations say, the shortest way from one time to another,
//! and when an event is gone from what a condition sees.

use crate::analysis::spans::Sum;
use crate::ast::Side;

use super::asked::{Asked, Place};

/// One of the two times of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Time {
    Begin(usize),
    End(usize),
}

/// A time, another, and by how much this is later than that at the most.
pub(super) type Bound = (Time, Time, Sum);

impl Asked<'_> {
    /// Finds what the events and the relations say.
    pub(super) fn add_bounds(&mut self) {
        let nothing = Sum::default;
        for (number, place) in self.places.iter().enumerate() {
            let (begin, end) = (Time::Begin(number), Time::End(number));
            self.bounds.push((begin, end, nothing()));
            if self.event(place).until.is_none() {
                self.bounds.push((end, begin, nothing()));
            }
        }
        for relation in &self.rule.timings.relations {
            let (Some(this), Some(other)) =
                (self.place(relation.event), self.place(relation.other))
            else {
                continue;
            };
            let (begin, end) = (Time::Begin(this), Time::End(this));
            let (other_begin, other_end) = (Time::Begin(other), Time::End(other));
            if relation.side == Side::After {
                self.bounds.push((other_end, begin, nothing()));
            }
            if relation.side == Side::Before {
                self.bounds.push((end, other_begin, nothing()));
            }
            let Some(span) = &relation.span else {
                continue;
            };
            let span = Sum::of(span, self.clock);
            if relation.side != Side::Before {
                self.bounds.push((begin, other_end, span.clone()));
            }
            if relation.side != Side::After {
                self.bounds.push((other_begin, end, span));
            }
        }
    }

    /// By how much a time is later than the end of an event, at the most; `None` where nothing says so.
    pub(super) fn later(&self, time: Time, than: usize) -> Option<Sum> {
        let of = match time {
            Time::Begin(place) | Time::End(place) => place,
        };
        // Of an event in another branch, or inside a condition, it is not said that there is any.
        let is_there = |place: usize| {
            let scope = self.places[place].scope;
            [of, than].into_iter().any(|other| {
                self.around(self.places[other].scope)
                    .any(|around| around == scope)
            })
        };
        let start = Time::End(than);
        let mut known: Vec<(Time, Sum)> = vec![(start, Sum::default())];
        // No way is longer than through all times.
        for _ in 0..2 * self.places.len() {
            let mut has_changed = false;
            for (later, earlier, span) in &self.bounds {
                let place = match later {
                    Time::Begin(place) | Time::End(place) => *place,
                };
                if !is_there(place) {
                    continue;
                }
                let before = known.iter().find(|(time, _)| time == earlier);
                let Some(sum) = before.map(|(_, sum)| sum.plus(span)) else {
                    continue;
                };
                match known.iter_mut().find(|(time, _)| time == later) {
                    None => known.push((*later, sum)),
                    Some((_, other)) if sum.is_within(other) && !other.is_within(&sum) => {
                        *other = sum;
                    }
                    Some(_) => continue,
                }
                has_changed = true;
            }
            if !has_changed {
                break;
            }
        }
        let found = known.into_iter().find(|(other, _)| *other == time);
        found.map(|(_, sum)| sum)
    }

    /// The windows of an event.
    pub(super) fn windows(&self, place: &Place) -> impl Iterator<Item = Sum> + '_ {
        let element = place.element;
        let windows = self.rule.timings.windows.iter();
        let windows = windows.filter(move |(of, _)| *of == element);
        windows.map(|(_, span)| Sum::of(span, self.clock))
    }

    fn expires(&self, place: &Place) -> Option<Sum> {
        let expires = self.event(place).expires.as_ref()?;
        Some(Sum::of(expires, self.clock))
    }

    /// When an event has gone from what a condition sees of it: its window is over, or it has expired.
    pub(super) fn gone(&self, place: &Place, than: usize) -> Option<Sum> {
        let number = self.number(place);
        let windows = self.windows(place).filter_map(|span| {
            let begins = self.later(Time::Begin(number), than)?;
            Some(begins.plus(&span))
        });
        let expires = self.expires(place).and_then(|span| {
            let ends = self.later(Time::End(number), than)?;
            Some(ends.plus(&span))
        });
        shortest(windows.chain(expires))
    }

    /// Whether an event goes from what a condition sees of it, whenever that may be.
    pub(super) fn goes(&self, place: &Place) -> bool {
        self.windows(place).next().is_some() || self.event(place).expires.is_some()
    }

    /// When matches with an event surely are over, though nothing else ends them.
    pub(super) fn over(&self, place: &Place) -> Option<Sum> {
        let than = self.number(place);
        let beside = self.places.iter().filter(|other| {
            let mut around = self.around(place.scope);
            let innermost = self.innermost(other) == self.innermost(place);
            innermost && around.any(|scope| scope == other.scope)
        });
        shortest(beside.filter_map(|other| self.gone(other, than)))
    }
}

/// The shortest of some sums, as far as they compare.
pub(super) fn shortest(sums: impl Iterator<Item = Sum>) -> Option<Sum> {
    sums.reduce(|one, other| if other.is_within(&one) { other } else { one })
}
