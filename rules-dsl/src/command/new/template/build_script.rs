//! Compiles the rules. What is wrong with them is told here, with their lines.

fn main() {
    rules_dsl::compile("rules/discounts.rules");
}
