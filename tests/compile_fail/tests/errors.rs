//! Builds every file in `cases` and compares what the build says.

use std::env;
use std::fs;

#[test]
fn every_mistake_is_reported_at_its_token() {
    copy_sheets();
    trybuild::TestCases::new().compile_fail("tests/cases/*.rs");
}

/// The programs are built in a package of their own, in whose root their sheets are looked for.
fn copy_sheets() {
    let test = env::current_exe().unwrap();
    let target = test.ancestors().nth(3).unwrap();
    let package = target.join("tests/trybuild").join(env!("CARGO_PKG_NAME"));
    fs::create_dir_all(package.join("sheets")).unwrap();
    for sheet in fs::read_dir("sheets").unwrap() {
        let sheet = sheet.unwrap();
        let copy = package.join("sheets").join(sheet.file_name());
        fs::copy(sheet.path(), copy).unwrap();
    }
}
