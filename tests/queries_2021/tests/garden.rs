//! The garden grows as it would in any edition.

use queries_2021::{names, Full, Garden, Plant};

fn garden() -> Garden {
    let mut garden = Garden::new(Vec::new());
    for (name, bed, fruits) in [("a", 1, vec![3, 5, 4]), ("b", 2, vec![1])] {
        let name = name.to_owned();
        garden.insert(Plant {
            name,
            bed,
            gen: 0,
            fruits,
        });
    }
    garden
}

#[test]
fn rules_fire() {
    let mut garden = garden();
    garden.run();
    let found: Vec<_> = garden.plants(1).map(|plant| plant.gen).collect();
    assert_eq!(found, [0, 1, 2]);
    assert_eq!(garden.globals().log, ["1: 3 of 3"]);
    assert_eq!(garden.full(1), Some(&Full { bed: 1 }));
}

#[test]
fn queries_borrow_from_the_session_alone() {
    let mut garden = garden();
    assert!(!garden.is_full(1));
    garden.run();
    assert!(garden.is_full(1));
    let found = {
        let prefix = String::from("a");
        names(&garden, 1, &prefix)
    };
    assert_eq!(found.collect::<Vec<_>>(), ["a", "a1", "a10"]);
    let same: Vec<_> = {
        let (name, except) = (String::from("a1"), String::from("none"));
        garden.as_old_as(&name, &except)
    }
    .collect();
    assert_eq!(same, [("b0", 1)]);
}
