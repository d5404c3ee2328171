//! A driver that goes another way before every call, and comes back.
//!
//! The naive matcher never hears of the way there and back. So where both agree after each call, a session
//! that was rolled back behaves as one that never made the changes.

use std::ops::DerefMut;

use oracle::compare::{Around, Change, Edit, Engine, Pending};
use oracle::naive::Fired;
use oracle::value::Value;
use rules_runtime::Checkpoint;

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
type Seen<I> = (Vec<Vec<(I, Vec<Value>)>>, Vec<Pending<I>>);

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
                self.driver.change(&Change::Edit(Edit::Retract(kind, 0)));
            }
        }
    }
}

impl<D: Engine + DerefMut<Target: GoesBack>> Around for Detours<D> {
    type Inner = D;

    fn inner(&self) -> &D {
        &self.driver
    }

    /// Makes a change; before it, makes it and more, and takes all of that back.
    fn change(&mut self, change: &Change) -> Option<Fired> {
        self.calls += 1;
        let before = self.seen();
        let outer = self.driver.checkpoint();
        self.driver.change(change);
        self.driver.change(&Change::Run(self.calls % 5));
        let between = self.seen();
        let inner = self.driver.checkpoint();
        self.thin();
        self.driver.change(&Change::Run(3));
        if self.calls.is_multiple_of(3) {
            self.driver.commit(inner);
        } else {
            self.driver.rollback(inner);
            assert_eq!(self.seen(), between, "after an inner rollback");
        }
        self.driver.change(&Change::Skip);
        self.driver.change(&Change::Run(2));
        self.driver.rollback(outer);
        assert_eq!(self.seen(), before, "after a rollback");
        self.driver.change(change)
    }
}
