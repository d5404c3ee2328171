//! Makes a workbook, and compiles rulesets whose tables stand in it.

use std::env;
use std::fs;
use std::path::Path;

use rust_xlsxwriter::{Workbook, XlsxError};

fn main() {
    let out = env::var("OUT_DIR").unwrap();
    let book = Path::new(&out).join("rates.xlsx");
    write_book(&book).unwrap();
    let rules = fs::read_to_string("rules/sheets.rules").unwrap();
    let rules = rules.replace("OUT_DIR", &out);
    let path = Path::new(&out).join("sheets.rules");
    fs::write(&path, rules).unwrap();
    println!("cargo::rerun-if-changed=rules/sheets.rules");
    println!("cargo::rerun-if-changed=build.rs");
    rules_dsl::Build::new().files([path]).compile();
}

/// A workbook of two sheets; rows and columns of the first are not in the order of the table.
fn write_book(path: &Path) -> Result<(), XlsxError> {
    let mut book = Workbook::new();
    let rates = book.add_worksheet().set_name("Rates")?;
    let lines: [&[&str]; 4] = [
        &["per_mille", "region", "limit", "c.age"],
        &["3", "north", "", "< 18"],
        &["5", "or else", "2000", "18..=65 or 99"],
        &["7", "\"-\"", "100", "-"],
    ];
    for (row, line) in lines.iter().enumerate() {
        for (column, cell) in line.iter().enumerate() {
            match cell.parse::<f64>() {
                Ok(number) => rates.write_number(row as u32 + 2, column as u16 + 1, number)?,
                Err(_) => rates.write_string(row as u32 + 2, column as u16 + 1, *cell)?,
            };
        }
    }
    let kinds = book.add_worksheet().set_name("Kinds of it")?;
    kinds
        .write_string(0, 0, "big")?
        .write_string(0, 1, "kind")?;
    kinds
        .write_boolean(1, 0, true)?
        .write_string(1, 1, "Gold")?;
    kinds
        .write_string(2, 0, "else")?
        .write_string(2, 1, "Kind::Silver")?;
    book.save(path)
}
