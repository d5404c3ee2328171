//! Negated conjunctions within one another, side by side with plain ones.

use rules_runtime::rules;

rules! {
    ruleset Nested;
    fact A; fact B; fact C;
    global log: Vec<&'static str>;
    rule inner { when { not { A; not { B; C; } } } then { log.push("inner"); } }
    rule plain { when { not { A; B; } } then { log.push("plain"); } }
}

/// Runs, and says which rules fired.
fn fired(session: &mut Nested) -> Vec<&'static str> {
    session.run();
    std::mem::take(&mut session.globals_mut().log)
}

#[test]
fn both_hold_of_an_empty_session() {
    let mut session = Nested::new(vec![]);
    assert_eq!(fired(&mut session), ["inner", "plain"]);
}

#[test]
fn each_follows_its_own_conjunction_as_facts_come_and_go() {
    let mut session = Nested::new(vec![]);
    fired(&mut session);
    let a = session.insert(A);
    assert!(fired(&mut session).is_empty(), "A without B and C");
    let b = session.insert(B);
    assert!(fired(&mut session).is_empty(), "A and B");
    let c = session.insert(C);
    assert_eq!(fired(&mut session), ["inner"], "A with B and C");
    session.retract(b).unwrap();
    assert_eq!(fired(&mut session), ["plain"], "A and C");
    session.insert(B);
    assert_eq!(fired(&mut session), ["inner"], "all of them");
    session.retract(c).unwrap();
    assert!(fired(&mut session).is_empty(), "A and B");
    session.retract(a).unwrap();
    assert_eq!(fired(&mut session), ["inner", "plain"], "B");
}

#[test]
fn a_second_pair_keeps_the_inner_conjunction() {
    let mut session = Nested::new(vec![]);
    let bs = session.insert_all([B, B]);
    session.insert(C);
    session.insert(A);
    assert_eq!(fired(&mut session), ["inner"]);
    session.retract(bs[0]).unwrap();
    assert!(fired(&mut session).is_empty());
    session.retract(bs[1]).unwrap();
    assert_eq!(fired(&mut session), ["plain"]);
}

#[test]
fn four_deep_with_a_variable_from_outside() {
    rules! {
        ruleset Deep;
        fact Person(u32);
        fact Debt { of: u32, to: u32 }
        fact Paid { of: u32, to: u32 }
        fact Bounced { of: u32, to: u32 }
        global log: Vec<u32>;
        // Every debt of theirs is paid by something that has not bounced.
        rule clear {
            when {
                Person(of);
                not { Debt { of, to }; not { Paid { of, to }; not { Bounced { of, to }; not Debt { of: to }; } } }
            }
            then { log.push(of); }
        }
    }
    let mut session = Deep::new(vec![]);
    session.insert_all([Person(1), Person(2)]);
    assert_eq!(session.run().count, 2);
    session.insert(Debt { of: 1, to: 2 });
    assert_eq!(session.run().count, 0, "a debt, not paid");
    session.insert(Paid { of: 1, to: 2 });
    assert_eq!(session.run().count, 1, "paid");
    session.insert(Bounced { of: 1, to: 2 });
    assert_eq!(
        session.run().count,
        0,
        "bounced, and the creditor owes nothing"
    );
    session.insert(Debt { of: 2, to: 3 });
    assert_eq!(session.run().count, 1, "bounced, but the creditor owes too");
    assert_eq!(session.globals().log, [2, 1, 1, 1]);
}
