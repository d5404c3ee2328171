//! Compiles the tariff: `rules/tariff.rules`, and the sheets in which rows of its tables stand.

fn main() {
    rules_dsl::Build::new()
        .files(["rules/tariff.rules"])
        .compile();
}
