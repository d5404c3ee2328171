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
            "f.csv, F1: the column `age` is missing from the head",
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
fn merged_cells_are_told_beside_what_else_is_wrong() {
    let package = Package::new();
    package.book(|sheet| {
        sheet.merge_range(1, 0, 2, 1, "Gold", &Format::new())?;
        sheet.write_row(1, 2, ["north", "1"])?;
        sheet.write_row(2, 2, ["south", "x"])?;
        sheet.write_row(4, 0, ["Gild", "-"])?;
        sheet.merge_range(4, 2, 4, 3, "x", &Format::new())?;
        Ok(())
    });
    assert_eq!(
        package.says("f.xlsx"),
        [
            "f.xlsx, A2: the cells up to B3 are merged; a row has a cell for each column",
            "f.xlsx, C5: the cells up to D5 are merged; a row has a cell for each column",
            "f.xlsx, D3 (`rate`): `x` found, expected an integer",
            "f.xlsx, A5 (`kind`): unknown variant `Gild`, did you mean `Gold`?",
        ]
    );
}

#[test]
fn a_file_that_cannot_be_read_is_told() {
    let package = Package::new();
    fs::create_dir(package.path("f.csv")).unwrap();
    let said = package.says("f.csv");
    let [only] = said.as_slice() else {
        panic!("{said:?}");
    };
    assert!(only.starts_with("`f.csv` cannot be read: "), "{only}");
}

#[test]
fn a_workbook_with_a_password_is_locked() {
    let package = Package::new();
    fs::write(package.path("f.xlsx"), locked_book()).unwrap();
    assert_eq!(
        package.says("f.xlsx"),
        ["`f.xlsx` is locked by a password; save it without one"]
    );
}

/// What stands around an encrypted workbook: a compound file (MS-CFB) with an entry of that name.
fn locked_book() -> Vec<u8> {
    const FREE: u32 = u32::MAX;
    const END: u32 = u32::MAX - 1;
    let mut header = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec();
    header.resize(24, 0);
    for half in [0x3E_u16, 3, 0xFFFE, 9, 6] {
        header.extend(half.to_le_bytes());
    }
    header.resize(44, 0);
    // One sector of the allocation table, the directory in sector 1, nothing small.
    for word in [1, 1, 0, 4096, END, 0, END, 0, 0] {
        header.extend(word.to_le_bytes());
    }
    let mut table: Vec<u8> = [FREE - 2, END].map(u32::to_le_bytes).concat();
    let mut directory = Vec::new();
    for (name, kind) in [("Root Entry", 5), ("EncryptedPackage", 2)] {
        let start = directory.len();
        directory.extend(name.encode_utf16().flat_map(u16::to_le_bytes));
        directory.resize(start + 64, 0);
        directory.extend([2 * (name.len() as u8 + 1), 0, kind, 1]);
        directory.resize(start + 116, 0xFF);
        directory.extend(END.to_le_bytes());
        directory.resize(start + 128, 0);
    }
    header.resize(512, 0xFF);
    table.resize(512, 0xFF);
    directory.resize(512, 0);
    [header, table, directory].concat()
}

#[test]
fn text_that_is_no_csv_is_told() {
    let package = Package::new();
    fs::write(package.path("f.csv"), b"kind,age\nGold,\xFF\n").unwrap();
    assert_eq!(package.says("f.csv"), ["`f.csv` is not text in UTF-8"]);
    package.write("f.csv", "kind,age,region,rate\nGold,1,\"north,1\n");
    assert_eq!(
        package.says("f.csv"),
        ["f.csv, C2: a quote that begins here is not closed"]
    );
    package.write(
        "f.csv",
        "kind,age,region,rate\nGold,1,\"north\" and south,1\n",
    );
    assert_eq!(
        package.says("f.csv"),
        ["f.csv, C2: something stands after the closing quote; in quotes, `\"` is written twice"]
    );
}

#[test]
fn a_row_has_a_cell_for_each_column() {
    let package = Package::new();
    package.write("f.csv", "kind,age,region,rate\nGold,1\nGold,2,-,1,,7\n");
    assert_eq!(
        package.says("f.csv"),
        [
            "f.csv, C2 (`region`): an empty cell; `-` lets every value through",
            "f.csv, D2 (`rate`): an empty cell where the row answers",
            "f.csv, F3: a cell in a column that has no head",
        ]
    );
}

#[test]
fn numbers_of_a_workbook_are_of_their_columns() {
    let package = Package::new();
    package.book(|sheet| {
        sheet.write_boolean(1, 0, true)?;
        sheet.write_number(1, 1, 17.5)?;
        sheet.write_boolean(1, 2, false)?;
        sheet.write_number(1, 3, -1)?;
        Ok(())
    });
    assert_eq!(
        package.says("f.xlsx"),
        [
            "f.xlsx, A2 (`kind`): unknown variant `true`, expected one of `Gold`, `Silver`",
            "f.xlsx, B2 (`age`): `17.5` found, expected an integer",
            "f.xlsx, C2 (`region`): the truth value `false` in a column of text; format the cell as text",
            "f.xlsx, D2 (`rate`): `-1` is not among the values of this column, 0 to 4294967295",
        ]
    );
}

#[test]
fn the_mistakes_of_all_sheets_are_told_in_one_build() {
    let package = Package::new();
    package.write("a.csv", "n,r\n-,x\n");
    package.write("b.csv", "m,r\n-,1\n");
    package.write("c.csv", "n,r\n1,1\n1,2\nelse,3\n");
    let table = |name: &str, file: &str| {
        format!("table {name}(n: u8) -> u8 from \"{file}.csv\" {{ | n || r | }}\n")
    };
    let tables = ["a", "b", "c", "d"].map(|name| table(name, name)).concat();
    let mut said = package.says_of(&tables);
    said.sort();
    assert_eq!(
        said,
        [
            "a.csv, B2 (`r`): `x` found, expected an integer",
            "b.csv, A1: the table has no column `m`",
            "b.csv, C1: the column `n` is missing from the head",
            "c.csv: row 3 (A3 `n: 1`) holds for `n: 1`, and so does row 2 (A2 `n: 1`)",
            "there is no `d.csv` in the package; did you mean `a.csv`?",
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

#[test]
fn a_workbook_under_a_table_that_is_reloaded_is_told() {
    let package = Package::new();
    package.book(|sheet| sheet.write_row(1, 0, ["-", "-", "-", "1"]).map(|_| ()));
    let rules = TABLE.replace("table rate", "#[reload]\n    table rate");
    let rules = rules.replace("\"FILE\"", "\"f.xlsx\", sheet \"S\"");
    assert_eq!(
        package.says_of(&rules),
        ["a table with `#[reload]` has its rows in a CSV file, and `f.xlsx` is a workbook"]
    );
}
