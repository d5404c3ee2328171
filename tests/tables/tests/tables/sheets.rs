//! Tables whose rows stand in files: a workbook that the build script makes, and a CSV file.

use rules_runtime::rules;
use tables::sheets::{Customer, Kind, Priced, Rate, Sheets};

rules! {
    ruleset Fees;
    table fee(region: &str, weight: u32) -> (f64, String) from "sheets/fees.csv" {
        | region | weight || fee | name |
    }
}

#[test]
fn a_sheet_of_a_workbook_is_read_by_the_heads_of_its_columns() {
    let rate = |age, region| Sheets::rate(&Customer { age }, region);
    let young = Rate {
        per_mille: 3,
        limit: None,
    };
    assert_eq!(rate(17, "north"), Some(young));
    let grown = Rate {
        per_mille: 5,
        limit: Some(2000),
    };
    assert_eq!(rate(99, "or else"), Some(grown));
    let dash = Rate {
        per_mille: 7,
        limit: Some(100),
    };
    assert_eq!(rate(5, "-"), Some(dash));
    assert_eq!(rate(18, "north"), None);
}

#[test]
fn variants_and_truth_values_stand_in_sheets() {
    assert_eq!([true, false].map(Sheets::kind), [Kind::Gold, Kind::Silver]);
}

#[test]
fn rules_ask_tables_from_sheets() {
    let mut session = Sheets::new();
    session.insert(Customer { age: 3 });
    session.insert(Customer { age: 30 });
    session.run();
    assert_eq!(
        session
            .facts::<Priced>()
            .map(|priced| priced.0)
            .collect::<Vec<_>>(),
        [3]
    );
}

#[test]
fn a_csv_file_has_texts_as_they_are_and_forms() {
    let fee = |region, weight| Fees::fee(region, weight);
    assert_eq!(fee("north", 9), (1.5, "a, \"b\"".to_owned()));
    assert_eq!(fee("north", 10), (1000.0, "e".to_owned()));
    assert_eq!(fee("not north", 10), (3.0, "c".to_owned()));
    assert_eq!(fee("south", 0), (-2.0, "d".to_owned()));
}

#[test]
fn a_block_is_built_again_when_its_sheet_changes() {
    let block = "ruleset Fees;
        table fee(region: &str, weight: u32) -> (f64, String) from \"sheets/fees.csv\" {
            | region | weight || fee | name |
        }";
    let code = rules_dsl::unstable::compile_tokens(block.parse().unwrap()).to_string();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/sheets/fees.csv");
    assert!(
        code.contains(&format!("include_bytes ! (\"{path}\")")),
        "{code}"
    );
}
