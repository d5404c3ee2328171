//! Compiles the two rulesets: the rule database, and the search in rules.

fn main() {
    rules_dsl::compile("rules/database.rules");
    rules_dsl::compile("rules/placing.rules");
}
