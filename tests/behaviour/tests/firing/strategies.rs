//! The eight strategies, on one agenda of rules that differ in their tests and in the age of their facts.

use rules_runtime::rules;

/// The order in which one agenda fires under a strategy.
///
/// `A`, `B` and `C` are inserted by the changes 1, 2 and 3, and `A` is modified by change 4, in a field that no
/// rule reads: no match begins or ends by that, but `A` has a new date.
///
/// | rule | tests | begun by | dates of its facts |
/// |---|---|---|---|
/// | `pair` | 2 | 2 | 4, 2 |
/// | `lone` | 1 | 1 | 4 |
/// | `many` | 6 | 2 | 2, 2 |
/// | `mixed` | 3 | 3 | 2, 3 |
/// | `triple` | 4 | 3 | 3, 4, 2 |
macro_rules! order_under {
    ($($strategy:tt)+) => {{
        rules! {
            #[allow(rules::cross_product, rules::duplicate_rule, rules::subsumed_condition)]
            #[strategy($($strategy)+)]
            ruleset Small;
            fact A { kind: u32, note: u32 }
            fact B { kind: u32 }
            fact C { kind: u32 }
            fact D { kind: u32 }
            global log: Vec<&'static str>;
            rule pair { when { A; B; } then { log.push("pair"); } }
            rule lone { when { A; } then { log.push("lone"); } }
            rule many {
                when { B { kind: 2 }; b @ B if b.kind > 1; not D { kind: 9 }; }
                then { log.push("many"); }
            }
            rule mixed { when { b @ B if b.kind > 0; C; } then { log.push("mixed"); } }
            rule triple { when { C { kind: 3 }; A; B; } then { log.push("triple"); } }
        }
        let mut session = Small::new(vec![]);
        let a = session.insert(A { kind: 1, note: 0 });
        session.insert(B { kind: 2 });
        session.insert(C { kind: 3 });
        session.update(a, |a| a.note = 1).unwrap();
        assert_eq!(session.run().count, 5);
        assert_eq!(session.get(a).unwrap().note, 1);
        session.globals().log.clone()
    }};
}

#[test]
fn depth_takes_the_match_begun_last() {
    let order = order_under!(depth);
    assert_eq!(order, ["mixed", "triple", "pair", "many", "lone"]);
}

#[test]
fn breadth_takes_the_match_begun_first() {
    let order = order_under!(breadth);
    assert_eq!(order, ["lone", "pair", "many", "mixed", "triple"]);
}

#[test]
fn lex_takes_the_match_with_the_newest_facts_and_of_two_alike_the_longer() {
    let order = order_under!(lex);
    assert_eq!(order, ["triple", "pair", "lone", "mixed", "many"]);
}

#[test]
fn mea_takes_the_match_whose_first_fact_is_newest() {
    let order = order_under!(mea);
    assert_eq!(order, ["pair", "lone", "triple", "mixed", "many"]);
}

#[test]
fn complexity_takes_the_rule_with_more_tests() {
    let order = order_under!(complexity);
    assert_eq!(order, ["many", "triple", "mixed", "pair", "lone"]);
}

#[test]
fn simplicity_takes_the_rule_with_fewer_tests() {
    let order = order_under!(simplicity);
    assert_eq!(order, ["lone", "pair", "mixed", "triple", "many"]);
}

#[test]
fn order_takes_the_rule_written_first() {
    let order = order_under!(order);
    assert_eq!(order, ["pair", "lone", "many", "mixed", "triple"]);
}

#[test]
fn random_gives_one_order_for_one_seed_and_others_for_others() {
    let orders = [
        order_under!(random(1)),
        order_under!(random(1)),
        order_under!(random(2)),
        order_under!(random(3)),
        order_under!(random(4)),
    ];
    assert_eq!(orders[0], orders[1]);
    assert!(orders.iter().any(|order| *order != orders[0]));
    for mut order in orders {
        order.sort_unstable();
        assert_eq!(order, ["lone", "many", "mixed", "pair", "triple"]);
    }
}

#[test]
fn ties_of_a_strategy_go_on_as_under_depth() {
    rules! {
        #[strategy(simplicity)]
        ruleset Small;
        fact A(u32);
        fact B(u32);
        global log: Vec<String>;
        rule a { when { A(n); } then { log.push(format!("a{n}")); } }
        rule b { when { B(n); } then { log.push(format!("b{n}")); } }
    }
    let mut session = Small::new(vec![]);
    session.insert(A(1));
    session.insert(B(2));
    session.insert_all([A(3), A(4)]);
    assert_eq!(session.run().count, 4);
    assert_eq!(session.globals().log, ["a4", "a3", "b2", "a1"]);
}

#[test]
fn salience_goes_before_every_strategy() {
    rules! {
        #[strategy(breadth)]
        ruleset Small;
        fact A(u32);
        global log: Vec<u32>;
        rule old { when { A(n) if n < 10; } then { log.push(n); } }
        #[salience(1)]
        rule new { when { A(n) if n >= 10; } then { log.push(n); } }
    }
    let mut session = Small::new(vec![]);
    for n in [1, 2, 11, 12] {
        session.insert(A(n));
    }
    assert_eq!(session.run().count, 4);
    assert_eq!(session.globals().log, [11, 12, 1, 2]);
}

#[test]
fn a_variable_that_joins_is_a_test_of_complexity_and_simplicity() {
    macro_rules! fired {
        ($strategy:ident) => {{
            rules! {
                #[strategy($strategy)]
                ruleset Small;
                fact Seat(u8, u8);
                fact Guest { id: u8, age: u8 }
                global log: Vec<&'static str>;
                // 3 tests: two patterns, a constant.
                #[allow(rules::cross_product)]
                rule constant { when { Seat(_, _); Guest { age: 9 }; } then { log.push("constant"); } }
                // 5: two patterns, two joins, a comparison.
                rule joined {
                    when { Seat(id, row); Guest { id, age: row, age: > 3 }; }
                    then { log.push("joined"); }
                }
                // 4: two patterns, two comparisons.
                rule compared {
                    when { Seat(id, _); Guest { id: == id, age: > 3 }; }
                    then { log.push("compared"); }
                }
                // 2: a pattern, a variable that joins in it.
                rule alike { when { Guest { id, age: id }; } then { log.push("alike"); } }
            }
            let mut session = Small::new(vec![]);
            session
                .transaction(|tx| {
                    tx.insert(Seat(9, 9));
                    tx.insert(Guest { id: 9, age: 9 });
                    Ok::<_, ()>(())
                })
                .unwrap();
            session.run();
            session.globals().log.clone()
        }};
    }
    let mut expected = ["joined", "compared", "constant", "alike"];
    assert_eq!(fired!(complexity), expected);
    expected.reverse();
    assert_eq!(fired!(simplicity), expected);
}
