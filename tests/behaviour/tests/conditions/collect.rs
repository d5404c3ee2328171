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

mod values_over_lists {
    //! What is computed of a list is computed of all of it, also of one whose owner goes.

    use rules_runtime::{Accumulator, rules};

    struct Total;

    impl Accumulator for Total {
        type Input<'a> = i32;
        type State = i32;
        type Output = i32;

        fn add(total: &mut i32, value: i32) {
            *total += value;
        }

        fn remove(total: &mut i32, value: i32) -> bool {
            *total -= value;
            true
        }

        fn output(total: &i32) -> Option<i32> {
            Some(*total)
        }
    }

    rules! {
        ruleset Baskets;
        fact Shop { id: u32 }
        fact Basket { id: u32, shop: u32 }
        fact Item { basket: u32, price: i32 }
        global log: Vec<(&'static str, i32)>;
        rule greatest {
            when { m = max(xs.iter().map(|x| x.price).sum::<i32>() for { Basket { id }; xs = collect(x @ Item { basket: id }); }); }
            then { log.push(("greatest", m)); }
        }
        rule dearest {
            when { m = max(item.price for { Basket { id }; xs = collect(x @ Item { basket: id }); for item in xs.iter(); }); }
            then { log.push(("dearest", m)); }
        }
        rule total {
            when { m = accumulate(Total, xs.iter().map(|x| x.price).sum::<i32>() for { Basket { id }; xs = collect(x @ Item { basket: id }); }); }
            then { log.push(("total", m)); }
        }
        rule greatest_of_shops {
            when {
                m = max(greatest for {
                    Shop { id: shop };
                    greatest = max(xs.iter().map(|x| x.price).sum::<i32>() for { Basket { id, shop }; xs = collect(x @ Item { basket: id }); });
                });
            }
            then { log.push(("of shops", m)); }
        }
    }

    fn of(session: &mut Baskets, rule: &str) -> Vec<i32> {
        session.run();
        let log = session.globals().log.iter();
        log.filter(|(of, _)| *of == rule)
            .map(|&(_, value)| value)
            .collect()
    }

    fn without_the_first_basket(first: [i32; 2], second: i32) -> Baskets {
        let mut session = Baskets::new(vec![]);
        session.insert_all([Shop { id: 1 }, Shop { id: 2 }]);
        let basket = session.insert(Basket { id: 1, shop: 1 });
        session.insert(Basket { id: 2, shop: 1 });
        session.insert_all(first.map(|price| Item { basket: 1, price }));
        session.insert(Item {
            basket: 2,
            price: second,
        });
        session.run();
        session.retract(basket).unwrap();
        session
    }

    #[test]
    fn the_greatest_is_another_when_its_list_ends() {
        let mut session = without_the_first_basket([3, 3], 3);
        assert_eq!(of(&mut session, "greatest"), [6, 3]);
    }

    #[test]
    fn an_element_of_a_list_that_ends_is_the_greatest_no_more() {
        let mut session = without_the_first_basket([3, 5], 4);
        assert_eq!(of(&mut session, "dearest"), [5, 4]);
    }

    #[test]
    fn what_a_list_added_is_taken_out_when_it_ends() {
        let mut session = without_the_first_basket([3, 3], 3);
        assert_eq!(of(&mut session, "total"), [9, 3]);
    }

    #[test]
    fn the_greatest_of_what_rests_on_lists_is_another_when_its_owner_ends() {
        let mut session = Baskets::new(vec![]);
        let shop = session.insert(Shop { id: 1 });
        session.insert(Shop { id: 2 });
        session.insert_all([Basket { id: 1, shop: 1 }, Basket { id: 2, shop: 2 }]);
        session.insert_all([(1, 3), (1, 3), (2, 3)].map(|(basket, price)| Item { basket, price }));
        session.run();
        session.retract(shop).unwrap();
        assert_eq!(of(&mut session, "of shops"), [6, 3]);
    }
}

mod lists_over_branches {
    //! A fact is the same whatever its members found before it.

    use rules_runtime::rules;

    rules! {
        ruleset Doors;
        fact Badge { door: u32 }
        fact Guest { door: u32 }
        fact Host { door: u32 }
        fact Door { id: u32, width: u32 }
        global log: Vec<(&'static str, Vec<u32>)>;
        rule list {
            when {
                open = collect({
                    either { Badge { door }; } or { Guest { door }; Host { door }; }
                    d @ Door { id: door };
                });
            }
            then { log.push(("list", open.iter().map(|d| d.id).collect())); }
        }
        rule widest {
            when {
                widest = max_by(d.width for {
                    either { Badge { door }; } or { Guest { door }; Host { door }; }
                    d @ Door { id: door };
                });
            }
            then { log.push(("widest", vec![widest.id])); }
        }
        rule named_first {
            when {
                open = collect({
                    d @ Door { id };
                    either { Badge { door: id }; } or { Guest { door: id }; Host { door: id }; }
                });
            }
            then { log.push(("named first", open.iter().map(|d| d.id).collect())); }
        }
    }

    fn of(session: &mut Doors, rule: &str) -> Vec<Vec<u32>> {
        session.run();
        let log = std::mem::take(&mut session.globals_mut().log).into_iter();
        log.filter(|(of, _)| *of == rule)
            .map(|(_, ids)| ids)
            .collect()
    }

    fn doors() -> Doors {
        let mut session = Doors::new(vec![]);
        session.insert_all([(5, 80), (7, 90), (8, 70)].map(|(id, width)| Door { id, width }));
        session.run();
        session.globals_mut().log.clear();
        session
    }

    #[test]
    fn the_facts_of_each_branch_are_collected() {
        let mut session = doors();
        session.insert_all([Guest { door: 7 }]);
        session.insert_all([Host { door: 7 }]);
        assert_eq!(of(&mut session, "list"), [[7]]);
        session.insert(Badge { door: 8 });
        assert_eq!(of(&mut session, "list"), [[7, 8]]);
    }

    #[test]
    fn the_best_fact_may_come_by_each_branch() {
        let mut session = doors();
        session.insert(Badge { door: 8 });
        assert_eq!(of(&mut session, "widest"), [[8]]);
        session.insert(Guest { door: 7 });
        session.insert(Host { door: 7 });
        assert_eq!(of(&mut session, "widest"), [[7]]);
        // The same one by the other branch, too.
        session.insert(Badge { door: 7 });
        assert!(of(&mut session, "widest").is_empty());
    }

    #[test]
    fn a_fact_may_stand_before_the_branches() {
        let mut session = doors();
        session.insert(Guest { door: 7 });
        session.insert(Host { door: 7 });
        assert_eq!(of(&mut session, "named first"), [[7]]);
        session.insert(Badge { door: 5 });
        assert_eq!(of(&mut session, "named first"), [[5, 7]]);
    }
}

mod lists_over_several_conditions {
    //! A list is the same while its facts are, whatever else its conditions find.

    use rules_runtime::{Handle, rules};

    rules! {
        ruleset Shifts;
        fact Worker { id: u32, team: u32, name: &'static str, rate: u32 }
        fact Task { of: u32 }
        global log: Vec<(&'static str, Vec<&'static str>)>;
        rule list {
            when { busy = collect({ w @ Worker { id, rate: > 5 }; n = count(Task { of: id }) if n > 0; }); }
            then { log.push(("busy", busy.iter().map(|w| w.name).collect())); }
        }
        rule list_of_tasks {
            when { busy = collect({ w @ Worker { id }; Task { of: id }; }); }
            then { log.push(("tasks", busy.iter().map(|w| w.name).collect())); }
        }
        rule teams {
            when { busy = collect({ w @ Worker { id, team }; n = count(Task { of: id }) if n > 0; }) by (team); }
            then { log.push(("team", busy.iter().map(|w| w.name).chain((team > 1).then_some("!")).collect())); }
        }
        rule by_branches {
            when {
                busy = collect({
                    either { Worker { id, team: 1 }; Task { of: id }; } or { Task { of: id }; }
                    w @ Worker { id };
                });
            }
            then { log.push(("branches", busy.iter().map(|w| w.name).collect())); }
        }
    }

    fn of(session: &mut Shifts, rule: &str) -> Vec<Vec<&'static str>> {
        session.run();
        let log = std::mem::take(&mut session.globals_mut().log).into_iter();
        log.filter(|(of, _)| *of == rule)
            .map(|(_, names)| names)
            .collect()
    }

    fn worker(id: u32, name: &'static str) -> Worker {
        Worker {
            id,
            team: id,
            name,
            rate: 10,
        }
    }

    fn two_workers() -> (Shifts, [Handle<Worker>; 2]) {
        let mut session = Shifts::new(vec![]);
        let workers = [worker(1, "Ann"), worker(2, "Bob")].map(|worker| session.insert(worker));
        session.insert(Task { of: 1 });
        session.run();
        session.globals_mut().log.clear();
        (session, workers)
    }

    #[test]
    fn another_count_beside_a_fact_leaves_the_list_the_same() {
        let (mut session, _) = two_workers();
        session.insert(Task { of: 1 });
        assert!(of(&mut session, "busy").is_empty());
        session.insert(Task { of: 2 });
        assert_eq!(of(&mut session, "busy"), [["Ann", "Bob"]]);
        session.insert(Task { of: 2 });
        assert!(of(&mut session, "busy").is_empty());
    }

    #[test]
    fn a_field_that_the_conditions_name_makes_another_list() {
        let (mut session, [ann, _]) = two_workers();
        session.update(ann, |ann| ann.rate = 12).unwrap();
        assert_eq!(of(&mut session, "busy"), [["Ann"]]);
    }

    #[test]
    fn a_field_that_they_do_not_name_leaves_it_the_same() {
        let (mut session, [ann, _]) = two_workers();
        session
            .transaction(|change| {
                change.insert(Task { of: 1 });
                change.update(ann, |ann| ann.name = "Anna")
            })
            .unwrap();
        assert!(of(&mut session, "busy").is_empty());
    }

    #[test]
    fn a_fact_that_takes_the_place_of_an_equal_one_makes_another_list() {
        let (mut session, [ann, _]) = two_workers();
        session
            .transaction(|change| {
                change.retract(ann)?;
                change.insert(worker(1, "Ann"));
                Ok::<_, rules_runtime::HandleError>(())
            })
            .unwrap();
        assert_eq!(of(&mut session, "busy"), [["Ann"]]);
    }

    #[test]
    fn a_fact_that_is_in_it_once_more_makes_another_list() {
        let (mut session, _) = two_workers();
        let task = session.insert(Task { of: 1 });
        assert_eq!(of(&mut session, "tasks"), [["Ann", "Ann"]]);
        session
            .transaction(|change| {
                change.retract(task)?;
                change.insert(Task { of: 1 });
                Ok::<_, rules_runtime::HandleError>(())
            })
            .unwrap();
        assert!(of(&mut session, "tasks").is_empty());
        session
            .transaction(|change| {
                change.insert(Task { of: 2 });
                Ok::<_, rules_runtime::HandleError>(())
            })
            .unwrap();
        assert_eq!(of(&mut session, "tasks"), [["Ann", "Ann", "Bob"]]);
    }

    #[test]
    fn each_key_has_its_own_list() {
        let (mut session, [ann, _]) = two_workers();
        session.insert(Task { of: 2 });
        assert_eq!(of(&mut session, "team"), [["Bob", "!"]]);
        session.insert(Task { of: 1 });
        assert!(of(&mut session, "team").is_empty());
        session
            .transaction(|change| {
                change.insert(Task { of: 2 });
                change.update(ann, |ann| ann.team = 2)?;
                Ok::<_, rules_runtime::HandleError>(())
            })
            .unwrap();
        assert_eq!(of(&mut session, "team"), [["Ann", "Bob", "!"]]);
    }

    #[test]
    fn a_fact_may_come_by_another_branch() {
        let (mut session, [ann, _]) = two_workers();
        session.insert(Task { of: 2 });
        assert_eq!(of(&mut session, "branches"), [["Ann", "Ann", "Bob"]]);
        session.update(ann, |ann| ann.team = 3).unwrap();
        assert_eq!(of(&mut session, "branches"), [["Ann", "Bob"]]);
    }
}
