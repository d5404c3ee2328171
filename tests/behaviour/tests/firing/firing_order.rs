//! The firing order is total: salience, the strategy, the order of rules, the elements of a match.

use rules_runtime::rules;

#[test]
fn more_salient_rules_fire_first() {
    rules! {
        ruleset Small;
        fact A;
        global log: Vec<&'static str>;
        rule middle { when { A; } then { log.push("middle"); } }
        #[salience(10)]
        rule high { when { A; } then { log.push("high"); } }
        #[salience(-10)]
        rule low { when { A; } then { log.push("low"); } }
    }
    let mut session = Small::new(vec![]);
    session.insert(A);
    assert_eq!(session.run().count, 3);
    assert_eq!(session.globals().log, ["high", "middle", "low"]);
}

#[test]
fn salience_may_be_a_constant_expression() {
    const URGENT: i32 = 7;
    rules! {
        ruleset Small;
        fact A;
        global log: Vec<&'static str>;
        #[salience(URGENT)]
        rule seven { when { A; } then { log.push("seven"); } }
        #[salience(URGENT * 2 + 1)]
        rule fifteen { when { A; } then { log.push("fifteen"); } }
    }
    let mut session = Small::new(vec![]);
    session.insert(A);
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, ["fifteen", "seven"]);
    assert_eq!(
        Small::RULES
            .iter()
            .map(|rule| rule.salience)
            .collect::<Vec<_>>(),
        [7, 15]
    );
}

#[test]
fn a_more_salient_activation_made_by_a_firing_goes_first_at_once() {
    rules! {
        ruleset Small;
        fact A(u8);
        fact Alarm;
        global log: Vec<String>;
        rule each {
            when { A(n); }
            then { log.push(n.to_string()); if n == 2 { insert Alarm; } }
        }
        #[salience(1)]
        rule alarm { when { Alarm; } then { log.push("alarm".to_owned()); } }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([A(1), A(2), A(3)]);
    assert_eq!(session.run().count, 4);
    assert_eq!(session.globals().log, ["3", "2", "alarm", "1"]);
}

#[test]
fn depth_fires_the_latest_change_first() {
    rules! {
        ruleset Small;
        fact A(u8);
        global log: Vec<u8>;
        rule r { when { A(n); } then { log.push(n); } }
    }
    let mut session = Small::new(vec![]);
    for n in 1..=3 {
        session.insert(A(n));
    }
    assert_eq!(session.run().count, 3);
    assert_eq!(session.globals().log, [3, 2, 1]);
}

#[test]
fn breadth_fires_the_earliest_change_first() {
    rules! {
        #[strategy(breadth)]
        ruleset Small;
        fact A(u8);
        global log: Vec<u8>;
        rule r { when { A(n); } then { log.push(n); if n < 3 { insert A(n + 10); } } }
    }
    let mut session = Small::new(vec![]);
    for n in 1..=3 {
        session.insert(A(n));
    }
    assert_eq!(session.run().count, 5);
    assert_eq!(session.globals().log, [1, 2, 3, 11, 12]);
}

#[test]
fn depth_follows_what_a_firing_made() {
    rules! {
        ruleset Small;
        fact A(u8);
        global log: Vec<u8>;
        rule r { when { A(n); } then { log.push(n); if n < 3 { insert A(n + 10); } } }
    }
    let mut session = Small::new(vec![]);
    for n in 1..=3 {
        session.insert(A(n));
    }
    assert_eq!(session.run().count, 5);
    assert_eq!(session.globals().log, [3, 2, 12, 1, 11]);
}

#[test]
fn one_change_fires_in_the_order_of_the_rules() {
    rules! {
        ruleset Small;
        fact A;
        global log: Vec<&'static str>;
        rule zebra { when { A; } then { log.push("zebra"); } }
        rule ape { when { A; } then { log.push("ape"); } }
        rule mole { when { A; } then { log.push("mole"); } }
    }
    let mut session = Small::new(vec![]);
    session.insert(A);
    assert_eq!(session.run().count, 3);
    assert_eq!(session.globals().log, ["zebra", "ape", "mole"]);
}

#[test]
fn one_change_and_one_rule_fire_by_elements_from_left_to_right_newest_first() {
    rules! {
        #[allow(rules::cross_product)]
        ruleset Small;
        fact A(u8);
        fact B(u8);
        global log: Vec<(u8, u8)>;
        rule r { when { A(a); B(b); } then { log.push((a, b)); } }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([B(1), B(2)]);
    session.insert_all([A(1), A(2)]);
    assert_eq!(session.run().count, 4);
    assert_eq!(session.globals().log, [(2, 2), (2, 1), (1, 2), (1, 1)]);
}

#[test]
fn under_breadth_the_elements_go_oldest_first() {
    rules! {
        #[strategy(breadth)]
        #[allow(rules::cross_product)]
        ruleset Small;
        fact A(u8);
        fact B(u8);
        global log: Vec<(u8, u8)>;
        rule r { when { A(a); B(b); } then { log.push((a, b)); } }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([B(1), B(2)]);
    session.insert_all([A(1), A(2)]);
    assert_eq!(session.run().count, 4);
    assert_eq!(session.globals().log, [(1, 1), (1, 2), (2, 1), (2, 2)]);
}

#[test]
fn a_modify_does_not_change_a_facts_place() {
    rules! {
        ruleset Small;
        fact Go;
        fact A { id: u8, value: u8 }
        global log: Vec<u8>;
        rule r { when { Go; A { id }; } then { log.push(id); } }
    }
    let mut session = Small::new(vec![]);
    let first = session.insert(A { id: 1, value: 0 });
    session.insert_all([A { id: 2, value: 0 }, A { id: 3, value: 0 }]);
    session.update(first, |a| a.value = 9).unwrap();
    session.insert(Go);
    assert_eq!(session.run().count, 3);
    assert_eq!(session.globals().log, [3, 2, 1]);
}

#[test]
fn an_activation_dates_from_the_change_that_began_its_match() {
    rules! {
        ruleset Small;
        fact A { id: u8, value: u8 }
        global log: Vec<u8>;
        rule r { when { A { id, value: > 0 }; } then { log.push(id); } }
    }
    let mut session = Small::new(vec![]);
    let first = session.insert(A { id: 1, value: 1 });
    session.insert(A { id: 2, value: 1 });
    session.update(first, |a| a.value = 2).unwrap();
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, [1, 2]);
}

#[test]
fn a_change_that_keeps_a_match_keeps_its_date() {
    rules! {
        ruleset Small;
        fact A { id: u8, other: u8 }
        global log: Vec<u8>;
        rule r { when { A { id }; } then { log.push(id); } }
    }
    let mut session = Small::new(vec![]);
    let first = session.insert(A { id: 1, other: 1 });
    session.insert(A { id: 2, other: 1 });
    session.update(first, |a| a.other = 2).unwrap();
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, [2, 1]);
}

#[test]
fn conditions_that_bind_no_fact_do_not_count_in_the_order() {
    rules! {
        ruleset Small;
        fact A(u8);
        fact B(u8);
        global log: Vec<u8>;
        rule r { when { n = count(B); exists B; A(a); not B(9); if n > 0; } then { log.push(a); } }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([A(1), A(2), A(3)]);
    session.insert(B(1));
    assert_eq!(session.run().count, 3);
    assert_eq!(session.globals().log, [3, 2, 1]);
}

#[test]
fn the_same_calls_give_the_same_sequence() {
    rules! {
        ruleset Small;
        fact A { key: u32, value: u32 }
        global log: Vec<(u32, u32)>;
        rule pair {
            when { A { key, value }; A { key, value: w, value: > value }; }
            then { log.push((value, w)); }
        }
    }
    let run = || {
        let mut session = Small::new(vec![]);
        for n in 0..60_u32 {
            session.insert(A {
                key: n.wrapping_mul(7919) % 5,
                value: n.wrapping_mul(104_729) % 17,
            });
        }
        assert!(session.run().count > 100);
        session.globals().log.clone()
    };
    assert_eq!(run(), run());
}

/// What the matches of one change log, of boxes and items of several sizes, under a strategy.
macro_rules! large_change {
    ($strategy:ident) => {{
        rules! {
            #[strategy($strategy)]
            ruleset Large;
            fact Chest { id: u32, size: u32 }
            fact Item { id: u32, size: u32 }
            global log: Vec<(&'static str, u32, u32)>;
            rule pair {
                when { Chest { id, size }; Item { id: item, size }; }
                then { log.push(("pair", id, item)); }
            }
            rule element {
                when { Chest { id }; for n in [7, 3, 5]; if n > 3; }
                then { log.push(("element", id, n)); }
            }
            rule group {
                when { n = count(Item { size }) by (size); }
                then { log.push(("group", size, n as u32)); }
            }
        }
        let mut session = Large::new(vec![]);
        session
            .transaction(|tx| {
                for id in 0..30 {
                    tx.insert(Item { id, size: id % 4 });
                    tx.insert(Chest { id, size: id % 4 });
                }
                Ok::<(), ()>(())
            })
            .unwrap();
        session.run();
        session.globals().log.clone()
    }};
}

#[test]
fn a_change_of_many_matches_fires_in_the_order_of_rules_and_elements() {
    let expected = |ids: &dyn Fn(u32) -> Vec<u32>| {
        let pairs = ids(30).into_iter().flat_map(|chest| {
            let items = ids(30)
                .into_iter()
                .filter(move |item| item % 4 == chest % 4);
            items.map(move |item| ("pair", chest, item))
        });
        let elements = ids(30)
            .into_iter()
            .flat_map(|chest| [7, 5].map(|n| ("element", chest, n)));
        let groups = ids(4).into_iter();
        let groups = groups.map(|size| ("group", size, [8, 8, 7, 7][size as usize]));
        pairs.chain(elements).chain(groups).collect::<Vec<_>>()
    };
    assert_eq!(
        large_change!(breadth),
        expected(&|below| (0..below).collect())
    );
    assert_eq!(
        large_change!(depth),
        expected(&|below| (0..below).rev().collect())
    );
}

/// Nine pairs on the agenda, and a fact of three of them that goes: the others fire as they would.
macro_rules! others_after_a_retract {
    ([$($of_ruleset:tt)*] [$($of_rule:tt)*] $a:ident $b:ident [$($condition:tt)*]) => {{
        rules! {
            #[allow(rules::cross_product)]
            $($of_ruleset)*
            ruleset Pairs;
            #[key()]
            fact Stage(u32);
            fact A(u32);
            fact B(u32);
            global log: Vec<(u32, u32)>;
            $($of_rule)*
            rule pair { when { $($condition)* A($a); B($b); } then { log.push(($a, $b)); } }
        }
        let pairs = |gone: Option<usize>| {
            let mut session = Pairs::new(vec![]);
            session.insert(Stage(2));
            session.insert_all([1, 2, 3].map(B));
            let facts = session.insert_all([1, 2, 3].map(A));
            if let Some(gone) = gone {
                session.retract(facts[gone]).unwrap();
                session.__verify();
            }
            let stage = session.insert(Stage(1));
            assert_eq!(session.get(stage), Some(&Stage(1)));
            session.run();
            session.globals().log.clone()
        };
        let all = pairs(None);
        assert_eq!(all.len(), 9);
        for gone in 0..3 {
            let others = all.iter().filter(|(a, _)| *a as usize != gone + 1);
            let others: Vec<_> = others.copied().collect();
            assert_eq!(pairs(Some(gone)), others);
        }
    }};
}

#[test]
fn what_a_retract_ends_leaves_the_others_in_order() {
    others_after_a_retract!([] [] a b []);
    others_after_a_retract!([#[strategy(breadth)]] [] a b []);
    others_after_a_retract!([#[strategy(order)]] [] a b []);
    others_after_a_retract!([#[strategy(complexity)]] [] a b []);
    others_after_a_retract!([] [#[salience((a % 1) as i32)]] a b []);
    others_after_a_retract!([] [] a b [Stage(1);]);
}

#[test]
fn a_block_that_retracts_leaves_the_others_in_order() {
    rules! {
        #[allow(rules::cross_product)]
        #[strategy(order)]
        ruleset Pairs;
        fact A(u32);
        fact B(u32);
        fact Go;
        fact Gone(u32);
        global log: Vec<(u32, u32)>;
        rule go { when { go @ Go; a @ A(3); } then { retract go; retract a; } }
        rule swap { when { gone @ Gone(n); a @ A(== n); } then { retract gone; retract a; } }
        rule pair { when { A(x); B(y); } then { log.push((x, y)); } }
    }
    let mut session = Pairs::new(vec![]);
    session.insert_all([1, 2, 3].map(B));
    session.insert_all([1, 2, 3].map(A));
    session.insert(Go);
    session.insert(Gone(1));
    session.run();
    assert_eq!(session.globals().log, [(2, 3), (2, 2), (2, 1)]);
}
