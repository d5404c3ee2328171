//! What a session is asked ends its borrow with its last use, also where temporaries live on.

#![allow(
    clippy::redundant_pattern_matching,
    clippy::single_match,
    reason = "what is tried are the forms that borrow while they are matched"
)]

use queries_2021::{Garden, Plant};

fn plant(name: &str, bed: u8) -> Plant {
    Plant {
        name: name.to_owned(),
        bed,
        gen: 2,
        fruits: vec![],
    }
}

#[test]
fn a_handle_does_not_keep_the_session_borrowed() {
    let mut garden = Garden::new(Vec::new());
    garden.insert_all(["a", "b", "c", "d"].map(|name| plant(name, 1)));
    if let Some(second) = garden.handles::<Plant>().nth(1) {
        garden.retract(second).unwrap();
    }
    if let Some(last) = garden.facts::<Plant>().last().cloned() {
        garden.insert(last);
    }
    match garden.handles::<Plant>().last() {
        Some(last) => garden
            .update(last, |plant| plant.name = "e".into())
            .unwrap(),
        None => {}
    }
    while let Some(_) = garden.agenda().next() {
        garden.step();
    }
    let names: Vec<_> = garden
        .facts::<Plant>()
        .map(|plant| plant.name.as_str())
        .collect();
    assert_eq!(names, ["a", "c", "d", "e"]);
}

#[test]
fn a_handle_does_not_keep_a_transaction_borrowed() {
    let mut garden = Garden::new(Vec::new());
    garden.insert_all([plant("a", 1), plant("b", 1)]);
    let ended: Result<(), ()> = garden.transaction(|tx| {
        if let Some(second) = tx.handles::<Plant>().nth(1) {
            tx.retract(second).unwrap();
        }
        if let Some(first) = tx.facts::<Plant>().next().cloned() {
            tx.insert(first);
        }
        Ok(())
    });
    ended.unwrap();
    assert_eq!(garden.len::<Plant>(), 2);
}

#[test]
fn the_results_of_a_query_that_own_what_they_are_do_not_keep_the_session_borrowed() {
    let mut garden = Garden::new(Vec::new());
    garden.insert(plant("a", 1));
    if let Some(name) = garden.plants(1).map(|plant| plant.name.clone()).next() {
        assert_eq!(name, "a");
    } else {
        panic!("there is a plant in the bed");
    }
    if let Some(bed) = garden.beds().next() {
        garden.insert(plant("b", bed));
    }
    assert_eq!(garden.len::<Plant>(), 2);
}
