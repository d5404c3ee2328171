//! Builds every file in `cases` and compares what the build says; builds and runs those in `passes`.

#[test]
fn every_mistake_is_reported_at_its_token() {
    trybuild::TestCases::new().compile_fail("tests/cases/*.rs");
}

#[test]
fn what_is_no_mistake_builds_and_runs() {
    trybuild::TestCases::new().pass("tests/passes/*.rs");
}
