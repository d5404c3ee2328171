//! For how long one rule or query needs its events: its patterns, how they stand to one another in time, and what follows.

use crate::ast::{Quantifier, Side};
use crate::hir::{
    ClockType, Condition, ElementId, ElementKind, Event, FactTypeId, Field, Rule, Ruleset,
};

use super::changes::Changes;
use crate::analysis::spans::{Longest, Sum};

/// A pattern of events.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) element: ElementId,
    pub(super) fact_type: FactTypeId,
    /// Where it stands.
    scope: usize,
}

/// Conditions that stand together.
#[derive(Debug, Clone, Copy)]
struct Scope {
    /// Those around them.
    around: Option<usize>,
    /// What they are to those; `None` of a branch, or of all.
    inside: Option<Inside>,
    /// The first scope of the `either` of which they are a branch.
    either: Option<usize>,
}

/// What inner conditions are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// Of a `not`.
    Not,
    /// Of anything else that counts.
    Counted,
}

/// One of the two times of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Time {
    Begin(usize),
    End(usize),
}

/// The conditions of a rule or a query, as far as time is asked in them.
pub(super) struct Asked<'r> {
    ruleset: &'r Ruleset,
    clock: &'r ClockType,
    changes: &'r Changes,
    rule: &'r Rule,
    is_query: bool,
    scopes: Vec<Scope>,
    places: Vec<Place>,
    /// Whether there are facts in it that may come and go at any time.
    has_facts: bool,
    /// The hidden elements of the instants that it waits for.
    moments: Vec<ElementId>,
    /// Each time, another, and by how much this is later than that at the most.
    bounds: Vec<(Time, Time, Sum)>,
}

impl<'r> Asked<'r> {
    pub(super) fn new(
        ruleset: &'r Ruleset,
        clock: &'r ClockType,
        changes: &'r Changes,
        rule: &'r Rule,
        is_query: bool,
    ) -> Self {
        let all = Scope {
            around: None,
            inside: None,
            either: None,
        };
        let mut asked = Asked {
            ruleset,
            clock,
            changes,
            rule,
            is_query,
            scopes: vec![all],
            places: Vec::new(),
            has_facts: false,
            moments: Vec::new(),
            bounds: Vec::new(),
        };
        asked.add(&rule.conditions, 0);
        asked.add_bounds();
        asked
    }

    fn add(&mut self, conditions: &'r [Condition], scope: usize) {
        for condition in conditions {
            let inside = match condition {
                Condition::Fact { element, .. } => {
                    self.add_fact(*element, scope);
                    continue;
                }
                Condition::Test(_) | Condition::Each(_) => continue,
                Condition::Either { .. } => None,
                Condition::Quantified {
                    quantifier: Quantifier::None,
                    ..
                } => Some(Inside::Not),
                Condition::Quantified { .. } | Condition::Accumulate(_) => Some(Inside::Counted),
            };
            let first = self.scopes.len();
            let either = matches!(condition, Condition::Either { .. }).then_some(first);
            for children in condition.children(self.rule) {
                self.scopes.push(Scope {
                    around: Some(scope),
                    inside,
                    either,
                });
                self.add(children, self.scopes.len() - 1);
            }
        }
    }

    fn add_fact(&mut self, element: ElementId, scope: usize) {
        let ElementKind::Fact { fact_type, .. } = self.rule.elements[element.0].kind else {
            return;
        };
        let of = &self.ruleset.fact_types[fact_type.0];
        if of.event.is_some() {
            self.places.push(Place {
                element,
                fact_type,
                scope,
            });
        } else if of.site.as_ref().is_some_and(|site| site.waits.is_some()) {
            self.moments.push(element);
        } else {
            self.has_facts = true;
        }
    }

    fn add_bounds(&mut self) {
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

    fn event(&self, place: &Place) -> &'r Event {
        let event = self.ruleset.fact_types[place.fact_type.0].event.as_ref();
        event.unwrap_or_else(|| unreachable!("it is an event"))
    }

    pub(super) fn events(&self) -> impl Iterator<Item = &Place> {
        self.places.iter()
    }

    fn place(&self, element: ElementId) -> Option<usize> {
        self.places
            .iter()
            .position(|place| place.element == element)
    }

    fn number(&self, place: &Place) -> usize {
        self.place(place.element)
            .unwrap_or_else(|| unreachable!("it stands here"))
    }

    /// The scopes around one, itself first.
    fn around(&self, scope: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(scope), |&scope| self.scopes[scope].around)
    }

    /// Whether two places stand in different branches of an `either`: no match has both.
    fn are_apart(&self, one: &Place, other: &Place) -> bool {
        self.around(one.scope).any(|branch| {
            let either = self.scopes[branch].either;
            let mut others = self.around(other.scope);
            either.is_some()
                && others.any(|other| other != branch && self.scopes[other].either == either)
        })
    }

    /// The innermost scope around a place that is the inside of a condition.
    fn innermost(&self, place: &Place) -> Option<usize> {
        self.around(place.scope)
            .find(|&scope| self.scopes[scope].inside.is_some())
    }

    /// Whether a place stands inside a condition.
    pub(super) fn is_inner(&self, place: &Place) -> bool {
        self.innermost(place).is_some()
    }

    /// By how much a time is later than the end of an event, at the most; `None` where nothing says so.
    fn later(&self, time: Time, than: usize) -> Option<Sum> {
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
    fn windows(&self, place: &Place) -> impl Iterator<Item = Sum> + '_ {
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
    fn gone(&self, place: &Place, than: usize) -> Option<Sum> {
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

    /// When matches with an event surely are over, though nothing else ends them.
    fn over(&self, place: &Place) -> Option<Sum> {
        let than = self.number(place);
        let beside = self.places.iter().filter(|other| {
            let mut around = self.around(place.scope);
            let innermost = self.innermost(other) == self.innermost(place);
            innermost && around.any(|scope| scope == other.scope)
        });
        shortest(beside.filter_map(|other| self.gone(other, than)))
    }

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
                    None if may_change => return None,
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

/// The shortest of some sums, as far as they compare.
fn shortest(sums: impl Iterator<Item = Sum>) -> Option<Sum> {
    sums.reduce(|one, other| if other.is_within(&one) { other } else { one })
}

/// The shorter of two spans, of which `None` is for ever.
fn shorter(one: Option<Longest>, other: Option<Longest>) -> Option<Longest> {
    match (one, other) {
        (Some(one), Some(other)) if other.is_within(&one) => Some(other),
        (Some(one), _) => Some(one),
        (None, other) => other,
    }
}
