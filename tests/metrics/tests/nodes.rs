//! Metrics of nodes: what comes in, what is tested, what goes out, what is kept.

use rules_runtime::{Metrics, NodeMetrics, NodeRole, Recorded, Recording, rules};

rules! {
    #[backtrack]
    ruleset Shop;

    fact Customer { id: u32 }
    fact Order { customer: u32, total: u32 }
    fact Near(u32);
    fact Far(u32);

    rule ordered {
        when { Customer { id }; Order { customer: id, total: > 100 }; }
        then {}
    }

    fact Stay { from: u32, to: u32 }
    fact Party { on: u32 }

    rule there_on {
        when { Party { on }; Stay { from: <= on, to: > on }; }
        then {}
    }

    rule twice_as_far {
        when { Near(near); Far(far) if far > near * 2; }
        then {}
    }
}

/// The node of a role with this in its text.
fn node<'m>(metrics: &'m Metrics, role: NodeRole, text: &str) -> &'m NodeMetrics {
    let mut nodes = metrics.nodes.iter();
    nodes
        .find(|node| node.role == role && node.text.contains(text))
        .unwrap_or_else(|| panic!("no `{text}` in\n{metrics}"))
}

#[test]
fn a_join_by_an_equality_tests_what_it_looks_up() {
    let mut shop = Shop::new();
    shop.insert_all((0..10).map(|id| Customer { id }));
    shop.insert_all((0..20).map(|number| Order {
        customer: number % 10,
        total: 10 * number,
    }));
    let metrics = shop.metrics();
    let join = node(&metrics, NodeRole::Join, "Order {");
    // Orders 11 to 19 are large, one for each customer but the first.
    assert_eq!((join.tested, join.passed, join.given), (9, 9, 9));
    assert!(!join.scans);
    let rule = node(&metrics, NodeRole::Rule, "ordered");
    assert_eq!((rule.taken, rule.memory, rule.peak), (9, 9, 9));
    assert_eq!(metrics.worst(), None);
}

#[test]
fn a_join_without_an_equality_tries_each_pair_and_is_the_one_to_improve() {
    let mut shop = Shop::new();
    shop.insert_all((0..20).map(Near));
    shop.insert_all((0..10).map(Far));
    let metrics = shop.metrics();
    let join = node(&metrics, NodeRole::Join, "Far(far)");
    let pairs = (0..20).map(|near| (0..10).filter(|far| *far > near * 2).count() as u64);
    let pairs: u64 = pairs.sum();
    assert_eq!((join.tested, join.passed, join.given), (200, pairs, pairs));
    assert!(join.scans);
    assert_eq!(metrics.worst(), Some(join));
    let text = metrics.to_string();
    let advice = format!(
        "improve `Far(far) if far > near * 2` of `twice_as_far`: of 200 tested {pairs} pass\n  no equality"
    );
    assert!(text.contains(&advice), "{text}");
    // The costliest comes first.
    assert_eq!(metrics.nodes[0].node, join.node);
}

#[test]
fn a_join_between_bounds_tests_what_lies_there() {
    let mut shop = Shop::new();
    let stay = |from| Stay { from, to: from + 2 };
    shop.insert_all((0..1000).map(stay));
    shop.insert_all((0..10).map(|n| Party { on: 100 * n }));
    let metrics = shop.metrics();
    let join = node(&metrics, NodeRole::Join, "Stay {");
    // On each day but the first there are two; a third, which ends on that day, is found with them and tested.
    assert_eq!((join.tested, join.passed), (28, 19));
    assert!(!join.scans);
}

#[test]
fn a_memory_keeps_what_stands_and_says_how_much_it_was() {
    let mut shop = Shop::new();
    shop.insert_all((0..5).map(|customer| Order {
        customer,
        total: 500,
    }));
    let customers = shop.insert_all((0..5).map(|id| Customer { id }));
    for customer in &customers[1..] {
        shop.retract(*customer).expect("it is there");
    }
    let metrics = shop.metrics();
    let rule = node(&metrics, NodeRole::Rule, "ordered");
    assert_eq!((rule.taken, rule.memory, rule.peak), (5, 1, 5));
}

#[test]
fn what_goes_back_is_kept_no_more() {
    let mut shop = Shop::new();
    shop.insert(Order {
        customer: 1,
        total: 500,
    });
    let checkpoint = shop.checkpoint();
    shop.insert_all([Customer { id: 1 }, Customer { id: 1 }]);
    assert_eq!(node(&shop.metrics(), NodeRole::Rule, "ordered").memory, 2);
    shop.rollback(checkpoint).expect("it stands");
    let metrics = shop.metrics();
    let rule = node(&metrics, NodeRole::Rule, "ordered");
    assert_eq!((rule.memory, rule.peak), (0, 2));
}

#[test]
fn a_recording_keeps_what_each_change_tested_where_it_is_asked_to() {
    let record = |recording: Recording| {
        let mut shop = Shop::builder().listener(recording).build();
        shop.insert_all((0..4).map(Near));
        shop.insert_all((0..4).map(Far));
        shop
    };
    let tested = |recording: &Recording, node: usize| {
        let events = recording.events();
        let tested = events.filter_map(|event| match event.what {
            Recorded::Tested {
                node: of,
                tested,
                passed,
            } if of == node => Some((tested, passed)),
            _ => None,
        });
        tested.collect::<Vec<_>>()
    };
    let shop = record(Recording::new().with_conditions());
    let metrics = shop.metrics();
    let join = node(&metrics, NodeRole::Join, "Far(far)");
    let events = tested(shop.listener(), join.node);
    assert_eq!(events, [(join.tested, join.passed)]);
    assert_eq!(join.tested, 16);
    assert_eq!(tested(record(Recording::new()).listener(), join.node), []);
}
