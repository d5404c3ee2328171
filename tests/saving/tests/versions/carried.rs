//! What rules have done and are to do is carried over into a version with other rules.

use crate::{both, version};

version! {
    first,
    #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
    pub(crate) fact Order { id: u32, total: u32 }
    #[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
    #[unique]
    pub(crate) fact Large { id: u32 }
    global log: Vec<String>;

    rule greet { when { Order { id, .. }; } then { log.push(format!("greet {id}")); } }
    #[salience(5)]
    rule large { when { Order { id, total: > 100 }; } then { insert logical Large { id }; } }
    rule count {
        when { n = count(Order { total, .. }) by (total); if n > 1; }
        then { log.push(format!("{n} of {total}")); }
    }
    rule leave {
        when { Order { id, total: 7 }; }
        then { log.push(format!("seven {id}")); }
        undo { log.push(format!("no seven {id}")); }
    }
    #[once]
    rule once { when { Order { id, total }; } then { log.push(format!("once {id} {total}")); } }
}

/// Three orders, of which the rules have seen the first two.
fn shop() -> first::Shop {
    let mut shop = first::Shop::new(Vec::new());
    shop.insert(first::Order { id: 1, total: 7 });
    shop.insert(first::Order { id: 2, total: 500 });
    shop.run();
    shop.insert(first::Order { id: 3, total: 7 });
    shop.globals_mut().log.clear();
    shop
}

version! {
    more,
    #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
    pub(crate) fact Early { at: u32 }
    #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
    pub(crate) fact Order { id: u32, total: u32 }
    #[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
    #[unique]
    pub(crate) fact Large { id: u32 }
    global log: Vec<String>;

    group late { rule never { when { Early { .. }; } then { log.push("early".to_owned()); } } }
    #[salience(9)]
    rule thank { when { Order { id, .. }; } then { log.push(format!("thank {id}")); } }
    rule bare { when { not Early { .. }; } then { log.push("none early".to_owned()); } }
    rule small {
        when { n = count(Order { total, .. }) by (total); if n < 2; }
        then { log.push(format!("only one of {total}")); }
    }
    rule greet { when { Order { id, .. }; } then { log.push(format!("greet {id}")); } }
    #[salience(5)]
    rule large { when { Order { id, total: > 100 }; } then { insert logical Large { id }; } }
    rule count {
        when { n = count(Order { total, .. }) by (total); if n > 1; }
        then { log.push(format!("{n} of {total}")); }
    }
    rule leave {
        when { Order { id, total: 7 }; }
        then { log.push(format!("seven {id}")); }
        undo { log.push(format!("no seven {id}")); }
    }
    #[once]
    rule once { when { Order { id, total }; } then { log.push(format!("once {id} {total}")); } }
}

fn sorted(log: &[String]) -> Vec<&str> {
    let mut sorted: Vec<&str> = log.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    sorted
}

#[test]
fn matches_of_new_rules_begin_and_what_has_fired_does_not_fire_again() {
    for mut later in both::<more::Shop>(&shop()) {
        later.run();
        assert_eq!(
            sorted(&later.globals().log),
            [
                "2 of 7",
                "greet 3",
                "none early",
                "once 3 7",
                "only one of 500",
                "seven 3",
                "thank 1",
                "thank 2",
                "thank 3",
            ]
        );
        // By its salience.
        assert!(later.globals().log[0].starts_with("thank"));
        assert_eq!(later.len::<more::Large>(), 1);
    }
}

#[test]
fn what_firings_have_left_behind_still_counts() {
    for mut later in both::<more::Shop>(&shop()) {
        later.run();
        later.globals_mut().log.clear();
        let orders: Vec<_> = later.handles::<more::Order>().collect();
        // Ends a match that is to be undone, and one that supports a fact; `once` has had these facts.
        later.update(orders[0], |order| order.total = 8).unwrap();
        later.update(orders[1], |order| order.total = 9).unwrap();
        later.run();
        let log = later.globals().log.join(", ");
        assert!(log.contains("no seven 1") && !log.contains("once"), "{log}");
        assert_eq!(later.len::<more::Large>(), 0);
    }
}

#[test]
fn matches_of_rules_that_are_gone_end_and_what_they_derived_falls() {
    version! {
        fewer,
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact Order { id: u32, total: u32 }
        #[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[unique]
        pub(crate) fact Large { id: u32 }
        global log: Vec<String>;
        rule poor { when { not Large { .. }; } then { log.push("none large".to_owned()); } }
        rule greet { when { Order { id, .. }; } then { log.push(format!("greet {id}")); } }
    }
    for mut later in both::<fewer::Shop>(&shop()) {
        assert_eq!(later.len::<fewer::Large>(), 0);
        later.run();
        assert_eq!(sorted(&later.globals().log), ["greet 3", "none large"]);
    }
    // And the rules come back as new ones.
    let [fewer, _] = both::<fewer::Shop>(&shop());
    for mut again in both::<first::Shop>(&fewer) {
        again.run();
        assert_eq!(again.len::<first::Large>(), 1);
        let log = again.globals().log.join(", ");
        assert!(log.contains("seven 1") && !log.contains("greet 1"), "{log}");
    }
}

#[test]
fn handles_mean_the_same_facts() {
    let mut shop = shop();
    let order = shop.insert(first::Order { id: 4, total: 4 });
    version! {
        holder,
        pub(crate) use super::Held;
        rule r { when { Held(..); } then {} }
    }
    version! {
        other_holder,
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact Before(u8);
        pub(crate) use super::Held;
        rule r { when { Held(..); } then {} }
    }
    let mut session = holder::Shop::new();
    let first = session.insert(Held(None));
    let second = session.insert(Held(Some(first)));
    for mut later in both::<other_holder::Shop>(&session) {
        let Held(held) = later.get(second).unwrap();
        let held = held.unwrap();
        assert_eq!(held, first);
        assert_eq!(later.get(held), Some(&Held(None)));
        later.retract(held).unwrap();
        assert!(!later.contains(first));
    }
    for later in both::<more::Shop>(&shop) {
        let bytes = postcard::to_stdvec(&order).unwrap();
        let handle: rules_runtime::Handle<more::Order> = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(later.get(handle), Some(&more::Order { id: 4, total: 4 }));
    }
}

#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Held(pub(crate) Option<rules_runtime::Handle<Held>>);

mod in_a_file {
    rules_runtime::include_rules!("shop");
}

#[test]
fn a_version_in_a_file_takes_what_a_block_has_saved() {
    for mut later in both::<in_a_file::Shop>(&shop()) {
        later.run();
        assert_eq!(
            sorted(&later.globals().log),
            ["file 1", "file 2", "file 3", "greet 3"]
        );
    }
}
