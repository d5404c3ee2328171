//! `unique`: one match while there is exactly one match of what stands in it, whichever that is.

use rules_runtime::{GraphNode, NodeRole, rules};

rules! {
    #[allow(rules::cross_product)]
    ruleset Keys;
    fact Door(u32);
    fact Key { door: u32, bent: bool }
    fact Owner { door: u32 }
    global log: Vec<String>;

    /// Over one pattern.
    rule one_key {
        when { Door(door); unique Key { door, bent: false }; }
        then { log.push(format!("one key to {door}")); }
    }
    /// Over several.
    rule one_pair {
        when { Door(door); unique { Key { door, bent: true }; Owner { door }; } }
        then { log.push(format!("one pair for {door}")); }
    }
    /// In a negation.
    rule no_single_key {
        when { Door(door); not { unique Key { door, bent: false }; } }
        then { log.push(format!("not one key to {door}")); }
    }
    /// Of branches each counts by itself.
    rule one_way {
        when { Door(door); unique { either { Key { door, bent: false }; } or { Owner { door }; } } }
        then { log.push(format!("one way through {door}")); }
    }
    /// A name like any other, where no condition follows.
    query opens(door: u32) -> usize {
        when { unique = count(Key { door }); unique Key { door, bent: false }; }
        select unique
    }
    query has_one_key(door: u32) { when { unique Key { door }; } }
}

fn key(door: u32) -> Key {
    Key { door, bent: false }
}

fn bent(door: u32) -> Key {
    Key { door, bent: true }
}

/// What the rules say when they have come to rest.
fn said(session: &mut Keys) -> Vec<String> {
    session.run();
    let mut said = std::mem::take(&mut session.globals_mut().log);
    said.sort();
    said
}

#[test]
fn none_is_not_one_and_two_are_not_either() {
    let mut session = Keys::new(vec![]);
    session.insert(Door(1));
    assert_eq!(said(&mut session), ["not one key to 1"]);
    session.insert(key(1));
    assert_eq!(said(&mut session), ["one key to 1", "one way through 1"]);
    session.insert(key(1));
    assert_eq!(said(&mut session), ["not one key to 1"]);
}

#[test]
fn two_that_become_one_match_anew() {
    let mut session = Keys::new(vec![]);
    session.insert(Door(1));
    let keys = session.insert_all([key(1), key(1)]);
    assert_eq!(said(&mut session), ["not one key to 1"]);
    session.update(keys[0], |key| key.door = 2).unwrap();
    assert_eq!(said(&mut session), ["one key to 1", "one way through 1"]);
}

#[test]
fn one_in_the_place_of_another_is_the_same_match() {
    let mut session = Keys::new(vec![]);
    session.insert(Door(1));
    let first = session.insert(key(1));
    assert_eq!(said(&mut session).len(), 2);
    session
        .transaction(|tx| {
            tx.retract(first)?;
            tx.insert(key(1));
            Ok::<_, rules_runtime::HandleError>(())
        })
        .unwrap();
    assert_eq!(said(&mut session), [""; 0]);
}

#[test]
fn a_second_takes_a_pending_match_off_the_agenda() {
    let mut session = Keys::new(vec![]);
    session.insert_all([Door(1)]);
    session.insert(key(1));
    assert_eq!(session.agenda().count(), 2);
    session.insert(key(1));
    assert_eq!(said(&mut session), ["not one key to 1"]);
}

#[test]
fn of_several_conditions_their_matches_are_counted() {
    let mut session = Keys::new(vec![]);
    session.insert(Door(1));
    session.insert_all([bent(1), bent(1)]);
    said(&mut session);
    let owner = session.insert(Owner { door: 1 });
    assert_eq!(said(&mut session), ["one way through 1"]);
    let key = session.handles::<Key>().next().unwrap();
    session.retract(key).unwrap();
    assert_eq!(said(&mut session), ["one pair for 1"]);
    session.retract(owner).unwrap();
    session.insert(Owner { door: 1 });
    assert_eq!(said(&mut session), ["one pair for 1", "one way through 1"]);
}

#[test]
fn each_branch_that_holds_is_a_match_of_its_own() {
    let mut session = Keys::new(vec![]);
    session.insert(Door(1));
    session.insert(key(1));
    session.insert(Owner { door: 1 });
    assert_eq!(said(&mut session), ["one key to 1"]);
}

#[test]
fn queries_ask_for_exactly_one() {
    let mut session = Keys::new(vec![]);
    assert!(!session.has_one_key(1));
    session.insert(key(1));
    assert!(session.has_one_key(1));
    assert_eq!(session.opens(1).collect::<Vec<_>>(), [1]);
    session.insert(bent(1));
    assert!(!session.has_one_key(1));
    assert_eq!(session.opens(1).collect::<Vec<_>>(), [2]);
    session.insert(key(1));
    assert_eq!(session.opens(1).count(), 0);
}

#[test]
fn explain_counts_what_is_found_and_marks_the_condition() {
    let mut session = Keys::new(vec![]);
    session.insert(Door(1));
    session.insert_all([key(1), key(1), bent(1)]);
    let explained = session.explain(KeysRule::OneKey).to_string();
    let line = explained.lines().find(|line| line.contains("unique Key"));
    assert!(line.is_some(), "{explained}");
    assert!(!explained.contains("one key to"), "{explained}");
    assert_eq!(
        session
            .agenda()
            .filter(|a| a.rule() == KeysRule::OneKey)
            .count(),
        0
    );
}

#[test]
fn the_network_shows_it() {
    let nodes = Keys::network().nodes().iter();
    let unique = nodes.filter(|node| node.role() == NodeRole::Unique);
    let texts: Vec<&str> = unique.map(GraphNode::text).collect();
    assert_eq!(texts[0], "unique Key { door, bent: false }");
}

mod logical {
    use rules_runtime::rules;

    rules! {
        ruleset Votes;
        fact Vote { candidate: u32 }
        #[unique]
        fact Named(u32);
        rule named {
            when { Vote { candidate }; }
            then { insert logical Named(candidate); }
        }
        fact Elected(u32);
        rule elected {
            when { unique Named(_); Named(candidate); }
            then { insert logical Elected(candidate); }
        }
    }

    #[test]
    fn what_rests_on_it_falls_when_there_is_a_second() {
        let mut session = Votes::new();
        session.insert_all([Vote { candidate: 1 }, Vote { candidate: 1 }]);
        session.run();
        assert_eq!(session.facts::<Elected>().count(), 1);
        let other = session.insert(Vote { candidate: 2 });
        session.run();
        assert_eq!(session.facts::<Elected>().count(), 0);
        session.retract(other).unwrap();
        session.run();
        assert_eq!(session.facts::<Elected>().count(), 1);
    }
}
