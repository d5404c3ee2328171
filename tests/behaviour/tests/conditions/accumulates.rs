//! `count` and `collect`.

use rules_runtime::rules;

#[test]
fn count_of_nothing_is_zero_and_matches() {
    rules! {
        ruleset Small;
        fact A;
        global log: Vec<usize>;
        rule r { when { n = count(A); } then { log.push(n); } }
    }
    let mut session = Small::new(vec![]);
    assert_eq!(session.run().count, 1);
    session.insert_all([A, A]);
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [0, 2]);
}

#[test]
fn a_count_that_comes_out_equal_reactivates_nothing() {
    rules! {
        ruleset Small;
        fact A { value: u8 }
        rule r { when { n = count(A { value: > 3 }); if n < 9; } then {} }
    }
    let mut session = Small::new();
    let a = session.insert(A { value: 4 });
    assert_eq!(session.run().count, 1);
    session.update(a, |a| a.value = 5).unwrap();
    session.insert(A { value: 1 });
    assert_eq!(session.run().count, 0);
}

#[test]
fn a_guard_after_a_count_tests_it() {
    rules! {
        ruleset Small;
        fact Hand { player: u8 }
        fact Card { player: u8 }
        global log: Vec<(u8, usize)>;
        rule too_many {
            when { Hand { player }; n = count(Card { player }) if n > 2; }
            then { log.push((player, n)); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([1, 2].map(|player| Hand { player }));
    session.insert_all([1, 2, 1, 2, 1].map(|player| Card { player }));
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [(1, 3)]);
}

#[test]
fn a_count_ranges_over_a_block() {
    rules! {
        ruleset Small;
        fact Team(u8);
        fact Member { team: u8, id: u32 }
        fact Online(u32);
        global log: Vec<(u8, usize)>;
        rule r {
            when { Team(t); n = count({ Member { team: t, id }; Online(id); }); }
            then { log.push((t, n)); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([10, 11, 12].map(|id| Member { team: 1, id }));
    session.insert_all([10, 12].map(Online));
    session.insert_all([Team(1), Team(2)]);
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, [(2, 0), (1, 2)]);
}

#[test]
fn a_count_may_be_joined_with_a_field() {
    rules! {
        ruleset Small;
        fact Item;
        fact Limit { most: usize }
        rule full { when { n = count(Item); Limit { most: == n }; } then {} }
    }
    let mut session = Small::new();
    session.insert_all([Limit { most: 2 }, Limit { most: 3 }]);
    session.insert_all([Item, Item]);
    assert_eq!(session.run().count, 1);
}

#[test]
fn collect_gathers_facts_in_insertion_order() {
    rules! {
        ruleset Small;
        fact Go;
        fact A { value: u8 }
        global log: Vec<Vec<u8>>;
        rule r {
            when { Go; all = collect(a @ A { value: > 1 }); }
            then { log.push(all.iter().map(|a| a.value).collect()); }
        }
    }
    let mut session = Small::new(vec![]);
    let handles = session.insert_all([5, 1, 3, 4].map(|value| A { value }));
    session.retract(handles[0]).unwrap();
    session.insert(A { value: 9 });
    session.insert(Go);
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [vec![3, 4, 9]]);
}

#[test]
fn collect_of_nothing_is_empty_and_matches() {
    rules! {
        ruleset Small;
        fact A;
        rule r { when { all = collect(a @ A); if all.is_empty(); } then {} }
    }
    let mut session = Small::new();
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_collection_has_length_first_and_indexing() {
    rules! {
        ruleset Small;
        fact Go;
        fact A(u8);
        global log: Vec<u8>;
        rule r {
            when { Go; all = collect(a @ A); }
            then {
                assert_eq!(all.len(), 2);
                assert!(!all.is_empty());
                log.push(all[1].0);
                if let Some(first) = all.first() { log.push(first.0); }
            }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([A(1), A(2)]);
    session.insert(Go);
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [2, 1]);
}

#[test]
fn a_collection_changes_with_a_field_that_its_condition_names() {
    rules! {
        ruleset Small;
        fact A { named: u8, other: u8 }
        rule r { when { all = collect(a @ A { named: > 0 }); if all.len() == 1; } then {} }
    }
    let mut session = Small::new();
    let a = session.insert(A { named: 1, other: 1 });
    assert_eq!(session.run().count, 1);
    session.update(a, |a| a.other = 2).unwrap();
    assert_eq!(session.run().count, 0);
    session.update(a, |a| a.named = 2).unwrap();
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_collection_used_in_a_condition_other_than_by_its_length_reads_its_members() {
    rules! {
        ruleset Small;
        fact A { other: u8 }
        rule r {
            when { all = collect(a @ A); if all.iter().any(|a| a.other > 0); }
            then {}
        }
    }
    let mut session = Small::new();
    let a = session.insert(A { other: 0 });
    assert_eq!(session.run().count, 0);
    session.update(a, |a| a.other = 1).unwrap();
    assert_eq!(session.run().count, 1);
    session.update(a, |a| a.other = 2).unwrap();
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_collection_that_loses_a_member_is_another() {
    rules! {
        ruleset Small;
        fact A(u8);
        global log: Vec<usize>;
        rule r { when { all = collect(a @ A); } then { log.push(all.len()); } }
    }
    let mut session = Small::new(vec![]);
    let handles = session.insert_all([A(1), A(2)]);
    assert_eq!(session.run().count, 1);
    session.retract(handles[1]).unwrap();
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [2, 1]);
}

#[test]
fn collect_ranges_over_a_block_and_gathers_the_facts_it_names() {
    rules! {
        ruleset Small;
        fact Team(u8);
        fact Member { team: u8, id: u32 }
        fact Online(u32);
        global log: Vec<Vec<u32>>;
        rule r {
            when { Team(t); on = collect({ m @ Member { team: t, id }; Online(id); }); }
            then { log.push(on.iter().map(|m| m.id).collect()); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([12, 10, 11].map(|id| Member { team: 1, id }));
    session.insert_all([10, 12].map(Online));
    session.insert(Team(1));
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [vec![12, 10]]);
}

#[test]
fn two_accumulates_stand_in_one_rule() {
    rules! {
        ruleset Small;
        fact Go;
        fact A(u8);
        fact B(u8);
        global log: Vec<(usize, usize)>;
        rule r {
            when { Go; a = count(A); bs = collect(b @ B(x) if x as usize > a); }
            then { log.push((a, bs.len())); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([A(0), A(0)]);
    session.insert_all([1, 2, 3, 4].map(B));
    session.insert(Go);
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [(2, 2)]);
}

#[test]
fn a_sum_of_what_if_let_binds_joins_a_later_fact() {
    rules! {
        ruleset Small;
        fact Entry(Option<u32>);
        fact Total(u32);
        rule r {
            when { total = sum(n for { e @ Entry(..); if let Some(n) = e.0; }); Total(total); }
            then {}
        }
    }
    let mut session = Small::new();
    session.insert_all([Some(2), None, Some(3)].map(Entry));
    session.insert_all([4, 5].map(Total));
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_greatest_of_results_follows_them_where_several_change_at_once() {
    rules! {
        ruleset Crews;
        fact Ship(u32);
        fact Sailor { ship: u32, age: u32 }
        fact Eldest(u32);

        rule eldest {
            when {
                eldest = max(youngest.age * 10 + ship for {
                    Ship(ship);
                    youngest = min_by(age for Sailor { ship: == 9, age });
                });
            }
            then { insert Eldest(eldest); }
        }
    }
    let mut session = Crews::new();
    session.insert_all((1..7).map(Ship));
    let eldest = |session: &mut Crews| {
        session.run();
        session.__verify();
        session.facts::<Eldest>().map(|eldest| eldest.0).last()
    };
    let old = session.insert(Sailor { ship: 9, age: 50 });
    assert_eq!(eldest(&mut session), Some(506));
    let young = session.insert(Sailor { ship: 9, age: 20 });
    assert_eq!(eldest(&mut session), Some(206));
    session.retract(young).unwrap();
    assert_eq!(eldest(&mut session), Some(506));
    // Now there is none of which one could be the greatest.
    session.retract(old).unwrap();
    session.__verify();
    assert_eq!(session.agenda().count(), 0);
    session.insert(Sailor { ship: 9, age: 30 });
    assert_eq!(eldest(&mut session), Some(306));
}
