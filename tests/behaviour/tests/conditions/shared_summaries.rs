//! Equal accumulates and compound negations at the beginning of rules are built once, and say to each rule what its
//! own conditions say.

#![allow(clippy::cast_possible_wrap, reason = "counts are small here")]

use rules_runtime::{Accumulator, NetworkGraph, NodeRole, rules};

/// The summaries of a network: what each stands for, and the rules that it serves.
fn summaries(network: &'static NetworkGraph) -> Vec<(&'static str, Vec<&'static str>)> {
    let nodes = network.nodes().iter();
    let summaries = nodes.filter(|node| node.role() == NodeRole::Summary);
    summaries
        .map(|node| (node.text(), node.rules().to_vec()))
        .collect()
}

fn count(network: &NetworkGraph, role: NodeRole) -> usize {
    let nodes = network.nodes().iter();
    nodes.filter(|node| node.role() == role).count()
}

#[test]
fn blocks_without_conditions_are_no_two_of_one_kind() {
    rules! {
        ruleset Empty;
        fact P(u8);
        global log: Vec<&'static str>;
        #[allow(rules::never_fires)]
        rule none { when { P(_); not {}; } then { log.push("none"); } }
        rule some { when { P(_); exists {}; } then { log.push("some"); } }
        rule counted { when { P(_); n = count({}); if n == 1; } then { log.push("counted"); } }
        rule again { when { P(_); exists {}; } then { log.push("again"); } }
    }
    let mut session = Empty::new(vec![]);
    session.insert(P(1));
    session.run();
    assert_eq!(session.globals().log, ["some", "counted", "again"]);
    assert_eq!(count(Empty::network(), NodeRole::Summary), 3);
}

struct Product;

impl Accumulator for Product {
    type Input<'a> = i64;
    type State = Vec<i64>;
    type Output = i64;

    fn add(state: &mut Vec<i64>, value: i64) {
        state.push(value);
    }

    fn output(state: &Vec<i64>) -> Option<i64> {
        Some(state.iter().product())
    }
}

rules! {
    #[allow(rules::cross_product, rules::duplicate_rule)]
    ruleset Shop;

    #[derive(Debug, Clone, PartialEq)]
    fact Item { kind: u8, price: i64, note: u8 }
    fact Sale { kind: u8 }
    fact Told(&'static str, i64);

    rule count_a { when { n = count(Item { kind: 1 }); } then { insert Told("count_a", n as i64); } }
    rule count_b { when { m = count(Item { kind: 1 }); if m > 0; } then { insert Told("count_b", m as i64); } }
    rule sum_a { when { t = sum(price for Item { price, kind: 1 }); } then { insert Told("sum_a", t); } }
    rule sum_b { when { total = sum(p for Item { price: p, kind: 1 }); } then { insert Told("sum_b", total); } }
    rule best_a { when { a = max_by(x.price for x @ Item); } then { insert Told("best_a", a.price + i64::from(a.note)); } }
    rule best_b { when { b = max_by(y.price for y @ Item); } then { insert Told("best_b", b.price + i64::from(b.note)); } }
    rule list_a { when { xs = collect(i @ Item { kind: 2 }); } then { insert Told("list_a", xs.iter().map(|i| i.price).sum()); } }
    rule list_b { when { all = collect(item @ Item { kind: 2 }); } then { insert Told("list_b", all.iter().map(|i| -i.price).sum()); } }
    rule user_a { when { p = accumulate(Product, price for Item { price, kind: 2 }); } then { insert Told("user_a", p); } }
    #[on_change(q)]
    rule user_b { when { q = accumulate(Product, v for Item { price: v, kind: 2 }); } then { insert Told("user_b", q); } undo { insert Told("undo_b", q); } }
    rule group_a { when { t = sum(price for Item { kind, price }) by (kind); if t > 10; } then { insert Told("group_a", t + i64::from(kind) * 1000); } }
    #[once]
    rule group_b { when { u = sum(price for Item { kind: k, price }) by (k); if u > 20; } then { insert Told("group_b", u + i64::from(k) * 1000); } }
    rule nested_a { when { n = count({ Sale { kind }; m = max(price for Item { kind, price }); if m > 3; }); } then { insert Told("nested_a", n as i64); } }
    rule nested_b { when { c = count({ Sale { kind: k }; top = max(p for Item { kind: k, price: p }); if top > 3; }); } then { insert Told("nested_b", c as i64); } }
    rule not_a { when { not { Item { kind, price: > 5 }; Sale { kind }; } } then { insert Told("not_a", 0); } }
    rule not_b { when { not { Item { kind: k, price: > 5 }; Sale { kind: k }; } } then { insert Told("not_b", 0); } }
    rule some_a { when { exists { Item { kind }; Sale { kind }; } } then { insert Told("some_a", 0); } }
    rule some_b { when { exists { Item { kind: k }; Sale { kind: k }; } } then { insert Told("some_b", 0); } }
    rule all_a { when { forall Item { kind } => Sale { kind }; } then { insert Told("all_a", 0); } }
    rule all_b { when { forall Item { kind: k } => Sale { kind: k }; } then { insert Told("all_b", 0); } }
    rule after_a { when { Sale { kind }; n = count({ Item { kind, price }; not Item { price: > price }; }); } then { insert Told("after_a", n as i64); } }
    rule after_b { when { Sale { kind: k }; n = count({ Item { kind: k, price: p }; not Item { price: > p }; }); } then { insert Told("after_b", n as i64); } }
}

/// What rules whose names end in `_a` and in `_b` have told, without that.
fn told(shop: &Shop, end: &str) -> Vec<(String, i64)> {
    let told = shop.facts::<Told>().filter(|told| told.0.ends_with(end));
    let mut told: Vec<_> = told
        .map(|told| (told.0.trim_end_matches(end).to_owned(), told.1))
        .collect();
    told.sort();
    told
}

#[test]
fn whatever_the_names_equal_beginnings_are_one() {
    let of_pairs = summaries(Shop::network());
    for (text, rules) in &of_pairs {
        assert_eq!(rules.len(), 2, "{text}: {rules:?}");
        let name = |rule: &str| rule.split('_').next().unwrap().to_owned();
        assert_eq!(name(rules[0]), name(rules[1]), "{text}");
    }
    // `nested` has two, one in the other. Where only the tests of the results differ, those stand at nodes of their own.
    assert_eq!(of_pairs.len(), 12, "{of_pairs:?}");
    assert_eq!(count(Shop::network(), NodeRole::Owner), 12);
}

#[test]
fn rules_that_share_fire_as_if_each_had_its_own() {
    let mut shop = Shop::new();
    let mut items = Vec::new();
    for (kind, price) in [(1, 4), (1, 9), (2, 7), (2, 30), (3, 2)] {
        items.push(shop.insert(Item {
            kind,
            price,
            note: 0,
        }));
        shop.run();
    }
    let sale = shop.insert(Sale { kind: 1 });
    shop.run();
    shop.insert(Sale { kind: 2 });
    shop.insert(Sale { kind: 3 });
    shop.run();
    shop.update(items[3], |item| item.price = 3).unwrap();
    shop.run();
    shop.update(items[1], |item| item.note = 5).unwrap();
    shop.run();
    shop.retract(items[2]).unwrap();
    shop.retract(sale).unwrap();
    shop.run();
    let only = |told: Vec<(String, i64)>, name: &str| -> Vec<i64> {
        told.into_iter()
            .filter(|told| told.0 == name)
            .map(|told| told.1)
            .collect()
    };
    let (a, b) = (told(&shop, "_a"), told(&shop, "_b"));
    for name in ["sum", "best", "nested", "not", "some", "all", "after"] {
        assert_eq!(only(a.clone(), name), only(b.clone(), name), "{name}");
        assert!(!only(a.clone(), name).is_empty(), "{name}");
    }
    assert_eq!(only(a.clone(), "count"), [1, 2]);
    assert_eq!(only(b.clone(), "count"), [1, 2]);
    assert_eq!(only(a.clone(), "list"), [0, 3, 7, 37]);
    assert_eq!(only(b.clone(), "list"), [-37, -7, -3, 0]);
    assert_eq!(only(a.clone(), "user"), [1, 3, 7, 21, 210]);
    assert_eq!(only(b.clone(), "user"), [1, 3, 7, 21, 210]);
    // It undoes with the values that the firing saw.
    assert_eq!(only(b.clone(), "undo"), [1, 7, 21, 210]);
    assert_eq!(only(a, "group"), [1013, 2037]);
    assert_eq!(only(b, "group"), [2037]);
}

#[test]
fn what_differs_in_anything_is_not_shared() {
    rules! {
        #[allow(rules::cross_product, rules::unused_variable)]
        ruleset Small;
        fact A { x: u32, y: u32 }
        fact B(u32);
        rule a { when { n = count(A { x: 1 }); } then { println!("{n}"); } }
        // Another constant.
        rule b { when { n = count(A { x: 2 }); } then { println!("{n}"); } }
        // Another function.
        rule c { when { n = sum(x for A { x: 1, x }); } then { println!("{n}"); } }
        // Another field.
        rule d { when { n = sum(y for A { x: 1, y }); } then { println!("{n}"); } }
        // The same fields, and the rule reads another of the member.
        rule e { when { m = max_by(a.x for a @ A); if m.y > 1; } then {} }
        rule f { when { m = max_by(a.x for a @ A); } then {} }
        // Other keys, and keys in another order.
        rule g { when { n = count(A { x, y }) by (x); if n > 1; } then { println!("{x} {n}"); } }
        rule h { when { n = count(A { x, y }) by (y); if n > 1; } then { println!("{y} {n}"); } }
        rule i { when { n = count(A { x, y }) by (x, y); if x > 1; } then { println!("{x} {y} {n}"); } }
        rule j { when { n = count(A { x, y }) by (y, x); if x > 1; } then { println!("{x} {y} {n}"); } }
        // A negation for its contrary, and another field.
        rule l { when { not { A { x }; B(x); } } then {} }
        rule m { when { exists { A { x }; B(x); } } then {} }
        rule n { when { not { A { y }; B(y); } } then {} }
        // Something stands before it.
        rule o { when { B(_); n = count(A { x: 1 }); } then { println!("{n}"); } }
    }
    for (text, rules) in summaries(Small::network()) {
        assert_eq!(rules.len(), 1, "{text}: {rules:?}");
    }
    assert_eq!(count(Small::network(), NodeRole::Summary), 14);
}

#[test]
fn keys_that_are_named_the_other_way_round_keep_their_meaning() {
    rules! {
        ruleset Small;
        fact A { x: u32, y: u32 }
        global log: Vec<(char, u32, u32)>;
        rule i { when { n = count(A { x, y }) by (x, y); if x > 1 && n > 0; } then { log.push(('i', x, y)); } }
        rule k { when { n = count(A { x: y, y: x }) by (y, x); if x > 1 && n > 0; } then { log.push(('k', x, y)); } }
        rule same { when { n = count(A { x: p, y: q }) by (p, q); if p > 1 && n > 0; } then { log.push(('s', p, q)); } }
    }
    let shared: Vec<_> = summaries(Small::network())
        .into_iter()
        .map(|(_, rules)| rules)
        .collect();
    // One summary; what `k` calls `x` is another of its keys.
    assert_eq!(shared, [["i", "k", "same"]]);
    let mut session = Small::new(vec![]);
    session.insert(A { x: 1, y: 2 });
    session.insert(A { x: 3, y: 0 });
    session.run();
    assert_eq!(
        session.globals().log,
        [('i', 3, 0), ('s', 3, 0), ('k', 2, 1)]
    );
}

#[test]
fn groups_over_which_a_rule_has_fired_are_known_wherever_they_are_found() {
    rules! {
        ruleset Small;
        #[derive(Debug, Clone, PartialEq)]
        fact A { k: u32, v: u32 }
        fact Flag(u8);
        global log: Vec<(&'static str, u32)>;
        rule plain { when { n = sum(v for A { k, v }) by (k); } then { log.push(("plain", k * 100 + n)); } }
        #[once]
        rule once { when { n = sum(v for A { k: g, v }) by (g); } then { log.push(("once", g * 100 + n)); } }
        #[on_change(g)]
        rule either_way {
            when { either { Flag(1); } or { Flag(2); } n = sum(v for A { k: g, v }) by (g); }
            then { log.push(("either", g * 100 + n)); }
        }
    }
    let mut session = Small::new(vec![]);
    let a = session.insert(A { k: 1, v: 5 });
    session.insert(A { k: 2, v: 7 });
    session.insert(Flag(1));
    session.run();
    session.update(a, |a| a.v = 6).unwrap();
    session.run();
    let mut log = std::mem::take(&mut session.globals_mut().log);
    log.sort_unstable();
    assert_eq!(
        log,
        [
            ("either", 105),
            ("either", 207),
            ("once", 105),
            ("once", 207),
            ("plain", 105),
            ("plain", 106),
            ("plain", 207)
        ]
    );
    session.insert(Flag(2));
    session.run();
    session.retract(a).unwrap();
    session.insert(A { k: 1, v: 9 });
    session.run();
    assert!(session.globals().log.contains(&("plain", 109)));
}

#[test]
fn a_rule_that_has_one_accumulate_in_two_branches_shares_it() {
    rules! {
        #[allow(rules::duplicate_rule)]
        ruleset Small;
        fact A(u32);
        fact B;
        global log: Vec<(u8, u64)>;
        rule r {
            when {
                either { t = sum(u64::from(x) for A(x)); if t > 3; } or { t = sum(u64::from(x) for A(x)); B; }
            }
            then { log.push((0, t)); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert(A(2));
    session.insert(B);
    session.insert(A(5));
    session.run();
    assert_eq!(session.globals().log, [(0, 7), (0, 7)]);
}

#[test]
fn one_pattern_and_several_conditions_that_come_to_the_same_stand_apart() {
    rules! {
        #[allow(rules::duplicate_rule, rules::subsumed_condition)]
        ruleset Locks;
        fact Door(u8);
        fact Key(u8);
        global log: Vec<&'static str>;
        rule one { when { exists { Door(of); not Key(of); }; } then { log.push("one"); } }
        rule several { when { exists { Door(of); not { Key(of); let _two = 2; }; }; } then { log.push("several"); } }
    }
    let mut session = Locks::new(vec![]);
    let door = session.insert(Door(1));
    session.run();
    assert_eq!(session.globals().log, ["one", "several"]);
    session.insert(Key(1));
    session.retract(door).unwrap();
    session.insert(Door(1));
    assert_eq!(session.run().count, 0);
    session.__verify();
}
