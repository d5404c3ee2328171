//! What held up only itself once a rule is gone falls, whatever it is held up through.

use crate::{both, version};

macro_rules! heat {
    ($module:ident, $($rule:tt)*) => {
        version! {
            $module under allow(rules::self_reactivation),
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact Fire { room: u32 }
            #[unique]
            #[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
            pub(crate) fact Warm { room: u32 }
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact Door { from: u32, to: u32 }
            $($rule)*
        }
    };
}

macro_rules! by_doors {
    ($module:ident, $($rule:tt)*) => {
        heat! {
            $module,
            $($rule)*
            rule door {
                when {
                    Door { to: room };
                    exists { Door { from, to: room }; Warm { room: from }; }
                }
                then { insert logical Warm { room }; }
            }
        }
    };
}

by_doors!(
    doors_and_fires,
    rule fire { when { Fire { room }; } then { insert logical Warm { room }; } }
);
by_doors!(
    doors_and_one_fire,
    rule first_fire { when { Fire { room: 1 }; } then { insert logical Warm { room: 1 }; } }
    rule fire { when { Fire { room }; } then { insert logical Warm { room }; } }
);
by_doors!(
    only_one_fire,
    rule first_fire { when { Fire { room: 1 }; } then { insert logical Warm { room: 1 }; } }
);
by_doors!(only_doors,);

#[test]
fn rooms_that_warm_only_one_another_are_cold() {
    let mut heat = doors_and_fires::Shop::new();
    let doors = [(1, 2), (2, 3), (3, 1), (3, 4)];
    heat.insert_all(doors.map(|(from, to)| doors_and_fires::Door { from, to }));
    heat.insert(doors_and_fires::Fire { room: 1 });
    heat.run();
    assert_eq!(heat.len::<doors_and_fires::Warm>(), 4);
    for mut later in both::<only_doors::Shop>(&heat) {
        assert_eq!(later.len::<only_doors::Warm>(), 0);
        assert_eq!(later.run().count, 0);
        later.__verify();
    }
}

#[test]
fn rooms_stay_warm_by_a_rule_that_is_still_there() {
    let mut heat = doors_and_one_fire::Shop::new();
    let doors = [(1, 2), (2, 1), (3, 4), (4, 3)];
    heat.insert_all(doors.map(|(from, to)| doors_and_one_fire::Door { from, to }));
    heat.insert_all([1, 3].map(|room| doors_and_one_fire::Fire { room }));
    heat.run();
    assert_eq!(heat.len::<doors_and_one_fire::Warm>(), 4);
    for mut later in both::<only_one_fire::Shop>(&heat) {
        let mut warm: Vec<u32> = later
            .facts::<only_one_fire::Warm>()
            .map(|of| of.room)
            .collect();
        warm.sort_unstable();
        assert_eq!(warm, [1, 2]);
        assert_eq!(later.run().count, 0);
        later.__verify();
    }
}

macro_rules! by_witness {
    ($module:ident, $($rule:tt)*) => {
        heat! {
            $module,
            $($rule)*
            rule any { when { Door { to: room }; exists Warm { room: 1..=9 }; } then { insert logical Warm { room }; } }
        }
    };
}

by_witness!(
    witness_and_fires,
    rule fire { when { Fire { room }; } then { insert logical Warm { room }; } }
);
by_witness!(only_witness,);

#[test]
fn no_room_is_the_witness_of_its_own_warmth() {
    let mut heat = witness_and_fires::Shop::new();
    heat.insert_all([(1, 2), (2, 3)].map(|(from, to)| witness_and_fires::Door { from, to }));
    heat.insert(witness_and_fires::Fire { room: 1 });
    heat.run();
    assert_eq!(heat.len::<witness_and_fires::Warm>(), 3);
    for later in both::<only_witness::Shop>(&heat) {
        assert_eq!(later.len::<only_witness::Warm>(), 0);
    }
}
