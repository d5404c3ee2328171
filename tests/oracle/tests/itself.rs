//! The oracle against itself: generated rulesets are well formed and run, a seed gives the same ruleset every
//! time, and a session that is wrong is found out.

use oracle::compare::{self, Change, Engine, New, Pending, agree};
use oracle::elements::{Element, Elements};
use oracle::model::Ruleset;
use oracle::naive::{Derived, FactId, Fired, Session};
use oracle::value::Value;
use oracle::{generate, shrink, text};

/// The naive matcher in the place of an engine.
struct Mirror<'r> {
    ruleset: &'r Ruleset,
    session: Session<'r>,
    /// What it is to show the wrong way round.
    wrong: Wrong,
}

/// What a mirror shows the wrong way round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrong {
    Nothing,
    Agenda,
    Focus,
    Results,
    Derivations,
}

impl<'r> Mirror<'r> {
    /// Makes such sessions.
    fn of(ruleset: &'r Ruleset, wrong: Wrong) -> Box<New<'r, FactId>> {
        Box::new(move || {
            Box::new(Self {
                ruleset,
                session: Session::new(ruleset),
                wrong,
            })
        })
    }

    fn name(&self, kind: usize) -> &'r str {
        &self.ruleset.facts[kind].name
    }
}

impl Engine for Mirror<'_> {
    type Id = FactId;

    fn kinds(&self) -> usize {
        self.ruleset.facts.len()
    }

    fn change(&mut self, change: &Change) -> Option<Fired> {
        compare::apply(self.ruleset, &mut self.session, change)
    }

    fn facts(&self, kind: usize) -> Vec<(FactId, Vec<Value>)> {
        let facts = self.session.facts(self.name(kind)).into_iter();
        facts.map(|fact| (fact.id, fact.values.clone())).collect()
    }

    fn ask(&self, query: usize, arguments: &[Value]) -> Vec<Vec<Value>> {
        let mut results = self.session.ask(query, arguments);
        if self.wrong == Wrong::Results {
            results.reverse();
        }
        results
    }

    fn agenda(&self) -> Vec<Pending<FactId>> {
        let agenda = self.session.agenda().into_iter();
        let mut agenda: Vec<_> = agenda
            .map(|activation| Pending {
                rule: activation.rule,
                focused: activation.focused ^ (self.wrong == Wrong::Focus),
                facts: activation.facts,
            })
            .collect();
        if self.wrong == Wrong::Agenda {
            agenda.reverse();
        }
        agenda
    }

    fn why(&self, kind: usize, place: usize) -> Option<Vec<Derived<FactId>>> {
        let fact = self.session.facts(self.name(kind))[place].id;
        let mut derivation = self.session.why(fact);
        if self.wrong == Wrong::Derivations {
            derivation[0].asserted ^= true;
        }
        Some(derivation)
    }

    fn verify(&self) {}
}

fn rulesets(elements: Elements) {
    oracle::with_each(0..30, |seed| {
        let ruleset = generate::ruleset(seed, elements);
        let mirror = Mirror::of(&ruleset, Wrong::Nothing);
        agree(&seed.to_string(), elements, &*mirror);
    });
}

#[test]
fn generated_rulesets_of_the_first_stage_run() {
    rulesets(Elements::FIRST);
}

#[test]
fn generated_rulesets_of_the_whole_language_run() {
    rulesets(Elements::ALL);
}

#[test]
fn a_seed_gives_the_same_ruleset_every_time() {
    for seed in 0..20 {
        let first = text::ruleset(&generate::ruleset(seed, Elements::ALL));
        let again = text::ruleset(&generate::ruleset(seed, Elements::ALL));
        assert_eq!(first, again);
    }
}

#[test]
#[should_panic(expected = "disagree (ORACLE_SEED=3.")]
fn a_wrong_agenda_is_found_out() {
    let ruleset = generate::ruleset(3, Elements::FIRST);
    let mirror = Mirror::of(&ruleset, Wrong::Agenda);
    agree("3", Elements::FIRST, &*mirror);
}

#[test]
#[should_panic(expected = "disagree (ORACLE_SEED=3.")]
fn a_wrong_focus_is_found_out() {
    let ruleset = generate::ruleset(3, Elements::FIRST);
    let mirror = Mirror::of(&ruleset, Wrong::Focus);
    agree("3", Elements::FIRST, &*mirror);
}

#[test]
#[should_panic(expected = "disagree (ORACLE_SEED=1.")]
fn a_wrong_order_of_results_is_found_out() {
    let elements = Elements::FIRST.with(Element::Queries);
    let ruleset = generate::ruleset(1, elements);
    let mirror = Mirror::of(&ruleset, Wrong::Results);
    agree("1", elements, &*mirror);
}

#[test]
#[should_panic(expected = "disagree (ORACLE_SEED=3.")]
fn a_wrong_derivation_is_found_out() {
    let ruleset = generate::ruleset(3, Elements::FIRST);
    let mirror = Mirror::of(&ruleset, Wrong::Derivations);
    agree("3", Elements::FIRST, &*mirror);
}

#[test]
fn every_cut_of_a_ruleset_leaves_one_that_runs() {
    oracle::with_each(0..6, |seed| {
        for case in shrink::smaller(&seed.to_string(), Elements::ALL) {
            let ruleset = shrink::case(&case, Elements::ALL);
            let mut session = Session::new(&ruleset);
            let mut random = generate::random(seed);
            for _ in 0..10 {
                let change = generate::change(&mut random, &ruleset, &session, Elements::ALL);
                compare::apply(&ruleset, &mut session, &change);
            }
        }
    });
}
