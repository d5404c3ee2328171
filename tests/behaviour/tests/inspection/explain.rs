//! `explain` and `explain_fact`: why a rule did or did not fire.

use rules_runtime::{Counted, Explanation, Outcome, rules};

rules! {
    ruleset Shop;

    #[derive(Debug, Clone)]
    fact Customer { name: &'static str, years: u32 }
    fact Complaint { customer: &'static str }
    #[derive(Debug, Clone)]
    fact Order { customer: &'static str, total: u32, discount: u32 }
    #[derive(Debug, Clone)]
    fact enum Signal { Red, Green(u8) }
    fact Basket { items: Vec<u32> }

    rule discount {
        when {
            Customer { name, years: >= 5 };
            order @ Order { customer: name, total: > 100, discount: 0 };
            not Complaint { customer: name };
        }
        then { modify order { order.discount = 10; } }
    }

    #[salience(-1)]
    rule sums {
        when {
            t = sum(total for Order { customer, total: > 0, total }) by (customer) if t > 200;
            Customer { name: customer, years };
        }
        then { let _ = (t, years); }
    }

    rule branches {
        when {
            Customer { name };
            either { Order { customer: name, total }; } or { Complaint { customer: name }; let total = 0; }
            if total < 300;
        }
        then { let _ = total; }
    }

    rule digits {
        when {
            o @ Order { total };
            for digit in [total / 100, total % 100];
            if digit > 10;
        }
        then { let _ = (o, digit); }
    }

    rule signals {
        when { Signal::Green(n) if n > 3; exists Customer { years: == u32::from(n) }; }
        then {}
    }

    rule everyone_ordered {
        when { forall Customer { name } => Order { customer: name }; }
        then {}
    }

    rule collected {
        when {
            orders = collect(o @ Order) if orders.len() > 1;
            best = max_by(o.total for o @ Order) if best.total > 300;
        }
        then { let _ = (orders, best); }
    }

    rule moved {
        when {
            Basket { items };
            let doubled = items.iter().map(|item| item * 2).collect::<Vec<_>>();
            if doubled.into_iter().sum::<u32>() > 5;
        }
        then {}
    }

    group later {
        rule close { when { s @ Signal::Red; } then { retract s; } }
    }

    rule always { when {} then {} }
}

fn shop() -> Shop {
    let mut shop = Shop::new();
    for (name, years) in [("Ann", 7), ("Bob", 5), ("Cid", 1)] {
        shop.insert(Customer { name, years });
    }
    for (customer, total) in [("Ann", 50), ("Ann", 250), ("Bob", 400), ("Eve", 150)] {
        let discount = 0;
        shop.insert(Order {
            customer,
            total,
            discount,
        });
    }
    shop.insert(Complaint { customer: "Bob" });
    shop
}

/// The conditions: text, partial matches that reach it, and that pass it.
fn rows(explanation: &Explanation) -> Vec<(&'static str, u64, u64)> {
    let conditions = explanation.conditions.iter();
    conditions
        .map(|row| (row.text, row.reached, row.passed))
        .collect()
}

/// The tests of a condition: text, what it counts, passed, failed.
fn tests(explanation: &Explanation, row: usize) -> Vec<(&'static str, Counted, u64, u64)> {
    let tests = explanation.conditions[row].tests.iter();
    tests
        .map(|test| (test.text, test.counted, test.passed, test.failed))
        .collect()
}

/// Whether each match is still to fire.
fn pending(explanation: &Explanation) -> Vec<bool> {
    let matches = explanation.matches.iter();
    matches.map(|found| found.pending).collect()
}

/// What a rule's one pattern for a fact's type makes of it.
fn outcome<F: 'static>(shop: &Shop, rule: ShopRule, fact: rules_runtime::Handle<F>) -> Outcome
where
    ShopProgram: rules_runtime::generated::Holds<F>,
{
    let mut explanation = shop.explain_fact(rule, fact);
    assert_eq!(explanation.patterns.len(), 1);
    explanation.patterns.remove(0).outcome
}

#[test]
fn each_condition_says_how_many_partial_matches_reach_it_and_pass_it() {
    assert_eq!(
        rows(&shop().explain(ShopRule::Discount)),
        [
            ("Customer { name, years: >= 5 }", 1, 2),
            (
                "order @ Order { customer: name, total: > 100, discount: 0 }",
                2,
                2
            ),
            ("not Complaint { customer: name }", 2, 1),
            ("Complaint { customer: name }", 2, 1),
        ]
    );
}

#[test]
fn a_test_on_a_fact_counts_facts_and_a_join_counts_pairs() {
    assert_eq!(
        tests(&shop().explain(ShopRule::Discount), 1),
        [
            ("customer: name", Counted::Pairs, 2, 4),
            ("total: > 100", Counted::Facts, 3, 1),
            ("discount: 0", Counted::Facts, 3, 0),
        ]
    );
}

#[test]
fn a_fact_counts_at_the_first_test_that_it_fails() {
    let mut shop = shop();
    for (total, discount) in [(1, 1), (200, 1)] {
        let customer = "Ann";
        shop.insert(Order {
            customer,
            total,
            discount,
        });
    }
    assert_eq!(
        tests(&shop.explain(ShopRule::Discount), 1)[1..],
        [
            ("total: > 100", Counted::Facts, 4, 2),
            ("discount: 0", Counted::Facts, 3, 1),
        ]
    );
}

#[test]
fn no_fact_fails_a_test_on_what_a_condition_before_would_bind() {
    rules! {
        ruleset Limits;
        const GREATEST: Option<u32> = None;
        fact Order { total: u32 }
        rule less {
            when { if let Some(greatest) = GREATEST; Order { total: > 5, total: < greatest }; }
            then {}
        }
        rule branches {
            when {
                either { let greatest = 10; } or { let greatest = 20; }
                Order { total: < greatest };
            }
            then {}
        }
    }
    let mut limits = Limits::new();
    limits.insert_all([4, 15].map(|total| Order { total }));
    let less = limits.explain(LimitsRule::Less);
    assert_eq!(less.blocked_at(), Some(0));
    assert_eq!(
        tests(&less, 1),
        [
            ("total: > 5", Counted::Facts, 1, 1),
            ("total: < greatest", Counted::Pairs, 0, 0),
        ]
    );
    let branches = limits.explain(LimitsRule::Branches);
    let last = branches.conditions.len() - 1;
    assert_eq!(
        tests(&branches, last),
        [("total: < greatest", Counted::Pairs, 3, 1)]
    );
}

#[test]
fn a_pattern_says_how_many_facts_are_suitable() {
    let explanation = shop().explain(ShopRule::Discount);
    let facts = explanation.conditions[1]
        .facts
        .expect("a pattern has facts");
    assert_eq!((facts.all, facts.suitable), (4, 3));
    assert_eq!(explanation.conditions[2].facts, None);
}

#[test]
fn the_first_condition_that_none_gets_past_is_marked() {
    let shop = shop();
    assert_eq!(shop.explain(ShopRule::Discount).blocked_at(), None);
    assert_eq!(shop.explain(ShopRule::Signals).blocked_at(), Some(0));
    let mut shop = Shop::new();
    shop.insert(Signal::Green(5));
    assert_eq!(shop.explain(ShopRule::Signals).blocked_at(), Some(1));
}

#[test]
fn what_stands_inside_a_condition_is_counted_too() {
    assert_eq!(
        rows(&shop().explain(ShopRule::EveryoneOrdered)),
        [
            ("forall Customer { name } => Order { customer: name }", 1, 0),
            ("Customer { name }", 1, 3),
            ("not Order { customer: name }", 3, 1),
            ("Order { customer: name }", 3, 3),
        ]
    );
}

#[test]
fn what_passes_a_branch_of_either_reaches_what_follows() {
    assert_eq!(
        rows(&shop().explain(ShopRule::Branches)),
        [
            ("Customer { name }", 1, 3),
            ("either", 3, 4),
            ("branch 1", 3, 3),
            ("Order { customer: name, total }", 3, 3),
            ("branch 2", 3, 1),
            ("Complaint { customer: name }", 3, 1),
            ("let total = 0", 1, 1),
            ("if total < 300", 4, 3),
        ]
    );
}

#[test]
fn each_element_of_for_is_a_partial_match() {
    assert_eq!(
        rows(&shop().explain(ShopRule::Digits)),
        [
            ("o @ Order { total }", 1, 4),
            ("for digit in [total / 100, total % 100]", 4, 8),
            ("if digit > 10", 8, 3),
        ]
    );
}

#[test]
fn the_tests_of_an_accumulate_count_its_results() {
    let explanation = shop().explain(ShopRule::Sums);
    assert_eq!(
        tests(&explanation, 0),
        [("t > 200", Counted::Results, 2, 1)]
    );
    assert_eq!(explanation.conditions[1].passed, 4, "the members");
    assert_eq!(explanation.conditions[2].reached, 2, "the groups that pass");
}

#[test]
fn facts_that_accumulates_find_are_there_for_their_tests() {
    let explanation = shop().explain(ShopRule::Collected);
    assert_eq!(explanation.matches.len(), 1);
    let bindings = &explanation.matches[0].bindings;
    assert_eq!(bindings[1].0, "best");
    assert!(bindings[1].1.contains("400"), "{bindings:?}");
}

#[test]
fn a_value_that_a_test_moves_may_be_explained() {
    let mut shop = Shop::new();
    shop.insert(Basket { items: vec![1, 2] });
    let explanation = shop.explain(ShopRule::Moved);
    assert_eq!(
        explanation.matches[0].bindings,
        [("items", "[1, 2]".into()), ("doubled", "[2, 4]".into())]
    );
}

#[test]
fn matches_say_their_facts_and_bindings() {
    let shop = shop();
    let [ann, order] = [
        shop.handles::<Customer>().next().expect("Ann").id(),
        shop.handles::<Order>().nth(1).expect("her order").id(),
    ];
    let explanation = shop.explain(ShopRule::Discount);
    assert_eq!(explanation.matches[0].facts, [ann, order]);
    assert_eq!(
        explanation.matches[0].bindings[0],
        ("name", "\"Ann\"".into())
    );
}

#[test]
fn matches_of_the_same_facts_are_told_apart_by_their_elements() {
    let mut shop = Shop::new();
    let (customer, total, discount) = ("Ann", 2020, 0);
    shop.insert(Order {
        customer,
        total,
        discount,
    });
    assert_eq!(pending(&shop.explain(ShopRule::Digits)), [true, true]);
    while shop.agenda().next().expect("digits fire").rule() != ShopRule::Digits {
        shop.step();
    }
    shop.step();
    assert_eq!(pending(&shop.explain(ShopRule::Digits)), [false, true]);
}

#[test]
fn matches_of_groups_are_told_apart_by_their_keys() {
    let mut shop = shop();
    while shop.agenda().next().expect("sums fire").rule() != ShopRule::Sums {
        shop.step();
    }
    assert_eq!(pending(&shop.explain(ShopRule::Sums)), [true, true]);
    shop.step();
    // The newest customer goes first.
    assert_eq!(pending(&shop.explain(ShopRule::Sums)), [true, false]);
    shop.run();
    assert_eq!(pending(&shop.explain(ShopRule::Sums)), [false, false]);
}

#[test]
fn a_match_in_a_group_without_the_focus_is_said_to_wait() {
    let mut shop = Shop::new();
    shop.insert(Signal::Red);
    let explanation = shop.explain(ShopRule::Close);
    assert!(!explanation.has_focus);
    assert!(
        explanation
            .to_string()
            .contains("1 to fire when its group has the focus")
    );
    shop.focus(ShopGroup::Later);
    assert!(shop.explain(ShopRule::Close).has_focus);
}

#[test]
fn a_rule_without_conditions_has_a_match() {
    let mut shop = Shop::new();
    assert_eq!(pending(&shop.explain(ShopRule::Always)), [true]);
    shop.run();
    assert_eq!(pending(&shop.explain(ShopRule::Always)), [false]);
}

#[test]
fn a_fact_is_told_the_first_test_that_it_fails_with_the_values() {
    let shop = shop();
    let order = shop.handles::<Order>().next().expect("an order");
    let Outcome::Fails { test, values, .. } = outcome(&shop, ShopRule::Discount, order) else {
        panic!("expected a failure");
    };
    assert_eq!(
        (test, &*values),
        ("total: > 100", &[("total", "50".into())][..])
    );
}

#[test]
fn a_fact_that_fails_a_join_is_told_the_values_of_both_sides() {
    let shop = shop();
    let order = shop.handles::<Order>().nth(3).expect("an order");
    let Outcome::Fails {
        test,
        counted,
        values,
        ..
    } = outcome(&shop, ShopRule::Discount, order)
    else {
        panic!("expected a failure");
    };
    assert_eq!((test, counted), ("customer: name", Counted::Pairs));
    assert_eq!(
        values,
        [("customer", "\"Eve\"".into()), ("name", "\"Ann\"".into())]
    );
}

#[test]
fn a_variant_that_is_another_is_a_test_that_fails() {
    let mut shop = Shop::new();
    let signal = shop.insert(Signal::Red);
    let Outcome::Fails { test, values, .. } = outcome(&shop, ShopRule::Signals, signal) else {
        panic!("expected a failure");
    };
    assert_eq!(
        (test, &*values),
        ("Signal::Green", &[("it", "Red".into())][..])
    );
}

#[test]
fn a_fact_that_no_partial_match_can_meet_is_told_so() {
    let mut shop = Shop::new();
    let (customer, total, discount) = ("Ann", 200, 0);
    let order = shop.insert(Order {
        customer,
        total,
        discount,
    });
    assert_eq!(
        outcome(&shop, ShopRule::Discount, order),
        Outcome::Unreached
    );
    let name = "Ann";
    shop.insert(Customer { name, years: 9 });
    assert_eq!(
        outcome(&shop, ShopRule::Discount, order),
        Outcome::Passes(1)
    );
}

#[test]
fn a_fact_that_is_gone_is_said_to_be_gone() {
    let mut shop = Shop::new();
    let signal = shop.insert(Signal::Red);
    shop.retract(signal).expect("it is there");
    let explanation = shop.explain_fact(ShopRule::Signals, signal);
    assert!(explanation.error.is_some());
    assert!(explanation.to_string().contains("was retracted"));
}

#[test]
fn an_explanation_is_written_as_a_table() {
    let explanation = shop().explain(ShopRule::Signals).to_string();
    let (head, table) = explanation.split_once('\n').expect("a head");
    assert!(
        head.starts_with("`signals` at ") && head.ends_with(": no match"),
        "{head}"
    );
    assert_eq!(
        table,
        "                                                 passed  failed
>>>> Signal::Green(n) if n > 3                        0          reached by 1, 0 of 0 facts
       Signal::Green                                  0       0  facts
       n > 3                                          0       0  facts
     exists Customer { years: == u32::from(n) }       0          reached by 0
       Customer { years: == u32::from(n) }            0          reached by 0, 3 of 3 facts
         years: == u32::from(n)                       0       0  pairs
"
    );
}

#[test]
fn in_colour_it_is_the_same_text() {
    let mut shop = shop();
    _ = shop.run();
    for info in Shop::RULES {
        let explanation = shop.explain(info.rule);
        let colored = explanation.colored().to_string();
        let mut plain = colored.clone();
        for escape in ["\x1b[1m", "\x1b[2m", "\x1b[1;31m", "\x1b[32m", "\x1b[0m"] {
            plain = plain.replace(escape, "");
        }
        assert_eq!(plain, explanation.to_string());
        let is_red = colored.contains("\x1b[1;31m>>>>");
        assert_eq!(is_red, explanation.blocked_at().is_some(), "{colored}");
    }
}

rules! {
    #[clock(u32)]
    ruleset Bells;

    #[event(at = at)]
    fact Ring { at: u32, of: u8 }

    rule ring {
        when { Ring { of, .. }; }
        then { let _ = of; }
    }
}

#[test]
fn an_event_that_waits_is_told_so() {
    let mut bells = Bells::new();
    let ring = bells.insert(Ring { at: 30, of: 1 });
    let mut outcome = || {
        let mut explanation = bells.explain_fact(BellsRule::Ring, ring);
        let outcome = explanation.patterns.remove(0).outcome;
        bells.tick_to(30).unwrap();
        outcome
    };
    assert_eq!(outcome(), Outcome::Waits);
    assert_eq!(outcome(), Outcome::Passes(1));
}

mod alternating_tests {
    use rules_runtime::{Counted, rules};

    rules! {
        ruleset Parcels;

        fact Shelf { width: u32, depth: u32 }
        fact Parcel { width: u32, height: u32, depth: u32, weight: u32 }

        rule fits {
            when {
                Shelf { width, depth };
                Parcel { height: < 5, width: <= width, weight, weight: > 0, depth: <= depth } if weight < 9;
            }
            then {}
        }
    }

    #[test]
    fn count_what_passes_each_of_those_that_come_to_it() {
        let mut parcels = Parcels::new();
        for (width, depth) in [(2, 2), (3, 1)] {
            parcels.insert(Shelf { width, depth });
        }
        for (width, height, depth, weight) in [
            (9, 9, 9, 9), // too high
            (1, 1, 1, 0), // no weight
            (1, 1, 1, 9), // too heavy
            (4, 1, 1, 1), // too wide for both
            (3, 1, 1, 1), // too wide for one
            (1, 1, 2, 1), // too deep for the other
            (1, 4, 1, 8), // for both
        ] {
            parcels.insert(Parcel {
                width,
                height,
                depth,
                weight,
            });
        }
        let explanation = parcels.explain(ParcelsRule::Fits);
        let row = &explanation.conditions[1];
        let facts = row.facts.unwrap();
        assert_eq!((facts.all, facts.suitable), (7, 4));
        assert_eq!((row.reached, row.passed), (2, 4));
        let tests = row.tests.iter();
        let tests: Vec<_> = tests
            .map(|test| (test.text, test.counted, test.passed, test.failed))
            .collect();
        assert_eq!(
            tests,
            [
                ("height: < 5", Counted::Facts, 6, 1),
                ("width: <= width", Counted::Pairs, 5, 3),
                ("weight: > 0", Counted::Facts, 5, 1),
                ("depth: <= depth", Counted::Pairs, 4, 1),
                ("weight < 9", Counted::Facts, 4, 1),
            ]
        );
    }
}

/// Code that a join guards.
mod guarded_in_explanations {
    use rules_runtime::rules;
    rules! {
        ruleset Bays;
        fact Limit(u32);
        fact Load { parts: u32 }
        global seen: Vec<u32>;
        rule share {
            when { Limit(low); Load { parts: > low, parts } if 100 / parts > 7; }
            then { seen.push(parts); }
        }
    }
    #[test]
    fn an_explanation_runs_no_code_that_a_join_guards() {
        let mut bays = Bays::new(vec![]);
        bays.insert(Limit(0));
        bays.insert_all([0, 4].map(|parts| Load { parts }));
        bays.run();
        assert_eq!(bays.globals().seen, [4]);
        let explanation = bays.explain(BaysRule::Share);
        assert_eq!(explanation.matches.len(), 1);
    }
}

/// Groups by floats.
mod floats {
    use rules_runtime::rules;
    #[test]
    fn a_match_of_a_group_by_a_float_is_said_to_wait() {
        rules! {
            ruleset Scales;
            fact Piece { weight: f64, name: String }
            rule each {
                when { n = count(Piece { weight }) by (weight); }
                then { println!("{n} of {weight}"); }
            }
            rule names {
                when { n = count(Piece { name, weight: w }) by (name, w); }
                then { println!("{n} of {name}"); }
            }
            query q() -> (f64, usize) { when { n = count(Piece { weight }) by (weight); } select (weight, n) }
        }
        let mut scales = Scales::new();
        scales.insert_all([1.5, 2.5].map(|weight| Piece {
            weight,
            name: weight.to_string(),
        }));
        assert_eq!(scales.explain(ScalesRule::Each).pending().count(), 2);
        assert_eq!(scales.explain(ScalesRule::Names).pending().count(), 2);
        assert_eq!(scales.q().count(), 2);
    }
}
