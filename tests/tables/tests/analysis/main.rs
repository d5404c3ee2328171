//! The analysis and look-ups of random tables, beside looking at every case.

mod random;

use proptest::prelude::*;
use rules_tables::{Finding, Hit, Value, Witness, analyse, build};

use self::random::{Random, table};

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 600,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_gap_is_found_if_and_only_if_a_case_has_no_row(random in table()) {
        let open: Vec<_> = random.cases().into_iter().filter(|case| random.holding(case).is_empty()).collect();
        let gaps: Vec<_> = findings(&random, |finding| match finding {
            Finding::Gap { witness } => Some(case(&random, witness)),
            _ => None,
        });
        prop_assert!(gaps.iter().all(|gap| open.contains(gap)), "{gaps:?} of {open:?}");
        let covered = random.table.may_miss || random.rows.iter().any(Option::is_none);
        prop_assert_eq!(gaps.is_empty(), covered || open.is_empty());
        prop_assert!(!analyse(&random.table).contains(&Finding::Unproved));
    }

    #[test]
    fn each_pair_of_rows_that_overlap_is_found(random in table()) {
        let wrong = |earlier: usize, later: usize| match random.table.hit {
            Hit::Unique => true,
            Hit::Any => random.table.rows[earlier].outputs != random.table.rows[later].outputs,
            Hit::First | Hit::Collect => false,
        };
        let mut expected = Vec::new();
        for later in 0..random.rows.len() {
            for earlier in 0..later {
                let both = |case: &Vec<usize>| random.holds(earlier, case) && random.holds(later, case);
                if wrong(earlier, later) && random.cases().iter().any(both) {
                    expected.push((earlier, later));
                }
            }
        }
        let found = findings(&random, |finding| match finding {
            Finding::Overlap { earlier, later, witness } if random.table.hit == Hit::Unique => {
                Some((*earlier, *later, case(&random, witness)))
            }
            Finding::Differ { earlier, later, witness } if random.table.hit == Hit::Any => {
                Some((*earlier, *later, case(&random, witness)))
            }
            Finding::Overlap { .. } | Finding::Differ { .. } => panic!("{finding:?}"),
            _ => None,
        });
        for (earlier, later, witness) in &found {
            prop_assert!(random.holds(*earlier, witness) && random.holds(*later, witness));
        }
        let found: Vec<_> = found.into_iter().map(|(earlier, later, _)| (earlier, later)).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn a_row_is_unreachable_if_and_only_if_earlier_ones_hold_in_all_its_cases(random in table()) {
        let decides = |row: usize| random.cases().iter().any(|case| match &random.rows[row] {
            Some(_) => random.holding(case).first() == Some(&row),
            None => random.holding(case).is_empty(),
        });
        let first = matches!(random.table.hit, Hit::First | Hit::Any);
        let expected: Vec<_> = (0..random.rows.len())
            .filter(|row| (first || random.rows[*row].is_none()) && !decides(*row))
            .collect();
        let found = findings(&random, |finding| match finding {
            Finding::Unreachable { row, by } => Some((*row, by.clone())),
            _ => None,
        });
        for (row, by) in &found {
            prop_assert!(by.is_sorted() && by.iter().all(|other| other < row));
            let covered = |case: &Vec<usize>| by.iter().any(|other| random.holds(*other, case));
            prop_assert!(
                random.rows[*row].is_none()
                    || random.cases().iter().filter(|case| random.holds(*row, case)).all(covered)
            );
        }
        let found: Vec<_> = found.into_iter().map(|(row, _)| row).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn rows_that_could_be_one_say_the_same_when_they_are_one(random in table()) {
        let outputs = |rows: &[usize]| -> Vec<String> {
            rows.iter().map(|row| random.table.rows[*row].outputs[0].clone()).collect()
        };
        let groups = findings(&random, |finding| match finding {
            Finding::Mergeable { rows, column } => Some((rows.clone(), *column)),
            _ => None,
        });
        for (rows, column) in groups {
            prop_assert!(rows.len() > 1 && rows.is_sorted());
            let text = |row: &usize| random.table.rows[*row].cells[column].text();
            prop_assert!(rows.iter().any(|row| text(row) != text(&rows[0])));
            for case in random.cases() {
                let before = random.holding(&case);
                // The row that they become stands where the first of them stood.
                let mut after: Vec<_> = before
                    .iter()
                    .map(|row| if rows.contains(row) { rows[0] } else { *row })
                    .collect();
                after.sort_unstable();
                after.dedup();
                match random.table.hit {
                    Hit::Unique => {}
                    Hit::First => {
                        prop_assert_eq!(outputs(&before).into_iter().next(), outputs(&after).into_iter().next());
                    }
                    Hit::Any | Hit::Collect => {
                        let (mut before, mut after) = (outputs(&before), outputs(&after));
                        before.sort_unstable();
                        after.sort_unstable();
                        if random.table.hit == Hit::Any {
                            before.dedup();
                            after.dedup();
                        }
                        prop_assert_eq!(before, after);
                    }
                }
            }
        }
    }

    #[test]
    fn a_look_up_finds_the_rows_that_a_scan_finds(random in table()) {
        let built = build(&random.table);
        let otherwise = random.rows.iter().position(Option::is_none);
        for case in random.cases() {
            let values = case.iter().zip(&random.domains).map(|(value, domain)| &domain.values[*value]);
            let atoms: Vec<u32> =
                values.zip(&built.axes).map(|(value, axis)| axis.atom_of(value).unwrap()).collect();
            let mut expected = random.holding(&case);
            if expected.is_empty() {
                expected.extend(otherwise);
            }
            prop_assert_eq!(built.decision().first(&atoms).map(|row| row as usize), expected.first().copied());
            if random.table.hit == Hit::Collect {
                let found: Vec<usize> =
                    built.decision().all(&atoms).map(|row| row as usize).collect();
                prop_assert_eq!(&found, &expected);
            }
        }
    }
}

fn findings<T>(random: &Random, choose: impl FnMut(&Finding) -> Option<T>) -> Vec<T> {
    analyse(&random.table).iter().filter_map(choose).collect()
}

/// A witness by the positions of its values: each is one of those that cells tell apart, or lies between the same two.
fn case(random: &Random, witness: &Witness) -> Vec<usize> {
    let built = build(&random.table);
    let positions = witness.0.iter().zip(&random.domains).zip(&built.axes);
    positions
        .map(|((value, domain), axis)| {
            let known = domain
                .values
                .iter()
                .position(|known| known == value && !is_zero(value));
            let atom = axis.atom_of(value);
            let alike = |known: &Value| atom.is_some() && axis.atom_of(known) == atom;
            known
                .or_else(|| domain.values.iter().position(alike))
                .expect("a value of the column")
        })
        .collect()
}

/// Zero has two signs, and is one value.
fn is_zero(value: &Value) -> bool {
    *value == Value::Float(0.0) || *value == Value::Single(0.0)
}
