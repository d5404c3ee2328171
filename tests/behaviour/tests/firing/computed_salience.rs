//! `#[salience(expr)]` over the match's values: computed when the match begins.

use rules_runtime::rules;

rules! {
    ruleset Hospital;
    fact Patient { id: u32, urgency: i32, name: &'static str }
    fact Worsening { id: u32, by: i32 }
    global log: Vec<u32>;

    #[salience(urgency)]
    rule treat { when { p @ Patient { id, urgency }; } then { log.push(id); retract p; } }

    #[salience(50)]
    rule worsen {
        when { w @ Worsening { id, by }; p @ Patient { id }; }
        then { retract w; modify p { p.urgency += by; } }
    }
}

fn patient(id: u32, urgency: i32) -> Patient {
    Patient {
        id,
        urgency,
        name: "",
    }
}

#[test]
fn the_match_with_the_greatest_value_fires_first() {
    let mut session = Hospital::new(vec![]);
    session.insert_all([patient(1, 2), patient(2, 9), patient(3, -4), patient(4, 5)]);
    assert_eq!(session.run().count, 4);
    assert_eq!(session.globals().log, [2, 4, 1, 3]);
}

#[test]
fn an_update_while_it_is_pending_gives_it_another_place() {
    let mut session = Hospital::new(vec![]);
    let patients = session.insert_all([patient(1, 2), patient(2, 9), patient(3, 5)]);
    session.update(patients[0], |p| p.urgency = 10).unwrap();
    session.update(patients[1], |p| p.urgency = 1).unwrap();
    assert_eq!(session.run().count, 3);
    assert_eq!(session.globals().log, [1, 3, 2]);
}

#[test]
fn a_modify_by_a_rule_while_it_is_pending_gives_it_another_place() {
    let mut session = Hospital::new(vec![]);
    session.insert_all([patient(1, 2), patient(2, 9), patient(3, 5)]);
    session.insert(Worsening { id: 1, by: 5 });
    assert_eq!(session.run().count, 4);
    assert_eq!(session.globals().log, [2, 1, 3]);
}

#[test]
fn a_value_that_it_does_not_read_leaves_its_place() {
    let mut session = Hospital::new(vec![]);
    let patients = session.insert_all([patient(1, 5), patient(2, 5)]);
    session.update(patients[0], |p| p.name = "Ann").unwrap();
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, [2, 1]);
}

#[test]
fn constant_saliences_take_their_places_among_computed_ones() {
    rules! {
        ruleset Small;
        fact A(i32);
        global log: Vec<i32>;
        #[salience(n * 10)]
        rule computed { when { A(n); } then { log.push(n); } }
        #[salience(15)]
        rule constant { when { A(1); } then { log.push(100); } }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([1, 2, -1].map(A));
    assert_eq!(session.run().count, 4);
    assert_eq!(session.globals().log, [2, 100, 1, -1]);
}

#[test]
fn a_field_that_only_the_salience_names_is_read() {
    rules! {
        ruleset Small;
        fact A { id: u32, weight: i32 }
        #[salience(a.weight)]
        rule r { when { a @ A; } then {} }
    }
    let mut session = Small::new();
    let a = session.insert(A { id: 1, weight: 1 });
    assert_eq!(session.run().count, 1);
    session.update(a, |a| a.id = 2).unwrap();
    assert_eq!(session.run().count, 0);
    session.update(a, |a| a.weight = 2).unwrap();
    assert_eq!(session.run().count, 1);
}
