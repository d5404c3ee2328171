//! What is said where a session cannot be saved: which of its types cannot.

#[test]
fn a_type_that_cannot_be_saved_is_named() {
    trybuild::TestCases::new().compile_fail("tests/cases/*.rs");
}
