//! What types, rules and variants were called: a name is no part of what a rule says.

use std::cmp::Ordering;
use std::collections::HashSet;

use crate::{both, refusal, version};

/// A ruleset about a type, with what it says of its earlier names.
macro_rules! large {
    ($module:ident, [$($was:tt)*], $order:ident) => {
        version! {
            $module,
            $($was)*
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact $order { id: u32, total: u32 }
            global log: Vec<u32>;
            rule large { when { $order { id, total: > 100 }; } then { log.push(id); } }
        }
    };
}

large!(old, [], Order);
large!(renamed, [#[was(Order)]], Purchase);
large!(settled, [], Purchase);
large!(again, [#[was(Purchase)]], Buy);

fn shop() -> old::Shop {
    let mut shop = old::Shop::new(Vec::new());
    shop.insert(old::Order { id: 1, total: 500 });
    shop.run();
    shop.insert(old::Order { id: 2, total: 500 });
    shop
}

#[test]
fn an_earlier_name_is_said_only_as_long_as_snapshots_have_it() {
    for later in both::<renamed::Shop>(&shop()) {
        for latest in both::<settled::Shop>(&later) {
            for mut last in both::<again::Shop>(&latest) {
                last.run();
                assert_eq!(last.globals().log, [1, 2]);
            }
        }
    }
}

#[test]
fn another_type_in_the_place_of_one_is_told_once() {
    assert_eq!(
        refusal::<settled::Shop>(&shop()),
        "the snapshot is of another version of ruleset `Shop`: since then `Purchase` stands where `Order` stood \
         (if it is the same fact type, with another name: `#[was(Order)]`)"
    );
}

macro_rules! reaching {
    ($module:ident, $($rule:tt)*) => {
        version! {
            $module,
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact Road(u32, u32);
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact From(u32);
            query reached(from: u32) -> u32 {
                when { either { Road(from, to); } or { middle in reached(from); Road(middle, to); } }
                select to
            }
            $($rule)*
        }
    };
}

reaching!(
    reaches,
    global log: Vec<u32>;
    rule reaches { when { From(from); to in reached(from); } then { log.push(to); } }
);
reaching!(
    goes,
    global log: Vec<u32>;
    #[was(reaches)]
    rule goes { when { From(from); to in reached(from); } then { log.push(to); } }
);

#[test]
fn a_rule_that_asks_a_recursive_query_keeps_its_answers_under_another_name() {
    let mut shop = reaches::Shop::new(Vec::new());
    shop.insert_all([(1, 2), (2, 3)].map(|(from, to)| reaches::Road(from, to)));
    shop.insert(reaches::From(1));
    shop.run();
    shop.insert(reaches::Road(3, 4));
    for mut later in both::<goes::Shop>(&shop) {
        later.run();
        let mut log = later.globals().log.clone();
        log.sort_unstable();
        assert_eq!(log, [2, 3, 4]);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
pub(crate) enum Speed {
    Express,
}

version! {
    by_variant,
    #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
    pub(crate) fact Order { id: u32, speed: crate::names::Speed }
    rule fast { when { Order { id, speed: crate::names::Speed::Express }; } then { println!("{id}"); } }
}

version! {
    beside_a_type,
    #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
    pub(crate) fact Express { id: u32 }
    #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
    pub(crate) fact Order { id: u32, speed: crate::names::Speed }
    rule fast { when { Order { id, speed: crate::names::Speed::Express }; } then { println!("{id}"); } }
    rule seen { when { Express { id }; } then { println!("{id}"); } }
}

#[test]
fn a_new_type_may_be_called_like_a_variant() {
    let mut shop = by_variant::Shop::new();
    shop.insert(by_variant::Order {
        id: 1,
        speed: Speed::Express,
    });
    for mut later in both::<beside_a_type::Shop>(&shop) {
        assert_eq!(later.run().count, 1);
    }
}

mod before {
    #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
    pub(crate) enum Status {
        Open,
        Closed,
    }
}

mod now {
    #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
    pub(crate) enum Status {
        New,
        Open,
        Closed,
    }
}

version! {
    of_two,
    #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
    pub(crate) fact Order { id: u32, status: crate::names::before::Status }
    rule seen { when { Order { id, .. }; } then { println!("{id}"); } }
}

version! {
    of_three,
    #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
    pub(crate) fact Order { id: u32, status: crate::names::now::Status }
    rule seen { when { Order { id, .. }; } then { println!("{id}"); } }
}

#[test]
fn a_variant_goes_by_its_name_where_the_format_has_it_and_is_taken_for_no_other_where_it_has_not() {
    let mut shop = of_two::Shop::new();
    shop.insert(of_two::Order {
        id: 1,
        status: before::Status::Open,
    });
    let text = serde_json::to_string(&shop).unwrap();
    let later: of_three::Shop = serde_json::from_str(&text).unwrap();
    let orders: Vec<_> = later.facts::<of_three::Order>().collect();
    assert_eq!(orders[0].status, now::Status::Open);
    let bytes = postcard::to_stdvec(&shop).unwrap();
    assert!(postcard::from_bytes::<of_three::Shop>(&bytes).is_err());
}

version! {
    by_type,
    #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
    pub(crate) fact Job { id: u32 }
    global done: Vec<rules_runtime::FactId>;
    rule work { when { job @ Job { .. }; } then { done.push(job.handle().id()); } }
}

version! {
    by_another_number,
    #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
    pub(crate) fact Break { at: u32 }
    #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
    pub(crate) fact Job { id: u32 }
    global done: Vec<rules_runtime::FactId>;
    rule work { when { job @ Job { .. }; } then { done.push(job.handle().id()); } }
    rule pause { when { Break { at }; } then { println!("{at}"); } }
}

#[test]
fn the_name_of_a_fact_in_a_global_still_names_it() {
    let mut shop = by_type::Shop::new(Vec::new());
    shop.insert_all([1, 2].map(|id| by_type::Job { id }));
    shop.run();
    for later in both::<by_another_number::Shop>(&shop) {
        let ids = later.handles::<by_another_number::Job>();
        let ids: Vec<_> = ids.map(rules_runtime::Handle::id).collect();
        let mut done = later.globals().done.clone();
        done.sort_unstable();
        assert_eq!(done, ids);
        assert_eq!(done[0].cmp(&ids[0]), Ordering::Equal);
        let known: HashSet<_> = ids.into_iter().collect();
        assert!(done.iter().all(|id| known.contains(id)));
    }
}
