//! `rules table`, run.

use std::fs;

use assert_cmd::cargo::cargo_bin_cmd;
use tempfile::TempDir;

const RULES: &str = r#"enum Kind { Gold, Silver }
/// What a customer saves.
#[hit(first)]
table discount(kind: Kind, total: u32, name: &str) -> u32 {
    | kind   | total   | name           || percent |
    | Gold   | >= 100  | not "a" or "b" || 10      |
    | -      | 50..200 | -              || 7       |
    | Silver | -       | "c"            || 5       |
    | else                             || 0       |
}
#[hit(collect)]
table tags(total: u32) -> u32 { | total || tag | | < 5 || 1 | | < 9 || 2 | }
"#;

/// What the command prints of the ruleset, in a directory with a file of cases, and its exit code.
fn table(arguments: &[&str], cases: (&str, &str)) -> (String, Option<i32>) {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("shop.rules"), RULES).unwrap();
    fs::write(directory.path().join(cases.0), cases.1).unwrap();
    let run = cargo_bin_cmd!("command")
        .current_dir(directory.path())
        .args(["table", "shop.rules"])
        .args(arguments)
        .assert();
    let output = run.get_output();
    let printed = [&output.stdout[..], &output.stderr].concat();
    (String::from_utf8(printed).unwrap(), output.status.code())
}

#[test]
fn each_row_has_a_case_that_reaches_it_and_no_earlier_one() {
    let (printed, code) = table(&["--witnesses"], ("c", ""));
    assert_eq!(
        printed,
        r#"discount
  row 1: kind: Kind::Gold, total: 100, name: "other"
  row 2: kind: Kind::Gold, total: 50, name: "a"
  row 3: kind: Kind::Silver, total: 0, name: "c"
  row 4: kind: Kind::Gold, total: 0, name: "a"
tags
  row 1: total: 0
  row 2: total: 0
"#
    );
    assert_eq!(code, Some(0));
}

#[test]
fn a_table_is_printed_in_markdown() {
    let (printed, code) = table(&["--table", "discount", "--markdown"], ("c", ""));
    assert_eq!(
        printed,
        r#"### discount

What a customer saves.

| kind | total | name | **percent** |
| --- | --- | --- | --- |
| Gold | >= 100 | not "a" or "b" | 10 |
| - | 50..200 | - | 7 |
| Silver | - | "c" | 5 |
| else |  |  | 0 |

"#
    );
    assert_eq!(code, Some(0));
}

#[test]
fn sheets_are_printed_as_they_are_written_whether_they_are_reloaded_or_not() {
    let directory = TempDir::new().unwrap();
    fs::write(
        directory.path().join("zones.csv"),
        "country,zone,name,days\nDE,Home,at home,1\nAT or CH,Near,|near|,\nelse,World,far,9\n",
    )
    .unwrap();
    let expected = r"### zone

| country | **zone** | **name** | **days** |
| --- | --- | --- | --- |
| DE | Home | at home | 1 |
| AT or CH | Near | \|near\| |  |
| else | World | far | 9 |

";
    for attribute in ["", "#[reload]\n"] {
        let rules = format!(
            "enum Zone {{
    Home,
    Near,
    World,
}}

{attribute}table zone(country: &str) -> (Zone, String, Option<u8>) from \"zones.csv\" {{
    | country || zone | name | days |
}}
"
        );
        fs::write(directory.path().join("zones.rules"), rules).unwrap();
        for (arguments, printed) in [
            (&["table", "zones.rules", "--markdown"][..], expected),
            (
                &["table", "zones.rules", "--witnesses"],
                "zone\n  row 2: country: \"DE\"\n  row 3: country: \"AT\"\n  row 4: country: \"other\"\n",
            ),
            (&["fmt", "--check", "zones.rules"], ""),
        ] {
            cargo_bin_cmd!("command")
                .current_dir(directory.path())
                .args(arguments)
                .assert()
                .success()
                .stdout(printed);
        }
    }
}

#[test]
fn cases_reach_rows_and_the_rest_is_told() {
    let cases = ("c.csv", "total,kind,name\n100,Gold,x\n60,Kind::Silver,a\n");
    let (printed, code) = table(&["--table", "discount", "--cover", "c.csv"], cases);
    assert_eq!(
        printed,
        r#"case 1: row 1
case 2: row 2
2 of 4 rows are not reached:
  row 3: kind: Kind::Silver, total: 0, name: "c"
  row 4: kind: Kind::Gold, total: 0, name: "a"
"#
    );
    assert_eq!(code, Some(1));
    let cases = ("c.json", r#"[{ "total": 3 }, { "total": 9 }]"#);
    let (printed, code) = table(&["--table", "tags", "--cover", "c.json"], cases);
    assert_eq!(printed, "case 1: row 1, row 2\ncase 2: no row\n");
    assert_eq!(code, Some(0));
}

#[test]
fn what_is_no_case_is_told() {
    let cover = |cases| table(&["--table", "tags", "--cover", "c.csv"], ("c.csv", cases));
    let says = |text: &str| (format!("error: {text}\n"), Some(1));
    assert_eq!(
        cover("kind\n3\n"),
        says("`c.csv`: the cases have no column `total`")
    );
    let wrong = "`c.csv`: case 2: `-1` is no value of the column `total`";
    assert_eq!(cover("total\n3\n-1\n"), says(wrong));
    let (printed, _) = table(&["--cover", "c.csv"], ("c.csv", ""));
    assert_eq!(
        printed,
        "error: cases are those of one table: name it by `--table`\n"
    );
}
