//! Reasons: `why` and `explain` name the rows by which matches decided.

use rules_runtime::{DecidingRow, rules};

rules! {
    ruleset Reasons;

    fact Order { id: u32, total: u32, express: bool }
    fact Paid(u32);
    fact Charge(u32, u32);
    fact Free(u32);
    fact Note(u32, &'static str);
    fact Late(u32);
    fact Sum(u32);
    fact Fee(f64);

    table fee(region: &str, weight: u32) -> (f64, String) from "sheets/fees.csv" {
        | region | weight || fee | name |
    }

    table postage(total: u32, express: bool) -> u32 {
        | total | express || cents |
        | < 50  | false   || 400   |
        | < 50  | true    || 900   |
        | else            || 0     |
    }

    table bonus(total: u32) -> Option<u32> { | total || points | | > 500 || 50 | }

    #[hit(collect)]
    table notes(total: u32) -> &'static str {
        | total  || note    |
        | > 10   || "some"  |
        | > 1000 || "never" |
        | > 100  || "large" |
    }

    rule charge {
        when { Order { id, total, express }; cents = postage(total, express) if cents > 0; }
        then { insert logical Charge(id, cents); }
    }

    rule free {
        when { Order { id, total, express, .. } if postage(total, express) == 0 && bonus(total).is_none(); }
        then { insert logical Free(id); }
    }

    rule note {
        when { Order { id, total }; note in notes(total); not Paid(id); }
        then { insert logical Note(id, note); }
    }

    rule late {
        when {
            either { Order { id, total: 7 }; if bonus(7).is_none(); }
            or { Order { id, total }; if let Some(points) = bonus(total); if points > notes(total).count() as u32; }
        }
        then { insert logical Late(id); }
    }

    rule fee {
        when { Order { id: 5, total }; let (fee, _) = fee("north", total); }
        then { insert logical Fee(fee); }
    }

    rule sum {
        when { sum = sum(postage(total, express) for Order { total, express }); if bonus(sum).is_some(); }
        then { insert logical Sum(sum); }
    }
}

fn order(id: u32, total: u32) -> Order {
    Order {
        id,
        total,
        express: false,
    }
}

/// Texts of the rows by which the facts of a type came to be.
macro_rules! rows {
    ($session:ident, $fact:ty) => {
        $session
            .handles::<$fact>()
            .map(|fact| {
                let why = $session.why(fact);
                let rows = &why.facts[0].supports[0].rows;
                rows.iter().map(DecidingRow::to_string).collect()
            })
            .collect::<Vec<Vec<String>>>()
    };
}

#[test]
fn a_derivation_names_the_row_that_held_as_text_and_as_data() {
    let mut session = Reasons::new();
    session.insert(order(1, 20));
    session.insert(Paid(1));
    session.run();
    let charge = session.handles::<Charge>().next().unwrap();
    let why = session.why(charge);
    assert_eq!(
        why.to_string(),
        "\
#3 Charge(1, 400)
  by `charge`
    postage: row 1, | < 50 | false || 400 |
    #1 Order { id: 1, total: 20, express: false }, asserted
"
    );
    let [row] = &*why.facts[0].supports[0].rows else {
        panic!("one row: {why}");
    };
    assert_eq!((row.table, row.row, row.source), ("postage", Some(1), None));
}

#[test]
fn a_look_up_anywhere_in_a_test_names_its_row() {
    let mut session = Reasons::new();
    session.insert(order(1, 50));
    session.run();
    assert_eq!(
        rows!(session, Free),
        [["postage: row 3, | else || 0 |", "bonus: no row"]]
    );
}

#[test]
fn each_row_of_a_table_that_collects_is_named_by_its_match() {
    let mut session = Reasons::new();
    session.insert(order(1, 200));
    session.run();
    assert_eq!(
        rows!(session, Note),
        [
            ["notes: row 1, | > 10 || \"some\" |"],
            ["notes: row 3, | > 100 || \"large\" |"]
        ]
    );
    let explanation = session.explain(ReasonsRule::Note).to_string();
    assert!(
        explanation.contains("note = \"some\", notes(total) = row 1"),
        "{explanation}"
    );
    assert!(
        explanation.contains("note = \"large\", notes(total) = row 3"),
        "{explanation}"
    );
}

#[test]
fn a_branch_names_what_it_asked_itself() {
    let mut session = Reasons::new();
    session.insert(order(1, 7));
    session.insert(order(2, 600));
    session.run();
    let large = [
        "bonus: row 1, | > 500 || 50 |",
        "notes: row 1, | > 10 || \"some\" |",
        "notes: row 3, | > 100 || \"large\" |",
    ];
    let rows = rows!(session, Late);
    assert_eq!(rows[0], large);
    assert_eq!(rows[1], ["bonus: no row"]);
    let explanation = session.explain(ReasonsRule::Late).to_string();
    assert!(
        explanation.contains("notes(total) = rows 1, 3"),
        "{explanation}"
    );
}

#[test]
fn what_is_asked_inside_an_accumulate_is_no_reason_of_the_match() {
    let mut session = Reasons::new();
    session.insert(order(1, 10));
    session.insert(order(2, 10));
    session.run();
    assert_eq!(rows!(session, Sum), [["bonus: row 1, | > 500 || 50 |"]]);
}

#[test]
fn a_row_of_a_sheet_is_named_with_its_file() {
    let mut session = Reasons::new();
    session.insert(order(5, 10));
    session.run();
    assert_eq!(rows!(session, Fee), [["fee: row 6 (sheets/fees.csv)"]]);
    let explanation = session.explain(ReasonsRule::Fee).to_string();
    assert!(
        explanation.contains("fee(\"north\", total) = row 6 (sheets/fees.csv)"),
        "{explanation}"
    );
}

#[test]
fn a_row_is_that_of_the_values_that_stand() {
    let mut session = Reasons::new();
    let order = session.insert(order(1, 20));
    session.run();
    session.update(order, |order| order.express = true).unwrap();
    session.run();
    assert_eq!(
        rows!(session, Charge),
        [["postage: row 2, | < 50 | true || 900 |"]]
    );
}
