//! Copies of a session, and sessions that go to another thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::thread;

use behaviour::Recorder;
use rules_runtime::{Activation, FactId, Handle, rules};

rules! {
    #[allow(rules::cross_product)]
    ruleset Kitchen;

    fact Dish { id: u32, cooked: bool }
    fact Cook { id: u32, skill: u32 }
    #[unique]
    fact Hungry(u32);
    #[key(guest)]
    fact Bill { guest: u32, total: u32 }
    fact Rich(u32);
    global log: Vec<String>;

    #[salience(skill as i32)]
    rule cook {
        when { dish @ Dish { id, cooked: false }; Cook { id: cook, skill } if (id + cook) % 2 == 0; }
        then { log.push(format!("{cook} cooks {id}")); modify dish { dish.cooked = true; } }
    }

    rule serve {
        when { dish @ Dish { id, cooked: true }; hungry @ Hungry(guest); }
        then {
            log.push(format!("{guest} eats {id}"));
            insert Bill { guest, total: id };
            retract dish;
            retract hungry;
        }
    }

    rule rich { when { n = count(Bill { total: > 2 }); Bill { guest, .. } if n > 1; } then { insert logical Rich(guest); } }

    group evening {
        rule close { when { Rich(guest); not Hungry(_); } then { log.push(format!("closed by {guest}")); halt; } }
    }
}

fn kitchen() -> Kitchen {
    let mut kitchen = Kitchen::new(Vec::new());
    kitchen.insert_all((1..6).map(|id| Dish { id, cooked: false }));
    kitchen.insert_all((1..4).map(|id| Cook {
        id,
        skill: id * 7 % 5,
    }));
    kitchen.insert_all((1..9).map(Hungry));
    kitchen.focus(KitchenGroup::Evening);
    kitchen
}

/// What a session holds and what it is about to do, with the names of facts.
fn state(kitchen: &Kitchen) -> (Vec<FactId>, Vec<Activation<KitchenRule>>, Vec<String>) {
    let mut facts: Vec<FactId> = kitchen.handles::<Dish>().map(Handle::id).collect();
    facts.extend(kitchen.handles::<Hungry>().map(Handle::id));
    facts.extend(kitchen.handles::<Bill>().map(Handle::id));
    facts.extend(kitchen.handles::<Rich>().map(Handle::id));
    let agenda = kitchen.agenda().collect();
    (facts, agenda, kitchen.globals().log.clone())
}

/// The same without the sessions that facts were inserted in.
fn told(kitchen: &Kitchen) -> String {
    format!("{:?}", state(kitchen))
}

#[test]
fn a_copy_goes_on_like_its_original() {
    for before in 0..14 {
        let mut original = kitchen();
        _ = original.run_limit(before);
        let mut copy = original.clone();
        assert_eq!(state(&copy), state(&original));
        for _ in 0..40 {
            assert_eq!(copy.step(), original.step());
            assert_eq!(told(&copy), told(&original));
        }
        for kitchen in [&mut original, &mut copy] {
            kitchen.insert(Dish {
                id: 9,
                cooked: false,
            });
            let cook = kitchen.handles::<Cook>().next().unwrap();
            kitchen.update(cook, |cook| cook.skill = 9).unwrap();
        }
        assert_eq!(told(&copy), told(&original));
        assert_eq!(copy.run(), original.run());
        assert_eq!(told(&copy), told(&original));
    }
}

#[test]
fn a_copy_and_its_original_see_nothing_of_each_other() {
    let mut original = kitchen();
    let before = told(&original);
    let mut copy = original.clone();
    _ = copy.run();
    copy.globals_mut().log.push("gone".to_owned());
    assert_ne!(told(&copy), before);
    assert_eq!(told(&original), before);

    let done = told(&copy);
    original.insert(Hungry(20));
    _ = original.run_limit(2);
    assert_eq!(told(&copy), done);
}

#[test]
fn a_copy_answers_the_handles_made_before_it() {
    let mut original = kitchen();
    let dish = original.insert(Dish {
        id: 7,
        cooked: false,
    });
    let mut copy = original.clone();
    original.update(dish, |dish| dish.id = 8).unwrap();
    assert_eq!(copy.get(dish).map(|dish| dish.id), Some(7));
    assert_eq!(copy.retract(dish).map(|dish| dish.id), Ok(7));
    assert!(!copy.contains(dish));
    assert!(original.contains(dish));
}

#[test]
fn a_handle_made_after_the_copy_is_foreign_to_the_other() {
    let mut original = kitchen();
    let mut copy = original.clone();
    let mut grandchild = copy.clone();
    let dish = || Dish {
        id: 7,
        cooked: false,
    };
    let [first, second, third] =
        [&mut original, &mut copy, &mut grandchild].map(|kitchen| kitchen.insert(dish()));
    assert!(first != second && second != third && first != third);
    assert_eq!(original.get(second), None);
    assert!(copy.update(first, |dish| dish.id = 1).is_err());
    assert!(copy.retract(third).is_err());
    assert_eq!(grandchild.get(third), Some(&dish()));
    // The slot is the same, and the number that is shown.
    assert_eq!(format!("{first:?}"), format!("{third:?}"));
}

#[test]
fn facts_inserted_after_the_copy_are_younger_than_those_before() {
    let original = kitchen();
    let mut copy = original.clone();
    let young = copy.insert(Dish {
        id: 2,
        cooked: true,
    });
    assert_eq!(copy.handles::<Dish>().last(), Some(young));
    let first = copy.agenda().find(|next| next.rule() == KitchenRule::Serve);
    assert_eq!(first.unwrap().facts()[0], young);
}

#[test]
fn the_listener_is_copied() {
    rules! {
        ruleset Small;
        fact A(u8);
        rule a { when { A(_); } then {} }
    }
    let mut original = Small::builder().listener(Recorder::default()).build();
    original.insert(A(1));
    let mut copy = original.clone();
    _ = original.run();
    assert_eq!(copy.listener_mut().take().len(), 2);
    assert_eq!(original.listener_mut().take().len(), 3 + 1);
}

#[test]
fn a_copy_of_a_session_whose_block_panicked_has_the_activation_too() {
    rules! {
        ruleset Small;
        fact A(u8);
        fact B;
        global calm: bool;
        rule a { when { A(_); } then { insert B; assert!(*calm); } }
    }
    let mut original = Small::new(false);
    original.insert(A(1));
    assert!(catch_unwind(AssertUnwindSafe(|| original.run())).is_err());
    let mut copy = original.clone();
    copy.globals_mut().calm = true;
    assert_eq!(copy.run().count, 1);
    assert_eq!((copy.len::<B>(), original.len::<B>()), (1, 0));
}

#[test]
fn a_copy_of_a_poisoned_session_is_poisoned() {
    rules! {
        ruleset Small;
        fact A(u8);
        rule r { when { A(n) if 10 / n > 1; } then {} }
    }
    let mut session = Small::new();
    let good = session.insert(A(1));
    assert!(catch_unwind(AssertUnwindSafe(|| session.insert(A(0)))).is_err());
    let mut copy = session.clone();
    assert!(
        copy.update(good, |_| ())
            .unwrap_err()
            .to_string()
            .contains("poisoned")
    );
    assert!(catch_unwind(AssertUnwindSafe(|| copy.run())).is_err());
}

#[test]
fn a_session_goes_to_another_thread() {
    fn is_send<T: Send>() {}
    is_send::<Kitchen>();
    is_send::<Kitchen<Recorder>>();

    let mut kitchen = kitchen();
    let mut copy = kitchen.clone();
    let there = thread::spawn(move || {
        let fired = copy.run();
        (fired, told(&copy))
    });
    assert_eq!(there.join().unwrap(), (kitchen.run(), told(&kitchen)));
}

#[test]
fn facts_need_be_neither_clone_nor_send() {
    struct Deed {
        owner: Rc<str>,
    }
    struct Seal;
    rules! {
        ruleset Notary;
        global seal: Seal;
        fact Claim { owner: Rc<str> }
        rule granted {
            when { deed @ Deed { owner }; Claim { owner }; }
            then { let Seal = *seal; retract deed; }
        }
    }
    let mut notary = Notary::new(Seal);
    notary.insert(Deed {
        owner: "Ann".into(),
    });
    notary.insert(Claim {
        owner: "Ann".into(),
    });
    assert_eq!(notary.run().count, 1);
    assert!(notary.is_empty::<Deed>());
}
