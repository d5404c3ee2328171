//! Why a fact is there: the matches that support it, and what those came from.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use hashbrown::HashMap;

use crate::bind::BuildHasher;
use crate::handle::{FactId, Handle, HandleError};
use crate::listener::Listener;
use crate::program::{Holds, Program, Visitor};
use crate::report::Shown;
use crate::session::Session;
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
}

/// A match that supports a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Support {
    /// The rule's name.
    pub rule: &'static str,
    /// The facts of the match in the order in which the conditions are written, by their places in
    /// [`Derivation::facts`].
    pub facts: Vec<usize>,
}

impl<P: Program, L: Listener> Session<P, L> {
    /// What supports a fact: the rules and the facts it came from, down to what was asserted.
    ///
    /// # Panics
    ///
    /// Panics if an earlier panic in a condition has poisoned the session.
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
        let (memory, network) = (&self.work.memory, &self.work.network);
        let mut places: HashMap<Place, usize, BuildHasher> = HashMap::default();
        places.insert(fact, 0);
        let mut order = alloc::vec![fact];
        let mut facts = Vec::new();
        while let Some(&place) = order.get(facts.len()) {
            let mut supports = Vec::new();
            for token in network.supports.matches_of(place) {
                let from = network.places(token).map(|from| {
                    *places.entry(from).or_insert_with(|| {
                        order.push(from);
                        order.len() - 1
                    })
                });
                let facts = from.collect();
                let rule = P::RULES[self.work.rule_of(token)].name;
                supports.push(Support { rule, facts });
            }
            let mut value = Text::<P> {
                memory,
                place,
                value: String::new(),
            };
            P::visit(&mut value);
            facts.push(DerivedFact {
                fact: P::id(memory, place.0, place.1),
                fact_type: P::PLAN.kinds[place.0 as usize].name,
                value: value.value,
                asserted: network.supports.is_stated(place),
                supports,
            });
        }
        facts
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

/// A line of the tree still to be written.
enum Line {
    Fact(usize),
    Rule(&'static str),
}

impl fmt::Display for Derivation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(error) = &self.error {
            return writeln!(f, "{error}");
        }
        let mut written = alloc::vec![false; self.facts.len()];
        // The last is written first.
        let mut lines: Vec<(usize, Line)> = Vec::new();
        if !self.facts.is_empty() {
            lines.push((0, Line::Fact(0)));
        }
        while let Some((depth, line)) = lines.pop() {
            write!(f, "{:1$}", "", 2 * depth)?;
            let fact = match line {
                Line::Rule(rule) => {
                    writeln!(f, "by `{rule}`")?;
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
            } = &self.facts[fact];
            let name = if value == "…" {
                fact_type
            } else {
                value.as_str()
            };
            write!(f, "{id:?} {name}")?;
            if *asserted {
                write!(f, ", asserted")?;
            }
            if written[fact] && !supports.is_empty() {
                writeln!(f, ", as above")?;
                continue;
            }
            written[fact] = true;
            writeln!(f)?;
            for Support { rule, facts } in supports.iter().rev() {
                let facts = facts.iter().rev();
                lines.extend(facts.map(|&fact| (depth + 2, Line::Fact(fact))));
                lines.push((depth + 1, Line::Rule(rule)));
            }
        }
        Ok(())
    }
}
