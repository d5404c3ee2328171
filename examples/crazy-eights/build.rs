//! Compiles the rules: those of the table, and those of the computer characters.

fn main() {
    rules_dsl::Build::new()
        .ruleset("Table")
        .files([
            "rules/table/table.rules",
            "rules/table/deal.rules",
            "rules/table/legality.rules",
            "rules/table/turns.rules",
            "rules/table/refusals.rules",
            "rules/table/scoring.rules",
        ])
        .compile();
    rules_dsl::Build::new()
        .ruleset("Chooser")
        .files([
            "rules/characters/seen.rules",
            "rules/characters/careless.rules",
            "rules/characters/thrifty.rules",
            "rules/characters/watchful.rules",
        ])
        .compile();
}
