//! Tables whose rows are loaded while the program runs: what follows from rows that stay is not touched.

use rules_runtime::{ActivationEvent, FactEvent, Listener, rules};

#[derive(Debug, Clone, PartialEq)]
struct Rate {
    per_mille: u32,
    limit: Option<u64>,
}

rules! {
    ruleset Rates;

    fact Person { id: u32, age: u8, region: String }
    fact Parcel { id: u32, weight: u32 }
    #[unique]
    fact Priced(u32, u32);
    #[unique]
    fact Labelled(u32, String);
    #[unique]
    fact Bonus(u32, u32);
    #[unique]
    fact Plain(u32);

    /// What a person pays.
    #[reload]
    table rate(age: u8, region: &str) -> Rate from "sheets/rates.csv" {
        | age | region || per_mille: u32 | limit: Option<u64> |
    }

    #[reload]
    #[hit(collect)]
    table labels(weight: u32) -> String from "sheets/labels.csv" { | weight || label | }

    #[reload]
    table bonus(total: u32) -> Option<u32> from "sheets/bonus.csv" { | total || bonus | }

    rule price {
        when { Person { id, age, region }; rate = rate(age, region); }
        then { insert logical Priced(id, rate.per_mille); }
    }

    rule label {
        when { Parcel { id, weight }; label in labels(weight); }
        then { insert logical Labelled(id, label.clone()); }
    }

    rule bonus {
        when { Parcel { id, weight }; if let Some(bonus) = bonus(weight); }
        then { insert logical Bonus(id, bonus); }
    }

    rule plain {
        when { Parcel { id, weight }; not { l in labels(weight) if l == "heavy"; } }
        then { insert logical Plain(id); }
    }

    query rate_of(id: u32) -> u32 {
        when { Person { id, age, region }; rate = rate(age, region); }
        select rate.per_mille
    }

    query labels_of(id: u32) -> String {
        when { Parcel { id, weight }; label in labels(weight); }
        select label
    }
}

/// What a listener was told, a line each.
#[derive(Debug, Clone, Default)]
struct Told(Vec<String>);

impl Listener for Told {
    fn fact_inserted(&mut self, fact: FactEvent<'_>) {
        self.0.push(format!("+ {}", fact.value));
    }
    fn fact_updated(&mut self, before: FactEvent<'_>, after: FactEvent<'_>) {
        self.0.push(format!("{} -> {}", before.value, after.value));
    }
    fn fact_retracted(&mut self, fact: FactEvent<'_>) {
        self.0.push(format!("- {}", fact.value));
    }
    fn activation_created(&mut self, activation: ActivationEvent<'_>) {
        self.0.push(format!("on {}", activation.rule));
    }
    fn activation_cancelled(&mut self, activation: ActivationEvent<'_>) {
        self.0.push(format!("off {}", activation.rule));
    }
    fn rule_firing(&mut self, activation: ActivationEvent<'_>) {
        self.0.push(format!("fires {}", activation.rule));
    }
}

fn person(id: u32, age: u8, region: &str) -> Person {
    Person {
        id,
        age,
        region: region.to_owned(),
    }
}

#[test]
fn a_session_answers_from_the_rows_that_it_was_built_with() {
    let session = Rates::new();
    assert_eq!(
        session.rate(17, "north"),
        Rate {
            per_mille: 3,
            limit: None
        }
    );
    assert_eq!(
        session.rate(18, "north"),
        Rate {
            per_mille: 5,
            limit: Some(2000)
        }
    );
    assert_eq!(session.labels(11).collect::<Vec<_>>(), ["heavy", "any"]);
    assert_eq!(session.bonus(500), None);
}

#[test]
fn rows_that_are_loaded_change_what_follows_from_rows_that_go_and_nothing_else() {
    let mut session = Rates::builder().listener(Told::default()).build();
    assert_eq!(session.listener().0, [] as [&str; 0]);
    session.insert_all([
        person(1, 17, "north"),
        person(2, 30, "north"),
        person(3, 30, "south"),
    ]);
    session.run();
    session.listener_mut().0.clear();
    let report = session
        .load_rate(
            "per_mille,limit,age,region\n9,2000,>= 18,north\n3,,< 18,-\n7,100,>= 18,not north\n",
        )
        .unwrap();
    assert_eq!((report.kept, report.added, report.removed), (2, 1, 1));
    assert_eq!(session.listener().0, ["- Priced(2, 5)", "on price"]);
    session.run();
    assert_eq!(session.rate_of(2).collect::<Vec<_>>(), [9]);
    let priced: Vec<_> = session.facts::<Priced>().map(|p| (p.0, p.1)).collect();
    assert_eq!(priced, [(3, 7), (1, 3), (2, 9)]);
}

#[test]
fn explained() {
    let mut session = Rates::new();
    session.insert(person(1, 17, "north"));
    session.insert(Parcel { id: 1, weight: 3 });
    session.run();
    println!("{}", session.explain(RatesRule::Price));
    println!("{}", session.explain(RatesRule::Label));
    println!("{}", session.explain(RatesRule::Bonus));
    println!("{}", session.explain(RatesRule::Plain));
    println!("{}", Rates::network().to_dot());
    let h = session.handles::<Priced>().next().unwrap();
    println!("{}", session.why(h));
    println!("{session:?}");
    panic!();
}
