//! Tables as functions: hit policies, result types, and where the types of columns are seen.

use rules_runtime::rules;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Grade {
    Gold,
    Silver,
    Other(u8),
}

struct Customer {
    grade: Grade,
    since: u16,
}

#[derive(Debug, Clone, PartialEq)]
struct Rate {
    per_mille: u32,
    limit: Option<u64>,
}

const BASE: u32 = 7;

rules! {
    ruleset Functions;

    fact enum Season { Summer, Winter { hard: bool } }
    fact Trip { season: Season, place: Place }
    #[derive(Debug, Clone, PartialEq)]
    struct Place { name: String, warm: bool }
    type Age = u8;

    /// What a customer saves.
    #[hit(unique)]
    table discount(customer: &Customer, total: u32) -> u32 {
        | customer.grade: Grade(Gold or Silver or Other) | total  | customer.since: u16 || percent |
        | Gold                                           | >= 100 | -                   || 10      |
        | Gold                                           | < 100  | < 2020              || BASE    |
        | Gold                                           | < 100  | >= 2020             || 3       |
        | Grade::Silver or Other                         | -      | -                   || 0       |
    }

    table rate(age: Age) -> Option<Rate> {
        | age     || per_mille | limit     |
        | < 18    || 3         | Some(100) |
        | 18..=65 || 5         | None      |
    }

    #[hit(first)]
    table trip(trip: &Trip) -> (u8, &str) {
        | trip.season | trip.place.warm | trip.place.name   || price | label  |
        | Winter      | true            | -                 || 9     | "far"  |
        | -           | -               | "Rome" or "Paris" || 8     | "city" |
        | Summer      | not true        | not "Oslo"        || 7     | "cool" |
        | else                                              || 1     | "none" |
    }

    #[hit(any)]
    table either(a: bool, b: bool) -> char {
        | a     | b     || c   |
        | true  | -     || 'x' |
        | -     | true  || 'x' |
        | false | false || 'y' |
    }

    #[hit(collect)]
    table tags(n: i32) -> &str {
        | n        || tag     |
        | < 0      || "minus" |
        | > 9      || "long"  |
        | not 0    || "some"  |
        | -5 or 10 || "five"  |
    }
}

fn customer(grade: Grade, since: u16) -> Customer {
    Customer { grade, since }
}

#[test]
fn a_unique_table_answers_with_the_row_that_holds() {
    let gold = customer(Grade::Gold, 2019);
    assert_eq!(Functions::discount(&gold, 100), 10);
    assert_eq!(Functions::discount(&gold, 99), 7);
    assert_eq!(Functions::discount(&customer(Grade::Gold, 2020), 0), 3);
    assert_eq!(Functions::discount(&customer(Grade::Silver, 0), 500), 0);
    assert_eq!(Functions::discount(&customer(Grade::Other(3), 0), 500), 0);
}

#[test]
fn several_outputs_are_the_fields_of_the_result() {
    let (young, old) = (Functions::rate(17), Functions::rate(65));
    let young_rate = Rate {
        per_mille: 3,
        limit: Some(100),
    };
    assert_eq!(young, Some(young_rate));
    assert_eq!(
        old,
        Some(Rate {
            per_mille: 5,
            limit: None
        })
    );
    assert_eq!(Functions::rate(66), None);
}

#[test]
fn the_first_row_that_holds_answers_or_else_the_last() {
    let trip = |season, name: &str, warm| {
        let place = Place {
            name: name.to_owned(),
            warm,
        };
        Functions::trip(&Trip { season, place })
    };
    assert_eq!(
        trip(Season::Winter { hard: true }, "Rome", true),
        (9, "far")
    );
    assert_eq!(
        trip(Season::Winter { hard: false }, "Rome", false),
        (8, "city")
    );
    assert_eq!(trip(Season::Summer, "Paris", true), (8, "city"));
    assert_eq!(trip(Season::Summer, "Bonn", false), (7, "cool"));
    assert_eq!(trip(Season::Summer, "Oslo", false), (1, "none"));
}

#[test]
fn rows_of_an_any_table_may_overlap() {
    assert_eq!(Functions::either(true, true), 'x');
    assert_eq!(Functions::either(false, true), 'x');
    assert_eq!(Functions::either(false, false), 'y');
}

#[test]
fn a_table_that_collects_answers_with_each_row_in_order() {
    let tags = |n| Functions::tags(n).collect::<Vec<_>>();
    assert_eq!(tags(0), [] as [&str; 0]);
    assert_eq!(tags(-5), ["minus", "some", "five"]);
    assert_eq!(tags(10), ["long", "some", "five"]);
}

mod outside {
    rules_runtime::rules! {
        pub(super) ruleset Outside;

        pub(crate) table double(n: u8) -> u8 { | n % 2 == 0 || m | | true || 2 | | false || 1 | }
        table hidden(n: u8) -> u8 { | n as u32 || m | | 0 || 0 | | 1.. || 1 | }
    }

    #[test]
    fn a_table_without_a_visibility_has_that_of_the_ruleset() {
        assert_eq!(Outside::hidden(3), 1);
    }
}

#[test]
fn a_table_has_the_visibility_that_it_states() {
    assert_eq!(outside::Outside::double(4), 2);
}
