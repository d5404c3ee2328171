//! Blocks, which may change, and what may not.

use crate::{both, refusal, version};

use super::fields::fewer_fields;

#[test]
fn blocks_and_saliences_may_change() {
    version! {
        changed,
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact Order { id: u32, total: u32 }
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact Seen(u32);
        group now {
            #[auto_focus]
            #[salience(3)]
            rule one { when { Order { id, .. }; } then { insert Seen(id); } }
        }
    }
    let mut session = fewer_fields::Shop::new();
    session.insert(fewer_fields::Order { id: 1, total: 7 });
    session.run();
    session.insert(fewer_fields::Order { id: 2, total: 8 });
    for mut later in both::<changed::Shop>(&session) {
        later.focus(changed::ShopGroup::Now);
        later.run();
        assert_eq!(
            later.facts::<changed::Seen>().collect::<Vec<_>>(),
            [&changed::Seen(2)]
        );
    }
}

#[test]
fn what_cannot_be_carried_over_is_named() {
    version! {
        conditions,
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact Order { id: u32, total: u32 }
        rule one { when { Order { id, total: > 1 }; } then { println!("{id}"); } }
    }
    version! {
        identity,
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[key(id)]
        pub(crate) fact Order { id: u32, total: u32 }
        rule one { when { Order { id, .. }; } then { println!("{id}"); } }
    }
    version! {
        no_type,
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact Other(u8);
        rule other { when { Other(n); } then { println!("{n}"); } }
    }
    version! {
        global,
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact Order { id: u32, total: u32 }
        global log: Vec<u32>;
        rule one { when { Order { id, .. }; } then { log.push(id); } }
    }
    let mut session = fewer_fields::Shop::new();
    let order = session.insert(fewer_fields::Order { id: 1, total: 7 });
    let head = "the snapshot is of another version of ruleset `Shop`: since then ";
    assert_eq!(
        refusal::<conditions::Shop>(&session),
        format!(
            "{head}rule `one` has other conditions, or another `#[once]` or `#[on_change]` (under a name of its own its matches begin anew)"
        )
    );
    assert_eq!(
        refusal::<identity::Shop>(&session),
        format!(
            "{head}fact type `Order` has another `#[key]`, `#[unique]`, `#[best]` or `#[event]`"
        )
    );
    assert_eq!(
        refusal::<no_type::Shop>(&session),
        "the snapshot is of another version of the ruleset: since then fact type `Order` is gone, of which it holds 1 facts (keep the type until they are retracted)"
    );
    assert_eq!(
        refusal::<global::Shop>(&session),
        format!("{head}global `log` is new")
    );
    // In words also where the format's errors keep none.
    let bytes = postcard::to_stdvec(&session).unwrap();
    let mut deserializer = postcard::Deserializer::from_bytes(&bytes);
    let refusal = conditions::Shop::builder().refusal(&mut deserializer);
    assert!(refusal.unwrap().contains("rule `one` has other conditions"));
    let mut deserializer = postcard::Deserializer::from_bytes(&bytes);
    let refusal = no_type::Shop::builder().refusal(&mut deserializer);
    assert!(refusal.unwrap().contains("fact type `Order` is gone"));
    let mut deserializer = postcard::Deserializer::from_bytes(&bytes);
    let refusal = global::Shop::builder().refusal(&mut deserializer);
    assert!(refusal.unwrap().contains("global `log` is new"));
    let mut deserializer = postcard::Deserializer::from_bytes(&bytes);
    let refusal = fewer_fields::Shop::builder().refusal(&mut deserializer);
    assert_eq!(refusal, None);
    // Globals that are given have no version, and a type of which there are no facts may go.
    let text = serde_json::to_string(&session.without_globals()).unwrap();
    let mut deserializer = serde_json::Deserializer::from_str(&text);
    let builder = global::Shop::builder();
    let mut later = builder.restore_with(&mut deserializer, Vec::new()).unwrap();
    later.run();
    assert_eq!(later.globals().log, [1]);
    session.retract(order).unwrap();
    _ = both::<no_type::Shop>(&session);
}

#[test]
fn open_checkpoints_are_refused() {
    version! {
        one_rule under backtrack,
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact A(u8);
        rule a { when { A(n); } then { println!("{n}"); } }
    }
    version! {
        two_rules under backtrack,
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact A(u8);
        rule b { when { A(n); } then { println!("b {n}"); } }
        rule a { when { A(n); } then { println!("{n}"); } }
    }
    let mut session = one_rule::Shop::new();
    session.insert(one_rule::A(1));
    session.run();
    for mut later in both::<two_rules::Shop>(&session) {
        assert_eq!(later.run().count, 1);
    }
    let checkpoint = session.checkpoint();
    let error = refusal::<two_rules::Shop>(&session);
    assert!(
        error.contains("checkpoints and choice points cannot be carried over"),
        "{error}"
    );
    session.commit(checkpoint).unwrap();
    _ = both::<two_rules::Shop>(&session);
}

version! {
    counting_from_ten,
    #[derive(Clone, serde::Serialize, serde::Deserialize)]
    pub(crate) fact Late { days: u32 }
    fn is_late(days: u32) -> bool { days > 10 }
    rule remind { when { Late { days }; if is_late(days); } then { let _ = days; } undo { let _ = days; } }
}

version! {
    counting_from_twenty,
    #[derive(Clone, serde::Serialize, serde::Deserialize)]
    pub(crate) fact Late { days: u32 }
    fn is_late(days: u32) -> bool { days > 20 }
    rule remind { when { Late { days }; if is_late(days); } then { let _ = days; } undo { let _ = days; } }
}

#[test]
fn a_match_that_a_function_refuses_now_is_told_with_its_rule() {
    let mut session = counting_from_ten::Shop::new();
    session.insert(counting_from_ten::Late { days: 15 });
    for runs in [false, true] {
        if runs {
            session.run();
        }
        let said = refusal::<counting_from_twenty::Shop>(&session);
        assert!(said.contains("a match of rule `remind`"), "{said}");
    }
}
