//! Bookings of one room: each that comes is told with which others it overlaps, and some are changed or given up.
//!
//! The two comparisons of an overlap (`a.start < b.end && b.start < a.end`) are what ranges in indexes are for. By hand
//! the bookings stand in a tree by their beginning, and none is longer than a day.

use std::collections::BTreeMap;

use rules_runtime::{Handle, rules};

use crate::measure::Run;
use crate::work::{Contender, Work};

pub(super) const WORK: Work = Work {
    name: "bookings",
    title: "Overlapping bookings of one room, which come, change and go",
    size: "bookings",
    sizes: &[1_000, 10_000, 100_000],
    per: Some("change"),
    same_firings: true,
    contenders: &[Contender::ours(ours), Contender::rust("by hand", by_hand)],
};

/// How many changes are timed; a debug build looks at fewer.
const CHANGES: u32 = if cfg!(debug_assertions) { 300 } else { 30_000 };
/// No booking is longer.
const DAY: u32 = 1_440;

/// What happens to the bookings.
#[derive(Clone, Copy)]
enum Change {
    Comes { start: u32, end: u32 },
    Moves { number: usize, start: u32, end: u32 },
    Goes { number: usize },
}

/// The bookings that are there before, and changes. A number says which booking of those that are there then, in order of
/// coming; the last takes the place of one that goes.
fn drawn(bookings: u32) -> (Vec<(u32, u32)>, Vec<Change>) {
    let mut random = fastrand::Rng::with_seed(23);
    // In a minute of the calendar there are as many bookings at a time, however many there are in all.
    let calendar = bookings * 500;
    let mut booking = move || {
        let start = random.u32(0..calendar);
        (start, start + random.u32(30..DAY))
    };
    let there: Vec<(u32, u32)> = (0..bookings).map(|_| booking()).collect();
    let mut count = there.len();
    let mut random = fastrand::Rng::with_seed(29);
    let change = |number: u32| {
        let (start, end) = booking();
        match number % 3 {
            0 => {
                count += 1;
                Change::Comes { start, end }
            }
            1 => Change::Moves {
                number: random.usize(..count),
                start,
                end,
            },
            _ => {
                let number = random.usize(..count);
                count -= 1;
                Change::Goes { number }
            }
        }
    };
    let changes = (0..CHANGES).map(change).collect();
    (there, changes)
}

fn measured(changes: Vec<Change>, mut take: impl FnMut(Change)) -> f64 {
    let run = Run::time_each(CHANGES, || {
        changes.into_iter().for_each(&mut take);
        (None, 0)
    });
    run.seconds
}

rules! {
    ruleset Room;

    fact Booking { number: u32, start: u32, end: u32 }

    /// How many minutes of how many bookings overlap, summed up as they are found.
    global minutes: u64;

    rule overlap {
        when {
            Booking { number, start, end };
            Booking { number: > number, start: from, start: < end, end: to, end: > start };
        }
        then { *minutes += u64::from(end.min(to) - start.max(from)); }
    }
}

fn ours(bookings: u32) -> Run {
    let (there, changes) = drawn(bookings);
    let mut session = Room::new(0);
    let there = (0..).zip(there);
    let there = there.map(|(number, (start, end))| Booking { number, start, end });
    let mut handles: Vec<Handle<Booking>> = session.insert_all(there);
    session.run();
    let mut next = bookings;
    let seconds = measured(changes, |change| {
        match change {
            Change::Comes { start, end } => {
                handles.push(session.insert(Booking {
                    number: next,
                    start,
                    end,
                }));
                next += 1;
            }
            Change::Moves { number, start, end } => {
                let moved = session.update(handles[number], |booking| {
                    (booking.start, booking.end) = (start, end);
                });
                moved.expect("the booking is there");
            }
            Change::Goes { number } => {
                let gone = session.retract(handles.swap_remove(number));
                gone.expect("the booking is there");
            }
        }
        session.run();
    });
    Run {
        seconds,
        firings: None,
        answer: session.globals().minutes,
    }
}

/// The bookings by when they begin, and which each number is.
struct Calendar {
    ends: BTreeMap<(u32, u32), u32>,
    there: Vec<(u32, u32)>,
    next: u32,
    minutes: u64,
}

impl Calendar {
    fn add(&mut self, number: u32, start: u32, end: u32) {
        let first = start.saturating_sub(DAY);
        let minutes = self.ends.range((first, 0)..(end, 0));
        let minutes = minutes.filter(|&(_, &to)| to > start);
        let minutes = minutes.map(|(&(from, _), &to)| u64::from(end.min(to) - start.max(from)));
        self.minutes += minutes.sum::<u64>();
        self.ends.insert((start, number), end);
    }
    fn take(&mut self, change: Change) {
        match change {
            Change::Comes { start, end } => {
                self.add(self.next, start, end);
                self.there.push((start, self.next));
                self.next += 1;
            }
            Change::Moves { number, start, end } => {
                let (before, name) = self.there[number];
                self.ends.remove(&(before, name));
                self.add(name, start, end);
                self.there[number] = (start, name);
            }
            Change::Goes { number } => {
                let booking = self.there.swap_remove(number);
                self.ends.remove(&booking);
            }
        }
    }
}

fn by_hand(bookings: u32) -> Run {
    let (there, changes) = drawn(bookings);
    let mut calendar = Calendar {
        ends: BTreeMap::new(),
        there: Vec::new(),
        next: 0,
        minutes: 0,
    };
    for (start, end) in there {
        calendar.take(Change::Comes { start, end });
    }
    let seconds = measured(changes, |change| calendar.take(change));
    Run {
        seconds,
        firings: None,
        answer: calendar.minutes,
    }
}
