//! An earlier name of a type or a rule, where the snapshot has another of the name of now.

use crate::{both, refusal, version};

macro_rules! two_types {
    ($module:ident, $($rest:tt)*) => {
        version! {
            $module,
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact Order { id: u32 }
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact Purchase { id: u32 }
            $($rest)*
        }
    };
}

two_types!(
    two,
    global log: Vec<u32>;
    rule seen { when { Order { id }; } then { log.push(id); } }
);
two_types!(
    both_seen,
    global log: Vec<u32>;
    rule seen { when { Order { id }; } then { log.push(id); } }
    rule bought { when { Purchase { id }; } then { log.push(100 + id); } }
);

version! {
    one,
    #[was(Order)]
    #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
    pub(crate) fact Purchase { id: u32 }
    global log: Vec<u32>;
    rule seen { when { Purchase { id }; } then { log.push(id); } }
}

version! {
    one_for_two,
    #[was(Order)]
    #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
    pub(crate) fact Purchase { id: u32 }
    global log: Vec<u32>;
    rule seen { when { Purchase { id }; } then { log.push(id); } }
    rule bought { when { Purchase { id }; } then { log.push(100 + id); } }
}

#[test]
fn a_type_takes_the_name_of_one_without_facts() {
    let mut shop = two::Shop::new(Vec::new());
    shop.insert(two::Order { id: 1 });
    shop.run();
    shop.insert(two::Order { id: 2 });
    for mut later in both::<one::Shop>(&shop) {
        let ids: Vec<u32> = later.facts::<one::Purchase>().map(|of| of.id).collect();
        assert_eq!(ids, [1, 2]);
        later.run();
        assert_eq!(later.globals().log, [1, 2]);
        later.__verify();
    }
}

#[test]
fn a_type_that_had_the_earlier_name_and_no_facts_is_gone() {
    let mut shop = both_seen::Shop::new(Vec::new());
    shop.insert(both_seen::Purchase { id: 1 });
    shop.run();
    shop.insert(both_seen::Purchase { id: 2 });
    for mut later in both::<one_for_two::Shop>(&shop) {
        later.run();
        // To the rule that saw orders, purchases are new.
        later.globals_mut().log.sort_unstable();
        assert_eq!(later.globals().log, [1, 2, 101, 102]);
        later.__verify();
    }
}

#[test]
fn two_types_with_facts_do_not_become_one() {
    let mut shop = two::Shop::new(Vec::new());
    shop.insert(two::Order { id: 1 });
    shop.insert(two::Purchase { id: 2 });
    assert_eq!(
        refusal::<one::Shop>(&shop),
        "the snapshot is of another version of ruleset `Shop`: since then fact type `Order` and fact type `Purchase` are \
         one, and there are facts of both (keep both types until those of one are retracted)"
    );
}

macro_rules! named {
    ($module:ident, $($rules:tt)*) => {
        version! {
            $module,
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact Order { id: u32 }
            $($rules)*
        }
    };
}

named!(
    two_rules,
    global log: Vec<String>;
    rule bill { when { Order { id }; } then { log.push(format!("bill {id}")); } }
    rule charge { when { Order { id: > 10 }; } then { log.push("charge".to_owned()); } }
);
named!(
    one_rule,
    global log: Vec<String>;
    #[was(bill)]
    rule charge { when { Order { id }; } then { log.push(format!("charge {id}")); } }
);

#[test]
fn a_rule_takes_the_name_of_one_that_is_gone() {
    let mut shop = two_rules::Shop::new(Vec::new());
    shop.insert(two_rules::Order { id: 11 });
    shop.run();
    shop.globals_mut().log.clear();
    shop.insert(two_rules::Order { id: 12 });
    for mut later in both::<one_rule::Shop>(&shop) {
        later.run();
        assert_eq!(later.globals().log, ["charge 12"]);
        later.__verify();
    }
}
