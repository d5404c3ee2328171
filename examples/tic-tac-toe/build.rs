//! Compiles the levels of the computer players. The referee stands in `src/rules.rs` as a `rules!` block.

fn main() {
    rules_dsl::Build::new()
        .ruleset("Adviser")
        .files([
            "rules/board.rules",
            "rules/simple.rules",
            "rules/perfect.rules",
        ])
        .compile();
}
