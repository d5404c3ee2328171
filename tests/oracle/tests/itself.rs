//! The oracle against itself: generated rulesets are well formed and run, a seed gives the same ruleset every
//! time, and a session that is wrong is found out.

use oracle::compare::{Edit, Engine, agree};
use oracle::elements::{Element, Elements};
use oracle::model::Ruleset;
use oracle::naive::{Call, FactId, Fired, Session};
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
    Results,
}

impl<'r> Mirror<'r> {
    fn new(ruleset: &'r Ruleset, wrong: Wrong) -> Self {
        let session = Session::new(ruleset);
        Self {
            ruleset,
            session,
            wrong,
        }
    }

    fn name(&self, kind: usize) -> &'r str {
        &self.ruleset.facts[kind].name
    }

    fn id(&self, kind: usize, place: usize) -> FactId {
        self.session.facts(self.name(kind))[place].id
    }
}

impl Engine for Mirror<'_> {
    type Id = FactId;

    fn kinds(&self) -> usize {
        self.ruleset.facts.len()
    }

    fn insert(&mut self, kind: usize, values: &[Value]) {
        self.session.insert(self.name(kind), values);
    }

    fn insert_all(&mut self, kind: usize, facts: &[Vec<Value>]) {
        self.session.insert_all(self.name(kind), facts);
    }

    fn update(&mut self, kind: usize, place: usize, values: &[Value]) {
        self.session.update(self.id(kind, place), values);
    }

    fn retract(&mut self, kind: usize, place: usize) {
        self.session.retract(self.id(kind, place));
    }

    fn transaction(&mut self, edits: &[Edit]) {
        let calls = edits.iter().map(|edit| match edit {
            Edit::Insert(kind, values) => Call::Insert(self.name(*kind).into(), values.clone()),
            Edit::Update(kind, place, values) => {
                Call::Update(self.id(*kind, *place), values.clone())
            }
            Edit::Retract(kind, place) => Call::Retract(self.id(*kind, *place)),
        });
        let calls: Vec<Call> = calls.collect();
        self.session.transaction(&calls);
    }

    fn step(&mut self) -> Fired {
        self.session.step()
    }

    fn run_limit(&mut self, limit: u64) -> Fired {
        self.session.run_limit(limit)
    }

    fn skip(&mut self) {
        self.session.skip();
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

    fn agenda(&self) -> Vec<(usize, Vec<FactId>)> {
        let agenda = self.session.agenda().into_iter();
        let mut agenda: Vec<_> = agenda
            .map(|activation| (activation.rule, activation.facts))
            .collect();
        if self.wrong == Wrong::Agenda {
            agenda.reverse();
        }
        agenda
    }

    fn verify(&self) {}
}

fn rulesets(elements: Elements) {
    for seed in 0..30 {
        let ruleset = generate::ruleset(seed, elements);
        agree(&seed.to_string(), elements, || {
            Mirror::new(&ruleset, Wrong::Nothing)
        });
    }
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
    agree("3", Elements::FIRST, || {
        Mirror::new(&ruleset, Wrong::Agenda)
    });
}

#[test]
#[should_panic(expected = "disagree (ORACLE_SEED=3.")]
fn a_wrong_order_of_results_is_found_out() {
    let elements = Elements::FIRST.with(Element::Queries);
    let ruleset = generate::ruleset(3, elements);
    agree("3", elements, || Mirror::new(&ruleset, Wrong::Results));
}

#[test]
fn every_cut_of_a_ruleset_leaves_one_that_runs() {
    for seed in 0..10 {
        for case in shrink::smaller(&seed.to_string(), Elements::ALL) {
            let ruleset = shrink::case(&case, Elements::ALL);
            let mut session = Session::new(&ruleset);
            let mut random = generate::random(seed);
            for _ in 0..10 {
                let change = generate::change(&mut random, &ruleset, &session, Elements::ALL);
                oracle::compare::apply(&ruleset, &mut session, &change);
            }
        }
    }
}
