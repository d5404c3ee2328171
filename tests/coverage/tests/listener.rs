//! The listener `Coverage`.

use coverage::{Lamp, Order, Switch, Till};
use rules_runtime::testing::Coverage;

/// What has been seen of each condition of a rule: its text, whether it was true, whether it was false.
fn seen(coverage: &Coverage, rule: &str) -> Vec<(&'static str, bool, bool)> {
    let rules = coverage.rulesets().flat_map(|ruleset| &ruleset.rules);
    let rule = rules.into_iter().find(|one| one.name == rule).unwrap();
    let conditions = rule.conditions.iter();
    conditions
        .map(|one| (one.text, one.was_true, one.was_false))
        .collect()
}

#[test]
fn rules_that_fire_are_counted_and_others_named() {
    let mut coverage = Coverage::new();
    for _ in 0..2 {
        let mut till = Till::builder().listener(&mut coverage).build();
        till.insert_all([10, 20].map(|total| Order { total, gold: true }));
        till.run();
    }
    let rules = &coverage.rulesets().next().unwrap().rules;
    let fired: Vec<(&str, u64)> = rules.iter().map(|rule| (rule.name, rule.fired)).collect();
    assert_eq!(fired, [("discount", 4), ("gift", 0)]);
    let unfired: Vec<&str> = coverage.unfired().map(|rule| rule.name).collect();
    assert_eq!(unfired, ["gift"]);
}

#[test]
fn a_condition_is_seen_true_and_false_by_itself() {
    let mut coverage = Coverage::new();
    let mut till = Till::builder().listener(&mut coverage).build();
    till.insert(Order {
        total: 10,
        gold: true,
    });
    let before = seen(&coverage, "discount");
    assert_eq!(
        before,
        [
            ("Order { total, gold }", true, true),
            ("percent = rate(gold, total)", true, false),
            ("if percent > 0", true, false),
        ]
    );
    let mut till = Till::builder().listener(&mut coverage).build();
    till.insert(Order {
        total: 10,
        gold: false,
    });
    assert_eq!(
        seen(&coverage, "discount")[2],
        ("if percent > 0", true, true)
    );
    // A `let` cannot be false.
    let missing: Vec<&str> = coverage
        .uncovered()
        .filter(|(rule, _)| rule.name == "discount")
        .map(|(_, condition)| condition.text)
        .collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn each_branch_and_each_test_is_seen_by_itself() {
    let mut coverage = Coverage::new();
    let mut till = Till::builder().listener(&mut coverage).build();
    till.insert(Order {
        total: 2000,
        gold: false,
    });
    till.run();
    insta::assert_debug_snapshot!(seen(&coverage, "gift"));
}

#[test]
fn conditions_have_their_lines_by_both_doors() {
    let mut coverage = Coverage::new();
    drop(Till::builder().listener(&mut coverage).build());
    drop(Lamp::builder().listener(&mut coverage).build());
    let lines = |name: &str| {
        let ruleset = coverage.rulesets().find(|ruleset| ruleset.name == name);
        let rules = ruleset.unwrap().rules.iter();
        let conditions = rules.flat_map(|rule| &rule.conditions);
        let shown = conditions.map(|one| format!("{} {}", one.position, one.text));
        shown.collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(lines("Till"));
    insta::assert_snapshot!(lines("Lamp"));
}

#[test]
fn what_two_have_seen_is_added_up() {
    let mut first = Coverage::new();
    let mut lamp = Lamp::builder().listener(&mut first).build();
    lamp.insert(Switch { on: true });
    lamp.run();
    let mut second = Coverage::new();
    let mut lamp = Lamp::builder().listener(&mut second).build();
    lamp.insert(Switch { on: true });
    lamp.insert(coverage::Light);
    lamp.insert(Switch { on: false });
    lamp.run();
    assert_eq!(second.unfired().count(), 1);
    first.merge(&second);
    assert_eq!(first.unfired().count(), 0);
    first.merge(&{
        let mut till = Coverage::new();
        drop(Till::builder().listener(&mut till).build());
        till
    });
    assert_eq!(first.rulesets().count(), 2);
    insta::assert_snapshot!(first.to_string());
}

mod reloaded {
    #![allow(missing_docs, reason = "a test")]
    rules_runtime::rules! {
        ruleset Counter;
        fact Sale { total: u32 }
        fact Due(u32);
        #[reload]
        table fee(total: u32) -> u32 from "rules/fees.csv" {
            | total || fee |
        }
        rule charge {
            when { Sale { total }; cents = fee(total); }
            then { insert Due(cents); }
        }
    }

    #[test]
    fn the_rows_of_a_table_are_always_there() {
        let mut coverage = rules_runtime::testing::Coverage::new();
        let mut counter = Counter::builder().listener(&mut coverage).build();
        counter.insert_all([10, 200].map(|total| Sale { total }));
        counter.run();
        let missing: Vec<&str> = coverage
            .uncovered()
            .map(|(_, condition)| condition.text)
            .collect();
        assert_eq!(missing, [""; 0]);
    }
}
