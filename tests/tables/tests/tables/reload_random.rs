//! Loads and inserts at random, compared with a session that is made anew with the same rows and facts.

use std::fmt::Write as _;

use rules_runtime::{Handle, rules};

rules! {
    ruleset Random;

    fact Order { id: u32, customer: u32, total: u32, region: String }
    fact Customer { id: u32, age: u8 }
    #[unique]
    fact Fee(u32, u32);
    #[unique]
    fact Tag(u32, String);
    #[unique]
    fact Untagged(u32);
    #[unique]
    fact Sum(u32, u32);
    #[unique]
    fact Bonus(u32, u32);
    #[unique]
    fact All(u32);

    #[reload]
    table fee(age: u8, region: &str) -> u32 from "sheets/random_fees.csv" { | age | region || fee | }

    #[reload]
    #[hit(collect)]
    table tags(total: u32) -> String from "sheets/random_tags.csv" { | total || tag | }

    #[reload]
    #[hit(first)]
    table bonus(total: u32) -> Option<u32> from "sheets/random_bonus.csv" { | total || bonus | }

    rule fee {
        when {
            Customer { id: customer, age };
            Order { id, customer, region };
            fee = fee(age, region) if fee > 2;
        }
        then { insert logical Fee(id, fee); }
    }

    rule tag {
        when { Order { id, total }; tag in tags(total); }
        then { insert logical Tag(id, tag.clone()); }
    }

    rule untagged {
        when { Order { id, total }; not { _t in tags(total); } }
        then { insert logical Untagged(id); }
    }

    rule sum {
        when {
            Customer { id, age };
            s = sum(fee for { Order { customer: id, region }; fee = fee(age, region); });
        }
        then { insert logical Sum(id, s); }
    }

    rule bonus {
        when { Order { id, total }; if let Some(bonus) = bonus(total); }
        then { insert logical Bonus(id, bonus); }
    }

    rule all {
        when { Customer { id }; forall Order { customer: id, total } => _b in bonus_of(total); }
        then { insert logical All(id); }
    }

    query bonus_of(total: u32) -> u32 {
        when { if let Some(bonus) = bonus(total); }
        select bonus
    }

    query fees(least: u32) -> (u32, u32) {
        when {
            Customer { id: customer, age };
            Order { id, customer, region };
            fee = fee(age, region) if fee >= least;
        }
        select (id, fee)
    }
}

/// A sequence of numbers that is always the same. (G. Marsaglia, *Xorshift RNGs*, 2003.)
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as u32 % bound
    }
}

/// What a session is loaded with and holds.
#[derive(Clone)]
struct Model {
    fees: String,
    tags: String,
    bonus: String,
    customers: Vec<Customer>,
    orders: Vec<Order>,
}

const REGIONS: [&str; 3] = ["north", "south", "west"];

fn fees(numbers: &mut Numbers) -> String {
    let cut = 1 + numbers.below(80);
    let (a, b, c) = (numbers.below(6), numbers.below(6), numbers.below(6));
    let region = REGIONS[numbers.below(3) as usize];
    format!("age,region,fee\n< {cut},-,{a}\n>= {cut},{region},{b}\n>= {cut},not {region},{c}\n")
}

fn tags(numbers: &mut Numbers) -> String {
    let mut csv = "total,tag\n> 9999,never\n".to_owned();
    for _ in 0..numbers.below(4) {
        let (from, tag) = (numbers.below(40), numbers.below(5));
        let sign = ["<", ">="][numbers.below(2) as usize];
        writeln!(csv, "{sign} {},t{tag}", from + 1).unwrap();
    }
    csv
}

fn bonus(numbers: &mut Numbers) -> String {
    let (one, two) = (numbers.below(40), numbers.below(40));
    format!(
        "bonus,total\n{},> {one}\n{},> {two}\n",
        numbers.below(9),
        numbers.below(9)
    )
}

fn all(session: &Random) -> Vec<String> {
    let mut all: Vec<String> = session.fees(1).map(|fee| format!("{fee:?}")).collect();
    all.extend(session.facts::<Fee>().map(|fact| format!("{fact:?}")));
    all.extend(session.facts::<Tag>().map(|fact| format!("{fact:?}")));
    all.extend(session.facts::<Untagged>().map(|fact| format!("{fact:?}")));
    all.extend(session.facts::<Sum>().map(|fact| format!("{fact:?}")));
    all.extend(session.facts::<Bonus>().map(|fact| format!("{fact:?}")));
    all.extend(session.facts::<All>().map(|fact| format!("{fact:?}")));
    all.sort();
    all
}

fn anew(model: &Model) -> Vec<String> {
    let mut session = Random::new();
    session.load_fee(&model.fees).unwrap();
    session.load_tags(&model.tags).unwrap();
    session.load_bonus(&model.bonus).unwrap();
    session.insert_all(model.customers.iter().cloned());
    session.insert_all(model.orders.iter().cloned());
    session.run();
    all(&session)
}

#[test]
fn what_follows_is_the_same_whenever_rows_are_loaded() {
    let mut seen = 0;
    for seed in 1..=6_u64 {
        let numbers = &mut Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let read = |file: &str| std::fs::read_to_string(format!("sheets/{file}.csv")).unwrap();
        let mut model = Model {
            fees: read("random_fees"),
            tags: read("random_tags"),
            bonus: read("random_bonus"),
            customers: Vec::new(),
            orders: Vec::new(),
        };
        let mut session = Random::new();
        let mut handles: Vec<Handle<Order>> = Vec::new();
        for step in 0..60 {
            match numbers.below(8) {
                0 => {
                    model.fees = fees(numbers);
                    session.load_fee(&model.fees).unwrap();
                }
                1 => {
                    model.tags = tags(numbers);
                    session.load_tags(&model.tags).unwrap();
                }
                2 => {
                    model.bonus = bonus(numbers);
                    session.load_bonus(&model.bonus).unwrap();
                }
                3 => {
                    let id = model.customers.len() as u32;
                    let customer = Customer {
                        id,
                        age: numbers.below(100) as u8,
                    };
                    model.customers.push(customer.clone());
                    session.insert(customer);
                }
                4 if !handles.is_empty() => {
                    let place = numbers.below(handles.len() as u32) as usize;
                    session.retract(handles.remove(place)).unwrap();
                    model.orders.remove(place);
                }
                5 if !handles.is_empty() => {
                    let place = numbers.below(handles.len() as u32) as usize;
                    let total = numbers.below(50);
                    model.orders[place].total = total;
                    session
                        .update(handles[place], |order| order.total = total)
                        .unwrap();
                }
                _ => {
                    let order = Order {
                        id: step,
                        customer: numbers.below(4),
                        total: numbers.below(50),
                        region: REGIONS[numbers.below(3) as usize].to_owned(),
                    };
                    model.orders.push(order.clone());
                    handles.push(session.insert(order));
                }
            }
            if numbers.below(3) > 0 {
                session.run();
                session.__verify();
                let derived = all(&session);
                assert_eq!(derived, anew(&model), "seed {seed}, step {step}");
                seen += derived.len();
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}
