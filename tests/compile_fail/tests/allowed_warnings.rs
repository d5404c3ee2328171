//! What warns, allowed on the rule, on the ruleset or on the fact, is silent.

#![deny(warnings)]

rules_runtime::rules! {
    #[allow(rules::cross_product, rules::duplicate_rule)]
    ruleset Shop;
    #[allow(rules::underivable)]
    #[derived]
    fact Ghost;
    #[unique]
    fact Order { total: u32 }
    fact Customer { name: String }
    fact Ping;
    fact Pong;

    rule pair { when { Order { total }; Customer { name }; } then { println!("{total} {name}"); } }

    #[allow(rules::unused_variable, unused_variables)]
    rule unused { when { order @ Order { total: > 1 }; } then { let n = 1; } }

    rule twice { when { Customer { name: "Ann" }; } then {} }
    rule again { when { Customer { name: "Ann" }; } then {} }

    #[allow(rules::never_fires)]
    rule never { when { Order { total }; if total > 5; if total < 3; } then {} }

    #[allow(rules::subsumed_condition)]
    rule subsumed { when { Order { total }; if total > 5; if total > 3; } then {} }

    #[allow(rules::self_reactivation)]
    rule reactivated { when { c @ Customer { name }; if false; } then { modify c { c.name = String::new(); } println!("{name}"); } }

    #[allow(rules::rule_cycle)]
    rule there { when { Ping; } then { insert Pong; } }
    rule back { when { Pong; } then { insert Ping; } }

    #[allow(rules::unseen_logical)]
    rule unseen { when { c @ Customer { name: "Bob" }; } then { insert logical Order { total: 1 }; retract c; } }

    #[allow(rules::unreachable_row, rules::mergeable_rows)]
    #[hit(first)]
    table rows(a: u8) -> u8 { | a || b | | 1 || 1 | | 2 || 1 | | 1 || 2 | | else || 3 | }

    #[allow(rules::unstratified)]
    rule unstratified { when { not Order { total: 100 }; Customer { name: "Cid" }; } then { insert logical Order { total: 7 }; } }
}

#[test]
fn what_is_allowed_builds_without_a_word() {
    let mut shop = Shop::new();
    shop.insert(Customer { name: "Ann".into() });
    assert_eq!(shop.run().count, 2);
}
