//! Events close to one another in time, in whatever order they come: each that comes, or is moved, is told with how many
//! others lie within ten units of it, and some go again.
//!
//! A guard says how far two may be apart (`at.abs_diff(there) < 10`), and facts are looked up by the ends of that. By hand they
//! stand in a tree by their time.

use std::collections::BTreeSet;

use rules_runtime::{Handle, rules};

use crate::measure::Run;
use crate::work::{Contender, Work};

pub(super) const IN_ORDER: Work = Work {
    name: "close_by_in_order",
    title: "Events close to one another that come in order, of which some move and go",
    size: "events",
    sizes: &[10_000, 100_000, 1_000_000],
    per: Some("change"),
    same_firings: true,
    contenders: &[
        Contender::ours(|events| ours(events, Order::InOrder)),
        Contender::rust("by hand", |events| by_hand(events, Order::InOrder)),
    ],
};

pub(super) const AT_RANDOM: Work = Work {
    name: "close_by_at_random",
    title: "Events close to one another that come at random, of which some move and go",
    size: "events",
    sizes: &[10_000, 100_000, 1_000_000],
    per: Some("change"),
    same_firings: true,
    contenders: &[
        Contender::ours(|events| ours(events, Order::AtRandom)),
        Contender::rust("by hand", |events| by_hand(events, Order::AtRandom)),
    ],
};

/// In which order the events come.
#[derive(Clone, Copy)]
enum Order {
    InOrder,
    AtRandom,
}

/// They are close that lie less than this apart.
const FAR: u32 = 10;
/// In so many units of time there is an event, in the mean.
const EACH: u32 = 4;

/// What happens to the events; a number says which, in the order of coming.
#[derive(Clone, Copy)]
enum Change {
    Comes { at: u32 },
    Moves { number: usize, at: u32 },
    Goes { number: usize },
}

/// Each event comes; after a while one in ten is moved, and one in ten goes.
fn drawn(events: u32, order: Order) -> Vec<Change> {
    let mut random = fastrand::Rng::with_seed(31);
    let mut times: Vec<u32> = (0..events).map(|_| random.u32(0..events * EACH)).collect();
    if matches!(order, Order::InOrder) {
        times.sort_unstable();
    }
    let mut changes = Vec::new();
    for (number, at) in times.into_iter().enumerate() {
        changes.push(Change::Comes { at });
        match number % 10 {
            4 => {
                let at = match order {
                    Order::InOrder => at + random.u32(0..FAR),
                    Order::AtRandom => random.u32(0..events * EACH),
                };
                let number = number - 3;
                changes.push(Change::Moves { number, at });
            }
            9 => changes.push(Change::Goes { number: number - 7 }),
            _ => {}
        }
    }
    changes
}

fn measured(changes: Vec<Change>, mut take: impl FnMut(Change) -> u64) -> Run {
    Run::time_each(changes.len() as u32, || {
        let mut pairs = 0;
        for change in changes {
            pairs = take(change);
        }
        (None, pairs)
    })
}

rules! {
    ruleset CloseBy;

    fact Event { at: u32 }

    /// How many others were close by, whenever one came or was moved, from either's side.
    global pairs: u64;

    rule close_by {
        when {
            one @ Event { at };
            other @ Event { at: there } if at.abs_diff(there) < FAR && one.handle() != other.handle();
        }
        then { *pairs += 1; }
    }
}

fn ours(events: u32, order: Order) -> Run {
    let changes = drawn(events, order);
    let mut session = CloseBy::new(0);
    let mut handles: Vec<Handle<Event>> = Vec::with_capacity(events as usize);
    measured(changes, |change| {
        match change {
            Change::Comes { at } => handles.push(session.insert(Event { at })),
            Change::Moves { number, at } => {
                let moved = session.update(handles[number], |event| event.at = at);
                moved.expect("the event is there");
            }
            Change::Goes { number } => {
                let gone = session.retract(handles[number]);
                gone.expect("the event is there");
            }
        }
        session.run();
        session.globals().pairs
    })
}

fn by_hand(events: u32, order: Order) -> Run {
    let changes = drawn(events, order);
    let mut there: Vec<u32> = Vec::with_capacity(events as usize);
    let mut by_time: BTreeSet<(u32, usize)> = BTreeSet::new();
    let mut pairs = 0;
    let mut add = |by_time: &mut BTreeSet<(u32, usize)>, number: usize, at: u32| {
        let least = at.saturating_sub(FAR - 1);
        pairs += 2 * by_time.range((least, 0)..(at + FAR, 0)).count() as u64;
        by_time.insert((at, number));
        pairs
    };
    let mut told = 0;
    measured(changes, |change| {
        match change {
            Change::Comes { at } => {
                told = add(&mut by_time, there.len(), at);
                there.push(at);
            }
            Change::Moves { number, at } => {
                // Where it does not move, nothing begins anew.
                if there[number] != at {
                    by_time.remove(&(there[number], number));
                    told = add(&mut by_time, number, at);
                    there[number] = at;
                }
            }
            Change::Goes { number } => {
                by_time.remove(&(there[number], number));
            }
        }
        told
    })
}
