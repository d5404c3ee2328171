//! Look-ups in tables of many rows, beside trying the rows one after the other: trees, and sets where rows overlap too
//! much for a tree.

mod boxes;

use rules_tables::{Axis, Column, Door, Hit, Kind, Row, Table, build, parse_cell};

use self::boxes::{Part, Random, overlapping, partition, table};

fn assert_found(hit: Hit, parts: &[Part]) {
    let built = build(&table(hit, parts));
    let mut random = Random(3);
    for _ in 0..2000 {
        let case: Vec<i128> = parts[0].iter().map(|_| random.below(1_000_001)).collect();
        // A case at an end of some row's range, too.
        let edge = &parts[random.column(parts.len())];
        for case in [case, edge.iter().map(|range| range.0).collect()] {
            let holds = |part: &Part| {
                part.iter()
                    .zip(&case)
                    .all(|(range, value)| (range.0..range.1).contains(value))
            };
            let expected: Vec<usize> = (0..parts.len()).filter(|at| holds(&parts[*at])).collect();
            let atoms: Vec<u32> = (case.iter().zip(&built.axes))
                .map(|(value, axis)| axis.atom_of(&rules_tables::Value::Integer(*value)).unwrap())
                .collect();
            let first = built.decision().first(&atoms).map(|row| row as usize);
            assert_eq!(first, expected.first().copied(), "{case:?}");
            if hit == Hit::Collect {
                let all: Vec<usize> = built
                    .decision()
                    .all(&atoms)
                    .map(|row| row as usize)
                    .collect();
                assert_eq!(all, expected, "{case:?}");
            }
        }
    }
}

#[test]
fn rows_that_divide_the_space_are_found() {
    for (rows, columns) in [(2, 1), (10, 2), (100, 3), (1000, 8)] {
        assert_found(Hit::Unique, &partition(rows, columns));
        assert_found(Hit::Collect, &partition(rows, columns));
    }
}

#[test]
fn rows_that_overlap_are_found_in_their_order() {
    for (rows, columns, asked) in [
        (5, 2, 1),
        (20, 3, 2),
        (40, 12, 3),
        (300, 8, 2),
        (1000, 8, 3),
    ] {
        for hit in [Hit::First, Hit::Collect] {
            assert_found(hit, &overlapping(rows as u64, rows, columns, asked));
        }
    }
}

#[test]
fn a_build_grows_in_proportion_to_the_rows_even_where_most_overlap() {
    let size = |rows| {
        build(&table(Hit::First, &overlapping(1, rows, 8, 2)))
            .bytes
            .len()
    };
    let (small, large) = (size(500), size(2000));
    assert!(
        large < 5 * small,
        "{small} bytes of 500 rows, {large} of 2000"
    );
}

#[test]
fn texts_are_found_by_hash_and_others_are_none_of_them() {
    let texts: Vec<String> = (0..1000).map(|at| format!("region {at}")).collect();
    let row = |text: &String| Row {
        cells: vec![parse_cell(&Kind::Text, text, Door::Sheet).unwrap()],
        outputs: vec![text.clone()],
        otherwise: false,
    };
    let built = build(&Table {
        columns: vec![Column {
            header: "region".into(),
            kind: Kind::Text,
        }],
        rows: texts.iter().map(row).collect(),
        hit: Hit::Unique,
        may_miss: true,
    });
    let [axis @ Axis::Texts(sorted)] = built.axes.as_slice() else {
        panic!("{:?}", built.axes);
    };
    let slots = axis.slots();
    for (at, text) in texts.iter().enumerate() {
        let atom = rules_tables::text(sorted, &slots, text);
        assert_eq!(built.decision().first(&[atom]), Some(at as u32));
    }
    for other in ["region 1000", "", "region", "Region 1"] {
        let atom = rules_tables::text(sorted, &slots, other);
        assert_eq!(built.decision().first(&[atom]), None);
    }
}
