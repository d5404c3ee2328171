//! Why a fact is there: the matches that support it, and what those came from.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use hashbrown::{HashMap, HashSet};

use crate::containers::hash::BuildHasher;
use crate::ids::TokenId;
use crate::inspect::deciding_row::DecidingRow;
use crate::inspect::listener::Listener;
use crate::inspect::recording::Recording;
use crate::inspect::recording::origin::{Origin, Origins, Version};
use crate::memory::handle::{FactId, Handle, HandleError};
use crate::network::conditions::{Holds, Visitor};
use crate::network::engine_features::HasFeatures as _;
use crate::session::Session;
use crate::session::program::Program;
use crate::session::report::Shown;
use crate::session::work::Work;
use crate::support::Place;

/// Why a fact is there: the rules and facts that support it, down to what was asserted.
///
/// Facts may support one another, and one fact many others; so the derivation lists each fact once, and
/// supports name facts by their places in the list. `Display` writes it as a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Derivation {
    /// The fact asked for, then all that it came from. Empty where there is no such fact.
    pub facts: Vec<DerivedFact>,
    /// What is wrong with the handle.
    pub error: Option<HandleError>,
}

/// A fact of a derivation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DerivedFact {
    /// The fact.
    pub fact: FactId,
    /// The name of its type in the ruleset.
    pub fact_type: &'static str,
    /// Its value, as `Debug` writes it; `…` where its type has no `Debug`.
    pub value: String,
    /// Whether it stands by itself: it was inserted from outside, or by a plain `insert`.
    pub asserted: bool,
    /// The matches that support it.
    pub supports: Vec<Support>,
    /// Of a fact that stands by itself, or is past: the firing that inserted it, where a
    /// [`Recording`](crate::Recording) of the session tells of it.
    pub inserted_by: Option<Support>,
    /// Whether the fact has been retracted or modified since a rule fired over it. Its value is the one that it
    /// had then.
    pub past: bool,
}

/// A match that supports a fact; or what a query's answer rests on, which a match of a rule has asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Support {
    /// The rule's name, or the query's.
    pub rule: &'static str,
    /// The facts of the match in the order in which the conditions are written, by their places in
    /// [`Derivation::facts`]. Of an answer, the facts on the way to it, of all matches on which it rests.
    pub facts: Vec<usize>,
    /// The rows of the tables that its conditions asked, in the order in which they are written: those of look-ups
    /// outside `not`, `exists`, `forall` and accumulates. Of a firing that a recording tells of, none.
    pub rows: Vec<DecidingRow>,
}

impl Support {
    /// Whether it is the same match of the same rule.
    fn is_of_match(&self, other: &Support) -> bool {
        self.rule == other.rule && self.facts == other.facts
    }
}

impl<P: Program, L: Listener> Session<P, L> {
    /// What supports a fact: the rules and the facts it came from, down to what was asserted. In a session with
    /// a [`Recording`](crate::Recording) for a listener it goes on through plain inserts, down to what was
    /// inserted from outside.
    ///
    /// # Panics
    ///
    /// Panics if an earlier panic in a condition has poisoned the session.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     fact Discount(u32);
    /// #     rule large { when { Order { total: > 100 }; } then { insert logical Discount(10); } }
    /// # }
    /// # let mut shop = Shop::new();
    /// shop.insert(Order { total: 250 });
    /// shop.run();
    /// let discount = shop.handles::<Discount>().next().unwrap();
    /// println!("{}", shop.why(discount));
    /// ```
    #[must_use]
    pub fn why<F: 'static>(&self, handle: Handle<F>) -> Derivation
    where
        P: Holds<F>,
    {
        self.work.check();
        match self.work.slot(handle) {
            Ok(slot) => Derivation {
                facts: self.derive((P::KIND, slot)),
                error: None,
            },
            Err(error) => Derivation {
                facts: Vec::new(),
                error: Some(error),
            },
        }
    }

    /// A fact, then those that it came from.
    fn derive(&self, fact: Place) -> Vec<DerivedFact> {
        let origins = self.listener.recording().map(Recording::origins);
        let mut search = Search {
            work: &self.work,
            origins: origins.unwrap_or_default(),
            places: HashMap::default(),
            order: Vec::new(),
        };
        search.place_of(Cause::Now(fact));
        let mut facts = Vec::new();
        while let Some(&cause) = search.order.get(facts.len()) {
            facts.push(match cause {
                Cause::Now(place) => search.standing(place),
                Cause::Then(version) => search.past(version),
            });
        }
        facts
    }
}

/// A fact that another came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Cause {
    /// As it stands.
    Now(Place),
    /// As it was: one of [`Origins::versions`].
    Then(usize),
}

/// The search for all that a fact came from.
struct Search<'a, P: Program> {
    work: &'a Work<P>,
    origins: Origins,
    places: HashMap<Cause, usize, BuildHasher>,
    order: Vec<Cause>,
}

impl<P: Program> Search<'_, P> {
    /// The place of a cause in the derivation.
    fn place_of(&mut self, cause: Cause) -> usize {
        *self.places.entry(cause).or_insert_with(|| {
            self.order.push(cause);
            self.order.len() - 1
        })
    }

    fn standing(&mut self, place: Place) -> DerivedFact {
        let Work {
            memory, network, ..
        } = self.work;
        let fact = P::id(memory, place.0, place.1);
        // A match may have inserted it more than once, or facts that became one.
        let mut seen: HashSet<TokenId, BuildHasher> = HashSet::default();
        let matches = network.supports.matches_of(place);
        let supports = matches.filter(|&token| seen.insert(token)).map(|token| {
            let from = network.places(token);
            let mut rows = Vec::new();
            P::decided(self.work.match_of(token), token, memory, network, &mut rows);
            Support {
                rule: P::RULES[self.work.rule_of(token)].name,
                facts: from.map(|from| self.place_of(Cause::Now(from))).collect(),
                rows,
            }
        });
        let mut supports: Vec<Support> = supports.collect();
        supports.extend(self.because(place));
        let asserted = network.supports.is_stated(place) && !P::PLAN.is_answer(place.0);
        let inserted_by = if asserted {
            // A fact that a match holds up came from the firing of that match.
            let is_another = |by: &Support| !supports.iter().any(|of| of.is_of_match(by));
            self.inserted_by(fact).filter(is_another)
        } else {
            None
        };
        let mut value = Text::<P> {
            memory,
            place,
            value: String::new(),
        };
        P::visit(&mut value);
        DerivedFact {
            fact,
            fact_type: P::PLAN.kinds[place.0.index()].name,
            value: value.value,
            asserted,
            supports,
            inserted_by,
            past: false,
        }
    }

    /// What an answer of a recursive query rests on.
    fn because(&mut self, place: Place) -> Option<Support> {
        if const { !P::FEATURES.asks } || !P::PLAN.is_answer(place.0) {
            return None;
        }
        let mut because = Because {
            work: self.work,
            place,
            found: None,
        };
        P::visit(&mut because);
        let (query, facts) = because.found?;
        let facts = facts.into_iter();
        Some(Support {
            rule: query,
            facts: facts.map(|fact| self.place_of(Cause::Now(fact))).collect(),
            rows: Vec::new(),
        })
    }

    fn past(&mut self, version: usize) -> DerivedFact {
        let Version {
            fact,
            fact_type,
            ref value,
        } = self.origins.versions[version];
        let value = String::from(&**value);
        let inserted_by = self.inserted_by(fact);
        DerivedFact {
            fact,
            fact_type,
            value,
            asserted: inserted_by.is_none(),
            supports: Vec::new(),
            inserted_by,
            past: true,
        }
    }

    /// The firing that inserted a fact.
    fn inserted_by(&mut self, fact: FactId) -> Option<Support> {
        let Origin { rule, versions } = self.origins.of(fact)?.clone();
        let facts = versions.into_iter().map(|version| {
            let fact = self.origins.versions[version].fact;
            let mut standing = Stands::<P> {
                memory: &self.work.memory,
                fact,
                found: false,
            };
            P::visit(&mut standing);
            let cause = if standing.found && self.origins.is_last(version) {
                Cause::Now((fact.kind, fact.slot))
            } else {
                Cause::Then(version)
            };
            self.place_of(cause)
        });
        Some(Support {
            rule,
            facts: facts.collect(),
            rows: Vec::new(),
        })
    }
}

/// Writes a fact's value.
struct Text<'a, P: Program> {
    memory: &'a P::Memory,
    place: Place,
    value: String,
}

impl<P: Program> Visitor<P> for Text<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let (kind, slot) = self.place;
        if kind == P::KIND {
            let value = P::slab(self.memory).value(slot);
            self.value = format!("{}", Shown::<P, F>(value, PhantomData));
        }
    }
}

/// Finds the facts that an answer rests on.
struct Because<'a, P: Program> {
    work: &'a Work<P>,
    place: Place,
    found: Option<(&'static str, Vec<Place>)>,
}

impl<P: Program> Visitor<P> for Because<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let (kind, slot) = self.place;
        if kind == P::KIND {
            let Work {
                memory, network, ..
            } = self.work;
            self.found = P::because(memory, network, P::slab(memory).value(slot));
        }
    }
}

/// Finds out whether a fact stands.
struct Stands<'a, P: Program> {
    memory: &'a P::Memory,
    fact: FactId,
    found: bool,
}

impl<P: Program> Visitor<P> for Stands<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        if self.fact.kind == P::KIND {
            self.found = P::slab(self.memory).slot(self.fact).is_some();
        }
    }
}

/// A line of the tree still to be written.
enum Line<'d> {
    Fact(usize),
    Rule(&'static str, &'static str),
    Row(&'d DecidingRow),
}

impl fmt::Display for Derivation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(error) = &self.error {
            return writeln!(f, "{error}");
        }
        let mut written = alloc::vec![false; self.facts.len()];
        // The last is written first.
        let mut lines: Vec<(usize, Line<'_>)> = Vec::new();
        if !self.facts.is_empty() {
            lines.push((0, Line::Fact(0)));
        }
        while let Some((depth, line)) = lines.pop() {
            write!(f, "{:1$}", "", 2 * depth)?;
            let fact = match line {
                Line::Rule(how, rule) => {
                    writeln!(f, "{how} `{rule}`")?;
                    continue;
                }
                Line::Row(row) => {
                    writeln!(f, "{row}")?;
                    continue;
                }
                Line::Fact(fact) => fact,
            };
            let DerivedFact {
                fact: id,
                fact_type,
                value,
                asserted,
                supports,
                inserted_by,
                past,
            } = &self.facts[fact];
            let name = if value == "…" {
                fact_type
            } else {
                value.as_str()
            };
            write!(f, "{id:?} {name}")?;
            if *past {
                write!(f, " then")?;
            }
            if *asserted && inserted_by.is_none() {
                write!(f, ", asserted")?;
            }
            if written[fact] && !(supports.is_empty() && inserted_by.is_none()) {
                writeln!(f, ", as above")?;
                continue;
            }
            written[fact] = true;
            writeln!(f)?;
            let by = inserted_by.iter().map(|by| (by, "inserted by"));
            let supports = supports.iter().map(|by| (by, "by"));
            for (Support { rule, facts, rows }, how) in by.chain(supports.rev()) {
                let facts = facts.iter().rev();
                lines.extend(facts.map(|&fact| (depth + 2, Line::Fact(fact))));
                let rows = rows.iter().rev();
                lines.extend(rows.map(|row| (depth + 2, Line::Row(row))));
                lines.push((depth + 1, Line::Rule(how, rule)));
            }
        }
        Ok(())
    }
}
