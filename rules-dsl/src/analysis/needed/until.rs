//! For how long an event is needed: until no match can begin with it, and none that does something as it stands rests on it.

use crate::analysis::spans::{Longest, Sum};
use crate::hir::{ElementKind, Field};

use super::asked::{Asked, Inside, Place};
use super::bounds::{Time, shortest};

impl Asked<'_> {
    /// For how long an event is needed.
    pub(super) fn needed(&self, place: &Place) -> Option<Longest> {
        let window = shortest(self.windows(place));
        let needed = match self.innermost(place) {
            Some(inside) => self.rested_on(place, inside),
            None => self.matched(place),
        };
        let one = |sum| Longest(vec![sum]);
        shorter(needed, window.map(one))
    }

    /// For how long an event is needed that is part of matches: until none can begin with it.
    fn matched(&self, place: &Place) -> Option<Longest> {
        let over = self.over(place).map(|sum| Longest(vec![sum]));
        let begins = if self.is_query {
            None
        } else {
            self.begins(place)
        };
        shorter(begins, over)
    }

    /// Until when matches may begin in which an event takes part.
    fn begins(&self, place: &Place) -> Option<Longest> {
        if self.has_facts {
            return None;
        }
        let than = self.number(place);
        let mut longest = Longest::default();
        longest.add(Sum::default());
        for (number, other) in self.places.iter().enumerate() {
            if number == than || self.are_apart(place, other) {
                continue;
            }
            longest.add(self.later(Time::Begin(number), than)?);
            let is_inner = self.is_inner(other);
            let may_change = self.may_change(other, is_inner);
            if may_change || is_inner {
                // What it is in the inside of a condition changes when it goes.
                match self.gone(other, than) {
                    Some(gone) => _ = longest.add(gone),
                    None if may_change || self.goes(other) => return None,
                    None => {}
                }
            }
        }
        if self.may_change(place, false) && self.places.len() > 1 {
            // It may begin a match again itself, with what there then is.
            longest.add(self.gone(place, than)?);
        }
        for element in &self.moments {
            let moments = self.rule.timings.moments.iter();
            let mut moments = moments.filter(|(of, _)| of == element);
            let Some((_, moment)) = moments.next() else {
                // That of a window.
                continue;
            };
            let moment = moment.as_ref()?;
            let event = self.place(moment.event)?;
            let time = if moment.of_end {
                Time::End(event)
            } else {
                Time::Begin(event)
            };
            let at = self.later(time, than)?;
            let span = moment.span.as_ref();
            longest.add(span.map_or(at.clone(), |span| at.plus(&Sum::of(span, self.clock))));
        }
        Some(longest)
    }

    /// Whether a rule changes what a pattern sees of an event, or lets it go.
    fn may_change(&self, place: &Place, or_go: bool) -> bool {
        let ElementKind::Fact { reads, whole, .. } = &self.rule.elements[place.element.0].kind
        else {
            return true;
        };
        let fields = &self.ruleset.fact_types[place.fact_type.0].fields;
        let is_read = |field: &Field| {
            fields
                .get_index_of(field)
                .is_some_and(|at| reads.contains(&at))
        };
        let mut modified = self.changes.modified.iter();
        let is_modified = modified.any(|(of, writes)| {
            let writes = writes.as_ref();
            *of == place.fact_type
                && (*whole || writes.is_none_or(|writes| writes.iter().any(is_read)))
        });
        is_modified || or_go && self.changes.ended.contains(&place.fact_type)
    }

    /// For how long an event is needed inside a condition: until of the events outside none can begin a match, or has one
    /// that does something as it stands.
    fn rested_on(&self, place: &Place, inside: usize) -> Option<Longest> {
        let than = self.number(place);
        let around = self.scopes[inside].around;
        let around: Vec<usize> = around
            .into_iter()
            .flat_map(|scope| self.around(scope))
            .collect();
        let outside = self
            .places
            .iter()
            .filter(|other| around.contains(&other.scope));
        let is_not = self.scopes[inside].inside == Some(Inside::Not)
            && around
                .iter()
                .all(|&scope| self.scopes[scope].inside.is_none());
        let stands = !is_not && (self.rule.undo.is_some() || self.rule.then.inserts_logical());
        let mut needed = None;
        for other in outside {
            let number = self.number(other);
            let gone = self.gone(other, than).map(|sum| Longest(vec![sum]));
            needed = shorter(needed, gone);
            if self.is_inner(other) {
                continue;
            }
            let begins = self.matched(other);
            let over = self.over(other).map(|sum| Longest(vec![sum]));
            let until = if stands { over } else { begins };
            let ends = self.later(Time::End(number), than);
            if let (Some(until), Some(ends)) = (until, ends) {
                needed = shorter(needed, Some(until.plus(&ends)));
            }
        }
        needed
    }
}

/// The shorter of two spans, of which `None` is for ever.
fn shorter(one: Option<Longest>, other: Option<Longest>) -> Option<Longest> {
    match (one, other) {
        (Some(one), Some(other)) if other.is_within(&one) => Some(other),
        (Some(one), _) => Some(one),
        (None, other) => other,
    }
}
