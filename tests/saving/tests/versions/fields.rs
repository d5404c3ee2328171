//! Fields and names of facts that have changed.

use crate::{both, refusal, version};

version! {
    fields,
    #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
    pub(crate) fact Order {
        #[serde(default)] currency: Option<String>,
        id: u32,
        #[serde(default = "super::one")] count: u8,
        #[serde(alias = "total")] amount: u32,
    }
    rule one { when { Order { id, .. }; } then { println!("{id}"); } }
}

pub(crate) fn one() -> u8 {
    1
}

version! {
    fewer_fields,
    #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
    pub(crate) fact Order { id: u32, total: u32 }
    rule one { when { Order { id, .. }; } then { println!("{id}"); } }
}

#[test]
fn new_fields_have_their_defaults_and_renamed_ones_their_values_in_each_format() {
    let mut session = fewer_fields::Shop::new();
    let order = session.insert(fewer_fields::Order { id: 1, total: 7 });
    session.run();
    let _ = order;
    for mut later in both::<fields::Shop>(&session) {
        let expected = fields::Order {
            currency: None,
            id: 1,
            count: 1,
            amount: 7,
        };
        assert_eq!(later.facts::<fields::Order>().next(), Some(&expected));
        assert_eq!(later.run().count, 0);
        // And saved once more it is one of the later version.
        let [again, _] = both::<fields::Shop>(&later);
        assert_eq!(again.facts::<fields::Order>().next(), Some(&expected));
    }
}

#[test]
fn a_field_without_a_default_is_named() {
    version! {
        strict,
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact Order { id: u32, total: u32, weight: u32 }
        rule one { when { Order { id, .. }; } then { println!("{id}"); } }
    }
    let mut session = fewer_fields::Shop::new();
    session.insert(fewer_fields::Order { id: 1, total: 7 });
    let error = refusal::<strict::Shop>(&session);
    assert_eq!(error, "fact type `Order`: missing field `weight`");
}

#[test]
fn a_field_that_is_gone_is_named_by_formats_that_cannot_leave_it_out() {
    let mut session = fields::Shop::new();
    session.insert(fields::Order {
        currency: None,
        id: 1,
        count: 2,
        amount: 3,
    });
    version! {
        less,
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact Order { id: u32, count: u8, amount: u32 }
        rule one { when { Order { id, .. }; } then { println!("{id}"); } }
    }
    let text = serde_json::to_string(&session).unwrap();
    let later: less::Shop = serde_json::from_str(&text).unwrap();
    let expected = less::Order {
        id: 1,
        count: 2,
        amount: 3,
    };
    assert_eq!(later.facts::<less::Order>().next(), Some(&expected));
    let bytes = postcard::to_stdvec(&session).unwrap();
    assert!(postcard::from_bytes::<less::Shop>(&bytes).is_err());
    let mut deserializer = postcard::Deserializer::from_bytes(&bytes);
    let refusal = less::Shop::builder().refusal(&mut deserializer);
    assert_eq!(
        refusal.unwrap(),
        "fact type `Order`: field `currency` is gone, and this format cannot leave it out"
    );
}

#[test]
fn a_field_of_another_type_is_refused() {
    version! {
        wider,
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact Order { id: String, total: u32 }
        rule one { when { Order { id, .. }; } then { println!("{id}"); } }
    }
    let mut session = fewer_fields::Shop::new();
    session.insert(fewer_fields::Order { id: 1, total: 7 });
    let error = refusal::<wider::Shop>(&session);
    assert!(
        error.starts_with("fact type `Order`: invalid type"),
        "{error}"
    );
}

#[test]
fn types_and_rules_may_have_new_names() {
    version! {
        renamed,
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[was(Order)]
        pub(crate) fact Purchase { id: u32, total: u32 }
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact Unrelated(u8);
        #[was(hello, one)]
        rule welcome { when { Purchase { id, .. }; } then { println!("{id}"); } }
    }
    version! {
        foreign,
        #[was(Order)]
        pub(crate) use super::Purchase;
        rule one { when { Purchase { id, .. }; } then { println!("{id}"); } }
    }
    let mut session = fewer_fields::Shop::new();
    session.insert(fewer_fields::Order { id: 1, total: 7 });
    session.run();
    session.insert(fewer_fields::Order { id: 2, total: 8 });
    for mut later in both::<renamed::Shop>(&session) {
        assert_eq!(later.len::<renamed::Purchase>(), 2);
        assert_eq!(later.run().count, 1);
    }
    for mut later in both::<foreign::Shop>(&session) {
        assert_eq!(later.len::<Purchase>(), 2);
        assert_eq!(later.run().count, 1);
    }
}

#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Purchase {
    pub(crate) id: u32,
    pub(crate) total: u32,
}
