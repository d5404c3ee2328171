//! Logical facts that fall in a change that gives an accumulate another value: what has counted them is counted right,
//! whatever the value was.

use rules_runtime::rules;

rules! {
    ruleset Watch;

    fact Reading { value: u32, sensor: u32 }
    fact Alarm(u32);
    fact Quiet(u32);

    rule raise {
        when { Reading { value, sensor: 1 }; }
        then { insert logical Alarm(value); }
    }

    /// The highest reading raises no alarm.
    rule quiet {
        when { top = max(value for Reading { value }); not Alarm(top); }
        then { insert logical Quiet(top); }
    }
}

fn quiet(watch: &mut Watch) -> Vec<u32> {
    watch.run();
    watch.facts::<Quiet>().map(|quiet| quiet.0).collect()
}

#[test]
fn a_fact_falls_with_the_best_one() {
    let mut watch = Watch::new();
    watch.insert(Reading {
        value: 1,
        sensor: 2,
    });
    let top = watch.insert(Reading {
        value: 2,
        sensor: 1,
    });
    assert_eq!(quiet(&mut watch), []);
    watch.retract(top).unwrap();
    assert_eq!(quiet(&mut watch), [1]);
}

#[test]
fn a_fact_falls_with_a_best_one_that_has_its_equal() {
    let mut watch = Watch::new();
    let [top, _] = [1, 2].map(|sensor| watch.insert(Reading { value: 2, sensor }));
    assert_eq!(quiet(&mut watch), []);
    watch.retract(top).unwrap();
    assert_eq!(quiet(&mut watch), [2]);
}

#[test]
fn a_fact_falls_when_the_best_one_changes() {
    let mut watch = Watch::new();
    let [top, _] = [1, 2].map(|sensor| watch.insert(Reading { value: 2, sensor }));
    assert_eq!(quiet(&mut watch), []);
    watch.update(top, |reading| reading.value = 1).unwrap();
    assert_eq!(quiet(&mut watch), [2]);
}

rules! {
    #[allow(rules::self_reactivation)]
    ruleset Street;

    fact Smoke { value: u32, sensor: u32 }
    fact Next(u32, u32);
    #[unique]
    fact Siren(u32);

    rule start {
        when { Smoke { value, sensor: 1 }; }
        then { insert logical Siren(value); }
    }

    rule spread {
        when { Siren(from); Next(from, to); }
        then { insert logical Siren(to); }
    }

    /// Holds itself up, where nothing else does.
    rule echo {
        when { top = max(value for Smoke { value }); exists Siren(top); }
        then { insert logical Siren(top); }
    }
}

fn sirens(street: &Street) -> Vec<u32> {
    street.facts::<Siren>().map(|siren| siren.0).collect()
}

#[test]
fn what_held_itself_up_through_a_best_one_falls_with_it() {
    let mut street = Street::new();
    let [top, _] = [1, 2].map(|sensor| street.insert(Smoke { value: 2, sensor }));
    street.run();
    assert_eq!(sirens(&street), [2]);
    street.retract(top).unwrap();
    assert_eq!(sirens(&street), []);
}

#[test]
fn what_something_else_holds_up_stays_without_the_best_one() {
    let mut street = Street::new();
    street.insert(Next(1, 2));
    let [_, top] = [1, 2].map(|value| street.insert(Smoke { value, sensor: 1 }));
    street.run();
    assert_eq!(sirens(&street), [2, 1]);
    street.retract(top).unwrap();
    assert_eq!(sirens(&street), [2, 1]);
}

rules! {
    ruleset Doubt;

    fact Question(u32);
    #[unique]
    fact Yes(u32);
    #[unique]
    fact No(u32);

    #[allow(rules::unstratified)]
    rule yes {
        when { Question(of); not No(of); }
        then { insert logical Yes(of); }
    }

    #[allow(rules::unstratified)]
    rule no {
        when { Yes(of); }
        then { insert logical No(of); }
    }
}

#[test]
fn what_rests_on_its_own_absence_comes_and_goes_for_ever() {
    let mut doubt = Doubt::new();
    let question = doubt.insert(Question(1));
    for firings in 1..20 {
        let fired = doubt.run_limit(1);
        assert_eq!(fired.count, 1, "firing {firings}");
        // No falls with the yes that it rests on, and with it that is asked again.
        assert_eq!(doubt.len::<Yes>(), firings % 2, "firing {firings}");
        assert!(doubt.is_empty::<No>(), "firing {firings}");
        doubt.__verify();
    }
    doubt.retract(question).unwrap();
    assert_eq!(doubt.run().count, 0);
    assert!(doubt.is_empty::<Yes>() && doubt.is_empty::<No>());
    doubt.__verify();
}

/// An event that falls in the change in which it enters.
mod falls_as_it_enters {
    use rules_runtime::rules;
    rules! {
        #[backtrack]
        #[clock(u32)]
        #[allow(rules::unbounded_event)]
        ruleset Desk;
        fact Order(u32);
        #[event(at = at)] fact Alarm { at: u32, order: u32 }
        #[event(at = at)] fact Stop { at: u32, order: u32 }
        rule plan {
            when { Order(order); not Stop { order }; }
            then {
                insert logical Alarm { at: now + 5, order };
                insert Stop { at: now + 5, order };
            }
        }
        rule ring { when { Alarm { order: 1 }; } then {} }
    }
    #[test]
    fn an_event_that_fell_as_it_entered_waits_again_after_a_rollback() {
        let mut desk = Desk::new();
        desk.insert(Order(1));
        assert_eq!(desk.run().count, 1);
        let checkpoint = desk.checkpoint();
        assert!(desk.tick_to(5).unwrap());
        desk.rollback(checkpoint).unwrap();
        assert!(desk.tick_to(5).unwrap());
        assert_eq!(desk.len::<Alarm>(), 0);
    }
}
