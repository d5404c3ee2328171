//! Long and wide tables: what the analysis and a build of a thousand rows by eight columns may cost, and tables made to
//! cost much.

mod boxes;

use std::time::{Duration, Instant};

use rules_tables::{Finding, Hit, Table, Witness, analyse, build};

use self::boxes::{Random, overlapping, partition, table};

/// What a table of a thousand rows by eight columns may take, in a build without optimisation.
const BOUND: Duration = Duration::from_secs(1);

/// What a table made to cost much may take: a bound on the work bounds it, here on a loaded machine.
const WORST: Duration = Duration::from_secs(20);

#[test]
fn a_thousand_rows_that_divide_eight_columns_are_proved_complete() {
    let table = table(Hit::Unique, &partition(1000, 8));
    assert_eq!(within(BOUND, &table), []);
}

#[test]
fn one_hole_among_a_thousand_rows_is_found() {
    let mut parts = partition(1000, 8);
    let hole = parts.remove(612);
    let findings = within(BOUND, &table(Hit::Unique, &parts));
    let [
        Finding::Gap {
            witness: Witness(values),
        },
    ] = findings.as_slice()
    else {
        panic!("{findings:?}");
    };
    for (value, (low, high)) in values.iter().zip(hole) {
        let rules_tables::Value::Integer(value) = value else {
            panic!()
        };
        assert!((low..high).contains(value));
    }
}

#[test]
fn one_row_over_all_others_is_told_a_bounded_number_of_times() {
    let mut parts = partition(1000, 8);
    parts.insert(0, vec![(0, 1_000_001); 8]);
    let findings = within(BOUND, &table(Hit::Unique, &parts));
    assert_eq!(findings.len(), rules_tables::MOST);
    assert!(
        findings
            .iter()
            .all(|finding| matches!(finding, Finding::Overlap { earlier: 0, .. }))
    );

    let findings = within(BOUND, &table(Hit::First, &parts));
    assert_eq!(findings.len(), rules_tables::MOST);
    assert!(
        findings
            .iter()
            .all(|finding| matches!(finding, Finding::Unreachable { by, .. } if *by == [0]))
    );
}

#[test]
fn rows_without_a_question_are_told_a_bounded_number_of_times() {
    let table = table(Hit::Unique, &vec![vec![(0, 1_000_001); 8]; 1000]);
    assert_eq!(within(BOUND, &table).len(), rules_tables::MOST);
}

#[test]
fn rows_that_ask_little_of_many_columns_are_analysed_in_time() {
    for (columns, asked) in [(8, 2), (8, 4), (24, 3), (60, 3)] {
        let rows = overlapping(7, 1000, columns, asked);
        let findings = within(WORST, &table(Hit::First, &rows));
        assert!(
            matches!(findings[0], Finding::Gap { .. } | Finding::Unproved),
            "{:?}",
            findings[0]
        );
    }
}

#[test]
fn halves_of_many_columns_are_analysed_in_time() {
    let mut random = Random(11);
    let rows: Vec<Vec<_>> = (0..1000)
        .map(|_| {
            let mut row = vec![(0, 1_000_001); 40];
            for _ in 0..6 {
                let low = random.below(2) == 0;
                row[random.column(40)] = if low {
                    (0, 500_000)
                } else {
                    (500_000, 1_000_001)
                };
            }
            row
        })
        .collect();
    for hit in [Hit::First, Hit::Any] {
        within(WORST, &table(hit, &rows));
    }
}

fn within(bound: Duration, table: &Table) -> Vec<Finding> {
    let start = Instant::now();
    let findings = analyse(table);
    let analysed = start.elapsed();
    let bytes = build(table).bytes.len();
    let built = start.elapsed().saturating_sub(analysed);
    println!(
        "analysed in {analysed:?}, built in {built:?}: {bytes} bytes, {} findings",
        findings.len()
    );
    assert!(analysed < bound, "{analysed:?}");
    assert!(built < bound, "{built:?}");
    findings
}
