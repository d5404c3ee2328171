//! A `kind` of fact types gets another, loses one, or names them in another order: matches go by the types of their facts.

use crate::{both, version};

macro_rules! crates {
    ($module:ident, $($kind:tt)*) => {
        version! {
            $module,
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact Order { id: u32, total: u32 }
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact Parcel { id: u32, total: u32 }
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact Wire { id: u32, total: u32 }
            kind Thing = $($kind)* { id, total };
            global log: Vec<u32>;
            rule large {
                when { thing @ Thing { total: > 100 }; }
                then { log.push(thing.id()); }
            }
        }
    };
}

crates!(two, Order or Wire);
crates!(three, Order or Parcel or Wire);
crates!(turned, Wire or Parcel or Order);
crates!(fewer, Wire or Parcel);

/// A parcel, of which the rule has not heard; two wires and two orders, of which one each has fired.
fn shop() -> two::Shop {
    let mut shop = two::Shop::new(Vec::new());
    shop.insert(two::Parcel { id: 9, total: 500 });
    shop.insert(two::Wire { id: 1, total: 500 });
    shop.insert(two::Order { id: 2, total: 500 });
    shop.run();
    shop.globals_mut().log.clear();
    shop.insert(two::Wire { id: 3, total: 500 });
    shop.insert(two::Order { id: 4, total: 500 });
    shop
}

#[test]
fn the_matches_of_a_type_begin_that_comes_between_others() {
    for mut later in both::<three::Shop>(&shop()) {
        later.run();
        later.globals_mut().log.sort_unstable();
        assert_eq!(later.globals().log, [3, 4, 9]);
    }
}

#[test]
fn the_order_of_the_types_may_change() {
    for mut later in both::<turned::Shop>(&shop()) {
        later.run();
        later.globals_mut().log.sort_unstable();
        assert_eq!(later.globals().log, [3, 4, 9]);
    }
}

#[test]
fn the_matches_of_a_type_that_is_none_any_more_end() {
    for mut later in both::<fewer::Shop>(&shop()) {
        later.run();
        later.globals_mut().log.sort_unstable();
        assert_eq!(later.globals().log, [3, 9]);
    }
}

#[test]
fn what_is_said_of_all_its_facts_is_another_thing_with_another_type() {
    macro_rules! none {
        ($module:ident, $($kind:tt)*) => {
            version! {
                $module,
                #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
                pub(crate) fact Order { id: u32 }
                #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
                pub(crate) fact Parcel { id: u32 }
                #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
                pub(crate) fact Wire { id: u32 }
                kind Thing = $($kind)* { id };
                rule idle { when { not Thing { .. }; } then { println!("idle"); } }
            }
        };
    }
    none!(two, Order or Wire);
    none!(turned, Wire or Order);
    none!(three, Order or Parcel or Wire);
    let shop = two::Shop::new();
    for mut later in both::<turned::Shop>(&shop) {
        assert_eq!(later.run().count, 1);
    }
    assert!(crate::refusal::<three::Shop>(&shop).contains("rule `idle` has other conditions"));
}
