//! A driver that goes another way before every call, and comes back.
//!
//! The naive matcher never hears of the way there and back. So where both agree after each call, a session
//! that was rolled back behaves as one that never made the changes.

use std::ops::DerefMut;

use oracle::compare::{Edit, Engine};
use oracle::naive;
use oracle::value::Value;
use rules_runtime::{Checkpoint, Stop};

/// A session that can go back.
pub(crate) trait GoesBack {
    fn checkpoint(&mut self) -> Checkpoint;
    fn rollback(&mut self, checkpoint: Checkpoint);
    fn commit(&mut self, checkpoint: Checkpoint);
}

/// Says that sessions of a ruleset can go back.
macro_rules! goes_back {
    ($session:ty) => {
        impl support::GoesBack for $session {
            fn checkpoint(&mut self) -> rules_runtime::Checkpoint {
                (**self).checkpoint()
            }

            fn rollback(&mut self, checkpoint: rules_runtime::Checkpoint) {
                (**self).rollback(checkpoint).expect("it stands");
            }

            fn commit(&mut self, checkpoint: rules_runtime::Checkpoint) {
                (**self).commit(checkpoint).expect("it stands");
            }
        }
    };
}
pub(crate) use goes_back;

/// The engine's account of a run as the oracle's.
pub(crate) fn fired(count: u64, stop: Stop) -> naive::Fired {
    let stop = match stop {
        Stop::Rest => naive::Stop::Rest,
        Stop::Limit => naive::Stop::Limit,
        Stop::Halted => naive::Stop::Halted,
        other => panic!("expected no other stop, found {other:?}"),
    };
    naive::Fired { count, stop }
}

/// A driver that goes there and back before every call.
pub(crate) fn driven<D>(driver: D) -> Detours<D>
where
    D: Engine + DerefMut<Target: GoesBack>,
{
    Detours { driver, calls: 0 }
}

pub(crate) struct Detours<D> {
    driver: D,
    calls: u64,
}

/// All that can be seen of a session.
type Seen<I> = (Vec<Vec<(I, Vec<Value>)>>, Vec<(usize, Vec<I>)>);

impl<D: Engine + DerefMut<Target: GoesBack>> Detours<D> {
    fn seen(&self) -> Seen<D::Id> {
        let kinds = 0..self.driver.kinds();
        let facts = kinds.map(|kind| self.driver.facts(kind)).collect();
        (facts, self.driver.agenda())
    }

    /// Takes out the first fact of each type.
    fn thin(&mut self) {
        for kind in 0..self.driver.kinds() {
            if !self.driver.facts(kind).is_empty() {
                self.driver.retract(kind, 0);
            }
        }
    }

    /// Makes a call; before it, makes it and more, and takes all of that back.
    fn there_and_back<R>(&mut self, call: impl Fn(&mut D) -> R) -> R {
        self.calls += 1;
        let before = self.seen();
        let outer = self.driver.checkpoint();
        call(&mut self.driver);
        self.driver.run_limit(self.calls % 5);
        let between = self.seen();
        let inner = self.driver.checkpoint();
        self.thin();
        self.driver.run_limit(3);
        if self.calls.is_multiple_of(3) {
            self.driver.commit(inner);
        } else {
            self.driver.rollback(inner);
            assert_eq!(self.seen(), between, "after an inner rollback");
        }
        self.driver.skip();
        self.driver.run_limit(2);
        self.driver.rollback(outer);
        assert_eq!(self.seen(), before, "after a rollback");
        call(&mut self.driver)
    }
}

impl<D: Engine + DerefMut<Target: GoesBack>> Engine for Detours<D> {
    type Id = D::Id;

    fn kinds(&self) -> usize {
        self.driver.kinds()
    }

    fn insert(&mut self, kind: usize, values: &[Value]) {
        self.there_and_back(|driver| driver.insert(kind, values));
    }

    fn insert_all(&mut self, kind: usize, facts: &[Vec<Value>]) {
        self.there_and_back(|driver| driver.insert_all(kind, facts));
    }

    fn update(&mut self, kind: usize, place: usize, values: &[Value]) {
        self.there_and_back(|driver| driver.update(kind, place, values));
    }

    fn retract(&mut self, kind: usize, place: usize) {
        self.there_and_back(|driver| driver.retract(kind, place));
    }

    fn transaction(&mut self, edits: &[Edit]) {
        self.there_and_back(|driver| driver.transaction(edits));
    }

    fn step(&mut self) -> naive::Fired {
        self.there_and_back(D::step)
    }

    fn run_limit(&mut self, limit: u64) -> naive::Fired {
        self.there_and_back(|driver| driver.run_limit(limit))
    }

    fn skip(&mut self) {
        self.there_and_back(D::skip);
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
