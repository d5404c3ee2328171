//! Rules that feed each other: facts that go as they are used, and more salient rules that take up what
//! another inserts.

use rules_runtime::rules;

#[test]
fn a_rule_that_retracts_its_own_fact_fires_once_for_each() {
    rules! {
        ruleset Small;
        fact Message(u32);
        global log: Vec<u32>;
        rule read { when { message @ Message(n); } then { log.push(n); retract message; } }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([1, 2, 3].map(Message));
    assert_eq!(session.run().count, 3);
    assert_eq!(session.globals().log, [3, 2, 1]);
    assert_eq!(session.len::<Message>(), 0);
    session.insert(Message(4));
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_rule_that_retracts_one_of_two_facts_of_a_pair_leaves_no_match_of_it() {
    rules! {
        #[allow(rules::cross_product)]
        ruleset Small;
        fact Left(u32);
        fact Right(u32);
        global log: Vec<(u32, u32)>;
        rule pair { when { l @ Left(a); r @ Right(b); } then { log.push((a, b)); retract l; retract r; } }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([1, 2, 3].map(Left));
    session.insert_all([10, 20].map(Right));
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, [(3, 20), (2, 10)]);
    assert_eq!((session.len::<Left>(), session.len::<Right>()), (1, 0));
}

#[test]
fn what_a_rule_inserts_and_a_more_salient_one_takes_up_alternates_strictly() {
    rules! {
        ruleset Small;
        fact Raw(u32);
        fact Part(u32);
        global log: Vec<String>;
        rule make { when { raw @ Raw(n); } then { log.push(format!("make {n}")); retract raw; insert Part(n); } }
        #[salience(1)]
        rule use_up { when { part @ Part(n); } then { log.push(format!("use {n}")); retract part; } }
    }
    let mut session = Small::new(vec![]);
    session.insert_all((1..=3).map(Raw));
    assert_eq!(session.run().count, 6);
    assert_eq!(
        session.globals().log,
        ["make 3", "use 3", "make 2", "use 2", "make 1", "use 1"]
    );
}

#[test]
fn two_rules_that_modify_one_fact_in_turn_alternate() {
    rules! {
        ruleset Small;
        fact Ball { side: bool, hits: u32 }
        global log: Vec<&'static str>;
        rule ping {
            when { ball @ Ball { side: false, hits } if hits < 6; }
            then { log.push("ping"); modify ball { ball.side = true; ball.hits += 1; } }
        }
        rule pong {
            when { ball @ Ball { side: true, hits } if hits < 6; }
            then { log.push("pong"); modify ball { ball.side = false; ball.hits += 1; } }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert(Ball {
        side: false,
        hits: 0,
    });
    assert_eq!(session.run().count, 6);
    assert_eq!(
        session.globals().log,
        ["ping", "pong", "ping", "pong", "ping", "pong"]
    );
}
