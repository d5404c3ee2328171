//! Rows are state: what goes back, is copied and saved with them, and what a panic leaves.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rules_runtime::{Stop, rules};
use serde::{Deserialize, Serialize};

rules! {
    /// Sessions that can go back.
    #[backtrack]
    ruleset Back;

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    fact Item { id: u32, weight: u32 }
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    fact Cost(u32, u32);
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    fact Ended(u32, u32);
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    fact Once(u32);
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    fact Try(u32);
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    fact Tag(u32, String);

    #[reload]
    table cost(weight: u32) -> u32 from "sheets/costs.csv" { | weight || cost | }

    #[reload]
    #[hit(collect)]
    table labels(weight: u32) -> String from "sheets/labels.csv" { | weight || label | }

    rule price {
        when { Item { id, weight }; cost = cost(weight); }
        then { insert logical Cost(id, cost); }
        undo { insert Ended(id, cost); }
    }

    #[once]
    rule tag {
        when { Item { id, weight }; label in labels(weight); }
        then { insert Tag(id, label); }
    }

    #[on_change(cost)]
    rule changed {
        when { Item { id, weight }; cost = cost(weight); }
        then { insert Once(id * 100 + cost); }
    }

    #[salience(-1)]
    #[allow(rules::cross_product)]
    rule choose_one {
        when { Try(n); Item { weight }; c = cost(weight); }
        then { choose x in [c, c + 1]; if x == n { fail; } }
    }
}

fn item(id: u32, weight: u32) -> Item {
    Item { id, weight }
}

fn costs(session: &Back) -> Vec<(u32, u32)> {
    session
        .facts::<Cost>()
        .map(|cost| (cost.0, cost.1))
        .collect()
}

const CHEAP: &str = "weight,cost\nelse,1\n";

#[test]
fn a_rollback_brings_rows_back_and_what_followed_from_them() {
    let mut session = Back::new();
    session.insert_all([item(1, 5), item(2, 50)]);
    session.run();
    let before = (costs(&session), format!("{session:?}"));
    let checkpoint = session.checkpoint();
    session.load_cost("weight,cost\n< 10,3\n>= 10,4\n").unwrap();
    session.run();
    assert_ne!(costs(&session), before.0);
    let inner = session.checkpoint();
    session.load_cost(CHEAP).unwrap();
    session.run();
    assert_eq!(session.cost(50), 1);
    session.rollback(inner).unwrap();
    assert_eq!(session.cost(50), 4);
    session.rollback(checkpoint).unwrap();
    assert_eq!(session.cost(50), 7);
    assert_eq!((costs(&session), format!("{session:?}")), before);
    assert_eq!(session.run().count, 0);
}

#[test]
fn what_is_loaded_at_a_solution_goes_with_it() {
    let mut session = Back::new();
    session.insert(item(1, 5));
    session.insert(Try(999));
    assert!(session.next_solution());
    session.load_cost(CHEAP).unwrap();
    assert_eq!(session.cost(5), 1);
    assert!(session.next_solution());
    assert_eq!(session.cost(5), 3);
}

#[test]
fn an_alternative_that_fails_leaves_rows_loaded_before_it_and_one_before_them_takes_them_along() {
    let mut session = Back::new();
    session.insert(item(1, 5));
    session.insert(Try(2));
    session.load_cost(CHEAP).unwrap();
    // One or two is tried: one is taken.
    assert!(session.next_solution());
    session.load_cost("weight,cost\nelse,2\n").unwrap();
    // Now two or three: two fails, over the rows that have just been loaded, and three is taken.
    assert_eq!(session.run().stop, Stop::Rest);
    assert_eq!((session.cost(5), costs(&session)), (2, vec![(1, 2)]));
    // Nothing is left there, and the other alternative, before the load, fails.
    assert!(!session.next_solution());
    assert_eq!(session.cost(5), 1);
}

#[test]
fn a_copy_has_rows_of_its_own() {
    let mut session = Back::new();
    session.insert(item(1, 5));
    session.run();
    let mut copy = session.clone();
    session.load_cost(CHEAP).unwrap();
    session.run();
    assert_eq!((session.cost(5), copy.cost(5)), (1, 3));
    assert_eq!(copy.run().count, 0);
    copy.load_cost("weight,cost\nelse,8\n").unwrap();
    copy.run();
    assert_eq!(
        (costs(&session), costs(&copy)),
        (vec![(1, 1)], vec![(1, 8)])
    );
}

#[test]
fn a_saved_session_has_its_rows() {
    let mut session = Back::new();
    session.insert_all([item(1, 5), item(2, 50)]);
    session.run();
    session.load_cost("weight,cost\n< 10,3\n>= 10,4\n").unwrap();
    session.run();
    let saved = serde_json::to_string(&session).unwrap();
    let mut restored: Back = serde_json::from_str(&saved).unwrap();
    assert_eq!(costs(&restored), costs(&session));
    assert_eq!(restored.cost(50), 4);
    assert_eq!(restored.run().count, 0);
    for session in [&mut session, &mut restored] {
        session.load_cost("weight,cost\n< 10,3\n>= 10,5\n").unwrap();
        session.run();
    }
    assert_eq!(costs(&restored), costs(&session));
    let ended = |session: &Back| session.facts::<Ended>().cloned().collect::<Vec<_>>();
    assert_eq!(ended(&restored), [Ended(2, 7), Ended(2, 4)]);
    assert_eq!(ended(&restored), ended(&session));
    assert!(serde_json::from_str::<Back>(&saved.replace(">= 10,4", "> 10,4")).is_err());
}

#[test]
fn attributes_of_rules_see_rows_that_stay_as_the_same() {
    let mut session = Back::new();
    session.insert(item(1, 11));
    session.run();
    let tags = |session: &Back| {
        session
            .facts::<Tag>()
            .map(|tag| tag.1.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(tags(&session), ["heavy", "any"]);
    session
        .load_labels("weight,label\n-,new\n-,any\n> 10,heavy\n")
        .unwrap();
    session.run();
    assert_eq!(tags(&session), ["heavy", "any", "new"]);
    // Gone and come back, a row has fired already.
    session.load_labels("weight,label\n-,new\n").unwrap();
    session.load_labels("weight,label\n-,new\n-,any\n").unwrap();
    session.run();
    assert_eq!(tags(&session), ["heavy", "any", "new"]);
    // Another row with the same answer is another match, but no change of what is watched.
    let fired = session.len::<Once>();
    session
        .load_cost("weight,cost\n< 10,3\n>= 11,7\n10,1\n")
        .unwrap();
    session.run();
    assert_eq!(session.len::<Once>(), fired);
    session.load_cost(CHEAP).unwrap();
    session.run();
    assert_eq!(session.len::<Once>(), fired + 1);
}

rules! {
    ruleset Panics;

    fact Load { weight: u32 }
    fact Seen(u32);

    #[reload]
    table cost(weight: u32) -> u32 from "sheets/costs.csv" { | weight || cost | }

    rule divide {
        when { Load { weight }; cost = cost(weight); if weight / cost < 100; }
        then { insert Seen(cost); }
    }
}

#[test]
fn rows_over_which_a_condition_panics_poison_a_session_and_the_next_load_says_so() {
    let mut session = Panics::new();
    session.insert(Load { weight: 5 });
    session.run();
    let load = catch_unwind(AssertUnwindSafe(|| {
        session.load_cost("weight,cost\nelse,0\n")
    }));
    assert!(load.is_err());
    let refused = session.load_cost(CHEAP).unwrap_err();
    assert_eq!(refused.mistakes.len(), 1);
    assert!(
        refused.to_string().contains("this session is poisoned"),
        "{refused}"
    );
}

rules! {
    #[backtrack]
    ruleset Recovers;


    #[reload]
    table cost(weight: u32) -> u32 from "sheets/costs.csv" { | weight || cost | }

    rule divide {
        when { Load { weight }; cost = cost(weight); if weight / cost < 100; }
        then { insert Seen(cost); }
    }
}

#[test]
fn a_session_that_can_go_back_has_the_rows_from_before_the_panic() {
    let mut session = Recovers::new();
    session.insert(Load { weight: 5 });
    session.run();
    let load = catch_unwind(AssertUnwindSafe(|| {
        session.load_cost("weight,cost\nelse,0\n")
    }));
    assert!(load.is_err());
    assert_eq!(session.cost(5), 3);
    session.load_cost(CHEAP).unwrap();
    session.run();
    assert_eq!(
        session
            .facts::<Seen>()
            .map(|seen| seen.0)
            .collect::<Vec<_>>(),
        [3, 1]
    );
}

#[test]
fn tables_of_one_name_in_two_rulesets_have_nothing_to_do_with_each_other() {
    let (mut one, two) = (Panics::new(), Recovers::new());
    one.load_cost(CHEAP).unwrap();
    assert_eq!((one.cost(5), two.cost(5)), (1, 3));
}
