//! Tables whose rows are read while the program runs.

use rules_tables::outputs::{Refusal, Values, integer};
use rules_tables::{
    Asked, Column, Hit, Kind, Outline, Output, Reload, Reloaded, TableReport, Value,
};

/// `table rate(age: u8, region: &str) -> u32 from "rates.csv" { | age | region || per_mille | }`
enum Rate {}

impl Reload for Rate {
    type Output = u32;
    const NAME: &'static str = "rate";

    fn outline() -> Outline {
        let column = |header: &str, kind| Column {
            header: header.into(),
            kind,
        };
        Outline {
            columns: vec![
                column(
                    "age",
                    Kind::Integer {
                        least: 0,
                        greatest: 255,
                    },
                ),
                column("region", Kind::Text),
            ],
            outputs: vec![Output {
                header: "per_mille".into(),
                kind: Kind::Integer {
                    least: 0,
                    greatest: 1000,
                },
                may_be_empty: false,
            }],
            hit: Hit::Unique,
            may_miss: false,
        }
    }

    fn output(values: Values<'_>) -> Result<u32, Refusal> {
        match values {
            [Some(Value::Integer(666))] => Err((0, "`666` is unlucky".into())),
            values => integer(values, 0),
        }
    }
}

const FIRST: &str = "age,region,per_mille\n< 18,-,10\n>= 18,north,20\n>= 18,not north,30\n";

#[test]
fn rows_are_looked_up_by_the_values_of_columns() {
    let rate = Reloaded::<Rate>::from_csv(FIRST).unwrap();
    let found = |age, region| rate.first(&[Asked::Integer(age), Asked::Text(region)]);
    assert_eq!(*found(17, "north").unwrap().output(), 10);
    assert_eq!(*found(18, "north").unwrap().output(), 20);
    assert_eq!(*found(18, "south").unwrap().output(), 30);
    assert_eq!(
        format!("{:?}", found(18, "").unwrap()),
        "row 3 of `rate`: >= 18 | not north || 30"
    );
    assert_eq!(format!("{rate:?}"), "rate (3 rows)");
}

#[test]
fn new_rows_tell_what_they_change_and_rows_that_stay_are_equal() {
    let before = Reloaded::<Rate>::from_csv(FIRST).unwrap();
    let csv = "per_mille,region,age\n21,north,>= 18\n30,not north,>= 18\n\n10,-,< 18\n";
    let (after, report) = before.reloaded(csv).unwrap();
    let expected = TableReport {
        rows: 3,
        kept: 2,
        added: 1,
        removed: 1,
        warnings: vec![],
    };
    assert_eq!(report, expected);
    assert_ne!(before, after);
    let row =
        |table: &Reloaded<Rate>, region| table.first(&[Asked::Integer(30), Asked::Text(region)]);
    assert_eq!(row(&before, "south"), row(&after, "south"));
    assert_ne!(row(&before, "north"), row(&after, "north"));
}

#[test]
fn rows_that_leave_a_gap_or_have_no_output_are_refused_as_a_whole() {
    let before = Reloaded::<Rate>::from_csv(FIRST).unwrap();
    let gap = before
        .reloaded("age,region,per_mille\n< 18,-,10\n> 18,-,20\n")
        .unwrap_err();
    assert_eq!(
        gap.to_string(),
        "the rows of `rate` are refused\n\
         no row holds for `age: 18`, `region: \"other\"`; add a row, or `else`"
    );
    let output = before
        .reloaded("age,region,per_mille\n< 18,-,10\n>= 18,-,666\n")
        .unwrap_err();
    assert_eq!(
        output.to_string(),
        "the rows of `rate` are refused\nline 3, column `per_mille`, `666` is unlucky"
    );
}

#[test]
fn rows_that_are_never_reached_are_told_and_taken() {
    let before = Reloaded::<Rate>::from_csv(FIRST).unwrap();
    let (_, report) = before
        .reloaded("age,region,per_mille\n-,-,10\nelse,,20\n")
        .unwrap();
    assert_eq!(
        report.to_string(),
        "2 rows: 0 kept, 2 added; 3 removed\n\
         line 3, never reached: the other rows hold in every case"
    );
}

#[cfg(feature = "serde")]
#[test]
fn a_saved_table_has_the_same_rows() {
    let before = Reloaded::<Rate>::from_csv(FIRST).unwrap();
    let saved = serde_json::to_string(&before).unwrap();
    let after: Reloaded<Rate> = serde_json::from_str(&saved).unwrap();
    assert_eq!(before, after);
    assert!(serde_json::from_str::<Reloaded<Rate>>("\"age\\n1\"").is_err());
}
