//! Queries in a test and in a block, and a table in one. Functions of their names are there; where there are none, rustc's error
//! says no more than that.

#![deny(deprecated)]

fn is_paid(order: u32) -> bool {
    order > 3
}

fn fee(id: u32) -> u32 {
    id
}

fn open(id: u32) -> Vec<u32> {
    vec![id]
}

rules_runtime::rules! {
    ruleset Shop;
    fact Order { id: u32 }
    fact Paid { order: u32 }
    query is_paid(order: u32) { when { Paid { order }; } }
    query open(id: u32) -> u32 { when { Order { id }; } select id }
    rule sent {
        when {
            Order { id };
            if id > 3 && is_paid(id);
        }
        then {
            for other in open(id) {
                println!("{other}");
            }
        }
    }
    table fee(id: u32) -> u32 {
        | id   || fee |
        | < 9  || 1   |
        | else || 2   |
    }
    rule charged { when { Order { id }; } then { println!("{} {}", fee(id), Shop::fee(id)); } }
    #[allow(rules::query_in_rust)]
    rule meant { when { Order { id }; if is_paid(id); } then { println!("{id}"); } }
}

fn main() {}
