//! Generated rulesets: saved and restored, or copied, before every call, they still agree with the naive
//! matcher.

use std::ops::DerefMut;

use oracle::compare::{Around, Change, Engine};
use oracle::naive::Fired;
use saving::{through_json, through_postcard};
use serde::Serialize;
use serde::de::DeserializeOwned;

include!(concat!(env!("OUT_DIR"), "/rulesets.rs"));

/// A driver whose session is saved and restored, or copied, before every change.
fn driven<D>(driver: D) -> Restored<D>
where
    D: Engine + DerefMut<Target: Clone + Serialize + DeserializeOwned>,
{
    Restored { driver, changes: 0 }
}

struct Restored<D> {
    driver: D,
    changes: u64,
}

impl<D> Around for Restored<D>
where
    D: Engine + DerefMut<Target: Clone + Serialize + DeserializeOwned>,
{
    type Inner = D;

    fn inner(&self) -> &D {
        &self.driver
    }

    fn change(&mut self, change: &Change) -> Option<Fired> {
        let again = match self.changes % 8 {
            0 => through_json,
            1..4 => D::Target::clone,
            _ => through_postcard,
        };
        self.changes += 1;
        *self.driver = again(&*self.driver);
        self.driver.change(change)
    }
}
