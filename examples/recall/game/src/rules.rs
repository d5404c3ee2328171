//! The ruleset, as the build script compiled it.

rules_runtime::include_rules!("recall");
