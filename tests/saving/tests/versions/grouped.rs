//! Conditions of the same words, of which other ones belong together, are other conditions.

use crate::{both, refusal, version};

macro_rules! shipping {
    ($module:ident, $id:ident, { $($conditions:tt)* }) => {
        version! {
            $module,
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact Order { id: u32, total: u32 }
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact Wire { id: u32 }
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact Hold { id: u32 }
            rule ship {
                when { $($conditions)* }
                then { println!("{}", $id); }
            }
        }
    };
}

shipping!(no_order_on_hold, id, {
    either { Order { id, .. }; } or { Wire { id }; } not Hold { id };
});
shipping!(no_wire_on_hold, id, {
    either { Order { id, .. }; } or { Wire { id }; not Hold { id }; }
});
shipping!(two_values, id, {
    Order { id, .. }; let list = [1, -1]; if list.len() == 2;
});
shipping!(one_value, id, {
    Order { id, .. }; let list = [1 - 1]; if list.len() == 2;
});
shipping!(spread, id, {
    either {
        Order {
            id,
            ..
        };
    } or {
        Wire { id, };
    }
    not Hold { id, };
});

const OTHER: &str = "the snapshot is of another version of ruleset `Shop`: since then rule `ship` has other conditions, or another \
     `#[once]` or `#[on_change]` (under a name of its own its matches begin anew)";

#[test]
fn a_condition_within_a_branch_is_not_one_behind_it() {
    let shop = no_order_on_hold::Shop::new();
    assert_eq!(refusal::<no_wire_on_hold::Shop>(&shop), OTHER);
    let shop = no_wire_on_hold::Shop::new();
    assert_eq!(refusal::<no_order_on_hold::Shop>(&shop), OTHER);
}

#[test]
fn a_comma_within_a_list_counts_and_one_at_its_end_does_not() {
    let shop = two_values::Shop::new();
    assert_eq!(refusal::<one_value::Shop>(&shop), OTHER);
    let mut shop = no_order_on_hold::Shop::new();
    shop.insert(no_order_on_hold::Wire { id: 1 });
    for mut later in both::<spread::Shop>(&shop) {
        assert_eq!(later.run().count, 1);
    }
}
