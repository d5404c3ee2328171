//! A fact that is put in and taken out again leaves the session as it was: its snapshot is the same but for
//! what is counted up with each change.

use std::ops::DerefMut;

use oracle::compare::{Around, Change, Edit, Engine};
use oracle::naive::Fired;
use oracle::value::Value;
use saving::kitchen::{Bill, Cook, Dish, Hungry, Kitchen, Means, kitchen};
use serde::Serialize;
use serde_json::Value as Json;

include!(concat!(env!("OUT_DIR"), "/rulesets.rs"));

/// A snapshot without the generations of handles, dates and numbers of matches and groups.
fn timeless(session: &impl Serialize) -> Json {
    let mut snapshot = serde_json::to_value(session).unwrap();
    // The digest of all this.
    snapshot.as_array_mut().unwrap().pop();
    forget_times(&mut snapshot);
    snapshot
}

/// Whether some group has the focus: what a change ends of a rule with `#[lock_on_active]` does not begin again then.
fn has_focus(session: &impl Serialize) -> bool {
    fn is_focused(json: &Json) -> bool {
        match json {
            Json::Array(elements) => elements.iter().any(is_focused),
            Json::Object(fields) => {
                let focus = fields.get("focus").and_then(Json::as_array);
                focus.is_some_and(|groups| !groups.is_empty()) || fields.values().any(is_focused)
            }
            _ => false,
        }
    }
    is_focused(&serde_json::to_value(session).unwrap())
}

fn forget_times(json: &mut Json) {
    match json {
        Json::Array(elements) => elements.iter_mut().for_each(forget_times),
        Json::Object(fields) => {
            // A slot is free again, and so is a group that got the focus and has nothing to fire. Answers that come again
            // take their slots in another order.
            let counted = [
                "date", "dates", "tag", "matches", "groups", "step", "slots", "slot", "number",
                "serial", "focus",
            ];
            fields.retain(|name, value| {
                !counted.contains(&name.as_str()) || value.is_array() && name == "groups"
            });
            fields.values_mut().for_each(forget_times);
            // In the order of dates.
            for name in ["pending", "keyed"] {
                if let Some(Json::Array(elements)) = fields.get_mut(name) {
                    elements.sort_by_key(Json::to_string);
                }
            }
        }
        _ => {}
    }
}

#[test]
fn what_one_change_makes_and_unmakes_leaves_no_trace_at_any_time() {
    for firings in 0..60 {
        let mut session = kitchen();
        _ = session.run_limit(firings);
        let before = timeless(&session);
        let told = session.run_limit(0);
        session
            .transaction(|change| {
                let dish = Dish {
                    id: 9,
                    price: 1.0,
                    cooked: firings % 2 == 0,
                };
                let dish = change.insert(dish);
                let cook = change.insert(Cook {
                    id: 9,
                    skill: 3,
                    helps: None,
                });
                let guest = change.insert(Hungry("Zoe".to_owned()));
                change.update(dish, |dish| dish.price = 2.0).unwrap();
                change.retract(guest).unwrap();
                change.retract(dish).unwrap();
                change.retract(cook).map(|_| ())
            })
            .unwrap();
        assert_eq!(timeless(&session), before, "after {firings} firings");
        assert_eq!(session.run_limit(0), told);
    }
}

#[test]
fn what_one_change_makes_and_the_next_unmakes_leaves_a_session_that_has_not_fired_as_it_was() {
    let mut session = kitchen();
    let before = timeless(&session);
    let dish = session.insert(Dish {
        id: 8,
        price: 3.0,
        cooked: true,
    });
    let guest = session.insert(Hungry("Zoe".to_owned()));
    let cook = session.insert(Cook {
        id: 9,
        skill: 3,
        helps: None,
    });
    let means = Means::Cash;
    let bill = session.insert(Bill {
        guest: "Ann".to_owned(),
        total: 1.0,
        means,
    });
    assert_ne!(timeless(&session), before);
    session.retract(guest).unwrap();
    session.retract(bill).unwrap();
    session.retract(dish).unwrap();
    session.retract(cook).unwrap();
    assert_eq!(timeless(&session), before);
    let _: Kitchen = session;
}

/// A driver that, until something fires, puts in and takes out each fact in a copy before it is inserted.
fn driven<D>(driver: D) -> Echoing<D> {
    Echoing {
        driver,
        has_fired: false,
    }
}

struct Echoing<D> {
    driver: D,
    has_fired: bool,
}

impl<D: Engine + DerefMut<Target: Clone + Serialize>> Echoing<D> {
    fn echo(&mut self, kind: usize, values: &[Value]) {
        // Instants are waited for whatever becomes of the facts that told them.
        if self.has_fired || self.driver.waits() {
            return;
        }
        let (original, before) = ((*self.driver).clone(), timeless(&*self.driver));
        let place = self.driver.facts(kind).len();
        let clock = self.driver.clock();
        let insert = Edit::Insert(kind, values.to_vec());
        self.driver.change(&Change::Edit(insert));
        // It may be, by a key or by equality, one that was there.
        if self.driver.facts(kind).len() > place {
            let is_locked = has_focus(&original) || has_focus(&*self.driver);
            let retract = Edit::Retract(kind, place);
            self.driver.change(&Change::Edit(retract));
            // That an event came late stays counted.
            if is_locked || self.driver.clock() != clock {
                *self.driver = original;
                return;
            }
            assert_eq!(timeless(&*self.driver), before, "{kind} {values:?}");
        }
        *self.driver = original;
    }
}

impl<D: Engine + DerefMut<Target: Clone + Serialize>> Around for Echoing<D> {
    type Inner = D;

    fn inner(&self) -> &D {
        &self.driver
    }

    fn change(&mut self, change: &Change) -> Option<Fired> {
        match change {
            Change::Edit(Edit::Insert(kind, values)) => self.echo(*kind, values),
            Change::InsertAll(kind, facts) => {
                for values in facts {
                    self.echo(*kind, values);
                }
            }
            Change::Step | Change::Run(_) | Change::Next | Change::Skip => self.has_fired = true,
            _ => {}
        }
        self.driver.change(change)
    }
}
