//! What is wrong with sheets: each mistake names file, sheet, cell and the head of its column, all of them at once.

use std::fs;
use std::path::{Path, PathBuf};

use rules_dsl::unstable::{Source, compile_source};
use rust_xlsxwriter::{Format, Formula, Workbook, Worksheet, XlsxError};
use tempfile::TempDir;

const TABLE: &str = "
    enum Kind { Gold, Silver }
    table rate(kind: Kind, age: u8, region: &str) -> u32 from \"FILE\" { | kind | age | region || rate | }";

/// A package in a directory of its own.
struct Package(TempDir);

impl Package {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    /// What is said of a ruleset with the table in a file.
    fn says(&self, file: &str) -> Vec<String> {
        self.says_of(&TABLE.replace("FILE", file))
    }

    fn says_of(&self, rules: &str) -> Vec<String> {
        let source = Source::from_text(Path::new("shop.rules"), rules.to_owned());
        let (_, found) = compile_source(&source.in_package(self.0.path()));
        found.iter().map(|found| found.message.clone()).collect()
    }

    /// Writes a workbook of one sheet with the head of the table and what a function adds.
    fn book(&self, add: impl FnOnce(&mut Worksheet) -> Result<(), XlsxError>) {
        let mut book = Workbook::new();
        let sheet = book.add_worksheet().set_name("S").unwrap();
        sheet
            .write_row(0, 0, ["kind", "age", "region", "rate"])
            .unwrap();
        add(sheet).unwrap();
        book.save(self.path("f.xlsx")).unwrap();
    }
}

#[test]
fn a_file_that_is_missing_is_told_with_the_nearest() {
    let package = Package::new();
    package.write("rates.csv", "");
    assert_eq!(
        package.says("rate.csv"),
        ["there is no `rate.csv` in the package; did you mean `rates.csv`?"]
    );
}

#[test]
fn a_file_of_another_type_is_no_sheet() {
    let package = Package::new();
    package.write("f.txt", "kind");
    package.write("f.xlsx", "kind");
    assert_eq!(
        package.says("f.txt"),
        ["`f.txt` is no sheet: rows stand in a `.csv` or an `.xlsx` file"]
    );
    let said = package.says("f.xlsx");
    assert!(
        said[0].starts_with("`f.xlsx` is no XLSX file: "),
        "{said:?}"
    );
}

#[test]
fn an_empty_sheet_and_one_without_rows_are_no_tables() {
    let package = Package::new();
    package.write("f.csv", "\n,,\n");
    assert_eq!(package.says("f.csv"), ["f.csv is empty"]);
    package.book(|_| Ok(()));
    assert_eq!(package.says("f.xlsx"), ["f.xlsx has a head and no rows"]);
}

#[test]
fn columns_are_those_of_the_table() {
    let package = Package::new();
    package.write("f.csv", "kind,aeg,region,rate,region\nGold,-,-,1,-\n");
    assert_eq!(
        package.says("f.csv"),
        [
            "f.csv, B1: the table has no column `aeg`; did you mean `age`?",
            "f.csv, E1: a second column `region`",
            "f.csv, F1: the column `age` lacks in the head",
        ]
    );
}

#[test]
fn every_wrong_cell_is_told_in_one_build() {
    let package = Package::new();
    package.write(
        "f.csv",
        "kind,age,region,rate\nGild,300,,x\nGold,<,\"<\",1..2\nelse,,,3\nSilver,-,-,-1,9\n",
    );
    assert_eq!(
        package.says("f.csv"),
        [
            "f.csv, A2 (`kind`): unknown variant `Gild`, did you mean `Gold`?",
            "f.csv, B2 (`age`): `300` is not among the values of this column, 0 to 255",
            "f.csv, C2 (`region`): an empty cell; `-` lets every value through",
            "f.csv, D2 (`rate`): `x` found, expected an integer",
            "f.csv, B3 (`age`): a constant is missing",
            "f.csv, C3 (`region`): a constant is missing",
            "f.csv, D3 (`rate`): `1..2` found, expected one value",
            "f.csv, A4 (`kind`): an `else` row is the last one: it holds where no other row does",
            "f.csv, E5: a cell in a column that has no head",
            "f.csv, D5 (`rate`): `-1` is not among the values of this column, 0 to 4294967295",
        ]
    );
}

#[test]
fn a_workbook_has_no_formulas_dates_nor_numbers_for_texts() {
    let package = Package::new();
    package.book(|sheet| {
        sheet.write_string(1, 0, "Gold")?;
        sheet.write_formula(1, 1, Formula::new("=1+2"))?;
        sheet.write_number(1, 2, 5)?;
        let date = Format::new().set_num_format("yyyy-mm-dd");
        sheet.write_number_with_format(1, 3, 45_000, &date)?;
        Ok(())
    });
    assert_eq!(
        package.says("f.xlsx"),
        [
            "f.xlsx, B2 (`age`): a formula found, expected a text or a number as it is",
            "f.xlsx, C2 (`region`): the number 5 in a column of text; format the cell as text",
            "f.xlsx, D2 (`rate`): a date found, expected a text or a number as it is",
        ]
    );
}

#[test]
fn merged_cells_are_told() {
    let package = Package::new();
    package.book(|sheet| {
        sheet.merge_range(1, 0, 2, 1, "Gold", &Format::new())?;
        sheet.merge_range(4, 2, 4, 3, "x", &Format::new())?;
        Ok(())
    });
    assert_eq!(
        package.says("f.xlsx"),
        [
            "f.xlsx, A2: the cells up to B3 are merged; a row has a cell for each column",
            "f.xlsx, C5: the cells up to D5 are merged; a row has a cell for each column",
        ]
    );
}

#[test]
fn a_sheet_is_named_where_there_are_several() {
    let package = Package::new();
    let mut book = Workbook::new();
    book.add_worksheet().set_name("Rates").unwrap();
    book.add_worksheet().set_name("Other").unwrap();
    book.save(package.path("f.xlsx")).unwrap();
    assert_eq!(
        package.says("f.xlsx"),
        ["`f.xlsx` has several sheets; name one: `from \"f.xlsx\", sheet \"Rates\"`"]
    );
    assert_eq!(
        package.says("f.xlsx\", sheet \"Rate"),
        ["there is no sheet `Rate` in `f.xlsx`; did you mean `Rates`?"]
    );
    assert_eq!(
        package.says("f.xlsx\", sheet \"Rates"),
        ["f.xlsx, sheet Rates is empty"]
    );
}

#[test]
fn findings_name_cells_and_cases() {
    let package = Package::new();
    package.book(|sheet| {
        sheet.write_row(1, 0, ["Gold", "< 18", "-", "1"])?;
        sheet.write_row(3, 0, ["-", "17", "north", "2"])?;
        Ok(())
    });
    assert_eq!(
        package.says("f.xlsx\", sheet \"S"),
        [
            "f.xlsx, sheet S: no row of the table `rate` holds for `kind: Kind::Silver, age: 0, region: \"north\"`, nor \
             for `kind: Kind::Silver, age: 17, region: \"other\"`, nor for `kind: Kind::Gold, age: 18, region: \"north\"`, \
             nor for `kind: Kind::Silver, age: 18, region: \"north\"`",
            "f.xlsx, sheet S: row 4 (B4 `age: 17`, C4 `region: north`) holds for \
             `kind: Kind::Gold, age: 17, region: \"north\"`, and so does row 2 (A2 `kind: Gold`, B2 `age: < 18`)",
        ]
    );
}

#[test]
fn outputs_of_a_sheet_have_types_that_are_known() {
    let package = Package::new();
    package.write("f.csv", "a,limit,kind\n-,3,Gold\n");
    let rules = "table t(a: u8) -> Foreign from \"f.csv\" { | a || limit | kind: Kind(Silver or Copper) | }";
    assert_eq!(
        package.says_of(rules),
        [
            "f.csv, C2 (`kind`): unknown variant `Gold`, expected one of `Silver`, `Copper`",
            "the type of the output `limit` is not known from the ruleset",
        ]
    );
}
