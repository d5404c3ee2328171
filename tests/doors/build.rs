//! Compiles the ruleset that `src/block.rs` has as a `rules!` block.

fn main() {
    rules_dsl::compile("rules/warehouse.rules");
    rules_dsl::compile("rules/tea_shop.rules");
}
