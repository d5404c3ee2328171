//! Compiles the ruleset that stands in a file.

fn main() {
    rules_dsl::compile("rules/till.rules");
}
