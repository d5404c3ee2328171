//! What one rule or query asks of events: their patterns, and where these stand. Their times are bounded in `bounds`; for
//! how long they are needed follows in `until`.

use crate::ast::Quantifier;
use crate::hir::{ClockType, Condition, ElementId, ElementKind, Event, FactTypeId, Rule, Ruleset};

use super::super::changes::Changes;
use super::bounds::Bound;

/// A pattern of events.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) element: ElementId,
    pub(super) fact_type: FactTypeId,
    /// Where it stands.
    pub(super) scope: usize,
}

/// Conditions that stand together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scope {
    /// Those around them.
    pub(super) around: Option<usize>,
    /// What they are to those; `None` of a branch, or of all.
    pub(super) inside: Option<Inside>,
    /// The first scope of the `either` of which they are a branch.
    either: Option<usize>,
}

/// What inner conditions are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inside {
    /// Of a `not`.
    Not,
    /// Of anything else that counts.
    Counted,
}

/// The conditions of a rule or a query, as far as time is asked in them.
pub(super) struct Asked<'r> {
    pub(super) ruleset: &'r Ruleset,
    pub(super) clock: &'r ClockType,
    pub(super) changes: &'r Changes,
    pub(super) rule: &'r Rule,
    pub(super) is_query: bool,
    pub(super) scopes: Vec<Scope>,
    pub(super) places: Vec<Place>,
    /// Whether there are facts in it that may come and go at any time.
    pub(super) has_facts: bool,
    /// The hidden elements of the instants that it waits for.
    pub(super) moments: Vec<ElementId>,
    /// By how much times of the events are later than others.
    pub(super) bounds: Vec<Bound>,
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

    pub(super) fn event(&self, place: &Place) -> &'r Event {
        let event = self.ruleset.fact_types[place.fact_type.0].event.as_ref();
        event.unwrap_or_else(|| unreachable!("it is an event"))
    }

    pub(super) fn events(&self) -> impl Iterator<Item = &Place> {
        self.places.iter()
    }

    pub(super) fn place(&self, element: ElementId) -> Option<usize> {
        self.places
            .iter()
            .position(|place| place.element == element)
    }

    pub(super) fn number(&self, place: &Place) -> usize {
        self.place(place.element)
            .unwrap_or_else(|| unreachable!("it stands here"))
    }

    /// The scopes around one, itself first.
    pub(super) fn around(&self, scope: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(scope), |&scope| self.scopes[scope].around)
    }

    /// Whether two places stand in different branches of an `either`: no match has both.
    pub(super) fn are_apart(&self, one: &Place, other: &Place) -> bool {
        self.around(one.scope).any(|branch| {
            let either = self.scopes[branch].either;
            let mut others = self.around(other.scope);
            either.is_some()
                && others.any(|other| other != branch && self.scopes[other].either == either)
        })
    }

    /// The innermost scope around a place that is the inside of a condition.
    pub(super) fn innermost(&self, place: &Place) -> Option<usize> {
        self.around(place.scope)
            .find(|&scope| self.scopes[scope].inside.is_some())
    }

    /// Whether a place stands inside a condition.
    pub(super) fn is_inner(&self, place: &Place) -> bool {
        self.innermost(place).is_some()
    }
}
