//! What decision tables mean: the tests in `tests/tables`, one behaviour a test.

/// Tables whose rows stand in a workbook, which the build script makes.
#[allow(missing_docs)]
pub mod sheets {
    rules_runtime::include_rules!("sheets");
}
