//! What a listener is told, and when.

use behaviour::{Mirror, Recorder};
use rules_runtime::{FactEvent, Listener, Recording, rules};

#[test]
fn events_of_a_change_come_after_it_facts_first_then_the_agenda() {
    rules! {
        ruleset Small;
        fact A(u8);
        fact B(u8);
        rule pair { when { A(x); B(x); } then { insert A(x + 1); } }
        rule single { when { A(_); } then {} }
    }
    let mut session = Small::builder().listener(Recorder::default()).build();
    session.insert(B(1));
    let a = session.insert(A(1));
    assert_eq!(
        session.listener_mut().take(),
        [
            "inserted B(1)",
            "inserted A(1)",
            "created pair",
            "created single"
        ]
    );
    assert_eq!(session.step().count, 1);
    assert_eq!(
        session.listener_mut().take(),
        [
            "firing pair",
            "fired pair",
            "inserted A(2)",
            "created single"
        ]
    );
    session.retract(a).unwrap();
    assert_eq!(
        session.listener_mut().take(),
        ["retracted A(1)", "cancelled single"]
    );
}

#[test]
fn an_update_tells_the_value_before_and_after() {
    rules! {
        ruleset Small;
        fact A(u8);
        rule r { when { A(0); } then {} }
    }
    let mut session = Small::builder().listener(Recorder::default()).build();
    let a = session.insert(A(1));
    session.listener_mut().take();
    session.update(a, |a| a.0 = 2).unwrap();
    assert_eq!(session.listener_mut().take(), ["updated A(1) to A(2)"]);
}

#[test]
fn a_fact_without_debug_is_told_as_an_ellipsis() {
    struct Opaque;
    rules! {
        ruleset Small;
        rule r { when { Opaque; } then {} }
    }
    let mut session = Small::builder().listener(Recorder::default()).build();
    session.insert(Opaque);
    assert_eq!(session.listener_mut().take(), ["inserted …", "created r"]);
}

#[test]
fn whether_anybody_listens_may_be_decided_as_the_program_runs() {
    rules! {
        ruleset Small;
        fact A(u8);
        rule r { when { A(0); } then {} }
    }
    let told = |listens: bool| {
        let listener = listens.then(Recorder::default);
        let mut session = Small::builder().listener(listener).build();
        session.insert(A(1));
        session
            .listener_mut()
            .take()
            .map(|mut recorder| recorder.take())
    };
    assert_eq!(told(true), Some(vec!["inserted A(1)".to_owned()]));
    assert_eq!(told(false), None);
}

#[test]
fn a_session_may_borrow_its_listener() {
    rules! {
        ruleset Small;
        fact A;
        rule r { when { A; } then {} }
    }
    let mut recorder = Recorder::default();
    {
        let mut session = Small::builder().listener(&mut recorder).build();
        session.insert(A);
    }
    assert_eq!(recorder.take(), ["inserted A", "created r"]);
}

#[test]
fn a_listener_that_writes_one_method_hears_of_that_alone() {
    #[derive(Default)]
    struct Names(Vec<(&'static str, String)>);
    impl Listener for Names {
        fn fact_inserted(&mut self, fact: FactEvent<'_>) {
            self.0.push((fact.fact_type, fact.to_string()));
        }
    }
    rules! {
        ruleset Small;
        fact A(u8);
        rule r { when { A(x) if x < 2; } then { insert A(2); } }
    }
    let mut session = Small::builder().listener(Names::default()).build();
    let a = session.insert(A(1));
    assert_eq!(session.run().count, 1);
    let names = &session.listener().0;
    assert_eq!(names.len(), 2);
    assert_eq!(names[0], ("A", format!("{:?} A(1)", a.id())));
}

#[test]
fn a_condition_that_compares_equal_again_creates_nothing() {
    rules! {
        ruleset Small;
        fact A(u8);
        rule r { when { n = count(A(1)); if n < 5; } then {} }
    }
    let mut session = Small::builder().listener(Recorder::default()).build();
    session.listener_mut().take();
    session.insert(A(2));
    assert_eq!(session.listener_mut().take(), ["inserted A(2)"]);
}

#[test]
fn what_a_transaction_makes_and_unmakes_is_not_told() {
    rules! {
        ruleset Small;
        fact A(u8);
        rule r { when { A(_); } then {} }
        rule n { when { not A(_); } then {} }
    }
    let mut session = Small::builder().listener(Recorder::default()).build();
    assert_eq!(session.run().count, 1);
    session.listener_mut().take();
    session
        .transaction(|tx| {
            let a = tx.insert(A(1));
            tx.retract(a).unwrap();
            Ok::<_, ()>(())
        })
        .unwrap();
    assert_eq!(session.listener_mut().take(), Vec::<String>::new());
}

rules! {
    ruleset Family;
    fact Parent(u8, u8);
    #[unique]
    fact Ancestor(u8, u8);
    fact Blessed { who: u8 }
    #[key(name)]
    fact Place { name: u8, of: u8 }
    fact Move(u8, u8);

    rule base { when { Parent(a, b); } then { insert logical Ancestor(a, b); } }
    rule step { when { Parent(a, b); Ancestor(b, c); } then { insert logical Ancestor(a, c); } }
    rule bless { when { Ancestor(_, who); } then { insert logical Blessed { who }; } }
    rule greet { when { Blessed { who }; } then { println!("{who}"); } }
    rule take { when { Move(from, to); place @ Place { name: from }; } then { modify place { place.name = to; } } }
    rule cut { when { Move(from, 0); parent @ Parent(from, _); } then { modify parent { parent.1 = 0; } } }
}

fn family<L: Listener>(listener: L) -> Family<L> {
    let mut family = Family::builder().listener(listener).build();
    family.insert(Parent(1, 2));
    family.insert(Parent(2, 3));
    family
}

#[test]
fn facts_that_fall_with_their_support_are_told_after_the_one_that_goes() {
    let mut family = family(Recorder::default());
    // All are blessed, and none is greeted yet.
    family.run_limit(8);
    family.listener_mut().take();
    let first = family.handles::<Parent>().next().unwrap();
    family.retract(first).unwrap();
    assert_eq!(
        family.listener_mut().take(),
        [
            "retracted Parent(1, 2)",
            "retracted Ancestor(1, 2)",
            "retracted Ancestor(1, 3)",
            "retracted Blessed { who: 2 }",
            "retracted Blessed { who: 3 }",
            "cancelled greet",
        ]
    );
}

#[test]
fn a_fact_that_falls_in_a_firing_is_told_with_what_the_firing_changed() {
    let mut family = family(Recorder::default());
    family.run();
    family.insert(Move(2, 0));
    family.listener_mut().take();
    family.step();
    let told = family.listener_mut().take();
    assert_eq!(
        told[..3],
        [
            "firing cut",
            "fired cut",
            "updated Parent(2, 3) to Parent(2, 0)"
        ]
    );
    assert!(
        told.contains(&"retracted Ancestor(2, 3)".to_owned()),
        "{told:?}"
    );
    assert!(
        told.contains(&"retracted Blessed { who: 3 }".to_owned()),
        "{told:?}"
    );
}

#[test]
fn a_fact_whose_key_another_takes_is_told_as_retracted() {
    let mut family = family(Recorder::default());
    family.insert(Place { name: 5, of: 1 });
    family.insert(Place { name: 6, of: 2 });
    family.run();
    family.insert(Move(5, 6));
    family.listener_mut().take();
    family.step();
    assert_eq!(
        family.listener_mut().take()[2..],
        [
            "retracted Place { name: 6, of: 2 }",
            "updated Place { name: 5, of: 1 } to Place { name: 6, of: 1 }",
        ]
    );
}

#[test]
fn a_fact_that_is_updated_and_falls_in_one_change_is_told_as_it_was() {
    let mut family = family(Recorder::default());
    family.run();
    let (parent, blessed) = (
        family.handles::<Parent>().next().unwrap(),
        family.handles::<Blessed>().next().unwrap(),
    );
    let who = family.get(blessed).unwrap().who;
    family.listener_mut().take();
    family
        .transaction(|tx| {
            tx.update(blessed, |blessed| blessed.who = 77).unwrap();
            tx.retract(parent).map(drop)
        })
        .unwrap();
    let told = family.listener_mut().take();
    assert!(!told.iter().any(|line| line.contains("77")), "{told:?}");
    assert!(
        told.contains(&format!("retracted Blessed {{ who: {who} }}")),
        "{told:?}"
    );
}

#[test]
fn a_listener_that_follows_the_events_has_what_the_session_has() {
    let mut family = family(Mirror::default());
    let check = |family: &Family<Mirror>| {
        let ancestors = family.handles::<Ancestor>().zip(family.facts::<Ancestor>());
        let ancestors = ancestors.map(|(handle, fact)| (handle.id(), format!("{fact:?}")));
        family
            .listener()
            .check_facts("Ancestor", ancestors.collect());
        let agenda = family.agenda().map(|activation| {
            let rule = format!("{:?}", activation.rule()).to_lowercase();
            let info = Family::RULES.iter().find(|info| info.name == rule);
            (info.unwrap().name, activation.facts().to_vec())
        });
        family.listener().check_agenda(agenda.collect());
    };
    while family.step().count > 0 {
        check(&family);
    }
    family.insert(Parent(3, 1));
    family.run();
    check(&family);
    assert_eq!(family.len::<Ancestor>(), 9);
    for parent in family.handles::<Parent>().collect::<Vec<_>>() {
        family.retract(parent).unwrap();
        check(&family);
        family.run();
        check(&family);
    }
    assert_eq!(family.len::<Ancestor>(), 0);
}

#[test]
fn a_recording_shows_what_fell() {
    let mut family = family(Recording::new());
    family.run();
    let parent = family.handles::<Parent>().next().unwrap();
    family.retract(parent).unwrap();
    let text = family.listener().to_string();
    assert!(text.contains("retracted  #"), "{text}");
    assert!(
        text.lines()
            .any(|line| line.contains("retracted") && line.contains("Ancestor(1, 3)")),
        "{text}"
    );
}

#[test]
fn under_a_strategy_by_dates_what_a_change_ends_is_told_as_cancelled() {
    rules! {
        #[strategy(lex)]
        ruleset Small;
        fact A(u8, u8);
        rule r { when { A(x, _); } then { println!("{x}"); } }
    }
    let mut session = Small::builder().listener(Recorder::default()).build();
    let first = session.insert(A(1, 0));
    let second = session.insert(A(2, 0));
    session.listener_mut().take();
    session.retract(first).unwrap();
    assert_eq!(
        session.listener_mut().take(),
        ["retracted A(1, 0)", "cancelled r"]
    );
    // It only gets a new date.
    session.update(second, |a| a.1 = 1).unwrap();
    assert_eq!(
        session.listener_mut().take(),
        ["updated A(2, 0) to A(2, 1)"]
    );
    session.update(second, |a| a.0 = 3).unwrap();
    assert_eq!(
        session.listener_mut().take(),
        ["updated A(2, 1) to A(3, 1)", "cancelled r", "created r"]
    );
}

#[test]
fn what_begins_is_told_in_firing_order() {
    rules! {
        ruleset Ranks;
        fact Man(i32);
        rule ordinary { when { Man(_); } then {} }
        #[salience(n)]
        rule weighed { when { Man(n); } then {} }
        #[salience(10)]
        rule first { when { Man(0..100); } then {} }
        group later {
            #[salience(90)]
            rule waits { when { Man(_); } then {} }
        }
        group sooner {
            #[auto_focus]
            rule hurries { when { Man(40..); } then {} }
        }
    }
    let mut ranks = Ranks::builder().listener(Recorder::default()).build();
    for (man, expected) in [
        (5, ["first", "weighed", "ordinary", "waits"].as_slice()),
        (50, &["hurries", "weighed", "first", "ordinary", "waits"]),
    ] {
        ranks.insert(Man(man));
        let told = ranks.listener_mut().take();
        let created = told.iter().filter_map(|line| line.strip_prefix("created "));
        assert_eq!(created.collect::<Vec<_>>(), expected);
        let agenda = ranks.agenda().map(|activation| {
            let mut rules = Ranks::RULES.iter();
            let info = rules.find(|info| info.rule == activation.rule());
            info.expect("it is a rule").name
        });
        assert_eq!(agenda.collect::<Vec<_>>(), expected);
        while ranks.skip() {}
        ranks.focus(RanksGroup::Later);
        while ranks.skip() {}
        ranks.listener_mut().take();
    }
}

#[test]
fn what_begins_is_told_by_salience_where_no_other_order_is_asked_for() {
    rules! {
        ruleset Ranks;
        fact Man(i32);
        rule last { when { Man(_); } then {} }
        #[salience(10)]
        rule first { when { Man(0); } then {} }
    }
    let mut ranks = Ranks::builder().listener(Recorder::default()).build();
    ranks.insert(Man(0));
    assert_eq!(
        ranks.listener_mut().take(),
        ["inserted Man(0)", "created first", "created last"]
    );
}
