//! Rules that begin with facts of one type and look up the same first: they search together, as many as there are, and each
//! finds what is its own.

use rules_runtime::rules;

/// Rules that differ in the least total that they ask for.
macro_rules! bands {
    ($($rule:ident $least:literal)*) => {
        rules! {
            ruleset Bands;

            #[derive(Clone)]
            fact Order { id: u32, customer: u32, total: u32 }
            #[derive(Clone)]
            #[key(id)]
            fact Customer { id: u32, level: u8 }
            global log: Vec<(u32, u32)>;

            $(rule $rule {
                when {
                    Order { id, customer, total: >= $least };
                    Customer { id: customer, level: > 1 };
                }
                then { log.push((id, $least)); }
            })*
        }
        const LEAST: &[u32] = &[$($least),*];
    };
}

// More than one search begins from.
bands! {
    r0 0 r1 10 r2 20 r3 30 r4 40 r5 50 r6 60 r7 70 r8 80 r9 90
    r10 100 r11 110 r12 120 r13 130 r14 140 r15 150 r16 160 r17 170 r18 180 r19 190
    r20 200 r21 210 r22 220 r23 230 r24 240 r25 250 r26 260 r27 270 r28 280 r29 290
    r30 300 r31 310 r32 320 r33 330 r34 340 r35 350 r36 360 r37 370 r38 380 r39 390
    r40 400 r41 410 r42 420 r43 430 r44 440 r45 450 r46 460 r47 470 r48 480 r49 490
    r50 500 r51 510 r52 520 r53 530 r54 540 r55 550 r56 560 r57 570 r58 580 r59 590
    r60 600 r61 610 r62 620 r63 630 r64 640 r65 650 r66 660 r67 670 r68 680 r69 690
}

fn expected(id: u32, total: u32) -> Vec<(u32, u32)> {
    let met = LEAST.iter().filter(|&&least| least <= total);
    met.map(|&least| (id, least)).collect()
}

fn good(id: u32) -> Customer {
    Customer { id, level: 2 }
}

#[test]
fn an_order_fires_the_rules_whose_bound_it_reaches() {
    for total in [0, 5, 10, 99, 350, 635, 640, 689, 1_000] {
        let mut bands = Bands::new(vec![]);
        bands.insert_all([good(1), good(2)]);
        bands.insert(Order {
            id: 7,
            customer: 2,
            total,
        });
        bands.__verify();
        bands.run();
        assert_eq!(bands.globals().log, expected(7, total));
    }
}

#[test]
fn a_customer_who_comes_later_finds_the_orders() {
    let mut bands = Bands::new(vec![]);
    bands.insert_all([(1, 635), (2, 15)].map(|(id, total)| Order {
        id,
        customer: 9,
        total,
    }));
    assert_eq!(bands.run().count, 0);
    bands.insert(good(9));
    bands.__verify();
    assert_eq!(bands.run().count as usize, expected(1, 635).len() + 2);
}

#[test]
fn what_changes_at_once_on_both_sides_is_found_once() {
    let mut bands = Bands::new(vec![]);
    let customer = bands.insert(Customer { id: 9, level: 0 });
    let order = bands.insert(Order {
        id: 1,
        customer: 9,
        total: 5,
    });
    bands
        .transaction(|tx| {
            tx.update(customer, |customer| customer.level = 5)?;
            tx.update(order, |order| order.total = 655)
        })
        .unwrap();
    bands.__verify();
    bands.run();
    assert_eq!(bands.globals().log, expected(1, 655));
    // The bounds that it still reaches are new matches, for the total is read by all.
    bands.update(order, |order| order.total = 25).unwrap();
    bands.__verify();
    bands.run();
    assert_eq!(bands.globals().log[66..], expected(1, 25));
}
