//! Names and places in which a ruleset may stand: nothing that generated code needs can be taken away.

use rules_runtime::rules;

#[test]
fn fact_types_may_be_named_like_types_of_the_prelude() {
    mod shadow {
        rules_runtime::rules! {
            pub(super) ruleset Small;
            pub(super) fact Option { some: u8 }
            pub(super) fact Vec(u8);
            pub(super) fact Some(u8);
            pub(super) fact Fact(u8);
            pub(super) fact Session(u8);
            rule r { when { Option { some }; Vec(some); Some(some); Fact(some); Session(some); } then { halt; } }
        }
    }
    let mut session = shadow::Small::new();
    session.insert(shadow::Option { some: 1 });
    session.insert(shadow::Vec(1));
    session.insert(shadow::Some(1));
    session.insert(shadow::Fact(1));
    session.insert(shadow::Session(1));
    assert_eq!(session.run().count, 1);
}

#[test]
fn rules_may_have_any_name() {
    rules! {
        #[allow(rules::duplicate_rule)]
        ruleset Small;
        fact A;
        rule new { when { A; } then {} }
        rule fire { when { A; } then {} }
        rule r#match { when { A; } then {} }
        rule rule { when { A; } then {} }
        rule when { when { A; } then {} }
        rule _hidden { when { A; } then {} }
        rule a1_b2 { when { A; } then {} }
    }
    let mut session = Small::new();
    session.insert(A);
    assert_eq!(session.run().count, 7);
}

#[test]
fn variables_may_have_any_name() {
    rules! {
        ruleset Small;
        fact A { left: u8, right: u8, memory: u8, fields: u8 }
        fact B(u8, u8);
        global log: Vec<u8>;
        global listener: u8;
        rule r {
            when {
                A { left, right, memory, fields } if left < right;
                B(slot, token) if slot == memory && token == fields;
                count = count(A { left: slot });
                collect = collect(exists @ B(..));
                if count == 0;
            }
            then { log.push(left + right + memory + fields + slot + token + *listener + collect.len() as u8); }
        }
    }
    let mut session = Small::new(vec![], 7);
    let (left, right, memory, fields) = (1, 2, 3, 4);
    session.insert(A {
        left,
        right,
        memory,
        fields,
    });
    session.insert(B(3, 4));
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [25]);
}

#[test]
fn a_ruleset_may_come_out_of_a_macro() {
    macro_rules! watch {
        ($name:ident, $fact:ident, $limit:expr) => {
            rules! {
                ruleset $name;
                fact $fact { value: i32 }
                global log: Vec<i32>;
                rule high {
                    when { f @ $fact { value: v, value: > $limit }; }
                    then { log.push(v + f.value); }
                }
            }
        };
    }
    watch!(Watch, Level, 10 + 1);
    let mut session = Watch::new(vec![]);
    session.insert(Level { value: 11 });
    session.insert(Level { value: 12 });
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [24]);
}

#[test]
fn two_rulesets_may_stand_in_one_module_and_share_a_fact_type() {
    #[derive(Clone, Copy)]
    struct Shared(u8);
    rules! {
        ruleset First;
        rule a { when { Shared(1); } then {} }
    }
    rules! {
        ruleset Second;
        rule a { when { Shared(2); } then {} }
    }
    let (mut first, mut second) = (First::new(), Second::new());
    for shared in [Shared(1), Shared(2), Shared(2)] {
        first.insert(shared);
        second.insert(shared);
    }
    assert_eq!((first.run().count, second.run().count), (1, 2));
}

#[test]
fn other_rust_items_pass_through() {
    rules! {
        ruleset Small;
        const LIMIT: u32 = 5;
        static NAME: &str = "five";
        fn above(value: u32) -> bool { value > LIMIT }
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Side { Left, Right }
        impl Side {
            fn other(self) -> Self { match self { Side::Left => Side::Right, Side::Right => Side::Left } }
        }
        fact Item { value: u32, side: Side }
        global log: Vec<(String, Side)>;
        rule r {
            when { Item { value, value: != LIMIT, side: Side::Left, side } if above(value); }
            then { log.push((NAME.to_owned(), side.other())); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert(Item {
        value: 6,
        side: Side::Left,
    });
    session.insert(Item {
        value: 6,
        side: Side::Right,
    });
    session.insert(Item {
        value: 5,
        side: Side::Left,
    });
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [("five".to_owned(), Side::Right)]);
}

#[test]
fn the_runtime_may_be_reached_by_another_path() {
    mod renamed {
        pub(super) use ::rules_runtime as engine;
    }
    rules! {
        #[crate(crate::hygiene::elsewhere)]
        ruleset Small;
        #[unique]
        fact A(u8);
        fact B(String);
        global log: Vec<String>;
        rule r {
            when { A(n); b @ B(text) if text.len() > n as usize; bs = collect(x @ B); c = count(A); }
            then { modify b { b.0.clear(); } log.push(format!("{} {c}", bs.len())); insert A(n); }
        }
    }
    _ = renamed::engine::Stop::Rest;
    let mut session = Small::new(vec![]);
    session.insert(A(1));
    session.insert(B("text".to_owned()));
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, ["1 1"]);
}

/// The runtime under another name.
pub(crate) mod elsewhere {
    pub(crate) use rules_runtime::*;
}

mod bare {
    #![no_implicit_prelude]

    ::rules_runtime::rules! {
        pub(super) ruleset Bare;
        #[unique]
        pub(super) fact A(u8);
        pub(super) fact B { text: ::std::string::String }
        global log: ::std::vec::Vec<usize>;
        rule r {
            when {
                A(n);
                b @ B { text, text: "abc" } if text.len() > n as usize;
                bs = collect(x @ B);
                c = count(A);
                not A(9);
                if let ::core::option::Option::Some(_) = bs.first();
            }
            then { modify b { b.text.clear(); } log.push(bs.len() + c); insert A(n); }
        }
    }
}

#[test]
fn a_ruleset_needs_nothing_of_the_prelude() {
    let mut session = bare::Bare::new(vec![]);
    session.insert(bare::A(1));
    session.insert(bare::B {
        text: "abc".to_owned(),
    });
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [2]);
}

#[test]
fn a_fact_may_have_more_fields_than_a_word_has_bits() {
    macro_rules! wide {
        ($($field:ident)*) => {
            rules! {
                ruleset Small;
                #[derive(Clone, Default)]
                fact Wide { $($field: u8),* }
                rule all { when { Wide { $($field: 0),* }; } then {} }
                rule last { when { Wide { z9: > 0 }; } then {} }
                rule first { when { Wide { a0: 0 }; } then {} }
            }
        };
    }
    wide! {
        a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 c0 c1 c2 c3 c4 c5 c6 c7 c8 c9
        d0 d1 d2 d3 d4 d5 d6 d7 d8 d9 e0 e1 e2 e3 e4 e5 e6 e7 e8 e9 f0 f1 f2 f3 f4 f5 f6 f7 f8 f9
        g0 g1 g2 g3 g4 g5 g6 g7 g8 g9 z0 z1 z2 z3 z4 z5 z6 z7 z8 z9
    }
    let mut session = Small::new();
    let wide = session.insert(Wide::default());
    assert_eq!(session.run().count, 2);
    session.update(wide, |wide| wide.z9 = 1).unwrap();
    assert_eq!(
        session.run().count,
        1,
        "`last` alone: what `first` reads has not changed"
    );
    session.update(wide, |wide| wide.z9 = 0).unwrap();
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_session_is_send_where_its_facts_are() {
    fn is_send<T: Send>(_: &T) {}
    rules! {
        ruleset Small;
        fact A(String);
        rule r { when { A(text) if text.len() > 1; _all = collect(a @ A); } then {} }
    }
    let session = Small::new();
    is_send(&session);
}

#[test]
fn rules_may_be_passed_through_a_macro() {
    macro_rules! counted {
        ($name:ident, $($rules:tt)*) => {
            rules! {
                ruleset $name;
                fact A { n: u8 }
                $($rules)*
            }
        };
    }
    counted! {
        Small,
        fact B(u8);
        global firings: u32;
        group late { rule never { when { A; } then {} } }
        #[salience(i32::from(n))]
        rule down {
            when { a @ A { n: > 2 }; A { n } if n > 3 && n == a.n; k = count(B(m) if m < n); }
            then { *firings += 1; modify a { a.n -= 1; } insert B(n + k as u8); }
        }
        rule done {
            when { a @ A { n }; not A { n: > n }; exists B(..); }
            then { retract a; focus late; halt; }
        }
    }
    let mut session = Small::new(0);
    session.insert(A { n: 5 });
    _ = session.run();
    assert_eq!(session.globals().firings, 2);
    assert!(session.is_empty::<A>());
}

/// What a ruleset allows goes for the blocks of its rules and for its queries.
mod lenient {
    #![deny(unused_mut)]

    rules_runtime::rules! {
        #[allow(unused_mut)]
        pub(super) ruleset Lenient;
        pub(super) fact A { n: u8 }
        rule double {
            when { a @ A { n }; }
            then { let mut twice = n * 2; modify a { a.n = twice; } halt; }
        }
        query tripled() -> u8 { when { A { n }; } select { let mut thrice = n * 3; thrice } }
    }
}

#[test]
fn lints_allowed_on_a_ruleset_are_allowed_in_its_rules_and_queries() {
    let mut session = lenient::Lenient::new();
    session.insert(lenient::A { n: 2 });
    _ = session.run();
    assert!(session.tripled().eq([12]));
}

mod raw {
    #[derive(Debug, Clone)]
    pub(super) struct Parcel {
        pub(super) weight: u32,
    }

    rules_runtime::rules! {
        #[allow(non_camel_case_types)]
        pub(super) ruleset r#match;
        global found: u32;
        rule heavy { when { Parcel { weight: > 3 }; } then { *found += 1; } }
    }
}

#[test]
fn a_ruleset_may_have_the_name_of_a_keyword() {
    let mut parcels = raw::r#match::new(0);
    parcels.insert(raw::Parcel { weight: 4 });
    parcels.run();
    assert_eq!(parcels.globals().found, 1);
}

#[test]
fn a_ruleset_may_have_a_raw_name() {
    rules! {
        ruleset r#Shop;
        fact Order { r#type: u8 }
        query of(r#type: u8) { when { Order { r#type }; } }
        rule r#match { when { Order { r#type: > 3 }; } then {} }
    }
    let mut shop = Shop::new();
    shop.insert(Order { r#type: 4 });
    assert!(shop.of(4));
    assert_eq!(shop.run().count, 1);
    assert_eq!(Shop::RULES[0].name, "match");
}
