//! A restored session goes on like the one that was saved.

use rules_runtime::{FactEvent, Listener, Recorded, RecordedEvent, Recording};
use saving::kitchen::{Cook, Dish, Hungry, Kitchen, KitchenGroup, kitchen, told};
use saving::{through_json, through_postcard};

/// A session with this many firings behind it.
fn after(firings: u64) -> Kitchen {
    let mut kitchen = kitchen();
    for _ in 0..firings {
        _ = kitchen.step();
    }
    kitchen
}

/// How many firings a kitchen takes.
const FIRINGS: u64 = 64;

#[test]
fn a_kitchen_does_all_that_the_tests_are_about() {
    let kitchen = after(FIRINGS);
    let log = kitchen.globals().log.join(", ");
    for part in [
        "cooks",
        "has cooked",
        "eats",
        "helps 1",
        "leaves",
        "calls",
        "has called",
        "counts",
    ] {
        assert!(log.contains(part), "{part}: {log}");
    }
    assert!(kitchen.agenda().next().is_none());
}

#[test]
fn it_is_the_session_that_was_saved() {
    for firings in 0..FIRINGS {
        let original = after(firings);
        assert_eq!(told(&through_json(&original)), told(&original));
        assert_eq!(told(&through_postcard(&original)), told(&original));
    }
}

#[test]
fn its_next_firings_are_those_of_the_session_that_was_saved() {
    for firings in 0..FIRINGS {
        let mut original = after(firings);
        let mut restored = through_postcard(&original);
        for _ in 0..FIRINGS {
            assert_eq!(restored.step(), original.step());
            assert_eq!(told(&restored), told(&original));
        }
    }
}

#[test]
fn changes_from_outside_do_the_same_to_both() {
    for firings in 0..FIRINGS {
        let mut original = after(firings);
        let mut restored = through_json(&original);
        for kitchen in [&mut original, &mut restored] {
            let cooks: Vec<_> = kitchen.handles::<Cook>().collect();
            kitchen.update(cooks[0], |cook| cook.skill = 1).unwrap();
            kitchen.insert(Hungry("Ann".into()));
            kitchen.focus(KitchenGroup::Evening);
            _ = kitchen.run();
            kitchen.retract(cooks[1]).unwrap();
            kitchen.insert(Dish {
                id: 9,
                price: 9.9,
                cooked: false,
            });
            _ = kitchen.run_limit(3);
        }
        assert_eq!(told(&restored), told(&original));
    }
}

#[test]
fn a_session_saved_twice_on_its_way_goes_on_too() {
    let mut original = kitchen();
    let mut restored = through_postcard(&original);
    for _ in 0..FIRINGS {
        restored = through_json(&through_postcard(&restored));
        assert_eq!(restored.step(), original.step());
        assert_eq!(told(&restored), told(&original));
    }
}

#[test]
fn halted_is_saved() {
    let mut original = kitchen();
    original.halt();
    let mut restored = through_postcard(&original);
    assert_eq!(restored.run(), original.run());
    assert_eq!(restored.run(), original.run());
}

#[test]
fn it_answers_the_handles_made_before_and_later_ones_are_foreign_to_the_other() {
    let mut original = kitchen();
    let early = original.insert(Hungry("Flo".into()));
    let mut restored = through_json(&original);
    assert_eq!(restored.get(early), Some(&Hungry("Flo".into())));

    let [here, there] = [&mut original, &mut restored].map(|kitchen| {
        let late = kitchen.insert(Hungry("Gus".into()));
        assert!(kitchen.contains(late));
        late
    });
    assert_ne!(here, there);
    assert!(!original.contains(there) && !restored.contains(here));
    assert!(restored.retract(early).is_ok());
    assert!(original.contains(early));
}

#[test]
fn a_handle_that_was_stale_stays_stale() {
    let mut original = kitchen();
    let stale = original.insert(Hungry("Flo".into()));
    original.retract(stale).unwrap();
    let mut restored = through_postcard(&original);
    restored.insert(Hungry("Gus".into()));
    assert!(!restored.contains(stale));
}

#[test]
fn facts_may_hold_handles() {
    let original = kitchen();
    let restored = through_json(&original);
    let held = restored.facts::<Cook>().find_map(|cook| cook.helps);
    assert_eq!(restored.get(held.unwrap()).map(|cook| cook.id), Some(1));
}

#[derive(Default)]
struct Inserts(usize);

impl Listener for Inserts {
    fn fact_inserted(&mut self, _: FactEvent<'_>) {
        self.0 += 1;
    }
}

#[test]
fn a_listener_is_given_anew_and_told_of_what_comes() {
    let text = serde_json::to_string(&kitchen()).unwrap();
    let mut deserializer = serde_json::Deserializer::from_str(&text);
    let builder = Kitchen::builder().listener(Inserts(100));
    let mut restored = builder.restore(&mut deserializer).unwrap();
    assert_eq!(restored.listener().0, 100);
    restored.insert(Hungry("Flo".into()));
    assert_eq!(restored.listener().0, 101);

    let restored: Kitchen<Inserts> = serde_json::from_str(&text).unwrap();
    assert_eq!(restored.listener().0, 0);
}

#[test]
fn a_recording_begins_with_what_stands_in_the_restored_session() {
    let text = serde_json::to_string(&after(4)).unwrap();
    let mut restored: Kitchen<Recording> = serde_json::from_str(&text).unwrap();
    assert!(restored.listener().is_empty());
    _ = restored.run();
    let recording = restored.listener();
    let mut events = recording.events();
    assert!(matches!(events.next().unwrap().what, Recorded::Fired(_)));
    let known = |event: RecordedEvent| match event.what {
        Recorded::Updated { before, .. } => before.starts_with("Dish"),
        Recorded::Retracted(fact) => !fact.value.contains('…'),
        _ => false,
    };
    assert!(events.any(known), "{recording}");
}

#[test]
fn globals_may_be_left_out_and_given_anew() {
    let mut original = after(4);
    let text = serde_json::to_string(&original.without_globals()).unwrap();
    let mut deserializer = serde_json::Deserializer::from_str(&text);
    let builder = Kitchen::builder();
    let mut restored = builder
        .restore_with(&mut deserializer, vec!["new".to_owned()], 5)
        .unwrap();
    assert_eq!(restored.globals().log, ["new"]);
    assert_eq!(restored.globals().seed, 5);
    (original.globals_mut().log, original.globals_mut().seed) = (vec!["new".to_owned()], 5);
    assert_eq!(told(&restored), told(&original));
    assert_eq!(restored.run(), original.run());
}

#[test]
fn groups_keep_the_order_in_which_they_began() {
    rules_runtime::rules! {
        ruleset Herds;
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        fact Cow { herd: u8 }
        global order: Vec<u8>;
        rule count { when { n = count(Cow { herd }) by (herd); if n > 0; } then { order.push(herd); } }
    }
    let mut original = Herds::new(Vec::new());
    let cows = original.insert_all([1, 2, 3].map(|herd| Cow { herd }));
    // Of the oldest cow, the newest herd.
    original.update(cows[0], |cow| cow.herd = 4).unwrap();
    original.halt();
    _ = original.run();
    let mut restored = through_postcard(&original);
    for herds in [&mut original, &mut restored] {
        // One change, so that all activations are of one date: the groups order them.
        herds.insert_all([2, 3, 4].map(|herd| Cow { herd }));
        _ = herds.run();
    }
    assert_eq!(original.globals().order, [4, 3, 2]);
    assert_eq!(restored.globals().order, [4, 3, 2]);
}

#[test]
fn matches_keep_the_numbers_that_chance_goes_by() {
    rules_runtime::rules! {
        #[strategy(random(7))]
        ruleset Lots;
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        fact Lot(u8);
        rule draw { when { Lot(_); } then {} }
    }
    let mut original = Lots::new();
    original.insert_all((0..50).map(Lot));
    _ = original.run_limit(10);
    let mut restored = through_postcard(&original);
    for lots in [&mut original, &mut restored] {
        lots.insert_all((50..60).map(Lot));
    }
    let order = |lots: &Lots| {
        let lots = lots.agenda().map(|next| format!("{:?}", next.facts()));
        lots.collect::<Vec<_>>()
    };
    assert_eq!(order(&restored), order(&original));
}

rules_runtime::rules! {
    ruleset Lamps;
    #[derive(serde::Serialize, serde::Deserialize)]
    fact Lamp(u32);
    query lamps() -> u32 { when { Lamp(number); } select number }
}

#[test]
fn a_restored_session_has_no_watches() {
    let mut original = Lamps::new();
    original.insert(Lamp(1));
    let lamps = original.watch_lamps();
    let saved = serde_json::to_string(&original).unwrap();
    let mut restored: Lamps = serde_json::from_str(&saved).unwrap();
    assert!(restored.changes(&lamps).is_err());
    let of_restored = restored.watch_lamps();
    assert!(restored.changes(&lamps).is_err() && original.changes(&of_restored).is_err());
    assert_eq!(restored.changes(&of_restored).unwrap().added, [1]);
    assert_eq!(original.changes(&lamps).unwrap().added, [1]);
}
