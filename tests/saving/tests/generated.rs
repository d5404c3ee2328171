//! Generated rulesets: saved and restored, or copied, before every call, they still agree with the naive
//! matcher.

use std::cell::Cell;
use std::ops::DerefMut;

use oracle::compare::{Edit, Engine};
use oracle::naive;
use oracle::value::Value;
use rules_runtime::Stop;
use saving::{through_json, through_postcard};
use serde::Serialize;
use serde::de::DeserializeOwned;

include!(concat!(env!("OUT_DIR"), "/rulesets.rs"));

/// The engine's account of a run as the oracle's.
fn fired(count: u64, stop: Stop) -> naive::Fired {
    let stop = match stop {
        Stop::Rest => naive::Stop::Rest,
        Stop::Limit => naive::Stop::Limit,
        Stop::Halted => naive::Stop::Halted,
        other => panic!("expected no other stop, found {other:?}"),
    };
    naive::Fired { count, stop }
}

/// A driver whose session is saved and restored, or copied, before every change.
fn driven<D>(driver: D) -> Restored<D>
where
    D: Engine + DerefMut<Target: Clone + Serialize + DeserializeOwned>,
{
    Restored {
        driver,
        calls: Cell::new(0),
    }
}

struct Restored<D> {
    driver: D,
    calls: Cell<u64>,
}

impl<D: DerefMut<Target: Clone + Serialize + DeserializeOwned>> Restored<D> {
    fn again(&mut self) -> &mut D {
        let calls = self.calls.replace(self.calls.get() + 1);
        let again = match calls % 8 {
            0 => through_json,
            1..4 => D::Target::clone,
            _ => through_postcard,
        };
        *self.driver = again(&*self.driver);
        &mut self.driver
    }
}

impl<D> Engine for Restored<D>
where
    D: Engine + DerefMut<Target: Clone + Serialize + DeserializeOwned>,
{
    type Id = D::Id;

    fn kinds(&self) -> usize {
        self.driver.kinds()
    }

    fn insert(&mut self, kind: usize, values: &[Value]) {
        self.again().insert(kind, values);
    }

    fn insert_all(&mut self, kind: usize, facts: &[Vec<Value>]) {
        self.again().insert_all(kind, facts);
    }

    fn update(&mut self, kind: usize, place: usize, values: &[Value]) {
        self.again().update(kind, place, values);
    }

    fn retract(&mut self, kind: usize, place: usize) {
        self.again().retract(kind, place);
    }

    fn transaction(&mut self, edits: &[Edit]) {
        self.again().transaction(edits);
    }

    fn step(&mut self) -> naive::Fired {
        self.again().step()
    }

    fn run_limit(&mut self, limit: u64) -> naive::Fired {
        self.again().run_limit(limit)
    }

    fn skip(&mut self) {
        self.again().skip();
    }

    fn facts(&self, kind: usize) -> Vec<(Self::Id, Vec<Value>)> {
        self.driver.facts(kind)
    }

    fn ask(&self, query: usize, arguments: &[Value]) -> Vec<Vec<Value>> {
        self.driver.ask(query, arguments)
    }

    fn agenda(&self) -> Vec<(usize, Vec<Self::Id>)> {
        self.driver.agenda()
    }

    fn verify(&self) {
        self.driver.verify();
    }
}
