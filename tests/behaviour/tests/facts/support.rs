//! `insert logical`: facts that stand while a match that derived them stands.

use rules_runtime::{Stop, rules};

rules! {
    ruleset Chain;
    #[unique] fact A(u32);
    #[unique] fact B(u32);
    #[unique] fact C(u32);
    #[unique] fact D(u32);
    fact Second(u32);
    rule a_to_b { when { A(n); } then { insert logical B(n); } }
    rule b_to_c { when { B(n); } then { insert logical C(n); } }
    rule second_to_c { when { Second(n); } then { insert logical C(n); } }
    rule c_to_d { when { C(n); } then { insert logical D(n); } }
}

fn lengths(session: &Chain) -> [usize; 4] {
    [
        session.len::<A>(),
        session.len::<B>(),
        session.len::<C>(),
        session.len::<D>(),
    ]
}

#[test]
fn a_chain_of_logical_facts_falls_with_its_first_in_one_change() {
    let mut session = Chain::new();
    let a = session.insert(A(1));
    assert_eq!(session.run().count, 3);
    assert_eq!(lengths(&session), [1, 1, 1, 1]);
    session.retract(a).unwrap();
    assert_eq!(lengths(&session), [0, 0, 0, 0]);
    assert_eq!(session.run().count, 0);
}

#[test]
fn a_second_support_in_the_middle_holds_up_what_comes_after_it() {
    let mut session = Chain::new();
    let a = session.insert(A(1));
    let second = session.insert(Second(1));
    assert_eq!(session.run().count, 4);
    session.retract(a).unwrap();
    assert_eq!(lengths(&session), [0, 0, 1, 1]);
    session.retract(second).unwrap();
    assert_eq!(lengths(&session), [0, 0, 0, 0]);
}

#[test]
fn what_fell_is_derived_again_when_its_support_comes_back() {
    let mut session = Chain::new();
    let a = session.insert(A(1));
    assert_eq!(session.run().count, 3);
    session.retract(a).unwrap();
    session.insert(A(1));
    assert_eq!(session.run().count, 3);
    assert_eq!(lengths(&session), [1, 1, 1, 1]);
}

#[test]
fn a_fact_stated_before_it_is_derived_keeps_standing() {
    let mut session = Chain::new();
    session.insert(C(1));
    let a = session.insert(A(1));
    assert_eq!(session.run().count, 3);
    session.retract(a).unwrap();
    assert_eq!(lengths(&session), [0, 0, 1, 1]);
}

#[test]
fn a_fact_stated_after_it_was_derived_keeps_standing() {
    let mut session = Chain::new();
    let a = session.insert(A(1));
    assert_eq!(session.run().count, 3);
    session.insert(C(1));
    session.retract(a).unwrap();
    assert_eq!(lengths(&session), [0, 0, 1, 1]);
}

#[test]
fn a_block_that_derives_a_fact_and_states_it_lets_it_stand_by_itself() {
    rules! {
        ruleset Small;
        fact Cause;
        #[unique] fact Effect;
        rule r { when { Cause; } then { insert logical Effect; insert Effect; } }
    }
    let mut session = Small::new();
    let cause = session.insert(Cause);
    assert_eq!(session.run().count, 1);
    session.retract(cause).unwrap();
    assert_eq!(session.len::<Effect>(), 1);
}

#[test]
fn a_fact_supported_by_five_rules_falls_with_the_last_of_them() {
    rules! {
        #[allow(rules::duplicate_rule)]
        ruleset Small;
        fact Reason(u8);
        #[unique] fact Conclusion;
        rule one { when { Reason(1); } then { insert logical Conclusion; } }
        rule two { when { Reason(2); } then { insert logical Conclusion; } }
        rule three { when { Reason(3); } then { insert logical Conclusion; } }
        rule four { when { Reason(4); } then { insert logical Conclusion; } }
        rule five { when { Reason(5); } then { insert logical Conclusion; } }
    }
    let mut session = Small::new();
    let reasons: Vec<_> = (1..=5).map(|n| session.insert(Reason(n))).collect();
    assert_eq!(session.run().count, 5);
    let conclusion = session.handles::<Conclusion>().next().unwrap();
    for reason in [2, 0, 4, 1] {
        session.retract(reasons[reason]).unwrap();
        assert!(session.contains(conclusion));
    }
    session.retract(reasons[3]).unwrap();
    assert!(!session.contains(conclusion));
}

#[test]
fn equal_facts_that_are_not_unique_have_one_support_each() {
    rules! {
        ruleset Small;
        fact Cause(u8);
        fact Effect;
        rule r { when { Cause(_); } then { insert logical Effect; } }
    }
    let mut session = Small::new();
    let first = session.insert(Cause(1));
    session.insert(Cause(2));
    assert_eq!(session.run().count, 2);
    assert_eq!(session.len::<Effect>(), 2);
    session.retract(first).unwrap();
    assert_eq!(session.len::<Effect>(), 1);
}

#[test]
fn a_retract_removes_a_supported_fact_and_nothing_derives_it_anew() {
    let mut session = Chain::new();
    session.insert(A(1));
    assert_eq!(session.run().count, 3);
    let b = session.handles::<B>().next().unwrap();
    session.retract(b).unwrap();
    assert_eq!(lengths(&session), [1, 0, 0, 0]);
    assert_eq!(session.run().count, 0);
}

#[test]
fn a_modified_fact_keeps_its_supports() {
    rules! {
        ruleset Small;
        fact Cause;
        fact Effect { strength: u8 }
        rule derive { when { Cause; } then { insert logical Effect { strength: 1 }; } }
    }
    let mut session = Small::new();
    let cause = session.insert(Cause);
    assert_eq!(session.run().count, 1);
    let effect = session.handles::<Effect>().next().unwrap();
    session
        .update(effect, |effect| effect.strength = 9)
        .unwrap();
    assert_eq!(session.get(effect).unwrap().strength, 9);
    session.retract(cause).unwrap();
    assert!(!session.contains(effect));
}

#[test]
fn the_supports_of_a_fact_that_becomes_equal_to_another_pass_to_it() {
    rules! {
        ruleset Small;
        fact Cause(u8);
        #[unique] fact Effect(u8);
        rule derive { when { Cause(n); } then { insert logical Effect(n); } }
    }
    let mut session = Small::new();
    let causes = [1, 2].map(|n| session.insert(Cause(n)));
    assert_eq!(session.run().count, 2);
    let find = |session: &Small, n| {
        let mut handles = session.handles::<Effect>();
        handles.find(|&effect| session.get(effect).unwrap().0 == n)
    };
    let first = find(&session, 1).unwrap();
    session.update(first, |effect| effect.0 = 2).unwrap();
    assert_eq!(session.len::<Effect>(), 1);
    session.retract(causes[0]).unwrap();
    assert!(session.contains(first));
    session.retract(causes[1]).unwrap();
    assert!(!session.contains(first));
}

#[test]
fn a_change_of_a_value_that_is_read_takes_back_what_was_derived_from_it() {
    rules! {
        ruleset Small;
        fact Order { total: u32, note: u32 }
        fact Discount(u32);
        rule grant { when { Order { total } if total > 100; } then { insert logical Discount(total / 10); } }
    }
    let mut session = Small::new();
    let order = session.insert(Order {
        total: 200,
        note: 0,
    });
    let discounts =
        |session: &Small| -> Vec<u32> { session.facts::<Discount>().map(|d| d.0).collect() };
    assert_eq!(session.run().count, 1);
    assert_eq!(discounts(&session), [20]);
    session.update(order, |order| order.note = 1).unwrap();
    assert_eq!(discounts(&session), [20]);
    session.update(order, |order| order.total = 300).unwrap();
    assert!(discounts(&session).is_empty());
    assert_eq!(session.run().count, 1);
    assert_eq!(discounts(&session), [30]);
    session.update(order, |order| order.total = 50).unwrap();
    assert!(discounts(&session).is_empty());
}

#[test]
fn a_fact_derived_by_a_match_that_its_own_firing_ends_is_not_seen() {
    rules! {
        #[allow(rules::unseen_logical)]
        ruleset Small;
        fact Cause;
        fact Effect;
        rule derive { when { cause @ Cause; } then { insert logical Effect; retract cause; } }
        rule seen { when { Effect; } then {} }
    }
    let mut session = Small::new();
    session.insert(Cause);
    let fired = session.run();
    assert_eq!((fired.count, fired.stop), (1, Stop::Rest));
    assert_eq!(session.len::<Effect>(), 0);
}

#[test]
fn what_falls_in_a_change_frees_a_not_in_the_same_change() {
    rules! {
        ruleset Small;
        fact Rain;
        #[unique] fact Wet;
        global log: Vec<&'static str>;
        rule wet { when { Rain; } then { insert logical Wet; log.push("wet"); } }
        rule dry { when { not Wet; } then { log.push("dry"); } }
    }
    let mut session = Small::new(vec![]);
    assert_eq!(session.run().count, 1);
    let rain = session.insert(Rain);
    assert_eq!(session.run().count, 1);
    session.retract(rain).unwrap();
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, ["dry", "wet", "dry"]);
}
