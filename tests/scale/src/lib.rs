//! Rulesets that grow to any size: many facts, one fact that a great many wait for, a chain of facts each of
//! which stands on the one before, and a stream without end.

use rules_runtime::rules;

rules! {
    /// Facts, few of which matter.
    pub ruleset Readings;

    /// What a sensor has read.
    pub fact Reading {
        /// Which one.
        sensor: u32,
        /// What.
        value: u32,
    }
    /// A reading that is too high.
    pub fact Alarm(u32);

    rule too_high {
        when { Reading { sensor, value: u32::MAX }; not Alarm(sensor); }
        then { insert Alarm(sensor); }
    }
}

rules! {
    /// One fact that all others wait for.
    pub ruleset Fan;

    /// What they wait for.
    pub fact Root(u32);
    /// One of those that wait.
    pub fact Leaf(u32, u32);

    rule meet {
        when { Root(root); Leaf(root, number); }
        then { let _ = number; }
    }
}

rules! {
    /// Facts that stand on one another.
    pub ruleset Chain;

    /// The length of the chain.
    pub fact End(u32);
    /// A link.
    #[unique]
    pub fact Link(u32);

    rule next {
        when { End(end); Link(number) if number < end; }
        then { insert logical Link(number + 1); }
    }
}

/// A session with so many readings, three of which are too high, at rest.
#[must_use]
pub fn readings(count: u32) -> Readings {
    let mut session = Readings::new();
    let reading = |number: u32| Reading {
        sensor: number % 1000,
        value: if number % (count / 3) == 1 {
            u32::MAX
        } else {
            number % 97
        },
    };
    // In changes of a size that a change has.
    for first in (0..count).step_by(10_000) {
        session.insert_all((first..count.min(first + 10_000)).map(reading));
    }
    session.run();
    session
}

rules! {
    /// A stream, of which rules look at what was a moment ago.
    #[clock(u64)]
    pub ruleset Stream;

    /// Something has passed.
    #[event(at = at)]
    pub fact Passed {
        /// When.
        at: u64,
        /// What.
        key: u64,
    }
    /// A question.
    #[event(at = at)]
    pub fact Asked {
        /// When.
        at: u64,
        /// Which.
        id: u64,
    }
    /// Its answer.
    #[event(at = at)]
    pub fact Answered {
        /// When.
        at: u64,
        /// The question.
        id: u64,
    }

    /// How many counts have been told.
    global counted: u64;
    /// How many questions had no answer.
    global overdue: u64;

    rule count {
        when { n = count(Passed { key } within 1_000) by (key) if n > 5; }
        then { *counted += 1; }
    }
    rule tell {
        when { asked @ Asked { id }; not Answered { id } within 100 after asked; }
        then { *overdue += 1; }
    }
}

/// Passes so many events of a stream on to a session, ten in each unit of time. `first` is the number of the first.
///
/// # Panics
///
/// Panics if events of the stream have been passed on already that come after these.
pub fn pass(stream: &mut Stream, first: u64, count: u64) {
    for number in first..first + count {
        let (at, id) = (number / 10, number);
        stream.insert(Passed {
            at,
            key: number % 1000,
        });
        if number % 5 == 0 {
            stream.insert(Asked { at, id });
        }
        // One of a thousand has no answer.
        if number % 5 == 1 && number % 1000 != 1 {
            stream.insert(Answered { at, id: id - 1 });
        }
        if number % 10 == 9 {
            stream.advance_to(at).expect("the clock goes on");
        }
    }
}

/// A session with a root that so many leaves have met.
#[must_use]
pub fn fan(count: u32) -> Fan {
    let mut session = Fan::new();
    session.insert_all((0..count).map(|number| Leaf(7, number)));
    session.insert(Root(7));
    session
}

/// A session with a chain of so many links, each inserted for the sake of the one before.
#[must_use]
pub fn chain(count: u32) -> Chain {
    let mut session = Chain::new();
    session.insert(End(count));
    session.insert(Link(0));
    session.run();
    session
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_stream_only_what_is_in_its_windows_is_kept() {
        let mut stream = Stream::new(0, 0);
        pass(&mut stream, 0, 30_000);
        let kept = |stream: &Stream| {
            [
                stream.len::<Passed>(),
                stream.len::<Asked>(),
                stream.len::<Answered>(),
            ]
        };
        assert_eq!(kept(&stream), [10_010, 202, 201]);
        pass(&mut stream, 30_000, 30_000);
        assert_eq!(kept(&stream), [10_010, 202, 201]);
        assert_eq!(stream.globals().overdue, 59);
    }

    #[test]
    fn a_great_many_facts_are_kept_and_found() {
        let mut session = readings(30_000);
        assert_eq!(
            (session.len::<Reading>(), session.len::<Alarm>()),
            (30_000, 1)
        );
        let high = session.handles::<Reading>().nth(1).unwrap();
        assert_eq!(session.retract(high).unwrap().value, u32::MAX);
        assert_eq!(session.facts::<Reading>().count(), 29_999);
    }

    #[test]
    fn one_insert_makes_a_great_many_matches_and_one_retract_ends_them() {
        let mut session = fan(10_000);
        assert_eq!(session.agenda().count(), 10_000);
        let root = session.handles::<Root>().next().unwrap();
        session.retract(root).unwrap();
        assert_eq!(session.agenda().count(), 0);
    }

    #[test]
    fn a_chain_of_supports_falls_at_once() {
        let mut session = chain(100_000);
        assert_eq!(session.len::<Link>(), 100_001);
        let first = session.handles::<Link>().next().unwrap();
        session.retract(first).unwrap();
        assert_eq!(session.len::<Link>(), 0);
    }
}
