//! Matches of several facts, found from whichever of them has changed: each once, whatever changes at once.

use rules_runtime::rules;

rules! {
    ruleset Shop;

    #[derive(Clone, Debug, PartialEq)]
    fact Customer { id: u32, level: u8, visits: u32 }
    #[derive(Clone, Debug, PartialEq)]
    fact Order { id: u32, customer: u32, total: u32 }
    #[derive(Clone, Debug, PartialEq)]
    fact Item { order: u32, price: u32 }
    global log: Vec<(u32, u32, u32)>;

    rule dear_item {
        when {
            Customer { id: customer, level: > 1 };
            o @ Order { id: order, customer, total };
            Item { order, price } if price * 2 > o.total;
        }
        then { log.push((customer, order, price + total)); }
    }
}

fn customer() -> Customer {
    Customer {
        id: 1,
        level: 2,
        visits: 0,
    }
}

fn order() -> Order {
    Order {
        id: 7,
        customer: 1,
        total: 10,
    }
}

fn item(price: u32) -> Item {
    Item { order: 7, price }
}

#[test]
fn the_last_fact_to_come_completes_the_match_whichever_it_is() {
    for last in 0..3 {
        let mut shop = Shop::new(vec![]);
        for step in 1..=3 {
            assert_eq!(shop.run().count, 0);
            match (last + step) % 3 {
                0 => drop(shop.insert(customer())),
                1 => drop(shop.insert(order())),
                _ => drop(shop.insert(item(6))),
            }
            shop.__verify();
        }
        assert_eq!(shop.run().count, 1, "the {last}th comes last");
        assert_eq!(shop.globals().log, [(1, 7, 16)]);
    }
}

#[test]
fn a_match_of_facts_that_come_at_once_is_one() {
    let mut shop = Shop::new(vec![]);
    shop.transaction(|tx| {
        tx.insert(item(6));
        tx.insert(order());
        tx.insert(customer());
        Ok::<_, ()>(())
    })
    .unwrap();
    shop.__verify();
    assert_eq!(shop.run().count, 1);
}

#[test]
fn a_match_of_facts_that_change_at_once_is_one() {
    let mut shop = Shop::new(vec![]);
    let c = shop.insert(customer());
    let o = shop.insert(order());
    let i = shop.insert(item(6));
    assert_eq!(shop.run().count, 1);
    shop.transaction(|tx| {
        tx.update(i, |item| item.price = 8)?;
        tx.update(c, |customer| customer.level = 3)?;
        tx.update(o, |order| order.total = 11)
    })
    .unwrap();
    shop.__verify();
    assert_eq!(shop.run().count, 1);
    assert_eq!(shop.globals().log, [(1, 7, 16), (1, 7, 19)]);
}

#[test]
fn what_no_condition_reads_changes_no_match() {
    let mut shop = Shop::new(vec![]);
    let c = shop.insert(customer());
    shop.insert(order());
    shop.insert(item(6));
    assert_eq!(shop.run().count, 1);
    shop.update(c, |customer| customer.visits += 1).unwrap();
    assert_eq!(shop.agenda().count(), 0);
    shop.update(c, |customer| customer.level = 9).unwrap();
    shop.__verify();
    assert_eq!(shop.agenda().count(), 1);
}

#[test]
fn a_match_ends_with_any_of_its_facts() {
    for gone in 0..3 {
        let mut shop = Shop::new(vec![]);
        let c = shop.insert(customer());
        let o = shop.insert(order());
        let items = shop.insert_all([item(6), item(7), item(8)]);
        assert_eq!(shop.agenda().count(), 3);
        let left = match gone {
            0 => shop.retract(c).map(|_| 0),
            1 => shop.update(o, |order| order.total = 14).map(|()| 1),
            _ => shop.retract(items[1]).map(|_| 2),
        };
        shop.__verify();
        assert_eq!(shop.agenda().count(), left.unwrap());
    }
}

#[test]
fn one_fact_may_stand_at_several_places() {
    rules! {
        ruleset Small;
        #[derive(Clone)]
        fact Edge { from: u32, to: u32 }
        global log: Vec<(u32, u32, u32)>;
        rule path {
            when { Edge { from, to: by }; Edge { from: by, to }; }
            then { log.push((from, by, to)); }
        }
    }
    let mut session = Small::new(vec![]);
    let edge = session.insert(Edge { from: 1, to: 1 });
    session.insert_all([(1, 2), (2, 1)].map(|(from, to)| Edge { from, to }));
    session.__verify();
    assert_eq!(session.run().count, 5);
    session.update(edge, |edge| edge.to = 2).unwrap();
    session.__verify();
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log[5..], [(2, 1, 2), (1, 2, 1)]);
    session.update(edge, |edge| edge.from = 2).unwrap();
    session.__verify();
    // (2, 2) with itself, after the other (1, 2) and before (2, 1).
    assert_eq!(session.run().count, 3);
}

#[test]
fn matches_come_back_with_a_rollback() {
    rules! {
        #[backtrack]
        ruleset Small;
        #[derive(Clone)]
        fact Left(u32);
        #[derive(Clone)]
        fact Right(u32);
        rule pair { when { Left(x); Right(x); } then {} }
    }
    let mut session = Small::new();
    let lefts = session.insert_all((0..4).map(|n| Left(n % 2)));
    session.insert_all((0..4).map(|n| Right(n % 2)));
    session.step();
    let before: Vec<_> = session.agenda().collect();
    let checkpoint = session.checkpoint();
    session.retract(lefts[0]).unwrap();
    session.update(lefts[1], |left| left.0 = 0).unwrap();
    session.insert(Right(0));
    session.run();
    session.__verify();
    session.rollback(checkpoint).unwrap();
    session.__verify();
    assert_eq!(session.agenda().collect::<Vec<_>>(), before);
    assert_eq!(session.run().count, 7);
}

#[test]
fn facts_get_new_dates_in_the_matches_that_wait() {
    rules! {
        #[strategy(lex)]
        ruleset Small;
        #[derive(Clone)]
        fact Left { key: u32, note: u32 }
        fact Right { key: u32 }
        global log: Vec<u32>;
        rule pair { when { Left { key }; Right { key }; } then { log.push(key); } }
    }
    let mut session = Small::new(vec![]);
    let lefts = session.insert_all([1, 2].map(|key| Left { key, note: 0 }));
    session.insert_all([1, 2].map(|key| Right { key }));
    session.update(lefts[0], |left| left.note = 1).unwrap();
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, [1, 2]);
}

#[test]
fn a_copy_goes_on_by_itself() {
    let mut shop = Shop::new(vec![]);
    shop.insert(customer());
    let o = shop.insert(order());
    shop.insert(item(6));
    let mut copy = shop.clone();
    shop.retract(o).unwrap();
    copy.insert(item(7));
    copy.__verify();
    assert_eq!((shop.run().count, copy.run().count), (0, 2));
}

/// Rules whose searches begin alike, and go on each in its own way.
mod alike {
    use rules_runtime::rules;

    rules! {
        ruleset Clinic;

        #[derive(Clone, Debug, PartialEq)]
        fact Patient { id: u32, age: u32, ward: u32 }
        #[derive(Clone, Debug, PartialEq)]
        fact Reading { patient: u32, value: u32 }
        #[derive(Clone, Debug, PartialEq)]
        fact Nurse { ward: u32, id: u32 }
        global log: Vec<(&'static str, u32)>;

        rule high {
            when { Patient { id, age }; Reading { patient: id, value } if value > age; }
            then { log.push(("high", value)); }
        }

        rule low {
            when { Patient { id: someone, age }; Reading { patient: someone, value } if value <= age; }
            then { log.push(("low", value)); }
        }

        rule attended {
            when {
                Patient { id, age, ward };
                Reading { patient: id, value } if value > age;
                Nurse { ward, id: nurse };
            }
            then { log.push(("attended", nurse)); }
        }
    }

    fn patient() -> Patient {
        Patient {
            id: 1,
            age: 50,
            ward: 3,
        }
    }

    fn fired(clinic: &mut Clinic) -> Vec<&'static str> {
        clinic.__verify();
        clinic.run();
        let mut names: Vec<_> = clinic
            .globals_mut()
            .log
            .drain(..)
            .map(|(name, _)| name)
            .collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn each_rule_finds_its_own() {
        let mut clinic = Clinic::new(vec![]);
        clinic.insert(patient());
        clinic.insert(Nurse { ward: 3, id: 9 });
        let value = |value| Reading { patient: 1, value };
        let reading = clinic.insert(value(60));
        assert_eq!(fired(&mut clinic), ["attended", "high"]);
        clinic
            .update(reading, |reading| reading.value = 40)
            .unwrap();
        assert_eq!(fired(&mut clinic), ["low"]);
    }

    #[test]
    fn a_field_that_one_of_them_reads_is_nothing_to_the_others() {
        let mut clinic = Clinic::new(vec![]);
        let someone = clinic.insert(patient());
        clinic.insert(Nurse { ward: 3, id: 9 });
        clinic.insert(Nurse { ward: 4, id: 10 });
        clinic.insert(Reading {
            patient: 1,
            value: 60,
        });
        assert_eq!(fired(&mut clinic), ["attended", "high"]);
        clinic.update(someone, |patient| patient.ward = 4).unwrap();
        assert_eq!(fired(&mut clinic), ["attended"]);
        clinic.update(someone, |patient| patient.age = 55).unwrap();
        assert_eq!(fired(&mut clinic), ["attended", "high"]);
    }
}

mod by_key {
    //! Rules that differ in a constant of a fact which they look up by its key.

    use std::collections::BTreeMap;

    use behaviour::below;
    use rules_runtime::{Handle, HandleError, rules};

    rules! {
        ruleset Parcels;

        #[derive(Clone, Copy, PartialEq)]
        fact enum Country { Norway, Greece, Ireland }
        #[key(id)]
        #[derive(Clone)]
        fact Buyer { id: u32, country: Country, blocked: bool }
        #[derive(Clone)]
        fact Sale { buyer: u32, weight: u32 }
        fact Held { buyer: u32 }
        global log: Vec<(&'static str, u32, u32)>;

        rule to_norway {
            when {
                Sale { buyer, weight };
                Buyer { id: buyer, country: Country::Norway, blocked: false };
            }
            then { log.push(("Norway", buyer, weight)); }
        }
        rule to_greece {
            when {
                Sale { buyer, weight };
                not Held { buyer };
                Buyer { id: buyer, country: Country::Greece };
            }
            then { log.push(("Greece", buyer, weight)); }
        }
        rule heavy_to_ireland {
            when {
                Buyer { id: buyer, country: Country::Ireland };
                Sale { buyer, weight: weight @ 5.. };
            }
            then { log.push(("Ireland", buyer, weight)); }
        }
    }

    const COUNTRIES: [Country; 3] = [Country::Norway, Country::Greece, Country::Ireland];

    /// What is to be on the agenda, for each rule the sales with their buyers.
    fn expected(parcels: &Parcels) -> Vec<(&'static str, u32, u32)> {
        let buyers: BTreeMap<u32, &Buyer> = parcels.facts().map(|of: &Buyer| (of.id, of)).collect();
        let held: Vec<u32> = parcels.facts().map(|held: &Held| held.buyer).collect();
        let sales = parcels.facts::<Sale>().filter_map(|sale| {
            let buyer = buyers.get(&sale.buyer)?;
            let rule = match buyer.country {
                Country::Norway if !buyer.blocked => "Norway",
                Country::Greece if !held.contains(&buyer.id) => "Greece",
                Country::Ireland if sale.weight >= 5 => "Ireland",
                _ => return None,
            };
            Some((rule, buyer.id, sale.weight))
        });
        let mut sales: Vec<_> = sales.collect();
        sales.sort_unstable();
        sales
    }

    #[test]
    fn the_fact_of_a_key_is_tested_as_it_is_now() {
        let mut state = 1;
        let mut next = |bound| below(&mut state, bound);
        let mut fired = 0;
        for _ in 0..20 {
            let mut parcels = Parcels::new(vec![]);
            let (mut sales, mut held): (Vec<Handle<Sale>>, Vec<Handle<Held>>) = (vec![], vec![]);
            for _ in 0..30 {
                // Several changes at once, often of both sides of a match.
                parcels
                    .transaction(|tx| {
                        for _ in 0..=next(3) {
                            let buyer = next(3) as u32;
                            match next(6) {
                                0 | 1 => {
                                    tx.insert(Buyer {
                                        id: buyer,
                                        country: COUNTRIES[next(3) as usize],
                                        blocked: next(4) == 0,
                                    });
                                }
                                2 => sales.push(tx.insert(Sale {
                                    buyer,
                                    weight: next(10) as u32,
                                })),
                                3 if !sales.is_empty() => {
                                    let sale = sales[next(sales.len() as u64) as usize];
                                    tx.update(sale, |sale| sale.buyer = buyer)?;
                                }
                                4 => held.push(tx.insert(Held { buyer })),
                                _ => {
                                    if let Some(held) = held.pop() {
                                        tx.retract(held)?;
                                    }
                                }
                            }
                        }
                        Ok::<_, HandleError>(())
                    })
                    .unwrap();
                parcels.__verify();
            }
            let expected = expected(&parcels);
            assert_eq!(parcels.agenda().count(), expected.len());
            parcels.run();
            let mut log = parcels.globals().log.clone();
            log.sort_unstable();
            assert_eq!(log, expected);
            fired += log.len();
        }
        assert!(fired > 20, "{fired}");
    }
}

rules! {
    ruleset Stairs;

    fact Step { from: u32, to: u32 }
    fact Top(u32);
    global climbs: u64;

    rule climb {
        when {
            Step { from: 0, to: a };
            Step { from: a, to: b };
            Step { from: b, to: c };
            Step { from: c, to: d };
            Step { from: d, to: e };
            Step { from: e, to: f };
            Step { from: f, to: g };
            Step { from: g, to: h };
            Step { from: h, to: i };
            Step { from: i, to: j };
            Step { from: j, to: k };
            Top(k);
        }
        then { *climbs += 1; }
    }
}

#[test]
fn a_match_of_a_dozen_facts_is_found_from_each_of_them() {
    let mut stairs = Stairs::new(0);
    // From each stair to the next two.
    let mut steps: Vec<Step> = (0..13)
        .flat_map(|from| {
            [1, 2].map(|by| Step {
                from,
                to: from + by,
            })
        })
        .collect();
    // In an order in which a match is completed by what stands anywhere in it.
    steps.sort_by_key(|step| (step.to * 7 + step.from * 5) % 13);
    let mut of_eleven = Vec::new();
    for step in steps {
        of_eleven.push(stairs.insert(step));
        stairs.__verify();
    }
    let top = stairs.insert(Top(13));
    stairs.run();
    // Eleven steps to the thirteenth stair: two of them by two.
    assert_eq!(stairs.globals().climbs, 11 * 10 / 2);
    stairs.__verify();
    for &step in &of_eleven {
        let taken = stairs.retract(step).unwrap();
        stairs.insert(taken);
    }
    stairs.update(top, |top| top.0 = 12).unwrap();
    stairs.globals_mut().climbs = 0;
    stairs.run();
    assert_eq!(stairs.globals().climbs, 11);
}
