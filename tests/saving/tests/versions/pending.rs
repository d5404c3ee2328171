//! What rules say besides their conditions: what is pending goes by the later version, what has fired stays so.

use crate::{both, version};

macro_rules! orders {
    ($module:ident, $($rules:tt)*) => {
        version! {
            $module,
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact Order { id: u32 }
            #[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
            #[unique]
            pub(crate) fact Large(u32);
            $($rules)*
        }
    };
}

orders!(
    rising,
    global log: Vec<u32>;
    #[salience(id as i32)]
    rule tell { when { Order { id }; } then { log.push(id); } }
);
orders!(
    falling,
    global log: Vec<u32>;
    #[salience(-(id as i32))]
    rule tell { when { Order { id }; } then { log.push(id); } }
);
orders!(
    level,
    global log: Vec<u32>;
    rule tell { when { Order { id }; } then { log.push(id); } });
orders!(
    grouped,
    global log: Vec<u32>;
    group now { #[auto_focus] rule tell { when { Order { id }; } then { log.push(id); } } });

macro_rules! with_three_orders {
    ($version:ident) => {{
        let mut shop = $version::Shop::new(Vec::new());
        shop.insert_all([2, 3, 1].map(|id| $version::Order { id }));
        shop
    }};
}

#[test]
fn a_computed_salience_is_computed_anew() {
    for mut later in both::<falling::Shop>(&with_three_orders!(rising)) {
        later.run();
        assert_eq!(later.globals().log, [1, 2, 3]);
    }
    for mut later in both::<rising::Shop>(&with_three_orders!(level)) {
        later.run();
        assert_eq!(later.globals().log, [3, 2, 1]);
    }
}

#[test]
fn a_group_gets_the_focus_by_what_is_pending_in_it() {
    for mut later in both::<grouped::Shop>(&with_three_orders!(level)) {
        assert_eq!(later.run().count, 3);
    }
}

orders!(
    derives,
    global log: Vec<u32>;
    rule large { when { Order { id }; } then { insert logical Large(id); } });
orders!(
    inserts,
    global log: Vec<u32>;
    rule large { when { Order { id }; } then { insert Large(id); } });
orders!(
    derives_other,
    global log: Vec<u32>;
    rule large { when { Order { id }; } then { insert Large(id); } }
    rule other { when { Order { id: 7 }; } then { insert logical Large(8); } }
);

#[test]
fn what_a_rule_has_derived_stands_as_inserted_where_it_derives_no_more() {
    let mut shop = with_three_orders!(derives);
    shop.run();
    for mut later in both::<inserts::Shop>(&shop) {
        assert_eq!(later.len::<inserts::Large>(), 3);
        let order = later.handles::<inserts::Order>().next().unwrap();
        later.retract(order).unwrap();
        later.run();
        assert_eq!(later.len::<inserts::Large>(), 3);
    }
    for later in both::<derives_other::Shop>(&shop) {
        assert_eq!(later.len::<derives_other::Large>(), 3);
    }
}

/// The same with another type that may be derived.
macro_rules! noted {
    ($module:ident, $($rules:tt)*) => {
        orders!(
            $module,
            global log: Vec<u32>;
            #[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
            #[unique]
            pub(crate) fact Note(u32);
            $($rules)*
        );
    };
}

/// Facts that rest on one another, beside rules.
macro_rules! in_a_circle {
    ($module:ident, $($rules:tt)*) => {
        noted!(
            $module,
            rule note { when { Large(id); } then { insert logical Note(id); } }
            rule large { when { Note(id); } then { insert logical Large(id); } }
            $($rules)*
        );
    };
}

in_a_circle!(
    founded,
    rule begins { when { Order { id }; } then { insert logical Large(id); } }
    rule begins_too { when { Order { id: id @ 2.. }; } then { insert logical Note(id); } }
);
in_a_circle!(
    founded_in_part,
    rule begins_too { when { Order { id: id @ 2.. }; } then { insert logical Note(id); } }
);

#[test]
fn facts_fall_together_that_nothing_else_founds_any_more() {
    let mut shop = with_three_orders!(founded);
    shop.run();
    let all = shop.len::<founded::Large>();
    let part = shop.facts::<founded::Large>().filter(|of| of.0 >= 2);
    let part = part.count();
    assert!(0 < part && part < all);
    for later in both::<founded_in_part::Shop>(&shop) {
        assert_eq!(later.len::<founded_in_part::Large>(), part);
        assert_eq!(later.len::<founded_in_part::Note>(), part);
    }
}

noted!(
    derives_two,
    rule large { when { Order { id }; } then { insert logical Large(id); insert logical Note(id); } }
);
noted!(
    derives_one_of_them,
    rule large { when { Order { id }; } then { insert Large(id); insert logical Note(id); } }
    rule other { when { Order { id: 7 }; } then { insert logical Large(8); } }
);

#[test]
fn it_goes_by_the_type_what_a_rule_derives_no_more() {
    let mut shop = with_three_orders!(derives_two);
    shop.run();
    for mut later in both::<derives_one_of_them::Shop>(&shop) {
        let order = later
            .handles::<derives_one_of_them::Order>()
            .next()
            .unwrap();
        later.retract(order).unwrap();
        assert_eq!(later.len::<derives_one_of_them::Large>(), 3);
        assert_eq!(later.len::<derives_one_of_them::Note>(), 2);
    }
}

/// The same with a type of which the best alone stands.
macro_rules! ranked {
    ($module:ident, $($rules:tt)*) => {
        orders!(
            $module,
            #[best(min: rank, by(group))]
            #[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
            pub(crate) fact First { group: u32, rank: u32 }
            rule first {
                when { Order { id }; }
                then { insert logical First { group: 0, rank: id }; }
            }
            $($rules)*
        );
    };
}

ranked!(ranks, global log: Vec<u32>;);
ranked!(
    ranks_and_tells,
    global log: Vec<u32>;
    rule tell { when { First { rank, .. }; } then { log.push(rank); } }
);

#[test]
fn what_waits_to_be_the_best_is_still_derived() {
    let mut shop = with_three_orders!(ranks);
    shop.run();
    for mut later in both::<ranks_and_tells::Shop>(&shop) {
        later.run();
        for rank in [1, 2, 3] {
            assert_eq!(later.globals().log, (1..=rank).collect::<Vec<_>>());
            let orders: Vec<_> = later.handles::<ranks_and_tells::Order>().collect();
            let mut orders = orders.into_iter();
            let order = orders.find(|order| later.get(*order).unwrap().id == rank);
            let order = order.unwrap();
            later.retract(order).unwrap();
            later.run();
        }
    }
}

orders!(
    derives_a_variable,
    global log: Vec<u32>;
    rule large { when { Order { id }; } then { let large = Large(id); insert logical large; } }
);
orders!(
    derives_a_variable_and_tells,
    global log: Vec<u32>;
    rule large { when { Order { id }; } then { let large = Large(id); insert logical large; } }
    rule tell { when { Large(id); } then { log.push(id); } }
);

#[test]
fn what_a_rule_derives_of_a_type_that_rustc_knows_falls_with_its_match() {
    let mut shop = with_three_orders!(derives_a_variable);
    shop.run();
    for mut later in both::<derives_a_variable_and_tells::Shop>(&shop) {
        let orders: Vec<_> = later
            .handles::<derives_a_variable_and_tells::Order>()
            .collect();
        for order in orders {
            later.retract(order).unwrap();
        }
        assert_eq!(later.len::<derives_a_variable_and_tells::Large>(), 0);
    }
}
