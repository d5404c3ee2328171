//! One fact beside ten thousand others: they wait behind a gate, are in a state, or are counted.

use super::{STANDING, TIMES, measured};

/// Jobs that wait until it is their turn.
mod staging {
    use rules_runtime::rules;

    rules! {
        pub(super) ruleset Staging;

        #[key()]
        pub(super) fact Stage { works: bool }
        pub(super) fact Job { size: u32 }
        pub(super) fact Bell;
        global done: u32;

        rule begin {
            when { stage @ Stage { works: false }; bell @ Bell; }
            then {
                retract bell;
                modify stage { stage.works = true; }
            }
        }

        rule work {
            when { Stage { works: true }; Job { size: > 0 }; }
            then { *done += 1; }
        }

        #[salience(-1)]
        rule rest {
            when { stage @ Stage { works: true }; }
            then { modify stage { stage.works = false; } }
        }
    }
}

/// Parcels that are scanned on their way, and on their way back.
mod sending {
    use rules_runtime::rules;

    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub(super) enum State {
        Ordered,
        Sent,
    }

    rules! {
        pub(super) ruleset Sending;

        pub(super) fact Parcel { id: u32, state: State }
        pub(super) fact Scan { parcel: u32 }

        rule send {
            when {
                scan @ Scan { parcel };
                sent @ Parcel { id: parcel, state: State::Ordered };
            }
            then {
                retract scan;
                modify sent { sent.state = State::Sent; }
            }
        }

        rule bring_back {
            when {
                scan @ Scan { parcel };
                returned @ Parcel { id: parcel, state: State::Sent };
            }
            then {
                retract scan;
                modify returned { returned.state = State::Ordered; }
            }
        }
    }
}

/// Guests that are counted, evening by evening.
mod roll {
    use rules_runtime::rules;

    rules! {
        pub(super) ruleset Roll;

        pub(super) fact Evening { number: u32 }
        pub(super) fact Guest;
        global counted: usize;

        rule count_guests {
            when { Evening { number: _ }; n = count(Guest); }
            then { *counted = n; }
        }
    }
}

pub(super) fn gate() {
    let mut staging = staging::Staging::new(0);
    staging.insert(staging::Stage { works: false });
    staging.insert_all((0..STANDING).map(|n| staging::Job { size: n + 1 }));
    let mut pass = || {
        for size in 1..=TIMES {
            let job = staging.insert(staging::Job { size });
            staging.run();
            staging.retract(job).expect("the job is there");
        }
    };
    pass();
    measured(pass);
    staging.insert(staging::Bell);
    staging.run();
    assert_eq!(staging.globals().done, STANDING);
}

pub(super) fn state() {
    let mut sending = sending::Sending::new();
    sending.insert_all((0..STANDING).map(|id| sending::Parcel {
        id,
        state: sending::State::Ordered,
    }));
    let mut pass = || {
        for number in 0..TIMES {
            sending.insert(sending::Scan {
                parcel: number * 7919 % STANDING,
            });
            assert_eq!(sending.run().count, 1);
        }
    };
    // There and back again.
    pass();
    measured(pass);
    let ordered = |sending: &sending::Sending| {
        let mut parcels = sending.facts::<sending::Parcel>();
        parcels.all(|parcel| parcel.state == sending::State::Ordered)
    };
    assert!(ordered(&sending));
}

pub(super) fn for_all() {
    let mut roll = roll::Roll::new(0);
    let guests = roll.insert_all((0..STANDING).map(|_| roll::Guest));
    let evening = roll.insert(roll::Evening { number: 0 });
    roll.run();
    let mut guests = guests.into_iter();
    let mut evenings = |from: u32| {
        for (number, guest) in (from..from + TIMES).zip(&mut guests) {
            roll.retract(guest).expect("it was inserted");
            let updated = roll.update(evening, |evening| evening.number = number);
            updated.expect("the evening is there");
            roll.run();
        }
    };
    evenings(0);
    measured(|| evenings(TIMES));
    assert_eq!(roll.globals().counted, (STANDING - 2 * TIMES) as usize);
}
