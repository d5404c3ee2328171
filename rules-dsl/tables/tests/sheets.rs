//! Rows from CSV: what is read, and what is told of what cannot be.

use rules_tables::{Column, Hit, Kind, Outline, Output, Sheet, Value};

fn column(header: &str, kind: Kind) -> Column {
    Column {
        header: header.into(),
        kind,
    }
}

fn output(header: &str, kind: Kind) -> Output {
    Output {
        header: header.into(),
        kind,
        may_be_empty: false,
    }
}

/// `| age: u8 | class: Class(Gold or Silver) | region: &str || percent: u16 | note: String |`
fn outline() -> Outline {
    Outline {
        columns: vec![
            column(
                "age",
                Kind::Integer {
                    least: 0,
                    greatest: 255,
                },
            ),
            column(
                "class",
                Kind::Variants(vec!["Gold".into(), "Silver".into()]),
            ),
            column("region", Kind::Text),
        ],
        outputs: vec![
            output(
                "percent",
                Kind::Integer {
                    least: 0,
                    greatest: 65_535,
                },
            ),
            output("note", Kind::Text),
        ],
        hit: Hit::Unique,
        may_miss: false,
    }
}

fn lines(mistakes: &[rules_tables::Mistake]) -> Vec<String> {
    mistakes.iter().map(ToString::to_string).collect()
}

fn refused(csv: &str) -> Vec<String> {
    match Sheet::from_csv(csv) {
        Err(mistake) => lines(&[mistake]),
        Ok(sheet) => lines(&outline().prove(&sheet).expect_err("a refusal")),
    }
}

#[test]
fn rows_are_read_as_spreadsheet_programs_write_them() {
    let csv = "\u{FEFF}note;age;class;region;percent;\r\n\
               \"a \"\"b\"\";\r\nc\";>= 18;Gold;New York or \"or\";12\r\n\
               ;;;;\r\n\
               plain;-;Gold;not New York or \"or\";0;\r\n\
               x;< 18;Gold;New York or \"or\";65_535\r\n\
               y;-;Silver;-;1";
    let sheet = Sheet::from_csv(csv).unwrap();
    let (read, decision, warnings) = outline().prove(&sheet).unwrap();
    assert_eq!(warnings, []);
    assert_eq!(
        read.outputs[0],
        [Value::Integer(12), Value::Text("a \"b\";\r\nc".into())].map(Some)
    );
    assert_eq!(read.lines, [2, 5, 6, 7]);
    let atoms = |values: [Value; 3]| -> Vec<u32> {
        (values.iter().zip(&decision.axes))
            .map(|(value, axis)| axis.atom_of(value).unwrap())
            .collect()
    };
    let gold = |age, region: &str| {
        let class = Value::Named("Gold".into());
        decision.decision().first(&atoms([
            Value::Integer(age),
            class,
            Value::Text(region.into()),
        ]))
    };
    assert_eq!(gold(18, "New York"), Some(0));
    assert_eq!(gold(17, "or"), Some(2));
    assert_eq!(gold(17, "York"), Some(1));
}

#[test]
fn everything_that_is_wrong_with_cells_is_told_at_once() {
    let csv = "age,class,region,percent,note\n\
               300,Glod,-,ten,a\n\
               18..12,Gold,,1,b,more\n\
               1.5,Gold or Iron,a..b,70000,\n";
    let expected = [
        "line 2, column `age`, `300` is not among the values of this column, 0 to 255",
        "line 2, column `class`, unknown variant `Glod`, did you mean `Gold`?",
        "line 2, column `percent`, `ten` found, expected an integer",
        "line 3, a cell beyond the last column",
        "line 3, column `age`, `18..12` never holds: its end is not after its beginning",
        "line 3, column `region`, an empty cell; `-` lets every value through",
        "line 4, column `age`, `1.5` found, expected an integer",
        "line 4, column `class`, unknown variant `Iron`, expected one of `Gold`, `Silver`",
        "line 4, column `region`, `..` before or after texts, which are only equal or not; a text that has it is \
         written in quotes",
        "line 4, column `percent`, `70000` is not among the values of this column, 0 to 65535",
        "line 4, column `note`, an empty cell, expected a value",
    ];
    assert_eq!(refused(csv), expected);
}

#[test]
fn headers_are_the_columns_in_any_order() {
    assert_eq!(
        refused("age,clas,region,percent,age,\n1,Gold,-,1,x,\n"),
        [
            "line 1, the table has no column `clas`, did you mean `class`?",
            "line 1, a second column `age`",
            "line 1, the column `class` is missing",
            "line 1, the column `note` is missing",
        ]
    );
    assert_eq!(
        refused(""),
        ["the sheet is empty; its first row are the headers"]
    );
    assert_eq!(
        refused("note,percent,region,class,age\n"),
        ["there are no rows after the headers"]
    );
}

#[test]
fn gaps_and_overlaps_are_told_at_lines_with_a_case() {
    let csv = "age,class,region,percent,note\n\
               < 18,-,-,1,a\n\
               > 18,Gold,-,2,b\n\
               \n\
               >= 30,-,north,3,c\n";
    assert_eq!(
        refused(csv),
        [
            "no row holds for `age: 18`, `class: Gold`, `region: \"north\"`; add a row, or `else`",
            "no row holds for `age: 19`, `class: Silver`, `region: \"north\"`; add a row, or `else`",
            "no row holds for `age: 30`, `class: Silver`, `region: \"other\"`; add a row, or `else`",
            "line 5, this row and that of line 3 both hold for `age: 30`, `class: Gold`, `region: \"north\"`",
        ]
    );
}

#[test]
fn an_else_row_is_the_last() {
    let csv = "age,class,region,percent,note\n1,-,-,1,a\nelse,,,2,b\n";
    let (read, decision, _) = outline().prove(&Sheet::from_csv(csv).unwrap()).unwrap();
    assert!(read.table.rows[1].otherwise);
    assert_eq!(decision.decision().first(&[2, 0, 0]), Some(1));

    assert_eq!(
        refused("age,class,region,percent,note\nelse,,-,2,b\n1,-,-,1,a\n"),
        ["line 2, `else` is not the last row; it holds where no other does"]
    );
}

#[test]
fn an_else_row_asks_nothing_else_and_is_none_of_a_table_that_collects() {
    assert_eq!(
        refused("age,class,region,percent,note\n1,-,-,1,a\nelse,-,north,2,b\n"),
        [
            "line 3, column `region`, `north` beside `else`, which holds where no other row does; the text is written `\"else\"`"
        ]
    );
    let collects = Outline {
        hit: Hit::Collect,
        ..outline()
    };
    let sheet = Sheet::from_csv("age,class,region,percent,note\n1,-,-,1,a\nelse,,,2,b\n").unwrap();
    assert_eq!(
        lines(&collects.prove(&sheet).unwrap_err()),
        ["line 3, a table that collects has no `else` row: what no row holds for has no result"]
    );
}

#[test]
fn quotes_that_do_not_match_are_told_at_their_line() {
    assert_eq!(
        refused("age\n1\n\"2\n3\n"),
        ["line 3, a quote that begins here is not closed"]
    );
    assert_eq!(
        refused("age\n\"1\" or 2\n"),
        ["line 2, something stands after the closing quote; in quotes, `\"` is written twice"]
    );
}

#[test]
fn rows_that_could_be_one_are_told_in_runs() {
    let mut csv = "age,class,region,percent,note\n".to_owned();
    for age in ["0", "1", "2", "3", "4", "6", "7", "9"] {
        csv += age;
        csv += ",-,-,1,a\n";
    }
    csv += "5,-,-,2,b\n8,-,-,3,c\n>= 10,-,-,4,d\n";
    let sheet = Sheet::from_csv(&csv).unwrap();
    let (_, _, warnings) = outline().prove(&sheet).unwrap();
    assert_eq!(
        lines(&warnings),
        ["line 2, column `age`, this row could be one with lines 3 to 9"]
    );
}
