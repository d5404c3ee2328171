//! Facts that are derived from facts.

use super::{STANDING, TIMES, measured};

/// What is reached from where, while there is a way.
mod reaching {
    use rules_runtime::rules;

    rules! {
        pub(super) ruleset Reaching;

        #[unique]
        pub(super) fact Way(u32, u32);
        #[unique]
        pub(super) fact Reached(u32, u32);

        rule by_one_way {
            when { Way(from, to); }
            then { insert logical Reached(from, to); }
        }

        rule by_more {
            when {
                Way(from, by);
                Reached(by, to);
            }
            then { insert logical Reached(from, to); }
        }
    }
}

/// What is reached from where, for good.
mod deriving {
    use rules_runtime::rules;

    rules! {
        pub(super) ruleset Deriving;

        #[unique]
        pub(super) fact Way(u32, u32);
        #[unique]
        pub(super) fact Reached(u32, u32);

        rule further {
            when {
                Reached(from, by);
                Way(by, to);
            }
            then { insert Reached(from, to); }
        }
    }
}

/// The same, while there is a way.
mod supporting {
    use rules_runtime::rules;

    rules! {
        pub(super) ruleset Supporting;

        #[unique]
        pub(super) fact Way(u32, u32);
        #[unique]
        pub(super) fact Reached(u32, u32);

        rule further {
            when {
                Reached(from, by);
                Way(by, to);
            }
            then { insert logical Reached(from, to); }
        }
    }
}

/// Ways that lead on from each place but the last of a row; in a row there are as many as `TIMES`.
fn rows() -> impl Iterator<Item = (u32, u32)> {
    let ways = 0..STANDING;
    ways.map(|way| way + way / TIMES)
        .map(|from| (from, from + 1))
}

pub(super) fn founded() {
    /// Places in a ring, with ways in both directions.
    const PLACES: u32 = 16;
    let mut reaching = reaching::Reaching::new();
    let ways = |from| [1, PLACES - 1].map(|by| reaching::Way(from, (from + by) % PLACES));
    let mut handles = reaching.insert_all((0..PLACES).flat_map(ways));
    reaching.run();
    let mut pass = || {
        for number in 0..TIMES {
            let handle = &mut handles[(number * 7 % (2 * PLACES)) as usize];
            let way = reaching.retract(*handle).expect("the way is there");
            assert_eq!(reaching.len::<reaching::Reached>() as u32, PLACES * PLACES);
            *handle = reaching.insert(way);
            reaching.run();
        }
    };
    pass();
    measured(pass);
}

pub(super) fn bulk() {
    use deriving::{Deriving, Reached, Way};
    let mut deriving = Deriving::new();
    deriving.insert_all(rows().map(|(from, to)| Way(from, to)));
    // Nothing is taken back, so that facts are told apart as in a session in which none has gone. The facts of three rows
    // leave room for those of another.
    for row in 0..3 {
        let start = row * (TIMES + 1);
        deriving.insert(Reached(start, start));
        assert_eq!(deriving.run().count, u64::from(TIMES));
    }
    let start = 3 * (TIMES + 1);
    deriving.insert(Reached(start, start));
    measured(|| assert_eq!(deriving.run().count, u64::from(TIMES)));
}

pub(super) fn logical() {
    use supporting::{Reached, Supporting, Way};
    let mut supporting = Supporting::new();
    supporting.insert_all(rows().map(|(from, to)| Way(from, to)));
    supporting.run();
    let mut pass = || {
        let start = supporting.insert(Reached(0, 0));
        assert_eq!(supporting.run().count, u64::from(TIMES));
        supporting.retract(start).expect("the start is there");
        assert!(supporting.is_empty::<Reached>());
    };
    pass();
    measured(pass);
}
