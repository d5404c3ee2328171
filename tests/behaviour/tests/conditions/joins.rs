//! Which facts go together: repeated variables and equalities in guards, whatever the types.

use rules_runtime::rules;

#[test]
fn the_second_use_of_a_variable_is_a_join() {
    rules! {
        ruleset Small;
        fact Person { id: u32, boss: u32 }
        global log: Vec<(u32, u32)>;
        rule r {
            when { Person { id, boss }; Person { id: boss, boss: top }; }
            then { log.push((id, top)); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([
        Person { id: 1, boss: 2 },
        Person { id: 2, boss: 3 },
        Person { id: 3, boss: 9 },
    ]);
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, [(2, 9), (1, 3)]);
}

#[test]
fn a_variable_used_twice_in_one_pattern_is_an_equality() {
    rules! {
        ruleset Small;
        fact Edge(u32, u32);
        rule r { when { Edge(x, x); } then {} }
    }
    let mut session = Small::new();
    session.insert_all([Edge(1, 2), Edge(2, 2)]);
    assert_eq!(session.run().count, 1);
}

#[test]
fn one_fact_may_match_two_patterns_unless_handles_are_compared() {
    rules! {
        ruleset Small;
        fact A;
        global log: Vec<&'static str>;
        rule any { when { A; A; } then { log.push("any"); } }
        rule two { when { a @ A; b @ A if a.handle() != b.handle(); } then { log.push("two"); } }
    }
    let mut session = Small::new(vec![]);
    session.insert(A);
    assert_eq!(session.run().count, 1);
    session.insert(A);
    assert_eq!(session.run().count, 5);
    assert_eq!(
        session.globals().log,
        ["any", "any", "any", "any", "two", "two"]
    );
}

#[test]
fn an_equality_in_a_guard_is_a_join() {
    rules! {
        ruleset Small;
        fact Order { customer: String }
        fact Customer { name: String }
        rule r { when { Order { customer }; c @ Customer if c.name == *customer; } then {} }
    }
    let mut session = Small::new();
    session.insert(Order {
        customer: "Ann".to_owned(),
    });
    session.insert_all([
        Customer {
            name: "Ann".to_owned(),
        },
        Customer {
            name: "Bob".to_owned(),
        },
    ]);
    assert_eq!(session.run().count, 1);
}

#[test]
fn an_equality_of_computed_values_is_a_join() {
    rules! {
        ruleset Small;
        fact Number(i64);
        fact Half(i64);
        global log: Vec<(i64, i64)>;
        rule r { when { Number(n); Half(h) if h * 2 == n + 2; } then { log.push((n, h)); } }
    }
    let mut session = Small::new(vec![]);
    session.insert_all((0..10).map(Number));
    session.insert_all((0..4).map(Half));
    assert_eq!(session.run().count, 3);
    assert_eq!(session.globals().log, [(4, 3), (2, 2), (0, 1)]);
}

#[test]
fn a_comparison_with_an_earlier_variable_is_a_join() {
    rules! {
        ruleset Small;
        fact Low(i32);
        fact High { value: i32 }
        global log: Vec<(i32, i32)>;
        rule next { when { Low(low); High { value: v, value: == low + 1 }; } then { log.push((low, v)); } }
        rule above { when { Low(low); High { value: v, value: > low + 1 }; } then { log.push((low, v)); } }
    }
    let mut session = Small::new(vec![]);
    session.insert(Low(3));
    session.insert_all([High { value: 4 }, High { value: 5 }, High { value: 3 }]);
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, [(3, 4), (3, 5)]);
}

#[test]
fn floats_join_though_they_have_no_hash() {
    rules! {
        ruleset Small;
        fact Sample { value: f64 }
        fact Mark(f64);
        rule r { when { Sample { value }; Mark(value); } then {} }
    }
    let mut session = Small::new();
    session.insert_all([
        Sample { value: 0.0 },
        Sample { value: 1.5 },
        Sample { value: f64::NAN },
    ]);
    session.insert_all([Mark(-0.0), Mark(1.5), Mark(f64::NAN)]);
    assert_eq!(session.run().count, 2);
}

#[test]
fn a_string_joins_with_a_str() {
    rules! {
        ruleset Small;
        fact Owned { name: String }
        fact Borrowed(&'static str);
        rule r { when { Borrowed(name); o @ Owned if o.name == name; } then {} }
    }
    let mut session = Small::new();
    session.insert_all(["a", "b"].map(Borrowed));
    session.insert(Owned {
        name: "b".to_owned(),
    });
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_type_whose_equality_has_no_hash_joins() {
    #[derive(Debug, Clone, PartialEq)]
    struct Unhashed(f32, Vec<u8>);
    rules! {
        ruleset Small;
        fact A { key: Unhashed }
        fact B { key: Unhashed }
        rule r { when { A { key }; B { key }; } then {} }
    }
    let mut session = Small::new();
    session.insert(A {
        key: Unhashed(1.0, vec![2]),
    });
    session.insert(B {
        key: Unhashed(1.0, vec![2]),
    });
    session.insert(B {
        key: Unhashed(1.0, vec![3]),
    });
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_join_of_several_keys_needs_them_all() {
    rules! {
        ruleset Small;
        fact Cell { row: u8, column: u8 }
        fact Move { row: u8, column: u8, weight: f32 }
        fact Weight(f32);
        rule r {
            when { Cell { row, column }; Weight(weight); Move { row, column, weight }; }
            then {}
        }
    }
    let mut session = Small::new();
    session.insert_all([Cell { row: 1, column: 2 }, Cell { row: 2, column: 1 }]);
    session.insert(Weight(0.5));
    session.insert_all([
        Move {
            row: 1,
            column: 2,
            weight: 0.5,
        },
        Move {
            row: 1,
            column: 1,
            weight: 0.5,
        },
        Move {
            row: 2,
            column: 1,
            weight: 0.25,
        },
    ]);
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_variable_inside_a_nested_pattern_joins() {
    rules! {
        ruleset Small;
        fact Name(String);
        fact Person { nick: Option<String> }
        rule r { when { Name(name); Person { nick: Some(name) }; } then {} }
    }
    let mut session = Small::new();
    session.insert_all(["Al", "Bo"].map(|name| Name(name.to_owned())));
    session.insert(Person {
        nick: Some("Al".to_owned()),
    });
    session.insert(Person {
        nick: Some("Cy".to_owned()),
    });
    session.insert(Person { nick: None });
    assert_eq!(session.run().count, 1);
}

#[test]
fn fields_of_enum_variants_join() {
    rules! {
        ruleset Small;
        fact enum Event { Opened { door: u32 }, Closed { door: u32 }, Rang }
        global log: Vec<u32>;
        rule r {
            when { Event::Opened { door }; Event::Closed { door }; }
            then { log.push(door); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([
        Event::Opened { door: 1 },
        Event::Opened { door: 2 },
        Event::Rang,
        Event::Closed { door: 2 },
    ]);
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [2]);
}

#[test]
fn a_guard_on_two_facts_joins_without_an_equality() {
    rules! {
        ruleset Small;
        fact Item { weight: u32 }
        fact Box { limit: u32 }
        rule fits {
            when { item @ Item; Box { limit } if item.weight <= limit; }
            then {}
        }
    }
    let mut session = Small::new();
    session.insert_all([5, 10].map(|weight| Item { weight }));
    session.insert_all([4, 7, 20].map(|limit| Box { limit }));
    assert_eq!(session.run().count, 3);
}

#[test]
fn a_join_follows_updates_of_either_side() {
    rules! {
        ruleset Small;
        fact A { key: u32 }
        fact B { key: u32 }
        rule r { when { A { key }; B { key }; } then {} }
    }
    let mut session = Small::new();
    let a = session.insert(A { key: 1 });
    let b = session.insert(B { key: 2 });
    assert_eq!(session.agenda().count(), 0);
    session.update(a, |a| a.key = 2).unwrap();
    assert_eq!(session.agenda().count(), 1);
    session.update(b, |b| b.key = 3).unwrap();
    assert_eq!(session.agenda().count(), 0);
    session.update(a, |a| a.key = 3).unwrap();
    assert_eq!(session.run().count, 1);
}

#[test]
fn many_facts_of_one_key_make_every_pair() {
    rules! {
        ruleset Small;
        fact A { key: u32 }
        fact B { key: u32 }
        rule r { when { A { key }; B { key }; } then {} }
    }
    let mut session = Small::new();
    session.insert_all((0..100).map(|n| A { key: n % 10 }));
    session.insert_all((0..100).map(|n| B { key: n % 10 }));
    assert_eq!(session.agenda().count(), 1000);
    let first = session.handles::<A>().next().unwrap();
    session.retract(first).unwrap();
    assert_eq!(session.agenda().count(), 990);
    assert_eq!(session.run().count, 990);
}

#[test]
fn patterns_of_three_types_chain() {
    rules! {
        ruleset Small;
        fact Parent { of: &'static str, name: &'static str }
        global log: Vec<(&'static str, &'static str)>;
        rule great {
            when {
                Parent { of: child, name: parent };
                Parent { of: parent, name: grandparent };
                Parent { of: grandparent, name: great };
            }
            then { log.push((child, great)); }
        }
    }
    let mut session = Small::new(vec![]);
    for (of, name) in [("c", "d"), ("a", "b"), ("d", "e"), ("b", "c")] {
        session.insert(Parent { of, name });
    }
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, [("b", "e"), ("a", "d")]);
}

#[test]
fn a_fact_that_stands_on_both_sides_goes_with_itself_once() {
    rules! {
        ruleset Small;
        fact Parcel { weight: u32 }
        rule r { when { Parcel { weight: > 1 }; Parcel { weight: > 1 }; } then {} }
    }
    let mut session = Small::new();
    session.insert_all([Parcel { weight: 1 }, Parcel { weight: 2 }]);
    assert_eq!(session.agenda().count(), 1);
    session.insert(Parcel { weight: 3 });
    assert_eq!(session.agenda().count(), 4);
}

#[test]
fn what_comes_late_to_one_side_finds_all_of_the_other_as_it_is() {
    rules! {
        ruleset Small;
        fact Customer { id: u32 }
        fact Order { customer: u32, paid: bool }
        global log: Vec<u32>;
        rule r {
            when { Customer { id }; Order { customer: id, paid: false }; }
            then { log.push(id); }
        }
    }
    let mut session = Small::new(vec![]);
    let known = session.insert(Customer { id: 1 });
    let orders = session.insert_all((0..6).map(|n| Order {
        customer: n % 3,
        paid: n > 3,
    }));
    session
        .update(orders[0], |order| order.customer = 2)
        .unwrap();
    session
        .update(orders[3], |order| order.paid = true)
        .unwrap();
    session
        .update(orders[5], |order| order.paid = false)
        .unwrap();
    session.retract(orders[2]).unwrap();
    assert_eq!(session.run().count, 1);
    // Orders 0 and 5 are of 2, 1 of 1.
    session.insert_all([Customer { id: 0 }, Customer { id: 2 }]);
    assert_eq!(session.run().count, 2);
    session.update(known, |customer| customer.id = 2).unwrap();
    assert_eq!(session.run().count, 2);
    session
        .update(orders[1], |order| order.customer = 0)
        .unwrap();
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [1, 2, 2, 2, 2, 0]);
}

/// Code that a join to its left guards.
mod guarded_own {
    use rules_runtime::rules;
    rules! {
        ruleset Bays;
        fact Limit(u32);
        fact Load { parts: u32 }
        global seen: Vec<u32>;
        rule share {
            when { Limit(low); Load { parts } if parts > low && 100 / parts > 7; }
            then { seen.push(parts); }
        }
        query q(low: u32) -> u32 { when { Load { parts } if parts > low && 100 / parts > 7; } select parts }
        rule none { when { Limit(low); not Load { parts: p } if p > low && 100 / p > 70; } then { seen.push(1000 + low); } }
    }
    #[test]
    fn code_after_a_joining_test_is_not_run_on_what_that_keeps_from_it() {
        let mut bays = Bays::new(vec![]);
        bays.insert(Limit(0));
        bays.insert(Load { parts: 0 });
        bays.insert(Load { parts: 4 });
        bays.run();
        assert_eq!(bays.globals().seen, [4, 1000]);
        assert_eq!(bays.q(3).count(), 1);
    }
}

/// Code in a key, which a key before it guards.
mod guarded_by_a_key {
    use rules_runtime::rules;
    rules! {
        ruleset Shares;
        fact Group { people: u32 }
        fact Share { people: u32, each: u32 }
        fact Divisor { d: u32, q: u32 }
        fact Job { by: u32, total: u32 }
        global fair: Vec<u32>;
        rule fair {
            when { Group { people }; Share { people, each: == 100 / people }; }
            then { fair.push(people); }
        }
        rule job {
            when { Divisor { d, q }; Job { by, total } if by == d && total / by == q; }
            then { fair.push(total); }
        }
        query jobs(d: u32, q: u32) -> u32 { when { Job { by, total } if by == d && total / by == q; } select total }
    }
    #[test]
    fn code_in_a_key_is_not_run_where_a_key_before_it_does_not_hold() {
        let mut shares = Shares::new(vec![]);
        shares.insert(Group { people: 0 });
        shares.insert(Group { people: 4 });
        shares.insert(Share {
            people: 4,
            each: 25,
        });
        shares.insert(Job { by: 0, total: 1 });
        shares.insert(Job { by: 2, total: 8 });
        shares.insert(Divisor { d: 2, q: 4 });
        shares.run();
        assert_eq!(shares.globals().fair, [8, 4]);
        assert_eq!(shares.jobs(2, 4).count(), 1);
    }
}
