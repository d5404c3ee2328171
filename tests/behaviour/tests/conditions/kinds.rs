//! Kinds: one pattern over several fact types that share fields.

use rules_runtime::rules;

mod wild {
    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct Wolf {
        pub(super) name: String,
        pub(super) age: u8,
    }
}

rules! {
    ruleset Farm;
    use self::wild::Wolf;

    fact Dog { name: String, age: u8, owner: &'static str }
    fact Cat { age: u8, name: String, lives: u32 }
    fact Seen(&'static str, String);

    /// What has a name.
    kind Animal = Dog or Cat { name, age };
    kind Canine = Dog or Wolf { name: String, age };

    query older(than: u8) -> String { when { a @ Animal { age: > than }; } select a.name().clone() }
    query any(named: &str) { when { Animal { name: == named }; } }

    rule old { when { a @ Animal { age: > 9 }; } then { insert Seen("old", format!("{} {}", a.name(), a.age())); } }
    rule bound { when { Animal { name, age }; Canine { name: == name, age: <= age }; } then { insert Seen("bound", name.clone()); } }
    rule guarded { when { a @ Animal { name } if a.age() < 3 && name.len() > 3; } then { insert Seen("guarded", name.clone()); } }
    rule none { when { not Animal { age: 50 }; } then { insert Seen("none", String::new()); } }
    rule counted {
        when { n = count(Animal); s = sum(u32::from(a.age()) for a @ Animal); }
        then { insert Seen("counted", format!("{n} {s}")); }
    }
    rule grouped { when { n = count(Animal { age }) by (age) if n > 1; } then { insert Seen("grouped", format!("{age}: {n}")); } }
    rule asked { when { Canine { name, age: 7 }; exists x in older(7) if *x == *name; } then { insert Seen("asked", name.clone()); } }
    rule birthday {
        when { a @ Animal { age: 7 }; }
        then {
            match a {
                Animal::Dog(dog) => { modify dog { dog.age += 1; } }
                Animal::Cat(cat) => { retract cat; }
            }
        }
    }
}

fn farm() -> Farm {
    let mut farm = Farm::new();
    farm.insert(Dog {
        name: "Rex".into(),
        age: 7,
        owner: "Ann",
    });
    farm.insert(Cat {
        name: "Tom".into(),
        age: 7,
        lives: 9,
    });
    farm.insert(Cat {
        name: "Kitty".into(),
        age: 2,
        lives: 9,
    });
    farm.insert(Dog {
        name: "Methuselah".into(),
        age: 20,
        owner: "Bob",
    });
    farm.insert(Wolf {
        name: "Methuselah".into(),
        age: 20,
    });
    farm
}

fn seen(farm: &Farm, rule: &str) -> Vec<String> {
    let seen = farm.facts::<Seen>().filter(|seen| seen.0 == rule);
    let mut seen: Vec<String> = seen.map(|seen| seen.1.clone()).collect();
    seen.sort();
    seen
}

#[test]
fn a_pattern_of_a_kind_matches_facts_of_each_of_its_types() {
    let mut farm = farm();
    farm.run();
    assert_eq!(seen(&farm, "old"), ["Methuselah 20"]);
    assert_eq!(seen(&farm, "guarded"), ["Kitty"]);
    assert_eq!(seen(&farm, "none"), [""]);
    farm.insert(Cat {
        name: "Old".into(),
        age: 10,
        lives: 1,
    });
    farm.run();
    assert_eq!(seen(&farm, "old"), ["Methuselah 20", "Old 10"]);
}

#[test]
fn fields_of_a_kind_join() {
    let mut farm = farm();
    farm.run();
    assert!(seen(&farm, "bound").contains(&"Methuselah".to_owned()));
}

#[test]
fn accumulates_range_over_a_kind() {
    let mut farm = farm();
    farm.run();
    assert!(
        seen(&farm, "counted")
            .iter()
            .any(|counted| counted == "4 36"),
        "{:?}",
        seen(&farm, "counted")
    );
    assert!(seen(&farm, "grouped").contains(&"7: 2".to_owned()));
}

#[test]
fn the_variable_is_matched_where_it_is_modified_or_retracted() {
    let mut farm = farm();
    farm.run();
    assert!(
        farm.facts::<Dog>()
            .any(|dog| dog.name == "Rex" && dog.age == 8)
    );
    assert!(farm.facts::<Cat>().all(|cat| cat.name != "Tom"));
}

#[test]
fn queries_ask_a_kind() {
    let farm = farm();
    assert_eq!(
        farm.older(6).collect::<Vec<_>>(),
        ["Rex", "Methuselah", "Tom"]
    );
    assert!(farm.any("Kitty") && !farm.any("Nobody"));
}

#[test]
fn a_method_of_a_kind_reads_its_field_alone() {
    let mut farm = Farm::new();
    let dog = farm.insert(Dog {
        name: "Aged".into(),
        age: 12,
        owner: "Ann",
    });
    farm.run();
    farm.update(dog, |dog| dog.owner = "Bob").unwrap();
    farm.run();
    assert_eq!(seen(&farm, "old"), ["Aged 12"]);
    assert_eq!(seen(&farm, "counted"), ["1 12"]);
    farm.update(dog, |dog| dog.age = 13).unwrap();
    farm.run();
    assert_eq!(seen(&farm, "old"), ["Aged 12", "Aged 13"]);
}

mod shown {
    use rules_runtime::rules;

    pub(super) struct Stone {
        pub(super) weight: u8,
    }

    rules! {
        ruleset Things;
        fact Ball { weight: u8 }

        kind Thing = Ball or Stone { weight };
        #[derive(Debug)]
        kind Toy = Ball or Cube { weight };
        fact Cube { weight: u8 }

        query things() -> String { when { t @ Thing; } select format!("{t:?} {}", t.weight()) }
        query toys() -> String { when { t @ Toy; } select format!("{t:?}") }
    }

    #[test]
    fn the_variable_is_shown_as_its_fact_where_that_can_be_shown() {
        let mut session = Things::new();
        session.insert(Ball { weight: 3 });
        session.insert(Stone { weight: 9 });
        let things: Vec<String> = session.things().collect();
        assert_eq!(things, ["Ball { weight: 3 } 3", "… 9"]);
        assert_eq!(
            session.toys().collect::<Vec<_>>(),
            ["Ball(Ball { weight: 3 })"]
        );
    }
}

/// Queries that compute with a variable of a kind.
mod asked {
    use rules_runtime::rules;
    #[derive(Debug, Clone, PartialEq)]
    struct Card {
        name: String,
        age: u8,
    }
    rules! {
        ruleset Farm;
        fact Dog { name: String, age: u8 }
        fact Cat { name: String, age: u8 }
        kind Animal = Dog or Cat { name, age };
        query cards() -> Card { when { a @ Animal; } select Card { name: a.name().clone(), age: a.age() } }
        query oldest() -> u8 { when { m = max(a.age() for a @ Animal); } select m }
        query ages() -> (u8, usize) { when { n = count({ a @ Animal; let k = a.age(); }) by (k); } select (k, n) }
    }
    #[test]
    fn queries_over_a_kind_compute_with_its_variable() {
        let mut farm = Farm::new();
        farm.insert(Dog {
            name: "Rex".into(),
            age: 3,
        });
        farm.insert(Cat {
            name: "Tom".into(),
            age: 9,
        });
        assert_eq!(farm.cards().count(), 2);
        assert_eq!(farm.oldest().collect::<Vec<_>>(), [9]);
        assert_eq!(farm.ages().count(), 2);
    }
}
