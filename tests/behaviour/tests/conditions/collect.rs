//! `collect` joined to a fact: one list for each owner, a new match when the list is another.

use rules_runtime::rules;

rules! {
    ruleset Clubs;
    fact Club(u32);
    fact Member { club: u32, name: &'static str, age: u32 }
    global log: Vec<(u32, Vec<&'static str>)>;
    rule list {
        when { Club(club); members = collect(m @ Member { club }); }
        then { log.push((club, members.iter().map(|m| m.name).collect())); }
    }
}

fn member(club: u32, name: &'static str) -> Member {
    Member {
        club,
        name,
        age: 30,
    }
}

fn lists(session: &mut Clubs) -> Vec<(u32, Vec<&'static str>)> {
    session.run();
    std::mem::take(&mut session.globals_mut().log)
}

#[test]
fn an_empty_list_matches() {
    let mut session = Clubs::new(vec![]);
    session.insert_all([Club(1), Club(2)]);
    session.insert(member(1, "Ann"));
    assert_eq!(lists(&mut session), [(1, vec!["Ann"]), (2, vec![])]);
}

#[test]
fn a_third_member_fires_again_with_three() {
    let mut session = Clubs::new(vec![]);
    session.insert(Club(1));
    session.insert_all([member(1, "Ann"), member(1, "Bob")]);
    assert_eq!(lists(&mut session), [(1, vec!["Ann", "Bob"])]);
    session.insert(member(1, "Cid"));
    assert_eq!(lists(&mut session), [(1, vec!["Ann", "Bob", "Cid"])]);
}

#[test]
fn a_member_removed_before_the_firing_is_not_in_the_list() {
    let mut session = Clubs::new(vec![]);
    session.insert(Club(1));
    let members = session.insert_all([member(1, "Ann"), member(1, "Bob"), member(1, "Cid")]);
    session.retract(members[1]).unwrap();
    assert_eq!(lists(&mut session), [(1, vec!["Ann", "Cid"])]);
}

#[test]
fn members_come_and_go_between_firings() {
    let mut session = Clubs::new(vec![]);
    session.insert(Club(1));
    let ann = session.insert(member(1, "Ann"));
    lists(&mut session);
    session.insert(member(1, "Bob"));
    session.retract(ann).unwrap();
    assert_eq!(lists(&mut session), [(1, vec!["Bob"])]);
}

#[test]
fn nothing_fires_for_an_owner_that_is_gone() {
    let mut session = Clubs::new(vec![]);
    let club = session.insert(Club(1));
    session.insert(member(1, "Ann"));
    session.retract(club).unwrap();
    assert!(lists(&mut session).is_empty());
    session.insert(member(1, "Bob"));
    assert!(lists(&mut session).is_empty());
}

#[test]
fn a_member_that_changes_clubs_changes_both_lists() {
    let mut session = Clubs::new(vec![]);
    session.insert_all([Club(1), Club(2), Club(3)]);
    let ann = session.insert(member(1, "Ann"));
    lists(&mut session);
    session.update(ann, |ann| ann.club = 2).unwrap();
    assert_eq!(lists(&mut session), [(2, vec!["Ann"]), (1, vec![])]);
}

#[test]
fn a_field_that_the_condition_does_not_name_leaves_the_list_the_same() {
    let mut session = Clubs::new(vec![]);
    session.insert(Club(1));
    let ann = session.insert(member(1, "Ann"));
    lists(&mut session);
    session.update(ann, |ann| ann.age = 31).unwrap();
    assert!(lists(&mut session).is_empty());
}

#[test]
fn a_member_retracted_and_inserted_again_in_one_change_makes_another_list() {
    let mut session = Clubs::new(vec![]);
    session.insert(Club(1));
    let ann = session.insert(member(1, "Ann"));
    session.insert(member(1, "Bob"));
    lists(&mut session);
    session
        .transaction(|tx| {
            let ann = tx.retract(ann)?;
            tx.insert(ann);
            Ok::<_, rules_runtime::HandleError>(())
        })
        .unwrap();
    assert_eq!(lists(&mut session), [(1, vec!["Bob", "Ann"])]);
}
