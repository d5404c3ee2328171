//! Builds every file in `cases` and compares what the build says.

#[test]
fn every_mistake_is_reported_at_its_token() {
    trybuild::TestCases::new().compile_fail("tests/cases/*.rs");
}
