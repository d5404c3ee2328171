//! `let` in a chain of `&&`: each part sees what the ones before it bind, and so does what follows.

use rules_runtime::rules;

rules! {
    ruleset Chains;
    fact Order { id: u32, note: Option<i32>, parent: Option<u32>, tags: Vec<String> }
    fact Limit(i32);
    #[derive(Debug, Clone, PartialEq)]
    fact Found { what: &'static str, id: u32, value: i32 }

    rule two {
        when { Order { id, note }; if let Some(x) = note && x > 3; }
        then { insert Found { what: "two", id, value: x }; }
    }
    rule last {
        when { Order { id, note }; if id > 1 && let Some(x) = note; Limit(== x); }
        then { insert Found { what: "last", id, value: x }; }
    }
    rule longer {
        when {
            Order { id, note, parent, .. };
            if let Some(x) = note && x > 3 && let Some(p) = parent && p < id && let y @ 5..=9 = x + 1;
            if y > 0;
        }
        then { insert Found { what: "longer", id: id + p, value: y }; }
    }
    rule guard {
        when { o @ Order { id } if let Some(x) = o.note && x > 3 && !o.tags.is_empty(); }
        then { insert Found { what: "guard", id, value: x }; }
    }
    rule slices {
        when { Order { id, tags }; if let [first, .., last] = tags.as_slice() && first != last && let Ok(n) = first.parse::<i32>(); }
        then { insert Found { what: "slices", id, value: n }; }
    }
    rule none {
        when { Limit(limit); not Order { note } if let Some(x) = note && x >= limit; }
        then { insert Found { what: "none", id: 0, value: limit }; }
    }
    rule inside {
        when { Limit(limit); exists { Order { note }; if let Some(x) = note && x == limit; }; }
        then { insert Found { what: "inside", id: 0, value: limit }; }
    }
    rule every {
        when { Limit(limit); forall Order { note } if let Some(x) = note && x > 3 => Order { note: Some(y) } if y >= x && y >= limit; }
        then { insert Found { what: "every", id: 0, value: limit }; }
    }
    rule summed {
        when {
            s = sum(x for Order { note } if let Some(x) = note && x > 3) if let 5..=10 = s;
            n = count(Order { parent } if let Some(p) = parent && p > 0) if n > 0 && let 1 | 2 = n && s != 0;
        }
        then { insert Found { what: "summed", id: n as u32, value: s }; }
    }
    rule either_way {
        when { Order { id, note, parent }; either { if let Some(v) = note && v > 4; } or { if let Some(p) = parent && let v = p as i32; } }
        then { insert Found { what: "either", id, value: v }; }
    }
    query noted(least: i32) -> (u32, i32) {
        when { Order { id, note }; if let Some(x) = note && x >= least; }
        select (id, x)
    }
    query has(value: i32) { when { Order { note } if let Some(x) = note && x == value; } }
}

fn found(orders: impl IntoIterator<Item = Order>, limit: i32) -> Vec<(&'static str, u32, i32)> {
    let mut session = Chains::new();
    session.insert_all(orders);
    session.insert(Limit(limit));
    session.run();
    let mut found: Vec<_> = session
        .facts::<Found>()
        .map(|f| (f.what, f.id, f.value))
        .collect();
    found.sort_unstable();
    found
}

fn order(id: u32, note: Option<i32>, parent: Option<u32>, tags: &[&str]) -> Order {
    let tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
    Order {
        id,
        note,
        parent,
        tags,
    }
}

#[test]
fn a_chain_holds_where_each_of_its_parts_holds() {
    assert_eq!(
        found([order(2, Some(5), Some(1), &["7", "b"])], 5),
        [
            ("either", 2, 1),
            ("either", 2, 5),
            ("every", 0, 5),
            ("guard", 2, 5),
            ("inside", 0, 5),
            ("last", 2, 5),
            ("longer", 3, 6),
            ("slices", 2, 7),
            ("summed", 1, 5),
            ("two", 2, 5),
        ]
    );
}

#[test]
fn a_chain_does_not_hold_where_one_of_its_parts_does_not() {
    assert_eq!(
        found([order(2, Some(3), None, &["b", "b"])], 5),
        [("every", 0, 5), ("none", 0, 5)]
    );
    assert_eq!(
        found(
            [
                order(1, None, Some(2), &[]),
                order(1, Some(4), Some(1), &["x", "y"])
            ],
            5
        ),
        [
            ("either", 1, 1),
            ("either", 1, 2),
            ("guard", 1, 4),
            ("none", 0, 5),
            ("two", 1, 4)
        ]
    );
}

#[test]
fn queries_and_changes_see_chains() {
    let mut session = Chains::new();
    let one = session.insert(order(1, Some(2), None, &[]));
    session.insert(order(2, None, None, &[]));
    assert_eq!(session.noted(2).collect::<Vec<_>>(), [(1, 2)]);
    assert_eq!(session.noted(3).count(), 0);
    assert!(session.has(2) && !session.has(4));
    assert_eq!(session.run().count, 0);
    session.update(one, |order| order.note = Some(4)).unwrap();
    assert_eq!(session.run().count, 1);
    let explanation = session.explain(ChainsRule::Two).to_string();
    assert!(explanation.contains("let Some(x) = note"), "{explanation}");
}
